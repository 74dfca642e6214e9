"""A failure is looked at twice only where it may have been the machine's."""

import pytest
from tests.architecture.places import ROOT
from tests.conftest import is_tried_again

TESTS = ROOT / "tests"
# Kills, leaks, visibility, sealed boards, copies, and what is forgotten: written down here once more.
PROOFS = [
    *("chaos", "chaos_ratings", "many_processes", "never_wrong", "faults"),
    *("leaks", "looking", "visibility", "safety", "keeping"),
    *("daily", "copies", "forgetting"),
]


@pytest.mark.parametrize("folder", ["core", "games", "contract", "examples", "cli", "players"])
def test_what_needs_no_other_process_must_pass_at_once(folder: str) -> None:
    assert not any(is_tried_again(path) for path in (TESTS / folder).rglob("test_*.py"))


@pytest.mark.parametrize("name", PROOFS)
def test_what_is_lost_or_seen_once_is_a_failure(name: str) -> None:
    file = TESTS / "server" / f"test_{name}.py"
    assert file.is_file(), "this proof has moved"
    assert not is_tried_again(file)


def test_browsers_and_sockets_have_a_second_try() -> None:
    assert is_tried_again(TESTS / "web" / "test_screens.py")
    assert is_tried_again(TESTS / "server" / "test_archive.py")
