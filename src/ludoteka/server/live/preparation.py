"""Which games are still to be compiled on this machine, and in which order."""

import threading
from collections.abc import Iterable


class Preparation:
    """One game is compiled after the other; what somebody opens is next. Safe between threads."""

    def __init__(self, games: Iterable[str]) -> None:
        self._waiting = list(games)
        self._lock = threading.Lock()
        self.game: str | None = None  # being compiled now
        self.share = 0.0  # how much of it is done

    @property
    def waiting(self) -> list[str]:
        with self._lock:
            return list(self._waiting)

    def is_ready(self, game: str) -> bool:
        """Whether a game is compiled, or will not be."""
        with self._lock:
            return game != self.game and game not in self._waiting

    def want(self, game: str) -> None:
        """Somebody opened this game: it comes before all that nobody has asked for."""
        with self._lock:
            if game in self._waiting:
                self._waiting.remove(game)
                self._waiting.insert(0, game)

    def next(self) -> str | None:
        """The game to be compiled now; None: that was all."""
        with self._lock:
            self.game, self.share = (self._waiting.pop(0) if self._waiting else None), 0.0
            return self.game

    def end(self) -> None:
        """Nothing more is compiled, finished or not."""
        with self._lock:
            self.game, self._waiting = None, []
