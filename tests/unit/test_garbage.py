import gc
from collections.abc import Iterator

import pytest

from evaluation.garbage import THRESHOLDS, collect_seldom


@pytest.fixture(autouse=True)
def _own_thresholds() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def test_cycles_are_looked_for_seldom_but_never_not_at_all() -> None:
    collect_seldom()
    assert gc.get_threshold() == THRESHOLDS
    assert gc.isenabled()
    assert all(THRESHOLDS), "a threshold of 0 would let unused cycles pile up for good"
