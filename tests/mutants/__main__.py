"""Would the tests notice? `python -m tests.mutants server core abak` plants faults and sees who does.

Each group's tests run once to learn which of them reach which function; the notes are kept in `.mutants`.
"""

import argparse
import ast
import os
import subprocess
import sys
import time
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.mutants.changes import Site, planted, sites
from tests.mutants.groups import GROUPS, ROOT, Group
from tests.mutants.reach import NOTES, WATCHED, Reach
from tests.mutants.trial import Fault, Trial, warm_up

FOLDER = ROOT / ".mutants"
EXPLAINED = Path(__file__).with_name("explained.toml")
BAR = 0.95
SLOWER = 2.0
SPARE_S = 20.0  # what is imported before the first test


@dataclass(frozen=True)
class Mutant:
    """A module with one fault; without a number it has none, and must survive."""

    path: Path
    number: int | None
    site: Site

    @property
    def name(self) -> str:
        file, change = self.key
        return f"{file}:{self.site.line}: {'no fault' if self.number is None else change}"

    @property
    def key(self) -> tuple[str, str]:
        """The file and the change, which stay the same when lines move."""
        return str(self.path.relative_to(ROOT / "src/ludoteka")), self.site.text

    def tree(self) -> ast.Module:
        source = self.path.read_text("utf-8")
        return ast.parse(source) if self.number is None else planted(source, self.number)


def mutants(group: Group) -> list[Mutant]:
    """Every fault that can be planted in a group."""
    return [
        Mutant(path, number, site)
        for path in group.files()
        for number, site in enumerate(sites(ast.parse(path.read_text("utf-8"))))
    ]


def explained() -> set[tuple[str, str]]:
    """Faults that change nothing that could be noticed: the file and the change; the reason is beside it."""
    found = tomllib.loads(EXPLAINED.read_text("utf-8"))
    return {(one["file"], one["change"]) for one in found.get("survivor", [])}


def is_explained(mutant: Mutant, known: set[tuple[str, str]]) -> bool:
    return mutant.key in known


# --- learning ----------------------------------------------------------------------------------


def reach_of(group: Group, is_new: bool) -> Reach:
    """What the tests of a group reach; a file of tests is run again only if it has changed since."""
    folder = FOLDER / group.name
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for tests in group.test_files():
        notes = folder / f"{tests.parent.name}-{tests.stem}.json"
        found.append(notes)
        if is_new or not notes.exists() or notes.stat().st_mtime < tests.stat().st_mtime:
            print(f"{group.name}: {tests.relative_to(ROOT)} is run once to see what it reaches", flush=True)
            _learn(group, tests, notes)
    return Reach.read(notes for notes in found if notes.exists())


def _learn(group: Group, tests: Path, notes: Path) -> None:
    watched = os.pathsep.join(str(path) for path in group.files())
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.mutants.reach", "-p", "no:cacheprovider"]
    command += [str(tests), *(["-k", group.words] if group.words else [])]
    with notes.with_suffix(".log").open("w") as log:
        environment = os.environ | {NOTES: str(notes), WATCHED: watched}
        subprocess.run(command, cwd=ROOT, env=environment, stdout=log, check=False)


# --- trying ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trying:
    """How a run tries its mutants."""

    reach: Reach
    patience: float  # seconds of tests for one mutant, as long as they took when they were watched
    workers: int

    def start(self, mutant: Mutant) -> Trial:
        function = mutant.site.function
        tests = self.reach.of(mutant.path, function, self.patience)
        limit = SLOWER * sum(self.reach.tests[test] for test in tests) + SPARE_S
        log = FOLDER / f"{mutant.path.stem}-{mutant.number}.log"
        return Trial(Fault(mutant.path, function, mutant.tree()), tests, limit, log)

    def survivors(self, mutants: Sequence[Mutant]) -> list[Mutant]:
        """Those that nobody noticed."""
        waiting, found = list(reversed(mutants)), []
        trials: dict[Mutant, Trial] = {}
        while waiting or trials:
            while waiting and len(trials) < self.workers:
                mutant = waiting.pop()
                trials[mutant] = self.start(mutant)
            time.sleep(0.02)
            for one, outcome in [(one, trial.outcome()) for one, trial in trials.items()]:
                if outcome is not None:
                    del trials[one]
                    found += [one] * (outcome == "survived")
                    print(f"{outcome:8} {one.name}", flush=True)
        return found


def run(group: Group, trying: Trying, chosen: Sequence[Mutant]) -> bool:
    """Tries these mutants and reports; whether at least 95 % were noticed and the rest is explained."""
    alive, known = trying.survivors(chosen), explained()
    unknown = [mutant for mutant in alive if not is_explained(mutant, known)]
    share = 1 - len(alive) / max(1, len(chosen))
    print(f"{group.name}: {len(chosen)} faults, {share:.1%} noticed, {len(alive) - len(unknown)} explained")
    for mutant in unknown:
        print(f"  not explained: {mutant.name}")
    return share >= BAR and not unknown


def control(group: Group, trying: Trying, random: Random) -> bool:
    """A module without a fault survives, or the tests are not to be believed."""
    one = random.choice(mutants(group))
    if trying.survivors([Mutant(one.path, None, one.site)]):
        return True
    print(f"{group.name}: the tests fail without any fault; see {FOLDER}")
    return False


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("groups", nargs="*", help=f"any of {', '.join(GROUPS)}; all of them if none is named")
    parser.add_argument("--sample", type=int, default=40, help="faults in each group (40)")
    parser.add_argument("--seed", default="ludoteka", help="chooses the sample")
    parser.add_argument("--only", default="", help="only faults whose name holds this text: all of them")
    parser.add_argument("--patience", type=float, default=60.0, help="seconds of tests for a fault (60)")
    parser.add_argument("--workers", type=int, default=2, help="faults tried at a time (2)")
    parser.add_argument("--learn", action="store_true", help="run the tests again to see what they reach")
    wish = parser.parse_args()
    warm_up()
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(FOLDER / "hypothesis")
    results = []
    for name in wish.groups or GROUPS:
        group, random = GROUPS[name], Random(f"{wish.seed} {name}")
        trying = Trying(reach_of(group, wish.learn), wish.patience, wish.workers)
        every = [mutant for mutant in mutants(group) if wish.only in mutant.name]
        chosen = every if wish.only else random.sample(every, min(wish.sample, len(every)))
        results.append(control(group, trying, random) and run(group, trying, chosen))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
