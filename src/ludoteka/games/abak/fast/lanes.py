"""Many games of Abak or classic backgammon at once, for learners: boards in an array, turns in kernels.

A lane awaits a turn with rolled dice; passes that are forced are made by themselves. Actions are those of the
encoder. The turns of a lane are kept as long as there are at most `KEPT`; the few longer lists are made again
when they are asked for.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.kernel import kernel
from ludoteka.encoding.quick_chance import below
from ludoteka.games.abak.encoding import ENCODER, AbakEncoder
from ludoteka.games.abak.fast.listing import MOST_NODES, Rows, find_turns, trace, work_space
from ludoteka.games.abak.fast.numbers import COUNTS, count_beside, draw_points, number_turns
from ludoteka.games.abak.rules import matches
from ludoteka.games.abak.rules.boards import cells_of, starting_board
from ludoteka.games.abak.rules.sequences import Ints
from ludoteka.games.abak.rules.steps import Cells, is_won, lift, put
from ludoteka.games.abak.types import CELLS, TRAY, State

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]

KEPT: Final = 192  # turns that are kept for each lane
STEPS: Final = 4
PLACE_BITS: Final = 20  # in the order of turns, for the place of one in the list
PLACES: Final = (1 << PLACE_BITS) - 1
HIGH, LOW, LIMIT, EXPOSED = 0, 1, 0, 1  # in `dice`, and in `rules`


class Scratch:
    """What one thread needs to list turns."""

    def __init__(self) -> None:
        space = work_space()
        self.nodes, self.table, self.leaves = space.nodes, space.table, space.leaves
        self.paths = np.empty((MOST_NODES, 1 + STEPS), np.int64)
        self.order = np.empty(MOST_NODES, np.int64)


class AbakLanes:
    """n games that begin with the same state and are reset by themselves."""

    seats = 2

    def __init__(self, state: State, n: int, encoder: AbakEncoder) -> None:
        self.boxes, self.choices = encoder.boxes, encoder.choices
        options = self._options = state.options
        self._start = np.array(cells_of(starting_board(options.setup)), np.int64)
        self._rules = np.array([options.limit, options.exposed], np.int64)
        self._boards, self._ends = np.zeros((n, CELLS), np.int64), np.zeros((n, CELLS), np.int64)
        self._dice, self._streams = np.zeros((n, 2), np.int64), np.ones((n, 2), np.int64)
        self._actions, self._turns = np.zeros((n, KEPT), np.int64), np.zeros((n, KEPT, STEPS), np.int64)
        self.seat, self.counts = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self.rewards, self.scores = np.zeros((n, 2), np.float32), np.zeros((n, 2), np.int64)
        self.terminated = np.zeros(n, np.bool_)
        shown = encoder.observe(State(options, state.board, seat=0, dice=(2, 1)), 0)
        self._planes = np.zeros((n, *shown["planes"].shape), np.float32)
        self._vector = np.tile(shown["vector"], (n, 1))
        self.observations = {"planes": self._planes, "vector": self._vector}

    def reset(self, streams: Ints, begin: int, end: int) -> None:
        """New games; chance follows these streams."""
        self._streams[begin:end] = streams[begin:end]
        self.terminated[begin:end] = True
        self._go_on(begin, end)
        self.terminated[begin:end] = False

    def wrong(self, actions: Ints) -> int:
        """The first lane whose action is not legal, or -1."""
        for lane in find_unkept(self._actions, self.counts, actions):
            found = self.legal(int(lane))
            place = int(found.searchsorted(actions[lane]))
            if place == len(found) or found[place] != actions[lane]:
                return int(lane)
        return -1

    def step(self, actions: Ints, begin: int, end: int) -> None:
        """One turn in every lane."""
        part, scratch = slice(begin, end), Scratch()
        play_lanes(
            self._boards[part], self._ends[part], self.seat[part], self._dice[part], self._rules,
            self._actions[part], self._turns[part], self.counts[part], actions[part],
            self.rewards[part], self.terminated[part],
            scratch.nodes, scratch.table, scratch.leaves, scratch.paths, scratch.order,
        )  # fmt: skip
        self._go_on(begin, end)

    def finish(self) -> None:
        """[AK-11.5] What the games that ended were worth."""
        self.scores[:] = 0
        for lane in self.terminated.nonzero()[0]:
            winner = int(self.rewards[lane, 0] < 0)
            board = self._ends[lane].tobytes()
            self.scores[lane, winner] = matches.worth(State(self._options, board), board, winner)

    def legal(self, lane: int) -> Ints:
        """The legal actions of a lane, ascending."""
        count = int(self.counts[lane])
        if count <= KEPT:
            return self._actions[lane, :count].copy()
        scratch, (high, low) = Scratch(), self._dice[lane]
        list_turns(
            self._boards[lane], int(self.seat[lane]), int(high), int(low), self._rules,
            scratch.nodes, scratch.table, scratch.leaves, scratch.paths, scratch.order,
        )  # fmt: skip
        return scratch.order[:count] >> PLACE_BITS

    def sample(self, streams: Ints, actions: Ints, begin: int, end: int) -> None:
        """A legal action for each lane."""
        part = slice(begin, end)
        pick_lanes(self._actions[part], self.counts[part], streams[part], actions[part])
        for lane in (begin + self._long(part)).tolist():
            actions[lane] = self.legal(lane)[-1 - actions[lane]]

    def fill_masks(self, masks: NDArray[np.int8]) -> None:
        """The first choices of all lanes as masks."""
        masks[:] = 0
        mask_lanes(self._actions, self.counts, self.choices.weights[0], masks)
        for lane in self._long(slice(None)).tolist():
            masks[lane] = self.choices.mask(self.legal(lane))

    def _long(self, part: slice) -> Ints:
        """Lanes whose turns are too many to be kept."""
        return (self.counts[part] > KEPT).nonzero()[0]

    def _go_on(self, begin: int, end: int) -> None:
        part, scratch = slice(begin, end), Scratch()
        roll_lanes(
            self._boards[part], self._start, self.seat[part], self._dice[part], self._rules,
            self._streams[part], self.terminated[part],
            self._actions[part], self._turns[part], self.counts[part],
            scratch.nodes, scratch.table, scratch.leaves, scratch.paths, scratch.order,
        )  # fmt: skip
        show_lanes(
            self._boards[part], self.seat[part], self._dice[part], self._planes[part], self._vector[part]
        )


def lanes_of(state: State, n: int) -> AbakLanes | None:
    """Lanes for single games without a cube."""
    options = state.options
    return AbakLanes(state, n, ENCODER) if options.match <= 1 and options.cube == "off" else None


def find_unkept(kept: Rows, counts: Ints, actions: Ints) -> Ints:
    """The lanes whose action is not among the kept ones: most likely none."""
    found = np.zeros(len(actions), np.bool_)
    miss_lanes(kept, counts, actions, found)
    return found.nonzero()[0]


@kernel
def miss_lanes(kept: Rows, counts: Ints, actions: Ints, missed: Bools) -> None:
    """Marks the lanes whose action is not among the kept ones."""
    for lane in range(len(actions)):
        missed[lane] = place_of(kept[lane], min(counts[lane], KEPT), actions[lane]) < 0


@kernel
def place_of(listed: Ints, count: int, action: int) -> int:
    """Where an action stands in an ascending list, or -1."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if listed[middle] < action:
            low = middle + 1
        else:
            high = middle
    return low if low < count and listed[low] == action else -1


@kernel
def turn_of(order: Ints, count: int, action: int) -> int:
    """The row of a legal action's turn."""
    place = 0
    while place < count - 1 and order[place] >> PLACE_BITS != action:
        place += 1
    return int(order[place] & PLACES)


@kernel
def list_turns(
    board: Cells,
    me: int,
    high: int,
    low: int,
    rules: Ints,
    nodes: Rows,
    table: Ints,
    leaves: Ints,
    paths: Rows,
    order: Ints,
) -> int:
    """How many turns a roll has, 0 where no step is possible: `order` has their actions and places.

    It is ascending; a number is an action, and in its last bits the row of `paths` with the turn's steps.
    """
    for cell in range(CELLS):
        nodes[0, cell] = board[cell]
    found = find_turns(nodes, table, leaves, me, high, low, rules[LIMIT], rules[EXPOSED])
    count = found >> 3
    if found & 7 == 0:
        return 0
    trace(nodes, leaves, count, paths)
    number_turns(paths[:count], high, order)
    for turn in range(count):
        order[turn] = order[turn] << PLACE_BITS | turn
    sort(order, count)
    return int(count)


@kernel
def sort(numbers: Ints, count: int) -> None:
    """Sorts the first numbers in place (Shell's method: no memory, and fast on a few hundred)."""
    gap = 1
    while gap < count // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for place in range(gap, count):
            number, free = numbers[place], place
            while free >= gap and numbers[free - gap] > number:
                numbers[free] = numbers[free - gap]
                free -= gap
            numbers[free] = number
        gap //= 3


@kernel
def make_steps(board: Cells, me: int, codes: Ints, count: int) -> None:
    """[AK-3.1] Makes the steps of a listed turn."""
    for step in range(count):
        code = codes[step]
        if code != 0:
            checker = code >> 10 & 7
            lift(board, code & 31, checker, me)
            put(board, code >> 5 & 31, checker, me, code >> 16 & 7)


@kernel
def play_lanes(
    boards: Rows,
    ends: Rows,
    seats: Ints,
    dice: Rows,
    rules: Ints,
    kept: Rows,
    kept_turns: "NDArray[np.int64]",
    counts: Ints,
    chosen: Ints,
    rewards: Floats,
    terminated: Bools,
    nodes: Rows,
    table: Ints,
    leaves: Ints,
    paths: Rows,
    order: Ints,
) -> None:
    """One turn in every lane, and [AK-11.1] who has won with it."""
    for lane in range(len(boards)):
        board, me, count = boards[lane], seats[lane], counts[lane]
        if count <= KEPT:
            make_steps(board, me, kept_turns[lane, place_of(kept[lane], count, chosen[lane])], STEPS)
        else:
            high, low = dice[lane, HIGH], dice[lane, LOW]
            list_turns(board, me, high, low, rules, nodes, table, leaves, paths, order)
            path = paths[turn_of(order, count, chosen[lane])]
            make_steps(board, me, path[1:], path[0])
        won = is_won(board[TRAY + me])
        terminated[lane] = won
        rewards[lane] = 0
        if won:
            for cell in range(CELLS):
                ends[lane, cell] = board[cell]
            rewards[lane, me], rewards[lane, 1 - me] = 1, -1


@kernel
def roll_lanes(
    boards: Rows,
    start: Cells,
    seats: Ints,
    dice: Rows,
    rules: Ints,
    streams: Rows,
    terminated: Bools,
    kept: Rows,
    kept_turns: "NDArray[np.int64]",
    counts: Ints,
    nodes: Rows,
    table: Ints,
    leaves: Ints,
    paths: Rows,
    order: Ints,
) -> None:
    """The next roll that can be played in every lane; [AK-5.4] one that cannot is passed."""
    for lane in range(len(boards)):
        opens = terminated[lane]
        if opens:
            for cell in range(CELLS):
                boards[lane, cell] = start[cell]
        count = 0
        while count == 0:
            seats[lane] = open_roll(dice[lane], streams[lane]) if opens else 1 - seats[lane]
            if not opens:
                turn_roll(dice[lane], streams[lane])
            opens = False
            board, me, high, low = boards[lane], seats[lane], dice[lane, HIGH], dice[lane, LOW]
            count = list_turns(board, me, high, low, rules, nodes, table, leaves, paths, order)
        counts[lane] = count
        for turn in range(min(count, KEPT)):
            kept[lane, turn] = order[turn] >> PLACE_BITS
            path = paths[order[turn] & PLACES]
            for step in range(STEPS):
                kept_turns[lane, turn, step] = path[1 + step] if step < path[0] else 0


@kernel
def turn_roll(dice: Ints, stream: Ints) -> int:
    """[AK-2.5] Rolls both dice and puts the larger one first; 1 if that was the first one, -1 the second."""
    first, second = below(stream, 6) + 1, below(stream, 6) + 1
    dice[HIGH], dice[LOW] = max(first, second), min(first, second)
    return (first > second) - (first < second)


@kernel
def open_roll(dice: Ints, stream: Ints) -> int:
    """[AK-2.3] The seat with the higher opening die begins; [AK-2.2] equal ones are rolled again."""
    higher = turn_roll(dice, stream)
    while higher == 0:
        higher = turn_roll(dice, stream)
    return 0 if higher > 0 else 1


@kernel
def show_lanes(boards: Rows, seats: Ints, dice: Rows, planes: Floats, vectors: Floats) -> None:
    """What the seat to move sees in every lane: the board, and in the vector what changes in one game."""
    for lane in range(len(boards)):
        planes[lane] = 0
        draw_points(boards[lane], seats[lane], planes[lane])
        count_beside(boards[lane], seats[lane], vectors[lane])
        vectors[lane, COUNTS : COUNTS + 6] = 0
        vectors[lane, COUNTS + dice[lane, HIGH] - 1] += 1
        vectors[lane, COUNTS + dice[lane, LOW] - 1] += 1


@kernel
def pick_lanes(kept: Rows, counts: Ints, streams: Rows, actions: Ints) -> None:
    """A legal action for each lane; where not all are kept, -1 less its place in the list."""
    for lane in range(len(actions)):
        place = below(streams[lane], counts[lane])
        actions[lane] = kept[lane, place] if counts[lane] <= KEPT else -1 - place


@kernel
def mask_lanes(kept: Rows, counts: Ints, weight: int, masks: "NDArray[np.int8]") -> None:
    """The first choices of the lanes whose turns are kept."""
    for lane in range(len(counts)):
        if counts[lane] <= KEPT:
            for turn in range(counts[lane]):
                masks[lane, kept[lane, turn] // weight] = 1
