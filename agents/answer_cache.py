"""Keeps the answers of models, each patient's apart from all others."""

from dataclasses import dataclass, field
from pathlib import Path
from warnings import catch_warnings, simplefilter

from langchain_core._api import LangChainBetaWarning
from langchain_core._api.deprecation import LangChainPendingDeprecationWarning
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


class QuietCache(BaseCache):
    """A cache whose reader of stored messages warns about plans of its own at every answer."""

    def __init__(self, kept: BaseCache) -> None:
        self._kept = kept

    def lookup(self, prompt: str, llm_string: str) -> RETURN_VAL_TYPE | None:
        """Find an answer."""
        with catch_warnings():
            simplefilter("ignore", LangChainBetaWarning)
            simplefilter("ignore", LangChainPendingDeprecationWarning)
            return self._kept.lookup(prompt, llm_string)

    def update(self, prompt: str, llm_string: str, return_val: RETURN_VAL_TYPE) -> None:
        """Keep an answer."""
        self._kept.update(prompt, llm_string, return_val)

    def clear(self, **kwargs: object) -> None:
        """Forget every answer."""
        self._kept.clear(**kwargs)


def open_answers(path: Path) -> BaseCache:
    """Open a file of kept answers; only its owner may read it."""
    from langchain_community.cache import SQLiteCache

    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600)
    return QuietCache(SQLiteCache(str(path)))
