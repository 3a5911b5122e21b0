"""What a run has asked of models and what that cost, and the limit that it may not pass."""

import json
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from math import ceil
from pathlib import Path

from pydantic import BaseModel

from kg.errors import BadInputError, CuraViewError

CHARACTERS_PER_TOKEN = 3
"""Fewer than in plain prose: clinical text is rich in numbers, and a limit must not be passed."""


class BudgetError(CuraViewError):
    """The next call would pass the limit that the user has set."""

    exit_status = 2


class Price(BaseModel, frozen=True):
    """Dollars per million tokens."""

    read: float
    written: float

    def of(self, read: int, written: int) -> float:
        """Return the price of so many tokens."""
        return (self.read * read + self.written * written) / 1e6


class Usage(BaseModel, frozen=True):
    """What models were asked for in one run."""

    calls: int = 0
    """Answers that were paid for."""

    from_cache: int = 0
    retries: int = 0
    """Calls repeated because the connection was lost."""

    saved: int = 0
    """Sentences that needed no model because rules had proved the verdict."""

    answers: int = 0
    """Answers that were read, wherever they came from."""

    json_objects: int = 0
    """Answers that were JSON as they stood."""

    valid_as_written: int = 0
    """Answers that followed their schema as they stood."""

    valid_when_read: int = 0
    """Answers that followed it once extracted and repaired."""

    tokens_read: int = 0
    tokens_written: int = 0
    cost: float | None = 0.0
    """Dollars; None where a price is not known."""

    def __add__(self, other: "Usage") -> "Usage":
        """Add two usages field by field."""
        known = self.cost is not None and other.cost is not None
        counts = {
            name: getattr(self, name) + getattr(other, name)
            for name in Usage.model_fields
            if name != "cost"
        }
        cost = (self.cost or 0.0) + (other.cost or 0.0) if known else None
        return Usage(**counts, cost=cost)

    @property
    def tokens(self) -> int:
        """All tokens together."""
        return self.tokens_read + self.tokens_written

    def told(self) -> str:
        """Say it in one line."""
        cost = "cost unknown" if self.cost is None else f"${self.cost:.4f}"
        return (
            f"{self.calls} model calls, {self.from_cache} more from the cache,"
            f" {self.saved} saved by rules, {self.retries} repeated after a lost connection;"
            f" {self.tokens_read:,} tokens read, {self.tokens_written:,} written, {cost}"
        )


@dataclass
class Meter:
    """Counts what a run uses; a call is reserved at its worst before it is sent."""

    max_cost: float | None = None
    max_tokens: int | None = None
    used: Usage = field(default_factory=Usage)
    _reserved: dict[int, Usage] = field(default_factory=dict)
    _next: int = 0

    def reserve(self, read: int, written: int, price: Price | None) -> int:
        """Put a call aside at its worst, or refuse it; return the name of the reservation."""
        self._refuse_unpriced(price)
        worst = Usage(
            tokens_read=read,
            tokens_written=written,
            cost=price.of(read, written) if price else None,
        )
        planned = worst
        for one in (self.used, *self._reserved.values()):
            planned += one
        if self.max_tokens is not None and planned.tokens > self.max_tokens:
            raise BudgetError(_refusal(f"{self.max_tokens:,} tokens", "max-tokens", self.used))
        if self.max_cost is not None and (planned.cost or 0.0) > self.max_cost:
            raise BudgetError(_refusal(f"${self.max_cost:g}", "max-cost", self.used))
        self._next += 1
        self._reserved[self._next] = worst
        return self._next

    def settle(self, reservation: int, usage: Usage) -> None:
        """Count what a call has really used and give its reservation back."""
        del self._reserved[reservation]
        self.used += usage

    def count(self, usage: Usage) -> None:
        """Count what needed no reservation."""
        self.used += usage

    def _refuse_unpriced(self, price: Price | None) -> None:
        if price is None and self.max_cost is not None:
            msg = (
                "a limit of cost needs the price of the model; set CURAVIEW_MODEL_PRICES to the"
                " dollars per million tokens read/written, as 0.4/1.6, or use --max-tokens"
            )
            raise BadInputError(msg)


def _refusal(limit: str, option: str, used: Usage) -> str:
    return (
        f"the next call could pass the limit of {limit} after {used.calls} calls and"
        f" {used.tokens:,} tokens; the same command with a higher --{option} goes on from here"
    )


def token_estimate(text: str) -> int:
    """Estimate the tokens of a text, rather too many than too few."""
    return ceil(len(text) / CHARACTERS_PER_TOKEN)


def price_of(model: str, told: tuple[float, float] | None, own_server: bool) -> Price | None:
    """Find the price of a model `provider:name`; own computers ask for no money."""
    if told is not None:
        return Price(read=told[0], written=told[1])
    provider, _, name = model.partition(":")
    if provider in ("scripted", "batch", "ollama") or not name:
        return Price(read=0.0, written=0.0)
    if own_server:
        return None
    table = _price_table()
    return table.get(name) or table.get(f"{provider}/{name}")


@cache
def _price_table() -> dict[str, Price]:
    """Read the table that litellm bundles; importing the package itself would ask the network."""
    spec = find_spec("litellm")
    if spec is None or not spec.submodule_search_locations:
        return {}
    path = Path(spec.submodule_search_locations[0]) / "model_prices_and_context_window_backup.json"
    if not path.exists():
        return {}
    table = json.loads(path.read_text(encoding="utf-8"))
    return {
        name: Price(
            read=float(row["input_cost_per_token"]) * 1e6,
            written=float(row["output_cost_per_token"]) * 1e6,
        )
        for name, row in table.items()
        if row.get("input_cost_per_token") is not None
        and row.get("output_cost_per_token") is not None
    }
