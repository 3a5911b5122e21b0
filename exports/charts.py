"""Small charts as inline SVG: colored by the page, without a script, the same bytes each time."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import NamedTuple

from markupsafe import Markup, escape

WIDTH, HEIGHT = 560, 300
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 14, 44
TICKS = 5
COLORS = 8
"""Colors that the style sheet knows; further series begin anew."""

BAR = 22
LABEL_WIDTH = 200


class Point(NamedTuple):
    """One mark, with its words where it has any."""

    x: float
    y: float
    label: str = ""


class Scale(NamedTuple):
    """A range of values over a stretch of the drawing."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Return the place of a value."""
        share = (value - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)

    def ticks(self) -> list[float]:
        """Return the values that are written beside the axis."""
        return [self.low + (self.high - self.low) * n / TICKS for n in range(TICKS + 1)]


def bar_chart(bars: Sequence[tuple[str, float | None]], title: str) -> Markup:
    """Draw one horizontal bar a name, for shares from 0 to 1; an unknown value has no bar."""
    scale = Scale(0, 1, LABEL_WIDTH, WIDTH - 60)
    height = BAR * len(bars) + 12
    parts = []
    for row, (name, value) in enumerate(bars):
        y = 6 + row * BAR
        parts.append(_text(LABEL_WIDTH - 8, y + 14, name, "end"))
        if value is not None:
            width = round(scale.at(value) - LABEL_WIDTH, 1)
            parts.append(
                f'<rect class="mark c{row % COLORS}" x="{LABEL_WIDTH}" y="{y + 3}"'
                f' width="{width}" height="{BAR - 7}"/>'
            )
        said = "-" if value is None else f"{value:.3f}"
        parts.append(_text(scale.at(value or 0) + 6, y + 14, said, "start"))
    return _drawing(parts, title, height)


def scatter_chart(
    series: Mapping[str, Sequence[Point]], title: str, x_name: str, y_name: str
) -> Markup:
    """Draw marks, a color a series; both axes begin at zero unless a value lies below."""
    return _plot(series, title, x_name, y_name, joined=False)


def line_chart(
    series: Mapping[str, Sequence[Point]], title: str, x_name: str, y_name: str
) -> Markup:
    """Draw marks joined by lines, a color a series."""
    return _plot(series, title, x_name, y_name, joined=True)


def _plot(
    series: Mapping[str, Sequence[Point]], title: str, x_name: str, y_name: str, joined: bool
) -> Markup:
    points = [point for found in series.values() for point in found]
    x = _scale([point.x for point in points], LEFT, WIDTH - RIGHT)
    y = _scale([point.y for point in points], HEIGHT - BOTTOM, TOP)
    parts = [*_axes(x, y, x_name, y_name)]
    for number, found in enumerate(series.values()):
        color = f"c{number % COLORS}"
        places = [(x.at(point.x), y.at(point.y)) for point in found]
        if joined and len(places) > 1:
            path = " ".join(f"{a},{b}" for a, b in places)
            parts.append(f'<polyline class="line {color}" points="{path}"/>')
        for point, (a, b) in zip(found, places, strict=True):
            parts.append(f'<circle class="mark {color}" cx="{a}" cy="{b}" r="3.5"/>')
            if point.label:
                near_edge = a > WIDTH - 160
                parts.append(
                    _text(a - 6 if near_edge else a + 6, b - 5, point.label,
                          "end" if near_edge else "start")
                )  # fmt: skip
    names = [name for name in series if name]
    height = HEIGHT + 18 * ceil(len(names) / 2)
    parts += [_key(number, name) for number, name in enumerate(names)]
    return _drawing(parts, title, height)


def _scale(values: Sequence[float], start: float, end: float) -> Scale:
    low, high = min([0.0, *values]), max([0.0, *values])
    if high <= 1 and low >= 0:
        return Scale(0, 1, start, end)
    return Scale(low, high if high > low else low + 1, start, end)


def _axes(x: Scale, y: Scale, x_name: str, y_name: str) -> list[str]:
    bottom = HEIGHT - BOTTOM
    parts = []
    for value in y.ticks():
        place = y.at(value)
        parts.append(
            f'<line class="grid" x1="{LEFT}" y1="{place}" x2="{WIDTH - RIGHT}" y2="{place}"/>'
        )
        parts.append(_text(LEFT - 6, place + 4, _tick(value, y), "end"))
    for value in x.ticks():
        parts.append(_text(x.at(value), bottom + 16, _tick(value, x), "middle"))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, bottom + 34, x_name, "middle"))
    parts.append(_text(LEFT, TOP - 3, y_name, "start"))
    return parts


def _tick(value: float, scale: Scale) -> str:
    spread = scale.high - scale.low
    return f"{value:.2f}" if spread <= 2 else f"{value:,.1f}" if spread <= 20 else f"{value:,.0f}"


def _key(number: int, name: str) -> str:
    x, y = LEFT + (number % 2) * 250, HEIGHT + 12 + 18 * (number // 2)
    mark = f'<circle class="mark c{number % COLORS}" cx="{x}" cy="{y - 4}" r="4"/>'
    return mark + _text(x + 10, y, name, "start")


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _drawing(parts: Sequence[str], title: str, height: int) -> Markup:
    return Markup(
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'
        f"{''.join(parts)}</svg>"
    )
