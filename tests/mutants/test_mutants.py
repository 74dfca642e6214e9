"""The tool that plants faults: what it changes, whom it asks, and that every explanation still fits."""

import ast
import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tests.mutants.__main__ import EXPLAINED, explained, is_explained, mutants
from tests.mutants.changes import planted, sites
from tests.mutants.groups import GROUPS, ROOT
from tests.mutants.reach import Reach
from tests.mutants.trial import Fault, Trial

SOURCE = '''
"""A module."""
import log

LIMIT = 3

class Shelf:
    @property
    def is_full(self) -> bool | None:
        """Whether nothing fits any more."""
        return self.books >= 2 and not self.is_open

def sell(books: int = 1) -> int:
    log.info("sold %d", 7)
    assert books < 9
    if books < 0:
        raise ValueError(books)
    for _ in range(books):
        if is_torn(books):
            continue
        wrap(books)
    return min(books + 4, LIMIT)
'''


def test_each_operator_number_and_statement_is_a_place_for_a_fault() -> None:
    found = [(site.function, site.text.partition(" in ")[0]) for site in sites(ast.parse(SOURCE))]
    assert found == [
        ("", "3 -> 4"),
        ("Shelf.is_full", "self.books >= 2 and (not self.is_open) -> self.books >= 2 or not self.is_open"),
        ("Shelf.is_full", "self.books >= 2 -> self.books > 2"),
        ("Shelf.is_full", "2 -> 3"),
        ("sell", "1 -> 2"),
        ("sell", "raise ValueError(books) -> pass"),
        ("sell", "books < 0 -> books <= 0"),
        ("sell", "0 -> 1"),
        ("sell", "wrap(books) -> pass"),
        ("sell", "if is_torn(books): -> if not is_torn(books):"),
        ("sell", "continue -> break"),
        ("sell", "min -> max"),
        ("sell", "books + 4 -> books - 4"),
        ("sell", "4 -> 5"),
    ]


@pytest.mark.parametrize("number", range(len(sites(ast.parse(SOURCE)))))
def test_a_planted_fault_changes_one_thing_and_still_compiles(number: int) -> None:
    tree = planted(SOURCE, number)
    compile(tree, "shop.py", "exec")
    before, after = ast.unparse(ast.parse(SOURCE)).splitlines(), ast.unparse(tree).splitlines()
    assert len(before) == len(after)
    assert sum(one != other for one, other in zip(before, after, strict=True)) == 1


def test_whoever_calls_the_function_is_asked_first_and_no_longer_than_allowed(tmp_path: Path) -> None:
    notes = tmp_path / "notes.json"
    calls = {"far": ["other"], "slow": ["sell"], "near": ["sell"], "stranger": []}
    took = {"far": 1, "slow": 3, "near": 2, "stranger": 0}
    notes.write_text(
        json.dumps(
            [
                {"test": test, "took": took[test], "calls": [("shop.py", name) for name in names]}
                for test, names in calls.items()
            ]
        )
    )
    reach = Reach.read([notes])
    assert reach.of(Path("shop.py"), "sell", 60) == ["near", "slow", "far"]
    assert reach.of(Path("shop.py"), "sell", 5) == ["near", "slow"]
    assert reach.of(Path("shop.py"), "sell", 0) == ["near"]
    assert reach.of(Path("shop.py"), "compiled", 60) == ["far", "near", "slow"]
    assert sorted(reach.of(Path("new.py"), "f", 60)) == sorted(calls)


# A trial forks, and must not have imported what it changes: so it is tried by a process of its own.
TRIED = """
import ast, sys, time
from pathlib import Path
from tests.mutants.changes import planted, sites
from tests.mutants.groups import SOURCE
from tests.mutants.trial import Fault, Trial
path = SOURCE / "ludoteka/core/sentences.py"
source = path.read_text("utf-8")
texts = [site.text for site in sites(ast.parse(source))]
number = next(n for n, text in enumerate(texts) if text.startswith("n == 1 -> n != 1"))
for tree in (ast.parse(source), planted(source, number)):
    tests = ["tests/core/test_sentences.py::test_plural_forms_share_one_template"]
    trial, found = Trial(Fault(path, "counted", tree), tests, 300, Path(sys.argv[1])), None
    while found is None:
        time.sleep(0.02)
        found = trial.outcome()
    print(found)
"""


def test_a_fault_is_noticed_and_a_module_without_one_survives(tmp_path: Path) -> None:
    command = [sys.executable, "-c", TRIED, str(tmp_path / "log")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["survived", "noticed"]


def test_tests_that_never_end_have_noticed(tmp_path: Path) -> None:
    fault = Fault(ROOT / "src/ludoteka/version.py", "", ast.parse(""))
    trial = Trial(fault, ["tests/mutants/test_mutants.py"], 0.0, tmp_path / "log")
    assert trial.outcome() == "endless"


# --- what is explained ---------------------------------------------------------------------------


def test_every_group_has_modules_and_tests() -> None:
    for group in GROUPS.values():
        assert len(mutants(group)) > 100
        assert group.test_files()


def test_every_explanation_is_about_a_fault_that_can_be_planted() -> None:
    known = explained()
    entries = tomllib.loads(EXPLAINED.read_text("utf-8"))["survivor"]
    assert len(known) == len(entries)
    assert all(len(entry["why"]) > 20 for entry in entries)
    found = {
        (file, change)
        for group in GROUPS.values()
        for mutant in mutants(group)
        for file, change in [mutant.key]
        if is_explained(mutant, known)
    }
    assert known - found == set()
