"""Asks the bundled questions and shows the figures."""

from collections.abc import Sequence
from pathlib import Path

import typer

from agents.ask.linking import EntityLinker
from agents.ask.names import NodeNames
from agents.settings import EXAMPLES
from cli.delivery import print_text
from cli.files import write_file
from evaluation.ask.mentions import linking_figures, read_mentions
from evaluation.ask.page import figures_table, linking_table, rating_form, sweep_table
from evaluation.ask.questions import KNOWLEDGE, read_questions
from evaluation.ask.run import ARMS, Answered, AskedGraphs, answers_of, figures_of, rescued, swept
from kg.embedding import WordVectors

_INTRODUCTION = """# How well questions are answered

Made by `curaview evaluate-ask --markdown evaluation/ask/RESULTS.md`, without a model. Questions and
gold answers have one author and no clinician has reviewed them: they guard against regressions and
show what the loop adds, and they do not measure clinical accuracy. Nobody read an answer to a blind
question while the engine was made. A mean is over what could be measured, whose number is in the
last column. The mentions have the same author as the other names in the lexicon, so linking is
easier here than in life.
"""


async def evaluate_questions(
    names: Sequence[str], markdown: Path | None, form: Path | None, show_wrong: bool
) -> None:
    """Ask every set in every way; of a blind set nothing but figures leaves this function."""
    graphs = AskedGraphs(EXAMPLES.parent / "hepatology", EXAMPLES, WordVectors())
    parts = [_INTRODUCTION]
    for name in names:
        questions = read_questions(name)
        arms = {arm: await answers_of(questions, graphs, arm) for arm in ARMS}
        figures = [
            row
            for arm, answered in arms.items()
            for row in figures_of(answered, arm, graphs.embedder)
            if arm == ARMS[0] or row.part == "all"
        ]
        saved, wrong = rescued(arms[ARMS[0]], arms[ARMS[1]])
        parts.append(f"## Questions: {name}\n\n{figures_table(figures)}\n")
        parts.append(f"The loop rescues {saved} of {wrong} questions that go wrong without it.\n")
        if name == "open":
            _open_answers(arms[ARMS[0]], form, show_wrong)
            if len(names) > 1:
                table = sweep_table(await swept(questions, graphs))
                parts.append(f"The limit for enough, where the assessors differ:\n\n{table}\n")
    domain = await graphs.domain_of(KNOWLEDGE)
    linker = EntityLinker(NodeNames(domain.graph, graphs.embedder))
    parts.append(f"## Linking\n\n{linking_table(linking_figures(read_mentions(), linker.link))}\n")
    text = "\n".join(parts)
    print_text(text)
    if markdown is not None:
        write_file(markdown, text)
        typer.echo(f"wrote {markdown.resolve()}", err=True)


def _open_answers(answered: Sequence[Answered], form: Path | None, show_wrong: bool) -> None:
    if form is not None:
        write_file(form, rating_form(answered))
        typer.echo(f"wrote {form.resolve()}", err=True)
    for one in answered if show_wrong else ():
        if not one.right:
            typer.echo(f"{one.question.id}: {one.question.question}\n  {one.answer.text}", err=True)
