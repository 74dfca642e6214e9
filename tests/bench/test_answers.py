"""The measure of answers in time: it asks about real choices, for every game, and says the share used."""

import pytest

from ludoteka import games, players
from ludoteka.bench import answers
from ludoteka.bench.answers import positions, shares
from ludoteka.core.player import Answer, AnyPlayer, Budget


@pytest.mark.parametrize("game", games.ids())
def test_positions_have_a_choice(game: str) -> None:
    found = positions(games.get(game), 12)
    assert len(found) == 12
    assert all(len(match.legal()) > 1 for match in found)
    assert len({match.ply for match in found}) > 1


def test_shares_are_of_the_time_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten answers take 10, 20, ... 100 ms by the clock on the wall, of which the processor worked half."""
    game = games.get("abstrakto")
    asked = positions(game, 10)
    clock = {"wall": 0.0, "own": 0.0, "step": 0.0}

    class Slow:
        name = "slow"

        def choose(self, view: object, legal: list[object], budget: Budget, rng: object) -> Answer[object]:
            assert budget.ms == 50
            clock["wall"] += clock["step"]
            clock["own"] += clock["step"] / 2
            clock["step"] += 0.01
            return Answer(legal[0])

    def slow(game: object, level: int) -> AnyPlayer:
        return Slow()  # type: ignore[return-value]  # it takes any list of moves

    monkeypatch.setattr(players, "player_for", slow)
    monkeypatch.setattr(answers, "monotonic", lambda: clock["wall"])
    monkeypatch.setattr(answers, "process_time", lambda: clock["own"])
    found = {one.name: one.value for one in shares("x", game, 5, asked, 50)}
    assert found == {
        "answers.x.p99_share": pytest.approx(2.0),
        "answers.x.p99_others": pytest.approx(1.0),
    }
