"""A position of Calculissimo as the shared players want it: candidates, playouts, exact endings."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

import numpy as np

from ludoteka.core.chance import Source
from ludoteka.core.game import Seat, View
from ludoteka.games._lines.tiles import counted, taken
from ludoteka.games.calculissimo import moves
from ludoteka.games.calculissimo.engine import GAME
from ludoteka.games.calculissimo.fast.work_layout import LINES, LIST, POINTS
from ludoteka.games.calculissimo.imagine import imagine
from ludoteka.games.calculissimo.notation import read_move
from ludoteka.games.calculissimo.position import read_set, read_squares
from ludoteka.games.calculissimo.rules import scoring
from ludoteka.games.calculissimo.rules.arithmetic import Ints
from ludoteka.games.calculissimo.rules.placement import lay, new_chips
from ludoteka.games.calculissimo.rules.turn import penalty, plays_again
from ludoteka.games.calculissimo.types import (
    CHIPS,
    JOKER,
    Grid,
    Move,
    Options,
    Placement,
    State,
    Swap,
    Word,
)
from ludoteka.players._lines.endings import Ending
from ludoteka.players._lines.leaves import shipped
from ludoteka.players._lines.racks import Floats, place_of
from ludoteka.players._lines.table import Candidate, Clock, Solved
from ludoteka.players.calculissimo import playouts

TABLE = "std"  # the worths of chips that stay, learned with the default options
ROOM = 1 << 17  # placements that a candidate is chosen from
JOKERS_AT_ONCE = 2  # more jokers than this are held back: millions of placements add little
JOKERS_AHEAD = 1  # and in playouts
JOKERS_SOLVED = 1  # endings with more of them have far too many placements to be searched


# --- what a player sees ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seen:
    """What a player reads from a view: the board and its own rack."""

    grid: Grid
    options: Options
    board: bytes
    seat: Seat
    rack: str
    bag: int
    claim: Placement | None


def own_seat(view: View) -> Seat | None:
    """The seat whose view it is: its rack is the one that is shown; None for spectators and after the end."""
    shown = [number for number, rack in enumerate(view["racks"]) if rack is not None]
    return shown[0] if len(shown) == 1 else None


def seen_in(view: View) -> Seen:
    """The view of a seat that is to move."""
    seat = own_seat(view)
    assert seat is not None
    grid = Grid(tuple(view["grid"]))
    claim = None
    if view["claim"] is not None:
        move = read_move(view["claim"]["move"], grid.size)
        claim = move if isinstance(move, Placement) else None
    board = read_squares(view["board"])
    rack = read_set(view["racks"][seat])
    return Seen(grid, Options(**view["options"]), board, seat, rack, view["bag"], claim)


def held(rack: str, jokers: int) -> str:
    """The rack with at most so many jokers."""
    return rack.replace(JOKER, "") + JOKER * min(jokers, rack.count(JOKER))


def numbers_of(chips: str) -> Ints:
    """How many there are of each kind."""
    return np.array(counted(chips, CHIPS), np.int64)


@lru_cache(maxsize=2)
def _sheet(room: int) -> playouts.Sheet:
    """Room for a list of placements."""
    return playouts.new_sheet(room)


# --- the table ---------------------------------------------------------------------------------


class CalculissimoTable:
    """A position from the view of a seat that is to move."""

    spread = 72.0  # measured in games of points and whole worths against itself

    def __init__(self, view: View, trust: float = 1.0) -> None:
        """`trust`: the part of the learned worths that is believed."""
        self.view, seen = view, seen_in(view)
        self.grid, self.board, self.rack, self.bag = seen.grid, seen.board, seen.rack, seen.bag
        self.options = replace(seen.options, referee="auto", turn_seconds=0)
        seats = len(view["scores"])
        turns = [(seen.seat + n) % seats for n in range(seats)]
        self.seats = [seat for seat in turns if seat not in view["left"]]
        self.scores = np.array([view["scores"][seat] for seat in self.seats], np.float64)
        self.sizes = np.array([view["sizes"][seat] for seat in self.seats], np.int64)
        self.hidden = numbers_of(read_set(view["unseen"]))
        self.unseen = int(self.hidden.sum())
        self.leaves = trust * shipped("ludoteka.players.calculissimo", TABLE)
        self.law = (moves.premiums(self.grid), moves.lines_of(self.grid).numbers)
        self.task = moves.task(self.grid, self.options, LIST)

    @property
    def is_fast(self) -> bool:
        """Whether playouts run compiled."""
        return playouts.look_ahead.runs_compiled

    # --- candidates ----------------------------------------------------------------------------

    def candidates(self, most: int) -> Sequence[Candidate[Move]]:
        """The placements and swaps that look best; a pass where there is nothing else."""
        sheet, rack = _sheet(ROOM), numbers_of(self.rack)
        board = np.frombuffer(self.board, np.uint8)
        jokers = JOKERS_AT_ONCE if self.is_fast else 0  # uncompiled, tens of thousands would take too long
        number = playouts.list_all(board, *self.law, rack, self.task, jokers, sheet)
        playouts.weigh(sheet, number, rack, self.leaves, self.bag)
        rows = np.argsort(-sheet.worths[:number], kind="stable")[:most]
        ways = [self._placed(sheet, int(row)) for row in rows]
        if self.options.swap == "free" or not ways:
            ways += self._swapped(most)
        return sorted(ways, key=lambda way: -way.worth)[:most] or [self.candidate(Word.PASS)]

    def _placed(self, sheet: playouts.Sheet, row: int) -> Candidate[Move]:
        items = sheet.signs[sheet.starts[row] : sheet.starts[row + 1] - 1].tobytes().decode("ascii")
        line = moves.lines_of(self.grid).named[int(sheet.listed[LINES, row])]
        return self._laid(Placement(line, items), int(sheet.listed[POINTS, row]))

    def _laid(self, move: Placement, brought: int) -> Candidate[Move]:
        rest = taken(self.rack, (spot.chip for spot in new_chips(move))) or ""
        return Candidate(
            move, brought, self._left(rest), numbers_of(rest), lay(self.grid.size, self.board, move)
        )

    def _left(self, rack: str) -> float:
        """What chips that stay are worth; with an empty bag, what they will cost."""
        if self.bag == 0 or len(rack) > playouts.LEFT:
            return -float(penalty(rack))
        return float(self.leaves[place_of(numbers_of(rack), playouts.LEFT)])

    def _swapped(self, most: int) -> list[Candidate[Move]]:
        sizes = range(1, min(len(self.rack), self.bag) + 1)
        sets = {"".join(part) for size in sizes for part in combinations(self.rack, size)}
        ways = [self.candidate(Swap(chips)) for chips in sorted(sets)]
        return sorted(ways, key=lambda way: -way.worth)[:most]

    def candidate(self, move: Move) -> Candidate[Move]:
        """One move, as it looks."""
        if isinstance(move, Placement):
            return self._laid(move, scoring.reckon(self.grid, self.options, self.board, move).points)
        rest = (taken(self.rack, move.chips) or "") if isinstance(move, Swap) else self.rack
        return Candidate(move, 0.0, self._left(rest), numbers_of(rest), self.board)

    # --- looking ahead -------------------------------------------------------------------------

    def playout(self, candidate: Candidate[Move], plies: int, seed: int) -> tuple[Floats, int]:
        """What the turns after a candidate bring each seat, and the chips that the bag then holds."""
        hidden, mine = self.hidden, candidate.rack
        facts = np.zeros(playouts.FACTS, np.int64)
        facts[playouts.PLIES], facts[playouts.JOKERS] = plies, JOKERS_AHEAD
        facts[playouts.ENDS_WITH_BAG] = self.options.ends_with_bag
        given = numbers_of(candidate.move.chips if isinstance(candidate.move, Swap) else "")
        gone = len(self.rack) - int(mine.sum())
        facts[playouts.DRAWS] = gone
        is_placement = isinstance(candidate.move, Placement)
        facts[playouts.FIRST] = 0 if is_placement and plays_again(gone, self.bag) else 1
        scores, board = np.zeros(len(self.sizes)), np.frombuffer(bytes(candidate.board), np.uint8)  # type: ignore[call-overload]
        tables, sheet = self.leaves.reshape(1, -1), _sheet(ROOM)
        bag = playouts.look_ahead(
            board, *self.law, self.task, tables, mine, given, hidden, self.sizes, facts, seed, sheet, scores
        )
        return scores, bag

    # --- endings -------------------------------------------------------------------------------

    def solved(self, clock: Clock, rng: Source) -> Solved[Move] | None:
        """Exact search with an empty bag between two seats."""
        jokers = self.rack.count(JOKER) + int(self.hidden[-1])
        if self.bag > 0 or len(self.seats) != 2 or jokers > JOKERS_SOLVED:
            return None
        state = replace(imagine(self.view, rng), options=self.options)
        one, other = self.seats
        return Ending(GAME, promising, self._guess, clock, (one, other)).solve(state)

    def _guess(self, state: State) -> float:
        """The margin of the seat to move if the game ended now."""
        me = state.seat
        assert me is not None
        other = self.seats[1] if me == self.seats[0] else self.seats[0]
        return float(
            state.scores[me] - state.scores[other] - penalty(state.racks[me]) + penalty(state.racks[other])
        )


def promising(state: State) -> list[Move]:
    """All moves with an empty bag, those with many points and a cheap rest first."""
    assert state.seat is not None
    found = moves.placements_of(state.grid, state.options, state.board, state.racks[state.seat])
    worths = [
        points + penalty("".join(spot.chip for spot in new_chips(move)))
        for move, points in zip(found.placements, found.points.tolist(), strict=True)
    ]
    order = sorted(range(len(worths)), key=lambda n: -worths[n])
    return [*(found.placements[n] for n in order), Word.PASS]
