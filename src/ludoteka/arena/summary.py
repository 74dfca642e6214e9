"""Everything a contest shows, as one object for programs and as table rows for people."""

import platform
from collections.abc import Sequence
from typing import Any

from ludoteka.arena.contest import Contest, PlayedBout
from ludoteka.arena.figures import meeting, standing
from ludoteka.arena.matches import stage
from ludoteka.arena.sequential import Test
from ludoteka.version import __version__


def summary(contest: Contest, played: Sequence[PlayedBout], test: Test | None = None) -> dict[str, Any]:
    """Standings, meetings, ratings where several pairs met, faults, and the answer of a test."""
    names = stage(contest).names()
    matches = [match for one in played for match in one.matches]
    met = {one.bout.pairing for one in played if len(one.bout.pairing) == 2}
    found: dict[str, Any] = {
        **contest.header(),
        "version": __version__,
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "bouts": len(played),
        "unfinished": sum(not match.ranks for match in matches),
        "faults": sorted({fault for match in matches for fault in match.faults}),
        "players": [standing(played, one, name) for one, name in enumerate(names)],
        "meetings": [meeting(played, *pair) for pair in contest.pairings if pair in met],
    }
    if len(contest.pairings) > 1:
        from ludoteka.arena.ratings import ratings

        found["ratings"] = [rating.json(1) for rating in ratings(played, len(names))]
    if test is not None:
        found["test"] = {"low": test.low, "high": test.high, "ratio": round(test.ratio(played), 3)}
        found["test"]["answer"] = test.answer(played)
    return found
