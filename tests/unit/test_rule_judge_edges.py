"""Rules that an edge of the graph decides: each with what it refutes and what it leaves alone."""

import pytest

from agents.check_graph import CheckParts, check_graph
from agents.known_judges import known_judges
from agents.runs import run_check
from clinical.claims import read_claims
from clinical.facts import Anchors
from graph_state.context import Context
from graph_state.findings import ClaimVerdict
from kg.build import build_graph
from kg.extraction import RuleExtractor
from kg.record import Note, PatientRecord
from kg.sqlite_store import SqliteStore

RECORD = """Allergies: Penicillins (anaphylaxis), Azathioprine (pancreatitis), Lisinopril (cough)

History of Present Illness:
A 61 year old woman with asthma.

Hospital Course Notes:
04-02: She was given levofloxacin 750 mg daily for pneumonia.
04-03: Delirium caused by urinary retention.
04-04: Heparin was held, thrombocytopenia due to heparin.
"""
FATHER = (
    "Family History: Father had a penicillin allergy.\n\nHospital Course: Cellulitis of the leg."
)


async def claims_of(sentence: str, record: str = RECORD) -> list[ClaimVerdict]:
    note = Note(id="n1", category="discharge", text=record, time="2181-04-08")
    anchors = Anchors(admitted="2181-04-01", discharged="2181-04-08")
    store = SqliteStore()
    view = PatientRecord(patient_id="p1", notes=(note,))
    await store.upsert(build_graph(view, None, anchors, RuleExtractor()))
    parts = CheckParts(store=store, judges=known_judges(), read_claims=read_claims)
    request = {"patient_id": "p1", "summary": sentence}
    context = Context(operating_point="as_judged")
    report = await run_check(check_graph(parts).compile(), request, context)  # type: ignore[arg-type]
    await store.close()
    assert {finding.status for finding in report.findings} != {"failed"}
    return [c for f in report.findings if f.result is not None for c in f.result.claims]


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("barred_drug", "She tolerates penicillin."),
        ("barred_drug", "She received penicillin without any reaction."),
        ("reaction_of_list", "Azathioprine had given her hepatitis."),
        ("reaction_of_list", "Lisinopril was avoided because of earlier angioedema."),
        ("reversed_cause", "Her urinary retention was due to delirium."),
        ("other_purpose", "Levofloxacin was given for cholangitis."),
    ],
)
async def test_what_an_edge_refutes(rule: str, sentence: str) -> None:
    told = {claim.rule: claim for claim in await claims_of(sentence)}
    assert rule in told
    assert told[rule].grade == "E4" and told[rule].evidence and told[rule].explanation


@pytest.mark.parametrize(
    "sentence",
    [
        "She is allergic to penicillin.",
        "Penicillin was avoided.",
        "She was desensitized to penicillin.",
        "Azathioprine had given her pancreatitis.",
        "Lisinopril was avoided because of earlier cough.",
        "Lisinopril was avoided because of her earlier reaction.",
        "Her delirium was due to urinary retention.",
        "Thrombocytopenia caused by urinary retention.",
        "Levofloxacin was given for pneumonia.",
        "Levofloxacin was given for a respiratory infection.",
        "She received levofloxacin without any reaction.",
    ],
)
async def test_what_the_edges_leave_alone(sentence: str) -> None:
    rules = {claim.rule for claim in await claims_of(sentence)}
    assert rules.isdisjoint({"barred_drug", "reaction_of_list", "reversed_cause", "other_purpose"})


async def test_the_allergy_of_a_relative_bars_nothing() -> None:
    rules = {claim.rule for claim in await claims_of("She tolerates penicillin.", FATHER)}
    assert "barred_drug" not in rules
