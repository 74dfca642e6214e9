"""The only place in the server that reads the time.

Match time is a pure function of wall time, the start of the match, and the outages: spans in which no server
process was alive. So every process, even the same one after a crash, tells the same time, and nobody's
clock runs while there is nothing to play on.
"""

import time
from collections.abc import Callable, Iterable

from ludoteka.core.game import Millis

Now = Callable[[], Millis]


def steady_clock() -> Now:
    """Wall time that never jumps: read once, then advanced by the monotonic clock."""
    base = time.time_ns() // 1_000_000
    start = time.monotonic_ns() // 1_000_000
    return lambda: base + time.monotonic_ns() // 1_000_000 - start


class Timekeeper:
    """Wall time and match time, both in whole milliseconds."""

    def __init__(self, now: Now | None = None, outages: Iterable[tuple[Millis, Millis]] = ()) -> None:
        self.now: Now = now or steady_clock()
        self.outages = sorted(outages)

    def learn(self, outages: Iterable[tuple[Millis, Millis]]) -> None:
        """Takes in outages, some of which may be known."""
        self.outages = sorted({*self.outages, *outages})

    def match_time(self, started: Millis, wall: Millis | None = None) -> Millis:
        """How long a match has been going on at a moment, without outages."""
        until = self.now() if wall is None else wall
        lost = sum(max(0, min(end, until) - max(begin, started)) for begin, end in self.outages)
        return max(0, until - started - lost)

    def start_for(self, wall: Millis, at: Millis) -> Millis:
        """When a match must have started to have gone on for `at` at this wall time, outages left out."""
        left, cursor = at, wall
        for begin, end in reversed(self.outages):
            if begin >= cursor:
                continue
            lived = max(0, cursor - end)
            if left <= lived:
                break
            left, cursor = left - lived, begin
        return cursor - left

    def wall_time(self, started: Millis, at: Millis) -> Millis:
        """The wall time of a moment of a match: the inverse of `match_time`."""
        wall = started + at
        for begin, end in self.outages:
            if end > started and begin < wall:
                wall += end - max(begin, started)
        return wall
