"""Allergies: the allergy list of a note and what prose says about allergens and reactions."""

import re
from functools import cache

from pydantic import BaseModel

from clinical.allergy_words import (
    AFTER,
    BEFORE,
    DENIAL,
    HEADING,
    LIST_END,
    NONE,
    REACTION,
    SEVERITY,
    TELLING,
    TRIGGER,
)
from clinical.drug_lexicon import LEXICONS, DrugName, find_drug_names, listed, read_tsv, words_of
from clinical.facts import Concept

ITEM = re.compile(r"[^,;\n/•|]+")
PARENTHESES = re.compile(r"\([^)]*\)")
WORDING = re.compile(r"[A-Za-z][\w'’ -]*[\w]")
NOT_ALLERGENS = re.compile(
    r"^(?:and|or|to|patient|adverse|drug|medication|known|allerg\w*|reviewed|recorded|as|per|none|no|other|unknown|reaction|see|the|has)\b",
    re.I,
)


class AllergyMention(BaseModel, frozen=True):
    """An allergy, the denial of one, or an explicitly empty allergy list."""

    start: int
    end: int
    """The allergen alone; for an empty list, the words that say so."""

    text: str
    concept: Concept | None
    """The allergen; None for an empty list."""

    reactions: tuple[str, ...] = ()
    """The reactions, in lower case, as written."""

    severity: str | None = None
    denied: bool = False
    """The text says that this allergy does not exist."""

    none_known: bool = False
    """The text says that the patient has no known allergies at all."""

    listed: bool = False
    """It stands in an allergy list, which is meant to be complete."""


@cache
def allergen_pattern() -> re.Pattern[str]:
    """Build the pattern of allergens that are no drugs, longest first."""
    names = sorted(allergen_names(), key=lambda name: (-len(name), name))
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, names))})(?![\w-])", re.I)


@cache
def allergen_names() -> dict[str, Concept]:
    """Map the names of foods, materials and animals to their concepts."""
    concepts: dict[str, Concept] = {}
    for row in read_tsv(LEXICONS / "allergens.tsv"):
        wider = tuple(f"allergen:{name}" for name in listed(row["broader"]))
        name = row["allergen"].replace("-", " ")
        concept = Concept(id=f"allergen:{row['allergen']}", name=name, broader=wider)
        concepts.update((said, concept) for said in listed(row["names"]))
    return concepts


def allergens_in(text: str, drugs: list[DrugName]) -> list[DrugName]:
    """List drugs and other allergens by place; a drug wins where both match."""
    names = allergen_names()
    others = [
        DrugName(m.start(), m.end(), names[m.group().lower()])
        for m in allergen_pattern().finditer(text)
        if not any(d.start < m.end() and m.start() < d.end for d in drugs)
    ]
    return sorted([*drugs, *others], key=lambda name: name.start)


def find_allergies(text: str) -> list[AllergyMention]:
    """Find the allergies of a list or of prose, and explicit statements that there are none."""
    if not TRIGGER.search(text):
        return []
    names = allergens_in(text, find_drug_names(text))
    lists = _list_spans(text)
    found = [m for start, end in lists for m in _listed_allergies(text, start, end, names)]
    prose = [n for n in names if not any(start <= n.start < end for start, end in lists)]
    found += [_prose_allergy(text, n) for n in prose if in_allergy_context(text, n, prose)]
    found += [_empty_list(m) for m in NONE.finditer(text)]
    return sorted(found, key=lambda mention: (mention.start, mention.end))


def allergy_wording(text: str, found: list[AllergyMention]) -> list[tuple[int, int]]:
    """List the words that tell of the allergies found: `allergic`, and their reactions."""
    if not found:
        return []
    told = [m.span() for m in TELLING.finditer(text)]
    reactions = {reaction for mention in found for reaction in mention.reactions}
    suffered = [m.span() for m in REACTION.finditer(text) if _plain(m[0]) in reactions]
    return told + suffered


def _plain(words: str) -> str:
    """Write a reaction in lower case with single spaces."""
    return " ".join(words.lower().split())


def allergen_spans(text: str, drugs: list[DrugName]) -> frozenset[tuple[int, int]]:
    """List the spans of the drugs that are named as allergens only."""
    if not drugs or not TRIGGER.search(text):
        return frozenset()
    lists = _list_spans(text)
    names = allergens_in(text, drugs)
    return frozenset(
        (d.start, d.end)
        for d in drugs
        if any(start <= d.start < end for start, end in lists) or in_allergy_context(text, d, names)
    )


def _list_spans(text: str) -> list[tuple[int, int]]:
    """Find the stretches that are allergy lists."""
    spans = []
    for heading in HEADING.finditer(text):
        stop = LIST_END.search(text, heading.end())
        spans.append((heading.end(), stop.start() if stop else len(text)))
    return spans


def _empty_list(match: re.Match[str]) -> AllergyMention:
    """Report that no allergies are known."""
    start, end = match.span()
    return AllergyMention(start=start, end=end, text=match.group(), concept=None, none_known=True)


def in_allergy_context(text: str, name: DrugName, names: list[DrugName]) -> bool:
    """Say whether prose names a substance as an allergen."""
    if AFTER.match(text, name.end):
        return True
    before = text[max(0, name.start - 120) : name.start]
    before = re.split(r"[.;:]\s|\bbut\b", before)[-1]
    if BEFORE.search(before):
        return True
    previous = next((n for n in reversed(names) if n.end <= name.start), None)
    joined = previous and re.fullmatch(
        r"\s*(?:\([^)]*\))?\s*(?:,|and|or|/|as well as|,\s*and)\s*(?:to\s+)?",
        text[previous.end : name.start],
    )
    return bool(joined and previous and in_allergy_context(text, previous, names))


def _prose_allergy(text: str, name: DrugName) -> AllergyMention:
    """Build an allergy that prose states."""
    start = max(text.rfind(". ", 0, name.start), text.rfind(";", 0, name.start), -1) + 1
    stop = re.search(r"[.;](?=\s|$)", text[name.end :])
    end = name.end + stop.start() if stop else len(text)
    before = text[start : name.start]
    return AllergyMention(
        start=name.start,
        end=name.end,
        text=text[name.start : name.end],
        concept=name.concept,
        reactions=_reactions(text[start:end]),
        severity=_severity(text[start:end]),
        denied=bool(DENIAL.search(before)),
    )


def _reactions(text: str) -> tuple[str, ...]:
    """List the reactions of a stretch of text, each once."""
    words = (_plain(m.group()) for m in REACTION.finditer(text))
    return tuple(dict.fromkeys(words))


def _severity(text: str) -> str | None:
    """Read how bad a reaction was."""
    match = SEVERITY.search(text)
    return match.group().lower() if match else None


def _listed_allergies(
    text: str, start: int, end: int, names: list[DrugName]
) -> list[AllergyMention]:
    """Read the entries of an allergy list; each has its reactions up to the next entry."""
    inside = [n for n in names if start <= n.start < end and not _inside_reaction(text, n, start)]
    inside = [n for i, n in enumerate(inside) if not _repeats(text, inside[:i], n)]
    stops = [*(n.start for n in inside[1:]), end][: len(inside)]
    entries = [_entry(text, name, stop) for name, stop in zip(inside, stops, strict=True)]
    return entries + _unknown_allergens(text, start, end, names)


def _repeats(text: str, earlier: list[DrugName], name: DrugName) -> bool:
    """Say whether a name in parentheses only explains the entry before it."""
    if not earlier:
        return False
    gap = text[earlier[-1].end : name.start]
    return earlier[-1].concept.id == name.concept.id or bool(re.fullmatch(r"\s*\(\s*", gap))


def _inside_reaction(text: str, name: DrugName, start: int) -> bool:
    """Say whether a name only tells of a reaction, as in `tolerates cephalosporins`."""
    before = text[max(start, name.start - 40) : name.start]
    return bool(
        re.search(r"\b(?:tolerat\w+|treated with|given|ok with|but)\s[\w\s]*$", before, re.I)
    )


def _entry(text: str, name: DrugName, stop: int) -> AllergyMention:
    """Build one entry of an allergy list."""
    rest = text[name.end : stop]
    return AllergyMention(
        start=name.start,
        end=name.end,
        text=text[name.start : name.end],
        concept=name.concept,
        reactions=_reactions(rest),
        severity=_severity(rest),
        listed=True,
    )


def _unknown_allergens(
    text: str, start: int, end: int, names: list[DrugName]
) -> list[AllergyMention]:
    """Keep list entries that no lexicon knows, under their own words."""
    found = []
    for item in ITEM.finditer(text, start, end):
        if any(item.start() <= n.start < item.end() for n in names):
            continue
        words = WORDING.search(PARENTHESES.sub(lambda m: " " * len(m.group()), item.group()))
        if not words or NOT_ALLERGENS.match(words.group()) or NONE.search(item.group()):
            continue
        name = re.split(r"\s+-+\s+|\s{2,}", words.group())[0]
        if REACTION.search(name) or len(name.split()) > 3 or "nown" in name:
            continue
        at = item.start() + words.start()
        concept = Concept(id=f"text:{words_of(name)}", name=words_of(name))
        found.append(_entry(text, DrugName(at, at + len(name), concept), item.end()))
    return found
