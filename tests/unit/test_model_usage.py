"""What models cost: counted, estimated, and never above the limit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.model_usage import BudgetError, Meter, Price, Usage, price_of, token_estimate
from kg.errors import BadInputError

CHEAP = Price(read=1.0, written=2.0)


def test_a_price_is_for_a_million_tokens() -> None:
    assert CHEAP.of(1_000_000, 500_000) == pytest.approx(2.0)


def test_prices_come_from_the_bundled_table_unless_told() -> None:
    known = price_of("openai:gpt-4.1-mini", None, own_server=False)
    assert known is not None and 0 < known.read < known.written
    assert price_of("openai:gpt-4.1-mini", (7.0, 9.0), own_server=False) == Price(
        read=7.0, written=9.0
    )
    assert price_of("openai:no-such-model", None, own_server=False) is None
    assert price_of("openai:gpt-4.1-mini", None, own_server=True) is None
    assert price_of("batch:folder", None, own_server=False) == Price(read=0, written=0)


def test_a_call_is_refused_before_it_could_pass_the_limit_of_tokens() -> None:
    meter = Meter(max_tokens=100)
    first = meter.reserve(40, 20, CHEAP)
    with pytest.raises(BudgetError, match="--max-tokens"):
        meter.reserve(40, 20, CHEAP)
    meter.settle(first, Usage(calls=1, tokens_read=30, tokens_written=5))
    meter.reserve(40, 20, CHEAP)


def test_a_call_is_refused_before_it_could_pass_the_limit_of_cost() -> None:
    meter = Meter(max_cost=0.0001)
    first = meter.reserve(40, 20, CHEAP)
    with pytest.raises(BudgetError, match="--max-cost"):
        meter.reserve(20, 10, CHEAP)
    meter.settle(first, Usage())
    meter.reserve(20, 10, CHEAP)


def test_a_limit_of_cost_needs_a_price() -> None:
    with pytest.raises(BadInputError, match="CURAVIEW_MODEL_PRICES"):
        Meter(max_cost=1.0).reserve(1, 1, None)


@given(st.lists(st.tuples(st.integers(1, 50), st.integers(1, 50)), max_size=30))
def test_the_limit_holds_whatever_is_asked(calls: list[tuple[int, int]]) -> None:
    meter = Meter(max_tokens=200)
    for read, written in calls:
        try:
            reservation = meter.reserve(read, written, CHEAP)
        except BudgetError:
            continue
        meter.settle(reservation, Usage(calls=1, tokens_read=read, tokens_written=written))
    assert meter.used.tokens <= 200


def test_an_unknown_price_makes_the_cost_unknown_not_nothing() -> None:
    together = Usage(calls=1, cost=0.5) + Usage(calls=1, cost=None)
    assert together.calls == 2 and together.cost is None
    assert "cost unknown" in together.told()


def test_tokens_are_rather_overestimated() -> None:
    assert token_estimate("Creatinine 1.1") >= 5
    assert token_estimate("") == 0
