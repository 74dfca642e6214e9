"""Race: a live race with a deadline. Who first names a multiple of the open number scores.

`legal` is representative: it lists three multiples, every multiple below a million is accepted.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tests.toys.fields import joined, need, number, numbers, split

from ludoteka.core import leaving
from ludoteka.core.chance import Choice
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
    Result,
    Score,
    Ticked,
    Turn,
)
from ludoteka.core.options import Option

OPEN = ("7", "13", "17", "19")


@dataclass(frozen=True, slots=True)
class Options:
    rounds: int
    seconds: int


@dataclass(frozen=True, slots=True)
class State:
    rounds: int
    seconds: int
    scores: tuple[int, ...]
    open: int = 0  # 0: a number is to be drawn
    now: int = 0
    until: int = 0
    left: tuple[int, ...] = ()

    @property
    def seats(self) -> int:
        return len(self.scores)


KEYS = ("rounds", "seconds", "scores", "open", "now", "until", "left")


class Notation:
    def read(self, state: State, seat: int, text: str) -> int:
        word = text.strip()
        if not word.isascii() or not word.isdigit() or len(word) > 6 or str(int(word)) != word:
            raise BadNotation("A move is a number below a million.", "RAC-1")
        return int(word)

    def write(self, state: State, seat: int, move: int) -> str:
        return str(move)

    def read_outcome(self, state: State, text: str) -> Outcome:
        word = text.strip()
        if not word.isascii() or not word.isdigit() or len(word) > 2:
            raise BadNotation("An outcome is a number of one or two digits.", "RAC-2")
        return word

    def write_outcome(self, state: State, outcome: Outcome) -> str:
        return str(outcome)

    def dump(self, state: State) -> str:
        values = (state.rounds, state.seconds, joined(state.scores), state.open, state.now, state.until)
        pairs = zip(KEYS, (*values, joined(state.left)), strict=True)
        return " ".join(f"{key}={value}" for key, value in pairs)

    def load(self, text: str) -> State:
        found = split(text, KEYS)
        rounds, seconds, opened, now, until = (
            number(found[key]) for key in ("rounds", "seconds", "open", "now", "until")
        )
        state = State(rounds, seconds, numbers(found["scores"]), opened, now, until, numbers(found["left"]))
        need(1 <= state.seats <= 5 and 1 <= seconds <= 60, "One to five seats, up to a minute.")
        need(opened == 0 or (str(opened) in OPEN and until > now), "The open number and its time.")
        need(all(seat < state.seats for seat in state.left), "Seats leave once.")
        return state


class Race:
    info = GameInfo(
        id="race",
        title="Race",
        seats=(1, 5),
        rules=1,
        traits=frozenset({"chance", "open", "simultaneous", "timed", "representative"}),
        options=(
            Option("rounds", 3, "How many numbers are opened.", low=1, high=9),
            Option("seconds", 10, "How long a number stays open.", low=1, high=60),
        ),
    )
    notation = Notation()
    options = Options

    def start(self, options: Options, seats: int) -> State:
        return State(options.rounds, options.seconds, (0,) * seats)

    def awaiting(self, state: State) -> Turn[int] | Draw | Over:
        if (state.seats > 1 and leaving.is_deserted(state.left, state.seats)) or len(
            state.left
        ) == state.seats:
            result = Result(state.scores, leaving.ranks(state.scores, state.left), leaving.RULE)
            return Over(result, state.now)
        if state.rounds == 0:
            return Over(Result(state.scores, leaving.ranks(state.scores, state.left), "RAC-5"), state.now)
        if state.open == 0:
            chance = Choice(tuple((value, 1) for value in OPEN))
            return Draw(chance, {"event": "open"}, "RAC-2", state.now)
        racing = frozenset(leaving.staying(state.left, state.seats))
        return Turn(racing, since=state.now, until=state.until, late="RAC-4", live=True)

    def legal(self, state: State, seat: int) -> Iterator[int]:
        return (state.open * factor for factor in (1, 2, 3))

    def apply(self, state: State, event: Event[int]) -> State:
        if isinstance(event, Drawn):
            return replace(state, open=int(str(event.outcome)), until=state.now + 1000 * state.seconds)
        if isinstance(event, Ticked):
            return replace(state, open=0, until=0, rounds=state.rounds - 1, now=event.at)
        if isinstance(event, Left):
            return replace(state, left=leaving.leave(state.left, event.seat, state.seats), now=event.at)
        points = self.score(state, event.seat, event.move).points
        scores = tuple(s + points * (i == event.seat) for i, s in enumerate(state.scores))
        return replace(state, scores=scores, open=0, until=0, rounds=state.rounds - 1, now=event.at)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return {"open": state.open, "scores": list(state.scores), "until": state.until, "you": seat}

    def score(self, state: State, seat: int, move: int) -> Score:
        if move == 0 or move % state.open:
            raise IllegalMove(f"{move} is not a multiple of {state.open}.", "RAC-3")
        return Score(1)


GAME = Race()
