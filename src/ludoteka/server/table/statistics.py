"""Somebody's matches in numbers: pure sums over what is known of them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ludoteka.core.game import Millis
from ludoteka.server.messages.mine import (
    RatingAt,
    RatingHistory,
    Statistics,
    Tally,
    TallyAt,
    TallyIn,
    TallyWith,
)
from ludoteka.server.table.finished import Pace

DAY = 86_400_000
PIECES = 24  # of a plot over time, at most
STEPS = (DAY, 7 * DAY, 28 * DAY, 91 * DAY, 364 * DAY)
COUNTED = ("won", "drawn", "lost")
OPPONENTS = 30
K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Outing:
    """One finished match, seen by one person."""

    game: str
    ended: Millis
    lasted: Millis
    outcome: str
    opponents: tuple[tuple[str, int | None], ...]


def statistics(played: Sequence[Outing], ratings: Iterable[tuple[str, Pace, Millis, float]]) -> Statistics:
    """Everything at once; matches that were aborted or played alone, on one seat or several, say nothing."""
    counted = [one for one in played if one.outcome in COUNTED]
    return Statistics(
        total=Tally(**_tally(counted)),
        over_time=over_time(counted),
        by_game=by_game(counted),
        by_opponent=by_opponent(counted),
        ratings=histories(ratings),
    )


def _tally(played: Iterable[Outing]) -> dict[str, int]:
    found = Counter(one.outcome for one in played)
    return {name: found[name] for name in COUNTED}


def _grouped(played: Iterable[tuple[K, Outing]]) -> dict[K, list[Outing]]:
    found: dict[K, list[Outing]] = {}
    for key, one in played:
        found.setdefault(key, []).append(one)
    return found


def over_time(played: Sequence[Outing]) -> list[TallyAt]:
    """Days, weeks, months: the finest that gives a plot of few pieces. Empty pieces are there too."""
    if not played:
        return []
    first, last = min(one.ended for one in played), max(one.ended for one in played)
    step = next((step for step in STEPS if last // step - first // step < PIECES), STEPS[-1])
    pieces = _grouped((one.ended // step, one) for one in played)
    numbers = range(first // step, last // step + 1)
    return [TallyAt(since=number * step, **_tally(pieces.get(number, []))) for number in numbers]


def by_game(played: Sequence[Outing]) -> list[TallyIn]:
    """Each game, the most played first."""
    found = _grouped((one.game, one) for one in played)
    sheets = [
        TallyIn(game=game, lasted=sum(one.lasted for one in some), **_tally(some))
        for game, some in found.items()
    ]
    return sorted(sheets, key=_times)


def by_opponent(played: Sequence[Outing]) -> list[TallyWith]:
    """Each opponent, the most frequent first."""
    found = _grouped((other, one) for one in played for other in dict.fromkeys(one.opponents))
    sheets = [TallyWith(name=name, level=level, **_tally(some)) for (name, level), some in found.items()]
    return sorted(sheets, key=_times)[:OPPONENTS]


def _times(sheet: Tally) -> int:
    return -(sheet.won + sheet.drawn + sheet.lost)


def histories(ratings: Iterable[tuple[str, Pace, Millis, float]]) -> list[RatingHistory]:
    """How each rating went, match by match."""
    found: dict[tuple[str, Pace], list[RatingAt]] = {}
    for game, pace, at, rating in ratings:
        found.setdefault((game, pace), []).append(RatingAt(at=at, rating=round(rating)))
    return [RatingHistory(game=game, pace=pace, points=points) for (game, pace), points in found.items()]
