"""Duel: simultaneous secret moves. Each seat names 1 to 5; the highest number named once scores a point."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from tests.toys.fields import joined, need, number, numbers, split

from ludoteka.core import leaving
from ludoteka.core.chance import Source
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
    View,
)
from ludoteka.core.options import Option

HIGHEST = 5


@dataclass(frozen=True, slots=True)
class Options:
    rounds: int


@dataclass(frozen=True, slots=True)
class State:
    rounds: int
    scores: tuple[int, ...]
    named: tuple[int, ...]  # 0: not yet
    left: tuple[int, ...] = ()
    last: tuple[int, ...] = field(default=(), compare=False)  # what was named in the round before

    @property
    def seats(self) -> int:
        return len(self.scores)


class Notation:
    def read(self, state: State, seat: int, text: str) -> int:
        if text.strip() not in tuple("123456789"):
            raise BadNotation("A move is a number from 1 to 9.", "DUE-1")
        return int(text)

    def write(self, state: State, seat: int, move: int) -> str:
        return str(move)

    def read_outcome(self, state: State, text: str) -> Outcome:
        raise BadNotation("There is no chance in Duel.")

    def write_outcome(self, state: State, outcome: Outcome) -> str:
        return str(outcome)

    def dump(self, state: State) -> str:
        return (
            f"rounds={state.rounds} scores={joined(state.scores)}"
            f" named={joined(state.named)} left={joined(state.left)}"
        )

    def load(self, text: str) -> State:
        found = split(text, ("rounds", "scores", "named", "left"))
        scores, named, left = (numbers(found[key]) for key in ("scores", "named", "left"))
        need(2 <= len(scores) == len(named) <= 4, "Two to four seats.")
        need(max(named) <= HIGHEST and number(found["rounds"]) <= 9, "Numbers to 5, nine rounds.")
        need(all(seat < len(scores) for seat in left) and len(set(left)) == len(left), "Seats leave once.")
        state = State(number(found["rounds"]), scores, named, left)
        need(leaving.is_deserted(left, state.seats) or bool(_asked(state)), "Somebody has yet to name one.")
        return state


def _asked(state: State) -> frozenset[int]:
    return frozenset(s for s in leaving.staying(state.left, state.seats) if not state.named[s])


class Duel:
    info = GameInfo(
        id="duel",
        title="Duel",
        seats=(2, 4),
        rules=1,
        traits=frozenset({"hidden", "simultaneous"}),
        options=(Option("rounds", 3, "How many rounds are played.", low=1, high=9),),
    )
    notation = Notation()
    options = Options

    def start(self, options: Options, seats: int) -> State:
        return State(options.rounds, (0,) * seats, (0,) * seats)

    def awaiting(self, state: State) -> Turn[int] | Over:
        if leaving.is_deserted(state.left, state.seats):
            return Over(Result(state.scores, leaving.ranks(state.scores, state.left), leaving.RULE))
        if state.rounds == 0:
            return Over(Result(state.scores, leaving.ranks(state.scores, state.left), "DUE-4"))
        return Turn(_asked(state))

    def legal(self, state: State, seat: int) -> Iterator[int]:
        return iter(range(1, HIGHEST + 1))

    def apply(self, state: State, event: Event[int]) -> State:
        if isinstance(event, Left):
            left = leaving.leave(state.left, event.seat, state.seats)
            if leaving.is_deserted(left, state.seats):
                return replace(state, left=left)
            return self._judged(replace(self._named(state, event.seat, 0), left=left))
        assert isinstance(event, Played)
        self.score(state, event.seat, event.move)
        return self._judged(self._named(state, event.seat, event.move))

    def _named(self, state: State, seat: int, move: int) -> State:
        named = tuple(move if i == seat else n for i, n in enumerate(state.named))
        return replace(state, named=named)

    def _judged(self, state: State) -> State:
        """When all have named a number, the round is judged and the next one begins."""
        if _asked(state):
            return state
        single = [n for n in state.named if n and state.named.count(n) == 1]
        best = max(single, default=0)
        scores = tuple(
            s + int(n == best and best > 0) for s, n in zip(state.scores, state.named, strict=True)
        )
        return replace(
            state, rounds=state.rounds - 1, scores=scores, named=(0,) * state.seats, last=state.named
        )

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        over = isinstance(self.awaiting(state), Over)
        named = [n if over or i == seat else None for i, n in enumerate(state.named)]
        return {
            "rounds": state.rounds,
            "scores": list(state.scores),
            "named": named,
            "asked": sorted(_asked(state)),
            "left": list(state.left),
            "last": list(state.last),
        }

    def score(self, state: State, seat: int, move: int) -> Score:
        if not 1 <= move <= HIGHEST:
            raise IllegalMove(f"Name a number from 1 to {HIGHEST}.", "DUE-2")
        return Score(0)

    def tell(self, state: State, event: Event[int], seat: int | None) -> str:
        if isinstance(event, Left):
            return "leave"
        assert isinstance(event, Played)
        opens = _asked(state) == {event.seat}  # the last number opens all of them
        return str(event.move) if opens or event.seat == seat else "named"

    def imagine(self, view: View, rng: Source) -> State:
        named = tuple(
            n if n is not None else (0 if i in view["asked"] or i in view["left"] else rng.below(HIGHEST) + 1)
            for i, n in enumerate(view["named"])
        )
        return State(view["rounds"], tuple(view["scores"]), named, tuple(view["left"]), tuple(view["last"]))


GAME = Duel()
