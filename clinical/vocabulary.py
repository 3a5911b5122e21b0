"""Concepts and the words for them: conditions, organisms, studies, procedures, services, ...

The lexicons are read once, on first use: `conditions.tsv.gz` (public vocabularies, distilled), and
`vocabulary.tsv` with `stay_events.tsv` (written for this project). Matching is by whole words,
longest first.
"""

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from clinical.acronym_senses import other_sense
from clinical.facts import Concept
from clinical.labels import Kind
from clinical.lexicon_rows import rows_of
from clinical.words import Token, phrase, tokens

ANCESTOR_DEPTH = 4
NARROW_UP_TO = 12
"""A parent with at most this many kinds is one question with one answer."""

SHORT = 3
"""Acronyms of up to three letters have many senses; only those of our own vocabulary count."""

GENERAL_FROM = 60
"""A condition that includes more named conditions than this is a class of diseases."""

CANCER_OF_A_SITE = re.compile(r"\S+ (?:cancer|carcinoma)")
"""A cancer of one organ has many histologies and is one condition all the same."""

KIND_OF: dict[str, Kind] = {
    "organism": "exam",
    "study": "procedure",
    "procedure": "procedure",
    "service": "encounter",
    "disposition": "encounter",
    "device": "event",
    "event": "event",
    "exam": "exam",
    "symptom": "symptom",
    "diagnosis": "diagnosis",
}


class TermMention(NamedTuple):
    """A concept named in a text, with its span."""

    start: int
    end: int
    text: str
    group: str
    """The lexicon's own grouping: organism, study, procedure, service, ..."""

    kind: Kind
    concept_id: str


@dataclass
class Lexicon:
    """All terms, with labels and wider concepts by concept id."""

    terms: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Phrase to (group, concept id)."""

    acronyms: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Upper-case spellings, matched as written."""

    longest: dict[str, int] = field(default_factory=dict)
    """First word to the number of words of the longest term that it begins."""

    labels: dict[str, str] = field(default_factory=dict)
    parents: dict[str, tuple[str, ...]] = field(default_factory=dict)
    codes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    narrower: dict[str, int] = field(default_factory=dict)
    """How many narrower concepts a condition includes."""

    groups: dict[str, str] = field(default_factory=dict)
    """The group of each concept of this project's vocabulary."""

    named: dict[str, int] = field(default_factory=dict)
    """How many of them are conditions with a name of their own, not codes of a classification."""


def condition_lines() -> Iterator[list[str]]:
    """Read the distilled lexicon, split at tabs."""
    packed = files("clinical.lexicons").joinpath("conditions.tsv.gz").read_bytes()
    for line in gzip.decompress(packed).decode("utf-8").splitlines():
        yield line.split("\t")


def vocabulary_lines() -> Iterator[list[str]]:
    """Read the vocabulary of this project, without its comments."""
    for cells in (*rows_of("stay_events.tsv"), *rows_of("vocabulary.tsv")):
        yield [*cells, ""][:4]


def condition_group(concept_id: str) -> str:
    """Symptoms come from HPO; the other sources list diseases."""
    return "symptom" if concept_id.startswith("HP:") else "diagnosis"


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """Load both lexicons; the project's own vocabulary wins."""
    loaded = Lexicon()
    raw: dict[str, str] = {}
    spelled: dict[str, str] = {}
    for line in condition_lines():
        if line[0] == "T":
            raw[line[1]] = line[2]
        elif line[0] == "C":
            loaded.labels[line[1]] = line[2]
            loaded.parents[line[1]] = tuple(filter(None, line[3].split("|")))
            loaded.codes[line[1]] = tuple(filter(None, line[4].split("|")))
            loaded.narrower[line[1]] = int(line[5])
            loaded.named[line[1]] = int(line[6])
        else:
            spelled[line[1]] = line[2]
    for term, concept_id in raw.items():
        loaded.terms[term] = (condition_group(concept_id), concept_id)
    for acronym, term in spelled.items():
        if term in raw and len(acronym) > SHORT and acronym.isupper() and acronym.isalnum():
            loaded.acronyms[acronym] = (condition_group(raw[term]), raw[term])
    for concept, group, names, broader in vocabulary_lines():
        add_vocabulary(loaded, raw, concept, group, names.split("|"), broader)
    for term in [term for term in loaded.terms if term.endswith(" cancer")]:
        loaded.terms.setdefault(f"{term.removesuffix('cancer')}ca", loaded.terms[term])
    for term in loaded.terms:
        first, _, rest = term.partition(" ")
        length = rest.count(" ") + 2 if rest else 1
        if length > loaded.longest.get(first, 0):
            loaded.longest[first] = length
    return loaded


def add_vocabulary(
    loaded: Lexicon, raw: dict[str, str], concept: str, group: str, names: list[str], broader: str
) -> None:
    """Add one line of the vocabulary; `=term` names the concept of a public term."""
    if concept.startswith("="):
        concept = raw.get(phrase(concept[1:]), f"condition:{phrase(concept[1:]).replace(' ', '_')}")
    loaded.labels.setdefault(concept, names[0])
    loaded.groups[concept] = group
    loaded.parents.setdefault(concept, tuple(filter(None, broader.split("|"))))
    for name in names:
        key = phrase(name)
        if name.isupper() and " " not in key and len(key) <= 5:
            loaded.acronyms[name.replace(".", "")] = (group, concept)
        elif key:
            loaded.terms[key] = (group, concept)


@lru_cache(maxsize=65536)
def concept(concept_id: str) -> Concept:
    """Build the concept of an id, with its ancestors nearest first."""
    loaded = lexicon()
    return Concept(
        id=concept_id,
        name=loaded.labels.get(concept_id, concept_id.partition(":")[2].replace("_", " ")),
        broader=ancestors(concept_id),
        codes=loaded.codes.get(concept_id, ()),
    )


def ancestors(concept_id: str) -> tuple[str, ...]:
    """Wider concepts up to four steps away, nearest first, each step sorted."""
    parents = lexicon().parents
    found: dict[str, None] = {}
    frontier = [concept_id]
    for _ in range(ANCESTOR_DEPTH):
        frontier = sorted({p for c in frontier for p in parents.get(c, ())} - found.keys())
        found.update(dict.fromkeys(frontier))
    found.pop(concept_id, None)
    return tuple(found)


@lru_cache(maxsize=1)
def clinical_words() -> frozenset[str]:
    """Every word that some term holds."""
    return frozenset(word for term in lexicon().terms for word in term.split())


def is_general(concept_id: str, text: str) -> bool:
    """Say whether a condition is a wide class (`infection`, `pain`) rather than one disease."""
    label = lexicon().labels.get(concept_id, "")
    wide = lexicon().named.get(concept_id, 0) > GENERAL_FROM
    return (wide and not CANCER_OF_A_SITE.search(label)) or is_process(text)


def is_process(text: str) -> bool:
    """Say whether a word names a process or a sign that many diseases share (`mass`, `leak`)."""
    return phrase(text) in general_conditions()


def is_narrow(concept_id: str) -> bool:
    """Say whether a concept has so few kinds that one of them excludes the others."""
    own = not concept_id.startswith(("MONDO:", "HP:", "MESH:", "ICD10CM:"))
    return own or 0 < lexicon().narrower.get(concept_id, 0) <= NARROW_UP_TO


@lru_cache(maxsize=1)
def general_conditions() -> frozenset[str]:
    """Words for a process or a sign that many diseases share."""
    text = files("clinical.lexicons").joinpath("general_conditions.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return frozenset(phrase(word) for word in " ".join(lines).split())


def condition_concept(title: str) -> Concept:
    """Find the concept of a diagnosis title, such as an ICD description.

    The whole title counts first, then its longest known term; an unknown title becomes a
    concept of its own words, so that it can still be found.
    """
    head, _, rest = title.partition(", ")
    terms = lexicon().terms
    whole = (
        terms.get(phrase(title)) or terms.get(phrase(f"{rest} {head}")) or terms.get(phrase(head))
    )
    if whole and whole[0] in ("diagnosis", "symptom", "exam"):
        return concept(whole[1])
    found = [m for m in find_terms(title) if m.group in ("diagnosis", "symptom", "exam")]
    if found:
        longest = max(found, key=lambda mention: (mention.end - mention.start, -mention.start))
        return concept(longest.concept_id)
    return Concept(id=f"text:{phrase(title)}", name=title)


def find_terms(text: str, words: list[Token] | None = None) -> list[TermMention]:
    """Find known terms, longest first from the left, without overlaps."""
    words = tokens(text) if words is None else words
    loaded = lexicon()
    found: list[TermMention] = []
    position = 0
    while position < len(words):
        match = longest_term(text, words, position, loaded)
        if match is None:
            position += 1
            continue
        count, group, concept_id = match
        start, end = words[position].start, words[position + count - 1].end
        kind = KIND_OF[group]
        found.append(TermMention(start, end, text[start:end], group, kind, concept_id))
        position += count
    return found


def longest_term(
    text: str, words: list[Token], position: int, loaded: Lexicon
) -> tuple[int, str, str] | None:
    """Return (number of words, group, concept id) of the longest term that starts here."""
    limit = min(loaded.longest.get(words[position].word, 1), len(words) - position)
    limit = unbroken(text, words, position, limit)
    for count in range(limit, 0, -1):
        key = " ".join(word.word for word in words[position : position + count])
        entry = loaded.terms.get(key)
        if entry is not None and count == 1:
            if other_sense(key, text, words[position].start, words[position].end):
                return None
        elif entry is None and count == 1:
            entry = term_of_acronym(text, words[position], loaded)
        if entry is not None:
            return count, *entry
    return None


def term_of_acronym(text: str, word: Token, loaded: Lexicon) -> tuple[str, str] | None:
    """Return (group, concept id) of a short form, in the sense that the words beside it select."""
    written = text[word.start : word.end].replace(".", "")
    short = written if written in loaded.acronyms else written.removesuffix("s")
    entry = loaded.acronyms.get(short)
    if entry is None:
        return None
    meant = other_sense(short, text, word.start, word.end)
    if meant is None:
        return entry
    if meant.startswith("="):
        return loaded.terms.get(phrase(meant[1:]))
    return None if meant == "-" else (loaded.groups[meant], meant)


def unbroken(text: str, words: list[Token], position: int, limit: int) -> int:
    """Count how many words follow each other without a comma, stop, bracket or blank line."""
    for count in range(1, limit):
        gap = text[words[position + count - 1].end : words[position + count].start]
        if "\n\n" in gap or any(mark in gap for mark in ",;:()[]|"):
            return count
        if "." in gap and len(words[position + count - 1].word) > 1:
            return count
    return limit
