"""What may serve as evidence when one admission is checked: no target text, nothing later."""

from clinical.facts import Anchors
from clinical.sections import find_sections, is_target_section
from kg.anchors import anchors_of as anchors_of
from kg.graph import EvidenceSetting
from kg.record import Encounter, Note, PatientRecord, TableRow, Target
from kg.timestamps import iso_time

Span = tuple[int, int]

_STRUCTURED_NOTES = frozenset({"radiology"})
_SHORTEST_SUMMARY = 30
"""Words. A shorter summary may well repeat a sentence of the record, which then proves it."""

_SHORTEST_TARGET = 3


def view_of(
    case_record: PatientRecord,
    admission_id: str | None,
    targets: tuple[Target, ...],
    evidence: EvidenceSetting,
) -> PatientRecord:
    """Return the record as it may be used against a summary of one admission.

    Pass the targets and the withheld texts of the case. Sources dated after the day of discharge
    are left out, those of the admission itself and of earlier ones stay.
    """
    only = case_record.only_stay
    admission_id = admission_id or (only.id if only else None)
    cutoff = _cutoff(anchors_of(case_record, admission_id))
    own = [one for one in targets if admission_id is None or one.admission_id in (admission_id, "")]
    stays = {stay.id: stay for stay in case_record.encounters}

    def known(source: TableRow | Note) -> bool:
        return _is_known(source, admission_id, stays, cutoff)

    notes = [note for note in case_record.notes if known(note)]
    if evidence == "structured":
        notes = [note for note in notes if note.category in _STRUCTURED_NOTES]
    rows = [row for row in case_record.rows if known(row)]
    return PatientRecord(
        patient_id=case_record.patient_id,
        encounters=tuple(stay for stay in stays.values() if _is_kept(stay, admission_id, cutoff)),
        rows=tuple(_without_later_fields(row, admission_id, cutoff) for row in rows),
        notes=tuple(_masked(note, admission_id, own) for note in notes),
        unread=case_record.unread,
    )


def _cutoff(anchors: Anchors) -> str | None:
    """The last day that is evidence."""
    return anchors.discharged[:10] if anchors.discharged else None


def _is_known(
    source: TableRow | Note,
    admission_id: str | None,
    stays: dict[str, Encounter],
    cutoff: str | None,
) -> bool:
    """Say whether a source belongs to the admission or dates from before its end.

    A source of another stay without any date could come from later, so it is no evidence.
    """
    if admission_id is None or source.encounter == admission_id:
        return True
    stay = stays.get(source.encounter or "")
    time = source.time or (stay.admitted if stay else None)
    if time is None:
        return source.encounter is None
    return cutoff is None or time[:10] <= cutoff


def _is_kept(stay: Encounter, admission_id: str | None, cutoff: str | None) -> bool:
    if admission_id in (None, stay.id) or cutoff is None:
        return True
    return stay.admitted is not None and stay.admitted[:10] <= cutoff


def _without_later_fields(row: TableRow, admission_id: str | None, cutoff: str | None) -> TableRow:
    """Take out of an earlier row what was only known later: a death, the end of a course."""
    if cutoff is None or (admission_id is not None and row.encounter == admission_id):
        return row
    kept = {
        name: text for name, text in row.fields.items() if (iso_time(text) or "")[:10] <= cutoff
    }
    return row if len(kept) == len(row.fields) else row.model_copy(update={"fields": kept})


def _masked(note: Note, admission_id: str | None, targets: list[Target]) -> Note:
    """Hide the target sections and texts of a note; offsets stay as they are.

    Notes of other stays stay whole. A note of no stay is masked by its sections only where it is
    a discharge note, because nothing else tells whether it is about the stay in question.
    """
    if admission_id is not None and note.encounter not in (admission_id, None):
        return note
    spans = [*note.hidden, *(span for one in targets for span in _equal_spans(note.text, one))]
    if note.category == "discharge" or (admission_id and note.encounter == admission_id):
        spans += [
            (section.start, section.end)
            for section in find_sections(note.text)
            if is_target_section(section.name)
        ]
    return note.model_copy(update={"hidden": merged(spans)}) if spans else note


def merged(spans: list[Span]) -> tuple[Span, ...]:
    """Sort spans and join those that touch or overlap."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        elif start < end:
            joined.append((start, end))
    return tuple(joined)


def _equal_spans(text: str, target: Target) -> list[Span]:
    """Find where a note repeats a whole target text, however it is wrapped."""
    shortest = _SHORTEST_SUMMARY if target.name == "summary" else _SHORTEST_TARGET
    words = target.text.split()
    if len(words) < shortest:
        return []
    places = [place for place, character in enumerate(text) if not character.isspace()]
    dense, wanted = "".join(text.split()), "".join(words)
    found: list[Span] = []
    at = dense.find(wanted)
    while at >= 0:
        found.append((places[at], places[at + len(wanted) - 1] + 1))
        at = dense.find(wanted, at + len(wanted))
    return found
