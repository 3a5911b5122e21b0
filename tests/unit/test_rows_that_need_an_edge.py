"""Sentences labeled beforehand as needing an edge: the graph decides them, wrong edges do not.

Each names two things that the record holds both, so that only what joins them can refute.
"""

import pytest

from evaluation.baselines.ablation import AblationName
from evaluation.checking import open_record
from evaluation.labeled import LabeledRecord
from graph_state.context import Context
from kg.record import Encounter, Note, PatientRecord

WARDS = {
    "1": (
        """Allergies: Azathioprine (pancreatitis), Codeine (vomiting), Lisinopril (cough)

Progress Notes:
05-02: Delirium caused by urinary retention.
05-03: Rhabdomyolysis due to simvastatin. Atrial fibrillation triggered by thyrotoxicosis.
05-04: Levofloxacin 750 mg daily for pneumonia. Gabapentin 300 mg for neuropathy.
05-05: Hypotension, resolved. Hepatitis panel sent.
""",
        (
            ("Her urinary retention was due to delirium.", True),
            ("Thyrotoxicosis was triggered by atrial fibrillation.", True),
            ("Azathioprine had given her hypotension.", True),
            ("Lisinopril was avoided because of earlier vomiting.", True),
            ("Levofloxacin was given for cystitis.", True),
            ("Her delirium was due to urinary retention.", False),
            ("Atrial fibrillation was triggered by thyrotoxicosis.", False),
            ("Azathioprine had given her pancreatitis.", False),
            ("Lisinopril was avoided because of earlier cough.", False),
            ("Levofloxacin was given for pneumonia.", False),
        ),
    ),
    "2": (
        """Allergies: Methotrexate (pneumonitis), Tramadol (seizure), Penicillins (anaphylaxis)

Progress Notes:
06-11: Syncope caused by complete heart block.
06-12: Acute kidney injury due to dehydration. Hyponatremia secondary to hydrochlorothiazide.
06-13: Doxycycline 100 mg twice daily for cellulitis. Metoprolol 25 mg for atrial fibrillation.
""",
        (
            ("Complete heart block was caused by syncope.", True),
            ("Dehydration was due to acute kidney injury.", True),
            ("Tramadol had given him pneumonitis.", True),
            ("Methotrexate was avoided because of an earlier seizure.", True),
            ("Doxycycline was given for prostatitis.", True),
            ("She tolerates penicillin.", True),
            ("Syncope was caused by complete heart block.", False),
            ("Acute kidney injury was due to dehydration.", False),
            ("Tramadol had given him a seizure.", False),
            ("Methotrexate was avoided because of earlier pneumonitis.", False),
            ("Doxycycline was given for cellulitis.", False),
            ("Penicillin was avoided.", False),
        ),
    ),
}


def record(name: str) -> LabeledRecord:
    note = Note(id=f"{name}-DS", category="discharge", text=WARDS[name][0], encounter=f"9{name}")
    stay = Encounter(
        id=f"9{name}", admitted="2188-05-01T08:00:00", discharged="2188-06-20T12:00:00"
    )
    known = PatientRecord(patient_id=name, encounters=(stay,), notes=(note,))
    return LabeledRecord(id=name, patient=name, record=known, admission_id=f"9{name}", documents=())


async def flagged(name: str, ablation: AblationName | None) -> list[bool]:
    """Say of each sentence whether it is called contradicted."""
    found = []
    async with open_record(record(name), "all") as opened:
        check = await opened.checker(Context(operating_point="as_judged"), ablation=ablation)
        for sentence, _ in WARDS[name][1]:
            (finding,) = (await check(sentence)).findings
            result = finding.result
            found.append(result is not None and result.evidence_grade == "E4")
    return found


async def right(ablation: AblationName | None) -> tuple[int, int]:
    """Count the wrong sentences that are found, and the right ones that are flagged."""
    hits = alarms = 0
    for name, (_, labeled) in WARDS.items():
        for (_, wrong), told in zip(labeled, await flagged(name, ablation), strict=True):
            hits += wrong and told
            alarms += told and not wrong
    return hits, alarms


async def test_the_graph_decides_what_needs_an_edge() -> None:
    hits, alarms = await right(None)
    assert (hits, alarms) == (11, 0)


@pytest.mark.parametrize("ablation", ["no_relations", "permuted"])
async def test_without_edges_or_with_wrong_ones_fewer_are_found(ablation: AblationName) -> None:
    hits, alarms = await right(ablation)
    assert hits - alarms <= 6
