"""Every rule of the validator, one verdict that breaks it and one that does not."""

import pytest

from agents.source_texts import SourceTexts
from agents.validator import Validator
from clinical.facts import Anchors
from clinical.labels import Grade, Relation
from clinical.sources import in_note, in_row
from graph_state.findings import Citation, ClaimVerdict, HallucinationDetectionResult
from graph_state.state import SentenceState
from kg.evidence import Evidence, evidence_id

NOTE = "Wound culture grew Proteus mirabilis. Leg ultrasound without thrombus."
TEXT = "The culture grew Klebsiella."
START = 100


def quoted(start: int, end: int) -> Evidence:
    source = in_note("n1", start, end)
    return Evidence(id=evidence_id(source), kind="text", source=source, quote=NOTE[start:end])


CULTURE = quoted(0, 37)
ROW_SOURCE = in_row("microbiology", "77", "organism")
ROW = Evidence(
    id=evidence_id(ROW_SOURCE), kind="fact", source=ROW_SOURCE, quote="organism=PROTEUS MIRABILIS"
)


def claim(
    grade: Grade | None, relation: Relation | None, cited: Evidence = CULTURE
) -> ClaimVerdict:
    return ClaimVerdict(
        text="Klebsiella",
        start=START + 17,
        end=START + 27,
        kind="exam",
        status="graded" if grade else "abstained",
        grade=grade,
        evidence=() if relation is None else (Citation(id=cited.id, relation=relation),),
    )


E4 = HallucinationDetectionResult(
    reasoning=f"{CULTURE.id} names another organism.",
    status="graded",
    hallucination_status=True,
    hallucination_types=("exam_result_error",),
    evidence_grade="E4",
    claims=(claim("E4", "contradicts"),),
)
E3 = E4.model_copy(
    update={
        "evidence_grade": "E3",
        "absence_rationale": "All cultures were searched; the drug was chosen for it.",
        "claims": (claim("E3", None),),
    }
)
E1 = E4.model_copy(
    update={
        "evidence_grade": "E1",
        "hallucination_status": False,
        "hallucination_types": (),
        "claims": (claim("E1", "supports"),),
    }
)
LEFT_OPEN = HallucinationDetectionResult(
    reasoning="Two cultures disagree.", status="abstained", reason="conflicting cultures"
)


async def rule_of(
    result: HallucinationDetectionResult,
    evidence: list[Evidence] | None = None,
    notes: dict[str, str] | None = None,
) -> str | None:
    state = SentenceState(
        graph_id="p1",
        graph_version="v",
        anchors=Anchors(),
        index=0,
        start=START,
        end=START + len(TEXT),
        text=TEXT,
        heading="",
        before="",
        findings=[],
        claims=[],
        evidence=[CULTURE, ROW] if evidence is None else evidence,
        result=result,
    )
    validate = Validator(lambda graph_id: SourceTexts(notes=notes or {}))
    objection = (await validate(state))["objection"]
    return objection.rule if objection else None


@pytest.mark.parametrize("result", [E1, E3, E4, LEFT_OPEN])
async def test_a_consistent_verdict_passes(result: HallucinationDetectionResult) -> None:
    assert await rule_of(result) is None


@pytest.mark.parametrize(
    ("result", "change", "rule"),
    [
        (E1, {"hallucination_status": True, "hallucination_types": ("time_error",)}, "R1"),
        (E3, {"absence_rationale": None}, "R2"),
        (E3, {"absence_rationale": "  "}, "R2"),
        (E4, {"claims": (claim("E4", "supports"),)}, "R3"),
        (E4, {"claims": ()}, "R3"),
        (E4, {"reasoning": "It names another organism."}, "R3"),
        (E3, {"hallucination_status": False, "hallucination_types": ()}, "R4"),
        (E4, {"hallucination_types": ()}, "schema"),
        (E1, {"hallucination_status": None}, "schema"),
        (E1, {"evidence_grade": None}, "schema"),
        (E1, {"claims": (claim("E4", "contradicts"),)}, "schema"),
        (E1, {"claims": (claim("E1", "supports"), claim(None, None))}, "schema"),
        (LEFT_OPEN, {"reason": None}, "schema"),
        (LEFT_OPEN, {"evidence_grade": "E1"}, "schema"),
    ],
)
async def test_each_rule_is_named(
    result: HallucinationDetectionResult, change: dict[str, object], rule: str
) -> None:
    assert await rule_of(result.model_copy(update=change)) == rule


@pytest.mark.parametrize("name", [CULTURE.id, str(CULTURE.source), CULTURE.quote.upper()])
async def test_the_reasoning_may_name_evidence_by_id_place_or_quote(name: str) -> None:
    assert await rule_of(E4.model_copy(update={"reasoning": f"But: {name}"})) is None


async def test_the_value_of_a_row_names_it() -> None:
    result = E4.model_copy(
        update={
            "claims": (claim("E4", "contradicts", ROW),),
            "reasoning": "The laboratory found Proteus mirabilis instead.",
        }
    )
    assert await rule_of(result) is None


async def test_every_contradicted_claim_needs_its_own_citation() -> None:
    result = E4.model_copy(update={"claims": (*E4.claims, claim("E4", None))})
    assert await rule_of(result) == "R3"


@pytest.mark.parametrize(("start", "end"), [(0, 10), (START + 17, START + 200), (START, START + 5)])
async def test_a_claim_stands_where_it_says(start: int, end: int) -> None:
    moved = E1.claims[0].model_copy(update={"start": start, "end": end})
    assert await rule_of(E1.model_copy(update={"claims": (moved,)})) == "schema"


async def test_only_retrieved_evidence_may_be_cited() -> None:
    assert await rule_of(E4, evidence=[ROW]) == "evidence_ids"


async def test_a_quote_is_held_against_the_note() -> None:
    assert await rule_of(E4, notes={"n1": NOTE}) is None
    assert await rule_of(E4, notes={"n1": NOTE.replace("Proteus", "Ecoli..")}) == "quotes"


async def test_a_quote_is_held_against_the_passages_around_it() -> None:
    inside = quoted(19, 36)
    result = E4.model_copy(
        update={"claims": (claim("E4", "contradicts", inside),), "reasoning": inside.id}
    )
    assert await rule_of(result, evidence=[inside, CULTURE]) is None
    altered = inside.model_copy(update={"quote": "Proteus vulgarisX"})
    assert await rule_of(result, evidence=[altered, CULTURE]) == "quotes"


@pytest.mark.parametrize(
    "altered",
    [
        ROW.model_copy(update={"quote": "comment=PROTEUS MIRABILIS"}),
        ROW.model_copy(update={"source": in_row("microbiology", "78", "organism")}),
    ],
)
async def test_a_row_is_quoted_by_its_field_and_its_id_is_that_of_its_place(
    altered: Evidence,
) -> None:
    result = E4.model_copy(
        update={"claims": (claim("E4", "contradicts", ROW),), "reasoning": ROW.id}
    )
    assert await rule_of(result) is None
    assert await rule_of(result, evidence=[altered]) == "quotes"
