"""Work side by side: in order, never more than allowed, all ended when one fails."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.side_by_side import side_by_side


class Watched:
    """Jobs that note how many of them were under way."""

    def __init__(self) -> None:
        self.running: set[int] = set()
        self.most = 0
        self.taken = 0

    def jobs(self, pauses: list[int]) -> Iterator[Callable[[], Awaitable[int]]]:
        for number, pause in enumerate(pauses):
            self.taken += 1
            yield partial(self._work, number, pause)

    async def _work(self, number: int, pause: int) -> int:
        self.running.add(number)
        self.most = max(self.most, len(self.running))
        try:
            for _ in range(pause):
                await asyncio.sleep(0)
            if pause == 7:
                raise OSError(f"job {number}")
        finally:
            self.running.discard(number)
        return number


@given(st.lists(st.integers(0, 5), max_size=12), st.integers(1, 4))
async def test_results_come_in_the_order_of_the_jobs(pauses: list[int], at_once: int) -> None:
    watched = Watched()
    found = [result async for result in side_by_side(watched.jobs(pauses), at_once)]
    assert found == list(range(len(pauses)))
    assert watched.most <= at_once


async def test_as_many_are_under_way_as_may_be() -> None:
    watched = Watched()
    async for _ in side_by_side(watched.jobs([3] * 9), 3):
        pass
    assert watched.most == 3


async def test_a_failure_ends_what_is_under_way_and_starts_nothing_more() -> None:
    watched = Watched()
    with pytest.raises(OSError, match="job 1"):
        async for _ in side_by_side(watched.jobs([0, 7, 50, 50, 50]), 2):
            pass
    assert not watched.running
    assert watched.taken < 5
