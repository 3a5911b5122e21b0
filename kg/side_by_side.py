"""Run work on several patients side by side, so that a database and this process both have some."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import TypeVar

Result = TypeVar("Result")


async def side_by_side(
    jobs: Iterable[Callable[[], Awaitable[Result]]], at_once: int
) -> AsyncIterator[Result]:
    """Yield the results in the order of the jobs, of which only so many are ever under way.

    A job is not even taken from the iterable before there is room for it. The first failure ends
    all: the others are cancelled before it is raised.
    """
    running: deque[asyncio.Task[Result]] = deque()

    async def run(job: Callable[[], Awaitable[Result]]) -> Result:
        return await job()

    try:
        for job in jobs:
            if len(running) == at_once:
                yield await running.popleft()
            running.append(asyncio.create_task(run(job)))
        while running:
            yield await running.popleft()
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
