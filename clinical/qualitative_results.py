"""Results in words: `troponin negative`, `a normal TSH`, `negative for influenza and RSV`."""

from clinical.analytes import ANALYTES, Analyte
from clinical.measurement_words import CHANGES, FILLERS, VALUE_LEADS
from clinical.numeric_tokens import Token
from clinical.readings import Reading
from clinical.result_words import RESULT, result_in

_BETWEEN = frozenset(
    "was were is are be been being remained remain remains came come back returned return again"
    " test tests testing level levels screen screening result results all both also found : twice"
    " again still now serology antibody antibodies titer index concentration and has have had"
    " repeatedly persistently mildly slightly markedly minimally moderately significantly only"
    " initially otherwise the a an pcr ( count counts".split()
)
_ATTRIBUTED = frozenset(
    "a an the her his their serum blood urine venous arterial fasting mildly heparin very repeat"
    " initial admission anti hepatitis".split()
)
_JOINS = frozenset({",", "and", "or", "/", "&", "nor"})
_NOT = frozenset({"not", "never", "no", "neither", "without", "nor"})
_PREDICATES = frozenset("was were is are be been back returned remained came : all both".split())
_TWO_SIDED = frozenset({"positive", "negative", "trace", "indeterminate", "pending"})
"""Results of tests; the others grade a level, and only a measured quantity has a level."""

_LIST_ENDS = frozenset({"but", "with", ":", "positive", "negative", "pos", "neg"})
"""What a list of tests with one result does not go beyond."""

_VERBS = frozenset("was were is are came remained".split())
REACH, LIST = 14, 16
"""How many tokens a test is sought behind a result, and a list is followed."""


def qualitative_results(text: str, tokens: list[Token], readings: list[Reading]) -> list[Reading]:
    """Read the results that are written in words beside the name of a test."""
    if not any(token.kind == "name" for token in tokens):
        return []
    valued = _valued(readings)
    starts = {token.start: index for index, token in enumerate(tokens)}
    found: dict[int, Reading] = {}
    for match in RESULT.finditer(text):
        index = starts.get(match.start())
        if index is None or tokens[index].kind not in ("word", "name"):
            continue
        result = result_in(match)
        end = next((i for i in range(index, len(tokens)) if tokens[i].start >= match.end()), None)
        after = len(tokens) if end is None else end
        named = _named(tokens, index, after)
        for name in named:
            reading = _reading(tokens, name, index, match.span(), result)
            if reading and index > valued.get(name, -1) and name not in found:
                found[name] = reading
    return list(found.values())


def _valued(readings: list[Reading]) -> dict[int, int]:
    """Return the last number that stands beside each name; a result before it is its echo."""
    last: dict[int, int] = {}
    for reading in readings:
        last[reading.name] = max(reading.token, last.get(reading.name, -1))
    return last


def _reading(
    tokens: list[Token], name: int, index: int, span: tuple[int, int], result: str
) -> Reading | None:
    analyte = _analyte(tokens[name])
    if analyte is None or (index > 0 and tokens[index - 1].text.lower() in _NOT):
        return None
    graded = result not in _TWO_SIDED
    if analyte.kind == "vital" and not graded:
        return None
    plain = result in ("normal", "abnormal") and " " in tokens[name].text
    if analyte.kind == "vital" and index < name and not plain:
        return None
    return Reading(analyte, None, name, index, span[0], span[1], result)


def _analyte(token: Token) -> Analyte | None:
    if token.kind != "name" or token.name is None or token.name.alias.state_word:
        return None
    return ANALYTES[token.name.alias.analyte]


def _named(tokens: list[Token], index: int, after: int) -> list[int]:
    """Find the tests that a result belongs to: before a predicate, after an attribute."""
    listed = after < len(tokens) and tokens[after].text.lower() == "for"
    before = tokens[index - 1] if index else None
    if not listed and before and (before.kind == "name" or before.text.lower() in _PREDICATES):
        return _preceding(tokens, index) or _following(tokens, after)
    return _following(tokens, after) or _preceding(tokens, index)


def _following(tokens: list[Token], after: int) -> list[int]:
    """Find the tests after `negative for`, or the one that a result word qualifies."""
    if after >= len(tokens):
        return []
    if tokens[after].text.lower() == "for":
        return _list(tokens, after + 1)
    for at in range(after, min(after + 3, len(tokens))):
        if tokens[at].kind == "name":
            return [at]
        if tokens[at].text.lower() not in _ATTRIBUTED:
            break
    return []


def _list(tokens: list[Token], start: int) -> list[int]:
    """Collect the names of a list; `but` and stops end it, a verb takes back its own subject."""
    names: list[int] = []
    for at in range(start, min(start + LIST, len(tokens))):
        word = tokens[at].text.lower()
        if word in _VERBS:
            return [name for name in names if name < _last_comma(tokens, start, at)]
        if tokens[at].kind == "name":
            names.append(at)
        elif tokens[at].kind not in ("word", "mark") or word in _LIST_ENDS:
            break
    return names


def _last_comma(tokens: list[Token], start: int, end: int) -> int:
    commas = [at for at in range(start, end) if tokens[at].text == ","]
    return commas[-1] if commas else start


def _preceding(tokens: list[Token], index: int) -> list[int]:
    """Find the test that a result word follows, with those listed before it."""
    at, crossed = index - 1, False
    floor = max(0, index - REACH)
    while at >= floor and tokens[at].kind != "name":
        token = tokens[at]
        crossed = crossed or token.kind in ("number", "pair")
        if not _passes(token, crossed):
            return []
        at -= 1
    if at < floor or tokens[at].kind != "name":
        return []
    names = [at]
    while at >= 2 and tokens[at - 1].text.lower() in _JOINS and tokens[at - 2].kind == "name":
        at -= 2
        names.append(at)
    return names[:1] if crossed else names


def _passes(token: Token, crossed: bool) -> bool:
    """Say whether a result word may be sought a name for beyond this token."""
    if token.kind in ("time", "flag", "unit", "number", "pair"):
        return True
    word = token.text.lower()
    if word in _BETWEEN or (word == "," and token.kind == "mark"):
        return True
    return crossed and (word in CHANGES or word in VALUE_LEADS or word in FILLERS)
