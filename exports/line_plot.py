"""A plot of shares over rounds as SVG, drawn here so that a page needs nothing from elsewhere."""

from collections.abc import Mapping, Sequence
from html import escape

Series = Mapping[str, Sequence[float | None]]
"""Values from 0 to 1 by the name of their line; None leaves a gap."""

_COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6b6b6b")
"""Colors that color-blind readers can tell apart (Okabe and Ito 2008), and a gray."""

_DASHES = ("", "6 3", "2 3", "9 3 2 3")
_WIDTH, _HEIGHT = 720, 300
_LEFT, _TOP, _PLOT_WIDTH, _PLOT_HEIGHT = 46, 14, 440, 240
_LINE_HEIGHT = 20


def line_plot(title: str, positions: Sequence[str], series: Series) -> str:
    """Draw one line a name over the positions, with the values on the points and a legend."""
    lines = [
        _line(number, name, values, len(positions))
        for number, (name, values) in enumerate(series.items())
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img"'
        f' aria-label="{escape(title)}" font-size="12" font-family="sans-serif">'
        f"<title>{escape(title)}</title>{_axes(positions)}{''.join(lines)}</svg>"
    )


def _axes(positions: Sequence[str]) -> str:
    parts: list[str] = []
    for percent in range(0, 101, 25):
        y = _y(percent / 100)
        parts.append(
            f'<line x1="{_LEFT}" x2="{_LEFT + _PLOT_WIDTH}" y1="{y}" y2="{y}" stroke="#8884"/>'
            f'<text x="{_LEFT - 6}" y="{y + 4}" text-anchor="end" fill="currentColor">'
            f"{percent} %</text>"
        )
    for place, name in enumerate(positions):
        parts.append(
            f'<text x="{_x(place, len(positions))}" y="{_TOP + _PLOT_HEIGHT + 20}"'
            f' text-anchor="middle" fill="currentColor">{escape(name)}</text>'
        )
    return "".join(parts)


def _line(number: int, name: str, values: Sequence[float | None], count: int) -> str:
    color = _COLORS[number % len(_COLORS)]
    dash = _DASHES[number % len(_DASHES)]
    style = f'stroke="{color}" stroke-width="2" fill="none" stroke-dasharray="{dash}"'
    points = [(_x(place, count), _y(v)) for place, v in enumerate(values) if v is not None]
    drawn = f'<polyline points="{" ".join(f"{x},{y}" for x, y in points)}" {style}/>'
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="3.5" fill="{color}"/>' for x, y in points)
    row = _TOP + 10 + number * _LINE_HEIGHT
    key_x = _LEFT + _PLOT_WIDTH + 24
    key = (
        f'<line x1="{key_x}" x2="{key_x + 28}" y1="{row}" y2="{row}" {style}/>'
        f'<text x="{key_x + 36}" y="{row + 4}" fill="currentColor">{escape(name)}</text>'
    )
    return f"<g>{drawn}{dots}{key}</g>"


def _x(place: int, count: int) -> float:
    return round(_LEFT + _PLOT_WIDTH * (place + 0.5) / max(count, 1), 1)


def _y(value: float) -> float:
    return round(_TOP + _PLOT_HEIGHT * (1 - value), 1)
