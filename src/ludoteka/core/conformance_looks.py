"""One moment of a match that is held to the laws, and what can be done there (see conformance_laws.py)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ludoteka.core import record as records
from ludoteka.core.chance import Source
from ludoteka.core.game import Draw, Drawn, Event, Played, Seat, Turn
from ludoteka.core.match import Match
from ludoteka.core.refusals import Refusal

AnyMatch = Match[Any, Any]
RUBBISH = ("", " ", "\x00", "ž" * 50, "9" * 400, "²³", "{}", "pass\npass", "../..", "-1", "a" * 5000)


class Broken(AssertionError):
    """A law that the game does not keep."""


@dataclass(frozen=True, slots=True)
class Look:
    """One moment of a match, and how closely to look at it."""

    match: AnyMatch
    rng: Source
    moves: int = 12  # legal moves that are tried
    seen: Sequence[str] = ()  # texts of moves that were legal at other moments

    @property
    def awaited(self) -> list[Seat]:
        turn = self.match.awaiting
        return sorted(turn.seats) if isinstance(turn, Turn) else []

    def legal(self, seat: Seat) -> list[Any]:
        return list(self.match.game.legal(self.match.state, seat))

    def some(self, items: Sequence[Any]) -> list[Any]:
        """At most `moves` of the items: the first, the last and some in between."""
        if len(items) <= self.moves:
            return list(items)
        return [items[0], items[-1], *(self.rng.choose(items) for _ in range(self.moves - 2))]

    def need(self, holds: bool, law: str, found: object) -> None:
        if not holds:
            raise broken(law, self.match, repr(found))

    def refuses(self, kind: type[Refusal], work: Callable[[], object], law: str) -> None:
        try:
            work()
        except kind:
            return
        raise broken(law, self.match, "nothing was refused")


def broken(law: str, match: AnyMatch, found: str) -> Broken:
    """The failure, with the record up to this point, so that it can be replayed."""
    return Broken(f"Law broken: {law}: {found[:2000]}\n{records.write(records.Record(match))}")


def play(match: AnyMatch, seat: Seat, text: str) -> AnyMatch:
    """The match after the move that a text stands for."""
    return match.then(Played(seat, match.game.notation.read(match.state, seat, text), match.now))


def viewers(look: Look) -> Iterator[Seat | None]:
    """A spectator and every seat."""
    yield None
    yield from range(look.match.opening.seats)


def alternatives(look: Look) -> Iterator[Event[Any]]:
    """Some of what chance or the awaited seats can do now."""
    match = look.match
    if isinstance(match.awaiting, Draw):
        yield from (Drawn(match.awaiting.chance.sample(look.rng), match.now) for _ in range(look.moves))
    for seat in look.awaited:
        yield from (Played(seat, move, match.now) for move in look.some(look.legal(seat)))
