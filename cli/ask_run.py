"""Finds the graph, asks its questions one after the other, and delivers the answers."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import typer
from pydantic import BaseModel

from agents.ask.answered_graphs import AnsweredGraphs
from agents.ask.follow_up import completed
from agents.ask.graph import AskGraph, ask, ask_graph
from agents.ask.models import AskModels
from agents.model_settings import ModelSettings
from agents.models import Models
from agents.patient_graph import stored_graph
from agents.settings import settings
from cli.delivery import print_text
from cli.files import write_file
from cli.model_run import say_what_it_took
from exports.answer_report import answer_to_json, answer_to_text, answers_to_html
from graph_state.asking import AskContext, AskInput, GraphAnswer
from kg.embedding import WordVectors
from kg.errors import BadInputError
from kg.guidelines.files import is_knowledge, read_knowledge
from kg.open_store import open_store
from kg.readers import open_cases
from kg.record import Case
from kg.store import GraphStore

STANDARD_INPUT = "-"
_SHOWN = 5


class AskOptions(BaseModel, frozen=True):
    """What the command line says."""

    source: Path
    question: str
    patient: str
    admission: str
    format: Literal["table", "json", "html"]
    out: Path | None
    store: str
    context: AskContext
    models: ModelSettings = ModelSettings()


async def ask_questions(options: AskOptions) -> None:
    """Answer every question; each is bound to the one graph that the options name."""
    told = settings()
    store = open_store(options.store or told.store, login=told.store_login)
    try:
        graphs = AnsweredGraphs(store, WordVectors())
        graph_id = await _graph_id(options, graphs, store)
        models = Models(options.models)
        second = bool(options.models.models.get("second_judge"))
        helping = AskModels(models, second) if options.context.use_models else None
        asking = ask_graph(graphs.domain_of, models=helping).compile()
        answers: list[GraphAnswer] = []
        for question in _questions(options):
            answer = await _answer(asking, graphs, graph_id, question, answers, options)
            answers.append(answer)
            if options.out is None and options.format != "html":
                _print(answer, options)
        await _deliver(answers, graphs, graph_id, options)
        if helping is not None:
            say_what_it_took(models)
    finally:
        await store.close()


async def _answer(
    asking: AskGraph,
    graphs: AnsweredGraphs,
    graph_id: str,
    question: str,
    before: list[GraphAnswer],
    options: AskOptions,
) -> GraphAnswer:
    domain = await graphs.domain_of(graph_id)
    whole = question
    if before:
        links = domain.understand(question).links
        whole = completed(question, links, before[-1].question, before[-1].links)
    request = AskInput(question=whole, graph_id=graph_id)
    return await ask(asking, request, options.context)


async def _graph_id(options: AskOptions, graphs: AnsweredGraphs, store: GraphStore) -> str:
    if is_knowledge(options.source):
        knowledge = read_knowledge(options.source)
        graphs.knowledge[knowledge.graph_id] = knowledge
        return knowledge.graph_id
    case = _case(options)
    stored = await stored_graph(store, case, options.admission or None, (), "all")
    return stored.graph_id


def _case(options: AskOptions) -> Case:
    """Find the one patient; a question to several would read the graph of another."""
    cases = list(open_cases(options.source, options.admission or None))
    if options.patient:
        cases = [one for one in cases if one.record.patient_id == options.patient]
    if len(cases) == 1:
        return cases[0]
    if not cases:
        raise BadInputError(f"{options.source}: no patient {options.patient!r}")
    known = ", ".join(case.record.patient_id for case in cases[:_SHOWN])
    raise BadInputError(
        f"{options.source}: holds {len(cases)} patients; a question is bound to one: give"
        f" --patient or --admission ({known}{', ...' if len(cases) > _SHOWN else ''})"
    )


def _questions(options: AskOptions) -> Iterator[str]:
    if options.question != STANDARD_INPUT:
        if not options.question.strip():
            raise BadInputError("the question is empty; ask one, or give - and one a line")
        yield options.question
        return
    for line in sys.stdin:
        if line.strip():
            yield line.strip()


def _print(answer: GraphAnswer, options: AskOptions) -> None:
    text = answer_to_json(answer) if options.format == "json" else answer_to_text(answer)
    print_text(text)


async def _deliver(
    answers: list[GraphAnswer], graphs: AnsweredGraphs, graph_id: str, options: AskOptions
) -> None:
    if options.format == "html":
        domain = await graphs.domain_of(graph_id)
        names = {node.id: node.name for node in domain.graph.nodes.values()}
        text = answers_to_html(answers, names)
    else:
        write = answer_to_json if options.format == "json" else answer_to_text
        text = "".join(write(answer) for answer in answers)
    if options.out is not None:
        write_file(options.out, text)
        typer.echo(f"wrote {options.out.resolve()}", err=True)
    elif options.format == "html":
        print_text(text)
