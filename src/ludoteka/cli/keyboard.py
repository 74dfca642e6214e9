"""Lines from the keyboard, with or without a time limit."""

import queue
import sys
import threading


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
