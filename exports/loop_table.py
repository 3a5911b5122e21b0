"""A finished loop as tables for the terminal."""

from collections.abc import Callable, Mapping, Sequence

from rich.table import Table

from clinical.labels import ERROR_TYPES
from exports.loop_page import found, share
from exports.wording import type_words
from graph_state.generation import DIFFICULTIES
from graph_state.loop import CONTROL, RoundResult
from graph_state.loop_scoring import Hits, RoundFigures

_COLUMNS: Mapping[str, Callable[[RoundFigures], str]] = {
    "planted": lambda f: str(f.planted),
    "discarded": lambda f: str(f.discarded),
    "detected": lambda f: str(f.flags.true_positive),
    "recall": lambda f: share(f.flags.recall),
    "false alarms": lambda f: str(f.flags.false_positive),
    "in control": lambda f: str(f.alarms_in_control),
    "other detections": lambda f: str(f.other_detections),
    "precision": lambda f: share(f.flags.precision),
    "F1": lambda f: share(f.flags.f1),
    "F1 (E4)": lambda f: share(f.contradictions.f1),
    "no output": lambda f: str(f.without_output),
}


def rounds_table(results: Sequence[RoundResult]) -> Table:
    """Show what every round came to, the control first."""
    table = Table("round", title="Generation against detection", header_style="bold")
    for name in _COLUMNS:
        table.add_column(name, justify="right")
    for one in results:
        cells = [column(one.figures) for column in _COLUMNS.values()]
        table.add_row("control" if one.round == CONTROL else str(one.round), *cells)
    return table


def detection_table(results: Sequence[RoundResult]) -> Table:
    """Show what was detected of each type and difficulty, round by round."""
    rounds = [one for one in results if one.round != CONTROL]
    table = Table("detected", title="By type and difficulty", header_style="bold")
    for one in rounds:
        table.add_column(f"round {one.round}", justify="right")
    for t in ERROR_TYPES:
        table.add_row(type_words(t), *(_cell(one.figures.types[t]) for one in rounds))
    table.add_section()
    for level in DIFFICULTIES:
        table.add_row(level, *(_cell(one.figures.difficulties[level]) for one in rounds))
    return table


def asked_table(results: Sequence[RoundResult]) -> Table:
    """Show how often each round asked for a type, and at which difficulty."""
    rounds = [one for one in results if one.round != CONTROL]
    table = Table("asked for", title="Weight of the type, difficulty", header_style="bold")
    for one in rounds:
        table.add_column(f"round {one.round}", justify="right")
    for t in ERROR_TYPES:
        cells = (
            f"{one.settings.weights[t]}"
            f" {one.settings.asked_difficulties.get(t, one.settings.difficulty)}"
            for one in rounds
        )
        table.add_row(type_words(t), *cells)
    return table


def _cell(hits: Hits) -> str:
    return f"{found(hits)}  {share(hits.recall)}" if hits.planted else "–"
