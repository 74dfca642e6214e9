"""The terminal: lines that people type, and what they see. Views only, never states."""

import json
import os
import queue
import re
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from textwrap import fill
from unicodedata import normalize

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ludoteka.cli.speech import Speech
from ludoteka.core import record as records
from ludoteka.core.description import Description, Item
from ludoteka.core.game import (
    AnyGame,
    Drawable,
    Left,
    Over,
    Paints,
    Played,
    Result,
    Seat,
    Tells,
    Ticked,
    Turn,
    View,
    described,
)
from ludoteka.core.painting import Painting, Role
from ludoteka.core.record import AnyMatch
from ludoteka.core.refusals import BadNotation, Refusal
from ludoteka.core.sentences import Sentence, counted

STYLES: dict[Role, str] = {
    "": "",
    "quiet": "bright_black",
    "piece": "bold black on navajo_white1",
    "fresh": "bold black on gold1",
    "first": "bold white on blue",
    "second": "bold black on dark_orange",
    "used": "red",
    "wall": "bold black on grey70",
    "two": "cyan",
    "three": "bright_blue",
    "all-two": "magenta",
    "all-three": "bright_red",
    "alert": "bold yellow",
}
WIDTH = 88  # characters of a line that is read with ease
PLAIN = str.maketrans(
    {
        "−": "-",
        "×": "x",
        "÷": "/",
        "√": "sqrt ",
        "∛": "cbrt ",
        "²": "^2",
        "³": "^3",
        "→": "->",
        "←": "<-",
        "·": ".",
    }
)  # what a terminal that knows no Unicode shows in place of mathematics


class Screen:
    """A terminal (or a pipe) with the names of those at the table."""

    def __init__(
        self, names: Sequence[str] = (), console: Console | None = None, speech: Speech | None = None
    ) -> None:
        self.names = tuple(names)
        self.console = console or Console(highlight=False, soft_wrap=True)
        self.speech = speech or Speech()

    # --- saying things -----------------------------------------------------------------------

    def say(self, text: str | Sentence = "", style: str = "") -> None:
        """One line, in the language of the terminal."""
        shown = text if isinstance(text, str) else self.speech.say(text)
        self.console.print(self._wrapped(self._fit(shown)), style=style or None, markup=False)

    def _wrapped(self, line: str) -> str:
        """Broken between words where people read; a pipe and what has lines of its own stay as they are."""
        if not self.console.is_terminal or "\n" in line or len(line) <= self.console.width:
            return line
        after = " " * (len(line) - len(line.lstrip()))
        return fill(
            line, self.console.width, subsequent_indent=after, break_long_words=False, break_on_hyphens=False
        )

    def loud(self, text: str | Sentence) -> None:
        self.say(text, "bold")

    def clear(self) -> None:
        """Wipes the screen, so that nobody reads the hand of another; a pipe has nothing to wipe."""
        if self.console.is_terminal:
            self.console.clear()

    def name(self, seat: Seat) -> str:
        named = seat < len(self.names) and self.names[seat]
        return self.names[seat] if named else self.speech.say(Sentence("Seat {n}", n=seat + 1))

    def busy(self, sentence: Sentence) -> AbstractContextManager[object]:
        """Shows that something is being done, while it is; nothing where nobody looks."""
        if not self._is_lively:
            return nullcontext()
        return self.console.status(self._fit(self.speech.say(sentence)))

    @property
    def _is_lively(self) -> bool:
        """Whether this is a terminal that can redraw a line."""
        return self.console.is_terminal and not self.console.is_dumb_terminal

    def _fit(self, text: str) -> str:
        """The text as this terminal can show it."""
        encoding = self.console.encoding
        if encoding.lower().replace("-", "").startswith("utf"):
            return text
        return text.translate(PLAIN).encode(encoding, "replace").decode(encoding)

    def page(self, markdown: str) -> None:
        """A text to be read: typeset and page by page for people, as it is for programs and files."""
        if not self._is_lively:
            self.say(markdown.strip())
            return
        from rich.markdown import Markdown

        for name, value in self.paging().items():
            os.environ.setdefault(name, value)
        with self.console.pager(styles=True):
            self.console.print(Markdown(markdown), width=min(self.console.width, WIDTH), soft_wrap=False)

    def paging(self) -> dict[str, str]:
        """How `less` shows colours and letters, ends on a text that fits, and says which keys lead on."""
        keys = self.speech.say(Sentence("space: go on, q: back to the game"))
        bare = normalize("NFKD", keys).encode("ascii", "ignore").decode()  # its prompt breaks other letters
        prompt = re.sub(r"([?:.%\\])", r"\\\1", bare)
        return {"LESS": f"-FRX -Ps{prompt}$", "LESSCHARSET": "utf-8"}

    # --- the board ---------------------------------------------------------------------------

    def board(self, match: AnyMatch, seat: Seat | None) -> None:
        """The position as this seat (None: a spectator) may see it."""
        turn = match.awaiting
        acting = turn.seats if isinstance(turn, Turn) else frozenset()
        self.sight(match.game, match.game.view(match.state, seat), seat, acting)

    def sight(self, game: AnyGame, view: View, seat: Seat | None, acting: frozenset[Seat]) -> None:
        """What a seat sees, with those marked who are to act."""
        if isinstance(game, Paints):
            self._painting(game.paint(view, seat), acting)
        elif isinstance(game, Drawable):
            self.say(game.text(view))
        else:
            self.say(json.dumps(view, ensure_ascii=False, indent=1))

    def _painting(self, painting: Painting, acting: frozenset[Seat]) -> None:
        self.say()
        for line in painting.lines:
            spans = ((self._fit(span.text), STYLES[span.role]) for span in line)
            self.console.print(Text.assemble(*spans), soft_wrap=True)
        width = max((len(self.name(seat)) for seat in range(len(painting.seats))), default=0)
        for seat, parts in enumerate(painting.seats):
            said = ", ".join(self.speech.say(part) for part in parts)
            mark, style = (">", "bold") if seat in acting else (" ", "")
            self.say(f"{mark} {self.name(seat):<{width}}  {said}", style)
        for note in painting.notes:
            self.say(note)

    # --- what happens ------------------------------------------------------------------------

    def event(self, match: AnyMatch, seat: Seat | None) -> None:
        """The event that led to this match, as this seat may know it: in words, with what it made."""
        event, before = match.event, match.before
        if event is None or before is None:
            return
        words = described(match.game, before.state, event, seat)
        if words is not None:
            self.description(words, is_move=isinstance(event, Played | Ticked))
            return
        if isinstance(match.game, Tells):
            told = match.game.tell(before.state, event, seat)
        else:
            told = records.describe(before, event).partition(" ")[2]
        if isinstance(event, Played | Left):
            self.say(f"{self.name(event.seat)}: {told}")
        else:
            clock, chance = Sentence("Clock: {told}", told=told), Sentence("Chance: {told}", told=told)
            self.say(clock if isinstance(event, Ticked) else chance)

    def description(self, words: Description, is_named: bool = True, is_move: bool = True) -> None:
        """A sentence with its points, then what it consists of; a move, and one missed, is said of nobody."""
        joint = ": " if is_move else " "
        who = f"{self.name(words.seat)}{joint}" if is_named and words.seat is not None else ""
        brought = f"  {self._points(words.points)}" if words.points else ""
        line = Text.assemble(
            (self._fit(who), "bold"),
            self._fit(self.speech.say(words.said)),
            (self._fit(brought), "bold green"),
        )
        self.console.print(line, soft_wrap=not self.console.is_terminal)
        self.items(words)

    def items(self, words: Description) -> None:
        """What a move consists of: equations, steps, areas, each with its points."""
        for item in words.items:
            self.say(f"    {'  '.join(self._item(item))}", "bright_black" if item.points is None else "")

    def _item(self, item: Item) -> Iterator[str]:
        who = f"{self.name(item.seat)} " if item.seat is not None else ""
        yield who + ", ".join(filter(None, [item.maths, self.speech.say(item.said) if item.said else ""]))
        if item.notes:
            yield f"({'; '.join(self.speech.say(note) for note in item.notes)})"
        if item.points:
            yield f"{item.points:+d}".replace("-", "−")

    def _points(self, points: int) -> str:
        return self.speech.say(counted(points, "{n} point", "{n} points"))

    def refusal(self, refusal: Refusal) -> None:
        """Why not; the rule is told to whoever asks. What is no move at all needs an example instead."""
        self.say(refusal.sentence, "yellow")
        if refusal.rule and not isinstance(refusal, BadNotation):
            self.say(Sentence("(Type why to read the rule, {number}.)", number=refusal.rule), "bright_black")

    # --- the end -----------------------------------------------------------------------------

    def result(self, match: AnyMatch) -> None:
        """The table of scores, once the match is over."""
        if not isinstance(match.awaiting, Over):
            return
        result = match.awaiting.result
        self.loud(self._headline(match, result))
        table = Table(title=self.speech.say(Sentence("The match is over")), box=None)
        table.add_column(self.speech.say(Sentence("place")), justify="right")
        table.add_column(self.speech.say(Sentence("player")))
        table.add_column(self.speech.say(Sentence("points")), justify="right")
        for seat in sorted(range(len(result.ranks)), key=lambda s: (result.ranks[s], s)):
            table.add_row(str(result.ranks[seat]), self.name(seat), str(result.scores[seat]))
        self.console.print(table)
        for sentence in self._endings(match, result.rule):
            self.say(sentence)

    def _headline(self, match: AnyMatch, result: Result) -> Sentence:
        """Who won, and by how much where that was played out."""
        winners = [seat for seat, rank in enumerate(result.ranks) if rank == 1]
        if len(winners) != 1:
            return Sentence("A tie.")
        others = [score for seat, score in enumerate(result.scores) if seat != winners[0]]
        margin = result.scores[winners[0]] - max(others, default=0)
        name = self.name(winners[0])
        if margin <= 0 or any(isinstance(event, Left) for event in match.events):
            return Sentence("{name} won.", name=name)
        return Sentence("{name} won by {n}.", name=name, n=margin)

    def _endings(self, match: AnyMatch, rule: str) -> Iterator[str | Sentence]:
        """How it came about: who left, or what the game says about the rule that ended it."""
        gone = [event.seat for event in match.events if isinstance(event, Left)]
        for seat in gone:
            yield Sentence("{name} left the match.", name=self.name(seat))
        if not gone:
            ended = self.speech.word(f"end.{rule}")
            yield ended or Sentence("Ended by the rule {number}.", number=rule)


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
