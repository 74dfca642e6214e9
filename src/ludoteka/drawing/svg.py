"""Shapes written as SVG: plain elements, without filters, styles, scripts, fonts or anything from elsewhere.

The same shapes always give the same text. What comes often (letters, paints, groups marked `once`) is written
once and referred to.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from xml.sax.saxutils import escape, quoteattr

from ludoteka.core.picture import (
    NOTHING,
    Circle,
    Group,
    Inked,
    Linear,
    Paint,
    Path,
    Pattern,
    Radial,
    Rect,
    Shape,
    Stop,
    Words,
)
from ludoteka.drawing import letters

DIGITS = 2  # decimal places of every length


def svg(width: float, height: float, shapes: Iterable[Shape], title: str = "") -> str:
    """A whole document."""
    writer = _Writer()
    body = "".join(map(writer.shape, shapes))
    named = f"<title>{escape(title)}</title>" if title else ""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" '
        f'width="{number(width)}" height="{number(height)}" role="img">'
    )
    return f"{head}{named}<defs>{''.join(writer.definitions)}</defs>{body}</svg>\n"


def number(value: float) -> str:
    """A length, as short as it can be."""
    text = f"{value:.{DIGITS}f}".rstrip("0").rstrip(".") if value != int(value) else str(int(value))
    return "0" if text in ("-0", "") else text


def attributes(**values: str | float | None) -> str:
    """Attributes that are not None; `stroke_width` becomes `stroke-width`."""
    return "".join(
        f" {name.replace('_', '-')}={quoteattr(value if isinstance(value, str) else number(value))}"
        for name, value in values.items()
        if value is not None
    )


class _Writer:
    """Collects what is defined once."""

    def __init__(self) -> None:
        self.definitions: list[str] = []
        self._names: dict[object, str] = {}

    def shape(self, shape: Shape) -> str:
        if isinstance(shape, Rect):
            size = attributes(
                x=shape.x, y=shape.y, width=shape.wide, height=shape.high, rx=shape.radius or None
            )
            return f"<rect{size}{self._ink(shape)}/>"
        if isinstance(shape, Circle):
            return f"<circle{attributes(cx=shape.x, cy=shape.y, r=shape.r)}{self._ink(shape)}/>"
        if isinstance(shape, Path):
            return f"<path{attributes(d=shape.d)}{self._ink(shape)}/>"
        return self._words(shape) if isinstance(shape, Words) else self._group(shape)

    def _ink(self, shape: Inked) -> str:
        """Fill and outline are pale each by itself: a group's opacity would need a layer of its own."""
        opacity = shape.opacity if shape.opacity != 1 else None
        filled = shape.fill != NOTHING
        ink = attributes(fill=self._paint(shape.fill), fill_opacity=opacity if filled else None)
        if not shape.width or shape.stroke == NOTHING:
            return ink
        ends = "round" if isinstance(shape, Path) else None
        return ink + attributes(
            stroke=self._paint(shape.stroke),
            stroke_width=shape.width,
            stroke_opacity=opacity,
            stroke_dasharray=" ".join(map(number, shape.dash)) or None,
            stroke_linecap=ends,
            stroke_linejoin=ends,
        )

    def _group(self, group: Group) -> str:
        inside = "".join(map(self.shape, group.shapes)) if not group.once else self._copy(group.shapes)
        opacity = group.opacity if group.opacity != 1 else None
        return f"<g{attributes(transform=_moved(group), opacity=opacity)}>{inside}</g>"

    def _copy(self, shapes: Sequence[Shape]) -> str:
        """A reference to shapes that are defined once."""
        name = self._names.get(shapes)
        if name is None:
            inside = "".join(map(self.shape, shapes))
            name = self._define(shapes, lambda found: f'<g id="{found}">{inside}</g>')
        return f'<use href="#{name}"/>'

    def _define(self, what: object, text: Callable[[str], str]) -> str:
        name = self._names[what] = f"d{len(self._names)}"
        self.definitions.append(text(name))
        return name

    # --- letters ---------------------------------------------------------------------------------

    def _words(self, words: Words) -> str:
        """Each letter is a reference to its outline, moved to where it stands."""
        scale = words.size / letters.EM
        room = letters.width(words.text, words.font, 1) * letters.EM
        at = {"start": 0.0, "middle": -room / 2, "end": -room}[words.anchor]
        signs = []
        for sign in letters.written(words.text, words.font):
            letter = letters.font(words.font)[sign]
            if letter.outline:
                signs.append(f'<use href="#{self._letter(words.font, sign)}"{attributes(x=at or None)}/>')
            at += letter.width
        place = f"translate({number(words.x)} {number(words.y)}) scale({scale:.5g})"
        opacity = words.opacity if words.opacity != 1 else None
        return f"<g{attributes(fill=words.fill, transform=place, opacity=opacity)}>{''.join(signs)}</g>"

    def _letter(self, font: str, sign: str) -> str:
        name = self._names.get((font, sign))
        outline = letters.font(font)[sign].outline
        return name or self._define((font, sign), lambda found: f'<path id="{found}" d="{outline}"/>')

    # --- paints ----------------------------------------------------------------------------------

    def _paint(self, paint: Paint) -> str:
        if isinstance(paint, str):
            return paint
        name = self._names.get(paint)
        if name is None and isinstance(paint, Pattern):
            inside = "".join(map(self.shape, paint.shapes))
            name = self._define(paint, lambda found: _pattern(found, paint, inside))
        elif name is None:
            assert not isinstance(paint, Pattern)
            name = self._define(paint, partial(_gradient, paint))
        return f"url(#{name})"


def _moved(group: Group) -> str | None:
    steps = [f"translate({number(group.x)} {number(group.y)})"] if group.x or group.y else []
    steps += [f"rotate({number(group.turn)})"] if group.turn else []
    steps += [f"scale({group.scale:.5g})"] if group.scale != 1 else []
    return " ".join(steps) or None


def _pattern(name: str, paint: Pattern, inside: str) -> str:
    turn = f"rotate({number(paint.turn)})" if paint.turn else None
    size = attributes(width=paint.width, height=paint.height, patternTransform=turn)
    return f'<pattern id="{name}" patternUnits="userSpaceOnUse"{size}>{inside}</pattern>'


def _gradient(paint: Linear | Radial, name: str) -> str:
    stops = "".join(map(_stop, paint.stops))
    if isinstance(paint, Radial):
        (x, y), r = paint.centre, paint.radius
        return f'<radialGradient id="{name}"{attributes(cx=x, cy=y, r=r)}>{stops}</radialGradient>'
    (x1, y1), (x2, y2) = paint.start, paint.end
    return f'<linearGradient id="{name}"{attributes(x1=x1, y1=y1, x2=x2, y2=y2)}>{stops}</linearGradient>'


def _stop(stop: Stop) -> str:
    opacity = stop.opacity if stop.opacity != 1 else None
    return f"<stop{attributes(offset=stop.at, stop_color=stop.colour, stop_opacity=opacity)}/>"
