"""[AB-7] Points: what a segment scores under each option, and the explanation of a placement's points."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from ludoteka.core.game import Json
from ludoteka.core.kernel import inlined
from ludoteka.games.abaku.options import bonuses
from ludoteka.games.abaku.rules.equations import readings
from ludoteka.games.abaku.rules.placement import Laid, names, squares_of
from ludoteka.games.abaku.types import (
    EQUATION_BONUS,
    OLD_JOKER,
    PLAIN,
    SQUARES,
    STEP,
    TILE_BONUS,
    Options,
)


def base_points(scoring: str) -> int:
    """[AB-7.5] `tile-operation`: 2 per segment. [AB-7.6] `equations`: 1 per segment; otherwise nothing."""
    return {"tile-operation": 2, "equations": 1}.get(scoring, 0)


def tile_worth(scoring: str, digit: int, is_new: bool) -> int:
    """[AB-7.3] A tile is worth 1. [AB-7.4] `values`: its digit. [AB-7.5] `tile-operation`: 1 if it is new."""
    if scoring == "values":
        return digit
    if scoring == "tile-operation":
        return int(is_new)
    return int(scoring == "tiles")


@inlined
def segment_points(base: int, worth: int, times: int) -> int:
    """[AB-7.3] The worth of its tiles times the bonuses of equations under new tiles, and the base."""
    return base + worth * times


def has_bonuses(options: Options) -> bool:
    """[AB-7.3] Bonuses act in these scorings only, and in the game itself."""
    return options.scoring in ("tiles", "values") and options.mode == "standard"


@lru_cache(maxsize=256)
def open_bonuses(options: Options, replaced: tuple[int, ...]) -> str:
    """[AB-6.6] The symbols of all squares, without those under a Joker that is replaced (our reading)."""
    if not has_bonuses(options):
        return PLAIN * SQUARES
    symbols = list(bonuses(options.board))
    if options.replace_bonus == "off":
        for square in replaced:
            symbols[square] = PLAIN
    return "".join(symbols)


def bonus_at(options: Options, laid: Laid, square: int) -> str:
    """[AB-7.7] The bonus that acts under a tile: only under one that is new in this move."""
    return open_bonuses(options, laid.replaced)[square] if square in laid.digits else PLAIN


@dataclass(frozen=True, slots=True)
class Segment:
    """A scored segment: its squares in line order, its readings, what it scores."""

    kind: int
    squares: tuple[int, ...]
    readings: tuple[str, ...]
    bonuses: tuple[tuple[int, str], ...]
    points: int

    def as_json(self) -> Json:
        """[AB-16] The segment as `score` explains it."""
        acting = [{"square": names(square)[0], "kind": kind} for square, kind in self.bonuses]
        return {
            "squares": list(names(*self.squares)),
            "readings": list(self.readings),
            "bonuses": acting,
            "points": self.points,
        }


def scored(options: Options, laid: Laid) -> list[Segment]:
    """[AB-7.1] The segments that score. [AB-7.8] Declared by hand: those declared, each once (AB-7.2)."""
    found = _declared(laid) if options.declare == "manual" else equations(options, laid)
    return [segment(options, laid, kind, squares, texts) for kind, squares, texts in found]


def segment(
    options: Options, laid: Laid, kind: int, squares: tuple[int, ...], texts: tuple[str, ...]
) -> Segment:
    """[AB-7.2] A segment with its points: once, however many readings it has."""
    under = tuple((square, bonus_at(options, laid, square)) for square in squares)
    acting = tuple((square, bonus) for square, bonus in under if bonus != PLAIN)
    if options.mode != "standard":
        return Segment(kind, squares, texts, acting, 0)
    worth, times = 0, 1
    for square, bonus in under:
        tile = tile_worth(options.scoring, laid.board[square], square in laid.digits)
        worth += tile * TILE_BONUS.get(bonus, 1)
        times *= EQUATION_BONUS.get(bonus, 1)
    points = segment_points.plain(base_points(options.scoring), worth, times)
    return Segment(kind, squares, texts, acting, points)


Found = tuple[int, tuple[int, ...], tuple[str, ...]]


def equations(options: Options, laid: Laid) -> Iterator[Found]:
    """[AB-7.1] Every equation with a new tile: kind of line, squares, readings; as AB-14.2 orders them."""
    for kind in range(options.kinds):
        spans = {span for square in laid.digits for span in spans_through(laid, square, kind)}
        for start, length in sorted(spans):
            squares = tuple(start + STEP[kind] * n for n in range(length))
            digits = "".join(str(laid.board[square]) for square in squares)
            if texts := readings(digits, options.operations, options.result_side):
                yield kind, squares, texts


def spans_through(laid: Laid, square: int, kind: int) -> Iterable[tuple[int, int]]:
    """[AB-7.1] Start and length of every segment through a square: inside and around others too."""
    line = squares_of(square, kind)
    at = low = high = line.index(square)
    while low > 0 and laid.board[line[low - 1]] < OLD_JOKER:
        low -= 1
    while high + 1 < len(line) and laid.board[line[high + 1]] < OLD_JOKER:
        high += 1
    for start in range(low, at + 1):
        for end in range(at, high + 1):
            if end > start:
                yield line[start], end - start + 1


def _declared(laid: Laid) -> Iterator[Found]:
    """[AB-7.8] The declared segments in order, each with all that was declared of it."""
    spoken: dict[tuple[int, tuple[int, ...]], list[str]] = {}
    for declaration, squares in laid.declared:
        spoken.setdefault((declaration.kind, squares), []).append(declaration.reading)
    for (kind, squares), texts in spoken.items():
        yield kind, squares, tuple(sorted(texts))
