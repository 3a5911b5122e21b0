"""Sizes, volumes and shares of things that are no test: a 9 mm nodule, 150 mL of pus."""

import re
from collections.abc import Iterator
from pathlib import Path

from clinical.analytes import ANALYTES, Analyte
from clinical.facts import Concept
from clinical.measured_values import Measured, Number, measure, measure_in
from clinical.numeric_tokens import DIMENSIONS, Token
from clinical.readings import Reading, reading_of
from clinical.units import UNITS, Substance, unit_of

LEXICON = Path(__file__).parent / "lexicons" / "measured_things.tsv"

CANONICAL = {"length": "mm", "volume": "mL", "fraction": "%", "mass": "kg"}
AHEAD, BEHIND = 5, 14
"""How many tokens after and before a size its thing is looked for."""

_DOSE = re.compile(
    r"\s*(?:PO|IV|IM|SC|SQ|oral|by mouth|solution|syringe|vial|suspension|bid|tid|qid|daily|per\b"
    r"|q\d|every|nebul|once|twice|tube feed)",
    re.I,
)
_AWAY = re.compile(
    r"\s*(?:\w+)?\s*(?:(?:proximal|distal|cephalad|caudal|superior|inferior|lateral|medial)\s+(?:to|of)"
    r"|(?:away )?from|above|below)\b",
    re.I,
)
"""What makes a length the distance of something, not its size."""

_FLUID = "measure:fluid_drained"
_FLUIDS = {
    "measure:ascites_drained": frozenset("paracentesis ascites ascitic peritoneal".split()),
    "measure:pleural_fluid_drained": frozenset("thoracentesis pleural".split()),
}
_ADVICE = frozenset("lift lifting heavier call".split())
_CHANGED = frozenset(
    "lost lose losing loss gain gained gaining over above up down below heavier lighter off"
    " diuresed".split()
)
_DRAINING = frozenset("paracentesis thoracentesis drained removed tapped aspirated".split())
_STOOLS = ANALYTES["vital:stool_count"]
_STOOL_WORDS = frozenset("stool stools movement movements bms bm".split())
_STOOL_KINDS = frozenset("loose soft bloody watery formed bowel small large daily more".split())
_NEUTROPHILS = ANALYTES["lab:ascites_neutrophils"]
_WEIGHT = ANALYTES["vital:weight"]


def _things() -> dict[str, list[tuple[str, str]]]:
    """Read the nouns by dimension, longest first."""
    things: dict[str, list[tuple[str, str]]] = {dimension: [] for dimension in CANONICAL}
    for line in LEXICON.read_text(encoding="utf-8").splitlines()[2:]:
        concept, dimensions, words = line.split("\t")
        for dimension in dimensions.split(";"):
            things[dimension] += [(word, concept) for word in words.split(";")]
    return things


_THINGS = {dimension: dict(words) for dimension, words in _things().items()}
_LONGEST = max(len(word.split()) for words in _THINGS.values() for word in words)


def sizes(text: str, tokens: list[Token], readings: list[Reading]) -> list[Reading]:
    """Read the sizes that belong to no named quantity."""
    taken = {reading.token for reading in readings}
    found: list[Reading] = []
    for index, token in enumerate(tokens):
        if token.kind == "number" and index not in taken and token.number:
            found += _sized(text, tokens, index, _with_unit(tokens, index, token.number))
            found += _stools(tokens, index, token.number)
            found += _cells(tokens, index, token.number)
    return found + list(_dimensions(text, tokens))


def _sized(text: str, tokens: list[Token], index: int, number: Number) -> Iterator[Reading]:
    dimension = UNITS[number.unit].dimension if number.unit else ""
    if dimension not in CANONICAL or number.spelled:
        return
    if dimension == "mass":
        yield from _weights(tokens, index, number)
        return
    if dimension == "volume" and _DOSE.match(text, number.end):
        return
    away = dimension == "length" and _AWAY.match(text, number.end)
    concept = "measure:distance" if away else _thing(tokens, index, dimension)
    if concept or dimension != "fraction":
        yield from _reading(concept or f"measure:{dimension}", dimension, index, number)


def _with_unit(tokens: list[Token], index: int, number: Number) -> Number:
    """Give `176` of `from 176 to 148 pounds` the unit of the other end."""
    after = tokens[index + 1 : index + 3]
    if number.unit or len(after) < 2 or after[0].text.lower() not in ("to", "→", "->"):
        return number
    other = after[1].number
    return number._replace(unit=other.unit) if other and other.unit in ("kg", "lb") else number


def _stools(tokens: list[Token], index: int, number: Number) -> Iterator[Reading]:
    """Read `nine stools`, `three soft stools daily` as a count of stools."""
    if number.unit is not None:
        return
    before = tokens[index - 1].text.lower() if index else ""
    if before in ("stool", "stools", "bms") and not _followed_by_word(tokens, index):
        value = measure(_STOOLS, number)
        if value:
            yield reading_of(value, index - 1, index, number)
        return
    for token in tokens[index + 1 : index + 4]:
        word = token.text.lower()
        if word in _STOOL_WORDS or word.endswith((" stools", " movements")):
            value = measure(_STOOLS, number)
            if value:
                yield reading_of(value, index, index, number)
            return
        if word not in _STOOL_KINDS:
            return


def _cells(tokens: list[Token], index: int, number: Number) -> Iterator[Reading]:
    """Read `340 PMNs`: cells that are counted in a fluid, with no value behind their name."""
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    if after is None or after.name is None or number.unit is not None:
        return
    if after.name.alias.analyte != _NEUTROPHILS.concept.id:
        return
    behind = tokens[index + 2] if index + 2 < len(tokens) else None
    value = measure(_NEUTROPHILS, number)
    if value and (behind is None or behind.kind != "number"):
        yield reading_of(value, index, index, number)


def _followed_by_word(tokens: list[Token], index: int) -> bool:
    """Say whether a word follows, which the number then counts."""
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    return after is not None and after.kind in ("word", "name", "other")


def _words_of_one_clause(tokens: list[Token], index: int) -> set[str]:
    """Return the words around a number, on each side up to a comma or another number."""
    words: set[str] = set()
    for side in (tokens[max(0, index - 6) : index][::-1], tokens[index + 1 : index + 6]):
        for token in side:
            if token.text in (",", "(", ")") or token.kind in ("stop", "number"):
                break
            words |= set(token.text.lower().split())
    return words


def _weights(tokens: list[Token], index: int, number: Number) -> Iterator[Reading]:
    """Read kilograms and pounds: a change of weight, else a weight; grams are doses."""
    words = {token.text.lower() for token in _sentence(tokens, index)}
    if number.unit not in ("kg", "lb") or words & _ADVICE:
        return
    if _CHANGED & _words_of_one_clause(tokens, index):
        yield from _reading("measure:weight_change", "mass", index, number)
        return
    quantity = measure_in("kg", number)
    if quantity:
        yield reading_of(Measured(_WEIGHT, quantity), index, index, number)


def _sentence(tokens: list[Token], index: int) -> list[Token]:
    start = index
    while start > 0 and tokens[start - 1].kind != "stop":
        start -= 1
    end = index
    while end < len(tokens) and tokens[end].kind != "stop":
        end += 1
    return tokens[start:end]


def _thing(tokens: list[Token], index: int, dimension: str) -> str | None:
    """Find what is measured: the noun that follows, else the nearest one before."""
    names = _THINGS[dimension]
    for at in range(index + 1, min(index + 1 + AHEAD, len(tokens))):
        if tokens[at].kind in ("stop", "number", "pair") or tokens[at].text in (",", "and"):
            break
        concept = _named(tokens, at, names)
        if concept:
            return _drained(tokens, at, concept) or concept
    for at in range(index - 1, max(-1, index - 1 - BEHIND), -1):
        if tokens[at].kind == "stop":
            break
        concept = _named(tokens, at, names)
        if concept:
            return _which_fluid(tokens, index) if concept == _FLUID else concept
    return None


def _which_fluid(tokens: list[Token], index: int) -> str:
    """Tell ascites from pleural fluid by the words of the sentence, where only one is named."""
    words = {token.text.lower() for token in _sentence(tokens, index)}
    named = [concept for concept, marks in _FLUIDS.items() if words & marks]
    return named[0] if len(named) == 1 else _FLUID


def _drained(tokens: list[Token], at: int, concept: str) -> str | None:
    """Know fluid that was taken out from fluid that was given."""
    if concept != _FLUID and tokens[at].text.lower() not in ("fluid", "fluids"):
        return None
    words = {token.text.lower() for token in _sentence(tokens, at)}
    return _which_fluid(tokens, at) if words & _DRAINING else None


def _named(tokens: list[Token], at: int, names: dict[str, str]) -> str | None:
    """Match the longest noun that covers a token, reading forward and one word back."""
    if tokens[at].kind not in ("word", "name", "other"):
        return None
    for start in (at - 1, at):
        for length in range(_LONGEST, 0, -1):
            span = tokens[max(start, 0) : max(start, 0) + length]
            words = " ".join(token.text.lower() for token in span)
            if start + length > at and words in names:
                return names[words]
    return None


def _reading(concept: str, dimension: str, index: int, number: Number) -> Iterator[Reading]:
    quantity = measure_in(CANONICAL[dimension], number)
    if quantity:
        analyte = _generic(concept, CANONICAL[dimension])
        yield reading_of(Measured(analyte, quantity), index, index, number)


def _generic(concept: str, unit: str) -> Analyte:
    """Use the known quantity, or make one of the noun."""
    if concept in ANALYTES:
        return ANALYTES[concept]
    name = concept.partition(":")[2].replace("_", " ")
    return Analyte(
        concept=Concept(
            id=concept,
            name=name,
            broader=(*([_FLUID] if concept in _FLUIDS else []), "measure:size"),
        ),
        kind="vital",
        unit=unit,
        reference={},
        plausible=None,
        substance=Substance(),
        percent="",
    )


def _dimensions(text: str, tokens: list[Token]) -> Iterator[Reading]:
    """Read `5.2 x 3.1 cm` as one length for each side."""
    starts = {token.start: index for index, token in enumerate(tokens)}
    for match in DIMENSIONS.finditer(text):
        index = starts.get(match.start())
        if index is None:
            continue
        concept = _thing(tokens, index, "length") or "measure:length"
        for group in ("first", "second", "third"):
            if match[group]:
                yield from _reading(concept, "length", index, _side(match, group))


def _side(match: re.Match[str], group: str) -> Number:
    decimals = len(match[group].partition(".")[2])
    return Number(
        start=match.start(group),
        end=match.end(group),
        value=float(match[group]),
        unit=unit_of(match["unit"]),
        half_digit=float(0.5 * 10.0**-decimals),
        written=match[group],
    )
