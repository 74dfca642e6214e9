"""Hints: the evaluator has its say, in words that hold."""

from typing import Any

import pytest

from ludoteka import games, players
from ludoteka.analysis.hints import steps_to_a_good_move
from ludoteka.core import match as matches
from ludoteka.core.chance import seed_from
from ludoteka.core.game import Played, Turn
from ludoteka.core.player import OUTLASTS_ALL, Hint, Legal, Player


class Blind:
    """Sees nothing."""

    name = "blind"

    def __init__(self, said: str, wait: int | None = None) -> None:
        self.said = said
        self.wait = wait

    def choose(self, view: Any, legal: Any, budget: Any, rng: Any) -> Any:
        from ludoteka.core.player import Answer

        chosen = next(move for move in legal if getattr(move, "value", None) == self.said)
        return Answer(chosen, wait=self.wait)


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


def test_whoever_has_nothing_left_to_do_in_a_race_is_told_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Having said that there is no row, the only move is to take that back: that is no advice."""
    waiting: Player[Any] = Blind("possible", wait=3_600_000)
    monkeypatch.setattr(players, "player_for", lambda game: waiting)
    kakuro = games.get("kakuro")
    match = matches.load(kakuro, kakuro.info.example)
    said = next(move for move in kakuro.legal(match.state, 0) if getattr(move, "value", "") == "impossible")
    after = kakuro.apply(match.state, Played(0, said, 0))
    legal = [move for move in kakuro.legal(after, 0) if getattr(move, "value", "") == "possible"]
    (only,) = steps_to_a_good_move(kakuro, kakuro.view(after, 0), 0, legal)
    assert only.sentence.text == "There is nothing to do now but to wait."
    assert only.move is None


def race_of_three() -> Any:
    """Three at a race."""
    kakuro = games.get("kakuro")
    return kakuro, matches.settle(matches.new(kakuro, 3), seed_from("three"))


def test_the_first_of_three_to_give_up_is_told_to_wait_though_no_hourglass_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """[KA-7.6] One vote of three is less than half: nothing ends the race but the others."""
    waiting: Player[Any] = Blind("possible", wait=OUTLASTS_ALL)
    monkeypatch.setattr(players, "player_for", lambda game: waiting)
    kakuro, match = race_of_three()
    voted = match.then(Played(0, kakuro.notation.read(match.state, 0, "impossible"), match.now))
    assert isinstance(voted.awaiting, Turn)
    assert voted.awaiting.until is None
    legal = [move for move in kakuro.legal(voted.state, 0) if getattr(move, "value", "") == "possible"]
    (only,) = steps_to_a_good_move(kakuro, kakuro.view(voted.state, 0), 0, legal)
    assert only.sentence.text == "There is nothing to do now but to wait."


def test_a_quoted_word_has_one_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    kakuro, match = race_of_three()
    giving_up: Player[Any] = Blind("impossible", wait=9000)
    monkeypatch.setattr(players, "player_for", lambda game: giving_up)
    legal = [move for move in kakuro.legal(match.state, 0) if getattr(move, "value", "") == "impossible"]
    _, _, third = steps_to_a_good_move(kakuro, kakuro.view(match.state, 0), 0, legal)
    assert third.sentence.text == "A good move: “Impossible!”"
