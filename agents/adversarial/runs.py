"""Run a loop so that a killed one goes on where it stopped."""

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.runnables import RunnableConfig

from agents.adversarial.adapter import Adapted
from agents.adversarial.graph import LoopGraph
from agents.runs import digest, program_state
from graph_state.generation import GenerateInput
from graph_state.loop import CONTROL, KnownError, LoopContext, LoopInput, LoopOutput
from kg.record import PatientRecord

LoopProgress = Callable[[str, int, int], None]
"""Told the round, how many of its steps are done, and how many there are."""

Part = tuple[str, Mapping[str, object]]
"""Whether the whole state follows or what one node has added, and that."""


def loop_thread(
    records: Sequence[PatientRecord],
    documents: Sequence[GenerateInput],
    known_wrong: Sequence[KnownError],
    context: LoopContext,
) -> str:
    """Name a loop by all that its result depends on, the program itself included."""
    return digest(
        program_state(),
        context.model_dump_json(),
        *(record.model_dump_json() for record in records),
        *(str(sorted(document.items())) for document in documents),
        *(known.model_dump_json() for known in known_wrong),
    )


async def run_loop(
    graph: LoopGraph,
    request: LoopInput,
    context: LoopContext,
    thread: str | None,
    progress: LoopProgress,
    callbacks: Sequence[BaseCallbackHandler] = (),
) -> LoopOutput:
    """Run all rounds; with a thread, take up its unfinished or finished run."""
    config: RunnableConfig = {"callbacks": [*callbacks]}
    begun: LoopInput | None = request
    number = CONTROL
    if thread is not None:
        config["configurable"] = {"thread_id": thread}
        saved = await graph.aget_state(config)
        if saved.values and not saved.next:
            return _output(saved.values)
        begun = None if saved.next else request
        number = saved.values.get("round", CONTROL)
    return await _stream(graph, begun, config, context, (request, number, progress))


async def _stream(
    graph: LoopGraph,
    begun: LoopInput | None,
    config: RunnableConfig,
    context: LoopContext,
    told: tuple[LoopInput, int, LoopProgress],
) -> LoopOutput:
    request, number, progress = told
    steps, done = 2 * len(request["documents"]), 0
    values: Mapping[str, object] = {}
    async for streamed in graph.astream(
        begun,
        config,
        context=context,
        stream_mode=["updates", "values"],
        durability="async" if "configurable" in config else None,
    ):
        mode, part = cast(Part, streamed)
        if mode == "values":
            values = part
            continue
        if "adapter" in part:
            number, done = cast(Adapted, part["adapter"])["round"], 0
        done += sum(node in part for node in ("adversary", "checker"))
        progress(_round_name(number, context.rounds), done, steps)
    return _output(values)


def _output(values: Mapping[str, object]) -> LoopOutput:
    return cast(LoopOutput, {name: values[name] for name in LoopOutput.__annotations__})


def _round_name(number: int, rounds: int) -> str:
    return "control" if number == CONTROL else f"round {number} of {rounds}"
