"""A view as a picture: glazed tiles on plaster; blue is rounded and dotted, orange square and hatched."""

from collections.abc import Iterator
from functools import lru_cache

from ludoteka.core.game import View
from ludoteka.core.picture import (
    Circle,
    Marked,
    Paint,
    Path,
    Pattern,
    Picture,
    Plate,
    Radial,
    Rect,
    Shape,
    Stop,
    Words,
)
from ludoteka.drawing.pieces import GOLD, SHADOW, blend, laid
from ludoteka.games.abstrakto.rules.geometry import COLUMNS, kind_at
from ludoteka.games.abstrakto.types import CROSS, SOLID

COLOUR = "#5e3c90"
BOARD = 672.0  # the lattice, whatever the number of cells
MOST = 84.0  # the widest half-cell
PLASTER, LINES = "#ede6da", "#bfb29c"
LIGHT = Radial((Stop(0, "#ffffff", 0.6), Stop(1, "#ffffff", 0)), (0.25, 0.1), 0.8)
STONES = ("#b8a88c", "#9c8f7c", "#cbb48f", "#a39a90", "#c2a58a")
GLAZE = {"b": blend("#3b7be0", "#1f55b5"), "o": blend("#e0733a", "#b9501a")}
PALE = {"b": blend("#f2f7ff", "#c7dbfa"), "o": blend("#fff6ee", "#fbdcc6")}
DEEP = {"b": "#1d4fab", "o": "#b1491a"}
SIDES = {"b": "#123a80", "o": "#7d310e"}
ROUND = {"b": 0.26, "o": 0.07}
LIGHTER = {"b": "#cfe0ff", "o": "#ffe3cf"}


def picture(view: View, last: Marked | None) -> Picture:
    """The board with settled areas in their owner's pattern, the tiles, and the last one ringed."""
    half = min(MOST, BOARD / (2 * view["size"]))
    side = half * (2 * view["size"] + 2)
    shapes = (*_plaster(side), *_areas(view, half), *_grid(view["size"], half), *_tiles(view, half))
    shapes += (*_counts(view, half), *_last(last, half))
    return Picture(side, side, shapes, _plates(view), COLOUR)


def _plates(view: View) -> tuple[Plate, ...]:
    return tuple(
        Plate(_tile(colour, SOLID, is_upright=False), str(view["controlled"][seat]), view["turn"] == seat)
        for seat, colour in enumerate("bo")
    )


# --- the board ---------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _chips() -> Pattern:
    """Small stone chips; where they lie looks random and is always the same."""
    shapes: list[Shape] = []
    seed = 7
    for at in range(60):
        numbers = []
        for _ in range(4):
            seed = (seed * 1103515245 + 12345) % (1 << 31)
            numbers.append((seed >> 16) / (1 << 15))
        x, y, size, skew = numbers[0] * 210 + 5, numbers[1] * 210 + 5, 1.2 + numbers[2] * 2.4, numbers[3]
        d = f"M{x:.1f} {y:.1f}l{size:.1f} {skew:.1f}l{-skew:.1f} {size:.1f}l{-size:.1f} {-skew:.1f}Z"
        shapes.append(Path(d, fill=STONES[at % len(STONES)], opacity=0.55))
    return Pattern(220, 220, tuple(shapes))


def _plaster(side: float) -> Iterator[Shape]:
    yield Rect(0, 0, side, side, 20, fill="#b3a68f")
    for fill in (PLASTER, _chips(), LIGHT):
        yield Rect(0, 0, side, side - 4, 20, fill=fill)


def _grid(size: int, half: float) -> Iterator[Shape]:
    """[AS-1.2] The lines of the cells."""
    end = half * (2 * size + 1)
    steps = [half * (2 * at + 1) for at in range(size + 1)]
    d = "".join(f"M{half:.2f} {at:.2f}H{end:.2f}M{at:.2f} {half:.2f}V{end:.2f}" for at in steps)
    yield Path(d, stroke=LINES, width=2)


# --- areas -------------------------------------------------------------------------------------

DOTS = Pattern(9, 9, (Rect(0, 0, 9, 9, fill="#86a9de"), Circle(4.5, 4.5, 1.9, fill="#ffffff", opacity=0.85)))
HATCH = Pattern(
    9,
    9,
    (Rect(0, 0, 9, 9, fill="#eda77c"), Path("M0 4.5H9", stroke="#ffffff", width=2.2, opacity=0.7)),
    turn=-45,
)
FILLS: dict[str, Paint] = {"blue": DOTS, "orange": HATCH, "grey": "#cfc8bb"}


def _areas(view: View, half: float) -> Iterator[Shape]:
    for area in view["areas"]:
        if area["settled"]:
            cells = (_halfcell(name, half) for name in area["region"])
            d = "".join(f"M{x:.2f} {y:.2f}h{half:.2f}v{half:.2f}h{-half:.2f}Z" for x, y in cells)
            yield Path(d, fill=FILLS[area["owner"]])


def _halfcell(name: str, half: float) -> tuple[float, float]:
    return half * (COLUMNS.index(name[0].lower()) + 1), half * int(name[1:])


def _counts(view: View, half: float) -> Iterator[Shape]:
    """How many tiles of each colour bound a settled area, where there is most room for it."""
    for area in view["areas"]:
        if area["settled"]:
            x, y = _middle([_halfcell(name, half) for name in area["region"]], half)
            text = f"{area['blue']} : {area['orange']}"
            wide, high = 20 + 8.0 * len(text), 26
            ink = {"blue": DEEP["b"], "orange": DEEP["o"]}.get(area["owner"], "#5f574b")
            yield Rect(x - wide / 2, y - high / 2, wide, high, high / 2, fill="#fffdf8", stroke=ink, width=2)
            yield Words(x, y + 5.6, text, 16, ink)


def _middle(cells: list[tuple[float, float]], half: float) -> tuple[float, float]:
    """The middle of the half-cell nearest to the middle of all."""
    x, y = (sum(one[axis] for one in cells) / len(cells) for axis in (0, 1))
    near = min(cells, key=lambda one: ((one[0] - x) ** 2 + (one[1] - y) ** 2, one))
    return near[0] + half / 2, near[1] + half / 2


# --- tiles -------------------------------------------------------------------------------------


def _tiles(view: View, half: float) -> Iterator[Shape]:
    for y, row in enumerate(view["board"]):
        for x, colour in enumerate(row):
            if colour != ".":
                kind = kind_at(x, y, view["size"])
                yield laid(_tile(colour, kind, is_upright=x % 2 == 0), half * x, half * y, 2 * half)


@lru_cache(maxsize=16)
def _tile(colour: str, kind: int, is_upright: bool) -> tuple[Shape, ...]:
    """Solid is full with a small square; Line and Cross are pale with a thick rim and their sign."""
    radius, top, size = ROUND[colour], 0.03, 0.94
    base: tuple[Shape, ...] = (
        Rect(top + 0.01, top + 0.09, size, size, radius, fill=SHADOW, opacity=0.22),
        Rect(top, top + 0.05, size, size - 0.02, radius, fill=SIDES[colour]),
        Rect(top, top, size, size - 0.03, radius, fill=GLAZE[colour]),
    )
    if kind == SOLID:
        return (*base, *_solid(colour))
    rim = max(0.02, radius - 0.1)
    pale = Rect(0.12, 0.12, 0.76, 0.73, rim, fill=PALE[colour])
    return (*base, pale, Path(_strokes(kind, is_upright), stroke=DEEP[colour], width=0.11))


def _solid(colour: str) -> tuple[Shape, ...]:
    light, radius = LIGHTER[colour], 0.09 if colour == "b" else 0.02
    return (
        Path("M.3 .13H.7", stroke=light, width=0.035, opacity=0.6),
        Rect(0.34, 0.33, 0.32, 0.32, radius, stroke=light, width=0.055),
    )


def _strokes(kind: int, is_upright: bool) -> str:
    if kind == CROSS:
        return "M.32 .31L.68 .67M.68 .31L.32 .67"
    return "M.5 .26V.72" if is_upright else "M.27 .49H.73"


def _last(last: Marked | None, half: float) -> Iterator[Shape]:
    for name in () if last is None else last.where:
        x, y = half * COLUMNS.index(name[0]), half * (int(name[1:]) - 1)
        box = (x + half * 0.02, y + half * 0.02, half * 1.96, half * 1.96, half * 0.5)
        yield Rect(*box, stroke=SHADOW, width=6, opacity=0.6)
        yield Rect(*box, stroke=GOLD, width=3.4, dash=(9, 5))
