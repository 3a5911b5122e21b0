"""Generated errors as files: samples, the changed summaries, and labels that can be evaluated."""

import csv
import io
import json
from collections.abc import Iterable, Sequence

from clinical.sentences import split_sentences
from graph_state.generation import Edit, EvidenceLink, GeneratedSummary, PlantedError
from kg.record import Case

JsonValue = str | int | float | bool | None | Sequence["JsonValue"] | dict[str, "JsonValue"]
Json = dict[str, JsonValue]

SAMPLES = "samples.jsonl"
INJECTED = "injected_bhc.csv"
LABELS = "labels.jsonl"
VERIFICATION_SET = "verification_set.jsonl"
REPORT = "generation.json"
TARGET = "brief_hospital_course"
NOTE_COLUMNS = ("note_id", "hadm_id", TARGET)
PRESUMED = "taken from the original summary, which is presumed to be supported by its record"


class Generated:
    """A case with the summaries that were made wrong from its own."""

    def __init__(self, case: Case, summary: GeneratedSummary) -> None:
        self.case = case
        self.summary = summary

    @property
    def admission(self) -> str:
        """The admission that the summary is about, or the patient where none is known."""
        return self.summary.admission_id or self.summary.patient_id

    @property
    def note_id(self) -> str:
        """The discharge note of the admission, which the summary belongs to."""
        own = [
            note.id
            for note in self.case.record.notes
            if note.category == "discharge" and note.encounter in (self.summary.admission_id, None)
        ]
        return min(own, default=f"{self.summary.patient_id}-{self.admission}")

    def category_of(self, link: EvidenceLink) -> str:
        """The table or the kind of note that a piece of evidence stands in."""
        if link.source.table:
            return link.source.table
        kinds = {note.id: note.category for note in self.case.record.notes}
        return kinds.get(link.source.note, link.source.note)


def samples_jsonl(generated: Iterable[Generated]) -> str:
    """Write every planted error with all that is known of it, one a line."""
    return "".join(
        _line(error.model_dump(mode="json"))
        for one in in_order(generated)
        for error in one.summary.errors
    )


def injected_csv(generated: Iterable[Generated]) -> str:
    """Write the changed summaries in the layout of the original ones."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(NOTE_COLUMNS)
    for one in in_order(generated):
        writer.writerow((one.note_id, one.admission, one.summary.text))
    return written.getvalue()


def labels_jsonl(generated: Iterable[Generated]) -> str:
    """Label every sentence of both versions of each summary, one a line."""
    return "".join(_line(row) for one in in_order(generated) for row in _label_rows(one))


def verification_set_jsonl(generated: Iterable[Generated]) -> str:
    """Write each changed summary as claims on its record, for records of any form."""
    return "".join(_line(_verification_record(one)) for one in in_order(generated))


def report_json(generated: Iterable[Generated], settings: Json) -> str:
    """Write the settings and the counts of the run, with what was left out and why."""
    ordered = in_order(generated)
    totals: Json = {
        field: sum(getattr(one.summary.counts, field) for one in ordered)
        for field in ("sentences", "applicable", "wanted", "planted", "discarded")
    }
    document: Json = {
        "schema": "curaview.generation/1",
        "settings": settings,
        "counts": totals,
        "types": _counted(t for one in ordered for e in one.summary.errors for t in e.types),
        "difficulties": _counted(e.difficulty for one in ordered for e in one.summary.errors),
        "summaries": [
            {
                "patient_id": one.summary.patient_id,
                "admission_id": one.summary.admission_id,
                "target": one.summary.target,
                "counts": one.summary.counts.model_dump(),
                "discarded": [gone.model_dump() for gone in one.summary.discarded],
                "unsuitable": [
                    {"sentence_index": index, "reason": reason}
                    for index, reason in enumerate(one.summary.unsuitable)
                    if reason is not None
                ],
            }
            for one in ordered
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def in_order(generated: Iterable[Generated]) -> list[Generated]:
    """Order summaries by patient, admission and target, whatever order they were made in."""
    return sorted(
        generated,
        key=lambda one: (one.summary.patient_id, one.admission, one.summary.target),
    )


def _counted(names: Iterable[str]) -> Json:
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return {name: counts[name] for name in sorted(counts)}


def _label_rows(one: Generated) -> Iterable[Json]:
    """One row a sentence: the original version first, then the changed one."""
    errors = {error.sentence_index: error for error in one.summary.errors}
    for version, text in (("clean", one.summary.original), ("injected", one.summary.text)):
        for index, span in enumerate(split_sentences(text)):
            error = errors.get(index) if version == "injected" else None
            row: Json = {
                "subject_id": one.summary.patient_id,
                "hadm_id": one.admission,
                "version": version,
                "sentence_index": index,
                "text": text[span.start : span.end],
            }
            yield row | (
                _clean_label(index in one.summary.not_checkable)
                if error is None
                else _wrong_label(one, error)
            )


def _clean_label(not_checkable: bool) -> Json:
    return {
        "checkable": not not_checkable,
        "grade": None if not_checkable else "E1",
        "error_types": [],
        "original_text": None,
        "error_span": None,
        "errors": [],
        "evidence": [],
        "tags": [] if not_checkable else ["presumed"],
        "note": "states nothing that could be checked" if not_checkable else PRESUMED,
    }


def _wrong_label(one: Generated, error: PlantedError) -> Json:
    return {
        "checkable": True,
        "grade": error.grade,
        "error_types": list(error.types),
        "original_text": error.original_text,
        "error_span": error.edits[0].text.strip(" ,"),
        "errors": [_label_error(edit) for edit in error.edits],
        "evidence": [
            _label_evidence(one, link) for edit in error.edits for link in edit.fact.evidence
        ],
        "tags": [error.difficulty, *(["multi_error"] if len(error.edits) > 1 else [])],
        "note": error.explanation,
    }


def _label_error(edit: Edit) -> Json:
    return {
        "span": edit.text.strip(" ,"),
        "type": edit.error_type,
        "grade": edit.grade,
        "start": edit.start,
        "end": edit.end,
        "original": edit.original_text,
        "attribute": edit.fact.attribute,
        "difficulty": edit.difficulty,
    }


def _label_evidence(one: Generated, link: EvidenceLink) -> Json:
    place: Json = {"source": one.category_of(link), "quote": link.quote}
    return place | ({"note_id": link.source.note} if link.source.note else {})


def _verification_record(one: Generated) -> Json:
    record = one.case.record
    tables: dict[str, JsonValue] = {
        name: [dict(row.fields) for row in record.rows if row.table == name]
        for name in dict.fromkeys(row.table for row in record.rows)
    }
    errors = {error.sentence_index: error for error in one.summary.errors}
    claims: list[JsonValue] = []
    for index, span in enumerate(split_sentences(one.summary.text)):
        if index in one.summary.not_checkable and index not in errors:
            continue
        error = errors.get(index)
        claims.append(
            {
                "text": one.summary.text[span.start : span.end],
                "label": _claim_label(error),
                "error_type": error.types[0] if error else None,
                "original_text": error.original_text if error else None,
                "label_basis": "planted" if error else "presumed",
            }
        )
    return {
        "id": f"{one.summary.patient_id}@{one.admission}",
        "source": "generated",
        "record": {"text": [_visible(note.text, note.hidden) for note in record.notes],
                   "tables": tables},
        "claims": claims,
    }  # fmt: skip


def _claim_label(error: PlantedError | None) -> str:
    if error is None:
        return "supported"
    return "contradicted" if error.grade == "E4" else "not_enough_info"


def _visible(text: str, hidden: Iterable[tuple[int, int]]) -> str:
    """Blank what is no evidence; places stay what they are."""
    shown = text
    for start, end in hidden:
        shown = shown[:start] + " " * (end - start) + shown[end:]
    return shown


def _line(row: Json) -> str:
    return json.dumps(row, ensure_ascii=False) + "\n"
