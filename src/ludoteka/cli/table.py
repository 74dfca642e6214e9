"""A table in the terminal: people on one device, and bots, over one match. `LocalTable.run` is the loop."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from ludoteka.cli import commands, saving, seating
from ludoteka.cli.seating import Seating
from ludoteka.cli.terminal import Keyboard, Screen
from ludoteka.core import match as matches
from ludoteka.core.game import Event, Left, Millis, Over, Played, Seat, Ticked, Turn
from ludoteka.core.match import hides
from ludoteka.core.player import Answer, AnyPlayer
from ludoteka.core.record import AnyMatch, Record
from ludoteka.core.refusals import BadNotation, Refusal
from ludoteka.core.sentences import Sentence

PATIENCE = 3000  # ms that a bot without an opinion lets pass in a race


class Quit(Exception):
    """Somebody has had enough; the record is saved."""


@dataclass(slots=True)
class LocalTable:
    """One match and those who play it here."""

    match: AnyMatch
    seed: bytes
    seating: Seating
    screen: Screen
    keyboard: Keyboard = field(default_factory=Keyboard)
    path: Path | None = None  # where the record is kept up to date
    ms: int | None = None  # how long bots think
    decisions: list[AnyMatch] = field(default_factory=list)  # where a person had a choice: for undo
    hint: commands.ToldHint | None = None
    refused: Refusal | None = None  # the last one, for whoever asks why
    clock: Callable[[], Millis] = field(init=False)

    def __post_init__(self) -> None:
        start, before = monotonic(), self.match.now
        self.clock = lambda: before + int((monotonic() - start) * 1000)

    # --- the loop ----------------------------------------------------------------------------

    def run(self) -> None:
        """Plays until the match is over or somebody quits."""
        try:
            self._advance(matches.settle(self.match, self.seed))
            while not isinstance(self.match.awaiting, Over):
                self._turn()
        except (Quit, EOFError):
            self._save()
            self.screen.say(self._how_to_resume())
            return
        self.screen.board(self.match, self._watcher())
        self.screen.result(self.match)

    def greet(self) -> None:
        """What a newcomer needs to know before the first move."""
        info = self.match.game.info
        self.screen.loud(f"{info.title}: {self.screen.speech.word('summary', info.summary)}")
        self.screen.say(Sentence("Type a move, how to read how it is played, hint for help, or ? for more."))

    def _turn(self) -> None:
        turn = self.match.awaiting
        assert isinstance(turn, Turn)
        if turn.live:
            self._race(turn)
            return
        seat = min(turn.seats, key=lambda s: (self.player(s) is None, s))
        player = self.player(seat)
        if player is None:
            self._ask(seat, turn)
        else:
            answer = self._think(seat, player)
            self.happen(Played(seat, answer.move, self._in_time(turn)))

    def _think(self, seat: Seat, player: AnyPlayer) -> Answer[object]:
        with self.screen.busy(Sentence("{name} is thinking ...", name=self.screen.name(seat))):
            return seating.think(self.match, seat, player, self.seed, self.ms)

    def _in_time(self, turn: Turn[object]) -> Millis:
        """Bots answer in time, however slow this computer is."""
        now = max(self.clock(), self.match.now)
        return now if turn.until is None else max(self.match.now, min(now, turn.until - 1))

    def player(self, seat: Seat) -> AnyPlayer | None:
        """The bot of a seat; None for a person."""
        return self.seating[seat].player

    # --- people ------------------------------------------------------------------------------

    def _ask(self, seat: Seat, turn: Turn[object]) -> None:
        """Asks a person until something has happened."""
        self._hand_over(seat)
        self.decisions.append(self.match)
        self.screen.board(self.match, seat)
        before = self.match
        while self.match is before:
            line = self.keyboard.ask(f"{self.screen.name(seat)}> ", self._seconds_left(turn))
            if line is None:
                self.screen.say()
                self.screen.say(Sentence("Time is up."))
                self.happen(Ticked(max(self.clock(), turn.until or 0)))
            else:
                self.obey(seat, line)
        if self._hides():
            self.screen.clear()

    def obey(self, seat: Seat, line: str) -> None:
        """Does what a person typed: a command or a move."""
        try:
            if not commands.carry_out(self, seat, line):
                self.play(seat, line)
        except Refusal as refusal:
            self.refused = refusal
            self.screen.refusal(refusal)
            if isinstance(refusal, BadNotation):
                self.screen.say(commands.near_miss(self, seat, line))

    def play(self, seat: Seat, text: str) -> None:
        """Reads a move and plays it now."""
        at = max(self.clock(), self.match.now)
        turn = self.match.awaiting
        if isinstance(turn, Turn) and turn.until is not None and at >= turn.until:
            self.happen(Ticked(at))
            return
        self.match.admits(seat, at)
        move = self.match.game.notation.read(self.match.state, seat, text)
        self.happen(Played(seat, move, at))

    def _hand_over(self, seat: Seat) -> None:
        """Hidden hands on one device: the others look away."""
        if not self._hides():
            return
        name = self.screen.name(seat)
        self.screen.loud(Sentence("Pass the device to {name}. The others look away.", name=name))
        ready = self.screen.speech.say(Sentence("Press Enter when you are ready."))
        if self.keyboard.ask(f"{ready} ") is None:
            return
        self.screen.clear()

    def _hides(self) -> bool:
        people = sum(sitter.player is None for sitter in self.seating)
        return people > 1 and hides(self.match)

    def _watcher(self) -> Seat | None:
        """Through whose eyes the screen shows what happens: the only person's, else a spectator's."""
        people = [seat for seat, sitter in enumerate(self.seating) if sitter.player is None]
        return people[0] if len(people) == 1 else None

    def _seconds_left(self, turn: Turn[object]) -> float | None:
        return None if turn.until is None else max(0.0, (turn.until - self.clock()) / 1000)

    # --- races -------------------------------------------------------------------------------

    def _race(self, turn: Turn[object]) -> None:
        """Everybody at once: a line from the keyboard, a bot or the clock, whichever comes first."""
        self.screen.board(self.match, self._watcher())
        plans = [self._plan(seat, player) for seat in turn.seats if (player := self.player(seat))]
        due, move = min(plans, key=lambda plan: plan[0], default=(None, None))
        people = sorted(seat for seat in turn.seats if self.player(seat) is None)
        before = self.match
        while self.match is before:
            waits = [moment for moment in (due, turn.until) if moment is not None]
            seconds = max(0.0, (min(waits) - self.clock()) / 1000) if waits else None
            line = self.keyboard.ask(self._race_prompt(people), seconds)
            if line is not None:
                self._shout(people, line)
            elif turn.until is not None and self.clock() >= turn.until:
                self.happen(Ticked(self.clock()))
            elif move is not None and due is not None and self.clock() >= due:
                self.happen(Played(move.seat, move.move, max(self.clock(), self.match.now)))

    def _plan(self, seat: Seat, player: AnyPlayer) -> tuple[Millis, Played[object]]:
        answer = self._think(seat, player)
        due = max(self.clock(), self.match.now) + (PATIENCE if answer.wait is None else answer.wait)
        return due, Played(seat, answer.move)

    def _race_prompt(self, people: list[Seat]) -> str:
        if len(people) < 2:
            return f"{self.screen.name(people[0])}> " if people else ""
        return f"{', '.join(f'{seat}: {self.screen.name(seat)}' for seat in people)}> "

    def _shout(self, people: list[Seat], line: str) -> None:
        """In a race of several people a line begins with the seat: `1: buzz`."""
        seat, colon, text = line.partition(":")
        if colon and seat.strip().isascii() and seat.strip().isdigit() and int(seat[:3]) in people:
            self.obey(int(seat[:3]), text.strip())
        elif people:
            self.obey(people[0], line)

    # --- events ------------------------------------------------------------------------------

    def happen(self, event: Event[object]) -> None:
        """One more event, and the chance and forced moves that follow it."""
        self._advance(matches.settle(self.match.then(event), self.seed))

    def stop(self) -> None:
        """Somebody has had enough for now."""
        raise Quit

    def leave(self, seat: Seat) -> None:
        """This seat gives up for good."""
        self.happen(Left(seat, max(self.clock(), self.match.now)))

    def back(self) -> bool:
        """Takes back to the last choice that a person had before this one."""
        if len(self.decisions) < 2:
            return False
        self.decisions.pop()
        self.match = self.decisions.pop()
        self._save()
        return True

    def _advance(self, match: AnyMatch) -> None:
        news = [step for step in match if step.ply > self.match.ply]
        self.match = match
        for step in news:
            self.screen.event(step, self._watcher())
        self._save()

    # --- records -----------------------------------------------------------------------------

    def record(self) -> Record:
        """The match so far, with names and seed."""
        return Record(self.match, tuple(sitter.name for sitter in self.seating), self.seed)

    def _save(self) -> None:
        if self.path is not None:
            saving.save(self.path, self.record())

    def _how_to_resume(self) -> Sentence:
        if self.path is None:
            return Sentence("Bye. (With --save FILE a match can be resumed.)")
        return Sentence("Saved. Go on with: ludoteka play --resume {path}", path=str(self.path))
