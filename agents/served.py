"""What `langgraph dev` serves: factories, so that nothing is open while no call needs it."""

from asyncio import to_thread
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

from agents.adversarial.graph import LoopGraph, LoopParts, adversarial_graph
from agents.adversarial.intake import LoopIntake
from agents.ask.answered_graphs import AnsweredGraphs
from agents.ask.graph import AskGraph, ask_graph
from agents.ask.intake import AskIntake
from agents.ask.models import AskModels
from agents.check_graph import CheckGraph, CheckParts, check_graph
from agents.factcheck.fact_checker import open_fact_checker
from agents.factcheck.graph import FactcheckGraph, factcheck_graph
from agents.generate_graph import GenerateGraph, GenerateParts, generate_graph
from agents.generation_intake import GenerationIntake
from agents.intake import Intake
from agents.known_engines import known_engines
from agents.known_judges import known_judges
from agents.models import Models
from agents.omissions import OmissionFinder
from agents.safety.finder import SafetyFinder
from agents.settings import settings
from clinical.claims import read_claims
from kg.embedding import WordVectors
from kg.open_store import open_store


@cache
def served_intake() -> Intake:
    """Open the store once a process; graphs that were built stay in it."""
    told = settings()
    return Intake(open_store(told.store, login=told.store_login), told.served_record)


@asynccontextmanager
async def check() -> AsyncIterator[CheckGraph]:
    """Check summaries of the served record; a graph is built when its patient is first named."""
    intake = await to_thread(served_intake)
    yield check_graph(await _check_parts(intake), intake).compile(name="check")


@asynccontextmanager
async def generate() -> AsyncIterator[GenerateGraph]:
    """Put labeled errors into summaries of the served record."""
    intake = await to_thread(served_intake)
    parts = await _generate_parts(intake)
    yield generate_graph(parts, GenerationIntake(intake)).compile(name="generate")


@asynccontextmanager
async def adversarial() -> AsyncIterator[LoopGraph]:
    """Plant errors in summaries of the served record, check them, and go for what was missed."""
    intake = await to_thread(served_intake)
    documents = LoopIntake(intake)
    parts = LoopParts(
        generate=await _generate_parts(intake),
        check=await _check_parts(intake),
        ready=documents.ready,
    )
    yield adversarial_graph(parts, documents).compile(name="adversarial")


@asynccontextmanager
async def factcheck() -> AsyncIterator[FactcheckGraph]:
    """Check general medical statements against the reference graph that comes with the product."""
    facts = await to_thread(open_fact_checker)
    yield factcheck_graph(facts).compile(name="factcheck")


@asynccontextmanager
async def ask() -> AsyncIterator[AskGraph]:
    """Answer questions about one patient of the served record."""
    intake = await to_thread(served_intake)
    graphs = AnsweredGraphs(intake.store, await to_thread(WordVectors))
    told = settings().models
    models = AskModels(Models(told), bool(told.models.get("second_judge")))
    yield ask_graph(graphs.domain_of, AskIntake(intake), models).compile(name="ask")


async def _check_parts(intake: Intake) -> CheckParts:
    return CheckParts(
        store=intake.store,
        judges=await to_thread(known_judges),
        read_claims=read_claims,
        sources=intake.sources,
        find_omissions=OmissionFinder(intake.store),
        find_safety=SafetyFinder(intake.store),
    )


async def _generate_parts(intake: Intake) -> GenerateParts:
    engines = await to_thread(known_engines, intake.store)
    return GenerateParts(store=intake.store, engines=engines)
