"""Training: it resumes, it learns within seconds, and the shipped networks foresee what happens."""

import json
from pathlib import Path

import numpy as np
import pytest

from ludoteka.games.abak.fast.game import FastGame
from ludoteka.games.abak.types import CELLS, Setup
from ludoteka.players.abak import course, selfplay, training
from ludoteka.players.abak.lookahead import look_once, turned
from ludoteka.players.abak.network import (
    MONEY,
    SMALL,
    Net,
    best_of,
    evaluate,
    judge_turns,
    net_of,
    new_scratch,
    units_of,
    weight_count,
    win_worth,
)
from ludoteka.players.abak.training import AHEAD, SELF_PLAY, Course, Run, Worker, new_weights, train
from ludoteka.players.abak.weights import WIDTHS, read_weights, shipped, shipped_weights


def against_random(net: Net, games: int) -> float:
    """Points a game of a classic network against any legal turn."""
    width, scratch, worths = WIDTHS["classic"], new_scratch(SMALL), np.empty(5000)
    rng, game, total = np.random.default_rng(2), FastGame("classic"), 0
    for number in range(games):
        game.reset()
        me, is_over = number % 2, False
        while not is_over:
            me = 1 - me
            high, low = sorted((int(die) for die in rng.integers(1, 7, 2)), reverse=True)
            count = game.roll(me, high, low)
            chosen = int(rng.integers(count))
            if me == 0:
                nodes = np.vstack([np.frombuffer(game.board, np.int64), game.boards()])
                leaves = np.arange(1, count + 1)
                judge_turns(net, scratch, nodes, leaves, count, me, width, MONEY, worths)
                chosen = best_of(worths, count)
            is_over = game.play(chosen, me)
        worth = win_worth(np.frombuffer(game.board, np.int64).copy(), me)
        total += worth if me == 0 else -worth
    return total / games


def test_some_hundred_games_of_training_beat_random_play() -> None:
    """One thread, so that the same seed learns the same."""
    flat = new_weights(WIDTHS["classic"], 1)
    net = net_of(flat, WIDTHS["classic"])
    before = against_random(net, 40)
    worker = Worker(Run("classic", flat, 1.0, SELF_PLAY), 1)
    worker.once(400, 1.0, 3e-3)
    assert against_random(net, 40) > max(before, 0) + 0.5


@pytest.mark.parametrize("way", [SELF_PLAY, AHEAD])
def test_training_writes_what_it_learned_and_a_resume_goes_on(
    way: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "DUEL_GAMES", 2)
    seen: list[float] = []
    for resume in (False, True):
        weights = train(
            tmp_path, 0.5, 2, 5, "classic", resume, lambda point: seen.append(point["seconds"]), way
        )
    with weights.open("rb") as file:
        units = units_of(len(shipped_weights("classic")), WIDTHS["classic"]) if way is AHEAD else SMALL
        assert len(read_weights(file)) == weight_count(WIDTHS["classic"], units)
    told = json.loads(weights.with_suffix(".json").read_text(encoding="utf-8"))
    assert (told["course"], told["seed"]) == (f"classic{way.suffix}", 5)
    assert [point["seconds"] for point in told["curve"]] == seen
    assert 0.5 <= seen[0] < seen[1]


def test_a_resume_has_the_positions_the_moments_and_the_average(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "DUEL_GAMES", 2)
    train(tmp_path, 0.5, 1, 5, "classic", course=AHEAD)
    again = Run("classic", np.zeros_like(shipped_weights("classic")), 1.0, AHEAD)
    worker = Worker(again, 1)
    notes, state = course.earlier(tmp_path, again.subject)
    curve = notes["curve"]
    average = training._go_on(again, [worker], state)
    assert again.before == curve[-1]["seconds"]
    assert worker.memory.counts[0] > 0
    assert worker.memory.ring[worker.memory.counts[0] - 1].any()
    np.testing.assert_array_equal(again.flat, state["flat"])
    np.testing.assert_array_equal(average, state["average"])


def test_targets_that_look_ahead_are_free_of_the_luck_of_the_dice() -> None:
    """They agree with the average over all rolls, corrected by what came later, and add up to 1."""
    flat = shipped_weights("classic").copy()
    worker = Worker(Run("classic", flat, 1.0, AHEAD), 4)
    worker.once(1, 0.0, 0.0)
    memory, net = worker.memory, shipped("classic")
    others = turned(MONEY)
    for place in range(0, int(memory.counts[0]), 9):
        row = memory.ring[place]
        if evaluate(net, worker.desk.scratch, row, int(row[CELLS]), WIDTHS["classic"]):
            continue  # a race that the table knows
        seen = look_once(net, worker.desk, row[:CELLS].copy(), int(row[CELLS]), MONEY.copy(), others, 0)
        assert memory.targets[place] @ MONEY == pytest.approx(seen, abs=1e-5)
    worker.once(2, 0.8, 0.0)
    sums = memory.targets[: memory.counts[0]].sum(axis=1)
    assert sums == pytest.approx(np.ones(len(sums)), abs=1e-5)


def test_schedules_fall() -> None:
    shares = [n / 50 for n in range(51)]
    trusts, rates = [training.trust_at(s) for s in shares], [training.rate_at(s) for s in shares]
    assert trusts == sorted(trusts, reverse=True)
    assert rates[1:] == sorted(rates[1:], reverse=True)
    assert trusts[0] == 1.0
    assert rates[-1] == pytest.approx(training.LOW_RATE)


@pytest.mark.parametrize(("setup", "games"), [("classic", 250), ("abak", 250)])
def test_shipped_networks_foresee_gammons_and_wins(setup: Setup, games: int) -> None:
    """Predicted beside actual, over the positions of games of the network with itself."""
    net = shipped(setup)
    flat = np.concatenate([layer.ravel() for layer in net[:-1]])
    worker = Worker(Run(setup, flat, 1.0, SELF_PLAY), 3)
    worker.once(games, 1.0, 0.0)
    tally = worker.memory.tally
    positions = tally[selfplay.POSITIONS]
    for told, actual, off in (
        (selfplay.TOLD_WINS, selfplay.SEEN_WINS, 0.02),
        (selfplay.TOLD_GAMMONS, selfplay.SEEN_GAMMONS, 0.09),
    ):
        assert tally[told] / positions == pytest.approx(tally[actual] / positions, abs=off)
