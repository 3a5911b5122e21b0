"""The deletion test on the bundled cohort: most losses are noticed, little is listed in vain."""

import json
from pathlib import Path

import pytest

from evaluation.cited_rows import cited_sentences
from evaluation.datasets import open_dataset
from evaluation.omission_table import omissions_json
from evaluation.omission_test import measure_omissions
from kg.errors import BadInputError

ROOT = Path(__file__).parents[2]
COHORT = ROOT / "examples" / "cohort"


async def test_deleted_sentences_are_missed_and_whole_summaries_are_not_accused() -> None:
    result = await measure_omissions(COHORT)
    assert result.deletions >= 20
    assert result.recall is not None and result.recall >= 0.5
    assert result.false_per_summary <= 0.5
    assert result.recall_ci95 is not None
    assert result.recall_ci95[0] <= result.recall <= result.recall_ci95[1]
    found = sum(found for found, _ in result.recall_by_category.values())
    assert found > 0
    [written] = json.loads(omissions_json([result]))["omissions"]
    assert written["dataset"] == "cohort"


def test_cited_places_hold_the_quoted_words() -> None:
    record = open_dataset(COHORT).records[0]
    sentences = cited_sentences(COHORT, record)
    notes = {note.id: note.text for note in record.record.notes}
    summary = next(d for d in record.documents if d.id.endswith("/clean")).texts[0].summary
    assert len(sentences) > 5
    for sentence in sentences:
        assert summary[sentence.start : sentence.end].strip()
        for place in sentence.places:
            assert notes[place.note][place.start : place.end].strip()


async def test_a_set_without_citations_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    row = {
        "id": "r1",
        "source": "made up",
        "record": {"text": ["The patient has gout."], "tables": {}},
        "claims": [{"text": "The patient has gout.", "label": "supported", "error_type": None}],
    }
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    with pytest.raises(BadInputError, match=r"labels\.jsonl"):
        await measure_omissions(path)
