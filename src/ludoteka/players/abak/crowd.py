"""Many games of classic in step: every roll of all of them is listed, and somebody else judges the boards.

`list_boards` writes the boards that all 21 rolls can lead to as rows of codes, which a network on an
accelerator judges all at once; `play_best` reads its judgements, says what each position is worth one turn
ahead, and makes one turn in every game. When a game ends, its positions get targets without luck: what they
are worth one turn ahead, corrected by a share of how wrong the network was further on (decision 225).
"""

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ludoteka.core.kernel import kernel
from ludoteka.games.abak.fast.listing import Rows, WorkSpace, find_turns
from ludoteka.games.abak.rules.boards import cells_of, starting_board
from ludoteka.games.abak.rules.sequences import Ints
from ludoteka.games.abak.rules.steps import BELOW_TOP, Cells, count_kinds, is_won, spot
from ludoteka.games.abak.types import BAR, CELLS, TRAY, default_limit
from ludoteka.players.abak.network import MONEY, RESULTS, Floats, Floats32, best_of, expected, win_worth
from ludoteka.players.abak.races import race_results
from ludoteka.players.abak.selfplay import WILD_GAMES, WILD_TURNS, below, second_of

Bytes: TypeAlias = npt.NDArray[np.uint8]

CODES = 32  # codes of a cell: nothing, 1 to 15 own checkers, 16 to 30: 1 to 15 of the other seat
THEIRS = 15  # added to a number of the other seat's checkers on a point
MOST_TURNS = 400  # longer games are left out
ROWS_A_GAME = 800  # room for so many boards on average; there are about 420
ROOM = 12_000  # a game is listed where so many rows are free
ASKED, RACE = 0, 4  # kinds of rows: the network is asked; 1 to 3: a win worth so much; a race in the table
OUT = 1 << 16  # positions that can wait to be fetched

# What a crowd counts.
GAMES, TURNS, LISTED, SQUARES, LEFT_OUT, GAMMONS, POSITIONS, SEEN_GAMMONS, TOLD_GAMMONS = range(9)
COUNTERS = 9


class Crowd(NamedTuple):
    """Games in step, and the boards that their next rolls can lead to."""

    boards: Rows  # (games, 28)
    seats: Ints  # (games,): who has moved last
    turns: Ints  # (games,): turns made
    wild: Ints  # (games,): so many of the first turns are random
    rows: Bytes  # (rows, 28): boards to judge, from the side of who has moved
    kinds: Bytes  # (rows,)
    races: Floats32  # (rows,): the chance to win a race that the table knows
    starts: Ints  # (games, 22): where the rows of each roll begin; -1: not listed
    results: Floats32  # (rows, 6): what the network says
    codes: Bytes  # (games, MOST_TURNS, 28): the boards of the game
    values: Floats32  # (games, MOST_TURNS, 6): what the network said of them
    seen: Floats32  # (games, MOST_TURNS, 6): the same one turn ahead
    strayed: Bytes  # (games, MOST_TURNS): 1 where it is not the turn that the network likes best
    out_codes: Bytes  # (OUT, 28): positions of games that have ended
    out_targets: Floats32  # (OUT, 6)
    counts: Ints  # (2,): rows listed, positions in `out`
    tally: Floats  # (COUNTERS,)
    random: Ints  # (1,)
    nodes: Rows
    table: Ints
    leaves: Ints
    worths: Floats  # of the rows of a roll
    start: Cells


def new_crowd(games: int, seed: int, rows: Bytes, results: Floats32) -> Crowd:
    """Games at their beginning; `rows` and `results` are memory of whoever judges."""
    room, space = len(rows), WorkSpace()
    crowd = Crowd(
        np.zeros((games, CELLS), np.int64),
        np.zeros(games, np.int64),
        np.zeros(games, np.int64),
        np.zeros(games, np.int64),
        rows,
        np.zeros(room, np.uint8),
        np.zeros(room, np.float32),
        np.zeros((games, 22), np.int64),
        results,
        np.zeros((games, MOST_TURNS, CELLS), np.uint8),
        np.zeros((games, MOST_TURNS, RESULTS), np.float32),
        np.zeros((games, MOST_TURNS, RESULTS), np.float32),
        np.zeros((games, MOST_TURNS), np.uint8),
        np.zeros((OUT, CELLS), np.uint8),
        np.zeros((OUT, RESULTS), np.float32),
        np.zeros(2, np.int64),
        np.zeros(COUNTERS),
        np.array([np.random.default_rng(seed).integers(1, 1 << 62)], np.int64),
        space.nodes,
        space.table,
        space.leaves,
        np.zeros(len(space.leaves)),
        np.array(cells_of(starting_board("classic")), np.int64),
    )
    for game in range(games):
        begin_game(crowd, game)
    return crowd


LIMIT = default_limit("classic")


@kernel
def begin_game(crowd: Crowd, game: int) -> None:
    """Sets the board up; a few games begin with random turns."""
    for cell in range(CELLS):
        crowd.boards[game, cell] = crowd.start[cell]
    crowd.seats[game] = below(crowd.random, 2)
    crowd.turns[game] = 0
    crowd.wild[game] = 0
    if below(crowd.random, WILD_GAMES) == 0:
        crowd.wild[game] = 1 + below(crowd.random, WILD_TURNS)


# --- boards as codes ---------------------------------------------------------------------------


@kernel
def code_of(board: Cells, column: int, me: int) -> int:
    """The code of a place: own points, 25: own bar, 0: the other seat's, then the trays, own first."""
    if column >= TRAY:
        return int(count_kinds(board[column if me == 0 else TRAY + TRAY + 1 - column]))
    stack = board[spot(column, me)]
    if column == 0 or column == BAR:
        return int(count_kinds(stack))
    code = 0 if stack == 0 or (stack & 15) >> 3 == me else THEIRS
    while stack != 0:
        code += 1
        stack = (stack >> 4) & BELOW_TOP
    return code


@kernel
def write_codes(board: Cells, me: int, row: Bytes) -> None:
    """A whole board as codes, from the side of `me`."""
    for column in range(CELLS):
        row[column] = code_of(board, column, me)


@kernel
def write_change(before: Cells, after: Cells, me: int, root: Bytes, row: Bytes) -> None:
    """The codes of a board that differs little from one whose codes are `root`."""
    for column in range(CELLS):
        cell = column if me == 0 else (spot(column, me) if column < TRAY else 2 * TRAY + 1 - column)
        row[column] = root[column] if before[cell] == after[cell] else code_of(after, column, me)


# --- listing -----------------------------------------------------------------------------------


@kernel
def list_boards(crowd: Crowd, races: Floats32) -> int:
    """Lists what every roll can lead to in every game; returns the number of rows."""
    total = 0
    root, counts, chances = np.zeros(CELLS, np.uint8), np.zeros(CELLS, np.int64), np.zeros(RESULTS)
    for game in range(len(crowd.boards)):
        if total + ROOM > len(crowd.rows):
            crowd.starts[game, 0] = -1
            continue
        me = 1 - crowd.seats[game]
        write_codes(crowd.boards[game], me, root)
        roll = 0
        for high in range(1, 7):
            for low in range(1, high + 1):
                crowd.starts[game, roll] = total
                total = list_roll(crowd, game, me, high, low, root, total, races, counts, chances)
                roll += 1
        crowd.starts[game, roll] = total
    crowd.counts[0] = total
    return total


@kernel
def list_roll(
    crowd: Crowd,
    game: int,
    me: int,
    high: int,
    low: int,
    root: Bytes,
    total: int,
    races: Floats32,
    counts: Ints,
    chances: Floats,
) -> int:
    """Lists the boards of one roll; returns the new number of rows."""
    nodes, leaves = crowd.nodes, crowd.leaves
    for cell in range(CELLS):
        nodes[0, cell] = crowd.boards[game, cell]
    count = find_turns(nodes, crowd.table, leaves, me, high, low, LIMIT, 1) >> 3
    for number in range(min(count, len(crowd.rows) - total)):
        board = nodes[leaves[number]]
        write_change(nodes[0], board, me, root, crowd.rows[total])
        crowd.kinds[total] = ASKED
        if is_won(board[TRAY + me]):
            crowd.kinds[total] = win_worth(board, me)
        elif race_results(races, board, me, counts, chances):
            crowd.kinds[total] = RACE
            crowd.races[total] = chances[0]
        total += 1
    return total


# --- settling ----------------------------------------------------------------------------------


@kernel
def set_exact(crowd: Crowd) -> None:
    """Won games and races in the table take the place of what the network said of them."""
    for row in range(crowd.counts[0]):
        kind = crowd.kinds[row]
        if kind != ASKED:
            for result in range(RESULTS):
                crowd.results[row, result] = 0.0
            if kind == RACE:
                crowd.results[row, 0] = crowd.races[row]
                crowd.results[row, 3] = 1.0 - crowd.races[row]
            else:
                crowd.results[row, kind - 1] = 1.0


@kernel
def best_rows(results: Floats32, begin: int, end: int, worths: Floats) -> tuple[int, int]:
    """The best row, and the second best: the best again where no other is near."""
    for row in range(begin, end):
        worths[row - begin] = expected(results[row], MONEY)
    best = best_of(worths, end - begin)
    return begin + best, begin + second_of(worths, end - begin, best)


@kernel
def play_best(crowd: Crowd, trust: float, stray: int) -> None:
    """Makes a turn in every game that was listed; games that end put their positions into `out`."""
    set_exact(crowd)
    for game in range(len(crowd.boards)):
        if crowd.starts[game, 0] >= 0:
            settle_game(crowd, game, trust, stray)


@kernel
def settle_game(crowd: Crowd, game: int, trust: float, stray: int) -> None:
    """Looks at all rolls, then rolls, and makes a turn."""
    turn, random = crowd.turns[game], crowd.random
    first, second = below(random, 6) + 1, below(random, 6) + 1
    while turn == 0 and first == second:
        second = below(random, 6) + 1
    high, low = max(first, second), min(first, second)
    seen = crowd.seen[game, turn]
    for result in range(RESULTS):
        seen[result] = 0.0
    roll, best, other = 0, 0, 0
    for one in range(1, 7):
        for two in range(1, one + 1):
            begin, end = crowd.starts[game, roll], crowd.starts[game, roll + 1]
            row, near = best_rows(crowd.results, begin, end, crowd.worths)
            share = 1.0 / 36.0 if one == two else 2.0 / 36.0
            for result in range(RESULTS):
                seen[result] += share * crowd.results[row, (result + 3) % RESULTS]
            if one == high and two == low:
                best, other = row, near
            roll += 1
    if turn > 0:
        note_off(crowd, game, turn)
    chosen = best
    at = (high - 1) * high // 2 + low - 1
    if turn < crowd.wild[game]:
        begin = crowd.starts[game, at]
        chosen = begin + below(random, crowd.starts[game, at + 1] - begin)
    elif stray > 0 and below(random, stray) == 0:
        chosen = other
    make_turn(crowd, game, chosen, chosen != best, high, low, at, trust)


@kernel
def note_off(crowd: Crowd, game: int, turn: int) -> None:
    """Counts how far the network was off at this position, by what it says one turn ahead."""
    off = expected(crowd.seen[game, turn], MONEY) - expected(crowd.values[game, turn], MONEY)
    crowd.tally[LISTED] += 1
    crowd.tally[SQUARES] += off * off


@kernel
def make_turn(
    crowd: Crowd, game: int, chosen: int, strays: bool, high: int, low: int, at: int, trust: float
) -> None:
    """Makes a turn; where it leads to a result that is known, the game ends there."""
    turn = crowd.turns[game] + 1
    if turn >= MOST_TURNS:
        crowd.tally[LEFT_OUT] += 1
        begin_game(crowd, game)
        return
    for column in range(CELLS):
        crowd.codes[game, turn, column] = crowd.rows[chosen, column]
    for result in range(RESULTS):
        crowd.values[game, turn, result] = crowd.results[chosen, result]
    crowd.strayed[game, turn] = strays
    crowd.turns[game] = turn
    if crowd.kinds[chosen] != ASKED:
        remember_game(crowd, game, trust)
        begin_game(crowd, game)
        return
    me = 1 - crowd.seats[game]
    for cell in range(CELLS):
        crowd.nodes[0, cell] = crowd.boards[game, cell]
    find_turns(crowd.nodes, crowd.table, crowd.leaves, me, high, low, LIMIT, 1)
    leaf = crowd.leaves[chosen - crowd.starts[game, at]]
    for cell in range(CELLS):
        crowd.boards[game, cell] = crowd.nodes[leaf, cell]
    crowd.seats[game] = me


@kernel
def remember_game(crowd: Crowd, game: int, trust: float) -> None:
    """Puts a game's positions with their targets into `out`, from the end backward."""
    last = crowd.turns[game]
    target = np.empty(RESULTS)
    for result in range(RESULTS):
        target[result] = crowd.values[game, last, result]
    crowd.tally[GAMES] += 1
    crowd.tally[TURNS] += last
    gammons = target[1] + target[2] + target[4] + target[5]
    crowd.tally[GAMMONS] += gammons
    for turn in range(last - 1, max(1, crowd.wild[game]) - 1, -1):
        share = 0.0 if crowd.strayed[game, turn + 1] != 0 else trust
        later, seen = crowd.values[game, turn + 1], crowd.seen[game, turn]
        for result in range(3):
            mine = share * (target[result] - later[result])
            theirs = share * (target[result + 3] - later[result + 3])
            target[result], target[result + 3] = seen[result] + theirs, seen[result + 3] + mine
        values = crowd.values[game, turn]
        crowd.tally[POSITIONS] += 1
        crowd.tally[SEEN_GAMMONS] += gammons
        crowd.tally[TOLD_GAMMONS] += values[1] + values[2] + values[4] + values[5]
        place = crowd.counts[1]
        if place < OUT:
            crowd.counts[1] += 1
            for column in range(CELLS):
                crowd.out_codes[place, column] = crowd.codes[game, turn, column]
            for result in range(RESULTS):
                crowd.out_targets[place, result] = target[result]
