"""Find the evidence that bears on one sentence."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from agents.model_search import ModelSearch
from agents.rule_judge.charts.rows import tables_of
from agents.same_graph import require_same
from agents.search_plan import ALL_SEARCHES, SearchParts
from agents.surroundings import surround
from clinical.chart_claims import read_chart_claim
from clinical.content_words import content_words
from clinical.dialogue import DIALOGUE
from clinical.facts import Anchors, Fact
from clinical.group_reports import REPORT
from clinical.kindred import related_ids
from clinical.labels import Kind
from clinical.number_tokens import numbers_in
from clinical.same_meaning import ways_to_say
from graph_state.context import Context, context_of
from graph_state.searches import Search
from graph_state.state import SentenceState
from kg.evidence import Evidence
from kg.instance_index import Surroundings
from kg.store import GraphStore, LocalQuery, LocalSearcher
from tools.patient_tools import patient_tools
from tools.scope import PatientScope
from tools.searches import Searches

ReadClaims = Callable[[str, str, str, Anchors], list[Fact]]
"""Read the claims of a sentence, given its problem heading, the sentence before and the dates."""

COVERAGE = "_extract"
"""The table in which an extract says which of its tables are complete."""

CLOSED_SECTIONS: dict[Kind, tuple[str, ...]] = {
    "allergy": ("allergies",),
    "medication": ("discharge_medications", "admission_medications", "allergies"),
    "diagnosis": ("discharge_medications", "admission_medications", "discharge_diagnosis"),
    "symptom": ("discharge_medications", "admission_medications"),
}
"""Lists that are read as a whole when a claim of this kind is checked."""


class Retrieved(TypedDict):
    """What the retriever adds."""

    claims: list[Fact]
    evidence: list[Evidence]
    surroundings: Surroundings
    made: list[Search]
    news: bool
    searches: int


@dataclass(frozen=True)
class Retriever:
    """Asks the patient's graph about one sentence, through the tools that a model would use."""

    store: GraphStore
    read_claims: ReadClaims
    searcher: LocalSearcher | None = None
    """Finds the evidence in place of the graph."""

    parts: SearchParts = ALL_SEARCHES
    by_model: Mapping[str, ModelSearch] = field(default_factory=dict)
    """Lets the model of a judge, by its name, search for what is still missing."""

    async def __call__(self, state: SentenceState, runtime: Runtime[Context]) -> Retrieved:
        """Search for the claims of the sentence; each further search reaches twice as far."""
        claims = state.get("claims")
        if claims is None:
            claims = self.read_claims(
                state["text"], state["heading"], state["before"], state["anchors"]
            )
        searches = state.get("searches", 0)
        asked = read_chart_claim(state["text"], state["anchors"])
        context = context_of(runtime, Context)
        query = local_query(state["text"], state["heading"], claims, context, searches)
        tables = tables_of(asked) if asked is not None else ()
        query = query.model_copy(update={"tables": (*tables, COVERAGE)})
        tools = Searches(PatientScope(self.store, state["graph_id"], self.searcher))
        found = await tools.local(query)
        require_same(state["graph_id"], found.version, state["graph_version"])
        gathered = await surround(tools, state["text"], claims, found, self.parts)
        made = tools.made
        by_model = self.by_model.get(runtime.context.judge)
        if by_model is not None and runtime.context.tool_calls and claims:
            bound = patient_tools(self.store, state["graph_id"])
            gathered, more = await by_model(bound, state, gathered, runtime.context)
            made = [*made, *more]
        known = {item.id for item in state.get("evidence", [])}
        return {
            "claims": claims,
            "evidence": list(gathered.evidence),
            "surroundings": gathered.model_copy(update={"evidence": ()}),
            "made": made,
            "news": any(item.id not in known for item in gathered.evidence),
            "searches": 1,
        }


def local_query(
    text: str, heading: str, claims: list[Fact], context: Context, searches: int
) -> LocalQuery:
    """Ask for a sentence and its heading; all wider concepts join from the second search on."""
    concepts: dict[str, None] = {}
    sections: dict[str, None] = {}
    for claim in claims:
        wider = claim.concept.broader if searches else ()
        concepts |= dict.fromkeys((*related_ids(claim), *wider))
        sections |= dict.fromkeys(CLOSED_SECTIONS.get(claim.kind, ()))
    return LocalQuery(
        text=f"{heading} {text}".strip(),
        concepts=tuple(concepts),
        sections=(*sections, DIALOGUE, REPORT),
        top_k=context.top_k << searches,
        passages=context.passages << searches,
        numbers=numbers_of(claims),
        words=words_to_find(text),
    )


def numbers_of(claims: list[Fact]) -> tuple[str, ...]:
    """List the numbers of measured values: what holds one of them may speak for the sentence."""
    written = [
        number
        for claim in claims
        if claim.kind in ("lab", "vital") and claim.quantity is not None
        for number in numbers_in(claim.quantity.written)
    ]
    return tuple(dict.fromkeys(written))


def words_to_find(text: str) -> tuple[str, ...]:
    """Every content word of a sentence with its synonyms: what none holds, the record lacks."""
    found: dict[str, None] = {}
    for word in content_words(text):
        found[word.word] = None
        found |= dict.fromkeys(sorted(one for way in ways_to_say(word.word) for one in way))
    return tuple(found)


def search_key(state: SentenceState) -> str:
    """Return the cache key of a search, which begins with the graph and its version.

    Drawing the graph calls it with an empty state, hence `get`.
    """
    parts = (
        state.get("graph_id", ""),
        state.get("graph_version", ""),
        state.get("search", ""),
        str(state.get("searches", 0)),
        state.get("anchors", Anchors()).model_dump_json(),
        state.get("heading", ""),
        state.get("before", ""),
        state.get("text", ""),
    )
    return "\x1f".join(parts)


def search_settings(context: Context) -> str:
    """Name the settings that change what a search returns."""
    settings = f"top_k={context.top_k} passages={context.passages} evidence={context.evidence}"
    if not context.tool_calls:
        return settings
    model = f"judge={context.judge} model={context.model_judge} calls={context.tool_calls}"
    return f"{settings} {model}"
