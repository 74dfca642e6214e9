"""Answers within their time: what the bench makes of a clock that the test holds in its hand."""

from itertools import count

import pytest

from ludoteka import games, players
from ludoteka.bench import answers
from ludoteka.players.random import RandomPlayer


@pytest.mark.parametrize("name", games.ids())
def test_every_answer_is_a_share_of_the_budget(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is looked at twice an answer and moves by 30 ms each time: 0.3 of 100 ms."""
    looks = count()
    monkeypatch.setattr(answers, "perf_counter", lambda: next(looks) * 0.03)
    monkeypatch.setattr(players, "player_for", lambda _: RandomPlayer())
    monkeypatch.setattr(answers, "ANSWERS", 5)
    monkeypatch.setattr(answers, "WARMING", 2)
    shares = answers._shares(games.get(name))
    assert shares == [pytest.approx(0.3)] * 7
    assert next(looks) == 14


def test_the_slowest_of_a_hundred_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "_shares", lambda _: [9.0] * answers.WARMING + [0.9] * 98 + [1.1, 1.3])
    figures = list(answers.figures())
    assert [figure.name for figure in figures] == [f"answers.{name}.p99_share" for name in games.ids()]
    assert {figure.value for figure in figures} == {1.1}
    assert figures[0].spread == pytest.approx(0.4)
