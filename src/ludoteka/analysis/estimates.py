"""Which level somebody played like, from what the decisions of one match cost.

`losses.json` in a game's players' data says how often a decision of each level costs how much, in chance to
win, as reviews of the levels' own matches found it. The estimate is the level that makes the losses of a
match most likely, with the levels that are not much less so.
"""

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from math import log

EDGES = (0.0005, 0.005, 0.02, 0.06, 0.14)  # of the kinds of losses that are told apart
FEWEST = 10  # decisions; of fewer nothing can be said
APART = 2.0  # so much less likely (as a logarithm) a level may be


@dataclass(frozen=True, slots=True)
class LevelEstimate:
    """The most likely level, and the range of those that could be it."""

    level: int
    low: int
    high: int


def estimate(game: str, losses: Sequence[float]) -> LevelEstimate | None:
    """The level that would lose like this; None: too few decisions to tell, or nothing to compare with."""
    table = shares(game)
    if len(losses) < FEWEST or not table:
        return None
    kinds = [kind_of(loss) for loss in losses]
    likely = {level: sum(log(by_kind[kind]) for kind in kinds) for level, by_kind in table.items()}
    best = max(likely, key=lambda level: likely[level])
    near = [level for level, value in likely.items() if value >= likely[best] - APART]
    return LevelEstimate(best, min(near), max(near))


def kind_of(loss: float) -> int:
    """The kind of a loss: 0 for none, up to a blunder."""
    return bisect_right(EDGES, loss)


def share_table(losses: Mapping[int, Sequence[float]]) -> dict[str, list[float]]:
    """How often each level loses how much; nothing is impossible."""
    table = {}
    for level, found in losses.items():
        counts = [1] * (len(EDGES) + 1)
        for loss in found:
            counts[kind_of(loss)] += 1
        table[str(level)] = [count / sum(counts) for count in counts]
    return table


@lru_cache(maxsize=16)
def shares(game: str) -> dict[int, list[float]]:
    """The shares of each level, as shipped; nothing where none are."""
    folder = f"ludoteka.players.{game}"
    try:
        text = files(folder).joinpath("data", "losses.json").read_text("utf-8")
    except (ModuleNotFoundError, FileNotFoundError):
        return {}
    return {int(level): found for level, found in json.loads(text)["shares"].items()}
