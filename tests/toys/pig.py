"""Pig: dice and a forced pass. Two dice are rolled; after a 1 the seat passes, else it banks one or both."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tests.toys.fields import joined, need, number, numbers, split

from ludoteka.core import leaving
from ludoteka.core.chance import Dice
from ludoteka.core.game import (
    BadNotation,
    Draw,
    Drawn,
    Event,
    GameInfo,
    IllegalMove,
    Left,
    Outcome,
    Over,
    Played,
    Result,
    Score,
    Turn,
)
from ludoteka.core.options import Option


@dataclass(frozen=True, slots=True)
class Options:
    goal: int


@dataclass(frozen=True, slots=True)
class State:
    goal: int
    scores: tuple[int, ...]
    seat: int = 0
    dice: tuple[int, ...] = ()
    left: tuple[int, ...] = ()

    @property
    def seats(self) -> int:
        return len(self.scores)


WORDS = ("pass", "first", "both")


class Notation:
    def read(self, state: State, seat: int, text: str) -> str:
        word = text.strip().lower()
        if word not in WORDS:
            raise BadNotation(f"A move is one of {', '.join(WORDS)}.", "PIG-1")
        return word

    def write(self, state: State, seat: int, move: str) -> str:
        return move

    def read_outcome(self, state: State, text: str) -> Outcome:
        dice = text.strip().split("-")
        if len(dice) != 2 or any(die not in "123456" or len(die) != 1 for die in dice):
            raise BadNotation("A roll is two dice like 3-5.", "PIG-2")
        return tuple(int(die) for die in dice)

    def write_outcome(self, state: State, outcome: Outcome) -> str:
        return "-".join(str(die) for die in outcome)

    def dump(self, state: State) -> str:
        return (
            f"goal={state.goal} scores={joined(state.scores)} seat={state.seat}"
            f" dice={joined(state.dice)} left={joined(state.left)}"
        )

    def load(self, text: str) -> State:
        found = split(text, ("goal", "scores", "seat", "dice", "left"))
        scores, dice, left = (numbers(found[key]) for key in ("scores", "dice", "left"))
        state = State(number(found["goal"]), scores, number(found["seat"]), dice, left)
        need(2 <= state.seats <= 3 and state.seat < state.seats, "Two or three seats.")
        need(5 <= state.goal <= 100 and len(dice) in (0, 2), "A goal from 5 to 100, two dice or none.")
        need(all(1 <= die <= 6 for die in dice), "Dice show 1 to 6.")
        need(sum(score >= state.goal for score in scores) <= 1, "One seat wins.")
        need(all(seat < state.seats for seat in left) and len(set(left)) == len(left), "Seats leave once.")
        need(state.seat not in left or leaving.is_deserted(left, state.seats), "A leaver has no turn.")
        return state


class Pig:
    info = GameInfo(
        id="pig",
        title="Pig",
        seats=(2, 3),
        rules=1,
        traits=frozenset({"chance", "open"}),
        options=(Option("goal", 30, "The points that win.", low=5, high=100),),
    )
    notation = Notation()
    options = Options

    def start(self, options: Options, seats: int) -> State:
        return State(options.goal, (0,) * seats)

    def awaiting(self, state: State) -> Turn[str] | Draw | Over:
        if leaving.is_deserted(state.left, state.seats):
            return Over(Result(state.scores, leaving.ranks(state.scores, state.left), leaving.RULE))
        if max(state.scores) >= state.goal:
            return Over(Result(state.scores, leaving.ranks(state.scores, state.left), "PIG-4"))
        if not state.dice:
            return Draw(Dice(2), {"event": "roll", "seat": state.seat}, "PIG-2")
        return Turn(frozenset({state.seat}), forced="pass" if 1 in state.dice else None)

    def legal(self, state: State, seat: int) -> Iterator[str]:
        return iter(("pass",) if 1 in state.dice else ("first", "both"))

    def apply(self, state: State, event: Event[str]) -> State:
        if isinstance(event, Left):
            return self._leave(state, event.seat)
        if isinstance(event, Drawn):
            return replace(state, dice=tuple(int(str(die)) for die in event.outcome))
        assert isinstance(event, Played)
        points = self.score(state, event.seat, event.move).points
        scores = tuple(s + points * (i == event.seat) for i, s in enumerate(state.scores))
        after = leaving.next_seat(event.seat, state.left, state.seats)
        return replace(state, scores=scores, dice=(), seat=after)

    def _leave(self, state: State, seat: int) -> State:
        left = leaving.leave(state.left, seat, state.seats)
        if seat != state.seat or leaving.is_deserted(left, state.seats):
            return replace(state, left=left)
        return replace(state, left=left, dice=(), seat=leaving.next_seat(seat, left, state.seats))

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return {"scores": list(state.scores), "seat": state.seat, "dice": list(state.dice)}

    def score(self, state: State, seat: int, move: str) -> Score:
        if move not in tuple(self.legal(state, seat)):
            raise IllegalMove("After a 1 you must pass; otherwise you bank.", "PIG-3")
        return Score({"pass": 0, "first": state.dice[0], "both": sum(state.dice)}[move])


GAME = Pig()
