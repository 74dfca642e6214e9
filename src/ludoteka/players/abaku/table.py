"""A position of Abaku as the shared players want it: candidates, playouts, exact endings."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations

import numpy as np

from ludoteka.core.chance import Source
from ludoteka.core.game import View
from ludoteka.games._lines.tiles import counted, taken
from ludoteka.games.abaku.engine import GAME
from ludoteka.games.abaku.fast.found import FOUND, KIND, POINTS, START
from ludoteka.games.abaku.fast.long_equations import generator_law
from ludoteka.games.abaku.imagine import imagine
from ludoteka.games.abaku.moves import scored_placements, texts_of
from ludoteka.games.abaku.rules.ends import worth
from ludoteka.games.abaku.rules.lines import Bytes, Numbers
from ludoteka.games.abaku.rules.placement import lay
from ludoteka.games.abaku.rules.referee import points
from ludoteka.games.abaku.types import (
    OLD_JOKER,
    RACK,
    SIGNS,
    TILES,
    Change,
    Move,
    Options,
    Placement,
    Scoring,
    Skip,
    State,
)
from ludoteka.players._lines.endings import Ending
from ludoteka.players._lines.leaves import shipped
from ludoteka.players._lines.racks import Floats, place_of
from ludoteka.players._lines.table import Candidate, Clock, Solved
from ludoteka.players.abaku import playouts

ROOM = 16384  # listed placements; more than almost every turn has
# The standard deviation of the final margin for each square root of a tile unseen, measured in training.
SPREAD: dict[Scoring, float] = {"tiles": 5.3, "values": 28.0, "tile-operation": 3.5, "equations": 1.4}
TOGETHER = 4  # so many times as many placements as candidates are looked at: several can make one board


@lru_cache(maxsize=1)
def _scratch() -> tuple[Numbers, Floats]:
    """Room for a list of placements and their worths."""
    return np.zeros((ROOM + 1, FOUND), np.int64), np.zeros(ROOM + 1)


def board_of(view: View) -> bytes:
    """The board as the rules keep it."""
    return bytes(SIGNS.index(sign) for row in view["board"] for sign in row)


def numbers_of(tiles: str) -> Numbers:
    """How many there are of each kind."""
    return np.array(counted(tiles, TILES), np.int64)


class AbakuTable:
    """A position of the standard game, from the view of a seat that is to move."""

    def __init__(self, view: View) -> None:
        self.view = view
        given = Options(**view["options"])
        self.options = replace(given, referee="auto", declare="auto", turn_seconds=0)
        self.board, self.rack = board_of(view), str(view["rack"])
        me, seats = view["you"], len(view["scores"])
        turns = [(me + n) % seats for n in range(seats)]
        self.seats = [seat for seat in turns if seat not in view["out"]]
        self.scores = np.array([view["scores"][seat] for seat in self.seats], np.float64)
        self.sizes = np.array([view["rack_sizes"][seat] for seat in self.seats], np.int64)
        self.bag, self.unseen = int(view["bag_size"]), len(view["unseen"])
        self.spread = SPREAD[self.options.scoring]
        self.leaves = shipped("ludoteka.players.abaku", self.options.scoring)

    @property
    def is_fast(self) -> bool:
        """Whether playouts run compiled."""
        return playouts.look_ahead.runs_compiled

    # --- candidates ----------------------------------------------------------------------------

    def candidates(self, most: int) -> Sequence[Candidate[Move]]:
        """The placements and changes that look best, each board once; a skip where there is nothing else."""
        found, worths = _scratch()
        law, bits = law_on(self.options, self.board)
        rack, by_values = numbers_of(self.rack), int(self.options.scoring == "values")
        number = playouts.list_all(np.frombuffer(self.board, np.uint8), rack, law, bits, found)
        playouts.weigh(found, number, rack, self.leaves, self.bag, by_values, worths)
        rows = np.argsort(-worths[:number], kind="stable")[: TOGETHER * most]
        ways = [self._placed(found, int(row)) for row in rows] + self._changed(most)
        ways.sort(key=lambda way: -way.worth)
        boards = {(way.board, way.rack.tobytes()): way for way in reversed(ways)}
        best = sorted(boards.values(), key=lambda way: -way.worth)[:most]
        return best or [self.candidate(Skip())]

    def _placed(self, found: Numbers, row: int) -> Candidate[Move]:
        tiles = texts_of(found[row : row + 1])[0].decode().partition(" ")[2]
        move = Placement(int(found[row, START]), int(found[row, KIND]), tiles)
        return self._laid(move, int(found[row, POINTS]))

    def _laid(self, move: Placement, brought: int) -> Candidate[Move]:
        laid = lay(self.options, self.board, self.rack, move._replace(declared=()))
        return Candidate(move, brought, self._left(laid.rack), numbers_of(laid.rack), laid.after)

    def _left(self, rack: str) -> float:
        """What tiles that stay are worth; with an empty bag, what they will cost."""
        if self.bag == 0:
            return -float(worth(self.options, rack))
        return float(self.leaves[place_of(numbers_of(rack), playouts.LEFT)])

    def _changed(self, most: int) -> list[Candidate[Move]]:
        sets = {
            "".join(part)
            for size in range(1, min(len(self.rack), self.bag) + 1)
            for part in combinations(self.rack, size)
        }
        ways = [self.candidate(Change(tiles)) for tiles in sorted(sets)]
        return sorted(ways, key=lambda way: -way.worth)[:most]

    def candidate(self, move: Move) -> Candidate[Move]:
        """One move, as it looks."""
        if isinstance(move, Placement):
            # a placement without declarations stands for the one that declares all it makes
            declare = self.view["options"]["declare"] if move.declared else self.options.declare
            options = replace(self.options, declare=declare)
            return self._laid(move, points(options, lay(options, self.board, self.rack, move)))
        rack = (taken(self.rack, move.tiles) or "") if isinstance(move, Change) else self.rack
        return Candidate(move, 0.0, self._left(rack), numbers_of(rack), self.board)

    # --- looking ahead -------------------------------------------------------------------------

    def playout(self, candidate: Candidate[Move], plies: int, seed: int) -> tuple[Floats, int]:
        """What the turns after a candidate bring each seat, and the tiles that the bag then holds."""
        board = bytes(candidate.board)  # type: ignore[call-overload]
        law, bits = law_on(self.options, board)
        unseen, mine = numbers_of(self.view["unseen"]), candidate.rack
        facts = np.zeros(playouts.FACTS, np.int64)
        facts[playouts.PLIES], facts[playouts.FIRST] = plies, 1
        facts[playouts.BY_VALUES] = self.options.scoring == "values"
        facts[playouts.OLD_BONUS] = self.options.replace_bonus == "on"
        given = numbers_of(candidate.move.tiles if isinstance(candidate.move, Change) else "")
        is_placement = isinstance(candidate.move, Placement)
        facts[playouts.DRAWS] = RACK - mine.sum() if is_placement else given.sum()
        found, worths = _scratch()
        scores = np.zeros(len(self.sizes))
        squares, tables = np.frombuffer(board, np.uint8), self.leaves.reshape(1, -1)
        bag = playouts.look_ahead(
            squares, law, bits, tables, mine, given, unseen, self.sizes, facts, seed, found, worths, scores
        )
        return scores, bag

    # --- endings -------------------------------------------------------------------------------

    def solved(self, clock: Clock, rng: Source) -> Solved[Move] | None:
        """Exact search with an empty bag between two seats."""
        if self.bag > 0 or len(self.seats) != 2:
            return None
        state = replace(imagine(self.view, rng), options=self.options)
        one, other = self.seats
        return Ending(GAME, promising, self._guess, clock, (one, other)).solve(state)

    def _guess(self, state: State) -> float:
        """The margin of the seat to move if the match ended now."""
        me = state.seat
        other = self.seats[1] if me == self.seats[0] else self.seats[0]
        lead = state.scores[me] - state.scores[other]
        return float(lead - worth(self.options, state.racks[me]) + worth(self.options, state.racks[other]))


def promising(state: State) -> list[Move]:
    """All moves with an empty bag, those with many points and a cheap rest first."""
    options = state.options
    found = scored_placements(options, state.board, state.rack)
    found.sort(key=lambda one: -one[1] - len(one[0].tiles))
    return [*(move for move, _ in found), Skip()]


def law_on(options: Options, board: bytes) -> tuple[Numbers, Bytes]:
    """The generator's law on a board: the square of a Joker has no bonus any more."""
    joker_at = board.find(OLD_JOKER)
    return generator_law(options, (joker_at,) if joker_at >= 0 else ())
