"""Ratings as a fold of finished matches: the same matches give the same numbers, whenever they are counted.

Everybody has two ratings. The first counts every rated match. The second is that of the leaderboard: it
counts people alone, whose own rating is established, and few matches with one of them. So nobody climbs it
by playing bots, newcomers or one friend.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from ludoteka.core.game import Millis
from ludoteka.ratings.glicko import BEGINNING, Outcome, Rating, after, aged

PERIOD_MS = 5 * 86_400_000  # of inactivity; after about a year an established rating is provisional again
SUREST = 45.0  # a rating never claims to be known better: people change
ESTABLISHED = 110.0  # a larger deviation is provisional
MEETINGS = 3  # with one opponent in a month count for the leaderboard
OPPONENTS = 5  # different ones are needed to stand on it
MONTH_MS = 30 * 86_400_000
NEW = Rating()


@dataclass(frozen=True, slots=True)
class Place:
    """One seat of a finished match: a person with a rank, or a bot whose rating was measured."""

    who: str | None
    rank: int
    anchor: Rating | None = None


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A finished, rated, unassisted match."""

    match: str
    at: Millis
    places: tuple[Place, ...]

    @property
    def people(self) -> list[str]:
        return [place.who for place in self.places if place.who is not None]


@dataclass(frozen=True, slots=True)
class Form:
    """What is known about a person in one game at one pace."""

    rating: Rating = NEW
    board: Rating = NEW
    matches: int = 0
    board_matches: int = 0
    opponents: int = 0  # different ones that counted for the leaderboard
    at: Millis = 0  # of the last match
    last: str = ""

    def at_time(self, now: Millis) -> "Form":
        """The same form seen later: less is known."""
        if not self.matches:
            return self
        periods = max(0, now - self.at) / PERIOD_MS
        return replace(self, rating=aged(self.rating, periods), board=aged(self.board, periods))

    @property
    def is_provisional(self) -> bool:
        return self.rating.deviation > ESTABLISHED

    @property
    def is_on_board(self) -> bool:
        """Enough different people, and known well enough."""
        return self.opponents >= OPPONENTS and self.board.deviation <= ESTABLISHED


@dataclass(frozen=True, slots=True)
class Met:
    """How often two people have met in rated matches: this month, and ever so that it counted."""

    this_month: int = 0
    counted: int = 0


Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Change:
    """What one match does: new forms, and which pairs it counted for on the leaderboard."""

    before: Mapping[str, Form]
    after: Mapping[str, Form]
    counted: frozenset[Pair]


def month(at: Millis) -> int:
    """Months of thirty days: the same everywhere."""
    return at // MONTH_MS


def entered(result: RatedMatch, forms: Mapping[str, Form], met: Mapping[Pair, Met]) -> Change:
    """The forms of everybody in a match after it. Who is not in `forms` plays for the first time."""
    before = {who: forms.get(who, Form()).at_time(result.at) for who in result.people}
    found: dict[str, Form] = {}
    counted: set[Pair] = set()
    for place in result.places:
        if place.who is not None:
            found[place.who], pairs = _form(place, result, before, met)
            counted |= pairs
    return Change(before, found, frozenset(counted))


def _form(
    place: Place, result: RatedMatch, before: Mapping[str, Form], met: Mapping[Pair, Met]
) -> tuple[Form, set[Pair]]:
    assert place.who is not None
    form = before[place.who]
    others = [other for other in result.places if other is not place]
    rating = _rated(form.rating, [_outcome(place, other, before) for other in others])
    rivals = [other for other in others if _counts(place.who, other, before, met)]
    board = _rated(form.board, [_outcome(place, other, before) for other in rivals])
    pairs = {(place.who, other.who) for other in rivals if other.who is not None}
    fresh = sum(met.get(pair, Met()).counted == 0 for pair in pairs)
    return replace(
        form,
        rating=rating,
        board=board,
        matches=form.matches + 1,
        board_matches=form.board_matches + bool(rivals),
        opponents=form.opponents + fresh,
        at=result.at,
        last=result.match,
    ), pairs


def _counts(who: str, other: Place, before: Mapping[str, Form], met: Mapping[Pair, Met]) -> bool:
    """Whether a match with this opponent counts for the leaderboard."""
    if other.who is None or before[other.who].is_provisional:
        return False
    return met.get((who, other.who), Met()).this_month < MEETINGS


def _outcome(place: Place, other: Place, before: Mapping[str, Form]) -> Outcome:
    score = 0.5 if place.rank == other.rank else float(place.rank < other.rank)
    opponent = other.anchor if other.who is None else before[other.who].rating
    assert opponent is not None, "only bots that were measured play rated matches"
    return Outcome(opponent, score)


def _rated(one: Rating, outcomes: list[Outcome]) -> Rating:
    if not outcomes:
        return one
    found = after(one, outcomes)
    return replace(found, deviation=max(SUREST, found.deviation))


@dataclass(slots=True)
class Standings:
    """Everybody's forms in one game at one pace, match by match."""

    forms: dict[str, Form] = field(default_factory=dict)
    meetings: dict[Pair, dict[int, tuple[int, int]]] = field(default_factory=dict)  # by month: met, counted

    def enter(self, result: RatedMatch) -> Change:
        pairs = [(a, b) for a in result.people for b in result.people if a != b]
        change = entered(result, self.forms, {pair: self._met(pair, result.at) for pair in pairs})
        self.forms.update(change.after)
        for pair in pairs:
            months = self.meetings.setdefault(pair, {})
            times, counted = months.get(month(result.at), (0, 0))
            months[month(result.at)] = times + 1, counted + (pair in change.counted)
        return change

    def _met(self, pair: Pair, at: Millis) -> Met:
        months = self.meetings.get(pair, {})
        return Met(months.get(month(at), (0, 0))[0], sum(counted for _, counted in months.values()))


def in_order(results: Iterable[RatedMatch]) -> list[RatedMatch]:
    """The order of the fold: by the end, and by name where two ended in the same millisecond."""
    return sorted(results, key=lambda result: (result.at, result.match))


def fold(results: Iterable[RatedMatch]) -> tuple[Standings, list[Change]]:
    """Everything from the beginning."""
    standings = Standings()
    return standings, [standings.enter(result) for result in in_order(results)]


def at_stake(me: Form, others: Iterable[Rating]) -> Iterator[int]:
    """By how much my rating would change if I won, drew or lost against all of these."""
    met = list(others)
    for score in (1.0, 0.5, 0.0):
        changed = _rated(me.rating, [Outcome(other, score) for other in met])
        yield round(changed.rating) - round(me.rating.rating)


def fitting(ladder: Mapping[int, Rating], me: Form) -> int | None:
    """The bot for somebody of this strength; newcomers get one that they can beat."""
    if not ladder:
        return None
    wanted = me.rating.rating - (0 if me.matches else BEGINNING / 10)
    return min(ladder, key=lambda level: (abs(ladder[level].rating - wanted), level))
