"""The solver finds what an exhaustive search finds, and everything it finds is accepted."""

from dataclasses import replace
from random import Random

import pytest
from tests.games.kakuro.positions import loaded, random_match, worked
from tests.oracles import kakuro_rows as oracle_rows
from tests.oracles import kakuro_texts as oracle_texts

from ludoteka.bench import kakuro as bench
from ludoteka.core import match as matches
from ludoteka.core.game import Over, Played, Turn
from ludoteka.games.kakuro.engine import GAME
from ludoteka.games.kakuro.fast import kernels, solver
from ludoteka.games.kakuro.notation import write_move
from ludoteka.games.kakuro.position import dump
from ludoteka.games.kakuro.rules.board import row_name, squares_of, stretches
from ludoteka.games.kakuro.rules.claims import check_pool, judge, paid
from ludoteka.games.kakuro.rules.rounds import seats_in
from ludoteka.games.kakuro.types import (
    ACTION_TILES,
    DIGITS,
    DIRECTIONS,
    FACES,
    SQUARES,
    USED,
    Claim,
    in_pool_order,
)

BOX = "".join(ACTION_TILES.elements())


def random_board(dice: Random, most_silver: int) -> bytes:
    """A board with few silver squares: sum squares here and there, many stretches used."""
    tiles = [int(digit) for digit in DIGITS * 8]
    dice.shuffle(tiles)
    board = bytearray(tiles[:SQUARES])
    for square in dice.sample(range(SQUARES), dice.randint(14, 32)):
        board[square] = 0
    rows = [row for direction in DIRECTIONS for row in stretches(bytes(board), direction) if row.length > 1]
    dice.shuffle(rows)
    for row in rows:
        if sum(0 < cell <= 9 for cell in board) > most_silver:
            for square in squares_of(row):
                board[square] |= USED[row.direction]
    return bytes(board)


def random_pool(dice: Random, size: int) -> str:
    return in_pool_order("".join(dice.sample(BOX, size)))


def described(board: bytes, total: int, pool: str) -> dict[str, str]:
    found = solver.search(board, total, pool)
    for row in found:
        check_pool(pool, row.claim)
        judge(board, total, row.claim)
        assert paid(row.claim) == row.paid
    return {row_name(row.row): row.paid for row in found}


def as_tokens(board: bytes) -> dict[str, str]:
    state = replace(loaded("P14").state, board=board)
    return oracle_texts.read_board(dump(state).split()[0])


def test_equal_to_exhaustive_search_on_small_cases() -> None:
    """Pools of up to three tiles, all ways to use them, on 520 boards with few silver squares."""
    dice, rows, swapped = Random(40), 0, 0
    for case in range(520):
        pool = random_pool(dice, case % 4)
        if case % 5 == 0 and pool:
            pool = in_pool_order("X" + pool[1:])
        board = random_board(dice, (12, 10, 7, 5)[pool.count("X")])
        total = dice.randint(3, 24)
        found = described(board, total, pool)
        assert found == oracle_rows.cheapest_rows(as_tokens(board), total, pool), (board, total, pool)
        rows += len(found)
        swapped += sum("X" in tiles for tiles in found.values())
    assert rows > 500
    assert swapped > 50


def test_every_claim_is_accepted_on_large_pools() -> None:
    dice = Random(72)
    tiles = [int(digit) for digit in DIGITS * 8]
    for _ in range(60):
        dice.shuffle(tiles)
        board, total = bytes(tiles[:SQUARES]), dice.randint(3, 40)
        described(board, total, random_pool(dice, dice.randint(0, 10)))


def test_everything_listed_is_found_for_no_more_tiles() -> None:
    """`legal` lists claims with at most one change; the solver has every row of them, as cheap or cheaper."""
    dice, compared = Random(9), 0
    for match in random_match(dice, seats=3, failures=9):
        if not isinstance(match.awaiting, Turn):
            continue
        for seat in match.awaiting.seats:
            found = {row.row: row.paid for row in solver.rows(match.state, seat)}
            for claim in GAME.legal(match.state, seat):
                if isinstance(claim, Claim):
                    assert len(found[claim.row]) <= len(paid(claim))
                    compared += 1
    assert compared > 1000


def test_several_digit_tiles_and_exchanges_in_one_row() -> None:
    board = loaded("P1").state.board  # row 1 shows 9 2 9 4 3 5 6 2
    by_tiles = {row_name(f.row): f for f in solver.search(board, 37, "1178")}
    assert by_tiles[">A1:8"].text == ">A1:8 A1=1 B1=7"
    by_exchanges = {row_name(f.row): f for f in solver.search(board, 37, "XXX")}
    assert by_exchanges[">A1:8"].text == ">A1:8 A1~H2 B1~A2"


def test_best_row_has_most_points_then_fewest_tiles() -> None:
    state = loaded("P1").state
    best = solver.best(state, 0)
    assert best is not None
    assert (best.text, best.points, best.paid) == (">A2:8", 8, "")
    assert solver.best(loaded("P12").state, 1) is None


def test_a_view_is_as_good_as_a_state() -> None:
    for name in worked():
        match = loaded(name)
        for seat in range(match.state.seats):
            assert solver.rows(GAME.view(match.state, seat), seat) == solver.rows(match.state, seat)


def test_all_there_was_holds_the_rows_of_all_seats_each_once_and_cheapest() -> None:
    turns = [m.state for m in random_match(Random(5), seats=2) if isinstance(m.awaiting, Turn)]
    for state in [state for state in turns if state.open is not None][:12]:
        every = [found for seat in seats_in(state) for found in solver.rows(state, seat)]
        there = solver.all_there_was(state)
        assert {found.row for found in there} == {found.row for found in every}
        assert len({found.row for found in there}) == len(there)
        for found in there:
            assert len(found.paid) == min(len(one.paid) for one in every if one.row == found.row)


def test_the_hourglass_question() -> None:
    assert solver.is_possible(loaded("P1").state)
    assert not solver.is_possible(loaded(worked()["P11"].replace("race 36", "race 35")).state)
    assert not solver.is_possible(loaded("P14").state)


@pytest.mark.parametrize("name", ["P1", "P5", "P16", "P20", "P21", "P22"])
def test_compiled_equals_interpreted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = loaded(name).state
    compiled = [solver.rows(state, seat) for seat in range(state.seats)]
    for kernel in vars(kernels).values():
        if hasattr(kernel, "plain"):
            monkeypatch.setattr(kernel, "_ready", kernel.plain)
    assert [solver.rows(state, seat) for seat in range(state.seats)] == compiled


def test_prices_are_read_back_in_pool_order() -> None:
    tiles = kernels.counts("DDX378")
    price = int(kernels.price_of(tiles, 1, 1, int(kernels.lane_of(7)), 2))
    assert solver.tiles_of(price) == "DX378"
    assert set(solver.tiles_of(price)) <= set(FACES)


def test_rows_can_be_played() -> None:
    for seed in range(3):
        match = next(
            m for m in random_match(Random(seed), seats=2, flip="auto") if isinstance(m.awaiting, Turn)
        )
        for found in solver.rows(match.state, 1):
            after = match.then(Played(1, found.claim, match.now))
            assert after.state.scores[1] == found.points
            assert write_move(found.claim) == found.text


def test_simulated_games_are_games() -> None:
    """The compiled simulation is the engine's game: its log replays to the same board, pools and scores."""
    for seats in range(1, 6):
        for seed in range(8):
            simulated = bench.simulate_one(seats, seed)
            match = matches.new(GAME, seats)
            for event in simulated.events:
                match = match.then(event)
            assert isinstance(match.awaiting, Over)
            state = match.state
            assert (state.board, state.scores, state.pools) == (
                simulated.board,
                simulated.scores,
                simulated.pools,
            )


def test_simulation_repeats_itself() -> None:
    assert bench.simulate(20, 3, 7) == bench.simulate(20, 3, 7) != bench.simulate(20, 3, 8)
