"""The bundled styles: their labels fit their summaries, and other hands' wording is not flagged."""

import csv
import json
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from clinical.labels import ERROR_TYPES
from evaluation.datasets import open_dataset

STYLES = Path(__file__).resolve().parents[2] / "examples" / "styles"
FOLDERS = sorted(path for path in STYLES.iterdir() if path.is_dir())

Row = dict[str, str]


def table(folder: Path, name: str) -> list[Row]:
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, strict=True))


def labels(folder: Path) -> list[dict[str, object]]:
    text = (folder / "labels.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.name))
def test_sentences_join_to_the_summaries(folder: Path) -> None:
    told = {
        version: {row["hadm_id"]: row["brief_hospital_course"] for row in table(folder, name)}
        for version, name in (("clean", "discharge_target"), ("injected", "injected_bhc"))
    }
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for label in labels(folder):
        found[str(label["version"]), str(label["hadm_id"])].append(str(label["text"]))
    assert {(v, a) for v, texts in told.items() for a in texts} == set(found)
    for (version, admission), sentences in found.items():
        assert "".join(told[version][admission].split()) == "".join("".join(sentences).split())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.name))
def test_labels_agree_with_themselves(folder: Path) -> None:
    clean = {(one["hadm_id"], one["sentence_index"]): one for one in labels(folder)
             if one["version"] == "clean"}  # fmt: skip
    wrong = Counter(one["hadm_id"] for one in labels(folder) if one["original_text"] is not None)
    assert set(wrong.values()) == {9}
    for one in labels(folder):
        before = clean[one["hadm_id"], one["sentence_index"]]
        assert one["checkable"] == (one["grade"] is not None)
        assert bool(one["error_types"]) == (one["grade"] in ("E3", "E4"))
        assert one["original_text"] in (None, before["text"])
        assert (one["original_text"] is None) == (one["text"] == before["text"])


def test_all_styles_together_hold_every_type_of_error_often() -> None:
    kinds: Counter[str] = Counter()
    for folder in FOLDERS:
        for one in labels(folder):
            kinds.update(kind for kind in ERROR_TYPES if kind in str(one["error_types"]))
    assert len(FOLDERS) >= 9
    assert min(kinds[kind] for kind in ERROR_TYPES) >= 15, kinds


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.name))
def test_evaluation_reads_every_sentence(folder: Path) -> None:
    dataset = open_dataset(folder)
    texts = [t for one in dataset.records for document in one.documents for t in document.texts]
    assert dataset.name == folder.name
    assert len(dataset.records) == 4
    assert sum(len(text.rows) for text in texts) == len(labels(folder))
