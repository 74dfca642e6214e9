"""Lanes over `Match` in several processes: Python runs in one thread at a time.

Each process has a part of the lanes. The arrays are in memory that all of them share; lists of legal actions
stay where they were made, and only those that are asked for travel.
"""

import signal
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.match import Match
from ludoteka.encoding.choices import Actions, Mask
from ludoteka.vector.arrays import arrays_of, carver, size_of
from ludoteka.vector.lane import encoder_of
from ludoteka.vector.loop import MatchLanes


def bounds(n: int, parts: int) -> list[tuple[int, int]]:
    """n lanes in at most so many parts, none of them empty."""
    places = [n * part // parts for part in range(parts + 1)]
    return [(begin, end) for begin, end in pairwise(places) if begin < end]


class WorkerLanes:
    """The same as `MatchLanes`, by processes that live until `close`."""

    def __init__(self, opening: Match[Any, Any], n: int, processes: int) -> None:
        encoder, self.seats = encoder_of(opening), opening.opening.seats
        self.boxes, self.choices = encoder.boxes, encoder.choices
        context = get_context("spawn")
        memory = context.RawArray("b", size_of(n, self.boxes, self.seats))
        self._arrays = arrays_of(n, self.boxes, self.seats, carver(memory))
        self.seat, self.counts = self._arrays.seat, self._arrays.counts
        self.observations, self.rewards = self._arrays.observations, self._arrays.rewards
        self.terminated, self.scores = self._arrays.terminated, self._arrays.scores
        self._parts = bounds(n, processes)
        self._pipes: list[Connection[Any, Any]] = []
        self._processes = []
        for begin, end in self._parts:
            ours, theirs = context.Pipe()
            told = (theirs, opening, memory, n, begin, end)
            process = context.Process(target=_work, args=told, daemon=True)
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)

    def reset(self, streams: NDArray[np.int64], begin: int, end: int) -> None:
        self._arrays.streams[begin:end] = streams[begin:end]
        self._all("reset")

    def wrong(self, actions: Actions) -> int:
        self._arrays.actions[:] = actions
        for (begin, _), found in zip(self._parts, self._all("wrong"), strict=True):
            if found >= 0:
                return begin + int(found)
        return -1

    def step(self, actions: Actions, begin: int, end: int) -> None:
        self._arrays.actions[:] = actions
        self._all("step")

    def finish(self) -> None:
        """Nothing is left to do."""

    def sample(self, streams: NDArray[np.int64], actions: Actions, begin: int, end: int) -> None:
        self._arrays.samplers[:] = streams
        self._all("sample")
        streams[:], actions[:] = self._arrays.samplers, self._arrays.actions

    def legal(self, lane: int) -> Actions:
        number = next(place for place, (_, end) in enumerate(self._parts) if lane < end)
        self._pipes[number].send(("legal", lane - self._parts[number][0]))
        found: Actions = _received(self._pipes[number])
        return found

    def fill_masks(self, masks: Mask) -> None:
        for (begin, end), filled in zip(self._parts, self._all("masks"), strict=True):
            masks[begin:end] = filled

    def close(self) -> None:
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join()

    def _all(self, word: str) -> Sequence[Any]:
        """Every process does it; what each of them answers."""
        for pipe in self._pipes:
            pipe.send((word, 0))
        return [_received(pipe) for pipe in self._pipes]


def _received(pipe: "Connection[Any, Any]") -> Any:
    try:
        worked, answer = pipe.recv()
    except EOFError:
        raise RuntimeError("A process with lanes has ended.") from None
    if not worked:
        raise answer
    return answer


# --- in a process of its own -------------------------------------------------------------------


def _work(
    pipe: "Connection[Any, Any]", opening: Match[Any, Any], memory: Any, n: int, begin: int, end: int
) -> None:
    """Does what it is told; Ctrl-C is for whoever started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    part = Part(opening, memory, n, begin, end)
    with suppress(EOFError, OSError):  # nobody is there any more
        while True:
            word, lane = pipe.recv()
            pipe.send(_answer(part, word, lane))


def _answer(part: "Part", word: str, lane: int) -> tuple[bool, Any]:
    try:
        return True, getattr(part, word)(lane)
    except Exception as error:  # noqa: BLE001 - whoever asked gets to know
        return False, error


class Part:
    """Some of the lanes, and the words that are said to them."""

    def __init__(self, opening: Match[Any, Any], memory: Any, n: int, begin: int, end: int) -> None:
        encoder = encoder_of(opening)
        everything = arrays_of(n, encoder.boxes, opening.opening.seats, carver(memory))
        self._arrays = everything.part(begin, end)
        self._lanes = MatchLanes(opening, end - begin, self._arrays)
        self._n = end - begin

    def reset(self, _: int) -> None:
        self._lanes.reset(self._arrays.streams, 0, self._n)

    def wrong(self, _: int) -> int:
        return self._lanes.wrong(self._arrays.actions)

    def step(self, _: int) -> None:
        self._lanes.step(self._arrays.actions, 0, self._n)

    def sample(self, _: int) -> None:
        self._lanes.sample(self._arrays.samplers, self._arrays.actions, 0, self._n)

    def legal(self, lane: int) -> Actions:
        return self._lanes.legal(lane)

    def masks(self, _: int) -> Mask:
        masks = np.zeros((self._n, self._lanes.choices.count), np.int8)
        self._lanes.fill_masks(masks)
        return masks
