"""The kit itself: the toys keep every law, and each law is broken by a game made to break it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import settings
from tests.toys import TOYS, duel, nim, pig, race, rummage, stones

from ludoteka.core.chance import Dice, Source
from ludoteka.core.conformance import Broken, Effort, check_game, machine, table
from ludoteka.core.description import Description
from ludoteka.core.game import (
    Draw,
    Drawn,
    Event,
    GameInfo,
    IllegalMove,
    Left,
    Over,
    Played,
    Result,
    Score,
    Turn,
)
from ludoteka.core.sentences import Sentence


@pytest.mark.parametrize("game", TOYS)
def test_toys_keep_the_laws(game: str) -> None:
    check_game(TOYS[game], Effort(matches=8))


@pytest.mark.parametrize("game", TOYS)
def test_toys_in_a_state_machine(game: str) -> None:
    test = machine(TOYS[game]).TestCase
    test.settings = settings(max_examples=15, stateful_step_count=20, deadline=None)
    test().runTest()


class NoTraits(nim.Nim):
    info: GameInfo = replace(nim.Nim.info, traits=frozenset({"chess"}))


class AnySeats(nim.Nim):
    info: GameInfo = replace(nim.Nim.info, seats=(3, 2))


class NoMoves(nim.Nim):
    def legal(self, state: nim.State, seat: int) -> Iterator[int]:
        return iter(())


class TwoNames(nim.Nim):
    def legal(self, state: nim.State, seat: int) -> Iterator[int]:
        return iter((1, 1))


class ListsIllegal(nim.Nim):
    def legal(self, state: nim.State, seat: int) -> Iterator[int]:
        return iter((1, 9))


class Endless(nim.Nim):
    def apply(self, state: nim.State, event: Event[int]) -> nim.State:
        after = super().apply(state, event)
        return replace(after, stones=max(after.stones, 12))


class StrictNotation(nim.Notation):
    def read(self, state: nim.State, seat: int, text: str) -> int:
        return super().read(state, seat, text if text == text.strip() else "no")


class Strict(nim.Nim):
    notation = StrictNotation()


class ForgetfulNotation(nim.Notation):
    def load(self, text: str) -> nim.State:
        return replace(super().load(text), seat=0)


class Forgetful(nim.Nim):
    notation = ForgetfulNotation()


class CrashingNotation(nim.Notation):
    def read(self, state: nim.State, seat: int, text: str) -> int:
        return int(text.split()[1])


class Crashing(nim.Nim):
    notation = CrashingNotation()


class NoScore(nim.Nim):
    def score(self, state: nim.State, seat: int, move: int) -> Score:
        return Score(0.5)  # type: ignore[arg-type]


class NoJson(nim.Nim):
    def view(self, state: nim.State, seat: int | None) -> dict[str, Any]:
        return {"set": {1, 2}}


class WinningLeaver(nim.Nim):
    def awaiting(self, state: nim.State) -> Turn[int] | Over:
        found = super().awaiting(state)
        if isinstance(found, Over) and found.result.rule == "left":
            return Over(Result(found.result.scores, (1,) * state.seats, "left"))
        return found


class LeavesTwice(nim.Nim):
    def apply(self, state: nim.State, event: Event[int]) -> nim.State:
        if isinstance(event, Left) and event.seat in state.left:
            return state
        return super().apply(state, event)


class GapInRanks(nim.Nim):
    def awaiting(self, state: nim.State) -> Turn[int] | Over:
        found = super().awaiting(state)
        if isinstance(found, Over):
            return Over(replace(found.result, ranks=tuple(rank + 1 for rank in found.result.ranks)))
        return found


class NoRuleForLate(race.Race):
    def awaiting(self, state: race.State) -> Any:
        found = super().awaiting(state)
        return replace(found, late="") if isinstance(found, Turn) else found


class LooseDice(pig.Notation):
    def write_outcome(self, state: pig.State, outcome: Any) -> str:
        return "3-5"


class Loaded(pig.Pig):
    notation = LooseDice()


class Leaky(rummage.Rummage):
    def view(self, state: rummage.State, seat: int | None) -> dict[str, Any]:
        return {**super().view(state, seat), "best": max("".join(state.racks), default="")}


class LeakyBag(rummage.Rummage):
    def view(self, state: rummage.State, seat: int | None) -> dict[str, Any]:
        return {**super().view(state, seat), "bag_tiles": state.bag}


class LeakyChoice(duel.Duel):
    def view(self, state: duel.State, seat: int | None) -> dict[str, Any]:
        return {**super().view(state, seat), "sum": sum(state.named)}


class LeakySquares(duel.Duel):
    def where(self, state: duel.State, seat: int, move: Any) -> tuple[str, ...]:
        return (str(move),)


class LeakyWords(rummage.Rummage):
    def describe(self, state: rummage.State, event: Event[Any], seat: int | None) -> Description:
        if isinstance(event, Drawn):
            return Description(Sentence("draws {tiles}", tiles=str(event.outcome)))
        return super().describe(state, event, seat)


class EmptyHole(stones.Stones):
    def describe(self, state: nim.State, event: Event[int], seat: int | None) -> Description:
        return Description(Sentence("takes {n} stones"))


class NoWordsForLeaving(stones.Stones):
    def describe(self, state: nim.State, event: Event[int], seat: int | None) -> Description:
        if isinstance(event, Left):
            raise KeyError(event.seat)
        return super().describe(state, event, seat)


class LightsTwice(nim.Nim):
    def where(self, state: nim.State, seat: int, move: int) -> tuple[str, ...]:
        return ("heap", "heap")


class Silent(nim.Nim):
    info: GameInfo = replace(nim.Nim.info, traits=frozenset({"hidden"}))


class WrongDream(rummage.Rummage):
    def imagine(self, view: Any, rng: Any) -> rummage.State:
        return replace(super().imagine(view, rng), scores=(99,) * len(view["racks"]))


class Mutable(nim.Nim):
    """Keeps something beside the state."""

    def __init__(self) -> None:
        self.played = 0

    def view(self, state: nim.State, seat: int | None) -> dict[str, Any]:
        self.played += 1
        return {"played": self.played}


class Frank(rummage.Rummage):
    """Shows and tells everybody everything, and says it has secrets."""

    def view(self, state: rummage.State, seat: int | None) -> dict[str, Any]:
        return {**super().view(state, None), "everything": self.notation.dump(state)}

    def imagine(self, view: Any, rng: Source) -> rummage.State:
        return self.notation.load(view["everything"])

    def tell(self, state: rummage.State, event: Event[Any], seat: int | None) -> str:
        return repr(event)


class Gossip(rummage.Rummage):
    """Its views hide the racks; what it tells does not."""

    def tell(self, state: rummage.State, event: Event[Any], seat: int | None) -> str:
        return repr(event)


class OpenToSeats(Frank):
    """Keeps from spectators alone what it calls hidden."""

    def view(self, state: rummage.State, seat: int | None) -> dict[str, Any]:
        shown = rummage.Rummage.view(self, state, None)
        return shown if seat is None else {**shown, "everything": self.notation.dump(state)}

    def tell(self, state: rummage.State, event: Event[Any], seat: int | None) -> str:
        return repr(event) if seat is not None else rummage.Rummage.tell(self, state, event, None)


class Advisor(rummage.Rummage):
    """Lists a swap only while somebody else holds a nine."""

    def legal(self, state: rummage.State, seat: int) -> Iterator[rummage.Move]:
        others = "".join(rack for other, rack in enumerate(state.racks) if other != seat)
        return (move for move in super().legal(state, seat) if move.kind == "play" or "9" in others)

    def apply(self, state: rummage.State, event: Event[Any]) -> rummage.State:
        if isinstance(event, Played) and event.move not in self.legal(state, event.seat):
            raise IllegalMove("Not now.", "RUM-1")
        return super().apply(state, event)


class Chatty(rummage.Rummage):
    """Its refusals of moves say what is in the bag."""

    def apply(self, state: rummage.State, event: Event[Any]) -> rummage.State:
        try:
            return super().apply(state, event)
        except IllegalMove:
            raise IllegalMove("No. The bag has {bag}.", "RUM-1", bag=state.bag) from None


class Eager(rummage.Rummage):
    """Lists no swap in the first turn, but accepts one."""

    def legal(self, state: rummage.State, seat: int) -> Iterator[rummage.Move]:
        return (move for move in super().legal(state, seat) if move.kind == "play" or any(state.scores))


class Incomplete(nim.Nim):
    """Never lists taking three, which is allowed."""

    def legal(self, state: nim.State, seat: int) -> Iterator[int]:
        return (move for move in super().legal(state, seat) if move < 3)


class Lax(rummage.Rummage):
    """Accepts tiles that are not on the rack."""

    def apply(self, state: rummage.State, event: Event[Any]) -> rummage.State:
        if isinstance(event, Played) and event.move.tile not in state.racks[event.seat]:
            rack = event.move.tile + state.racks[event.seat][1:]
            racks = tuple(rack if seat == event.seat else other for seat, other in enumerate(state.racks))
            return super().apply(replace(state, racks=racks), event)
        return super().apply(state, event)


class Fickle(Dice):
    """Dice that do not allow what they roll."""

    def allows(self, outcome: Any) -> bool:
        return False


class LoadedDice(pig.Pig):
    def awaiting(self, state: Any) -> Any:
        found = super().awaiting(state)
        return replace(found, chance=Fickle(2)) if isinstance(found, Draw) else found


BROKEN: list[tuple[type[Any], str]] = [
    (LoadedDice, "samples are allowed"),
    (Frank, "a hidden game hides something"),
    (Gossip, "what a view hides is not told"),
    (Incomplete, "a move that applies is listed"),
    (Lax, "a move that applies is listed"),
    (OpenToSeats, "a hidden game hides something"),
    (Advisor, "secrets do not leak into legal moves"),
    (Chatty, "secrets do not leak into refusals"),
    (Eager, "a move that applies is listed"),
    (NoTraits, "traits are known"),
    (AnySeats, "seats are a range from 1 up"),
    (NoMoves, "an awaited seat has a legal move"),
    (TwoNames, "legal has no duplicates"),
    (ListsIllegal, "legal moves apply"),
    (Endless, "every match ends"),
    (Strict, "legal moves are canonical"),
    (Forgetful, "load(dump(state)) equals the state"),
    (Crashing, "rubbish is refused"),
    (NoScore, "points are a whole number"),
    (NoJson, "views are json"),
    (WinningLeaver, "a leaver does not win"),
    (LeavesTwice, "nobody leaves twice"),
    (GapInRanks, "equal ranks share, and leave a gap"),
    (NoRuleForLate, "a limit lies ahead and has a rule"),
    (Loaded, "an outcome and its text lead to equal states"),
    (Leaky, "secrets do not leak into a view"),
    (LeakyBag, "secrets do not leak into a view"),
    (LeakyChoice, "secrets do not leak into a view"),
    (LeakySquares, "secrets do not leak into squares"),
    (LeakyWords, "secrets do not leak into words"),
    (EmptyHole, "an event has words"),
    (NoWordsForLeaving, "events have words"),
    (LightsTwice, "where names squares, each once"),
    (Silent, "a game with secrets has `tell`"),
    (WrongDream, "an imagined state has the same view"),
    (Mutable, "a view is the same each time"),
]


@pytest.mark.parametrize(("game", "law"), BROKEN)
def test_the_law_that_is_broken_is_named(game: type[Any], law: str) -> None:
    with pytest.raises(Broken, match=f"Law broken: {re.escape(law)}"):
        check_game(game())


def test_a_failure_can_be_replayed() -> None:
    with pytest.raises(Broken) as broken:
        check_game(ListsIllegal())
    assert "ludoteka: 1\ngame: nim" in str(broken.value)


def test_the_state_machine_looks_at_the_laws_too() -> None:
    test = machine(NoMoves()).TestCase
    test.settings = settings(max_examples=2, stateful_step_count=1, deadline=None, database=None)
    with pytest.raises(Broken, match="Law broken"):
        test().runTest()


def test_tables_are_tried_with_every_kind_of_option() -> None:
    """Numbers from their range, not only the default."""
    rng = Source(bytes(32))
    stones = {table(nim.Nim(), rng, plain=False)[1].get("stones") for _ in range(60)}
    (option,) = [one for one in nim.Nim.info.options if one.key == "stones"]
    assert len(stones) > 3
    assert all(one is None or option.low <= one <= option.high for one in stones)
