"""The complete solver for people and players: all rows, each with its cheapest tiles, and the best one.

*Cheapest* means the fewest tiles; among equals, the set that keeps more `D`, then more `X`,
then more of 1, 2 .. 9 (so the tiles are spent in the order in which KA-14.3 pays). Used by bots and hints,
by the review after each round, and by the hourglass ("was there a row?").
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from ludoteka.core.game import Seat, View
from ludoteka.games.kakuro.fast import kernels
from ludoteka.games.kakuro.imagine import shown_state
from ludoteka.games.kakuro.notation import write_move
from ludoteka.games.kakuro.rules.claims import points_for
from ludoteka.games.kakuro.rules.rounds import seats_in
from ludoteka.games.kakuro.types import ACROSS, DOWN, FACE_RANK, FACES, Claim, Row, State

Position: TypeAlias = State | View


@dataclass(frozen=True, slots=True)
class Found:
    """A row that can be made, with the cheapest tiles for it; the claim is written out when asked for."""

    row: Row
    paid: str  # the tiles it costs, in pool order
    plan: bytes  # the tools, as the kernel gives them

    @property
    def points(self) -> int:
        return points_for(self.row.length)

    @property
    def claim(self) -> Claim:
        return claim_of(self.row, self.plan)

    @property
    def text(self) -> str:
        return write_move(self.claim)


def rows(position: Position, seat: Seat) -> tuple[Found, ...]:
    """All rows that a seat can make for the open sum tile with its pool; none if no tile is open."""
    state = position if isinstance(position, State) else shown_state(position)
    if state.open is None:
        return ()
    return search(state.board, state.open, state.pools[seat])


def best(position: Position, seat: Seat) -> Found | None:
    """The row with the most points, then the cheapest; None: there is no row."""
    return most_points(rows(position, seat))


def all_there_was(state: State) -> list[Found]:
    """All rows that somebody in the round could make, each once with the fewest tiles; best first."""
    cheapest: dict[Row, Found] = {}
    for found in (one for seat in seats_in(state) for one in rows(state, seat)):
        if found.row not in cheapest or len(found.paid) < len(cheapest[found.row].paid):
            cheapest[found.row] = found
    return sorted(cheapest.values(), key=lambda found: (-found.points, len(found.paid)))


def is_possible(position: Position) -> bool:
    """Whether any seat that is in could make a row: the question of the hourglass."""
    state = position if isinstance(position, State) else shown_state(position)
    return any(rows(state, seat) for seat in seats_in(state))


def search(board: bytes, total: int, pool: str) -> tuple[Found, ...]:
    """All rows of a board for a sum and a pool, in the order of `legal`: direction, first square, length."""
    squares, tiles = kernels.as_array(board), kernels.counts(pool)
    found = kernels.new_found()
    number = kernels.solve(squares, tiles, total, *kernels.digit_sets(), False, found)  # noqa: FBT003 - kernels take no names
    plans = kernels.new_plans(number)
    kernels.plan_claims(squares, tiles, found, plans)
    lines = zip(found[:number].tolist(), plans, strict=True)
    return tuple(
        Found(_row(*line[:3]), tiles_of(line[kernels.PRICE]), plan.tobytes()) for line, plan in lines
    )


def most_points(found: Iterable[Found]) -> Found | None:
    """The best of some rows: most points, then fewest tiles, then the cheapest tiles by KA-14.3."""
    return max(found, key=_merit, default=None)


def _merit(found: Found) -> tuple[int, int, tuple[int, ...]]:
    spent = tuple(-found.paid.count(face) for face in FACES)
    return found.points, -len(found.paid), spent


@lru_cache(maxsize=512)
def _row(step: int, first: int, length: int) -> Row:
    return Row(ACROSS if step == 1 else DOWN, first, length)


@lru_cache(maxsize=4096)
def tiles_of(price: int) -> str:
    """The tiles of a price, in pool order."""
    last = len(FACES) - 1
    return "".join(face * (price >> 4 * (last - rank) & 15) for rank, face in enumerate(FACES))


def claim_of(row: Row, plan: bytes) -> Claim:
    """The claim that a plan of the kernel stands for."""
    pairs = [(plan[i], plan[i + 1]) for i in range(kernels.PAIRS, kernels.PLAN, 2)]
    swaps, digits = plan[kernels.EXCHANGES], plan[kernels.DIGIT_TILES]
    laid = pairs[swaps + digits : swaps + digits + plan[kernels.SUM_SQUARES]]
    sums = sorted(((s, FACES[rank]) for s, rank in laid), key=lambda tool: (tool[0], FACE_RANK[tool[1]]))
    tiles = tuple(sorted(pairs[swaps : swaps + digits]))
    return Claim(row, tuple(pairs[:swaps]), tiles, tuple(sums), plan[kernels.DUPLICATIONS])
