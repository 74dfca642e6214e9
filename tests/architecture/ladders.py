"""The ratings of bots that ship with the package, out of the last contests that were measured.

The arena's scale has its mean at 0; people begin at 1500. So 1500 is the mean of a game's bots.
"""

import json
from collections.abc import Callable
from pathlib import Path

from tests.architecture.places import ROOT, SOURCE

RESULTS = ROOT / "docs" / "players" / "results"
BEGINNING = 1500
SUREST = 30.0  # bots are known no better: strength is not one number
LOWEST = 700  # beyond that a distance says nothing, and a newcomer would gain nothing by winning
Z = 1.96


def ladder(results: Path) -> str:
    """By level: rating and deviation."""
    contest = json.loads(results.read_text(encoding="utf-8"))
    found = {
        level: [
            max(LOWEST, round(BEGINNING + one["mean"])),
            round(max(SUREST, (one["high"] - one["low"]) / 2 / Z)),
        ]
        for level, one in zip(contest["contestants"], contest["ratings"], strict=True)
    }
    lines = [f'  "{level}": {json.dumps(pair)}' for level, pair in found.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def files() -> dict[Path, Callable[[], str]]:
    """A ladder for every game whose contest is kept; contests of its other set-ups are only told."""
    return {
        SOURCE / "players" / path.stem / "ladder.json": lambda path=path: ladder(path)  # type: ignore[misc]
        for path in sorted(RESULTS.glob("*.json"))
        if (SOURCE / "players" / path.stem).is_dir()
    }
