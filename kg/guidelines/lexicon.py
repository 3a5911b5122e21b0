"""The words of a field: which kind of entity they name, and under which other names it goes."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from clinical.analyte_names import PROSE_NAMES, WORD
from clinical.analytes import ANALYTES
from clinical.drug_lexicon import drug_concept, find_drug_names
from clinical.vocabulary import find_terms
from clinical.vocabulary import lexicon as vocabulary
from clinical.words import Token, phrase, tokens
from kg.errors import BadInputError
from kg.guidelines.schema import KNOWLEDGE_KINDS, KnowledgeKind

_OF_GROUP: dict[str, KnowledgeKind] = {
    "diagnosis": "DISEASE",
    "symptom": "SYMPTOM",
    "study": "TEST",
    "procedure": "TREATMENT",
}
_GROUPS: dict[KnowledgeKind, tuple[str, ...]] = {
    "DISEASE": ("diagnosis", "symptom"),
    "SYMPTOM": ("diagnosis", "symptom"),
    "RISK_FACTOR": ("diagnosis", "symptom", "organism", "event"),
    "TEST": ("study", "procedure"),
    "TREATMENT": ("procedure", "event"),
}
"""Groups of the vocabulary whose concepts are of a kind; a treatment is no symptom of its name."""

_GENE = re.compile(r"\b([A-Z][A-Z0-9]{2,}(?:-[A-Z0-9]+)?)(?= (?:gene|fusion|variant|mutation)s?\b)")


class Term(NamedTuple):
    """An entity as the lexicon knows it."""

    kind: KnowledgeKind
    name: str
    aliases: tuple[str, ...] = ()


class NamedEntity(NamedTuple):
    """An entity named in a text, with its half-open span."""

    start: int
    end: int
    term: Term
    others: tuple[Term, ...] = ()
    """What the same words can name as well, such as a treatment that is also a symptom."""

    def of_kind(self, kinds: Collection[str]) -> Term | None:
        """Return the meaning that is of one of these kinds."""
        return next((one for one in (self.term, *self.others) if one.kind in kinds), None)


@dataclass(frozen=True)
class FieldLexicon:
    """The terms of one field by their phrases; other words fall to the general vocabularies."""

    terms: dict[str, tuple[Term, ...]]
    longest: int

    def find(self, text: str) -> list[NamedEntity]:
        """Find every entity named in a text, longest first, without overlaps."""
        own = self._own(text)
        found = [*own]
        for other in (*_genes(text), *_drugs(text), *_vocabulary(text)):
            if not any(one.start < other.end and other.start < one.end for one in found):
                found.append(other)
        return sorted(found)

    def _own(self, text: str) -> list[NamedEntity]:
        words = tokens(text)
        found: list[NamedEntity] = []
        at = 0
        while at < len(words):
            count, meant = self._longest(words, at, text)
            if meant:
                start, end = words[at].start, words[at + count - 1].end
                found.append(NamedEntity(start, end, meant[0], meant[1:]))
            at += max(count, 1)
        return found

    def _longest(self, words: list[Token], at: int, text: str) -> tuple[int, tuple[Term, ...]]:
        for count in range(min(self.longest, len(words) - at), 0, -1):
            span = text[words[at].start : words[at + count - 1].end]
            key = " ".join(word.word for word in words[at : at + count])
            if key in self.terms and not re.search(r"[.,;:()]\s", span):
                return count, self.terms[key]
        return 0, ()


@cache
def field_lexicon(name: str) -> FieldLexicon:
    """Load the lexicon of a field by its name."""
    path = files("kg.guidelines").joinpath("lexicons", f"{name}.tsv")
    if not path.is_file():
        raise BadInputError(f"schema {name!r}: no such lexicon; hepatology is one")
    terms: dict[str, tuple[Term, ...]] = {}
    named: dict[str, tuple[Term, ...]] = {}
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines()]
    for kind, entity, others in (row for row in rows if not row[0].startswith("#")):
        known = next(one for one in KNOWLEDGE_KINDS if one == kind)
        aliases = tuple(one for one in re.split(r"[|~]", others) if one)
        term = Term(known, entity, aliases)
        for alias in aliases:
            terms[phrase(alias)] = (*terms.get(phrase(alias), ()), term)
        named[phrase(entity)] = (*named.get(phrase(entity), ()), term)
    terms.update(named)
    return FieldLexicon(terms, max(key.count(" ") + 1 for key in terms))


def codes_of(name: str, kind: KnowledgeKind, aliases: Iterable[str] = ()) -> tuple[str, ...]:
    """Map an entity to the concept of the bundled public vocabularies, if they know it."""
    for written in (name, *aliases):
        if kind == "DRUG":
            drug = drug_concept(written)
            if drug is not None:
                return (drug.id,)
        elif kind == "TEST" and (measured := _measured(written)):
            return (measured,)
        else:
            group, concept = vocabulary().terms.get(phrase(written), ("", ""))
            if group in _GROUPS.get(kind, ()):
                return (concept, *vocabulary().codes.get(concept, ()))
    return ()


def _measured(written: str) -> str:
    first = WORD.match(written)
    name = PROSE_NAMES.match(written, 0, first[0]) if first else None
    whole = name is not None and name.end == len(written) and name.alias.analyte in ANALYTES
    return ANALYTES[name.alias.analyte].concept.id if name is not None and whole else ""


def _genes(text: str) -> list[NamedEntity]:
    return [NamedEntity(m.start(1), m.end(1), Term("GENE", m[1])) for m in _GENE.finditer(text)]


def _drugs(text: str) -> list[NamedEntity]:
    return [
        NamedEntity(one.start, one.end, Term("DRUG", one.concept.name))
        for one in find_drug_names(text)
    ]


def _vocabulary(text: str) -> list[NamedEntity]:
    return [
        NamedEntity(
            one.start,
            one.end,
            Term(_OF_GROUP[one.group], vocabulary().labels.get(one.concept_id, one.text)),
        )
        for one in find_terms(text)
        if one.group in _OF_GROUP
    ]
