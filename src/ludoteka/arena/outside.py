"""Other people's programs as players (docs/guide/engine.md, "Playing through the protocol").

The arena writes a line, the program answers with a line. A program that is late, exits, or answers with an
illegal move loses that match: its seat leaves. It is restarted for the next one.
"""

import json
import queue
import shlex
import shutil
import subprocess
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from ludoteka.core.chance import Source
from ludoteka.core.game import Millis, Seat
from ludoteka.core.player import Answer, Budget
from ludoteka.core.record import AnyMatch
from ludoteka.core.refusals import BadRequest, Refusal
from ludoteka.core.sentences import quoted

GRACE = 0.25  # seconds beyond `ms`, for the round trip
STARTING = 10.0  # more seconds for the first answer of a process
PATIENCE = 60.0  # seconds for an answer where no `ms` is set
LONGEST_WAIT: Millis = 10**9


class Fault(Exception):
    """A contestant did something that loses the match; the text says what."""

    def __init__(self, seat: Seat, text: str) -> None:
        super().__init__(text)
        self.seat = seat


class NoAnswer(Exception):
    """No answer came, or none that can be read."""


@dataclass(slots=True)
class Outside:
    """The program of a command; it is started when it is first asked."""

    command: str
    _program: "Program | None" = field(default=None, init=False)
    _asked: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        words = shlex.split(self.command)
        if not words or shutil.which(words[0]) is None:
            raise BadRequest("There is no program {command} to play with.", command=quoted(self.command))

    @property
    def name(self) -> str:
        return " ".join(Path(word).name for word in shlex.split(self.command))

    def answer(self, match: AnyMatch, seat: Seat, budget: Budget, rng: Source) -> Answer[object]:
        """The program's move; raises `Fault`."""
        try:
            said = self._ask(self._request(match, seat, budget), budget)
            return self._read(match, seat, said)
        except NoAnswer as broken:
            self.close()
            raise Fault(seat, f"{self.name} {broken}") from None

    def _request(self, match: AnyMatch, seat: Seat, budget: Budget) -> dict[str, Any]:
        self._asked += 1
        game, state = match.game, match.state
        return {
            "id": self._asked,
            "do": "choose",
            "game": game.info.id,
            "options": dict(match.opening.options),
            "seat": seat,
            "view": game.view(state, seat),
            "legal": [game.notation.write(state, seat, move) for move in game.legal(state, seat)],
            "ms": budget.ms,
        }

    def _ask(self, request: dict[str, Any], budget: Budget) -> dict[str, Any]:
        seconds = PATIENCE if budget.ms is None else budget.ms / 1000 + GRACE
        if self._program is None:
            self._program = Program(self.command)
            seconds += STARTING
        return self._program.ask(request, seconds)

    @staticmethod
    def _read(match: AnyMatch, seat: Seat, said: dict[str, Any]) -> Answer[object]:
        move, wait = said.get("move"), said.get("wait")
        if not isinstance(move, str):
            raise NoAnswer(f"named no move: {json.dumps(said)[:80]}")
        if wait is not None and (not isinstance(wait, int) or not 0 <= wait <= LONGEST_WAIT):
            raise NoAnswer(f"wants to wait {json.dumps(wait)[:40]} and not a number of milliseconds")
        try:
            return Answer(match.game.notation.read(match.state, seat, move), wait=wait)
        except Refusal as refusal:
            raise NoAnswer(f"answered {move[:40]!r}, which is no move: {refusal}") from None

    def close(self) -> None:
        """Ends the program."""
        if self._program is not None:
            self._program.close()
            self._program = None


class Program:
    """A process with one line each way; a thread reads, so that nobody waits longer than agreed."""

    def __init__(self, command: str) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - a contestant is a command that the user named
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        assert self._process.stdout is not None
        threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True).start()

    def _listen(self, answers: IO[str]) -> None:
        try:
            for line in answers:
                self._lines.put(line)
        except (OSError, ValueError):
            pass
        self._lines.put("")

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a request; raises `NoAnswer`."""
        try:
            assert self._process.stdin is not None
            print(json.dumps(request), file=self._process.stdin, flush=True)
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise NoAnswer(f"did not answer within {seconds:g} s") from None
        except OSError:
            line = ""
        if not line:
            raise NoAnswer(f"ended, {self._last_words()}")
        return _object(line)

    def _last_words(self) -> str:
        try:
            return f"with exit code {self._process.wait(timeout=1)}"
        except subprocess.TimeoutExpired:
            return "or closed its output"

    def close(self) -> None:
        """Kills the process without asking politely."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            try:
                if stream is not None:
                    stream.close()
            except OSError:
                pass


def _object(line: str) -> dict[str, Any]:
    try:
        said = json.loads(line)
    except ValueError:
        raise NoAnswer(f"answered {line.strip()[:80]!r}, which is not JSON") from None
    if not isinstance(said, dict):
        raise NoAnswer(f"answered {line.strip()[:80]!r}, which is no object")
    return said
