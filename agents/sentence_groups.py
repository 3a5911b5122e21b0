"""Gathers neighboring sentences of one summary, so that a model is asked about several at once."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Case = TypeVar("Case")
Result = TypeVar("Result")

WINDOW_SECONDS = 0.5
"""How long the first of a group waits for the others; those already done never come."""


@dataclass
class _Group(Generic[Case, Result]):
    cases: dict[int, Case] = field(default_factory=dict)
    missing: int = 0
    full: asyncio.Event = field(default_factory=asyncio.Event)
    results: "asyncio.Future[dict[int, Result]] | None" = None


@dataclass
class SentenceGroups(Generic[Case, Result]):
    """The groups that are open; a group is named by its patient's graph and its place."""

    window_seconds: float = WINDOW_SECONDS
    _open: dict[tuple[str, int], _Group[Case, Result]] = field(default_factory=dict)

    async def ask(
        self,
        name: str,
        index: int,
        size: int,
        case: Case,
        ask_all: Callable[[dict[int, Case]], Awaitable[dict[int, Result]]],
    ) -> Result:
        """Return the result of one sentence; the first of a group asks for all of it."""
        key = (name, index // size)
        group = self._open.get(key)
        if group is not None:
            self._join(group, index, case)
            assert group.results is not None
            return (await asyncio.shield(group.results))[index]
        group = self._opened(key, size)
        self._join(group, index, case)
        return (await self._lead(key, group, ask_all))[index]

    def pass_over(self, name: str, index: int, size: int) -> None:
        """Tell the group that one of its sentences needs no model."""
        self._leave(self._open.get((name, index // size)))

    async def _lead(
        self,
        key: tuple[str, int],
        group: _Group[Case, Result],
        ask_all: Callable[[dict[int, Case]], Awaitable[dict[int, Result]]],
    ) -> dict[int, Result]:
        assert group.results is not None
        try:
            async with asyncio.timeout(self.window_seconds):
                await group.full.wait()
        except TimeoutError:
            # Not all came: some were done before, or are held back by the bound on concurrency.
            group.full.set()
        finally:
            del self._open[key]
        try:
            results = await ask_all(dict(sorted(group.cases.items())))
        except BaseException as error:
            group.results.set_exception(error)
            # The others hear of it; where there are none, nobody may complain of that.
            group.results.exception()
            raise
        group.results.set_result(results)
        return results

    def _opened(self, key: tuple[str, int], size: int) -> _Group[Case, Result]:
        group = _Group[Case, Result](
            missing=size, results=asyncio.get_running_loop().create_future()
        )
        self._open[key] = group
        return group

    def _join(self, group: _Group[Case, Result], index: int, case: Case) -> None:
        group.cases[index] = case
        self._leave(group)

    def _leave(self, group: _Group[Case, Result] | None) -> None:
        if group is not None:
            group.missing -= 1
            if group.missing <= 0:
                group.full.set()
