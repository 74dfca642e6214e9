"""Duplicate with one rack for all, read naively from docs/rules/duplicate.md.

It plays no game: whoever asks says which points a text brings, whether a turn's game has ended, and what the
game would do to exchange a rack. It knows no line of what it checks.
"""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Turn:
    """What each player had handed in last: text and points, or nothing."""

    moves: dict[int, tuple[str, int]] = field(default_factory=dict)
    laid: str = ""
    most: int = 0


@dataclass
class Book:
    """The book of an arbiter: one line for each turn."""

    limit: int
    turns: list[Turn] = field(default_factory=list)
    present: dict[int, bool] = field(default_factory=dict)  # False: has left
    skipped: set[int] = field(default_factory=set)  # nobody waits for them
    going: bool = False
    end: str | None = None

    def join(self, player: int) -> None:
        self.present[player] = True
        self.skipped.discard(player)

    def quit(self, player: int) -> None:
        self.present[player] = False

    def begin(self) -> None:
        self.turns.append(Turn())
        self.going = True

    def hand(self, player: int, text: str, points: int) -> None:
        self.turns[-1].moves[player] = text, points
        self.skipped.discard(player)

    def waits(self) -> bool:
        """DU-2.4."""
        expected = [p for p, is_there in self.present.items() if is_there and p not in self.skipped]
        if not expected:
            return True
        return any(player not in self.turns[-1].moves for player in expected)

    def close(self, exchange: Callable[[], str], most: int) -> None:
        """DU-3: which move is laid."""
        turn = self.turns[-1]
        turn.most = most
        worth = [points for _, points in turn.moves.values() if points > 0]
        if worth:
            turn.laid = sorted(text for text, points in turn.moves.values() if points == max(worth))[0]
        else:
            turn.laid = exchange()
        self.going = False
        self.skipped = set()
        if turn.moves:
            self.skipped = {player for player in self.present if player not in turn.moves}

    def check_end(self, is_game_over: bool) -> None:
        """DU-5."""
        if self.end is not None:
            return
        barren = 0
        for turn in self.turns:
            scored = any(points > 0 for _, points in turn.moves.values())
            barren = 0 if scored else barren + 1
        if is_game_over:
            self.end = "DU-5.1"
        elif self.limit and len(self.turns) == self.limit:
            self.end = "DU-5.2"
        elif barren == 3:
            self.end = "DU-5.3"

    def total(self, player: int) -> int:
        closed = self.turns[:-1] if self.going else self.turns
        return sum(turn.moves[player][1] for turn in closed if player in turn.moves)

    def share(self, player: int) -> int | None:
        """DU-4.2: the largest whole number of percent that is not too much."""
        closed = self.turns[:-1] if self.going else self.turns
        possible = sum(turn.most for turn in closed)
        if possible == 0:
            return None
        percent = 0
        while (percent + 1) * possible <= 100 * self.total(player):
            percent += 1
        return percent

    def place(self, player: int) -> int:
        better = [other for other in self.present if self.total(other) > self.total(player)]
        return len(better) + 1
