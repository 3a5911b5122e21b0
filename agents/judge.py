"""Let the judge that the run has chosen decide on one sentence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from agents.judging import Judge, SentenceToJudge, is_deterministic
from agents.operating_point import at_operating_point
from clinical.sentences import LONGEST_SENTENCE
from graph_state.context import Context, context_of
from graph_state.findings import HallucinationDetectionResult
from graph_state.searches import Search
from graph_state.state import SentenceInput, SentenceState
from kg.errors import BadInputError
from kg.instance_index import Surroundings

TORN = (
    f"text without a boundary in {LONGEST_SENTENCE:,} characters was cut into pieces, and a piece "
    "cannot be judged as a whole sentence"
)


WHOLE = "community_search"
"""The tool that searches reports on the whole patient."""


class Judged(TypedDict):
    """What the judge adds."""

    result: HallucinationDetectionResult
    attempts: int
    deterministic: bool


@dataclass(frozen=True)
class Judging:
    """Hands a sentence, its claims and its evidence to one of the known judges."""

    judges: Mapping[str, Judge]

    async def __call__(self, state: SentenceState, runtime: Runtime[Context]) -> Judged:
        """Judge from the evidence alone; on a re-detection the judge sees the objection."""
        context = context_of(runtime, Context)
        judge = chosen(self.judges, context.judge)
        sentence = to_judge(state, context.max_redetections)
        verdict = await judge(sentence, state["claims"], state["evidence"], context)
        result = at_operating_point(verdict, context)
        if state.get("torn", False):
            result = left_open(result)
        result = with_searches(result, state.get("made", []))
        return {"result": result, "attempts": 1, "deterministic": is_deterministic(judge)}


def with_searches(
    result: HallucinationDetectionResult, made: Sequence[Search]
) -> HallucinationDetectionResult:
    """Name, in the proof of a silence, the searches of the whole patient that were made for it."""
    reports = {name for one in made for name in one.ids.get("communities", ()) if one.tool == WHOLE}
    if result.absence_rationale is None or not reports:
        return result
    told = f"{len(reports)} community report{'s' if len(reports) > 1 else ''}"
    note = f"{result.absence_rationale} Searched as well: {told} on the whole patient."
    return result.model_copy(update={"absence_rationale": note})


def left_open(result: HallucinationDetectionResult) -> HallucinationDetectionResult:
    """Call no piece of a torn text clean or silent: what decides may stand in the piece beside it.

    A contradiction stays, for a reader sees what it cites; claims keep their own grades.
    """
    if result.status in ("abstained", "failed") or result.evidence_grade == "E4":
        return result
    return HallucinationDetectionResult(
        reasoning=f"{TORN}\n{result.reasoning}",
        status="abstained",
        reason=TORN,
        claims=result.claims,
        opinions=result.opinions,
    )


def chosen(judges: Mapping[str, Judge], name: str) -> Judge:
    """Find a judge by its name."""
    if name not in judges:
        msg = f"judge {name!r} is unknown; choose one of: {', '.join(sorted(judges))}"
        raise BadInputError(msg)
    return judges[name]


def to_judge(state: SentenceState, max_redetections: int) -> SentenceToJudge:
    """Take from the state what a judge may know of a sentence."""
    attempts = state.get("attempts", 0)
    return sentence_of(state).model_copy(
        update={
            "objection": state.get("objection"),
            "graph_id": state["graph_id"],
            "graph_version": state["graph_version"],
            "surroundings": state.get("surroundings", Surroundings()),
            "refused": attempts,
            "last_attempt": attempts >= max_redetections,
        }
    )


def sentence_of(sentence: SentenceInput) -> SentenceToJudge:
    """Take from the payload of a check what any judge is given before an attempt."""
    return SentenceToJudge(
        index=sentence["index"],
        start=sentence["start"],
        end=sentence["end"],
        text=sentence["text"],
        heading=sentence["heading"],
        before=sentence["before"],
        anchors=sentence["anchors"],
    )
