"""Laboratory values, vital signs and other measurements in clinical text."""

import re

from clinical.analyte_names import PROSE_NAMES, WORD
from clinical.analytes import ANALYTES, NOT_A_MEASUREMENT, Analyte
from clinical.blood_gases import blood_gases
from clinical.dated_series import dated_series
from clinical.facts import TimeSpan
from clinical.graded_results import graded_results, without_graded
from clinical.laboratory_lines import laboratory_blocks
from clinical.measurement_context import Context
from clinical.measurement_prose import ProseReader
from clinical.measurement_tables import measurement_tables
from clinical.measurement_tokens import tokenize, with_fractions
from clinical.measurement_words import SPELLED_NUMBERS
from clinical.mentions import MeasurementMention, TimeMention
from clinical.numeric_tokens import Token
from clinical.qualitative_results import qualitative_results
from clinical.readings import Reading
from clinical.result_words import RESULT
from clinical.sizes import sizes
from clinical.specimens import named_in_fluids, of_fluids, stretches_of
from clinical.unnamed_vitals import unnamed_vitals
from clinical.written_results import as_read

NEAR = 12
"""How many tokens a name may stand before its value and still share one span with it."""

_ON_THE_LINE = str.maketrans("₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹⁺", "01234567890123456789+")
"""Small digits as plain ones, place by place, so that `SpO₂` and `10⁹/L` are known."""

_WORTH_READING = re.compile(rf"\d|{RESULT.pattern}|\b(?:{'|'.join(SPELLED_NUMBERS)})\b", re.I)


def find_measurements(
    text: str, times: list[TimeMention], heading: str = ""
) -> list[MeasurementMention]:
    """Find every measured value in a text, in text order; `times` are its time expressions.

    A heading that names a quantity or its state lends it to `nadir 6.8` and `112 -> 126`.
    """
    written, text = text, as_read(text.translate(_ON_THE_LINE))
    if not _WORTH_READING.search(text):
        return []
    regions = [*laboratory_blocks(text, times), *measurement_tables(text, times)]
    regions += [
        series
        for series in dated_series(text, times)
        if all(series.end <= known.start or known.end <= series.start for known in regions)
    ]
    tokens = tokenize(text, times, [(region.start, region.end) for region in regions])
    fluids = stretches_of(text)
    tokens = named_in_fluids(with_fractions(tokens), fluids)
    readings = of_fluids(ProseReader(tokens, quantity_of(heading)).read(), fluids)
    readings += blood_gases(text, tokens)
    if any(token.number or token.kind == "other" for token in tokens):
        readings += unnamed_vitals(text, tokens, readings)
        readings += sizes(text, tokens, readings)
    graded = graded_results(text, tokens)
    readings = [*without_graded(readings, graded), *graded]
    words = qualitative_results(text, tokens, readings)
    readings += without_graded(words, graded)
    context = Context(text, tokens, readings)
    mentions = [mention for region in regions for mention in region.mentions]
    for reading in readings:
        mentions += _mentions(written, tokens, reading, context)
    return sorted(mentions, key=lambda mention: (mention.value_start, mention.concept.id))


def quantity_of(heading: str) -> Analyte | None:
    """The quantity that a heading is about: sodium of `# Hyponatremia`."""
    for word in WORD.finditer(heading):
        found = PROSE_NAMES.match(heading, word.start(), word[0])
        if found and found.alias.analyte != NOT_A_MEASUREMENT:
            return ANALYTES[found.alias.analyte]
    return None


def _mentions(
    text: str, tokens: list[Token], reading: Reading, context: Context
) -> list[MeasurementMention]:
    """Place one reading in the text; a value with two times is two values."""
    start, end = _span(tokens, reading)
    spans: list[TimeSpan | None] = [*context.times(reading)]
    return [
        MeasurementMention(
            start=start,
            end=end,
            text=text[start:end],
            kind=reading.analyte.kind,
            concept=reading.analyte.concept,
            quantity=reading.quantity,
            result=reading.result or _flag(tokens, reading.token),
            selector=context.selector(reading),
            time=span,
            value_start=reading.start,
            value_end=reading.end,
        )
        for span in (spans or [None])
    ]


def _span(tokens: list[Token], reading: Reading) -> tuple[int, int]:
    """Cover the name and the value where they stand close, else the value.

    Each side of a size begins at its own number, so that no two sides share a place.
    """
    name, value = tokens[reading.name], tokens[reading.token]
    if name is value and value.kind == "other":
        return reading.start, value.end
    ends = (value.start, reading.start, value.end, reading.end)
    if abs(reading.token - reading.name) > NEAR:
        return min(ends), max(ends)
    return min(name.start, *ends), max(name.end if reading.result else 0, *ends)


def _flag(tokens: list[Token], index: int) -> str | None:
    """Read the flag `(H)` or `(L)` behind a value."""
    if index + 1 >= len(tokens) or tokens[index + 1].kind != "flag":
        return None
    letter = tokens[index + 1].text.strip("()*").lower()[:1]
    return {"h": "high", "l": "low"}.get(letter)
