"""The measured figures of questions as a Markdown page, and a form for expert raters."""

import csv
from collections.abc import Mapping, Sequence
from io import StringIO

from evaluation.ask.mentions import LinkingFigures
from evaluation.ask.run import Answered, AskFigures

_COLUMNS = (
    ("right", "answer_right"),
    ("refused", "refused"),
    ("refused, others", "refused_other_patients"),
    ("citations valid", "citations_valid"),
    ("context recall", "context_recall"),
    ("faithfulness", "faithfulness"),
    ("relevancy", "relevancy"),
)


def figures_table(figures: Sequence[AskFigures]) -> str:
    """Write one row an arm and part; a dash is what could not be measured."""
    head = ["arm", "part", "questions", "answerable", *(name for name, _ in _COLUMNS), "measured"]
    lines = [" | ".join(head), " | ".join("---" for _ in head)]
    for one in figures:
        values = [getattr(one, field) for _, field in _COLUMNS]
        cells = [one.arm, one.part, str(one.questions), str(one.answerable)]
        cells += ["-" if value is None else f"{value:.3f}" for value in values]
        lines.append(" | ".join([*cells, str(one.measured)]))
    return "\n".join(f"| {line} |" for line in lines)


def linking_table(figures: Mapping[str, LinkingFigures]) -> str:
    """Write one row a half or kind of mentions."""
    lines = ["mentions | number | precision | recall | F1", "--- | --- | --- | --- | ---"]
    for name, one in figures.items():
        lines.append(
            f"{name} | {one.mentions} | {one.precision:.3f} | {one.recall:.3f} | {one.f1:.3f}"
        )
    return "\n".join(f"| {line} |" for line in lines)


def sweep_table(swept: Sequence[tuple[float, AskFigures]]) -> str:
    """Write one row a limit."""
    lines = ["enough above | right | refused | context recall", "--- | --- | --- | ---"]
    for enough, one in swept:
        values = (one.answer_right, one.refused, one.context_recall)
        cells = ["-" if value is None else f"{value:.3f}" for value in values]
        lines.append(" | ".join([f"{enough:g}", *cells]))
    return "\n".join(f"| {line} |" for line in lines)


def rating_form(answered: Sequence[Answered]) -> str:
    """Write answers for experts to rate blind, from 1 (very poor) to 5 (excellent)."""
    table = StringIO(newline="")
    writer = csv.writer(table)
    writer.writerow(["id", "question", "answer", "sources", "accuracy", "completeness", "safety"])
    for one in answered:
        sources = " / ".join(" ".join(item.quote.split()) for item in one.answer.evidence)
        writer.writerow(
            [one.question.id, one.question.question, one.answer.text, sources, *[""] * 3]
        )
    return table.getvalue()
