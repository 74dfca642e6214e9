"""Tally: the smallest game that can be hosted, for measuring the host and not the game.

Seats take turns adding 1, 2 or 3 to a common number; the match ends after `length` moves. Nothing is hidden
or drawn.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

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
    Turn,
)
from ludoteka.core.options import Option
from ludoteka.players.random import RandomPlayer
from ludoteka.server.catalogue import BotLevel, Catalogue


@dataclass(frozen=True, slots=True)
class Options:
    """How long a match is."""

    length: int


@dataclass(frozen=True, slots=True)
class State:
    """The number, and how many moves made it."""

    seats: int
    length: int
    total: int = 0
    moves: int = 0
    left: tuple[int, ...] = ()


class Notation:
    """A move is its number."""

    def read(self, state: State, seat: int, text: str) -> int:
        if text not in ("1", "2", "3"):
            raise BadNotation("A move is 1, 2 or 3.", "TALLY-1")
        return int(text)

    def write(self, state: State, seat: int, move: int) -> str:
        return str(move)

    def read_outcome(self, state: State, text: str) -> Outcome:
        raise BadNotation("There is no chance in Tally.")

    def write_outcome(self, state: State, outcome: Outcome) -> str:
        return str(outcome)

    def dump(self, state: State) -> str:
        left = ",".join(map(str, state.left)) or "-"
        return f"{state.seats} {state.length} {state.total} {state.moves} {left}"

    def load(self, text: str) -> State:
        try:
            seats, length, total, moves, left = text.split()
            gone = () if left == "-" else tuple(int(seat) for seat in left.split(","))
            return State(int(seats), int(length), int(total), int(moves), gone)
        except ValueError as error:
            raise BadNotation("A position is five fields.") from error


class Tally:
    """The game."""

    info = GameInfo(
        id="tally",
        title="Tally",
        seats=(1, 4),
        rules=1,
        traits=frozenset({"open"}),
        options=(Option("length", 1_000_000, "How many moves there are.", low=1, high=1_000_000),),
    )
    notation = Notation()
    options = Options

    def start(self, options: Options, seats: int) -> State:
        return State(seats, options.length)

    def awaiting(self, state: State) -> Turn[int] | Over:
        scores = (state.total,) * state.seats
        if leaving.is_deserted(state.left, state.seats):
            return Over(Result(scores, leaving.ranks(scores, state.left), leaving.RULE))
        if state.moves == state.length:
            return Over(Result(scores, leaving.ranks(scores, state.left), "TALLY-2"))
        return Turn(frozenset({state.moves % state.seats}))

    def legal(self, state: State, seat: int) -> Iterator[int]:
        return iter((1, 2, 3))

    def apply(self, state: State, event: Event[int]) -> State:
        if isinstance(event, Left):
            left = leaving.leave(state.left, event.seat, state.seats)
            return State(state.seats, state.length, state.total, state.moves, left)
        if not isinstance(event, Played):
            raise IllegalMove("Nothing but moves happens in Tally.", "TALLY-1")
        return State(state.seats, state.length, state.total + event.move, state.moves + 1, state.left)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return {"total": state.total, "moves": state.moves, "you": seat}


class Sprint(Tally):
    """The same, soon over: for what happens at the end of a match."""

    info = replace(
        Tally.info,
        id="sprint",
        title="Sprint",
        options=(Option("length", 12, "How many moves there are.", low=1, high=1_000_000),),
    )


GAMES = {game.info.id: game for game in (Tally(), Sprint())}


def ids() -> list[str]:
    """The games of this catalogue."""
    return list(GAMES)


def get(game: str) -> Tally:
    """A game of this catalogue."""
    return GAMES[game]


def levels(_game: str) -> list[BotLevel]:
    """One bot, if anybody wants it."""
    return [BotLevel(0, "random")]


def player(_game: str, _level: int) -> RandomPlayer:
    """One bot, if anybody wants it."""
    return RandomPlayer()


CATALOGUE = Catalogue(ids, get, levels, player)
