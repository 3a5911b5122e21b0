"""Writes patterns of things and relations as Cypher, which the guard then reads and checks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents.ask.cues import Cued


@dataclass(frozen=True)
class Thing:
    """Something in a question that becomes a node of the pattern."""

    variable: str
    start: int
    kinds: tuple[str, ...]
    names: tuple[str, ...] = ()
    """Names that hold the node; empty where any node of its kinds is asked for."""

    cue: Cued | None = None

    @property
    def is_asked(self) -> bool:
        """Say whether the question asks for it rather than names it."""
        return self.variable.startswith("t")


def written(
    things: Sequence[Thing],
    pairs: Sequence[tuple[Thing, Thing]],
    steps: Sequence[tuple[str, str]],
) -> Iterator[str]:
    """Write the query in which pairs of things are joined, each in its way."""
    used = [one for one in things if any(one in pair for pair in pairs)]
    paths = [
        f"{node_text(a)}{arrow_text(f'r{at}', kinds, way)}{node_text(b)}"
        for at, ((a, b), (kinds, way)) in enumerate(zip(pairs, steps, strict=True))
    ]
    held = [condition_text(one) for one in used if one.names or len(one.kinds) > 1]
    where = f" WHERE {' AND '.join(held)}" if held else ""
    names = [one.variable for one in used] + [f"r{at}" for at in range(len(pairs))]
    yield f"MATCH {', '.join(paths)}{where} RETURN {', '.join(names)}"


def node_text(thing: Thing) -> str:
    """Write a node with its label, where only one fits."""
    label = f":{thing.kinds[0]}" if len(thing.kinds) == 1 else ""
    return f"({thing.variable}{label})"


def condition_text(thing: Thing) -> str:
    """Write what holds a node: its names, else its kinds."""
    if thing.names:
        return f"{thing.variable}.name IN [{quoted(thing.names)}]"
    return f"{thing.variable}.kind IN [{quoted(thing.kinds)}]"


def arrow_text(variable: str, kinds: str, way: str) -> str:
    """Write a relation in its direction."""
    left, right = ("<-" if way == "in" else "-"), ("->" if way == "out" else "-")
    return f"{left}[{variable}:{kinds}]{right}"


def quoted(names: Sequence[str]) -> str:
    """Write texts as literals of a list."""
    return ", ".join("'" + one.replace("\\", " ").replace("'", "\\'") + "'" for one in names)
