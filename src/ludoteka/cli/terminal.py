"""The terminal: lines that people type, and what they see. Views only, never states."""

import json
import queue
import sys
import threading
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from ludoteka.core import record as records
from ludoteka.core.game import Drawable, Drawn, Event, Left, Over, Played, Scores, Seat, Tells
from ludoteka.core.record import AnyMatch
from ludoteka.core.refusals import Refusal


class Screen:
    """A terminal (or a pipe) with the names of those at the table."""

    def __init__(self, names: Sequence[str] = (), console: Console | None = None) -> None:
        self.names = tuple(names)
        self.console = console or Console(highlight=False, soft_wrap=True)

    def say(self, text: str = "") -> None:
        self.console.print(text, markup=False)

    def loud(self, text: str) -> None:
        self.console.print(text, style="bold", markup=False)

    def clear(self) -> None:
        """Wipes the screen, so that nobody reads the hand of another; a pipe has nothing to wipe."""
        if self.console.is_terminal:
            self.console.clear()

    def name(self, seat: Seat) -> str:
        return self.names[seat] if seat < len(self.names) and self.names[seat] else f"Seat {seat}"

    def board(self, match: AnyMatch, seat: Seat | None) -> None:
        """The position as this seat (None: a spectator) may see it."""
        view = match.game.view(match.state, seat)
        if isinstance(match.game, Drawable):
            self.say(match.game.text(view))
        else:
            self.say(json.dumps(view, ensure_ascii=False, indent=1))

    def event(self, match: AnyMatch, seat: Seat | None) -> None:
        """One line about the event that led to this match, as this seat may know it."""
        event, before = match.event, match.before
        if event is None or before is None:
            return
        if isinstance(match.game, Tells):
            told = match.game.tell(before.state, event, seat)
        else:
            told = records.describe(before, event).partition(" ")[2]
        if isinstance(event, Played | Left):
            self.say(f"{self.name(event.seat)}: {told}{_brought(before, event, told)}")
        else:
            self.say(f"{'Chance' if isinstance(event, Drawn) else 'Clock'}: {told}")

    def refusal(self, refusal: Refusal) -> None:
        """Why not, by which rule, and where."""
        where = f" At {', '.join(refusal.where)}." if refusal.where else ""
        rule = f" [{refusal.rule}]" if refusal.rule else ""
        self.console.print(f"{refusal.text}{where}{rule}", style="yellow", markup=False)

    def result(self, match: AnyMatch) -> None:
        """The table of scores, once the match is over."""
        if not isinstance(match.awaiting, Over):
            return
        result = match.awaiting.result
        table = Table(title="The match is over", box=None)
        table.add_column("rank", justify="right")
        table.add_column("player")
        table.add_column("score", justify="right")
        for seat in sorted(range(len(result.ranks)), key=lambda s: (result.ranks[s], s)):
            table.add_row(str(result.ranks[seat]), self.name(seat), str(result.scores[seat]))
        self.console.print(table)
        self.say("Somebody left." if result.rule == "left" else f"Ended by rule {result.rule}.")


def _brought(match: AnyMatch, event: Event[object], told: str) -> str:
    """The points of a move that was told in full: of a secret one they would tell too much."""
    game = match.game
    if not isinstance(event, Played) or not isinstance(game, Scores):
        return ""
    if told != game.notation.write(match.state, event.seat, event.move):
        return ""
    points = game.score(match.state, event.seat, event.move).points
    return f" ({points} point{'' if points == 1 else 's'})" if points else ""


# --- the keyboard --------------------------------------------------------------------------------


class Keyboard:
    """Asks for lines. Once a limit has been needed, a thread reads them, so that the clock keeps running."""

    def __init__(self) -> None:
        self._lines: queue.Queue[str] | None = None

    def ask(self, prompt: str, seconds: float | None = None) -> str | None:
        """The next line; None when time has run out. Raises EOFError when there are no more lines."""
        if seconds is None and self._lines is None:
            return input(prompt)
        sys.stdout.write(prompt)
        sys.stdout.flush()
        try:
            line = self._reader().get(timeout=None if seconds is None else max(0.0, seconds))
        except queue.Empty:
            return None
        if not line:
            self._reader().put("")  # so that asking again gets the same answer
            raise EOFError
        return line.rstrip("\r\n")

    def _reader(self) -> "queue.Queue[str]":
        if self._lines is None:
            self._lines = queue.Queue()
            threading.Thread(target=_read, args=(self._lines,), daemon=True).start()
        return self._lines


def _read(lines: "queue.Queue[str]") -> None:
    """Puts every line into the queue, and an empty text at the end of input."""
    while True:
        try:
            line = sys.stdin.readline()
        except (OSError, ValueError):  # closed while we were reading
            line = ""
        lines.put(line)
        if not line:
            return
