"""The arrays of n lanes, in memory of one's own or in memory that several processes share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteka.encoding.choices import Actions
from ludoteka.encoding.encoder import Box, Observation

Make = Callable[[tuple[int, ...], Any], NDArray[Any]]


@dataclass(frozen=True)
class Arrays:
    """What is known of n lanes after a step, and what is to be done next."""

    seat: NDArray[np.int64]  # who is to act in each lane
    counts: NDArray[np.int64]  # how many actions are legal
    observations: Observation  # arrays of n rows
    rewards: NDArray[np.float32]  # of the last step: (n, seats)
    terminated: NDArray[np.bool_]
    scores: NDArray[np.int64]  # of the matches that ended in the last step: (n, seats)
    streams: NDArray[np.int64]  # of chance, and below of the samplers: (n, 2)
    samplers: NDArray[np.int64]
    actions: Actions

    def part(self, begin: int, end: int) -> "Arrays":
        """The same memory, some lanes of it."""
        seen = {key: array[begin:end] for key, array in self.observations.items()}
        others = {key: value[begin:end] for key, value in vars(self).items() if key != "observations"}
        return Arrays(observations=seen, **others)


def arrays_of(n: int, boxes: Mapping[str, Box], seats: int, make: Make = np.zeros) -> Arrays:
    """Arrays for n lanes, each made by `make(shape, dtype)`."""
    return Arrays(
        seat=make((n,), np.int64),
        counts=make((n,), np.int64),
        observations={key: make((n, *box.shape), np.float32) for key, box in boxes.items()},
        rewards=make((n, seats), np.float32),
        terminated=make((n,), np.bool_),
        scores=make((n, seats), np.int64),
        streams=make((n, 2), np.int64),
        samplers=make((n, 2), np.int64),
        actions=make((n,), np.int64),
    )


def carver(memory: Any) -> Make:
    """Makes arrays one behind the other in given memory."""
    used = 0

    def make(shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
        nonlocal used
        array = np.frombuffer(memory, dtype, prod(shape), used).reshape(shape)
        used += aligned(array.nbytes)
        return array

    return make


def size_of(n: int, boxes: Mapping[str, Box], seats: int) -> int:
    """How many bytes the arrays need."""
    total = 0

    def make(shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
        nonlocal total
        total += aligned(prod(shape) * np.dtype(dtype).itemsize)
        return np.empty(0, dtype)

    arrays_of(n, boxes, seats, make)
    return total


def aligned(size: int) -> int:
    """Up to whole cache lines."""
    return (size + 63) // 64 * 64
