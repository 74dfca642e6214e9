"""The yardstick's driver without GNU Backgammon: positions, its choices, and what is said in its absence."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludoteka.bench import abak_gnubg
from ludoteka.bench.abak_duel import luck_of, play_pair
from ludoteka.bench.abak_gnubg import Guest, after, decisions, duel, errors, player_for, sides, worth
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Played
from ludoteka.core.player import Budget, ask
from ludoteka.games.abak.engine import GAME


@pytest.fixture
def pips_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine for which a position is worth the difference in pips."""

    def evaluate(board: tuple[list[int], list[int]], cube: object, context: object) -> list[float]:
        waits, rolls = (sum(n * (i + 1) for i, n in enumerate(side)) for side in board)
        return [0.0] * 5 + [(waits - rolls) / 100]

    engine = SimpleNamespace(cube_info=dict, eval_context=lambda *given: given, evaluate=evaluate)
    monkeypatch.setattr(abak_gnubg, "_gnubg", lambda: engine)


def test_a_turn_gives_the_position_that_the_rules_give() -> None:
    for state in decisions()[:60]:
        own, other = sides(GAME.view(state, state.seat), state.seat)
        assert sum(own) <= 15
        for move in GAME.legal(state, state.seat):
            then = GAME.apply(state, Played(state.seat, move))
            assert after(own, other, move) == sides(GAME.view(then, state.seat), state.seat)


def test_stored_decisions_are_choices() -> None:
    states = decisions()
    assert len(states) == 600
    assert all(len(list(GAME.legal(state, state.seat))) > 1 for state in states[::20])
    assert {state.options.setup for state in states} == {"classic"}


def test_a_win_is_worth_its_points() -> None:
    gone, far = (0,) * 25, (0,) * 17 + (15,) + (0,) * 7
    assert worth(gone, (1,) + (0,) * 24, 0) == 1.0
    assert worth(gone, far, 0) == 2.0
    assert worth(gone, (0,) * 24 + (15,), 0) == 3.0


@pytest.mark.usefixtures("pips_alone")
@pytest.mark.parametrize("plies", [0, 2])
def test_the_guest_takes_what_it_thinks_best(plies: int) -> None:
    state = next(one for one in decisions() if one.dice == (6, 5))
    own, other = sides(GAME.view(state, state.seat), state.seat)
    answer = ask(Guest(plies), GAME, state, state.seat, Budget(), Source(seed_from("x")))
    moves: list[Any] = list(GAME.legal(state, state.seat))
    assert answer.value == pytest.approx(max(worth(*after(own, other, move), 0) for move in moves))
    assert answer.move in moves


@pytest.mark.usefixtures("pips_alone")
def test_errors_are_what_choices_give_away() -> None:
    found = list(errors(2, decisions()[:40]))
    assert min(found) == 0.0
    assert max(found) > 0.0


def test_its_absence_is_said_and_nothing_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(abak_gnubg, "find_spec", lambda name: None)
    assert abak_gnubg.main(["--level", "2", "--games", "10"]) == 0
    assert list(abak_gnubg.figures()) == []
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == 2 * abak_gnubg.ABSENT


def test_luck_is_nothing_on_average() -> None:
    state = decisions()[0]
    rolls = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
    found = {dice: luck_of(replace(state, dice=dice)) for dice in rolls}
    assert sum(one * (1 if dice[0] == dice[1] else 2) for dice, one in found.items()) == pytest.approx(0)
    other = replace(state, seat=1 - state.seat)
    assert max(found.values()) > 0.1
    assert luck_of(other) != luck_of(state)


@pytest.mark.usefixtures("pips_alone")
def test_a_file_of_games_goes_on_where_it_stopped(tmp_path: Path) -> None:
    out = tmp_path / "games"
    once = duel(2, 0, 4, out=out)
    assert once["games"] == 4
    kept = out.read_text()
    assert duel(2, 0, 4, out=out) == once
    assert out.read_text() == kept
    assert duel(2, 0, 6, out=out)["games"] == 6
    assert out.read_text().startswith(kept)


@pytest.mark.usefixtures("pips_alone")
def test_runs_side_by_side_take_other_draws(tmp_path: Path) -> None:
    whole, first, second = (tmp_path / name for name in ("whole", "first", "second"))
    duel(2, 0, 4, out=whole)
    duel(2, 0, 2, out=first)
    duel(2, 0, 2, out=second, begin=1)
    assert first.read_text() + second.read_text() == whole.read_text()


@pytest.mark.usefixtures("pips_alone")
def test_a_run_with_another_beginning_counts_its_own_draws_only(tmp_path: Path) -> None:
    out, alone = tmp_path / "games", tmp_path / "alone"
    duel(2, 0, 4, out=out)
    one_on = duel(2, 0, 4, out=out, begin=1)
    assert one_on == duel(2, 0, 4, out=alone, begin=1)
    assert [json.loads(line)[0] for line in out.read_text().splitlines()] == [0, 1, 2]
    assert out.read_text().splitlines()[1:] == alone.read_text().splitlines()


@pytest.mark.parametrize("line", ["[1.0, 0.25]", "not a pair", '["x", 1.0, 0.5]', "7"])
def test_a_file_that_names_no_draws_is_refused_and_left_as_it_is(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(abak_gnubg, "is_there", lambda: True)
    out = tmp_path / "games"
    out.write_text(f"[0, 1.0, 0.5]\n{line}\n")
    with pytest.raises(SystemExit):
        abak_gnubg.main(["--level", "2", "--games", "4", "--out", str(out)])
    assert f"{out}, line 2 is not the number of a draw, the points" in capsys.readouterr().err
    assert out.read_text() == f"[0, 1.0, 0.5]\n{line}\n"


def test_a_player_against_itself_wins_nothing_with_dice_played_twice() -> None:
    pair = play_pair(player_for(2), player_for(2), seed_from("x"))
    assert pair.points == 0.0
    assert pair.adjusted == pytest.approx(0.0)
