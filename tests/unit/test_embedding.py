import sys
from pathlib import Path

import numpy as np
import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding

from kg.bm25 import BM25, words
from kg.embedding import LangChainEmbedder, WordVectors
from kg.errors import BadInputError


@pytest.fixture(scope="module")
def vectors() -> WordVectors:
    return WordVectors()


def test_vectors_have_unit_length(vectors: WordVectors) -> None:
    found = vectors.embed(["metformin", "chest pain at rest", "12.5"])
    assert found.shape == (3, 256)
    assert found.dtype == np.float32
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-6)


def test_near_meanings_are_nearer_than_far_ones(vectors: WordVectors) -> None:
    fever, temperature, leg = vectors.embed(["fever", "high temperature", "broken leg"])
    assert fever @ temperature > fever @ leg


def test_a_text_has_the_same_vector_in_any_company(vectors: WordVectors) -> None:
    alone = vectors.embed(["sodium 131"])[0]
    among = vectors.embed(["a much longer text about kidneys " * 9, "sodium 131", ""])[1]
    assert np.array_equal(alone, among)


def test_empty_texts_and_no_texts_are_no_error(vectors: WordVectors) -> None:
    assert not vectors.embed([""]).any()
    assert vectors.embed([]).shape == (0, 256)


def test_the_package_itself_is_never_imported(vectors: WordVectors) -> None:
    vectors.embed(["x"])
    assert "wordllama" not in sys.modules


def test_missing_data_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match=r"l2_supercat_256\.safetensors: missing"):
        WordVectors(tmp_path).embed(["x"])


def test_langchain_embeddings_serve_as_embedder() -> None:
    embedder = LangChainEmbedder(DeterministicFakeEmbedding(size=8), "fake")
    found = embedder.embed(["a", "b"])
    assert found.shape == (2, 8)
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-6)
    assert len(embedder.embed([])) == 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Crackles", "crackle"),
        ("biopsies", "biopsy"),
        ("was admitted", "was admitting"),
        ("the patient's wife", "the patient wife"),
        ("oedema", "edema"),
    ],
)
def test_inflections_and_spellings_meet(one: str, other: str) -> None:
    assert words(one) == words(other)


def test_numbers_stay_whole_and_words_stay_apart() -> None:
    assert words("T 38.3, BP 120/80") == ["t", "38.3", "bp", "120", "80"]
    assert len({*words("hypokalemia hyperkalemia")}) == 2


def test_rare_words_count_more_and_absent_ones_nothing() -> None:
    index = BM25(["the patient has a cough", "the patient has a fever", "the patient"])
    scores = index.scores("the patient with cough")
    assert scores[0] > scores[1]
    assert index.scores("pleurodesis").tolist() == [0, 0, 0]
    assert BM25([]).scores("cough").tolist() == []


def test_bm25_gives_the_textbook_value() -> None:
    index = BM25(["cough", "fever fever"])
    rarity = np.log(1 + (2 - 1 + 0.5) / (1 + 0.5))
    norm = 1.2 * (1 - 0.75 + 0.75 * 2 / 1.5)
    assert index.scores("fever")[1] == pytest.approx(rarity * 2 * 2.2 / (2 + norm), rel=1e-5)
