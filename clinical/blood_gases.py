"""Blood gases written as one: `VBG 7.14/82`, `ABG 7.36/58/74/26`."""

import re
from collections.abc import Iterator

from clinical.analytes import ANALYTES
from clinical.measured_values import Number, half_digit, measure
from clinical.numeric_tokens import Token
from clinical.readings import Reading, reading_of

_GAS = re.compile(
    r"(?<![\d./])(?P<ph>[67]\.\d{1,2})\s?/\s?(?P<pco2>\d{2,3})(?:\s?/\s?(?P<po2>\d{2,3}))?"
    r"(?:\s?/\s?(?P<bicarbonate>\d{1,2})(?:\s?/\s?[+-]?\d{1,2})?)?(?![\d/]|\.\d)"
)
_PARTS = {
    "ph": ANALYTES["lab:ph"],
    "pco2": ANALYTES["lab:pco2"],
    "po2": ANALYTES["lab:po2"],
    "bicarbonate": ANALYTES["lab:bicarbonate"],
}


def blood_gases(text: str, tokens: list[Token]) -> list[Reading]:
    """Read the acidity and the pressures of each gas, in the usual order."""
    matches = list(_GAS.finditer(text))
    if not matches:
        return []
    places = {token.start: index for index, token in enumerate(tokens)}
    return [
        reading
        for match in matches
        if (index := places.get(match.start())) is not None
        for reading in _parts(match, index)
    ]


def _parts(match: re.Match[str], index: int) -> Iterator[Reading]:
    for name, analyte in _PARTS.items():
        if match[name] is None:
            continue
        number = Number(
            start=match.start(name),
            end=match.end(name),
            value=float(match[name]),
            half_digit=half_digit(match[name]),
            written=match[name],
        )
        value = measure(analyte, number)
        if value:
            yield reading_of(value, index, index, number)
