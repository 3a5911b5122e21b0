"""For all tests: the command to run, and a fictional report with every grade, status and source."""

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.main import app
from clinical.facts import TimeSpan
from clinical.labels import ErrorType, Grade, Kind, Relation, Severity, Status
from clinical.sources import SourceRef, in_note, in_row
from graph_state.findings import (
    Citation,
    CitedEvidence,
    ClaimVerdict,
    Finding,
    HallucinationDetectionResult,
    Omission,
    Report,
)
from kg.evidence import Evidence, EvidenceKind, evidence_id

SUMMARY = """BRIEF HOSPITAL COURSE

Ms. Okafor is a 71 year old woman who was admitted with pneumonia.
She was started on ceftriaxone for community-acquired pneumonia.

# Atrial fibrillation
Her metoprolol was increased to 100 mg daily. Chest X-ray showed a right lower lobe opacity.
She reported an allergy to penicillin.
She was visited by her sister from Lagos and underwent bronchoscopy on hospital day 3.
Her mood was good 🙂 and קבלה was reviewed.
Creatinine was 1.1 on the day of discharge.
Potassium was roughly what one would expect.
It was a pleasure to take part in her care.
"""

DISCHARGE_NOTE = """Name: Okafor, Adaeze 🫁 <script>document.title = "broken"</script>
Allergies:
sulfa drugs, shellfish

History of Present Illness:
71 year old woman with three days of cough, fever and shortness of breath. \
Found to have pneumonia of the LEFT lower lobe. </script><img src=x onerror=alert(1)>

Medications:
metoprolol succinate 50 mg PO daily, <b>unchanged</b> & "continued"
ceftriaxone 1 g IV q24h

Discharge Condition:
Mental Status: clear. מצב יציב.
"""

RADIOLOGY_NOTE = """CHEST (PA AND LAT)

FINDINGS: There is a new opacity in the left lower lobe. \
No pleural effusion. No pneumothorax.

IMPRESSION: Left lower lobe pneumonia.
"""

SOURCES = {"dc-1": DISCHARGE_NOTE, "rad-1": RADIOLOGY_NOTE}

DAY = TimeSpan(earliest="2181-04-02T00:00:00", latest="2181-04-02T23:59:59", precision="day")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--allow-existing",
        action="store_true",
        help="Test in the database of CURAVIEW_NEO4J_URI although it is not empty: "
        "the patient graphs in it are deleted, everything else stays.",
    )


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> Callable[..., tuple[int, str, str]]:
    """Run the command; return its exit status and what it wrote to both streams."""

    def run_command(*arguments: str | Path, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setenv("CURAVIEW_RUN_DIR", str(tmp_path / "kept"))
        monkeypatch.setattr(sys, "argv", ["curaview", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        monkeypatch.setattr(sys, "excepthook", sys.__excepthook__)
        with pytest.raises(SystemExit) as left:
            app()
        out, err = capfdbinary.readouterr()
        return int(left.value.code or 0), out.decode(), err.decode()

    return run_command


def passage(note: str, quote: str, section: str, kind: EvidenceKind = "fact") -> Evidence:
    """Cite the first place of a quote in a note."""
    start = SOURCES[note].index(quote)
    source = in_note(note, start, start + len(quote))
    return Evidence(
        id=evidence_id(source),
        kind=kind,
        source=source,
        quote=quote,
        time=DAY,
        section=section,
        score=0.91237,
    )


def cell(source: SourceRef, value: str) -> Evidence:
    """Cite a field of a table row."""
    quote = f"{source.field}={value}"
    return Evidence(id=evidence_id(source), kind="fact", source=source, quote=quote, score=0.5)


METOPROLOL_NOTE = passage("dc-1", "metoprolol succinate 50 mg PO daily", "discharge_medications")
METOPROLOL_ROW = cell(in_row("prescriptions", "rx-7", "dose_val_rx"), "50")
PNEUMONIA = passage("dc-1", "pneumonia of the LEFT lower lobe", "history_of_present_illness")
OPACITY = passage("rad-1", "new opacity in the left lower lobe", "findings")
CEFTRIAXONE = passage("dc-1", "ceftriaxone 1 g IV q24h", "discharge_medications")
ALLERGIES = passage("dc-1", "sulfa drugs, shellfish", "allergies", "list")
CREATININE = cell(in_row("labevents", "lab-3", "valuenum"), "1.1")
AGE = passage("dc-1", "71 year old woman", "history_of_present_illness")


Cited = tuple[tuple[Evidence, Relation], ...]


def claim(
    text: str,
    kind: Kind,
    grade: Grade | None,
    cited: Cited = (),
    types: tuple[ErrorType, ...] = (),
    attribute: str = "existence",
    explanation: str = "",
    status: Status = "graded",
) -> ClaimVerdict:
    """Judge a claim that stands once in the summary."""
    start = SUMMARY.index(text)
    return ClaimVerdict(
        text=text,
        start=start,
        end=start + len(text),
        kind=kind,
        status=status,
        grade=grade,
        types=types,
        attribute=attribute,
        rule=f"{kind}_{attribute}",
        confidence=0.87654321,
        evidence=tuple(Citation(id=e.id, relation=relation) for e, relation in cited),
        explanation=explanation,
    )


def verdict(
    reasoning: str,
    grade: Grade | None,
    claims: tuple[ClaimVerdict, ...] = (),
    status: Status = "graded",
    reason: str | None = None,
    severity: Severity | None = None,
    absence_rationale: str | None = None,
    suggestion: str | None = None,
) -> HallucinationDetectionResult:
    """Sum up claims in a verdict on their sentence."""
    return HallucinationDetectionResult(
        reasoning=reasoning,
        status=status,
        reason=reason,
        hallucination_status=None if grade is None else grade in ("E3", "E4"),
        hallucination_types=tuple(dict.fromkeys(t for c in claims for t in c.types)),
        evidence_grade=grade,
        severity=severity,
        confidence=0.912345,
        absence_rationale=absence_rationale,
        suggestion=suggestion,
        claims=claims,
    )


def finding(
    index: int, text: str, result: HallucinationDetectionResult, cited: Cited = ()
) -> Finding:
    """Keep a verdict on a sentence that stands once in the summary."""
    start = SUMMARY.index(text)
    return Finding(
        index=index,
        start=start,
        end=start + len(text),
        text=text,
        status=result.status,
        reason=result.reason,
        result=result,
        evidence=tuple(CitedEvidence(evidence=e, relation=relation) for e, relation in cited),
    )


def supported() -> list[Finding]:
    """Grade the sentences that the record carries."""
    first: Cited = ((AGE, "supports"), (PNEUMONIA, "supports"))
    second: Cited = ((CEFTRIAXONE, "supports"), (PNEUMONIA, "context"))
    third: Cited = ((CREATININE, "supports"),)
    drug = claim("started on ceftriaxone", "medication", "E2", second)
    value = claim("Creatinine was 1.1", "lab", "E1", third, attribute="value")
    age = claim("71 year old woman", "demographic", "E1", first[:1])
    reason = claim("admitted with pneumonia", "diagnosis", "E1", first[1:])
    return [
        finding(
            1,
            "Ms. Okafor is a 71 year old woman who was admitted with pneumonia.",
            verdict("Age and diagnosis are stated.", "E1", (age, reason)),
            first,
        ),
        finding(
            2,
            "She was started on ceftriaxone for community-acquired pneumonia.",
            verdict("Ceftriaxone treats pneumonia; the link is inferred.", "E2", (drug,)),
            second,
        ),
        finding(
            9,
            "Creatinine was 1.1 on the day of discharge.",
            verdict("The last creatinine is 1.1.", "E1", (value,)),
            third,
        ),
    ]


def contradicted() -> list[Finding]:
    """Grade the sentences that the record refutes, one of them with two contradicted claims."""
    dose: Cited = ((METOPROLOL_NOTE, "contradicts"), (METOPROLOL_ROW, "contradicts"))
    side: Cited = ((OPACITY, "contradicts"), (PNEUMONIA, "contradicts"))
    list_searched: Cited = ((ALLERGIES, "contradicts"),)
    drug = claim(
        "metoprolol was increased to 100 mg daily",
        "medication",
        "E4",
        dose,
        ("medication_error",),
        "dose",
        "The summary says 100 mg; the record says 50 mg, unchanged.",
    )
    lobe = claim(
        "right lower lobe opacity",
        "exam",
        "E4",
        side,
        ("exam_result_error",),
        "laterality",
        "The summary says right; the record says left.",
    )
    allergy = claim(
        "allergy to penicillin",
        "allergy",
        "E4",
        list_searched,
        ("medication_error",),
        explanation="Closed world: the allergy list does not name penicillin.",
    )
    return [
        finding(
            4,
            "Her metoprolol was increased to 100 mg daily.",
            verdict(
                "The dose of metoprolol stayed at 50 mg.",
                "E4",
                (drug,),
                severity="high",
                suggestion="Her metoprolol was continued at 50 mg daily.",
            ),
            dose,
        ),
        finding(
            5,
            "Chest X-ray showed a right lower lobe opacity.",
            verdict(
                "The opacity is on the left.",
                "E4",
                (lobe,),
                severity="medium",
                suggestion="Chest X-ray showed a left lower lobe opacity.",
            ),
            side,
        ),
        finding(
            6,
            "She reported an allergy to penicillin.",
            verdict("The allergy list is closed.", "E4", (allergy,), severity="high"),
            list_searched,
        ),
    ]


def unsupported() -> list[Finding]:
    """Grade the sentence on which the record is silent."""
    text = "She was visited by her sister from Lagos and underwent bronchoscopy on hospital day 3."
    done = claim(
        "underwent bronchoscopy on hospital day 3",
        "procedure",
        "E3",
        types=("invented_fact", "time_error"),
        explanation="No bronchoscopy is recorded.",
    )
    visit = claim("visited by her sister from Lagos", "event", "E1", ((AGE, "context"),))
    result = verdict(
        "No procedure of this name is in the record.",
        "E3",
        (visit, done),
        severity="low",
        absence_rationale="Searched: procedures_icd, 2 notes (all sections). A bronchoscopy "
        "would be recorded as a procedure.",
    )
    return [finding(7, text, result, ((AGE, "context"),))]


def ungraded() -> list[Finding]:
    """End the check of a sentence in each way that gives no grade."""
    vague = "Potassium was roughly what one would expect."
    mood = "Her mood was good 🙂 and קבלה was reviewed."
    rejected = verdict(
        "Mood is documented.", "E4", (claim("mood was good", "symptom", "E4"),), severity="low"
    )
    open_claim = claim("Potassium was roughly", "lab", None, status="abstained")
    failed = finding(8, mood, verdict("", None, status="failed", reason="R2: E4 without evidence"))
    return [
        finding(
            0,
            "BRIEF HOSPITAL COURSE",
            verdict("", None, status="not_checkable", reason="section heading"),
        ),
        finding(
            3,
            "# Atrial fibrillation",
            verdict("", None, (), "abstained", "the record is ambiguous about this problem"),
        ),
        failed.model_copy(update={"result": None, "last_result": rejected, "retries": 3}),
        finding(
            10,
            vague,
            verdict("No value is given.", None, (open_claim,), "abstained", "no value to compare"),
        ),
        finding(
            11,
            "It was a pleasure to take part in her care.",
            verdict("", None, status="not_checkable", reason="courtesy"),
        ),
    ]


@pytest.fixture
def fictional_report() -> Report:
    """Report on a fictional patient: every grade, every status, hostile text in a note."""
    return Report(
        patient_id="P-0042",
        admission_id="A-77",
        target="brief_hospital_course",
        judge="rules",
        summary=SUMMARY,
        settings={"judge": "rules", "evidence": "all", "top_k": 20, "weight": 0.123456},
        versions={"curaview": "0.1.0", "graph": "9f2c"},
        findings=(*ungraded(), *contradicted(), *unsupported(), *supported()),
        omissions=(
            Omission(
                kind="allergy",
                text="allergy to sulfa drugs and shellfish",
                evidence=(ALLERGIES.id,),
            ),
            Omission(kind="lab", text="blood culture with growth", evidence=("ev_elsewhere",)),
        ),
        sources=SOURCES,
        rows={
            "prescriptions:rx-7": {
                "drug": "Metoprolol Succinate XL",
                "dose_val_rx": "50",
                "dose_unit_rx": "mg",
                "starttime": "2181-04-01 08:00:00",
            }
        },
        omission_evidence=(ALLERGIES,),
    )
