"""Duplicate draws: the same for everybody, as likely as the rules say, and checked by `verify`."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from tests.toys import get

from ludoteka import games
from ludoteka.core import duplicate, record
from ludoteka.core.chance import Bag, seed_from
from ludoteka.core.game import Draw, Drawn, GameInfo, Left, Played, Turn
from ludoteka.core.match import Match, new
from ludoteka.core.record import Record

AnyMatch = Match[Any, Any]
Way = Callable[[AnyMatch, list[Any]], Any]


def played(match: AnyMatch, seed: bytes, way: Way, plies: int = 400) -> AnyMatch:
    """A match in which whoever is to act chooses in this way."""
    match = duplicate.settled(match, seed)
    while isinstance(match.awaiting, Turn) and match.ply < plies:
        seat = min(match.awaiting.seats)
        move = way(match, list(match.game.legal(match.state, seat)))
        match = duplicate.settled(match.then(Played(seat, move, match.now)), seed)
    return match


def rolls(match: AnyMatch) -> list[Any]:
    return [moment.event.outcome for moment in match if isinstance(moment.event, Drawn)]


def drawn_by(match: AnyMatch, seat: int) -> list[str]:
    """The tiles that a seat drew by itself, in the order of its draws."""
    found: list[str] = []
    actor = None
    for moment in match:
        if isinstance(moment.event, Played):
            actor = moment.event.seat
        elif isinstance(moment.event, Drawn) and actor == seat and len(moment.event.outcome) == 1:
            found += sorted(str(tile) for tile in moment.event.outcome[0])  # type: ignore[union-attr]
    return found


# --- the same for everybody ----------------------------------------------------------------------


def test_roll_n_is_the_same_whatever_was_played() -> None:
    game, seed = get("pig"), seed_from("dice")
    ways: list[Way] = [lambda _, legal: legal[0], lambda match, legal: legal[match.ply % len(legal)]]
    one, other = (rolls(played(new(game, 2, {}), seed, way, 60)) for way in ways)
    shorter = min(len(one), len(other))
    assert shorter > 5
    assert one[:shorter] == other[:shorter]


@dataclass(frozen=True)
class Scooped:
    """A bag, what each seat has drawn, and how many tiles are drawn next."""

    bag: str
    drawn: tuple[str, ...]
    seat: int = 0
    due: int = 0
    back: str = ""  # goes into the bag after the draw

    @property
    def seats(self) -> int:
        return len(self.drawn)


class Scoops:
    """A game of nothing but drawing: a move is how many tiles, or minus how many are changed."""

    info = GameInfo("scoops", "Scoops", (1, 4), 1, frozenset({"chance"}), ())
    notation: Any = None
    options: Any = dict

    def start(self, options: Any, seats: int) -> Scooped:
        return Scooped("aaaaaabbbbbccccdddeef" * 3, ("",) * seats)

    def awaiting(self, state: Scooped) -> Any:
        if state.due:
            return Draw(Bag(tuple(sorted(Counter(state.bag).items())), (state.due,)), {}, "")
        return Turn(frozenset({state.seat}))

    def legal(self, state: Scooped, seat: int) -> list[int]:
        return [1, 2, 3, -1, -2]

    def apply(self, state: Scooped, event: Any) -> Scooped:
        if isinstance(event, Played):
            back = state.drawn[event.seat][: max(0, -event.move)]
            return replace(state, due=abs(event.move), back=back)
        taken = "".join(event.outcome[0])
        left = Counter(state.bag) - Counter(taken) + Counter(state.back)
        drawn = tuple(held + taken if seat == state.seat else held for seat, held in enumerate(state.drawn))
        following = (state.seat + 1) % state.seats
        return replace(
            state, bag="".join(sorted(left.elements())), drawn=drawn, seat=following, due=0, back=""
        )

    def view(self, state: Scooped, seat: int | None) -> Any:
        return {}


def scooped(seats: int, seed: bytes, *moves: int) -> Scooped:
    match: AnyMatch = new(Scoops(), seats, {})
    for move in moves:
        match = duplicate.settled(match.then(Played(match.seat or 0, move, 0)), seed)
    state: Scooped = match.state
    return state


@pytest.mark.parametrize("number", range(5))
def test_a_seat_draws_the_same_tiles_however_many_at_a_time(number: int) -> None:
    seed = seed_from(f"scoops {number}")
    one, other = scooped(1, seed, 1, 2, 3, 2, 1, 3), scooped(1, seed, 3, 3, 3, 3)
    assert (len(one.drawn[0]), len(other.drawn[0])) == (12, 12)
    for count in (3, 6, 12):  # a scoop is told as a group, so its letters are in order
        assert Counter(one.drawn[0][:count]) == Counter(other.drawn[0][:count])


@pytest.mark.parametrize("number", range(5))
def test_what_others_draw_changes_nothing(number: int) -> None:
    """Three at the table: the second draws the same tiles whatever the others take."""
    seed = seed_from(f"three {number}")
    one = scooped(3, seed, 1, 3, 1, 1, 3, 1, 1, 3, 1)
    other = scooped(3, seed, 3, 3, 2, 2, 3, 3, 3, 3, 3)
    assert one.drawn[1] == other.drawn[1]
    assert one.drawn[0] != other.drawn[0]


def test_a_change_costs_others_no_more_than_the_places_of_what_came_back() -> None:
    same = 0
    for number in range(40):
        seed = seed_from(f"change {number}")
        plain, changed = scooped(2, seed, 3, 3, 3, 3, 3, 3), scooped(2, seed, 3, 3, -2, 3, 3, 3)
        assert Counter(changed.bag) + Counter("".join(changed.drawn)) == Counter(
            "aaaaaabbbbbccccdddeef" * 3
        ) + Counter(changed.drawn[0][:2])  # nothing is lost, and what came back was drawn before
        same += plain.drawn[1] == changed.drawn[1]
    assert same > 25


def test_an_empty_stack_is_filled_from_the_longest() -> None:
    end = scooped(2, seed_from("end"), *[3, 1] * 14, 3)
    assert len(end.drawn[0]) == 45
    assert Counter(end.bag) + Counter("".join(end.drawn)) == Counter("aaaaaabbbbbccccdddeef" * 3)


def test_stacks_keep_the_players_apart() -> None:
    """What one seat draws does not depend on what the other did: it has a stack of its own."""
    game, seed = get("rummage"), seed_from("stacks")
    rng = random.Random(3)
    ways: list[Way] = [
        lambda match, legal: legal[0] if match.seat == 0 else rng.choice(legal),
        lambda match, legal: legal[0] if match.seat == 0 else legal[-1],
    ]
    one, other = (played(new(game, 2, {"each": 4}), seed, way, 14) for way in ways)
    assert drawn_by(one, 0)[:3] == drawn_by(other, 0)[:3]


def test_another_seed_gives_other_draws() -> None:
    game = games.get("abaku")
    first = {str(rolls(duplicate.settled(new(game, 1, {}), seed_from(str(n))))) for n in range(12)}
    assert len(first) == 12


# --- as likely as the rules say ------------------------------------------------------------------


@pytest.mark.parametrize("moves", [(1,), (2, 1, 3, 2), (3, 3, -2, -1), (2, -2, -2, -2)])
def test_every_tile_is_as_likely_as_in_a_bag(moves: tuple[int, ...]) -> None:
    """What the next scoop brings, over many seeds, against the bag that it comes from: also after changes."""
    expected: dict[str, float] = {}
    found: Counter[str] = Counter()
    for number in range(2000):
        seed = seed_from(f"likely {number}")
        before = scooped(2, seed, *moves)
        after = scooped(2, seed, *moves, 1)
        for tile, count in Counter(before.bag).items():
            expected[tile] = expected.get(tile, 0.0) + count / len(before.bag)
        found[after.drawn[before.seat][-1]] += 1
    chi = sum((found[tile] - mean) ** 2 / mean for tile, mean in expected.items())
    assert chi < 26  # 5 degrees of freedom: one in ten thousand


# --- records -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["abaku", "calculissimo", "kakuro", "abstrakto", "abak"])
def test_a_record_says_how_it_was_drawn_and_verifies(name: str) -> None:
    game, seed = games.get(name), seed_from(name)
    rng = random.Random(1)
    seats = max(2, game.info.seats[0])
    match = played(new(game, seats, {}), seed, lambda _, legal: rng.choice(legal[:50]), 14)
    while isinstance(match.awaiting, Turn):
        match = duplicate.settled(match.then(Left(min(match.awaiting.seats), match.now)), seed)
    text = record.write(Record(match, (), seed, {record.DRAWS: duplicate.DUPLICATE}))
    report = record.verify(text, games.get)
    assert report.is_clean, report.findings
    assert report.draws > 0 or not rolls(match)
    assert record.read(text, games.get).notes[record.DRAWS] == duplicate.DUPLICATE
    usual = record.verify(text.replace("draws: duplicate\n", ""), games.get)
    assert usual.is_clean == (usual.draws == 0)
    strange = record.verify(text.replace("draws: duplicate", "draws: by hand"), games.get)
    assert [finding.text for finding in strange.findings] == [
        "The draws are of a kind that this program does not know."
    ]
