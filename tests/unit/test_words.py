import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinical.content_words import content_words
from clinical.words import phrase, stem, tokens, uniform


@pytest.mark.parametrize(
    "written, expected",
    [
        ("Biopsies", "biopsy"),
        ("metastases", "metastasis"),
        ("diseases", "disease"),
        ("diabetes", "diabetes"),
        ("patient's", "patient"),
        ("p.o.", "po"),
        ("anaemia", "anemia"),
        ("tumours", "tumor"),
        ("stenoses", "stenosis"),
        ("ascites", "ascites"),
        ("boxes", "box"),
        ("pus", "pus"),
        ("bus", "bus"),
    ],
)
def test_uniform_spelling(written: str, expected: str) -> None:
    assert uniform(written) == expected


def test_inflections_share_a_stem() -> None:
    assert stem("implantation") == stem("implanted")
    assert stem("resection") == stem("resected")
    assert stem("left") != stem("right")


@given(st.text())
def test_tokens_are_exact_spans(text: str) -> None:
    for token in tokens(text):
        assert 0 <= token.start < token.end <= len(text)
        assert uniform(text[token.start : token.end]) == token.word


def test_phrase_joins_hyphens_and_drops_case() -> None:
    assert phrase("Third-Degree AV Block") == "third degree av block"


def test_content_words_leave_out_the_frame() -> None:
    found = [w.word for w in content_words("The patient was found to have a wedge-shaped opacity")]
    assert found == ["wedge", "shaped", "opacity"]


@pytest.fixture
def hurried_threads() -> Iterator[None]:
    """Let threads take turns far more often than they do by default."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_threads_do_not_stem_each_others_words(hurried_threads: None) -> None:
    endings = ("ization", "fulness", "ously", "ational", "ed", "ing", "ies", "ement")
    words = [
        f"{first}{vowel}{last}{ending}"
        for first in "bcdfghlmnprstvw"
        for vowel in ("a", "ea", "i", "o", "u")
        for last in ("b", "ct", "ll", "n", "rm", "st")
        for ending in endings
    ]
    stem.cache_clear()
    with ThreadPoolExecutor(4) as threads:
        parts = [words[start::4] for start in range(4)]
        together = list(threads.map(lambda part: [stem(word) for word in part], parts))
    stem.cache_clear()
    assert together == [[stem(word) for word in part] for part in parts]
