"""A result as a picture for a link: the score, the place, and how everybody did. It needs no words."""

from collections.abc import Sequence
from dataclasses import dataclass

from ludoteka.core.picture import Rect, Shape, Words
from ludoteka.drawing import letters
from ludoteka.drawing.layout import CARD_HEIGHT, CARD_WIDTH, MOST_NAME, Sheet
from ludoteka.drawing.pieces import CARD, GOLD, INK, LINE, PAPER, SECOND

LEFT, RIGHT = 64.0, CARD_WIDTH - 64
FLOOR, CEILING = CARD_HEIGHT - 110, 300.0


@dataclass(frozen=True, slots=True)
class Outline:
    """How many reached the scores of a bar, and whether the one who passes this on did."""

    low: int
    high: int
    count: int
    is_mine: bool = False


@dataclass(frozen=True, slots=True)
class Achieved:
    """Who passes this on, the score, and the place among so many."""

    name: str
    score: int
    rank: int
    of: int


def result_card(
    title: str, day: str, mine: Achieved | None, bars: Sequence[Outline], colour: str, below: str
) -> Sheet:
    """The picture of a day: the game and the date, the result, and a bar for every span of scores."""
    shapes: list[Shape] = [
        Rect(0, 0, CARD_WIDTH, CARD_HEIGHT, fill=PAPER),
        Words(LEFT, 118, title, 76, colour, "digits", "start"),
        Words(LEFT, 168, day, 34, SECOND, "words", "start"),
        Words(RIGHT, CARD_HEIGHT - 34, below, 24, SECOND, "words", "end"),
    ]
    if mine is not None:
        shapes += _achieved(mine, colour)
    return Sheet(CARD_WIDTH, CARD_HEIGHT, (*shapes, *_bars(bars, colour)), title)


def _achieved(mine: Achieved, colour: str) -> list[Shape]:
    score = f"{mine.score}".replace("-", "−")
    name = letters.fitted(letters.written(mine.name[:MOST_NAME], "words"), "words", 34, 420)
    return [
        Words(RIGHT, 132, score, 104, INK, "digits", "end"),
        Words(RIGHT, 192, f"{mine.rank} / {mine.of}", 44, colour, "digits", "end"),
        Words(LEFT, 216, name, 34, INK, "words", "start"),
    ]


def _bars(bars: Sequence[Outline], colour: str) -> list[Shape]:
    if not bars:
        return []
    most, gap = max(1, *(bar.count for bar in bars)), 14.0
    wide = min(150.0, (RIGHT - LEFT - gap * (len(bars) - 1)) / len(bars))
    first = (CARD_WIDTH - wide * len(bars) - gap * (len(bars) - 1)) / 2
    shapes: list[Shape] = [Rect(LEFT, FLOOR, RIGHT - LEFT, 3, 1.5, fill=LINE)]
    for at, bar in enumerate(bars):
        x, high = first + at * (wide + gap), max(4.0, (FLOOR - CEILING) * bar.count / most)
        ink = {"fill": GOLD if bar.is_mine else CARD, "stroke": colour}
        if bar.count:
            shapes.append(Rect(x, FLOOR - high, wide, high, min(10.0, high / 2), width=3.0, **ink))  # type: ignore[arg-type]  # both are of Rect
        shapes.append(Words(x + wide / 2, FLOOR + 38, f"{bar.low}".replace("-", "−"), 24, SECOND, "digits"))
        if bar.count:
            shapes.append(Words(x + wide / 2, FLOOR - high - 12, str(bar.count), 26, INK, "digits"))
    return shapes
