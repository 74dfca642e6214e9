"""Warming up: a game is called as a host would call it, before anybody waits."""

from collections.abc import Sequence
from typing import Any

import pytest
from tests import toys
from tests.toys.nim import Nim

from ludoteka.core import warmup
from ludoteka.core.chance import Source
from ludoteka.core.game import Over, Played, Result, View
from ludoteka.core.player import Answer, Budget
from ludoteka.core.warmup import MOVES, THOUGHTS, warm, warm_player


class Finished(Nim):
    """A match that is over before it begins."""

    def awaiting(self, state: Any) -> Any:
        return Over(Result((0, 0), (1, 1), "NIM-9"))


class Asked:
    """A player that remembers what it was asked."""

    name = "asked"

    def __init__(self) -> None:
        self.views: list[View] = []

    def choose(self, view: View, legal: Sequence[Any], budget: Budget, rng: Source) -> Answer[Any]:
        self.views.append(view)
        return Answer(legal[0])


@pytest.mark.parametrize("game", toys.ids())
def test_some_moves_are_really_played(game: str) -> None:
    match = warm(toys.get(game))
    assert sum(isinstance(one.event, Played) for one in match) >= MOVES  # and what is forced
    assert match.opening.seats == 2


def test_a_match_that_is_over_is_left_alone() -> None:
    player = Asked()
    assert warm(Finished()).ply == 0
    warm_player(Finished(), player)
    assert player.views == []


def test_a_player_thinks_about_the_position_after_them() -> None:
    game, player = toys.get("nim"), Asked()
    warm_player(game, player)
    match = warm(game)
    assert player.views == [game.view(match.state, min(match.awaiting.seats))]  # type: ignore[union-attr]  # it goes on


@pytest.mark.parametrize(("compiles", "thoughts"), [(0, 1), (2, 3), (100, THOUGHTS)])
def test_a_player_whose_time_went_to_the_compiler_thinks_again(
    monkeypatch: pytest.MonkeyPatch, compiles: int, thoughts: int
) -> None:
    """So many of its thoughts compile something: what comes after that in a thought is reached at last."""
    player = Asked()
    monkeypatch.setattr(warmup, "compilations", lambda: min(len(player.views), compiles))
    warm_player(toys.get("nim"), player)
    assert len(player.views) == thoughts
