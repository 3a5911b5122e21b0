"""A finished loop as one page that opens from a file: plots, tables, and the list of cases."""

from markupsafe import Markup
from pydantic import BaseModel

from clinical.labels import ERROR_TYPES
from exports.line_plot import line_plot
from exports.loop_cases import LoopCase
from exports.loop_report import CASES_HTML, FinishedLoop, round_folder
from exports.templating import content_hash, joined, templates
from exports.visible_text import visible
from exports.wording import GRADE_WORDS, STATUS_WORDS, type_words
from graph_state.generation import DIFFICULTIES
from graph_state.loop import CONTROL, RoundResult
from graph_state.loop_scoring import Hits
from graph_state.scoring import Decision

KIND_WORDS = {
    "missed": "missed error",
    "false_alarm": "false alarm",
    "other_detection": "other detection",
}


class CaseRow(BaseModel, frozen=True):
    """One wrong decision as the page lists it, once for all rounds in which it was made."""

    anchor: str
    rounds: str
    kind: str
    place: str
    sentence: str
    planted: str
    found: str


def loop_html(loop: FinishedLoop) -> str:
    """Write the page; it asks the network for nothing and runs no script."""
    style = joined(("loop.css",))
    rounds = [one for one in loop.results if one.round != CONTROL]
    page = (
        templates()
        .get_template("loop.html")
        .render(
            loop=loop,
            rounds=rounds,
            names=[str(one.round) for one in rounds],
            plots=_plots(rounds),
            types={type_words(t): [one.figures.types[t] for one in rounds] for t in ERROR_TYPES},
            difficulties={d: [one.figures.difficulties[d] for one in rounds] for d in DIFFICULTIES},
            asked={type_words(t): [_asked(one, t) for one in rounds] for t in ERROR_TYPES},
            cases=case_rows(loop),
            case_page=CASES_HTML,
            share=share,
            found=found,
            folder=round_folder,
            style=Markup(style),
            style_hash=content_hash(style),
        )
    )
    return visible(page.replace("\r", ""))


def share(value: float | None) -> str:
    """Write a share in percent, or a dash where there is none."""
    return "–" if value is None else f"{100 * value:.1f} %"


def found(hits: Hits) -> str:
    """Write how many of the planted errors were found."""
    return f"{hits.detected} of {hits.planted}" if hits.planted else "–"


def decided(decision: Decision) -> str:
    """Write a decision in words."""
    if decision.grade is not None:
        types = f": {', '.join(map(type_words, decision.types))}" if decision.types else ""
        return f"{decision.grade} {GRADE_WORDS[decision.grade]}{types}"
    return STATUS_WORDS[decision.status] if decision.status else "not covered"


def _plots(rounds: list[RoundResult]) -> dict[str, Markup]:
    positions = [f"round {one.round}" for one in rounds]
    by_type = {type_words(t): [r.figures.types[t] for r in rounds] for t in ERROR_TYPES}
    by_level = {str(d): [r.figures.difficulties[d] for r in rounds] for d in DIFFICULTIES}
    plots = {
        "Share of the planted errors that were flagged, by type": by_type,
        "Share of the planted errors that were flagged, by difficulty": by_level,
    }
    # The plots hold names and figures of our own alone, each escaped where it is drawn.
    return {name: Markup(_plot(name, positions, hits)) for name, hits in plots.items()}


def _plot(name: str, positions: list[str], hits: dict[str, list[Hits]]) -> str:
    return line_plot(name, positions, {line: [h.recall for h in of] for line, of in hits.items()})


def _asked(result: RoundResult, error_type: str) -> str:
    settings = result.settings
    weights = {str(t): weight for t, weight in settings.weights.items()}
    levels = {str(t): level for t, level in settings.asked_difficulties.items()}
    return f"{weights[error_type]}, {levels.get(error_type, settings.difficulty)}"


def case_rows(loop: FinishedLoop) -> list[CaseRow]:
    """List the cases; the same decision on the same sentence stands once, with its rounds."""
    same: dict[tuple[str, ...], list[str]] = {}
    for name, case in loop.cases.items():
        same.setdefault(_same(case), []).append(name)
    return [_row(names, [loop.cases[name] for name in names]) for names in same.values()]


def _same(case: LoopCase) -> tuple[str, ...]:
    planted = case.planted.explanation if case.planted else ""
    place = (case.patient_id, case.admission_id or "", case.target)
    return (case.kind, *place, case.sentence.text, planted, decided(case.decision))


def _row(names: list[str], cases: list[LoopCase]) -> CaseRow:
    case, planted = cases[0], cases[0].planted
    place = " ".join(filter(None, (case.patient_id, case.admission_id)))
    rounds = dict.fromkeys("control" if one.round == CONTROL else str(one.round) for one in cases)
    return CaseRow(
        anchor=anchor_of(names[0]),
        rounds=", ".join(rounds),
        kind=KIND_WORDS[case.kind],
        place=f"{place}, sentence {case.sentence.index}",
        sentence=case.sentence.text,
        planted="" if planted is None else f"{planted.difficulty}: {planted.explanation}",
        found=decided(case.decision) + (" (in the control as well)" if case.in_control else ""),
    )


def anchor_of(file: str) -> str:
    """Name the place of a case on the page of cases."""
    return f"case-{file.removesuffix('.json')}"
