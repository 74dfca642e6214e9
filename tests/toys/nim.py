"""Nim: turns and nothing else. Take 1 to 3 stones; who takes the last one scores. Seats may leave."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tests.toys.fields import joined, need, number, numbers, split

from ludoteka.core import leaving
from ludoteka.core.game import (
    BadNotation,
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
    stones: int


@dataclass(frozen=True, slots=True)
class State:
    seats: int
    stones: int
    seat: int = 0
    left: tuple[int, ...] = ()


class Notation:
    def read(self, state: State, seat: int, text: str) -> int:
        words = text.lower().split()
        if len(words) != 2 or words[0] != "take" or not words[1].isascii() or not words[1].isdigit():
            raise BadNotation("A move is 'take' and a number.", "NIM-1")
        return int(words[1][:9])

    def write(self, state: State, seat: int, move: int) -> str:
        return f"take {move}"

    def read_outcome(self, state: State, text: str) -> Outcome:
        raise BadNotation("There is no chance in Nim.")

    def write_outcome(self, state: State, outcome: Outcome) -> str:
        return str(outcome)

    def dump(self, state: State) -> str:
        return f"seats={state.seats} stones={state.stones} seat={state.seat} left={joined(state.left)}"

    def load(self, text: str) -> State:
        found = split(text, ("seats", "stones", "seat", "left"))
        left = numbers(found["left"])
        state = State(number(found["seats"]), number(found["stones"]), number(found["seat"]), left)
        need(2 <= state.seats <= 4 and state.stones <= 50, "Two to four seats and 50 stones at most.")
        need(state.seat < state.seats and len(set(left)) == len(left), "Seats exist, and leave once.")
        need(all(seat < state.seats for seat in left), "Only seats that exist can leave.")
        need(state.seat not in left or leaving.is_deserted(left, state.seats), "A leaver has no turn.")
        return state


class Nim:
    info = GameInfo(
        id="nim",
        title="Nim",
        seats=(2, 4),
        rules=1,
        traits=frozenset({"open"}),
        options=(Option("stones", 12, "How many stones lie on the table.", low=1, high=50),),
        seats_rule="NIM-0",
    )
    notation = Notation()
    options = Options

    def start(self, options: Options, seats: int) -> State:
        return State(seats, options.stones)

    def awaiting(self, state: State) -> Turn[int] | Over:
        if leaving.is_deserted(state.left, state.seats):
            scores = (0,) * state.seats
            return Over(Result(scores, leaving.ranks(scores, state.left), leaving.RULE))
        if state.stones == 0:
            won = tuple(int(seat == state.seat) for seat in range(state.seats))
            return Over(Result(won, leaving.ranks(won, state.left), "NIM-3"))
        return Turn(frozenset({state.seat}))

    def legal(self, state: State, seat: int) -> Iterator[int]:
        return iter(range(1, min(3, state.stones) + 1))

    def apply(self, state: State, event: Event[int]) -> State:
        if isinstance(event, Left):
            return self._leave(state, event.seat)
        assert isinstance(event, Played)
        if not 1 <= event.move <= min(3, state.stones):
            raise IllegalMove("Take one, two or three of the stones that are there.", "NIM-2", ("heap",))
        stones = state.stones - event.move
        after = leaving.next_seat(state.seat, state.left, state.seats) if stones else state.seat
        return replace(state, stones=stones, seat=after)

    def _leave(self, state: State, seat: int) -> State:
        left = leaving.leave(state.left, seat, state.seats)
        if seat != state.seat or leaving.is_deserted(left, state.seats):
            return replace(state, left=left)
        return replace(state, left=left, seat=leaving.next_seat(seat, left, state.seats))

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return {"stones": state.stones, "seat": state.seat, "left": list(state.left)}

    def score(self, state: State, seat: int, move: int) -> Score:
        after = self.apply(state, Played(seat, move))
        return Score(int(after.stones == 0), [{"left": after.stones}])


GAME = Nim()
