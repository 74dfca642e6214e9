"""The tool that plants faults: what it changes, whom it asks, and that every explanation still fits."""

import ast
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.mutants import report
from tests.mutants.__main__ import explained, mutants
from tests.mutants.changes import planted, sites
from tests.mutants.groups import GROUPS, ROOT
from tests.mutants.outcomes import Outcomes
from tests.mutants.reach import LIMIT_S, NOTES, WATCHED, Reach
from tests.mutants.report import PAGE, Figure, explanations, page
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
    return min(books + 4, LIMIT, *zip(books, books, strict=True))
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


def test_of_two_changes_that_read_alike_the_later_one_says_so() -> None:
    found = [site.text for site in sites(ast.parse("for n in range(1, n + 1):\n    pass"))]
    assert found == [
        "1 -> 2 in for n in range(1, n + 1):",
        "n + 1 -> n - 1 in for n in range(1, n + 1):",
        "1 -> 2 in for n in range(1, n + 1): (number 2)",
    ]


@pytest.mark.parametrize("number", range(len(sites(ast.parse(SOURCE)))))
def test_a_planted_fault_changes_one_thing_and_still_compiles(number: int) -> None:
    tree = planted(SOURCE, number)
    compile(tree, "shop.py", "exec")
    before, after = ast.unparse(ast.parse(SOURCE)).splitlines(), ast.unparse(tree).splitlines()
    assert len(before) == len(after)
    assert sum(one != other for one, other in zip(before, after, strict=True)) == 1


def notes(path: Path, lines: dict[str, list[int]], took: dict[str, float]) -> Path:
    """What a run of the tests would have written down about `shop.py`."""
    said = [{"test": test, "took": took[test], "lines": {"shop.py": found}} for test, found in lines.items()]
    path.write_text(json.dumps(said), "utf-8")
    return path


def test_whoever_runs_the_line_is_asked_first_and_no_longer_than_allowed(tmp_path: Path) -> None:
    lines = {"far": [1], "inside": [3, 4], "slow": [5], "near": [3, 5], "stranger": []}
    took = {"far": 1.0, "inside": 1.0, "slow": 3.0, "near": 2.0, "stranger": 0.0}
    reach = Reach.read([notes(tmp_path / "notes.json", lines, took)])
    sell = range(3, 7)
    assert reach.of(Path("shop.py"), 5, sell, 60) == ["near", "slow", "inside", "far"]
    assert reach.of(Path("shop.py"), 5, sell, 2) == ["near"]
    assert reach.of(Path("shop.py"), 5, sell, 0) == ["near"]
    assert reach.of(Path("shop.py"), 6, sell, 60) == ["inside", "near", "slow", "far"]
    assert reach.of(Path("shop.py"), 9, range(9, 10), 60) == ["far", "inside", "near", "slow"]
    assert sorted(reach.of(Path("new.py"), 1, range(0), 60)) == sorted(lines)


def test_of_two_that_take_alike_the_one_that_runs_less_is_asked_first(tmp_path: Path) -> None:
    lines, took = {"broad": [1, 2, 3, 4], "narrow": [4]}, {"broad": 0.21, "narrow": 0.24}
    reach = Reach.read([notes(tmp_path / "notes.json", lines, took)])
    assert reach.of(Path("shop.py"), 4, range(4, 5), 60) == ["narrow", "broad"]


WATCHED_TEST = """
import pytest
from ludoteka.core.sentences import counted

def test_it_runs_a_line():
    counted(1, "{n} stone", "{n} stones")

@pytest.mark.parametrize("case", range(4))
def test_it_ends_in_its_last_case_alone(case):
    while case < 3:
        pass
"""


def test_lines_are_watched_and_a_test_of_which_two_cases_take_too_long_is_not_asked(tmp_path: Path) -> None:
    source = ROOT / "src/ludoteka/core/sentences.py"
    (tmp_path / "test_it.py").write_text(WATCHED_TEST, "utf-8")
    own = {NOTES: str(tmp_path / "notes"), WATCHED: str(source), LIMIT_S: "0.5"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.mutants.reach", "-p", "no:cacheprovider"]
    command += ["-c", str(ROOT / "pyproject.toml"), str(tmp_path / "test_it.py")]
    subprocess.run(command, cwd=ROOT, env=os.environ | own, capture_output=True, check=False)
    (noted,) = json.loads((tmp_path / "notes").read_text("utf-8"))
    assert noted["test"].endswith("test_it_runs_a_line")
    (site,) = [
        one for one in sites(ast.parse(source.read_text("utf-8"))) if one.text.startswith("n == 1 -> n != 1")
    ]
    assert site.line in noted["lines"][str(source)]
    assert site.line in site.lines


# --- going on where a run stopped ----------------------------------------------------------------


def test_an_outcome_holds_until_the_module_or_the_test_that_noticed_changes(tmp_path: Path) -> None:
    module, kept, other = tmp_path / "shop.py", tmp_path / "kept.json", tmp_path / "test_other.py"
    test = tmp_path / "test_shop.py"
    for path in (module, test, other):
        path.write_text("1", "utf-8")
    Outcomes(kept, [test, other]).add("a fault", module, "noticed", f"{test}::test_sell")
    Outcomes(kept, [test, other]).add("another", module, "survived", "")
    assert _became(kept, [test, other], module) == ["noticed", "survived"]
    other.write_text("2", "utf-8")
    assert _became(kept, [test, other], module) == ["noticed", None]
    test.write_text("2", "utf-8")
    assert _became(kept, [test, other], module) == [None, None]
    assert Outcomes(kept, []).hint("a fault") == f"{test}::test_sell"
    test.write_text("1", "utf-8")
    module.write_text("2", "utf-8")
    assert _became(kept, [test, other], module) == [None, None]


def _became(kept: Path, tests: list[Path], module: Path) -> list[str | None]:
    found = [Outcomes(kept, tests).of(name, module) for name in ("a fault", "another")]
    return [one.became if one else None for one in found]


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
name = "test_plural_forms_share_one_template"
sound, changed = ast.parse(source), planted(source, number)
for tree, name in ((sound, name), (changed, name), (sound, "test_that_is_not_there")):
    tests = ["tests/core/test_sentences.py::" + name]
    trial, found = Trial(Fault(path, tree), tests, 300, Path(sys.argv[1])), None
    while found is None:
        time.sleep(0.02)
        found = trial.outcome()
    print(found, trial.failed())
"""


def test_a_fault_is_noticed_and_a_module_without_one_survives(tmp_path: Path) -> None:
    command = [sys.executable, "-c", TRIED, str(tmp_path / "log")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    test = "tests/core/test_sentences.py::test_plural_forms_share_one_template"
    assert done.stdout.split() == ["survived", "noticed", test, "survived"]  # there is no such test: its file


def test_tests_that_never_end_have_noticed(tmp_path: Path) -> None:
    fault = Fault(ROOT / "src/ludoteka/version.py", ast.parse(""))
    trial = Trial(fault, ["tests/mutants/test_mutants.py"], 0.0, tmp_path / "log")
    assert trial.outcome() == "endless"


# --- what is explained ---------------------------------------------------------------------------


def test_every_group_has_modules_and_tests() -> None:
    for group in GROUPS.values():
        assert len(mutants(group)) > 100
        assert group.test_files()


def test_every_explanation_is_about_a_fault_that_can_be_planted() -> None:
    known, entries = explained(), explanations()
    assert len(known) == len(entries)
    assert all(len(entry["why"]) > 20 for entry in entries)
    assert known - {mutant.key for group in GROUPS.values() for mutant in mutants(group)} == set()


def test_the_page_has_the_figures_and_explanations_as_they_are() -> None:
    assert PAGE.read_text("utf-8") == page()


def test_a_sample_is_enough_with_95_of_100_and_the_rest_explained() -> None:
    figure = Figure("shop", 900, 100, "seed", noticed=95, endless=1, explained=5)
    assert figure.is_enough
    assert not replace(figure, explained=4).is_enough
    assert not replace(figure, noticed=94, explained=6).is_enough
    assert figure.row == "| shop | 900 | 100 | `seed` | 95 (95.0%) | 1 | 5 | 100.0% |"


def test_the_page_says_nothing_of_groups_that_were_not_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "FIGURES", tmp_path / "figures.json")
    monkeypatch.setattr(report, "PAGE", tmp_path / "page.md")
    core = Figure("core", 900, 60, "ludoteka", noticed=57, endless=1, explained=3)
    server = replace(core, group="server")
    again = replace(core, seed="another", noticed=50, explained=0)
    for figure in (core, server, again, replace(core, noticed=58)):
        report.keep(figure)
    rows = [line for line in (tmp_path / "page.md").read_text("utf-8").splitlines() if "| 900 |" in line]
    assert rows == [server.row, replace(core, noticed=58).row, again.row]
    assert "kakuro" not in (tmp_path / "page.md").read_text("utf-8").partition("## Survivors")[0]
