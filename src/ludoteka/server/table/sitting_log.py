"""The log of a sitting: entries as they are stored, the events that they mean, and the fold of them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ludoteka.core import sitting as one_rack
from ludoteka.core.chance import Source
from ludoteka.core.game import Draw, Drawn, Millis
from ludoteka.core.sitting import (
    SEAT,
    Begun,
    CalledOff,
    Departed,
    DuplicateSitting,
    Handed,
    Joined,
    SittingEvent,
    TurnEnded,
)


@dataclass(frozen=True, slots=True)
class SittingEntry:
    """One line of the log. `text` of a move is canonical, and a secret until its turn is over."""

    seq: int
    kind: str
    at: Millis
    player: int | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Logged:
    """A sitting as its log tells it: after entry `seq`; `since` is when its turn began, or it last ended."""

    sitting: DuplicateSitting
    seq: int = 0
    since: Millis = 0


def event_of(sitting: DuplicateSitting, entry: SittingEntry) -> SittingEvent:
    """What an entry means."""
    match = sitting.match
    notation, text = match.game.notation, entry.text
    if entry.kind == "drawn":
        return Drawn(notation.read_outcome(match.state, text or ""), match.now)
    if entry.kind == "ended":
        return TurnEnded(None if text is None else notation.read(match.state, SEAT, text))
    if entry.kind == "handed":
        return Handed(entry.player or 0, notation.read(match.state, SEAT, text or ""))
    if entry.kind in ("joined", "quit"):
        return Joined(entry.player or 0) if entry.kind == "joined" else Departed(entry.player or 0)
    return Begun() if entry.kind == "begun" else CalledOff()


def folded(before: Logged, entries: Iterable[SittingEntry]) -> Logged:
    """After some more entries; raises a `Refusal` for one that cannot happen."""
    logged = before
    for entry in entries:
        sitting = one_rack.apply(logged.sitting, event_of(logged.sitting, entry))
        marks = entry.kind in ("begun", "ended", "stopped")
        logged = Logged(sitting, entry.seq, entry.at if marks else logged.since)
    return logged


class Draft:
    """What would be appended to a log: entry after entry, each checked against the sitting so far."""

    def __init__(self, before: Logged, at: Millis) -> None:
        self.logged = before
        self.at = at
        self.entries: list[SittingEntry] = []

    @property
    def sitting(self) -> DuplicateSitting:
        return self.logged.sitting

    def add(self, kind: str, player: int | None = None, text: str | None = None) -> None:
        """One more entry; raises a `Refusal`."""
        entry = SittingEntry(self.logged.seq + 1, kind, self.at, player, text)
        self.logged = folded(self.logged, [entry])
        self.entries.append(entry)

    def hand(self, player: int, text: str) -> None:
        """[DU-2.1] A move, as its canonical text."""
        match = self.sitting.match
        move = match.game.notation.read(match.state, SEAT, text)
        self.add("handed", player, match.game.notation.write(match.state, SEAT, move))

    def draw(self, seed: bytes) -> None:
        """[DU-3.3] Everything that chance has to bring before a turn."""
        while self.sitting.over is None and isinstance(self.sitting.match.awaiting, Draw):
            match, awaited = self.sitting.match, self.sitting.match.awaiting
            outcome: Any = awaited.chance.sample(Source.for_draw(seed, match.ply + 1))
            self.add("drawn", text=match.game.notation.write_outcome(match.state, outcome))

    def begin(self, seed: bytes) -> None:
        """[DU-2.1] The next turn, unless the draw before it ends the sitting."""
        self.draw(seed)
        if self.sitting.over is None:
            self.add("begun")

    def end(self, best: str | None, seed: bytes) -> None:
        """[DU-2.4] The turn ends; by the clock's pace the next one begins with it."""
        self.add("ended", text=best)
        if self.sitting.over is None and self.sitting.form.pace == "clock":
            self.begin(seed)
