"""Procedures, new diagnoses, allergies that matter and where the patient went."""

import re

from agents.omissions.expected import Expected, expected_from
from agents.omissions.naming import named
from agents.omissions.stay import Stay, Told, segment_of
from clinical.sections import find_sections

HISTORY = ("past_medical_history", "past_surgical_history")
NEWLY_WORSE = re.compile(
    r"\bacute|exacerbation|decompensat|flare|\bnew\b|progress|complicat|recurren|relapse|crisis",
    re.IGNORECASE,
)
MAJOR = frozenset(
    {
        "procedure:intubation",
        "procedure:dialysis",
        "procedure:transfusion",
        "procedure:cpr",
        "procedure:defibrillation",
        "procedure:cardioversion",
        "procedure:ecmo",
        "procedure:tracheostomy",
        "procedure:chest_tube",
        "procedure:balloon_pump",
        "procedure:temporary_pacing",
    }
)
"""What a course tells even where no list of procedures names it."""

MINOR = frozenset(
    {
        "procedure:line",
        "procedure:urinary_catheter",
        "procedure:straight_catheter",
        "procedure:voiding_trial",
        "procedure:general_anesthesia",
        "procedure:nerve_block",
        "procedure:oxygen",
        "procedure:home_oxygen",
        "procedure:splint",
        "procedure:bowel_rest",
        "procedure:incentive_spirometry",
        "procedure:pca",
        "procedure:physical_restraint",
        "procedure:extubation",
        "procedure:phlebotomy",
    }
)
"""Access, comfort and monitoring."""

INVASIVE_STUDIES = frozenset(
    {"study:endoscopy", "study:biopsy", "study:bone_marrow_biopsy", "study:angiography"}
    | {"study:cardiac_catheterization", "study:transesophageal_echocardiogram"}
)

TOLD_IN = ("events", "results", "transfusions", "complications")
LEFT = (
    r"\bdischarg(?:ed?|ing)\b(?: \w+){0,2} (?:to|home)\b|\b(?:sent|went|goes|returned?|returning) "
    r"(?:back )?(?:home|to)\b|\btransfer(?:red)? to\b|\bleft (?:the hospital|against|in )"
    r"|\b(?:expired|died|passed away|hospice|rehab\w*|nursing (?:home|facility))\b"
)
WHOLE_DOCUMENT = 3
"""Sections of a summary from which on it is a whole document, not the course alone."""


def procedures(stay: Stay) -> list[Expected]:
    """What the list of procedures names, and major ones wherever this stay tells of them."""
    listed = [t for t in stay.section("procedures") if is_invasive(t)]
    rows = [t for t in stay.rows() if "procedure" in t.fact.source.table and stay.during(t)]
    major = [
        t
        for t in (*stay.section(*TOLD_IN), *stay.rows())
        if t.fact.concept.id in MAJOR and stay.during(t)
    ]
    done = [t for t in (*listed, *filter(is_invasive, rows), *major) if was_done(t)]
    return [procedure(group) for group in by_segment(once(done))]


def was_done(told: Told) -> bool:
    """Say whether a procedure took place."""
    return told.fact.kind == "procedure" and told.fact.assertion == "present"


def is_invasive(told: Told) -> bool:
    """Leave out imaging, tracings and what serves access, monitoring and comfort."""
    concept = told.fact.concept
    ids = {concept.id, *concept.broader}
    if ids & MINOR:
        return False
    return concept.id.startswith("procedure:") or any(
        wider in INVASIVE_STUDIES or wider.startswith("procedure:") for wider in ids
    )


def procedure(group: list[Told]) -> Expected:
    """An operation or procedure of this stay, with what was done along with it."""
    names = ", ".join(told.fact.concept.name for told in group)
    return expected_from(
        "procedure", "procedure", f"procedure: {names}", *group, name=group[0].fact.text
    )


def new_diagnoses(stay: Stay) -> list[Expected]:
    """The discharge diagnoses that the history does not hold, or that became worse."""
    history = [t for t in stay.section(*HISTORY) if t.fact.kind in ("diagnosis", "symptom")]
    listed = [
        t
        for t in stay.section("discharge_diagnosis")
        if t.fact.kind in ("diagnosis", "symptom") and t.fact.assertion in ("present", "possible")
    ]
    known = [named(t.fact) for t in history]
    fresh = [
        t
        for t in once(listed)
        if NEWLY_WORSE.search(line_of(t)) or not any(named(t.fact).links(h) for h in known)
    ]
    return [diagnosis(group) for group in by_segment(fresh)]


def diagnosis(group: list[Told]) -> Expected:
    """A diagnosis of this stay, with what the list names in one breath with it."""
    words = ", ".join(" ".join(told.fact.text.split()) for told in group)
    first = group[0].fact
    return expected_from(
        "new_diagnosis", first.kind, f"diagnosis of this stay: {words}", *group, name=first.text
    )


def line_of(told: Told) -> str:
    """The line or sentence of the list in which a fact stands."""
    start, end = segment_of(told)
    return told.evidence.quote[start:end]


def by_segment(told: list[Told]) -> list[list[Told]]:
    """Put together what one line or sentence of a source names."""
    found: dict[tuple[str, tuple[int, int]], list[Told]] = {}
    for one in told:
        found.setdefault((one.evidence.id, segment_of(one)), []).append(one)
    return list(found.values())


def allergies(stay: Stay, summary: str) -> list[Expected]:
    """Allergies to what the patient was given; or all, in a whole document."""
    listed = once(
        [t for t in stay.told if t.fact.kind == "allergy" and t.fact.assertion == "present"]
    )
    given = [named(t.fact) for t in stay.told if is_given(t, stay)] if listed else []
    whole = is_whole_document(summary)
    return [
        allergy(told, whole)
        for told in listed
        if whole or any(named(told.fact).links(drug) for drug in given)
    ]


def is_given(told: Told, stay: Stay) -> bool:
    """Say whether the patient had a drug in this stay or leaves with it."""
    fact = told.fact
    had = fact.assertion == "present" and fact.status not in ("not_given", "stopped", "held")
    return fact.kind == "medication" and had and (fact.status == "discharge" or stay.during(told))


def is_whole_document(summary: str) -> bool:
    """Tell a summary with all its sections from a hospital course alone."""
    return len({section.name for section in find_sections(summary)}) >= WHOLE_DOCUMENT


def allergy(told: Told, whole: bool) -> Expected:
    """An allergy that a reader has to know."""
    why = "" if whole else " (a related drug was given)"
    text = f"allergy: {' '.join(told.fact.text.split())}{why}"
    return expected_from("allergy", "allergy", text, told, name=told.fact.text, told_by=r"\ballerg")


def dispositions(stay: Stay) -> list[Expected]:
    """Where the patient went."""
    told = [
        t
        for t in stay.section("discharge_disposition")
        if t.fact.concept.id.startswith("disposition:") and t.fact.assertion == "present"
    ]
    return [disposition(told[0])] if told else []


def disposition(told: Told) -> Expected:
    """The place that the patient was discharged to; any word on leaving tells it."""
    text = f"disposition: {' '.join(told.fact.text.split())}"
    return expected_from("disposition", "encounter", text, told, told_by=LEFT)


def once(told: list[Told]) -> list[Told]:
    """Keep the first of each concept."""
    found: dict[str, Told] = {}
    for one in told:
        found.setdefault(one.fact.concept.id, one)
    return list(found.values())
