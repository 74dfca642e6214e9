"""Hints: the evaluator has its say, in words that hold."""

from typing import Any

import pytest

from ludoteka import games, players
from ludoteka.analysis.hints import steps_to_a_good_move
from ludoteka.core import match as matches
from ludoteka.core.chance import seed_from
from ludoteka.core.game import Turn
from ludoteka.core.player import Hint, Legal, Player


class Blind:
    """Sees nothing."""

    name = "blind"

    def __init__(self, said: str) -> None:
        self.said = said

    def choose(self, view: Any, legal: Any, budget: Any, rng: Any) -> Any:
        from ludoteka.core.player import Answer

        return Answer(next(move for move in legal if getattr(move, "value", None) == self.said))


def hints_of(game: str, match: Any) -> tuple[Hint, Hint, Hint]:
    there = games.get(game)
    assert isinstance(match.awaiting, Turn)
    seat = min(match.awaiting.seats)
    legal: Legal[Any] = Legal(lambda: there.legal(match.state, seat))
    first, second, third = steps_to_a_good_move(there, there.view(match.state, seat), seat, legal)
    return first, second, third


def test_a_move_without_points_comes_with_a_chance() -> None:
    opening = matches.new(games.get("abak"), 2)
    first, _, third = hints_of("abak", matches.settle(opening, seed_from("hint")))
    assert "your chance to win is" in str(first.sentence)
    percent = first.sentence.values["percent"]
    assert isinstance(percent, int)
    assert 20 < percent < 80  # nobody is far ahead after one roll
    assert third.move is not None


def test_in_a_race_nothing_that_is_listed_is_overlooked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The strongest player may overlook a row; the evaluator judges all."""
    blind: Player[Any] = Blind("impossible")
    monkeypatch.setattr(players, "player_for", lambda game: blind)
    match = matches.load(games.get("kakuro"), games.get("kakuro").info.example)
    first, second, third = hints_of("kakuro", match)
    assert first.points is not None
    assert first.points > 0
    assert second.where
    assert third.move is not None
    assert third.move.startswith((">", "v"))
