"""A quick random source for learners: the same numbers compiled and in plain Python, but not verifiable.

Matches between people draw from `chance.Source`, which can be checked afterwards and costs microseconds a
number. Learners throw dice hundreds of thousands of times a second and trust themselves: this is L'Ecuyer's
combination of two multiplicative generators (Communications of the ACM 31, 1988), period about 2.3e18, whose
products fit into 64 bits everywhere. A stream is two numbers in an array, so kernels can go on with it.
"""

import hashlib

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.chance import Source
from ludoteka.core.kernel import shared

Stream = NDArray[np.int64]

FIRST, SECOND = 2_147_483_563, 2_147_483_399
SPAN = FIRST - 1  # `advance` gives 0 to SPAN - 1, each equally likely


@shared
def advance(stream: Stream) -> int:
    """The next number of a stream, which goes on."""
    stream[0] = stream[0] * 40_014 % FIRST
    stream[1] = stream[1] * 40_692 % SECOND
    return int((stream[0] - stream[1]) % SPAN)


@shared
def below(stream: Stream, bound: int) -> int:
    """A whole number from 0 to bound-1 (at most SPAN), each equally likely: by rejection, no modulo bias."""
    limit = SPAN // bound * bound
    number = advance(stream)
    while number >= limit:
        number = advance(stream)
    return number % bound


def stream_of(seed: int, lane: int = 0) -> tuple[int, int]:
    """Where the stream of a seed and a lane begins."""
    digest = hashlib.sha256(f"ludoteka stream {seed} {lane}".encode()).digest()
    first, second = int.from_bytes(digest[:8], "big"), int.from_bytes(digest[8:16], "big")
    return 1 + first % (FIRST - 1), 1 + second % (SECOND - 1)


class QuickSource(Source):
    """A stream as a source that chance can be sampled from."""

    __slots__ = ("stream",)

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def below(self, bound: int) -> int:
        if bound <= 0:
            raise ValueError("The bound must be at least 1.")
        if bound <= SPAN:
            return int(below(self.stream, bound))
        limit = SPAN * SPAN // bound * bound
        while True:
            number = advance(self.stream) * SPAN + advance(self.stream)
            if number < limit:
                return number % bound
