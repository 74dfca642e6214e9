"""Small contests of toy games."""

from typing import Any

from tests import toys
from tests.arena import nim_players

from ludoteka.arena.contest import Contest, PlayedBout
from ludoteka.arena.running import ContestLimits, run
from ludoteka.arena.workers import Here


def contest(*words: str, game: str = "nim", **more: Any) -> Contest:
    pairings = more.pop("pairings", (tuple(range(len(words))),))
    more |= {"get_game": toys.get, "get_player": nim_players.player_for}
    return Contest(game, words, pairings, more.pop("seed", "docs"), **more)


def results(one: Contest, bouts: int = 10, **limits: Any) -> list[PlayedBout]:
    return run(one, ContestLimits(bouts, **limits), Here())


def lines(played: list[PlayedBout]) -> list[dict[str, Any]]:
    """Results without what a clock measured."""
    return [{k: v for k, v in one.json().items() if k != "efforts"} for one in played]
