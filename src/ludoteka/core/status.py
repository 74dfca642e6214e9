"""What is awaited, as JSON: the same words in the engine protocol and on the wire of the server."""

from typing import Any

from ludoteka.core.game import Awaiting, Draw, Json, Turn


def awaited(awaiting: Awaiting[Any]) -> dict[str, Json]:
    """`kind` (turn, draw or over) and what goes with it."""
    if isinstance(awaiting, Turn):
        return {"kind": "turn", "seats": sorted(awaiting.seats), "until": awaiting.until}
    if isinstance(awaiting, Draw):
        return {"kind": "draw", "what": dict(awaiting.what)}
    result = awaiting.result
    return {"kind": "over", "scores": list(result.scores), "ranks": list(result.ranks), "rule": result.rule}
