"""What became of faults that were tried before: a run that was broken off goes on where it stopped."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from tests.mutants.groups import ROOT


@dataclass(frozen=True)
class Outcome:
    """What became of one fault, while this is how the module and the tests that were asked read."""

    name: str  # of the fault, with its line
    became: str  # noticed, endless or survived
    by: str  # the test that failed; empty if it was not said
    module: str  # digests of texts
    tests: str


def digest(*paths: Path) -> str:
    """Of the texts of these files."""
    found = sha256()
    for path in sorted(paths):
        found.update(path.read_bytes() if path.exists() else b"")
    return found.hexdigest()[:16]


class Outcomes:
    """The outcomes of one group, in a file."""

    def __init__(self, path: Path, tests: Sequence[Path]) -> None:
        self._path, self._tests = path, digest(*tests)
        said = json.loads(path.read_text("utf-8")) if path.exists() else []
        self._known = {one["name"]: Outcome(**one) for one in said}

    def of(self, name: str, module: Path) -> Outcome | None:
        """What became of this fault, if nothing has changed that could change it."""
        known = self._known.get(name)
        if known is None or known.module != digest(module):
            return None
        return known if known.tests == self._asked(known.by) else None

    def hint(self, name: str) -> str:
        """The test that noticed this fault, or one in its place, before."""
        known = self._known.get(name)
        return known.by if known else ""

    def add(self, name: str, module: Path, became: str, by: str) -> Outcome:
        found = Outcome(name, became, by, digest(module), self._asked(by))
        self._known[name] = found
        texts = [asdict(one) for one in self._known.values()]
        self._path.write_text(json.dumps(texts, indent=1), "utf-8")
        return found

    def _asked(self, by: str) -> str:
        """Whoever noticed will notice again while its file is the same; otherwise any file may bring more."""
        return digest(ROOT / by.partition("::")[0]) if by else self._tests
