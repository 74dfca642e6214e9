"""How we measure: CPU time, best of several repeats, with the spread beside it. Never in tests."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import median
from time import process_time


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number; `spread` is how far apart the repeats were, in the same unit."""

    name: str
    value: float
    spread: float = 0.0


Figures = Iterator[Figure]


def seconds(work: Callable[[], object]) -> float:
    """CPU seconds of one call."""
    start = process_time()
    work()
    return process_time() - start


def rate(name: str, work: Callable[[], int], repeats: int = 5) -> Figure:
    """How many things per second `work` does (it returns how many it did). Best of the repeats."""
    work()  # compiles, fills caches
    rates = []
    for _ in range(repeats):
        start = process_time()
        number = work()
        rates.append(number / max(process_time() - start, 1e-9))
    return Figure(name, max(rates), max(rates) - min(rates))


def each(cases: Sequence[Callable[[], object]], repeats: int = 5) -> list[float]:
    """The best CPU seconds of each case."""
    for case in cases:
        case()
    return [min(seconds(case) for _ in range(repeats)) for case in cases]


def quantiles(prefix: str, unit: float, times: Sequence[float], p99: bool = True) -> Figures:
    """`<prefix>.median_<unit>` and `.p99_<unit>`; unit 1e3 gives ms, 1e6 us."""
    word = {1e3: "ms", 1e6: "us"}[unit]
    ordered = sorted(times)
    spread = (ordered[-1] - ordered[0]) * unit
    yield Figure(f"{prefix}.median_{word}", median(ordered) * unit, spread)
    if p99:
        place = max(0, ceil(len(ordered) * 0.99) - 1)
        yield Figure(f"{prefix}.p99_{word}", ordered[place] * unit, spread)
