"""Makes the page of solved boards: `python -m ludoteka.players.abstrakto.solved FILE`.

Every row is proved anew by the solver; what it cannot prove within the limit is left out. All rows together
take a few minutes.
"""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ludoteka.core import match as matches
from ludoteka.games.abstrakto.engine import GAME
from ludoteka.games.abstrakto.fast.match import numbered_move
from ludoteka.games.abstrakto.options import PLAIN, default_tiles, write_counts
from ludoteka.games.abstrakto.types import Counts, State
from ludoteka.players.abstrakto.solver import Solver

LIMIT = 80_000_000  # positions of one proof
REMEMBERED = 1 << 23
CASES: tuple[tuple[int, tuple[Counts, ...]], ...] = (
    (2, ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1), (0, 2, 0), (2, 2, 2))),
    (3, ((1, 1, 1), (0, 2, 0), (0, 3, 0), (1, 2, 1), (2, 2, 2), (3, 3, 3))),
    (4, ((1, 1, 1), (0, 2, 0), (1, 2, 1), (2, 1, 2), (2, 2, 1), (2, 2, 2))),
    (5, ((1, 1, 1), (0, 2, 0), (2, 0, 2))),
    (6, ((1, 1, 1), (0, 2, 0))),
    (7, ((1, 1, 1), (0, 2, 0))),
    (8, ((1, 1, 1),)),
    (9, ((1, 1, 1),)),
)
RESULTS = {1: "the first player wins", 0: "drawn", -1: "the second player wins"}
HEAD = """# Small boards of Abstrakto, solved

What the empty board is worth if both play perfectly, proved by `ludoteka solve` (alpha-beta to the end of the
game, every line considered or cut off for a reason). Each player holds the hand of the second column, Solids,
Lines and Crosses; the bold rows are the default game of their size. The last columns say what the pie rule
makes of it. *Positions* is how many the proof looked at, without the pie rule.

This page is made by `python -m ludoteka.players.abstrakto.solved`; a test proves its quick rows again.

| size | hand of each | result | a best first move | positions | with the pie rule |
|---|---|---|---|---|---|
"""


@dataclass(frozen=True, slots=True)
class Proof:
    """What was proved of an empty board; the value is the first player's."""

    value: int
    first: str
    nodes: int


def empty_board(size: int, hand: Counts, pie: str) -> State:
    """The start of a match with these hands, seat 0 to move."""
    tiles, discard = write_counts(hand), "agreed:0,0,0"
    options = {"size": size, "tiles": tiles, "discard": discard, "first": "blue", "pie": pie}
    return matches.new(GAME, 2, options).state


def prove(
    size: int, hand: Counts, pie: str, limit: int = LIMIT, remembered: int = REMEMBERED
) -> Proof | None:
    """The value of an empty board, or None if the limit was too low."""
    state = empty_board(size, hand, pie)
    solver = Solver(size, remembered)
    value = solver.value(state, limit)
    if value is None:
        return None
    first = GAME.notation.write(state, 0, numbered_move(solver.move, size))
    return Proof(value, first, solver.nodes)


def rows() -> Iterator[str]:
    """The rows of the table, each proved."""
    for size, hands in CASES:
        for hand in hands:
            plain, pie = prove(size, hand, "off"), prove(size, hand, "on")
            if plain is not None:
                yield row(size, hand, plain, pie)


def row(size: int, hand: Counts, plain: Proof, pie: Proof | None) -> str:
    """One row; the result with the pie rule may be unknown."""
    swapped = "not proved" if pie is None else RESULTS[pie.value]
    bold = "**" if hand == default_hand(size) else ""
    name = f"{bold}{write_counts(hand)}{bold}"
    return f"| {size} | {name} | {RESULTS[plain.value]} | {plain.first} | {plain.nodes:,} | {swapped} |"


def default_hand(size: int) -> Counts:
    """What each player has after the plain agreed discard."""
    solids, lines, crosses = (t - d for t, d in zip(default_tiles(size), PLAIN, strict=True))
    return solids, lines, crosses


def page(lines: Iterable[str]) -> str:
    """The whole page."""
    return HEAD + "\n".join(lines) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(rows()), encoding="utf-8")
