"""Pictures of results and of learning, as SVG that every browser shows: a few lines and words."""

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Any

WIDTH, ROW, LABEL, MARGIN = 720, 26, 220, 24
HEIGHT = 320  # of a curve
INK, QUIET, LINE = "#1c1c28", "#c8c8d0", "#2f6fb4"


def plot(result: Mapping[str, Any]) -> str:
    """The ratings of a round robin, or the win rates of one meeting: a dot and its interval per row."""
    rated = result.get("ratings")
    estimates = rated or [row["win_rate"] for row in result["players"]]
    names = [row["player"] for row in result["players"]]
    lows = [row["mean"] if row["low"] is None else row["low"] for row in estimates]
    highs = [row["mean"] if row["high"] is None else row["high"] for row in estimates]
    left, right = (min(lows), max(highs)) if rated else (0.0, 1.0)
    scale = Scale(left, right, LABEL, WIDTH - MARGIN)
    bottom = MARGIN + ROW * len(names)
    parts = _ticks(scale, bottom)
    for index, (name, row) in enumerate(zip(names, estimates, strict=True)):
        y = MARGIN + ROW * index + ROW // 2
        parts += _interval(scale.at(lows[index]), scale.at(row["mean"]), scale.at(highs[index]), y)
        parts.append(_text(LABEL - 12, y + 4, name, "end"))
    title = "Rating, with 95 % intervals" if rated else "Part of the matches won, with 95 % intervals"
    return _svg(bottom + 44, [*parts, _text(LABEL, bottom + 36, title)])


def curve(points: Sequence[tuple[float, float]], across: str, up: str) -> str:
    """A learning curve."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    scale = Scale(min(xs), max(xs), 70, WIDTH - MARGIN)
    rise = Scale(min(ys), max(ys), HEIGHT, MARGIN)
    parts = _ticks(scale, HEIGHT)
    for value in rise.ticks():
        parts.append(_text(62, rise.at(value) + 4, f"{value:g}", "end"))
        parts.append(_line(70, rise.at(value), WIDTH - MARGIN, rise.at(value), QUIET))
    path = " ".join(f"{scale.at(x):.1f},{rise.at(y):.1f}" for x, y in points)
    parts.append(f'<polyline points="{path}" fill="none" stroke="{LINE}" stroke-width="2"/>')
    parts.append(_text(70, HEIGHT + 36, f"{up}, by {across}"))
    return _svg(HEIGHT + 48, parts)


class Scale:
    """From a value to a place on the paper."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.low, self.high = (low, high) if high > low else (low - 1, low + 1)
        self.start, self.end = start, end

    def at(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self) -> list[float]:
        """About five round numbers."""
        rough = (self.high - self.low) / 5
        size = 10.0 ** floor(log10(rough))
        step = next(size * by for by in (1, 2, 5, 10) if size * by >= rough)
        first = ceil(self.low / step)
        return [round(index * step, 10) for index in range(first, floor(self.high / step) + 1)]


def _ticks(scale: Scale, bottom: float) -> list[str]:
    parts = []
    for value in scale.ticks():
        parts.append(_line(scale.at(value), MARGIN, scale.at(value), bottom, QUIET))
        parts.append(_text(scale.at(value), bottom + 16, f"{value:g}", "middle"))
    return parts


def _interval(low: float, middle: float, high: float, y: float) -> list[str]:
    dot = f'<circle cx="{middle:.1f}" cy="{y}" r="5" fill="{LINE}"/>'
    return [_line(low, y, high, y, LINE, 2), dot]


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, width: int = 1) -> str:
    place = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {place} stroke="{colour}" stroke-width="{width}"/>'


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _svg(height: float, parts: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" font-family="sans-serif"'
    )
    ground = f'<rect width="{WIDTH}" height="{height:g}" fill="#ffffff"/>'
    return "\n".join([f'{head} font-size="13" fill="{INK}">', ground, *parts, "</svg>", ""])
