"""Turns for Python: the work space of the kernels, and a roll's turns as moves with texts and boards."""

import threading
from functools import lru_cache
from typing import Final

import numpy as np

from ludoteka.games.abak import kernels
from ludoteka.games.abak import moves as enumeration
from ludoteka.games.abak.rules import DOUBLE_HIT, HIT, PINNED
from ludoteka.games.abak.types import BAR, CELLS, LETTERS, OFF, Move, Sequence, Step

BOARD_BYTES = 8 * CELLS
KEPT = 256  # the turns of the last few positions: reading, listing and writing ask for the same ones


class WorkSpace:
    """Scratch memory of `find_turns`; untouched pages cost nothing."""

    def __init__(self) -> None:
        self.nodes = np.empty((enumeration.MOST_NODES + 2, enumeration.COLUMNS), np.int64)
        self.table = np.zeros(enumeration.TABLE + 1, np.int64)
        self.leaves = np.empty(enumeration.MOST_NODES, np.int64)


_local = threading.local()


def work_space() -> WorkSpace:
    """This thread's scratch memory."""
    space: WorkSpace | None = getattr(_local, "space", None)
    if space is None:
        space = _local.space = WorkSpace()
    return space


class _StepTable(dict[int, Step]):
    """code -> step."""

    def __missing__(self, code: int) -> Step:
        source, target, checker = code & 31, code >> 5 & 31, code >> 10 & 7
        step = self[code] = Step(source, target, checker if source == BAR else 0)
        return step


class _TextTable(dict[int, str]):
    """[AK-14.3] code -> text: `*` after a step that sends a checker to the bar, `^` after one that pins."""

    def __missing__(self, code: int) -> str:
        source, target, checker = code & 31, code >> 5 & 31, code >> 10 & 7
        bar = f"bar({LETTERS[checker - 1]})" if code >> 19 else "bar"
        mark = {HIT: "*", DOUBLE_HIT: "*", PINNED: "^"}.get(code >> 16 & 7, "")
        text = f"{bar if source == BAR else source}/{'off' if target == OFF else target}{mark}"
        self[code] = text
        return text


STEPS: Final = _StepTable()
TEXTS: Final = _TextTable()


class Turns:
    """[AK-14.5] The distinct turns of a roll, in the order of AK-14.6, with the board that each leads to."""

    __slots__ = ("_boards", "_places", "codes", "most_dice", "moves")

    def __init__(self, codes: list[list[int]], boards: bytes, most_dice: int) -> None:
        self.codes = codes
        self.most_dice = most_dice  # [AK-5.2] of any sequence: a merged winning turn may have fewer steps
        self._boards = boards
        self.moves = [Move(tuple([STEPS[code] for code in turn])) for turn in codes]
        self._places: dict[Sequence, int] | None = None

    def place(self, steps: Sequence) -> int | None:
        """Which turn has these canonical steps."""
        if self._places is None:
            self._places = {move.steps: number for number, move in enumerate(self.moves)}
        return self._places.get(steps)

    def board(self, number: int) -> bytes:
        """The board after a turn."""
        return self._boards[number * BOARD_BYTES : (number + 1) * BOARD_BYTES]

    def leading_to(self, board: bytes) -> int | None:
        """Which turn leads to this board."""
        return next((n for n in range(len(self.moves)) if self.board(n) == board), None)

    def text(self, number: int) -> str:
        """[AK-14.3] The canonical text of a turn."""
        return " ".join([TEXTS[code] for code in self.codes[number]])


def find_turns(board: bytes, me: int, high: int, low: int, limit: int, exposed: int) -> Turns:
    """All distinct turns; none where no step is possible."""
    space = work_space()
    space.nodes[0, :CELLS] = np.frombuffer(board, np.int64)
    found = enumeration.find_turns(space.nodes, space.table, space.leaves, me, high, low, limit, exposed)
    count, most_dice = found >> 3, found & 7
    paths = np.empty((count, 5), np.int64)
    enumeration.trace(space.nodes, space.leaves, count, paths)
    if most_dice == 0:
        return Turns([], b"", 0)
    boards = space.nodes[space.leaves[:count], :CELLS].tobytes()
    return Turns([row[1 : row[0] + 1] for row in paths.tolist()], boards, most_dice)


turns_of = lru_cache(maxsize=KEPT)(find_turns)


@lru_cache(maxsize=4 * KEPT)
def can_step(board: bytes, me: int, high: int, low: int, limit: int, exposed: int) -> bool:
    """[AK-5.4] Whether any step is possible."""
    cells = np.frombuffer(board, np.int64).copy()
    return bool(kernels.can_step(cells, me, high, low, limit, exposed))
