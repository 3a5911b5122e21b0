"""Keeps the answers of models, each patient's apart from all others."""

from dataclasses import dataclass, field
from pathlib import Path

from langchain_core.caches import RETURN_VAL_TYPE, BaseCache


@dataclass
class ScopedCache(BaseCache):
    """A view of a cache whose keys all begin with one scope.

    The scope is the patient's graph, its version and the number of the vote, so that no answer is
    ever found for another patient and votes stay independent.
    """

    kept: BaseCache
    scope: str
    hits: int = field(default=0)

    def lookup(self, prompt: str, llm_string: str) -> RETURN_VAL_TYPE | None:
        """Find an answer within the scope."""
        found = self.kept.lookup(self._key(prompt), llm_string)
        self.hits += found is not None
        return found

    def update(self, prompt: str, llm_string: str, return_val: RETURN_VAL_TYPE) -> None:
        """Keep an answer within the scope."""
        self.kept.update(self._key(prompt), llm_string, return_val)

    def clear(self, **kwargs: object) -> None:
        """Forget every answer, of other scopes as well."""
        self.kept.clear(**kwargs)

    def _key(self, prompt: str) -> str:
        return f"{self.scope}\x1f{prompt}"


def open_answers(path: Path) -> BaseCache:
    """Open a file of kept answers; only its owner may read it."""
    from langchain_community.cache import SQLiteCache

    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600)
    return SQLiteCache(str(path))
