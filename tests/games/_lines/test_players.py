"""What the players of both games share: sets of tiles, fitted worths, races, endings against brute force."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import AnyGame, Over, Played
from ludoteka.core.player import Budget
from ludoteka.games.abaku.engine import GAME as ABAKU
from ludoteka.games.calculissimo.engine import GAME as CALCULISSIMO
from ludoteka.players._lines.clock import Limits
from ludoteka.players._lines.leaves import fit
from ludoteka.players._lines.racing import chance_to_win, race
from ludoteka.players._lines.racks import (
    all_sets,
    credit,
    lay_out,
    place_of,
    places,
    put_back,
    set_aside,
    take,
)
from ludoteka.players._lines.table import Candidate
from ludoteka.players.abaku.table import AbakuTable
from ludoteka.players.calculissimo.table import CalculissimoTable

# --- sets of tiles -----------------------------------------------------------------------------


def numbers(kinds: int, tiles: Sequence[int]) -> Any:
    return np.bincount(np.array(tiles, np.int64), minlength=kinds).astype(np.int64)


@pytest.mark.parametrize(("kinds", "most"), [(11, 5), (4, 3), (14, 4)])
def test_every_set_has_its_own_place(kinds: int, most: int) -> None:
    sets = list(all_sets(kinds, most))
    assert len(sets) == places(kinds, most)
    assert [place_of(numbers(kinds, one), most) for one in sets] == list(range(len(sets)))


def test_what_is_put_back_can_lie_anywhere_in_the_bag() -> None:
    """Two tiles of kind 3 go back into a bag of four: all tiles stay, and each place is as likely."""
    where = np.zeros(6)
    for seed in range(600):
        draws = np.array([9, 9, 0, 1, 2, 2], np.int64)  # two have been drawn
        assert put_back(draws, 2, numbers(4, [3, 3]), seed) == 0
        assert sorted(draws.tolist()) == [0, 1, 2, 2, 3, 3]
        where += draws == 3
    assert where.sum() == 1200
    assert where.min() > 140  # 200 expected
    assert where.max() < 260


def test_tiles_set_aside_are_the_first_of_a_rack() -> None:
    rack = numbers(4, [0, 0, 2, 3])
    assert set_aside(rack, 3).tolist() == [2, 0, 1, 0]
    assert rack.tolist() == [0, 0, 0, 1]


def test_imagined_tiles_are_the_unseen_ones_in_any_order() -> None:
    unseen, draws = numbers(5, [0, 1, 1, 3, 4, 4]), np.empty(8, np.int64)
    orders = set()
    for seed in range(60):
        assert lay_out(unseen, seed, draws) == 2
        assert sorted(draws[2:].tolist()) == [0, 1, 1, 3, 4, 4]
        orders.add(tuple(draws[2:].tolist()))
        rack = np.zeros(5, np.int64)
        assert take(draws, 3, rack, 3) == 6
        assert rack.sum() == 3
    assert len(orders) > 40


def test_a_fit_finds_what_tiles_are_worth() -> None:
    """Racks worth 10 for each tile of kind 2, and 5 more for a pair of kind 0."""
    rng, tallies = np.random.default_rng(1), np.zeros((2, places(4, 3)))
    for _ in range(6000):
        rack = numbers(4, rng.integers(0, 4, 4).tolist())
        credit(rack, 10.0 * rack[2] + 5.0 * (rack[0] >= 2) + rng.normal(), tallies, 3)
    worths = fit(tallies, 4, 3)
    single = {kind: worths[place_of(numbers(4, [kind]), 3)] for kind in range(4)}
    assert worths[0] == 0
    assert single[2] - single[1] == pytest.approx(10, abs=1)
    pair, other = (worths[place_of(numbers(4, tiles), 3)] for tiles in ([0, 0], [0, 1]))
    assert pair - other == pytest.approx(5 - 5 * (1 - (3 / 4) ** 2), abs=1)


# --- races -------------------------------------------------------------------------------------


@dataclass
class Noisy:
    """A table where each move is worth its number, hidden under noise."""

    scores = np.zeros(2)
    bag, unseen, spread, is_fast = 50, 60, 5.0, True
    asked: int = 0

    def playout(self, candidate: Candidate[int], plies: int, seed: int) -> tuple[Any, int]:
        self.asked += 1
        luck = np.random.default_rng(seed).normal(scale=30)
        own = np.random.default_rng((seed, candidate.move)).normal(scale=6)
        return np.array([candidate.move + luck + own, 0.0]), self.bag


def candidates(number: int) -> list[Candidate[int]]:
    return [Candidate(move, 0.0, 0.0, numbers(2, []), move) for move in range(number)]


def test_a_race_finds_the_best_under_noise_and_keeps_to_its_nodes() -> None:
    table: Any = Noisy()
    runners = race(table, candidates(12), 2, Limits(Budget(nodes=1200), 9999), 7)
    assert runners[0].candidate.move == 11
    assert sorted(runner.candidate.move for runner in runners) == list(range(12))
    assert table.asked <= 1200 + 12


def test_a_race_without_time_keeps_the_order_that_it_was_given() -> None:
    table: Any = Noisy()
    runners = race(table, candidates(5), 2, Limits(Budget(nodes=0), 9999), 7)
    assert [runner.candidate.move for runner in runners] == list(range(5))


def test_a_race_ends_by_the_clock() -> None:
    """The clock ticks 10 ms a look, one before each playout: after 85 % of 100 ms nothing more is begun."""
    ticks = iter(range(10_000))
    table: Any = Noisy()
    runners = race(table, candidates(3), 2, Limits(Budget(ms=100), 9999, lambda: next(ticks) * 0.01), 7)
    assert table.asked == 8
    assert [len(runner.wins) for runner in runners] == [2] * 3  # the third round was not over


def test_few_playouts_do_not_overrule_what_moves_look_like() -> None:
    """Forty points ahead before any playout: four rounds of noise change nothing, two hundred would."""
    table: Any = Noisy()
    far = [Candidate(move, 40.0 * (move == 0), 0.0, numbers(2, []), move) for move in range(4)]
    few = race(table, far, 2, Limits(Budget(nodes=16), 9999), 7)
    assert few[0].candidate.move == 0


def test_a_clear_race_ends_early() -> None:
    table: Any = Noisy()
    far = [Candidate(move, 0.0, 0.0, numbers(2, []), move) for move in (100, 1, 0)]
    race(table, far, 2, Limits(Budget(nodes=3000), 9999), 7)
    assert table.asked < 2000


def test_a_lead_lasts_longer_the_fewer_tiles_are_left() -> None:
    assert chance_to_win(0, 5, 80) == 0.5
    assert 0.5 < chance_to_win(20, 5, 80) < chance_to_win(20, 5, 10) < 1
    assert (chance_to_win(-1, 5, 0), chance_to_win(1, 5, 0)) == (0, 1)


# --- endings -----------------------------------------------------------------------------------

ABAKU_BOARD = "/".join(["." * 15] * 7 + [".......24......"] + ["." * 15] * 7)
CALC_BOARD = "/".join(["." * 15] * 7 + [".....6:2+9....."] + ["." * 15] * 7)
ENDINGS = [
    (ABAKU, AbakuTable, f"{ABAKU_BOARD} 8|2 - 10,10 0"),
    (ABAKU, AbakuTable, f"{ABAKU_BOARD} 16|8 - 3,0 0"),
    (ABAKU, AbakuTable, f"{ABAKU_BOARD} 8|16 - 0,30 0 scoring=values"),
    (ABAKU, AbakuTable, f"{ABAKU_BOARD} 2|46 - 0,0 0 skips=1,1 idle=2"),
    (ABAKU, AbakuTable, f"{ABAKU_BOARD} 16|82 - 0,2 0 referee=dispute declare=manual"),
    (CALCULISSIMO, CalculissimoTable, f"{CALC_BOARD} 3+|4- 0 5,7 0"),
    (CALCULISSIMO, CalculissimoTable, f"{CALC_BOARD} 3+|9x 0 5,30 0 passes=1 idle=1"),
    (CALCULISSIMO, CalculissimoTable, f"{CALC_BOARD} 1-|25+ 0 0,0 0 premiums=every"),
]


def brute_force(game: AnyGame, state: Any, seen: dict[Any, tuple[int, int]]) -> tuple[int, int]:
    """Win or loss, then the margin, of the seat to move with best play: every move, nothing cut."""
    if state in seen:
        return seen[state]
    seat, best = state.seat, (-2, 0)
    for move in game.legal(state, seat):
        after = game.apply(state, Played(seat, move, 0))
        if isinstance(game.awaiting(after), Over):
            margin = after.scores[seat] - after.scores[1 - seat]
            value = (int(np.sign(margin)), margin)
        else:
            win, margin = brute_force(game, after, seen)
            value = (-win, -margin)
        best = max(best, value)
    seen[state] = best
    return best


@pytest.mark.parametrize(("game", "table", "text"), ENDINGS)
def test_endings_are_solved_as_brute_force_solves_them(game: AnyGame, table: Any, text: str) -> None:
    state = game.notation.load(text)
    solved = table(game.view(state, 0)).solved(Limits(Budget(nodes=100_000), 1), Source(seed_from("x")))
    plain = game.notation.load(text.replace("referee=dispute declare=manual", ""))
    assert solved.is_exact
    assert solved.margin == brute_force(game, plain, {})[1]


def test_an_ending_cut_short_still_has_a_legal_move() -> None:
    state = ABAKU.notation.load(f"{ABAKU_BOARD} 12348|12456 - 0,0 0")
    solved = AbakuTable(ABAKU.view(state, 0)).solved(Limits(Budget(nodes=1), 1), Source(seed_from("x")))
    assert solved is not None
    assert not solved.is_exact
    assert solved.move in list(ABAKU.legal(state, 0))


def test_tiles_in_the_bag_or_a_third_seat_are_no_ending() -> None:
    for text in (f"{ABAKU_BOARD} 8|2 5 0,0 0", f"{ABAKU_BOARD} 8|2|3 - 0,0,0 0"):
        view = ABAKU.view(ABAKU.notation.load(text), 0)
        assert AbakuTable(view).solved(Limits(Budget(nodes=100), 1), Source(seed_from("x"))) is None
