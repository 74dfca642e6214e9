"""The pictures of the how-to-play texts: positions and moves in, what the engine makes of them out.

`docs/play/pictures/<game>.json` says what is shown; `docs/play/drawn/<game>.json`, which `make gen` writes,
has the view to be drawn and every claim that a caption may make. No caption has a number of its own.
"""

import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from tests.architecture.places import ROOT

from ludoteka import games
from ludoteka.core.game import AnyGame, Describes, Located, Played, Scores, Turn
from ludoteka.core.refusals import IllegalMove

PLAY = ROOT / "docs" / "play"
SOURCES = PLAY / "pictures"


def files() -> dict[Path, Callable[[], str]]:
    """What `make gen` writes, one file per game."""
    return {PLAY / "drawn" / path.name: partial(drawn_text, path) for path in sorted(SOURCES.glob("*.json"))}


def drawn_text(path: Path) -> str:
    """One picture a line: a change in an engine shows as a change in a picture."""
    game = games.get(path.stem)
    sources = json.loads(path.read_text(encoding="utf-8"))
    lines = (f"{json.dumps(name)}: {_line(draw(game, source))}" for name, source in sources.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _line(picture: Mapping[str, Any]) -> str:
    return json.dumps(picture, ensure_ascii=False, separators=(",", ":"))


def draw(game: AnyGame, source: Mapping[str, Any]) -> dict[str, Any]:
    """A picture as the page draws it; raises where the position or the move is not what its source says."""
    seat = source.get("seat", 0)
    state = game.notation.load(source["position"])
    known: dict[str, Any] = {"before": game.view(state, seat)}
    if "move" in source:
        known |= _moved(game, state, seat, source)
    else:
        known["view"] = known["before"]
    if "shown" in source:
        known["view"] = game.view(game.notation.load(source["shown"]), seat)
    return {
        "seat": seat,
        "crop": source.get("crop", []),
        "rules": source.get("rules", []),
        "view": known["view"],
        "last": known.get("last", []),
        "wrong": known.get("wrong", []),
        "items": known.get("items", []),
        "claims": {name: claim(known, path) for name, path in source.get("claims", {}).items()},
    }


def _item(item: Mapping[str, Any]) -> dict[str, Any]:
    """What can stand beside a picture: mathematics with its squares, its points, and how they come about."""
    sums = [note["values"]["sum"] for note in item["notes"] if "sum" in note["values"]]
    how = sums[0] if sums else ""
    return {"maths": item["maths"], "points": item["points"], "how": how, "where": list(item["where"])}


def _moved(game: AnyGame, state: Any, seat: int, source: Mapping[str, Any]) -> dict[str, Any]:
    move = game.notation.read(state, seat, source["move"])
    awaiting = game.awaiting(state)
    assert isinstance(awaiting, Turn), source["position"]
    event = Played(seat, move, awaiting.since)
    try:
        after = game.apply(state, event)
    except IllegalMove as refusal:
        if refusal.rule != source.get("refused"):
            raise
        return {"view": game.view(state, seat), "wrong": list(refusal.where)}
    assert "refused" not in source, f"{source['move']} is not refused"
    return {"view": game.view(after, seat), **_told(game, state, event)}


def _told(game: AnyGame, state: Any, event: Played[Any]) -> dict[str, Any]:
    """What the engine says about a move: its squares, its points, its parts in words of mathematics."""
    told: dict[str, Any] = {}
    if isinstance(game, Located):
        told["last"] = list(game.where(state, event.seat, event.move))
    if isinstance(game, Scores):
        score = game.score(state, event.seat, event.move)
        told |= {"points": score.points, "detail": score.detail}
    if isinstance(game, Describes):
        items = game.describe(state, event, event.seat).json()["items"]
        told["items"] = [_item(item) for item in items if item["maths"]]
    return told


def claim(known: Any, path: str) -> int | str:
    """What a path like `items.0.maths` leads to; `len` counts, `tiles` writes a row as its tiles."""
    for word in path.split("."):
        if word == "len":
            known = len(known)
        elif word == "tiles":
            known = " ".join(known.strip("."))
        else:
            known = known[int(word)] if word.isdigit() else known[word]
    assert isinstance(known, int | str), path
    return known
