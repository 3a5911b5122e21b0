"""Facts of a text: the one reader of notes and of summary sentences.

Parsers find mentions (times, drugs, measurements, terms); this module turns each into a typed
fact with assertion, side, severity, site, study and time.
"""

import re
from collections.abc import Sequence

from pydantic import BaseModel

from clinical.allergies import AllergyMention
from clinical.assertion import assert_span
from clinical.demographics import DemographicMention
from clinical.facts import Anchors, Concept, Fact, TimeSpan
from clinical.germ_roles import role_of
from clinical.labels import Assertion, Kind, Laterality, MedicationStatus
from clinical.medication_list_marks import Headed, marked_status
from clinical.mention_finding import Mentions as Mentions
from clinical.mention_finding import find_mentions as find_mentions
from clinical.mention_finding import overlaps as overlaps
from clinical.mentions import MeasurementMention, MedicationMention
from clinical.modifiers import SIDE, laterality_of, severity_of, site_of
from clinical.named_studies import study_of
from clinical.sentences import Span
from clinical.sources import SourceRef, in_note
from clinical.stay_dates import StayDate, find_stay_dates
from clinical.susceptibilities import SusceptibilityMention
from clinical.term_context import concept_in_context, follows_denial, is_attribute, is_tested
from clinical.times import when_of
from clinical.vocabulary import TermMention, concept

FINDING_GROUPS = frozenset({"diagnosis", "symptom", "exam", "organism"})
ANY_ALLERGY = Concept(id="allergy:any", name="any known allergy")
NOT_DONE = re.compile(
    r"(?:\bw/o|\b(?:no|without|not|never|declined|deferred|refused|cancel+ed|instead of))"
    r"\s[^,;.]{0,25}$",
    re.I,
)
NEVER_DONE = re.compile(
    r"\b(?:declined|refused|deferred|unnecessary|avoided|cancel+ed"
    r"|(?:not|never) (?:performed|done|pursued|obtained|given|indicated|needed|required|used"
    r"|consulted|called|involved|contacted|asked))\b",
    re.I,
)
FOUND_BY = re.compile(r"\b(?:on|by|in|at|from|per|with|via)\s(?:the\s|his\s|her\s)?$", re.I)
DIGITS = re.compile(r"\d")
MEDICATION_SECTIONS: dict[str, MedicationStatus] = {
    "admission_medications": "home",
    "discharge_medications": "discharge",
}


class ReadingContext(BaseModel, frozen=True):
    """Where a text stands and what holds for all of it."""

    document: str
    offset: int = 0
    """Place of the text in its document."""

    section: str | None = None
    anchors: Anchors = Anchors()
    time: TimeSpan | None = None
    """When what the text says happened, unless it says otherwise."""

    study: str | None = None
    """Concept id of the study that the text reports."""

    marks: tuple[Headed, ...] = ()
    """Stretches of a medication list that a heading or label says something of, by their place
    in the document."""

    encounter: str | None = None


def facts_of(text: str, mentions: Mentions, context: ReadingContext) -> list[Fact]:
    """Turn the mentions of one sentence into facts, in the order of the text."""
    found = [
        *(demographic_fact(text, m, context) for m in mentions.people),
        *(allergy_fact(text, m, context) for m in mentions.allergies),
        *(medication_fact(text, m, mentions, context) for m in mentions.medications),
        *(susceptibility_fact(text, m, mentions, context) for m in mentions.susceptibilities),
        *(measurement_fact(text, m, context) for m in mentions.measurements),
        *(term_fact(text, m, mentions, context) for m in mentions.terms),
        *(state_fact(text, m, mentions, context) for m in mentions.states),
        *(stay_fact(text, m, context) for m in find_stay_dates(text, mentions.times)),
    ]
    return sorted(found, key=lambda fact: (fact.source.start or 0, fact.source.end or 0))


def read_facts(text: str, context: ReadingContext) -> list[Fact]:
    """Read one sentence."""
    return facts_of(text, find_mentions(text, context.anchors, section=context.section), context)


def demographic_fact(text: str, mention: DemographicMention, context: ReadingContext) -> Fact:
    """An age or a sex; both hold for the whole stay."""
    return Fact(
        kind="demographic",
        concept=mention.concept,
        text=text[mention.start : mention.end],
        source=place(context, mention.start, mention.end),
        quantity=mention.quantity,
        result=mention.result,
        section=context.section,
        encounter=context.encounter,
    )


def allergy_fact(text: str, mention: AllergyMention, context: ReadingContext) -> Fact:
    """An allergen with its reaction; an explicit empty list is an absent allergy to anything."""
    allergen = mention.concept or ANY_ALLERGY
    return Fact(
        kind="allergy",
        concept=allergen,
        text=text[mention.start : mention.end],
        source=place(context, mention.start, mention.end),
        assertion="absent" if mention.denied or mention.none_known else "present",
        result=", ".join(mention.reactions) or None,
        section=context.section,
        encounter=context.encounter,
    )


def medication_fact(
    text: str, mention: MedicationMention, mentions: Mentions, context: ReadingContext
) -> Fact:
    """A drug with dose, route, frequency and what happened to it."""
    listed = MEDICATION_SECTIONS.get(context.section or "")
    status = mention.status
    if listed and status not in ("held", "stopped", "not_given"):
        status = marked_status(text, mention.start, context.marks, context.offset) or listed
    assertion: Assertion = "absent" if status == "not_given" else "present"
    apart = mention.dose is not None and text[: mention.sig_start].rstrip().endswith(",")
    if listed is None and status is None and not apart:
        assertion = assert_span(text, mention.start, mention.end, context.section).assertion
    return Fact(
        kind="medication",
        concept=mention.concept,
        text=text[mention.sig_start : mention.sig_end],
        source=place(context, mention.sig_start, mention.sig_end),
        assertion=assertion,
        quantity=mention.dose,
        previous_quantity=mention.previous_dose,
        frequency=mention.frequency,
        route=mention.route,
        status=status,
        duration_days=mention.duration,
        time=mention.time or time_of(text, mention.start, mention.end, mentions, context),
        section=context.section,
        encounter=context.encounter,
    )


def measurement_fact(text: str, mention: MeasurementMention, context: ReadingContext) -> Fact:
    """A value or a qualitative result of a named quantity."""
    kind: Kind = "vital" if mention.kind == "vital" else "lab"
    return Fact(
        kind=kind,
        concept=mention.concept,
        text=mention.text,
        source=place(context, mention.start, mention.end),
        quantity=mention.quantity,
        result=mention.result,
        selector=mention.selector,
        laterality=side_of_value(text, mention) if sided(mention) else None,
        time=mention.time or context.time,
        section=context.section,
        encounter=context.encounter,
    )


def susceptibility_fact(
    text: str, mention: SusceptibilityMention, mentions: Mentions, context: ReadingContext
) -> Fact:
    """A drug that a germ was found sensitive or resistant to."""
    return Fact(
        kind="exam",
        concept=mention.concept,
        text=text[mention.start : mention.end],
        source=place(context, mention.start, mention.end),
        result=mention.result,
        time=time_of(text, mention.start, mention.end, mentions, context),
        section=context.section,
        encounter=context.encounter,
    )


def side_of_value(text: str, mention: MeasurementMention) -> Laterality | None:
    """The side of one value: in `right 0.42, left 0.81` each value has its own."""
    earlier = [m.end() for m in DIGITS.finditer(text, mention.start, mention.value_start)]
    if not earlier:
        return laterality_of(text, mention.start, mention.end)
    sides = [m for m in SIDE.finditer(text, earlier[-1], mention.value_start) if not m["both"]]
    if len(sides) != 1:
        return laterality_of(text, mention.start, mention.end)
    return "left" if sides[0]["left"] or sides[0]["l"] else "right"


def sided(mention: MeasurementMention) -> bool:
    """Say whether a measurement can belong to one side: sizes and indexes, not blood tests."""
    return mention.kind == "vital"


def term_fact(text: str, mention: TermMention, mentions: Mentions, context: ReadingContext) -> Fact:
    """A finding, organism, procedure, service or event."""
    start, end = mention.start, mention.end
    finding = mention.group in FINDING_GROUPS
    study = study_of(text, mention, mentions.terms) or context.study if finding else None
    return Fact(
        kind=mention.kind,
        concept=concept(concept_in_context(text, mention, study)),
        text=mention.text,
        source=place(context, start, end),
        assertion=assertion_of(text, mention, context.section, mentions.terms),
        laterality=laterality_of(text, start, end),
        severity=severity_of(text, start, end) if finding else None,
        site=site_of(text, start, end),
        study=study,
        time=time_of(text, start, end, mentions, context),
        section=context.section,
        encounter=context.encounter,
    )


def assertion_of(
    text: str, mention: TermMention, section: str | None, terms: Sequence[TermMention] = ()
) -> Assertion:
    """What a text asserts of a term; `the scan was negative` does not deny the scan."""
    found = assert_span(text, mention.start, mention.end, section)
    role = role_of(text, mention.start, mention.end) if mention.group == "organism" else None
    if role is not None and found.assertion in ("present", "absent"):
        return role
    if is_attribute(text, mention) or (found.assertion == "present" and is_tested(text, mention)):
        return "hypothetical"
    if follows_denial(text, mention, found, terms):
        return "present"
    if mention.group in ("study", "service") and found.assertion == "absent":
        before = text[: mention.start]
        undone = NOT_DONE.search(before) and not FOUND_BY.search(before)
        behind = (found.cue_start or 0) >= mention.end and NEVER_DONE.search(found.cue or "")
        return "absent" if undone or behind else "present"
    return found.assertion


def state_fact(
    text: str, mention: tuple[int, int, str], mentions: Mentions, context: ReadingContext
) -> Fact:
    """A state that a threshold defines, such as `tachycardic`."""
    start, end, state = mention
    return Fact(
        kind="vital",
        concept=Concept(id=f"state:{state}", name=state.replace("_", " ")),
        text=text[start:end],
        source=place(context, start, end),
        assertion=assert_span(text, start, end, context.section).assertion,
        severity=severity_of(text, start, end),
        time=time_of(text, start, end, mentions, context),
        section=context.section,
        encounter=context.encounter,
    )


def stay_fact(text: str, found: StayDate, context: ReadingContext) -> Fact:
    """The day on which the patient came or left."""
    return Fact(
        kind="encounter",
        concept=found.concept,
        text=text[found.start : found.end],
        source=place(context, found.start, found.end),
        time=found.time.span,
        section=context.section,
        encounter=context.encounter,
    )


def time_of(
    text: str, start: int, end: int, mentions: Mentions, context: ReadingContext
) -> TimeSpan | None:
    """The time that governs a mention in its sentence, else the time of the whole text."""
    governing = when_of(text, Span(start=start, end=end), list(mentions.times))
    if governing is not None and governing.span is not None and governing.kind != "duration":
        return governing.span
    return context.time


def place(context: ReadingContext, start: int, end: int) -> SourceRef:
    """Refer to a span of the text in its document."""
    return in_note(context.document, context.offset + start, context.offset + end)
