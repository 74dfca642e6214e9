"""The long course for classic: codes, targets, gradients, the threads and a resume, on the brain in NumPy."""

import json
import threading
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from ludoteka.games.abak.rules.boards import cells_of, starting_board
from ludoteka.games.abak.types import CELLS, TRAY, default_limit
from ludoteka.players.abak import crowd as crowds
from ludoteka.players.abak import wide
from ludoteka.players.abak.accelerator import TorchBrain, is_there
from ludoteka.players.abak.brain import Brain, PlainBrain, Scale, content_of, features_of_codes, widened
from ludoteka.players.abak.crowd import CODES, Crowd, list_boards, new_crowd, play_best, write_codes
from ludoteka.players.abak.features import MOST, NARROW, board_features
from ludoteka.players.abak.lookahead import look_once, new_desk
from ludoteka.players.abak.network import (
    LARGE,
    MONEY,
    RESULTS,
    SMALL,
    Floats32,
    evaluate,
    hidden_units,
    net_of,
    new_scratch,
    weight_count,
)
from ludoteka.players.abak.races import race_table
from ludoteka.players.abak.training import new_weights
from ludoteka.players.abak.weights import shipped

TINY = Scale(games=3, ring=512, first=40, batch=32, rate=1e-3, stray=4)


def lively_weights() -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """A small network whose results differ from board to board."""
    flat = new_weights(NARROW, 3)
    net_of(flat, NARROW).third[:] *= 30
    return flat


class Table:
    """A crowd whose boards a brain judges."""

    def __init__(self, games: int, seed: int = 1) -> None:
        self.brain = PlainBrain(lively_weights(), TINY, seed)
        self.sheet = self.brain.sheet(games * crowds.ROWS_A_GAME + crowds.ROOM)
        self.crowd: Crowd = new_crowd(games, seed, self.sheet.rows, self.sheet.results)

    def list(self) -> int:
        count: int = list_boards(self.crowd, race_table())
        assert self.brain.judge(self.sheet, count)()
        return count


def set_up(crowd: Crowd, game: int, points: dict[int, int], trays: tuple[int, int], seat: int) -> None:
    """A board of our own: White's points with the number of checkers, negative for Black's."""
    crowd.boards[game] = 0
    for point, number in points.items():
        crowd.boards[game, point] = content_of(1, number if number > 0 else 15 - number)
    crowd.boards[game, TRAY], crowd.boards[game, TRAY + 1] = trays
    crowd.seats[game], crowd.turns[game], crowd.wild[game] = seat, 0, 0


def test_codes_stand_for_the_features_that_the_network_sees() -> None:
    table, active = features_of_codes(), np.zeros(CELLS * MOST, np.int64)
    one = Table(4)
    for _ in range(60):
        one.list()
        play_best(one.crowd, 0.8, 4)
        for game in range(4):
            board, me = one.crowd.boards[game].copy(), int(one.crowd.seats[game])
            row = np.zeros(CELLS, np.uint8)
            write_codes(board, me, row)
            inputs = sum(table[column * CODES + int(row[column])] for column in range(CELLS))
            expected = np.zeros(table.shape[1])
            expected[active[: board_features(board, me, NARROW, active)]] = 1.0
            np.testing.assert_array_equal(inputs, expected)


def test_the_brain_judges_as_the_player_does_and_a_turn_ahead_as_the_look_ahead_does() -> None:
    one, net = Table(3), net_of(lively_weights(), NARROW, race_table())
    scratch, desk = new_scratch(SMALL), new_desk(SMALL)
    desk.rules[:] = default_limit("classic"), 1, NARROW
    looked = 0
    for _ in range(50):
        one.list()
        before, seats, turns = one.crowd.boards.copy(), one.crowd.seats.copy(), one.crowd.turns.copy()
        play_best(one.crowd, 0.8, 4)
        for game in range(3):
            turn = int(one.crowd.turns[game])
            if turn == 0:
                continue
            evaluate(net, scratch, one.crowd.boards[game].copy(), int(one.crowd.seats[game]), NARROW)
            assert one.crowd.values[game, turn] == pytest.approx(scratch.results, abs=1e-5)
            if turns[game] > 0:
                desk.chances[:] = 0.0
                look_once(net, desk, before[game].copy(), int(seats[game]), MONEY, MONEY, 1)
                assert one.crowd.seen[game, turn - 1] == pytest.approx(desk.chances, abs=1e-5)
                looked += 1
    assert looked > 50


def test_the_best_of_lost_turns_is_one_of_the_game() -> None:
    """All worths below -2: the best is still found among the rows of the roll, with its second."""
    results, worths = np.zeros((5, RESULTS), np.float32), np.zeros(5)
    for row, lost in enumerate((0.9, 0.6, 0.8, 0.55, 0.95)):
        results[row, 5], results[row, 4] = lost, 1.0 - lost
    assert crowds.best_rows(results, 0, 3, worths) == (1, 1)
    assert crowds.best_rows(results, 1, 5, worths) == (3, 1)
    assert crowds.best_rows(results, 4, 5, worths) == (4, 4)


def test_results_that_are_known_take_the_place_of_judgements() -> None:
    """White bears its last checker off with every roll: a gammon, or a backgammon against one in its home."""
    one = Table(3)
    set_up(one.crowd, 0, {1: 1, 24: -5, 20: -10}, (14, 0), 1)
    set_up(one.crowd, 1, {1: 1, 2: -1, 20: -14}, (14, 0), 1)
    set_up(one.crowd, 2, {1: 1, 20: -14}, (14, 1), 1)
    one.list()
    play_best(one.crowd, 0.8, 0)
    for game, result in ((0, 4), (1, 5), (2, 3)):
        assert one.crowd.seen[game, 0] == pytest.approx(np.eye(RESULTS)[result], abs=1e-6)


def test_targets_are_corrected_from_the_end_backward_but_not_past_a_turn_that_strays() -> None:
    one = Table(1)
    crowd, rng = one.crowd, np.random.default_rng(4)
    last, trust = 5, 0.6
    crowd.values[0, : last + 1] = rng.dirichlet(np.ones(RESULTS), last + 1)
    crowd.seen[0, : last + 1] = rng.dirichlet(np.ones(RESULTS), last + 1)
    crowd.strayed[0, :] = 0
    crowd.strayed[0, 3] = 1
    crowd.codes[0, : last + 1] = np.arange(last + 1)[:, None]
    crowd.turns[0], crowd.wild[0] = last, 0
    crowds.remember_game(crowd, 0, trust)
    target = crowd.values[0, last].astype(float)
    expected = []
    for turn in range(last - 1, 0, -1):
        share = 0.0 if turn + 1 == 3 else trust
        target = crowd.seen[0, turn] + share * np.roll(target - crowd.values[0, turn + 1], 3)
        expected.append(target)
    assert crowd.counts[1] == last - 1
    assert crowd.out_targets[: last - 1] == pytest.approx(np.array(expected), abs=1e-6)
    assert [int(row[0]) for row in crowd.out_codes[: last - 1]] == [4, 3, 2, 1]
    gammons = crowd.values[0][:, [1, 2, 4, 5]].sum(axis=1)
    assert crowd.tally[crowds.POSITIONS] == last - 1
    assert crowd.tally[crowds.SEEN_GAMMONS] == pytest.approx((last - 1) * gammons[last])
    assert crowd.tally[crowds.TOLD_GAMMONS] == pytest.approx(gammons[1:last].sum())
    crowd.wild[0] = 3
    crowds.remember_game(crowd, 0, trust)
    assert crowd.counts[1] == last - 1 + 2  # those after the random turns only


def test_a_wider_network_says_the_same() -> None:
    small = lively_weights()
    large = widened(small, 5, LARGE)
    assert len(large) == weight_count(NARROW, LARGE)
    board = np.array(cells_of(starting_board("classic")), np.int64)
    seen = []
    for flat in (small, large):
        net = net_of(flat, NARROW)
        scratch = new_scratch(hidden_units(net))
        evaluate(net, scratch, board, 0, NARROW)
        seen.append(scratch.results.copy())
    assert seen[0] == pytest.approx(seen[1], abs=1e-6)
    assert widened(large, 5, LARGE) == pytest.approx(large)


def lesson(number: int) -> tuple[crowds.Bytes, Floats32]:
    """Positions with targets, of games as the lively network plays them."""
    one = Table(4, seed=9)
    while one.crowd.counts[1] < number:
        one.list()
        play_best(one.crowd, 0.8, 4)
    return one.crowd.out_codes[:number].copy(), one.crowd.out_targets[:number].copy()


def loss_of(brain: PlainBrain, codes: crowds.Bytes, targets: Floats32) -> float:
    brain.gradient(codes, targets)
    loss, wrong = brain.losses()
    return loss + wrong**2


def test_the_gradient_is_that_of_the_loss() -> None:
    codes, targets = lesson(24)
    brain = PlainBrain(lively_weights(), TINY, 1)
    slope = brain.gradient(codes, targets)
    brain.losses()
    places = np.argsort(-np.abs(slope))[:400:40]
    for place in places:
        losses = []
        for step in (1e-2, -1e-2):
            brain._flat[place] += np.float32(step)
            losses.append(loss_of(brain, codes, targets))
            brain._flat[place] -= np.float32(step)
        found = (losses[0] - losses[1]) / 2e-2
        assert found == pytest.approx(slope[place], rel=0.05, abs=2e-4)


def test_learning_brings_judgements_nearer_to_the_targets() -> None:
    codes, targets = lesson(300)
    brain = PlainBrain(lively_weights(), TINY, 1)
    brain.keep(codes, targets)
    before = loss_of(brain, codes, targets)
    for _ in range(60):
        brain.learn(1e-3)
    brain.losses()
    assert loss_of(brain, codes, targets) < before - 0.05


def test_the_course_learns_in_threads_and_a_resume_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its clock counts the steps of learning: a run of four seconds ends after four steps.

    Games begin with two checkers each, which have to pass: they are short.
    """
    one = Table(1).crowd
    set_up(one, 0, {20: 1, 6: 1, 5: -1, 19: -1}, (13, 13), 0)
    cells = one.boards[0].tolist()
    monkeypatch.setattr(crowds, "cells_of", lambda _: cells)
    brains: list[PlainBrain] = []

    def made(flat: Floats32, scale: Scale, seed: int) -> PlainBrain:
        brains.append(PlainBrain(flat, scale, seed))
        return brains[-1]

    def once_more(*, resume: bool) -> Path:
        return wide.train(tmp_path, 4.0, 2, 5, resume, seen.append, TINY, SMALL, made)

    monkeypatch.setattr(wide, "DUEL_GAMES", 2)
    monkeypatch.setattr(wide, "monotonic", lambda: float(brains[-1].steps))
    np.savez(tmp_path / f"{wide.START}.npz", weights=lively_weights())
    (tmp_path / f"{wide.START}.json").write_text('{"seed": 77, "curve": []}', encoding="utf-8")
    seen: list[dict[str, float]] = []
    once_more(resume=False)
    (tmp_path / f"{wide.START}.json").unlink()
    weights = once_more(resume=True)
    assert [point["steps"] for point in seen] == [4, 8]
    assert [point["seconds"] for point in seen] == [4, 8]
    assert not np.array_equal(brains[0].weights(), brains[1].weights())
    assert min(point["positions"] for point in seen) > 0
    assert seen[1]["games_in_all"] == seen[0]["games"] + seen[1]["games"]
    told = json.loads(weights.with_suffix(".json").read_text(encoding="utf-8"))
    assert (told["course"], told["seed"], told["threads"], told["units"]) == (wide.SUBJECT, 5, 2, list(SMALL))
    assert told["goes_on_from"] == {"seed": 77, "curve": []}
    assert told["curve"] == seen
    with np.load(weights) as kept:
        assert kept["weights"].shape == (weight_count(NARROW, SMALL),)
        assert kept["weights"].dtype == np.float16


def test_a_folder_without_a_network_goes_on_from_the_shipped_one(tmp_path: Path) -> None:
    flat, notes = wide._start(tmp_path)
    assert len(flat) == weight_count(NARROW, LARGE)
    assert (notes["setup"], notes["curve"][-1]["steps"]) == ("classic", 117491)


def test_a_failure_of_a_thread_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no more boards")

    monkeypatch.setattr(wide, "DUEL_GAMES", 2)
    monkeypatch.setattr(wide.Worker, "list", fail)
    np.savez(tmp_path / f"{wide.START}.npz", weights=lively_weights())
    with pytest.raises(RuntimeError, match="no more boards"):
        wide.train(tmp_path, 60.0, threads=1, scale=TINY, units=SMALL, made=PlainBrain)


def test_a_failure_of_the_main_thread_leaves_no_other_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError("no space left")

    before = set(threading.enumerate())
    monkeypatch.setattr(wide, "CHECKPOINT_S", 0.0)
    monkeypatch.setattr(wide.Diary, "add", fail)
    np.savez(tmp_path / f"{wide.START}.npz", weights=lively_weights())
    with pytest.raises(OSError, match="no space left"):
        wide.train(tmp_path, 60.0, threads=1, scale=TINY, units=SMALL, made=PlainBrain)
    assert set(threading.enumerate()) <= before


def test_the_schedules_fall() -> None:
    shares = [n / 20 for n in range(21)]
    rates = [wide.rate_at(share, 100.0, Scale()) for share in shares]
    assert rates == sorted(rates, reverse=True)
    assert rates[0] == pytest.approx(Scale().rate)
    assert rates[-1] == pytest.approx(Scale().low_rate)
    assert wide.rate_at(0.0, wide.WARM_S / 2, Scale()) == pytest.approx(rates[0] / 2)
    assert [wide.trust_at(share) for share in (0.0, 1.0)] == [0.85, 0.7]


def test_the_shipped_network_is_a_wide_one() -> None:
    assert hidden_units(shipped("classic")) == LARGE


def both_brains(monkeypatch: pytest.MonkeyPatch) -> tuple[PlainBrain, TorchBrain]:
    """The same network in NumPy and in PyTorch; both learn from their whole ring, not from a sample of it."""
    codes, targets = lesson(32)
    scale = Scale(games=2, ring=32, first=1, batch=32)
    plain, torch = PlainBrain(lively_weights(), scale, 1), TorchBrain(lively_weights(), scale, 1)
    plain._rng = SimpleNamespace(integers=lambda *_, **__: np.arange(32))  # type: ignore[assignment]
    whole = import_module("torch").arange(32, device=torch.device)
    monkeypatch.setattr("torch.randint", lambda *_, **__: whole)
    for brain in (plain, torch):
        brain.keep(codes, targets)
    return plain, torch


def judged(brain: Brain, codes: crowds.Bytes) -> Floats32:
    """What a brain says of some positions."""
    sheet = brain.sheet(len(codes))
    sheet.rows[:] = codes
    is_done = brain.judge(sheet, len(codes))
    while not is_done():
        pass
    return sheet.results.copy()


def assert_alike(one: Brain, other: Brain, off: float) -> None:
    """The same weights, average, moments and steps."""
    first, second = one.state(), other.state()
    assert first.keys() == second.keys()
    for name, kept in first.items():
        assert np.asarray(second[name]) == pytest.approx(np.asarray(kept), abs=off), name


WITH_PYTORCH = pytest.mark.skipif(
    not is_there(), reason="needs PyTorch, which is no dependency of ours: pip install torch"
)


@pytest.mark.long
@WITH_PYTORCH
def test_pytorch_judges_as_numpy_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also from a table in half precision, which only an accelerator uses by itself."""
    plain, torch = both_brains(monkeypatch)
    codes, _ = lesson(200)
    wanted = judged(plain, codes)
    assert wanted.std(axis=0).min() > 0.01  # it says different things of different boards
    if torch.device == "cpu":
        assert judged(torch, codes) == pytest.approx(wanted, abs=1e-5)
    torch._half = import_module("torch").float16
    torch.refresh()
    assert judged(torch, codes) == pytest.approx(wanted, abs=5e-3)


@pytest.mark.long
@WITH_PYTORCH
def test_pytorch_learns_as_numpy_does_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps, average and losses; judgements change when they are refreshed; a resume goes on alike."""
    plain, torch = both_brains(monkeypatch)
    codes, _ = lesson(200)
    before = judged(torch, codes)
    for _ in range(3):
        plain.learn(1e-3)
        torch.learn(1e-3)
    assert torch.losses() == pytest.approx(plain.losses(), rel=1e-3)
    assert_alike(plain, torch, 2e-5)
    assert judged(torch, codes) == pytest.approx(before, abs=1e-6)
    plain.refresh()
    torch.refresh()
    assert judged(torch, codes) == pytest.approx(judged(plain, codes), abs=5e-3)
    assert judged(torch, codes) != pytest.approx(before, abs=5e-3)
    again, _ = both_brains(monkeypatch)[::-1]
    again.go_on(torch.state())
    assert_alike(again, torch, 1e-7)
    plain.learn(1e-3)
    again.learn(1e-3)
    assert_alike(plain, again, 2e-5)
