"""The page of figures: `python -m tests.mutants` writes it when a sample is complete."""

import json
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.mutants.groups import GROUPS, ROOT

FIGURES = Path(__file__).with_name("figures.json")
EXPLAINED = Path(__file__).with_name("explained.toml")
PAGE = ROOT / "docs/planted-faults.md"
BAR = 0.95

HEAD = """# Would the tests notice?

Made by `python -m tests.mutants --write` from what it has measured and from `tests/mutants/explained.toml`.

`make mutants` plants one small fault at a time (an operator, a number, a condition turned round, a call or a
refusal left out) in the rules of each game, the core and the server's table logic, and runs the tests that
reach the line until one fails. The seed draws the sample from all faults that can be planted; holes were
closed for the seed `ludoteka`, other seeds say how the tests do with faults that nobody had looked at. The
bar is 95 % noticed, with every survivor explained below. A fault that lets a test run for ever counts as
noticed.
Documentation, annotations, decorators, assertions (`zip(..., strict=True)` is one) and lines of the
operator's log are left out: no behaviour that is promised hangs on them. Why it is done like this:
[decision 185](decisions/0185-planted-faults.md), [decision 211](decisions/0211-faults-are-tried-by-line.md).

| group | possible faults | sample | seed | noticed | of these endless | explained | noticed or explained |
|---|---:|---:|---|---:|---:|---:|---:|
"""
MIDDLE = """
## Survivors, explained
Each of these faults changes nothing, or nothing that is promised to anybody.

| module | fault | why nobody can notice |
|---|---|---|
"""


@dataclass(frozen=True)
class Figure:
    """What one sample has shown."""

    group: str
    possible: int
    sample: int
    seed: str
    noticed: int  # endless ones too
    endless: int
    explained: int

    @property
    def is_enough(self) -> bool:
        return self.noticed >= BAR * self.sample and self.noticed + self.explained == self.sample

    @property
    def row(self) -> str:
        share, known = self.noticed / self.sample, (self.noticed + self.explained) / self.sample
        return (
            f"| {self.group} | {self.possible:,} | {self.sample} | `{self.seed}` "
            f"| {self.noticed} ({share:.1%}) | {self.endless} | {self.explained} | {known:.1%} |"
        )


def explanations() -> list[dict[str, Any]]:
    """Survivors and why: the file, the change and the reason."""
    found: list[dict[str, Any]] = tomllib.loads(EXPLAINED.read_text("utf-8")).get("survivor", [])
    return found


def figures() -> list[Figure]:
    """The last complete sample of each group and seed; the groups in their order, a first seed first."""
    said = json.loads(FIGURES.read_text("utf-8")) if FIGURES.exists() else []
    return sorted((Figure(**one) for one in said), key=lambda figure: list(GROUPS).index(figure.group))


def keep(figure: Figure) -> None:
    """Puts a sample in the place of the last one of its group and seed, and makes the page again."""
    mine = (figure.group, figure.seed)
    known = {(one.group, one.seed): one for one in figures()} | {mine: figure}
    kept = [asdict(one) for one in known.values()]
    FIGURES.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
    PAGE.write_text(page(), "utf-8")


def page() -> str:
    """The page, from the figures and explanations as they are; a group without a whole sample is left out."""
    rows = [figure.row for figure in figures()]
    reasons = [
        f"| `{one['file']}` | {_code(one['change'])} | {one['why']} |"
        for one in sorted(explanations(), key=lambda one: (one["file"], one["change"]))
    ]
    return HEAD + "\n".join(rows) + "\n" + MIDDLE + "\n".join(reasons) + "\n"


def _code(text: str) -> str:
    return "`" + text.replace("|", "\\|") + "`"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
