"""Neighboring sentences asked about at once."""

import asyncio

import pytest

from agents.sentence_groups import SentenceGroups

Groups = SentenceGroups[str, str]


class Asked:
    def __init__(self) -> None:
        self.groups: list[list[int]] = []

    async def __call__(self, cases: dict[int, str]) -> dict[int, str]:
        self.groups.append(list(cases))
        return {index: case.upper() for index, case in cases.items()}


async def test_sentences_of_a_group_are_asked_about_together_whatever_their_order() -> None:
    groups, asked = Groups(window_seconds=5), Asked()
    order = [3, 0, 2, 5, 1, 4]
    answers = await asyncio.gather(
        *(groups.ask("p", index, 3, f"s{index}", asked) for index in order)
    )
    assert answers == [f"S{index}" for index in order]
    assert sorted(asked.groups) == [[0, 1, 2], [3, 4, 5]]


async def test_patients_are_never_put_together() -> None:
    groups, asked = Groups(window_seconds=0.01), Asked()
    await asyncio.gather(
        *(groups.ask(name, index, 2, name, asked) for name in "ab" for index in (0, 1))
    )
    assert asked.groups == [[0, 1], [0, 1]]


async def test_a_group_does_not_wait_for_a_sentence_that_is_passed_over() -> None:
    groups, asked = Groups(window_seconds=60), Asked()
    waiting = asyncio.gather(*(groups.ask("p", index, 3, "s", asked) for index in (0, 2)))
    await asyncio.sleep(0)
    groups.pass_over("p", 1, 3)
    async with asyncio.timeout(5):
        assert await waiting == ["S", "S"]


async def test_a_group_goes_on_without_those_that_never_come() -> None:
    groups, asked = Groups(window_seconds=0.01), Asked()
    assert await groups.ask("p", 7, 4, "s", asked) == "S"
    assert asked.groups == [[7]]


async def test_all_of_a_group_hear_of_its_failure() -> None:
    async def fail(cases: dict[int, str]) -> dict[int, str]:
        raise ConnectionError("gone")

    groups = Groups(window_seconds=5)
    done = await asyncio.gather(
        *(groups.ask("p", index, 2, "s", fail) for index in (0, 1)), return_exceptions=True
    )
    assert [type(one) for one in done] == [ConnectionError, ConnectionError]
    with pytest.raises(ConnectionError):
        await groups.ask("p", 2, 1, "s", fail)
