"""Many games of Abstrakto at once, for learners: what `encoding` says of one state, kernels say of n of them.

A lane is a packed state (see kernels.py). Actions are those of the encoder: y * side + x, then the swap.
"""

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.game import Drawn
from ludoteka.core.kernel import kernel
from ludoteka.encoding.quick_chance import below
from ludoteka.games.abstrakto import turns
from ludoteka.games.abstrakto.encoding import PLANES, VECTOR, AbstraktoEncoder, encoder_for
from ludoteka.games.abstrakto.fast.kernels import (
    BLUE,
    DESK,
    FREE,
    HANDS,
    SCRATCH,
    SIZE,
    SKIPPED,
    STRIDE,
    SWAP,
    SWAPPED,
    TALLY,
    TURN,
    Ints,
    can_seat_swap,
    ones,
    pack,
    slots_row,
    step,
    weigh,
)
from ludoteka.games.abstrakto.types import COLOURS, State

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
FREE_PLANE = PLANES.index("free points")
SETS, TURNS, SKIPS, SWAPS, SWAPPED_AT = 8, 11, 13, 15, 16  # places in the encoder's vector
ACROSS = 19  # how kernels number points, whatever the size of the board


class AbstraktoLanes:
    """n games that begin with the same state and are reset by themselves."""

    seats = 2

    def __init__(self, state: State, n: int, encoder: AbstraktoEncoder) -> None:
        self.boxes, self.choices = encoder.boxes, encoder.choices
        self._starts = np.stack([pack(one) for one in _starts(state)])
        self._desks = np.zeros((n, DESK), np.int64)
        self._streams = np.ones((n, 2), np.int64)
        self.seat, self.counts = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self.rewards = np.zeros((n, 2), np.float32)
        self.scores = np.zeros((n, 2), np.int64)
        self.terminated = np.zeros(n, np.bool_)
        self._planes = np.zeros((n, *self.boxes["planes"].shape), np.float32)
        self._vector = np.zeros((n, len(VECTOR)), np.float32)
        self._planes[:] = encoder.observe(state, 0)["planes"]  # the planes of the types never change
        self._vector[:, SETS : SETS + 3] = state.tiles
        self.observations = {"planes": self._planes, "vector": self._vector}

    def reset(self, streams: Ints, begin: int, end: int) -> None:
        """New games; chance follows these streams."""
        self._streams[begin:end] = streams[begin:end]
        part = slice(begin, end)
        start_lanes(self._desks[part], self._starts, self._streams[part])
        show_lanes(
            self._desks[part], self.seat[part], self.counts[part], self._planes[part], self._vector[part]
        )

    def wrong(self, actions: Ints) -> int:
        """The first lane whose action is not legal, or -1."""
        return int(find_wrong(self._desks, actions))

    def step(self, actions: Ints, begin: int, end: int) -> None:
        """One move in every lane."""
        part = slice(begin, end)
        desks = self._desks[part]
        play_lanes(desks, actions[part], self.rewards[part], self.terminated[part], self.scores[part])
        restart_lanes(desks, self._starts, self._streams[part])
        show_lanes(desks, self.seat[part], self.counts[part], self._planes[part], self._vector[part])

    def finish(self) -> None:
        """Nothing is left to do."""

    def legal(self, lane: int) -> Ints:
        """The legal actions of a lane, ascending."""
        mask = np.zeros((1, self.choices.count), np.int8)
        mask_lanes(self._desks[lane : lane + 1], mask)
        legal: Ints = mask[0].nonzero()[0]
        return legal

    def sample(self, streams: Ints, actions: Ints, begin: int, end: int) -> None:
        """A legal action for each lane."""
        part = slice(begin, end)
        sample_lanes(self._desks[part], self.counts[part], streams[part], actions[part])

    def fill_masks(self, masks: NDArray[np.int8]) -> None:
        """The legal actions of all lanes as masks."""
        mask_lanes(self._desks, masks)


def lanes_of(state: State, n: int) -> AbstraktoLanes | None:
    """Lanes for games in which nothing is discarded by chance or in secret."""
    if state.phase not in ("start", "play") or state.discard != "agreed":
        return None
    return AbstraktoLanes(state, n, encoder_for(state.size))


def _starts(state: State) -> list[State]:
    """[AS-2.5] The states in which somebody is to move first, as chance orders them."""
    if state.turn is not None:
        return [state]
    return [turns.apply(state, Drawn(colour)) for colour in COLOURS]


@kernel
def start_lanes(desks: Ints, starts: Ints, streams: Ints) -> None:
    """A new game in every lane."""
    for lane in range(len(desks)):
        which = below(streams[lane], 2) if len(starts) > 1 else 0
        for number in range(DESK):
            desks[lane, number] = starts[which, number]


@kernel
def restart_lanes(desks: Ints, starts: Ints, streams: Ints) -> None:
    """A new game where one is over."""
    for lane in range(len(desks)):
        if desks[lane, TURN] < 0:
            start_lanes(desks[lane : lane + 1], starts, streams[lane : lane + 1])


@kernel
def numbered(action: int, side: int) -> int:
    """The number that `step` knows an action by."""
    if action >= side * side:
        return SWAP + action - side * side
    return action // side * ACROSS + action % side


@kernel
def is_open(desk: Ints, action: int) -> bool:
    """Whether an action is legal."""
    side = 2 * desk[SIZE] + 1
    if action < 0 or action > side * side:
        return False
    if action == side * side:
        return can_seat_swap(desk)
    return bool(slots_row(desk, desk[TURN], action // side + 1) >> action % side & 1)


@kernel
def find_wrong(desks: Ints, actions: Ints) -> int:
    """The first lane whose action is not legal, or -1."""
    for lane in range(len(desks)):
        if not is_open(desks[lane], actions[lane]):
            return lane
    return -1


@kernel
def play_lanes(desks: Ints, actions: Ints, rewards: Floats, terminated: Bools, scores: Ints) -> None:
    """One move in every lane; where that ended the game, what it brought."""
    scratch, tally = np.zeros(SCRATCH, np.int64), np.zeros(TALLY, np.int64)
    for lane in range(len(desks)):
        desk = desks[lane]
        step(desk, numbered(actions[lane], 2 * desk[SIZE] + 1))
        terminated[lane] = desk[TURN] < 0
        rewards[lane] = 0
        scores[lane] = 0
        if desk[TURN] < 0:
            verdict = weigh(desk, scratch, tally)
            won = (verdict > 0) - (verdict < 0)
            rewards[lane, 0], rewards[lane, 1] = won, -won
            scores[lane, 0], scores[lane, 1] = tally[0], tally[1]


@kernel
def show_lanes(desks: Ints, seats: Ints, counts: Ints, planes: Floats, vectors: Floats) -> None:
    """What the seat to move sees in every lane, and how many moves it has."""
    for lane in range(len(desks)):
        desk = desks[lane]
        seat = desk[TURN]
        seats[lane] = seat
        counts[lane] = draw_planes(desk, seat, planes[lane])
        write_vector(desk, seat, vectors[lane])


@kernel
def draw_planes(desk: Ints, seat: int, planes: Floats) -> int:
    """Own tiles, the other's and the free points; returns how many moves there are."""
    side = 2 * desk[SIZE] + 1
    count = 1 if can_seat_swap(desk) else 0
    for y in range(side):
        own = desk[BLUE + STRIDE * seat + y + 1]
        other = desk[BLUE + STRIDE * (1 - seat) + y + 1]
        free = desk[FREE + y + 1]
        count += ones(slots_row(desk, seat, y + 1))
        for x in range(side):
            planes[0, y, x] = own >> x & 1
            planes[1, y, x] = other >> x & 1
            planes[FREE_PLANE, y, x] = free >> x & 1
    return count


@kernel
def write_vector(desk: Ints, seat: int, vector: Floats) -> None:
    """The numbers of the encoder's vector, while a seat is to move."""
    for order in range(2):
        hand = HANDS + 3 * (seat if order == 0 else 1 - seat)
        vector[6 + order] = desk[hand] + desk[hand + 1] + desk[hand + 2]
        for kind in range(3):
            vector[3 * order + kind] = desk[hand + kind]
    vector[TURNS] = 1
    vector[SKIPS] = desk[SKIPPED] == seat
    vector[SKIPS + 1] = desk[SKIPPED] == 1 - seat
    vector[SWAPS] = can_seat_swap(desk)
    vector[SWAPPED_AT] = desk[SWAPPED]


@kernel
def mask_lanes(desks: Ints, masks: NDArray[np.int8]) -> None:
    """The legal actions of every lane."""
    for lane in range(len(desks)):
        desk, mask = desks[lane], masks[lane]
        side = 2 * desk[SIZE] + 1
        mask[:] = 0
        for y in range(side):
            row = slots_row(desk, desk[TURN], y + 1)
            for x in range(side):
                mask[y * side + x] = row >> x & 1
        mask[side * side] = can_seat_swap(desk)


@kernel
def sample_lanes(desks: Ints, counts: Ints, streams: Ints, actions: Ints) -> None:
    """A legal action for each lane: the n-th in order, where n is drawn from the stream."""
    for lane in range(len(desks)):
        desk = desks[lane]
        side = 2 * desk[SIZE] + 1
        wanted = below(streams[lane], counts[lane])
        actions[lane] = side * side
        for y in range(side):
            row = slots_row(desk, desk[TURN], y + 1)
            here = ones(row)
            if wanted < here:
                actions[lane] = y * side + nth_bit(row, wanted)
                break
            wanted -= here


@kernel
def nth_bit(row: int, wanted: int) -> int:
    """The place of a set bit, counted from 0."""
    for _ in range(wanted):
        row &= row - 1
    return ones((row & -row) - 1)
