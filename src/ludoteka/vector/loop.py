"""Lanes over `Match`, for every game and every option: the numbers that lanes in kernels have to equal."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.match import Match
from ludoteka.encoding.choices import Actions, Mask
from ludoteka.encoding.rewards import rewards_of
from ludoteka.vector.arrays import Arrays, arrays_of
from ludoteka.vector.lane import Lane, encoder_of


class MatchLanes:
    """n lanes, one after the other, in the arrays given or in new ones."""

    def __init__(self, opening: Match[Any, Any], n: int, arrays: Arrays | None = None) -> None:
        encoder, self.seats = encoder_of(opening), opening.opening.seats
        self.boxes, self.choices = encoder.boxes, encoder.choices
        given = arrays or arrays_of(n, self.boxes, self.seats)
        self.seat, self.counts, self.observations = given.seat, given.counts, given.observations
        self.rewards, self.terminated, self.scores = given.rewards, given.terminated, given.scores
        self._streams = np.ones((n, 2), np.int64)
        self._lanes = [Lane(opening, stream) for stream in self._streams]

    def reset(self, streams: NDArray[np.int64], begin: int, end: int) -> None:
        self._streams[begin:end] = streams[begin:end]
        for number in range(begin, end):
            self._lanes[number].reset()
            self._show(number)

    def wrong(self, actions: Actions) -> int:
        for number, lane in enumerate(self._lanes):
            if not lane.allows(int(actions[number])):
                return number
        return -1

    def step(self, actions: Actions, begin: int, end: int) -> None:
        for number in range(begin, end):
            ended = self._lanes[number].step(int(actions[number]))
            self.terminated[number] = ended is not None
            self.rewards[number] = 0 if ended is None else rewards_of(ended)
            self.scores[number] = 0 if ended is None else ended.scores
            self._show(number)

    def finish(self) -> None:
        """Nothing is left to do."""

    def legal(self, lane: int) -> Actions:
        return self._lanes[lane].actions

    def sample(self, streams: NDArray[np.int64], actions: Actions, begin: int, end: int) -> None:
        for number in range(begin, end):
            actions[number] = self._lanes[number].sample(streams[number])

    def fill_masks(self, masks: Mask) -> None:
        for number, lane in enumerate(self._lanes):
            masks[number] = self.choices.mask(lane.actions)

    def _show(self, number: int) -> None:
        lane = self._lanes[number]
        self.seat[number], self.counts[number] = lane.seat, len(lane.actions)
        for key, array in lane.observe().items():
            self.observations[key][number] = array
