"""A contest from the first bout to the last, to the end of the time, or until its question is decided.

Results are taken in the order of the bouts, whichever was ready first: the same seed gives the same results
and the same early end, with any number of processes.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from itertools import islice
from math import inf
from time import monotonic

from ludoteka.arena.contest import Bout, Contest, PlayedBout
from ludoteka.arena.matches import play
from ludoteka.arena.sequential import Test


@dataclass(frozen=True, slots=True)
class ContestLimits:
    """When a contest ends: after some bouts per pairing, after some time, or when a test is decided."""

    bouts: int
    seconds: float | None = None
    test: Test | None = None


def run(
    contest: Contest,
    limits: ContestLimits,
    executor: Executor,
    ahead: int = 0,
    before: Iterable[PlayedBout] = (),
    each: Callable[[PlayedBout], None] | None = None,
) -> list[PlayedBout]:
    """All that was played, including earlier runs; `each` is told every new bout at once."""
    known = {played.bout: played for played in before}
    wanted = list(contest.bouts(limits.bouts))
    found: list[PlayedBout] = []
    asked = _asked(contest, [bout for bout in wanted if bout not in known], limits, executor, ahead)
    for bout in wanted:
        if bout not in known:
            new = next(asked, None)
            if new is None:
                break
            if each is not None:
                each(new)
            known[bout] = new
        found.append(known[bout])
        if limits.test is not None and limits.test.is_decided(found):
            break
    asked.close()
    return found


def _asked(
    contest: Contest, bouts: list[Bout], limits: ContestLimits, executor: Executor, ahead: int
) -> Generator[PlayedBout]:
    """New bouts in their order, some asked for ahead; once the time is up, none that is not begun."""
    end = inf if limits.seconds is None else monotonic() + limits.seconds
    pending: deque[Future[PlayedBout]] = deque()
    left = iter(bouts)
    try:
        while True:
            if monotonic() >= end:
                pending = deque(future for future in pending if not future.cancel())
            else:
                pending += (
                    executor.submit(play, contest, bout) for bout in islice(left, ahead + 1 - len(pending))
                )
            if not pending:
                return
            yield pending.popleft().result()
    finally:
        for future in pending:
            future.cancel()
