"""Reads entities and relations from guideline text by the words that join them, without a model."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from clinical.sentences import split_sentences
from clinical.sources import in_note
from kg.evidence import Evidence, evidence_id
from kg.guidelines.attributes import attributes_of, condition_of
from kg.guidelines.documents import Document
from kg.guidelines.knowledge import Attributes
from kg.guidelines.lexicon import FieldLexicon, NamedEntity, Term
from kg.guidelines.schema import SHAPES, KnowledgeRelationKind


class Statement(NamedTuple):
    """One relation as one sentence states it."""

    kind: KnowledgeRelationKind
    source: Term
    target: Term
    attributes: Attributes
    evidence: Evidence


class Cue(NamedTuple):
    """Words that join what stands before them with what stands behind them."""

    words: re.Pattern[str]
    kinds: tuple[KnowledgeRelationKind, ...]
    """The relations that they can mean; the kinds of the ends decide."""

    source_first: bool
    """The source of the relation stands before the words."""


def _cue(words: str, kinds: Sequence[KnowledgeRelationKind], source_first: bool) -> Cue:
    return Cue(re.compile(words, re.IGNORECASE), tuple(kinds), source_first)


_RECOMMENDS: tuple[KnowledgeRelationKind, ...] = ("RECOMMENDS_DRUG", "RECOMMENDS_TREATMENT")

CUES: tuple[Cue, ...] = (
    _cue(
        r"\b(?:is|are) (?:not recommended|contraindicated)(?: for| in)?\b"
        r"|\bshould (?:not be (?:used|given)|be avoided)(?: for| in)?\b|\bmust not be given\b",
        ("NOT_RECOMMENDED",),
        False,
    ),
    _cue(r"\bshould not (?:receive|be treated with)\b", ("NOT_RECOMMENDED",), True),
    _cue(
        r"\b(?:is|are) (?:recommended|indicated|suggested|the treatment of choice|first[- ]line)"
        r"(?: (?:treatment|therapy))?(?: for| in)?\b"
        r"|\b(?:is|are) used to treat\b|\btreats?\b",
        _RECOMMENDS,
        False,
    ),
    _cue(r"\b(?:is|are) treated (?:with|by)\b|\bshould receive\b", _RECOMMENDS, True),
    _cue(
        r"\b(?:is|are) (?:diagnosed|confirmed) (?:by|with)\b|\bis screened for with\b",
        ("DIAGNOSED_BY",),
        True,
    ),
    _cue(r"\b(?:is|are) used to (?:screen for|diagnose|detect)\b", ("DIAGNOSED_BY",), False),
    _cue(r"\b(?:is|are) used to (?:follow|monitor)\b", ("MONITORED_BY",), False),
    _cue(r"\b(?:is|are) (?:defined|staged) (?:by|as)\b", ("DEFINED_BY",), True),
    _cue(
        r"\bpresents? with\b|\bsymptoms of .{3,60}? include\b|\bcomplain of\b|\bsigns? of .{3,60}?"
        r" include\b",
        ("HAS_SYMPTOM",),
        True,
    ),
    _cue(r"\b(?:is|are) caused by\b|\bcauses of .{3,60}? include\b", ("CAUSED_BY",), True),
    _cue(r"\b(?:is|are) (?:a )?(?:risk factors?|causes?) (?:for|of)\b", ("CAUSED_BY",), False),
    _cue(
        r"\bmay (?:lead to|progress to)\b|\bleads? to\b|\bcomplications of .{3,60}? include\b",
        ("LEADS_TO",),
        True,
    ),
    _cue(r"\b(?:is|are) linked to\b|\b(?:is|are) associated with\b", ("LINKED_TO_GENE",), False),
    _cue(r"\bmay cause\b|\bside effects of .{3,60}? include\b", ("HAS_SIDE_EFFECT",), True),
)
_MONITOR = re.compile(r"\bmonitor\b(?P<what>.+?)\bwith\b", re.IGNORECASE)
_ONLY_REGIMENS = ("dosage", "route", "frequency", "approval")
_UNFIT: dict[KnowledgeRelationKind, tuple[str, ...]] = {
    "RECOMMENDS_DRUG": (),
    "RECOMMENDS_TREATMENT": (),
    "MONITORED_BY": ("dosage", "route", "approval"),
}
"""Attributes that mean nothing of a relation, whatever else its sentence says."""

_CAUSE: tuple[KnowledgeRelationKind, ...] = ("CAUSED_BY",)


def extract(document: Document, lexicon: FieldLexicon) -> Iterator[Statement]:
    """Read the statements of a document, sentence by sentence."""
    for start, end in sentences_of(document.content):
        quote = document.text[start:end]
        source = in_note(document.name, start, end)
        evidence = Evidence(id=evidence_id(source), kind="text", source=source, quote=quote)
        yield from _statements(quote, lexicon, evidence)


def sentences_of(content: str) -> Iterator[tuple[int, int]]:
    """Return the spans of the sentences; headings and blank lines are none."""
    for sentence in split_sentences(content):
        text = content[sentence.start : sentence.end]
        lead = len(text) - len(text.lstrip("#*- \n\t\f"))
        if text.strip() and not text.lstrip().startswith("#"):
            yield sentence.start + lead, sentence.start + len(text.rstrip())


def _statements(quote: str, lexicon: FieldLexicon, evidence: Evidence) -> Iterator[Statement]:
    named = lexicon.find(quote)
    monitor = _MONITOR.search(quote)
    if monitor is not None:
        sides = _within(named, monitor.span("what")), _after(named, monitor.end(), len(quote))
        yield from _joined(("MONITORED_BY",), *sides, quote, evidence)
        return
    found = [
        (match.start(), at, match)
        for at, cue in enumerate(CUES)
        if (match := cue.words.search(quote))
    ]
    if found:
        # The first words that join are those of the main clause; of equals the first cue wins.
        _, at, match = min(found, key=lambda one: one[:2])
        yield from _of_cue(CUES[at], match, quote, named, evidence)


def _of_cue(
    cue: Cue, match: re.Match[str], quote: str, named: list[NamedEntity], evidence: Evidence
) -> Iterator[Statement]:
    condition = condition_of(quote)
    stop = len(quote)
    if condition is not None and condition.start() > match.end():
        stop = condition.start()
    before = _within(named, (0, match.end()))
    behind = _within(named, (match.end(), stop))
    if not behind and stop < len(quote):
        behind = _after(named, stop, len(quote))
    if cue.kinds == ("DEFINED_BY",):
        yield from _defined(before, quote[match.end() :], quote, evidence)
        return
    first, second = (before, behind) if cue.source_first else (behind, before)
    kinds = cue.kinds
    if kinds == ("HAS_SIDE_EFFECT",) and not _fits(kinds, first, second):
        kinds, first, second = _CAUSE, second, first
    yield from _joined(kinds, first, second, quote, evidence)


def _joined(
    kinds: Sequence[KnowledgeRelationKind],
    sources: list[NamedEntity],
    targets: list[NamedEntity],
    quote: str,
    evidence: Evidence,
) -> Iterator[Statement]:
    told = attributes_of(quote)
    for kind in kinds:
        attributes = told.model_copy(update=dict.fromkeys(_UNFIT.get(kind, _ONLY_REGIMENS), ""))
        for source in _terms(sources, SHAPES[kind].sources):
            for target in _terms(targets, SHAPES[kind].targets):
                if source != target:
                    yield Statement(kind, source, target, attributes, evidence)


def _fits(
    kinds: Sequence[KnowledgeRelationKind],
    sources: list[NamedEntity],
    targets: list[NamedEntity],
) -> bool:
    return any(
        _terms(sources, SHAPES[kind].sources) and _terms(targets, SHAPES[kind].targets)
        for kind in kinds
    )


def _defined(
    before: list[NamedEntity], words: str, quote: str, evidence: Evidence
) -> Iterator[Statement]:
    """A definition is a criterion in its own words."""
    criterion = Term("CRITERION", " ".join(words.split()).strip(" ."))
    for source in _terms(before, SHAPES["DEFINED_BY"].sources):
        yield Statement("DEFINED_BY", source, criterion, Attributes(), evidence)


def _terms(named: list[NamedEntity], kinds: frozenset[str]) -> list[Term]:
    return [term for one in named if (term := one.of_kind(kinds)) is not None]


def _within(named: list[NamedEntity], span: tuple[int, int]) -> list[NamedEntity]:
    return [one for one in named if span[0] <= one.start and one.end <= span[1]]


def _after(named: list[NamedEntity], start: int, end: int) -> list[NamedEntity]:
    return _within(named, (start, end))
