"""Would the tests notice? `python -m tests.mutants server core abak` plants faults and sees who does.

Each group's tests run once to learn which of them run which line; notes and outcomes are kept in `.mutants`.
"""

import argparse
import ast
import os
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.mutants.changes import Site, planted, sites
from tests.mutants.groups import GROUPS, ROOT, Group
from tests.mutants.outcomes import Outcome, Outcomes
from tests.mutants.reach import LIMIT_S, NOTES, WATCHED, Reach
from tests.mutants.report import Figure, explanations, keep
from tests.mutants.trial import Fault, Trial, warm_up

FOLDER = ROOT / ".mutants"
SLOWER = 2.0
SPARE_S = 20.0  # what is imported before the first test


class OutOfTime(Exception):
    """The minutes are over: the next run goes on."""


@dataclass(frozen=True)
class Mutant:
    """A module with one fault."""

    path: Path
    number: int
    site: Site

    @property
    def name(self) -> str:
        file, change = self.key
        return f"{file}:{self.site.line}: {change}"

    @property
    def key(self) -> tuple[str, str]:
        """The file and the change, which stay the same when lines move."""
        return str(self.path.relative_to(ROOT / "src/ludoteka")), self.site.text

    def tree(self) -> ast.Module:
        return planted(self.path.read_text("utf-8"), self.number)


def mutants(group: Group) -> list[Mutant]:
    """Every fault that can be planted in a group."""
    return [
        Mutant(path, number, site)
        for path in group.files()
        for number, site in enumerate(sites(ast.parse(path.read_text("utf-8"))))
    ]


def explained() -> set[tuple[str, str]]:
    """Faults that change nothing that could be noticed: the file and the change; the reason is beside it."""
    return {(one["file"], one["change"]) for one in explanations()}


# --- learning ----------------------------------------------------------------------------------


def reach_of(group: Group, files: Sequence[Path], is_new: bool, end: float) -> Reach:
    """What these tests of a group reach; a file of tests is run again only if it has changed since."""
    folder = FOLDER / group.name
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for tests in files:
        notes = folder / f"{tests.parent.name}-{tests.stem}.json"
        found.append(notes)
        if is_new or not notes.exists() or notes.stat().st_mtime < tests.stat().st_mtime:
            _in_time(end)
            print(f"{group.name}: {tests.relative_to(ROOT)} is run once to see what it reaches", flush=True)
            _learn(group, tests, notes)
    return Reach.read(notes for notes in found if notes.exists())


def _in_time(end: float) -> None:
    if time.monotonic() > end:
        raise OutOfTime


def _learn(group: Group, tests: Path, notes: Path) -> None:
    watched = os.pathsep.join(str(path) for path in group.files())
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.mutants.reach", "-p", "no:cacheprovider"]
    command += [str(tests), *(["-k", group.words] if group.words else [])]
    with notes.with_suffix(".log").open("w") as log:
        own = {NOTES: str(notes), WATCHED: watched, LIMIT_S: str(group.limit_s), **group.environment}
        subprocess.run(command, cwd=ROOT, env=os.environ | own, stdout=log, check=False)


# --- trying ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trying:
    """How a run tries the mutants of a group."""

    group: Group
    reach: Reach
    outcomes: Outcomes
    patience: float  # seconds of tests for one mutant, as long as they took when they were watched
    workers: int
    end: float

    def start(self, mutant: Mutant) -> Trial:
        site = mutant.site
        tests = self.reach.of(mutant.path, site.line, site.lines, self.patience)
        hint = self.outcomes.hint(mutant.name)
        if hint in self.reach.tests:
            tests = [hint, *(test for test in tests if test != hint)]
        log = FOLDER / self.group.name / f"{mutant.path.stem}-{mutant.number}.log"
        return self._trial(Fault(mutant.path, mutant.tree()), tests, log)

    def _trial(self, fault: Fault | None, tests: Sequence[str], log: Path) -> Trial:
        limit = SLOWER * sum(self.reach.tests[test] for test in tests) + SPARE_S
        return Trial(fault, tests, limit, log, self.group.environment)

    def all(self, chosen: Sequence[Mutant]) -> dict[Mutant, Outcome]:
        """What becomes of each of these; what is explained counts as a survivor and is not tried."""
        reasons = explained()
        for mutant in chosen:
            if mutant.key in reasons:
                self.outcomes.add(mutant.name, mutant.path, "survived", "")
        known = {mutant: self.outcomes.of(mutant.name, mutant.path) for mutant in chosen}
        found = {mutant: outcome for mutant, outcome in known.items() if outcome is not None}
        waiting = [mutant for mutant in reversed(chosen) if mutant not in found]
        trials: dict[Mutant, Trial] = {}
        while waiting or trials:
            while waiting and len(trials) < self.workers and time.monotonic() < self.end:
                mutant = waiting.pop()
                trials[mutant] = self.start(mutant)
            if not trials:
                raise OutOfTime
            time.sleep(0.02)
            found |= self._finished(trials)
        return found

    def _finished(self, trials: dict[Mutant, Trial]) -> dict[Mutant, Outcome]:
        """Takes those away that have ended."""
        ended = {mutant: became for mutant, trial in trials.items() if (became := trial.outcome())}
        found = {}
        for mutant, became in ended.items():
            trial = trials.pop(mutant)
            by = trial.failed() if became == "noticed" else ""
            found[mutant] = self.outcomes.add(mutant.name, mutant.path, became, by)
            print(f"{became:8} {mutant.name}" + (f"   by {by}" if by else ""), flush=True)
        return found

    def control(self, outcomes: Sequence[Outcome]) -> bool:
        """Without a fault, all that failed with one pass, or they are not to be believed."""
        tests = sorted({outcome.by for outcome in outcomes} & self.reach.tests.keys())
        log = FOLDER / self.group.name / "control.log"
        trial = self._trial(None, tests, log)
        while (became := trial.outcome()) is None:
            time.sleep(0.02)
        if became != "survived":
            print(f"{self.group.name}: {trial.failed() or 'a test'} fails without any fault; see {log}")
        return became == "survived"


def run(trying: Trying, chosen: Sequence[Mutant], possible: int, seed: str) -> Figure:
    """Tries these mutants and reports."""
    found, known = trying.all(chosen), explained()
    alive = [mutant for mutant, outcome in found.items() if outcome.became == "survived"]
    unknown = [mutant for mutant in alive if mutant.key not in known]
    endless = sum(outcome.became == "endless" for outcome in found.values())
    figure = Figure(
        trying.group.name, possible, len(chosen), seed,
        len(chosen) - len(alive), endless, len(alive) - len(unknown),
    )  # fmt: skip
    print(figure.row)
    for mutant in unknown:
        print(f"  not explained: {mutant.name}")
    return figure


def wishes() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("groups", nargs="*", help=f"any of {', '.join(GROUPS)}; all of them if none is named")
    parser.add_argument("--sample", type=int, default=60, help="faults in each group (60)")
    parser.add_argument("--seed", default="ludoteka", help="chooses the sample")
    parser.add_argument("--only", default="", help="only faults whose name holds this text: all of them")
    parser.add_argument(
        "--asking", default="", help="only files of tests whose names match, for a first look"
    )
    parser.add_argument("--patience", type=float, default=60.0, help="seconds of tests for a fault (60)")
    parser.add_argument("--workers", type=int, default=2, help="faults tried at a time (2)")
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after these; the next run goes on")
    parser.add_argument("--learn", action="store_true", help="run the tests again to see what they reach")
    parser.add_argument("--again", action="store_true", help="forget what became of faults before")
    parser.add_argument("--write", action="store_true", help="write the figures into docs/planted-faults.md")
    return parser.parse_args()


def one_group(group: Group, wish: argparse.Namespace, end: float) -> bool:
    """Whether at least 95 % were noticed, the rest is explained and the tests can be believed."""
    every = mutants(group)
    random = Random(f"{wish.seed} {group.name}")
    sample = random.sample(every, min(wish.sample, len(every)))
    chosen = [mutant for mutant in every if wish.only in mutant.name] if wish.only else sample
    files = [path for path in group.test_files() if re.search(wish.asking, path.stem)]
    reach = reach_of(group, files, wish.learn, end)
    kept = FOLDER / group.name / "outcomes" / "outcomes.json"
    kept.parent.mkdir(exist_ok=True)
    if wish.again:
        kept.unlink(missing_ok=True)
    trying = Trying(group, reach, Outcomes(kept, files), wish.patience, wish.workers, end)
    figure = run(trying, chosen, len(every), wish.seed)
    is_sound = trying.control([o for mutant in chosen if (o := trying.outcomes.of(mutant.name, mutant.path))])
    if wish.write and is_sound and not wish.only:
        keep(figure)
    return is_sound and figure.is_enough


def main() -> int:
    wish = wishes()
    warm_up()
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(FOLDER / "hypothesis")
    end = time.monotonic() + 60 * wish.minutes
    try:
        results = [one_group(GROUPS[name], wish, end) for name in wish.groups or GROUPS]
    except OutOfTime:
        print("The minutes are over; the same command goes on from here.")
        return 2
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
