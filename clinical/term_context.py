"""What the words around a named thing make of it: another effusion, a test, a plan."""

import re
from collections.abc import Sequence

from clinical.assertion import AssertionResult
from clinical.clauses import clause_around, small_clauses
from clinical.vocabulary import TermMention

EFFUSION = "HP:0002202"
"""The concept that a bare `effusion` names: a pleural one."""

JOINT = re.compile(r"\b(?:joint|knee|elbow|hip|shoulder|ankle|wrist|patella\w*|arthr\w+)\b", re.I)
HEART = re.compile(r"\b(?:echo\w*|TTE|TEE|pericardi\w+|tamponade|LVEF|EF|valve|ventric\w+)\b", re.I)
HEART_STUDIES = frozenset({"study:echocardiogram", "study:transesophageal_echocardiogram"})
LUNG = re.compile(r"\b(?:pleural|lung|chest|CXR|thora\w+|base|bases|lobe|bilateral|b/l)\b", re.I)

TESTED = re.compile(
    r"[ \t]*(?:(?:PCR|toxin|antigen|Ag|Ab|antibod\w+|tests?|testing|screen|assay|stool|studies"
    r"|serolog\w+|panel|titers?|swab|\d[\d/-]*)[ \t\n]*){0,3}(?:(?:was|were|is|has been)[ \t]+)?"
    r"(?:sent|pending|ordered|collected|drawn|to be sent)\b",
    re.IGNORECASE,
)
NAMED_TEST = re.compile(
    r"[ \t\n]*(?:(?:stool|urine|serum|urinary|nasal|blood)[ \t\n]+)?(?:PCR|toxin|antigen|Ag"
    r"|Ab|antibod\w+"
    r"|serolog\w+|titers?)(?:[ \t]*\([^()\n]*\))?[ \t]*[.;]?[ \t]*(?:\n|\Z)",
    re.IGNORECASE,
)
"""A test that is named without its result, as in a list of what is pending."""

DEALING = re.compile(
    r"[ \t]+(?:risks?\b(?! of)|thresholds?|bundles?|alerts?|precautions?|prophylaxis|prevention"
    r"|parameters?|scores?|scales?|activation|codes?|reduction|awareness|surveillance"
    r"|screen(?:ing)?s?|clinics?|centers?|programs?|units?|nurses?|specialists?|protocols?|pathways?"
    r"|teaching|education|educators?|counsel\w+|handouts?|class(?:es)?|groups?|teams?"
    r"|services?|registry)\b",
    re.IGNORECASE,
)
SPECIES = re.compile(r"[ \t]+groups?\b", re.IGNORECASE)
"""`Bacteroides fragilis group`: kinds of a germ, not people who deal with it."""

FALLS = frozenset({"HP:0002527", "event:fall"})
"""The concepts that a bare `fall` names."""

FALL_WORD = re.compile(r"falls?|fell|falling|fallen", re.IGNORECASE)
DROPPED = re.compile(
    r"\s+(?:(?:to|of|by|from|below|under|above|between)\s+(?:a\s+|about\s+|over\s+|around\s+)?[\d<>~]"
    r"|(?:in|of)\s+(?:(?:the|his|her|their|its|serum|plasma|blood|urine|mean|systolic|total)\s+){0,2}"
    r"(?:h(?:a)?emoglobin|h(?:a)?ematocrit|hgb|hb|hct|platelets?|plts?|pressure|bp|sodium|potassium|calcium|glucose"
    r"|creatinine|cr|output|counts?|levels?|saturation|sats?|spo2|temperature|weight|rate|lactate|ef"
    r"|lvef|ejection|fraction|volume|oxygen|crp|wbc|inr|bilirubin|albumin|sugar|sugars|titers?"
    r"|titres?|egfr|gfr|ph|bicarbonate|co2|phosphate|magnesium)\b"
    r"|on\s+(?:the\s+)?(?:day|same|first|second|last|eve|weekend|mon|tues|wednes|thurs|fri|satur"
    r"|sun|\d)|within\b|under\b|short\b|outside\b|between\b|below\b|asleep\b|apart\b|due\b"
    r"|into\s+(?:the|a|this)\b)",
    re.IGNORECASE,
)
"""What makes a fall one of a number or a date: `a fall in calcium`, `day 8 falls on Monday`."""

CALLED = re.compile(r"\bcode\s+\Z", re.IGNORECASE)
"""`Code stroke`: the call for a team."""

FINDINGS = frozenset({"diagnosis", "symptom", "exam", "organism"})
MEASURES = frozenset({"procedure", "device", "service", "disposition"})
JOINED = re.compile(r"\b(?:or|nor|and/or)\b", re.IGNORECASE)


def concept_in_context(text: str, mention: TermMention, study: str | None) -> str:
    """The concept id of a mention; a bare effusion is the joint's or the heart's where they stand.

    Only the clause and the study decide, so that `effusion` in a chest film stays a pleural one.
    """
    if mention.concept_id != EFFUSION or LUNG.search(mention.text):
        return mention.concept_id
    low, high = clause_around(small_clauses(text), mention.start)
    clause = text[low : max(high, mention.end)]
    if LUNG.search(clause):
        return mention.concept_id
    if JOINT.search(clause) or (study is None and JOINT.search(text)):
        return "finding:joint_effusion"
    if study in HEART_STUDIES or HEART.search(clause):
        return "MONDO:0001370"
    return mention.concept_id


def is_attribute(text: str, mention: TermMention) -> bool:
    """Say whether a disease only names who or what deals with it: `fracture clinic`."""
    if mention.group == "organism" and SPECIES.match(text, mention.end):
        return False
    if mention.group not in FINDINGS and mention.concept_id not in FALLS:
        return False
    called = CALLED.search(text, max(0, mention.start - len("activated ")), mention.start)
    return called is not None or DEALING.match(text, mention.end) is not None


def is_drop(text: str, mention: TermMention) -> bool:
    """Say whether a fall is one of a value or of a date, not of the patient."""
    bare = mention.concept_id in FALLS and FALL_WORD.fullmatch(mention.text) is not None
    return bare and DROPPED.match(text, mention.end) is not None


def is_tested(text: str, mention: TermMention) -> bool:
    """Say whether a germ is only named as what a test was sent for: `C. diff sent`."""
    if mention.group != "organism":
        return False
    return any(pattern.match(text, mention.end) for pattern in (TESTED, NAMED_TEST))


def follows_denial(
    text: str, mention: TermMention, found: AssertionResult, terms: Sequence[TermMention]
) -> bool:
    """Say whether a measure stands behind a denied finding: `no fracture, sling for comfort`.

    A list that is joined by `or` denies all of its members.
    """
    cue_end = found.cue_end
    if found.assertion != "absent" or cue_end is None or cue_end > mention.start:
        return False
    between = text[cue_end : mention.start]
    listed = [m for m in terms if cue_end <= m.start and m.end <= mention.start]
    told = mention.group in MEASURES and listed and all(m.group in FINDINGS for m in listed)
    return bool(told) and "," in between and not JOINED.search(text, cue_end, mention.end)
