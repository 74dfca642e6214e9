"""Which test runs which line: a plugin for pytest that writes it down, and the reader of its notes."""

import json
import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, TypeAlias

import pytest

NOTES = "LUDOTEKA_MUTANTS_NOTES"  # the file to write to
WATCHED = "LUDOTEKA_MUTANTS_WATCHED"  # the files whose lines are watched
LIMIT_S = "LUDOTEKA_MUTANTS_LIMIT"  # seconds of work after which a test is broken off, and not asked later

Place: TypeAlias = tuple[str, int]  # a file and a line

_watched = frozenset(os.environ.get(WATCHED, "").split(os.pathsep))
_seen: set[Place] = set()
_notes: list[dict[str, Any]] = []
_passed: dict[str, bool] = {}
_too_long = Counter[str]()  # cases of a test that were broken off
CASES = 2  # of a test that take too long: then its other cases are not run, as they take as long


class TooLong(BaseException):
    """Not an Exception: a library that looks for failing examples would run the test again and again."""


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise TooLong


def _test_of(item: pytest.Item) -> str:
    """The test, whatever the case."""
    return item.nodeid.partition("[")[0]


def _see(frame: FrameType, _event: str, _argument: object) -> Any:
    file = frame.f_code.co_filename
    if file not in _watched:
        return None
    _seen.add((file, frame.f_lineno))
    return _see


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    _seen.clear()
    signal.signal(signal.SIGPROF, _stop)
    threading.settrace(_see)
    sys.settrace(_see)
    began = time.perf_counter()
    signal.setitimer(signal.ITIMER_PROF, float(os.environ.get(LIMIT_S, 0)))
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        sys.settrace(None)
        took = time.perf_counter() - began
        lines: dict[str, list[int]] = {}
        for file, line in sorted(_seen.copy()):
            lines.setdefault(file, []).append(line)
        _notes.append({"test": item.nodeid, "took": took, "lines": lines})


def pytest_runtest_setup(item: pytest.Item) -> None:
    if _too_long[_test_of(item)] >= CASES:
        pytest.skip("Other cases of this test took too long.")


def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    if call.excinfo is not None and call.excinfo.errisinstance(TooLong):
        _too_long[_test_of(item)] += 1


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _passed[report.nodeid] = _passed.get(report.nodeid, True) and report.passed


def pytest_sessionfinish() -> None:
    kept = [note for note in _notes if _passed.get(note["test"])]
    Path(os.environ[NOTES]).write_text(json.dumps(kept), "utf-8")


@dataclass(frozen=True)
class Reach:
    """What a run of the tests has shown."""

    tests: dict[str, float]  # and how long each took
    lines: dict[Place, frozenset[str]]
    breadth: dict[str, int]  # how many lines a test runs: who runs few is about them

    @classmethod
    def read(cls, notes: Iterable[Path]) -> "Reach":
        found = [note for file in notes for note in json.loads(file.read_text("utf-8"))]
        lines: dict[Place, set[str]] = {}
        for note in found:
            for place in _places(note):
                lines.setdefault(place, set()).add(note["test"])
        return cls(
            {note["test"]: note["took"] for note in found},
            {place: frozenset(tests) for place, tests in lines.items()},
            {note["test"]: sum(map(len, note["lines"].values())) for note in found},
        )

    def of(self, path: Path, line: int, function: range, seconds: float) -> list[str]:
        """Tests for a fault in this line, the most telling first, as many as run in so many seconds.

        Those that run the line come first; then, for a quarter of the time, those that run its function or
        only its module: something made once may serve later tests.
        """
        file = str(path)
        on_line = self.lines.get((file, line), frozenset())
        inside = self._union(place for place in self.lines if place[0] == file and place[1] in function)
        around = self._union(place for place in self.lines if place[0] == file) or frozenset(self.tests)
        near = on_line or inside or around
        chosen = self._within(near, seconds)
        if len(chosen) < len(near):
            return chosen
        far = self._within(inside - near, seconds / 4)
        return chosen + far + self._within(around - inside - near, seconds / 4)

    def _union(self, places: Iterable[Place]) -> frozenset[str]:
        return frozenset[str]().union(*(self.lines[place] for place in places))

    def _ordered(self, tests: frozenset[str]) -> list[str]:
        """Short before long; of those that take alike, who runs little before who runs much."""
        return sorted(tests, key=lambda test: (round(self.tests[test], 1), self.breadth[test], test))

    def _within(self, tests: frozenset[str], seconds: float) -> list[str]:
        chosen: list[str] = []
        for test in self._ordered(tests):
            seconds -= self.tests[test]
            if seconds < 0 and chosen:
                break
            chosen.append(test)
        return chosen


def _places(note: dict[str, Any]) -> Iterator[Place]:
    lines: dict[str, Sequence[int]] = note["lines"]
    return ((file, line) for file, found in lines.items() for line in found)
