"""Teaching cases from what reviewers confirmed, masked before anything of them is written."""

from collections.abc import Iterable, Iterator, Mapping

from exports.case_book import TeachingCase, TeachingPassage
from exports.deciding import deciding_claims, deciding_passages
from exports.deidentification import Deidentifier
from exports.evidence_words import words_of
from exports.priority import review_priority
from exports.word_changes import suggested_changes
from exports.wording import type_words
from graph_state.findings import Report
from kg.record import Encounter, Note, PatientRecord, TableRow
from service.decisions import says_wrong
from service.reviewed import ReviewedReport, Ruling, settled
from service.sentence_view import neighbors

_PASSAGES = 3
SUMMARY_NOTE = "summary"


def teaching_cases(
    reviewed: Iterable[ReviewedReport], key: bytes, records: Mapping[str, PatientRecord]
) -> list[TeachingCase]:
    """Turn confirmed errors into cases, the gravest first; disputed ones are left out.

    `records` are whole records by patient; without one, names are looked for in what the report
    cites and in the summary.
    """
    found = []
    for one in reviewed:
        record = records.get(one.report.patient_id)
        mask = _mask(one.report, record, key)
        found += [(review_priority(r.finding), _case(one.report, r, mask)) for r in _confirmed(one)]
    return [case for _, case in sorted(found, key=lambda pair: (pair[0], pair[1].patient))]


def _confirmed(one: ReviewedReport) -> Iterator[Ruling]:
    for ruling in one.rulings:
        if ruling.final is not None and says_wrong(ruling.final, ruling.finding):
            yield ruling


def _mask(report: Report, record: PatientRecord | None, key: bytes) -> Deidentifier:
    known = record or PatientRecord(patient_id=report.patient_id)
    summary = Note(id=SUMMARY_NOTE, category="note", text=report.summary)
    if record is None:
        stays = (Encounter(id=report.admission_id),) if report.admission_id else ()
        cited = tuple(Note(id=n, category="note", text=t) for n, t in report.sources.items())
        rows = tuple(_row(name, fields) for name, fields in report.rows.items())
        known = known.model_copy(update={"encounters": stays, "notes": cited, "rows": rows})
    whole = known.model_copy(update={"notes": (*known.notes, summary)})
    return Deidentifier.for_record(whole, key, report.admission_id)


def _row(name: str, fields: Mapping[str, str]) -> TableRow:
    table, _, row = name.partition(":")
    return TableRow(table=table, id=row, fields=dict(fields))


def _case(report: Report, ruling: Ruling, mask: Deidentifier) -> TeachingCase:
    finding, result = ruling.finding, settled(ruling).result
    before, after = neighbors(report, finding)
    types = result.hallucination_types if result else ()
    suggestion = (result.suggestion or "") if result else ""
    sentence = mask.mask(finding.text)
    claims = deciding_claims(finding)
    explanations = dict.fromkeys(claim.explanation for claim in claims if claim.explanation)
    return TeachingCase(
        patient=mask.pseudonym(report.patient_id),
        about=", ".join(map(type_words, types)) or "another error",
        grade=(result.evidence_grade if result else None) or "E3",
        before=mask.mask(before),
        sentence=sentence,
        after=mask.mask(after),
        wrong_words=tuple(dict.fromkeys(mask.mask(claim.text) for claim in claims)),
        changes=suggested_changes(sentence, mask.mask(suggestion)) if suggestion else (),
        explanations=tuple(map(mask.mask, explanations)),
        searched=mask.mask((result.absence_rationale or "") if result else ""),
        passages=tuple(_passages(report, ruling, mask)),
        comments=tuple(mask.mask(d.comment) for d in ruling.decisions if d.comment),
    )


def _passages(report: Report, ruling: Ruling, mask: Deidentifier) -> Iterator[TeachingPassage]:
    for cited in deciding_passages(ruling.finding)[:_PASSAGES]:
        words = words_of(report, cited.evidence)
        yield TeachingPassage(
            quote=mask.mask(words.said),
            place=mask.mask(words.where),
            contradicts=cited.relation == "contradicts",
        )
