"""Kept answers: found again for the same patient's graph, never for another."""

from pathlib import Path

from langchain_core.caches import InMemoryCache
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration

from agents.answer_cache import ScopedCache, open_answers


def answer(text: str) -> list[ChatGeneration]:
    return [ChatGeneration(message=AIMessage(text))]


def test_an_answer_is_found_in_its_own_scope_alone() -> None:
    kept = InMemoryCache()
    mine, other = ScopedCache(kept, "p-1\x1fv1"), ScopedCache(kept, "p-2\x1fv1")
    mine.update("prompt", "model", answer("E4"))
    assert mine.lookup("prompt", "model") is not None and mine.hits == 1
    assert other.lookup("prompt", "model") is None and other.hits == 0
    assert ScopedCache(kept, "p-1\x1fv2").lookup("prompt", "model") is None


def test_a_file_of_answers_outlives_the_process_and_is_private(tmp_path: Path) -> None:
    path = tmp_path / "kept" / "answers.sqlite"
    ScopedCache(open_answers(path), "p-1").update("prompt", "model", answer("E4"))
    found = ScopedCache(open_answers(path), "p-1").lookup("prompt", "model")
    assert found is not None and found[0].text == "E4"
    assert path.stat().st_mode & 0o077 == 0
