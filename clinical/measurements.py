"""Laboratory values, vital signs and other measurements in clinical text."""

import re

from clinical.facts import TimeSpan
from clinical.laboratory_lines import laboratory_blocks
from clinical.measured_values import Number
from clinical.measurement_context import Context
from clinical.measurement_prose import ProseReader, Reading
from clinical.measurement_tables import measurement_tables
from clinical.measurement_tokens import Token, tokenize
from clinical.mentions import MeasurementMention, TimeMention

_WORTH_READING = re.compile(r"\d", re.I)


def find_measurements(text: str, times: list[TimeMention]) -> list[MeasurementMention]:
    """Find every measured value in a text, in text order; `times` are its time expressions."""
    if not _WORTH_READING.search(text):
        return []
    regions = [*laboratory_blocks(text, times), *measurement_tables(text, times)]
    tokens = tokenize(text, times, [(region.start, region.end) for region in regions])
    readings = ProseReader(tokens).read()
    context = Context(text, tokens, readings)
    mentions = [mention for region in regions for mention in region.mentions]
    for reading in readings:
        mentions += _mentions(text, tokens, reading, context)
    return sorted(mentions, key=lambda mention: (mention.value_start, mention.concept.id))


def _mentions(
    text: str, tokens: list[Token], reading: Reading, context: Context
) -> list[MeasurementMention]:
    number: Number = reading.number
    start = tokens[reading.name].start if reading.token - reading.name < 12 else number.start
    spans: list[TimeSpan | None] = [*context.times(reading)]
    return [
        MeasurementMention(
            start=start,
            end=max(number.end, tokens[reading.token].end),
            text=text[start : max(number.end, tokens[reading.token].end)],
            kind=reading.analyte.kind,
            concept=reading.analyte.concept,
            quantity=reading.value.quantity,
            selector=context.selector(reading),
            time=span,
            value_start=number.start,
            value_end=number.end,
        )
        for span in (spans or [None])
    ]
