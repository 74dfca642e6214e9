"""What the core itself costs: a step of a match, a record, imports, an answer of the engine."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

from ludoteka.bench.timing import Figure, Figures, each, rate
from ludoteka.core.game import AnyGame, BadNotation, Event, GameInfo, Outcome, Over, Played, Result, Turn
from ludoteka.core.match import new
from ludoteka.core.record import Record, read, write
from ludoteka.engine import Engine

STEPS = 10_000


@dataclass(frozen=True, slots=True)
class Options:
    """None."""


class Notation:
    """A move is the word `on`, a position the number of moves made."""

    def read(self, state: int, seat: int, text: str) -> str:
        if text != "on":
            raise BadNotation("A move is 'on'.")
        return text

    def write(self, state: int, seat: int, move: str) -> str:
        return move

    def read_outcome(self, state: int, text: str) -> Outcome:
        raise BadNotation("There is no chance here.")

    def write_outcome(self, state: int, outcome: Outcome) -> str:
        return str(outcome)

    def dump(self, state: int) -> str:
        return str(state)

    def load(self, text: str) -> int:
        return int(text)


class Counting:
    """A game that does next to nothing, so that what is measured is the core."""

    info = GameInfo("counting", "Counting", (1, 2), 1, frozenset({"open"}))
    notation = Notation()
    options = Options
    _turns: tuple[Turn[str], ...] = (Turn(frozenset({0})), Turn(frozenset({1})))
    _over = Over(Result((0, 0), (1, 1), "end"))

    def start(self, options: Options, seats: int) -> int:
        return 0

    def awaiting(self, state: int) -> Turn[str] | Over:
        return self._over if state >= STEPS else self._turns[state % 2]

    def legal(self, state: int, seat: int) -> Iterator[str]:
        yield "on"

    def apply(self, state: int, event: Event[str]) -> int:
        return state + 1

    def view(self, state: int, seat: int | None) -> dict[str, Any]:
        return {"state": state}


GAME: AnyGame = Counting()


def figures() -> Figures:
    """The figures of the core."""
    bare = rate("bare", _bare)
    steps = rate("steps", _match)
    overhead = 1e6 / steps.value - 1e6 / bare.value
    yield Figure("core.then_us", overhead, 1e6 * steps.spread / steps.value**2)
    text = write(Record(_played()))
    (seconds,) = each([lambda: read(text, lambda _: GAME)])
    yield Figure("core.read_10000_events_ms", 1e3 * seconds)
    yield rate("core.engine_requests_per_s", _requests)
    yield _process("core.import_ms", "-c", "import ludoteka")
    yield _process("core.help_ms", "-m", "ludoteka.cli", "--help")


def _bare() -> int:
    """The game's own work in a match, without the core."""
    state = 0
    for _ in range(STEPS):
        state = GAME.apply(state, Played(state % 2, "on"))
        GAME.awaiting(state)
    return STEPS


def _played() -> Any:
    match = new(GAME, 2)
    for number in range(STEPS):
        match = match.then(Played(number % 2, "on"))
    return match


def _match() -> int:
    return int(_played().ply)


def _requests() -> int:
    engine = Engine(lambda _: GAME, lambda: ["counting"])
    engine.answer({"id": 0, "do": "new", "game": "counting", "seats": 2})
    for number in range(5000):
        engine.answer({"id": number, "do": "play", "match": "m1", "move": "on"})
    return 5000


def _process(name: str, *arguments: str) -> Figure:
    """CPU milliseconds of a fresh Python process, minus those of one that does nothing."""
    times = [_child(*arguments) - _child("-c", "pass") for _ in range(7)]
    return Figure(name, 1e3 * min(times), 1e3 * (max(times) - min(times)))


def _child(*arguments: str) -> float:
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)  # noqa: S603 - our own words
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
