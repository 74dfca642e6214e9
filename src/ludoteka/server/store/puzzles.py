"""Who solved which puzzles, and the ratings of solvers and puzzles: Glicko-2, each try a match of both.

Everybody's first try at a puzzle counts, later ones do not. A puzzle begins with the difficulty that it came
with and stays near it, so that nobody can drive it away; a solver's rating never becomes so sure that it
stops adapting.
"""

from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Row, and_, insert, select, update

from ludoteka.core.game import Millis
from ludoteka.ratings.glicko import Outcome, Rating, after
from ludoteka.ratings.solving import BEGINNING, DEVIATION, KNOWN, PUZZLE_DEVIATION
from ludoteka.server.store.store import Store
from ludoteka.server.store.tables import columns, puzzle_ratings, puzzle_solvers, puzzle_tries
from ludoteka.server.store.transacting import add_once

PUZZLE_KNOWN = 60.0  # the least deviation of a puzzle
FARTHEST = 300.0  # that a puzzle moves away from the difficulty it came with
FEWEST, MOST = 100.0, 3500.0


@dataclass(frozen=True, slots=True)
class SolverRow:
    """How well somebody solves the puzzles of a game."""

    guest: str
    game: str
    rating: float = BEGINNING
    deviation: float = DEVIATION
    volatility: float = 0.06
    tried: int = 0
    solved: int = 0
    streak: int = 0
    best: int = 0

    @property
    def known(self) -> Rating:
        return Rating(self.rating, self.deviation, self.volatility)


@dataclass(frozen=True, slots=True)
class PuzzleRow:
    """How hard a puzzle turned out to be."""

    game: str
    puzzle: str
    rating: float
    deviation: float = PUZZLE_DEVIATION
    volatility: float = 0.06
    tried: int = 0
    solved: int = 0

    @property
    def known(self) -> Rating:
        return Rating(self.rating, self.deviation, self.volatility)


@dataclass(frozen=True, slots=True)
class PuzzleTry:
    """Somebody's answer to a puzzle that came with a rating."""

    guest: str
    game: str
    puzzle: str
    is_right: bool
    at: Millis
    shipped: float


async def solver(store: Store, guest: str, game: str) -> SolverRow:
    """Somebody's standing; whoever has not tried anything is at the beginning."""
    c = puzzle_solvers.c
    rows = await store.read(select(puzzle_solvers).where(c.guest == guest, c.game == game))
    return _solver(rows[0]) if rows else SolverRow(guest, game)


async def solvers(store: Store, guest: str) -> dict[str, SolverRow]:
    """Somebody's standings, by game."""
    rows = await store.read(select(puzzle_solvers).where(puzzle_solvers.c.guest == guest))
    return {row.game: _solver(row) for row in rows}


async def tried(store: Store, guest: str, game: str) -> list[str]:
    """What somebody has tried in a game, the longest ago first."""
    c = puzzle_tries.c
    rows = await store.read(select(c.puzzle).where(c.guest == guest, c.game == game).order_by(c.at))
    return [row.puzzle for row in rows]


async def rating(store: Store, game: str, puzzle: str) -> float | None:
    """How hard a puzzle turned out to be; None: nobody has tried it."""
    c = puzzle_ratings.c
    rows = await store.read(select(c.rating).where(c.game == game, c.puzzle == puzzle))
    return rows[0].rating if rows else None


async def enter(store: Store, one: PuzzleTry) -> tuple[SolverRow, SolverRow, bool]:
    """Enters a try; the standing before and after it, and whether it counted."""
    return await store.save(lambda connection: _entered(connection, one))


def _entered(connection: Connection, one: PuzzleTry) -> tuple[SolverRow, SolverRow, bool]:
    before = _solver_of(connection, one)
    if _is_tried(connection, one):
        return before, before, False  # it goes to the end of those that come again
    puzzle = _puzzle_of(connection, one)
    mine, its = _rated(before, puzzle, one)
    connection.execute(
        insert(puzzle_tries).values(
            guest=one.guest, game=one.game, puzzle=one.puzzle, solved=one.is_right, at=one.at
        )
    )
    connection.execute(update(puzzle_solvers).where(_is_solver(one)).values(**columns(mine)))
    connection.execute(update(puzzle_ratings).where(_is_puzzle(one)).values(**columns(its)))
    return before, mine, True


def _rated(solver: SolverRow, puzzle: PuzzleRow, one: PuzzleTry) -> tuple[SolverRow, PuzzleRow]:
    """Both after the try: each against the other as it was."""
    score = float(one.is_right)
    mine, its = (
        after(solver.known, [Outcome(puzzle.known, score)]),
        after(puzzle.known, [Outcome(solver.known, 1.0 - score)]),
    )
    streak = solver.streak + 1 if one.is_right else 0
    return (
        replace(
            solver,
            rating=_between(mine.rating, FEWEST, MOST),
            deviation=max(KNOWN, mine.deviation),
            volatility=mine.volatility,
            tried=solver.tried + 1,
            solved=solver.solved + one.is_right,
            streak=streak,
            best=max(solver.best, streak),
        ),
        replace(
            puzzle,
            rating=_between(its.rating, one.shipped - FARTHEST, one.shipped + FARTHEST),
            deviation=max(PUZZLE_KNOWN, its.deviation),
            volatility=its.volatility,
            tried=puzzle.tried + 1,
            solved=puzzle.solved + one.is_right,
        ),
    )


def _between(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


def _is_tried(connection: Connection, one: PuzzleTry) -> bool:
    """Whether it was tried before; then it was tried last just now."""
    c = puzzle_tries.c
    which = (c.guest == one.guest, c.game == one.game, c.puzzle == one.puzzle)
    return connection.execute(update(puzzle_tries).where(*which).values(at=one.at)).rowcount > 0


def _is_solver(one: PuzzleTry) -> Any:
    return and_(puzzle_solvers.c.guest == one.guest, puzzle_solvers.c.game == one.game)


def _is_puzzle(one: PuzzleTry) -> Any:
    return and_(puzzle_ratings.c.game == one.game, puzzle_ratings.c.puzzle == one.puzzle)


# Both rows are there before they are locked: PostgreSQL locks no row that is not there yet, so two first
# tries would both begin at the beginning. The solver's comes first, always, so that no two tries wait for
# each other.


def _solver_of(connection: Connection, one: PuzzleTry) -> SolverRow:
    add_once(connection, puzzle_solvers, columns(SolverRow(one.guest, one.game)))
    return _solver(connection.execute(select(puzzle_solvers).where(_is_solver(one)).with_for_update()).one())


def _puzzle_of(connection: Connection, one: PuzzleTry) -> PuzzleRow:
    add_once(connection, puzzle_ratings, columns(PuzzleRow(one.game, one.puzzle, one.shipped)))
    found = connection.execute(select(puzzle_ratings).where(_is_puzzle(one)).with_for_update()).one()
    return PuzzleRow(**found._mapping)


def _solver(row: Row[Any]) -> SolverRow:
    return SolverRow(**row._mapping)
