"""The extractor that asks a model: the rules read everything, the model adds what they missed.

Notes are read ahead, many calls at once, and the graph is then built from what was read by the
same builder and validators as by rules alone.
"""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from agents.extraction_answer import ExtractedFacts, Read, evidence_of, misquoted
from agents.judge_prompt import json_line
from agents.model_asking import GivenUp, ask_until_valid
from agents.models import ModelRequest, StructuredModel
from clinical.facts import Anchors
from clinical.labels import KINDS
from kg.evidence import Evidence
from kg.extraction import RuleExtractor
from kg.record import Note, PatientRecord, TableRow
from prompts import Prompt

logger = logging.getLogger(__name__)

CHARACTERS_PER_CALL = 4_000


@dataclass
class ModelExtractor:
    """Reads like the rules, and gives what a model found beside them."""

    name: str
    read: Read = field(default_factory=dict)
    left_to_rules: tuple[str, ...] = ()
    """Why passages were read by the rules alone."""

    rules: RuleExtractor = field(default_factory=RuleExtractor)

    def note(self, note: Note, anchors: Anchors) -> list[Evidence]:
        """Read a note by the rules and add what the model found in it."""
        return [*self.rules.note(note, anchors), *self.read.get(note.id, ())]

    def row(self, row: TableRow) -> list[Evidence]:
        """Read a table row; its columns say what a model could only guess."""
        return self.rules.row(row)


def extractor_name(model: StructuredModel, prompt: Prompt) -> str:
    """Name what reads: another model, other words, another graph."""
    return f"{RuleExtractor.name}+{model.name}@{prompt.version}"


async def read_ahead(
    view: PatientRecord, anchors: Anchors, model: StructuredModel, prompt: Prompt, scope: str
) -> ModelExtractor:
    """Ask the model about every passage of every note that may be evidence."""
    rules = RuleExtractor()
    portions = [
        (note.id, portion)
        for note in sorted(view.notes, key=lambda note: note.id)
        for portion in _portions(rules.note(note, anchors))
    ]
    asked = await asyncio.gather(
        *(_ask(portion, model, prompt, scope) for _, portion in portions),
        return_exceptions=True,
    )
    read: dict[str, list[Evidence]] = {}
    left: list[str] = []
    for (note_id, portion), answer in zip(portions, asked, strict=True):
        if isinstance(answer, BaseException):
            raise answer
        if isinstance(answer, GivenUp):
            first, last = portion[0].source, portion[-1].source
            reason = f"note {note_id}: {first.start} to {last.end} read by rules: {answer.fault}"
            logger.warning("part of a note is read by rules: no answer of the model held")
            left.append(reason)
        else:
            read.setdefault(note_id, []).extend(evidence_of(answer, portion))
    return ModelExtractor(extractor_name(model, prompt), read, tuple(left))


def _portions(found: Sequence[Evidence]) -> Iterator[list[Evidence]]:
    """Put passages together up to the length of one call; lists repeat what passages say."""
    portion: list[Evidence] = []
    length = 0
    passages = [item for item in found if item.kind == "text"]
    for passage in sorted(passages, key=lambda item: item.source.start or 0):
        if portion and length + len(passage.quote) > CHARACTERS_PER_CALL:
            yield portion
            portion, length = [], 0
        portion.append(passage)
        length += len(passage.quote)
    if portion:
        yield portion


async def _ask(
    passages: Sequence[Evidence], model: StructuredModel, prompt: Prompt, scope: str
) -> ExtractedFacts | GivenUp:
    lines = "\n".join(
        json_line({"passage": number, "section": passage.section or "", "text": passage.quote})
        for number, passage in enumerate(passages, 1)
    )

    def request(objection: str) -> ModelRequest[ExtractedFacts]:
        words = prompt.words(kinds=", ".join(KINDS), passages=lines, objection=objection)
        return ModelRequest("extractor", scope, prompt, words, ExtractedFacts)

    return await ask_until_valid(model, request, lambda answer: misquoted(answer, passages))
