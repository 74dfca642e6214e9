"""`docs/players.md`: how strong the players are, made of the result files in `docs/players/results/`.

    ludoteka arena GAME all -n 500 --pairs --json > result.json
    python -m ludoteka.arena.report docs result.json

`python -m ludoteka.arena.joining` makes one result of several contests.

Without a result file the page alone is made again.
A test checks that the page says what the files say.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ludoteka import games, players

PAGE = "players.md"
RESULTS = "players/results"

HEAD = """# How strong the players are

Made by `python -m ludoteka.arena.report docs` from the files in `docs/players/results/`, which
`ludoteka arena GAME all -n N --pairs --json` writes. Matches come in pairs: the same draws, seats swapped.
Intervals hold the truth in 95 of 100 cases and are computed over pairs. Ratings are on the Elo scale (400
points are odds of ten to one) with a mean of 0 in each game; they say nothing from game to game.
"""


def page(folder: Path) -> str:
    """The text of the page."""
    found = [
        json.loads(path.read_text(encoding="utf-8")) for path in sorted((folder / RESULTS).glob("*.json"))
    ]
    order = {name: index for index, name in enumerate(games.ids())}
    found.sort(key=lambda result: order.get(result["game"], len(order)))
    return "\n".join([HEAD, *(line for result in found for line in _section(result))])


def _section(result: Mapping[str, Any]) -> Iterator[str]:
    title = games.get(result["game"]).info.title
    options = ", ".join(f"{key} {value}" for key, value in result["options"].items())
    yield f"## {title}{f' ({options})' if options else ''}"
    yield _about(result)
    yield ""
    yield from _standings(result)
    yield ""
    yield from _meetings(result)
    yield ""


def _about(result: Mapping[str, Any]) -> str:
    thought = [*_budget(result["ms"], "ms a move"), *_budget(result["nodes"], "nodes a move")]
    has_all = any(isinstance(result[key], int) for key in ("ms", "nodes"))
    thought += [] if has_all else ["each level's own budget" + (" otherwise" if thought else "")]
    where = f"version {result['version']}, {result['machine']}"
    return f"{result['bouts']} pairs in all, {', '.join(thought)}, {where}."


def _budget(given: Any, unit: str) -> Iterator[str]:
    """A budget of all, or of some pairs."""
    if isinstance(given, int):
        yield f"{given} {unit}"
    elif given:
        yield from (f"{number} {unit} in {pair}" for pair, number in given.items())


def _standings(result: Mapping[str, Any]) -> Iterator[str]:
    yield "| player | rating | matches | won | points a match | ms a move |"
    yield "|---|---|---|---|---|---|"
    known = players.levels(result["game"])
    ratings = result.get("ratings") or [None] * len(result["players"])
    for word, row, rating in zip(result["contestants"], result["players"], ratings, strict=True):
        about = known[int(word)].about if word.isdigit() and int(word) in known else ""
        name = f"{row['player']}{': ' if about else ''}{about}"
        figures = [percent(row["win_rate"]), number(row["score"]), f"{row['ms_per_move']:.1f}"]
        yield f"| {name} | {number(rating, 0) if rating else ''} | {row['matches']} | {' | '.join(figures)} |"


def _meetings(result: Mapping[str, Any]) -> Iterator[str]:
    yield "| the higher level | against | matches | won | points ahead |"
    yield "|---|---|---|---|---|"
    names = [row["player"] for row in result["players"]]
    for row in sorted(result["meetings"], key=lambda row: sorted(row["players"], reverse=True)):
        weaker, stronger = sorted(row["players"])
        won, ahead = row["win_rate"], row["margin"]
        if row["players"][0] == weaker:
            won, ahead = turned(won, 1.0), turned(ahead, 0.0)
        yield f"| {names[stronger]} | {names[weaker]} | {row['matches']} | {percent(won)} | {number(ahead)} |"


def turned(estimate: Mapping[str, float | None], total: float) -> dict[str, float | None]:
    """The same as the other side sees it."""
    low, high = estimate["high"], estimate["low"]
    return {
        "mean": total - (estimate["mean"] or 0.0),
        "low": None if low is None else total - low,
        "high": None if high is None else total - high,
    }


def percent(estimate: Mapping[str, Any]) -> str:
    """A rate for people."""
    if estimate["low"] is None:
        return f"{100 * estimate['mean']:.1f} %"
    return f"{100 * estimate['mean']:.1f} % ({100 * estimate['low']:.1f} to {100 * estimate['high']:.1f})"


def number(estimate: Mapping[str, Any], digits: int = 2) -> str:
    """A mean for people."""
    if estimate["low"] is None:
        return f"{estimate['mean']:.{digits}f}"
    half = (estimate["high"] - estimate["low"]) / 2
    return f"{estimate['mean']:.{digits}f} ± {half:.{digits}f}"


def take(folder: Path, file: Path) -> None:
    """Keeps the results of a file, one or several, in place of those of the same game and options."""
    found = json.loads(file.read_text(encoding="utf-8"))
    (folder / RESULTS).mkdir(parents=True, exist_ok=True)
    for result in [found] if "game" in found else found.values():
        name = "-".join([result["game"], *map(str, result["options"].values())])
        text = json.dumps(result, indent=1) + "\n"
        (folder / RESULTS / f"{name}.json").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    docs = Path(sys.argv[1] if len(sys.argv) > 1 else "docs")
    for given in sys.argv[2:]:
        take(docs, Path(given))
    (docs / PAGE).write_text(page(docs), encoding="utf-8", newline="\n")
