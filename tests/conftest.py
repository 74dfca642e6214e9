"""Which failures are looked at a second time (decision 405)."""

from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
# Processes, sockets, browsers: of thousands, one may come too late on a busy machine.
BUSY = ("server", "web")
# What was lost or seen once is lost or seen: these files of tests/server must pass at once.
PROOFS = (
    "chaos",
    "copies",
    "daily",
    "faults",
    "forgetting",
    "keeping",
    "leaks",
    "looking",
    "many_processes",
    "never_wrong",
    "safety",
    "visibility",
)


def is_tried_again(path: Path) -> bool:
    """Whether a failure of this file may have been the machine's."""
    place = path.relative_to(TESTS)
    return place.parts[0] in BUSY and not place.stem.removeprefix("test_").startswith(PROOFS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One more try, told in the summary with its traceback; `addopts` bounds how many there are in a run."""
    for item in items:
        if is_tried_again(item.path):
            item.add_marker(pytest.mark.flaky(reruns=1))
