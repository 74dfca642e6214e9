"""The fast match, the kernels and the encoding agree with the rules; compiled and not."""

from collections import Counter
from random import Random

import numpy as np
import pytest
from tests.games.abstrakto.matches_of import OPTIONS, begun, went_on

from ludoteka.bench.abstrakto import play_random, random_verdicts
from ludoteka.core.game import Turn
from ludoteka.games.abstrakto.encoding import VECTOR, encoder_for
from ludoteka.games.abstrakto.engine import GAME
from ludoteka.games.abstrakto.fast.kernels import BLUE, SCRATCH, SWAP, TALLY, list_moves, pack, step, weigh
from ludoteka.games.abstrakto.fast.match import FastMatch, move_number, numbered_move
from ludoteka.games.abstrakto.rules.areas import standing
from ludoteka.games.abstrakto.rules.geometry import kind_rows
from ludoteka.games.abstrakto.types import Pass, Place, Swap

NUMBERS = range(len(OPTIONS))


@pytest.mark.parametrize("number", NUMBERS)
def test_fast_match_equals_match(number: int) -> None:
    for seed in range(4):
        rng = Random(seed)
        match = begun(OPTIONS[number], f"fast {seed}")
        while match.state.phase == "discard":
            match = went_on(match, rng, f"fast {seed}")
        fast = FastMatch(match.state)
        while isinstance(match.awaiting, Turn):
            state = match.state
            legal = [move_number(move) for move in GAME.legal(state, state.turn or 0)]
            assert fast.turn == state.turn
            assert fast.legal().tolist() == legal
            later = went_on(match, rng, "")
            assert later.event is not None
            goes_on = fast.step(move_number(later.event.move))  # type: ignore[union-attr]  # a Played
            match = later
            assert bool(goes_on) == isinstance(match.awaiting, Turn)
            assert fast.desk.tolist() == pack(match.state).tolist()
            known = standing(match.state.board, match.state.size)
            assert (fast.verdict(), fast.controlled()) == (known.verdict, known.controlled)
        fast.reset()
        assert fast.turn >= 0


def test_fast_match_refuses() -> None:
    fast = FastMatch(begun({"size": 3, "first": "blue"}, "").state)
    for move in (-1, 0, SWAP, SWAP + 1, 19 * 7 + 1, 7, 10**9):
        with pytest.raises(ValueError, match="not legal"):
            fast.step(move)
    assert move_number(Place(1, 1)) == 20
    assert numbered_move(20, 3) == Place(1, 1)
    assert numbered_move(SWAP, 3) == Swap()
    with pytest.raises(ValueError, match="number"):
        move_number(Pass())


def test_compiled_equals_interpreted() -> None:
    """The same kernels on the same positions, run by Numba and as plain Python."""
    rng = Random(3)
    moves, others = np.zeros(SWAP + 1, np.int64), [0] * (SWAP + 1)
    for number in NUMBERS:
        match = begun(OPTIONS[number], "two modes")
        while match.state.phase == "discard":
            match = went_on(match, rng, "two modes")
        fast = pack(match.state)
        plain = fast.copy()
        while fast[1] >= 0:
            count = list_moves(fast, moves)
            assert list_moves.interpreted()(plain, others) == count  # type: ignore[arg-type]  # a list will do
            assert moves[:count].tolist() == others[:count]
            move = rng.choice(others[:count])
            assert step(fast, move) == step.interpreted()(plain, move)
            assert fast.tolist() == plain.tolist()
            tallies = [np.zeros(TALLY, np.int64) for _ in range(2)]
            verdict = weigh(fast, np.zeros(SCRATCH, np.int64), tallies[0])
            assert verdict == weigh.interpreted()(plain, np.zeros(SCRATCH, np.int64), tallies[1])
            assert tallies[0].tolist() == tallies[1].tolist()


def test_random_moves_are_equally_likely() -> None:
    start = pack(GAME.notation.load("...../...../...../...../..... 1,0,0|0,0,0 0"))
    laid: Counter[tuple[int, ...]] = Counter()
    seed = 1
    for _ in range(4000):
        desk = start.copy()
        seed = play_random(desk, np.zeros(19, np.int64), seed)
        laid[tuple(desk[BLUE + 1 : BLUE + 6].tolist())] += 1
    assert len(laid) == 4
    assert min(laid.values()) > 850  # 1000 each; 150 is more than five standard deviations


def test_random_games_are_fair() -> None:
    """Both colours win, and the same seed gives the same games."""
    state = begun({"first": "blue"}, "").state
    verdicts = random_verdicts(state, 2000, 5)
    assert verdicts.tolist() == random_verdicts(state, 2000, 5).tolist()
    assert 0.4 < np.mean(verdicts > 0) < 0.65
    assert 0.3 < np.mean(verdicts < 0) < 0.6


def test_actions() -> None:
    state = begun({"first": "blue"}, "").state
    for size in range(2, 10):
        encoder = encoder_for(size)
        every = range(encoder.choices.actions)
        moves = [encoder.move_of(state, 0, action) for action in every]
        assert [encoder.action_of(state, 0, move) for move in moves] == list(every)
        assert len(set(moves)) == len(moves) == (2 * size + 1) ** 2 + 11
    with pytest.raises(ValueError, match="no action"):
        encoder_for(7).move_of(state, 0, 15 * 15 + 11)
    with pytest.raises(ValueError, match="pass"):
        encoder_for(7).action_of(state, 0, Pass())


@pytest.mark.parametrize("number", NUMBERS)
def test_observations(number: int) -> None:
    rng = Random(number)
    match = begun(OPTIONS[number], "planes")
    while isinstance(match.awaiting, Turn):
        seat, state = min(match.awaiting.seats), match.state
        encoder = encoder_for(state.size)
        planes, vector = encoder.observe(state, seat).values()
        assert planes[0].sum() == sum(row.bit_count() for row in state.board[seat])
        mask = encoder.mask(state, seat)
        if state.phase == "play":
            held = [2 + kind for kind in range(3) if state.hands[seat][kind]]
            slots = planes[held].sum(axis=0) * planes[5]
            assert (mask[: slots.size] == slots.ravel()).all()
            assert mask[slots.size] == vector[VECTOR.index("swap open")]
        assert bool((vector[3:6] < 0).all()) == (state.discard == "secret")
        match = went_on(match, rng, "planes")


def test_slots_by_size() -> None:
    """The table of AS-1: n² Solids, 2n(n+1) Lines, (n-1)² Crosses."""
    for size in range(2, 10):
        counts = [sum(row.bit_count() for row in rows) for rows in kind_rows(size)]
        assert counts == [size**2, 2 * size * (size + 1), (size - 1) ** 2]
