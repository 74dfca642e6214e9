"""Which test calls which function: a plugin for pytest that writes it down, and the reader of its notes.

Kernels that run compiled call nothing that could be seen: a fault there is shown to all tests of its module.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

NOTES = "LUDOTEKA_MUTANTS_NOTES"  # the file to write to
WATCHED = "LUDOTEKA_MUTANTS_WATCHED"  # the files whose functions are watched

_watched = frozenset(os.environ.get(WATCHED, "").split(os.pathsep))
_called: set[tuple[str, str]] = set()
_notes: list[dict[str, Any]] = []
_passed: dict[str, bool] = {}


def _see(frame: FrameType, _event: str, _argument: object) -> None:
    code = frame.f_code
    if code.co_filename in _watched:
        _called.add((code.co_filename, code.co_qualname))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    _called.clear()
    threading.settrace(_see)  # it answers None: no lines, only calls
    sys.settrace(_see)
    began = time.perf_counter()
    try:
        return (yield)
    finally:
        sys.settrace(None)
        took = time.perf_counter() - began
        _notes.append({"test": item.nodeid, "took": took, "calls": sorted(_called)})


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _passed[report.nodeid] = _passed.get(report.nodeid, True) and report.passed


def pytest_sessionfinish() -> None:
    kept = [note for note in _notes if _passed.get(note["test"])]
    Path(os.environ[NOTES]).write_text(json.dumps(kept), "utf-8")


@dataclass(frozen=True)
class Reach:
    """What a run of the tests has shown."""

    tests: dict[str, float]  # and how long each took
    calls: dict[tuple[str, str], frozenset[str]]

    @classmethod
    def read(cls, notes: Iterable[Path]) -> "Reach":
        found = [note for file in notes for note in json.loads(file.read_text("utf-8"))]
        calls: dict[tuple[str, str], set[str]] = {}
        for note in found:
            for path, function in note["calls"]:
                calls.setdefault((path, function), set()).add(note["test"])
        return cls(
            {note["test"]: note["took"] for note in found},
            {place: frozenset(tests) for place, tests in calls.items()},
        )

    def of(self, path: Path, function: str, seconds: float) -> list[str]:
        """Tests for a fault in this function, the most telling first, as many as run in so many seconds.

        Those that call the function come before those that only call its module, short ones before long.
        """
        near = self.calls.get((str(path), function), frozenset())
        far = frozenset[str]().union(*(tests for (file, _), tests in self.calls.items() if file == str(path)))
        ordered = sorted(far or self.tests, key=lambda test: (test not in near, self.tests[test], test))
        chosen: list[str] = []
        left = seconds
        for test in ordered:
            left -= self.tests[test]
            if left < 0 and chosen:
                break
            chosen.append(test)
        return chosen
