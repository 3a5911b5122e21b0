"""A note read into passages with their facts, and into the whole lists it holds."""

from typing import Literal

from pydantic import BaseModel

from clinical.criteria import read_criteria
from clinical.dialogue import DIALOGUE, answered, is_dialogue, spoken_sentences
from clinical.facts import Anchors, Fact, TimeSpan
from clinical.group_reports import REPORT, is_group_report
from clinical.log_entries import entries_of
from clinical.measurements import find_measurements
from clinical.medication_list_marks import Headed, headed_stretches, is_complete
from clinical.mentions import MeasurementMention, TimeMention
from clinical.paragraph_leads import Lead, Leads, carried_time
from clinical.reading import MEDICATION_SECTIONS as DRUG_LISTS
from clinical.reading import ReadingContext, facts_of, find_mentions, read_facts
from clinical.report_regions import is_titled_report
from clinical.sections import Section, find_sections
from clinical.sentences import Span, split_sentences
from clinical.spoken_relatives import said_of_relatives
from clinical.times import find_times
from clinical.vocabulary import find_terms

LISTED_SECTIONS = frozenset(
    {"allergies", "admission_medications", "discharge_medications", "discharge_diagnosis"}
)
"""Sections that a closed-world rule may search as a whole."""

AT_ADMISSION = frozenset(
    {"admission_exam", "chief_complaint", "history_of_present_illness", "admission_medications"}
    | {"admission_laboratory", "review_of_systems"}
)
AT_DISCHARGE = frozenset(
    {"discharge_exam", "discharge_medications", "discharge_condition", "discharge_disposition"}
    | {"discharge_laboratory"}
)
STATING = frozenset({"preamble", "cardiac_studies", "imaging", "pathology"})
"""Sections whose headers may state something: `TTE:`, `Admission Date:`."""


class Passage(BaseModel, frozen=True):
    """A stretch of a note: one sentence or line, or a whole list."""

    kind: Literal["text", "list"]
    start: int
    end: int
    section: str | None
    facts: tuple[Fact, ...]
    time: TimeSpan | None = None


def read_note(
    text: str,
    document: str,
    category: str,
    anchors: Anchors,
    time: TimeSpan | None = None,
    encounter: str | None = None,
    hidden: tuple[tuple[int, int], ...] = (),
) -> list[Passage]:
    """Read a note; nothing inside a hidden span is read.

    `time` is when the note was written; a radiology report takes it for its findings.
    """
    passages: list[Passage] = []
    study = title_study(text) if category == "radiology" else None
    for section in sections_of(text):
        context = ReadingContext(
            document=document,
            offset=section.start,
            section=section.name or None,
            anchors=anchors,
            time=time if category == "radiology" else section_time(section.name, anchors),
            study=study,
            encounter=encounter,
        )
        if not any(start <= section.header_start < end for start, end in hidden):
            header = read_header(text, section, context)
            passages += [header] if header else []
            context = context.model_copy(update={"study": study_of_header(header) or study})
        last = passages[-1] if passages else None
        gap = text[last.end : section.header_start] if last else ""
        carried = carried_time(gap, section.name, last.time) if last else None
        passages += read_section(text, section, context, hidden, carried)
    return passages if hidden else [*passages, *whole_reports(text)]


def whole_reports(text: str) -> list[Passage]:
    """The whole of a note that counts in groups, is one of several, or lists criteria."""
    is_report = is_titled_report(text) or is_group_report(text) or bool(read_criteria(text))
    whole = Section(name=REPORT, start=0, end=len(text), header_start=0, header_end=0)
    return [whole_list(whole, text, [])] if is_report else []


def study_of_header(header: Passage | None) -> str | None:
    """The study that a header names, which holds for the section below."""
    facts = header.facts if header else ()
    return next((f.concept.id for f in facts if f.concept.id.startswith("study:")), None)


def read_header(text: str, section: Section, context: ReadingContext) -> Passage | None:
    """Read what the header of a section states itself: its study (`TTE:`), a day of the stay."""
    if section.name not in STATING or section.header_start == section.header_end:
        return None
    stop = text.find("\n", section.header_start)
    line = text[section.header_start : stop if stop >= 0 else len(text)]
    placed = context.model_copy(update={"offset": section.header_start})
    facts = [
        fact
        for fact in read_facts(line, placed)
        if (fact.source.start or 0) < section.header_end
        and fact.concept.id.partition(":")[0] in ("study", "encounter")
    ]
    if not facts:
        return None
    whole = section.model_copy(update={"start": section.header_start})
    return passage("text", whole, 0, len(line.rstrip()), facts, context.time)


def sections_of(text: str) -> list[Section]:
    """The sections of a note, with the text before the first one as an unnamed section.

    The speakers of a transcript are no headings.
    """
    found = [] if is_dialogue(text) else find_sections(text)
    first = found[0].header_start if found else len(text)
    unnamed = Section(name="", start=0, end=first, header_start=0, header_end=0)
    return [*([unnamed] if text[:first].strip() else []), *found]


def title_study(text: str) -> str | None:
    """The study that a radiology report is about, from its first lines."""
    studies = [m for m in find_terms(text[:200]) if m.group == "study"]
    return studies[0].concept_id if studies else None


def section_time(section: str, anchors: Anchors) -> TimeSpan | None:
    """When the content of a section holds, from its name."""
    if section in AT_ADMISSION and anchors.admitted:
        return day(anchors.admitted, "admission")
    if section in AT_DISCHARGE and anchors.discharged:
        return day(anchors.discharged, "discharge")
    return None


def day(moment: str, anchor: Literal["admission", "discharge"]) -> TimeSpan:
    """The whole day of a moment."""
    date = moment[:10]
    return TimeSpan(
        earliest=f"{date}T00:00:00", latest=f"{date}T23:59:59", precision="day", anchor=anchor
    )


def read_section(
    text: str,
    section: Section,
    context: ReadingContext,
    hidden: tuple[tuple[int, int], ...],
    carried: TimeSpan | None = None,
) -> list[Passage]:
    """Read one section sentence by sentence; measurements see the whole section at once.

    A laboratory line may be wrapped, and a row of values may take its dates from a line above.
    The day of the note of a round is `carried` into the parts of that note.
    """
    body = blanked(text, section.start, section.end, hidden)
    times = find_times(body, context.anchors)
    measurements = find_measurements(body, times)
    passages: list[Passage] = []
    spoken = is_dialogue(body)
    default = Lead(context.time, context.study)
    leads = Leads(body, entries_of(body, times), default, carried)
    title = text[section.header_start : section.header_end]
    marks = tuple(
        Headed(section.start + h.start, section.start + h.end, h.status)
        for h in (headed_stretches(body, title) if section.name in DRUG_LISTS else [])
    )
    for span in spoken_sentences(body) if spoken else split_sentences(body):
        if not body[span.start : span.end].strip():
            continue
        sentence = body[span.start : span.end]
        inside = within(times, span)
        lead = leads.of(span, inside)
        placed = context.model_copy(update={"marks": marks})
        facts = read_sentence(
            sentence, span, inside, within_values(measurements, span), lead, placed
        )
        if spoken:
            facts = answered(facts, body, span)
            facts = said_of_relatives(facts, body, span, section.start)
        passages.append(passage("text", section, span.start, span.end, facts, lead.time))
    if spoken:
        whole = section.model_copy(update={"name": DIALOGUE})
        passages.append(whole_list(whole, body, []))
    if (
        section.name in LISTED_SECTIONS
        and body.strip()
        and is_closed(text, section, body, passages)
    ):
        passages.append(whole_list(section, body, passages))
    return passages


def is_closed(text: str, section: Section, body: str, passages: list[Passage]) -> bool:
    """Say whether a list holds all that it is about; a list of drugs may send elsewhere."""
    if section.name not in DRUG_LISTS:
        return True
    title = text[section.header_start : section.header_end]
    places = [f.source.start for p in passages for f in p.facts if f.kind == "medication"]
    return is_complete(title, body, [at - section.start for at in places if at is not None])


def read_sentence(
    sentence: str,
    span: Span,
    times: list[TimeMention],
    measurements: list[MeasurementMention],
    lead: Lead,
    context: ReadingContext,
) -> list[Fact]:
    """Read one sentence of a section under the lead of its paragraph."""
    mentions = find_mentions(
        sentence,
        context.anchors,
        times=times,
        measurements=measurements,
        section=context.section,
    )
    placed = context.model_copy(
        update={"offset": context.offset + span.start, "time": lead.time, "study": lead.study}
    )
    return facts_of(sentence, mentions, placed)


def blanked(text: str, start: int, end: int, hidden: tuple[tuple[int, int], ...]) -> str:
    """Cut out a section with its hidden stretches blanked, so that offsets stay."""
    body = text[start:end]
    for first, last in hidden:
        low, high = max(first, start) - start, min(last, end) - start
        if low < high:
            body = body[:low] + " " * (high - low) + body[high:]
    return body


def within(times: list[TimeMention], span: Span) -> list[TimeMention]:
    """The times inside a sentence, counted from its start."""
    return [
        time.model_copy(update={"start": time.start - span.start, "end": time.end - span.start})
        for time in times
        if span.start <= time.start and time.end <= span.end
    ]


def within_values(measurements: list[MeasurementMention], span: Span) -> list[MeasurementMention]:
    """The measurements inside a sentence, counted from its start."""
    return [
        mention.model_copy(
            update={
                "start": mention.start - span.start,
                "end": mention.end - span.start,
                "value_start": mention.value_start - span.start,
                "value_end": mention.value_end - span.start,
            }
        )
        for mention in measurements
        if span.start <= mention.start and mention.end <= span.end
    ]


def passage(
    kind: Literal["text", "list"],
    section: Section,
    start: int,
    end: int,
    facts: list[Fact],
    time: TimeSpan | None,
) -> Passage:
    """Place a stretch of a section in its note."""
    return Passage(
        kind=kind,
        start=section.start + start,
        end=section.start + end,
        section=section.name or None,
        facts=tuple(facts),
        time=time,
    )


def whole_list(section: Section, body: str, passages: list[Passage]) -> Passage:
    """The whole list of a section, with the facts of its lines."""
    start = len(body) - len(body.lstrip())
    return Passage(
        kind="list",
        start=section.start + start,
        end=section.start + len(body.rstrip()),
        section=section.name,
        facts=tuple(fact for item in passages for fact in item.facts),
    )
