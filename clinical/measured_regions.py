"""A stretch of text with a layout of its own, read as a whole."""

from typing import NamedTuple

from clinical.mentions import MeasurementMention


class MeasuredRegion(NamedTuple):
    """Half-open stretch of text and the measurements read there."""

    start: int
    end: int
    mentions: list[MeasurementMention]
