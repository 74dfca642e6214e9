"""The solver proves what plain minimax finds, and its line is played as it says."""

import re
from pathlib import Path
from random import Random

import pytest
from tests.games.abstrakto import spots
from tests.oracles import abstrakto as oracle

from ludoteka.core import match as matches
from ludoteka.core.game import Over, Played
from ludoteka.core.player import Solution
from ludoteka.core.refusals import BadNotation, BadRequest
from ludoteka.games.abstrakto.engine import GAME
from ludoteka.games.abstrakto.options import read_counts
from ludoteka.games.abstrakto.types import State
from ludoteka.players.abstrakto.solved import page, prove, row
from ludoteka.players.abstrakto.solver import solve


def minimax(state: State, known: dict[State, int]) -> int:
    """1 blue wins, 0 drawn, -1 orange wins: every line, to the end."""
    if state not in known:
        awaited = GAME.awaiting(state)
        if isinstance(awaited, Over):
            blue, orange = awaited.result.ranks
            known[state] = (orange > blue) - (blue > orange)
        else:
            assert state.turn is not None
            values = [
                minimax(GAME.apply(state, Played(state.turn, move)), known)
                for move in GAME.legal(state, state.turn)
            ]
            known[state] = max(values) if state.turn == 0 else min(values)
    return known[state]


def check_line(text: str, solution: Solution) -> None:
    """Played out, the line ends the game with the value that was proved."""
    match = matches.load(GAME, text)
    for move in solution.line:
        seat = match.state.turn
        assert seat is not None
        match = match.then(Played(seat, GAME.notation.read(match.state, seat, move)))
    assert isinstance(match.awaiting, Over)
    mine, other = (match.awaiting.result.ranks[s] for s in (solution.seat, 1 - solution.seat))
    assert (other > mine) - (mine > other) == solution.value


def endings(rng: Random) -> list[str]:
    """Positions with few lines left."""
    found: list[str] = []
    while len(found) < 120:
        spot = spots.spot(rng)
        if oracle.refusal(spot) is not None or spot.size > 5:
            continue
        spot = oracle.canonical(spot)
        tiles = sum(sum(hand.values()) for hand in spot.hands)
        if spot.phase in ("0", "1") and tiles <= 7 and len(oracle.placements(spot, int(spot.phase))) <= 7:
            found.append(oracle.dump(spot))
    return found


@pytest.mark.parametrize("seed", [1, 2])
def test_solver_equals_minimax(seed: int) -> None:
    values = set()
    for text in endings(Random(seed)):
        solution = solve(text)
        state = GAME.notation.load(text)
        assert solution.proved
        assert solution.seat == state.turn
        value = minimax(state, {})
        assert solution.value == (value if solution.seat == 0 else -value), text
        check_line(text, solution)
        values.add(solution.value)
    assert values == {-1, 0, 1}


@pytest.mark.parametrize("pie", ["", " pie=on"])
def test_the_smallest_board(pie: str) -> None:
    text = f"...../...../...../...../..... 1,1,1|1,1,1 0{pie}"
    solution = solve(text)
    assert solution.proved
    assert solution.value == minimax(GAME.notation.load(text), {})
    check_line(text, solution)


def test_what_cannot_be_solved() -> None:
    empty = "...../...../...../...../....."
    with pytest.raises(BadRequest):
        solve(f"{empty} 1,1,1|1,1,1 start")
    with pytest.raises(BadRequest):
        solve(f"{empty} 2,2,2|2,2,2 discard discard=secret")
    with pytest.raises(BadNotation):
        solve("nonsense")


def test_a_finished_game() -> None:
    solution = solve("...../....b/.o.../...b./..... 0,0,1|1,0,1 over")
    assert solution == Solution(1, (), 0, proved=True, seat=0)


def test_a_budget_that_is_too_small() -> None:
    board = "/".join(["." * 15] * 15)
    solution = solve(f"{board} 5,5,5|5,5,5 1", 30)
    assert (solution.proved, solution.value, solution.seat) == (False, 0, 1)


PAGE = Path(__file__).parents[3] / "docs" / "guide" / "abstrakto-solved.md"
QUICK = 100_000  # positions


def solved_rows() -> list[str]:
    return [line for line in PAGE.read_text(encoding="utf-8").splitlines() if re.match(r"\| \d", line)]


def test_the_page_of_solved_boards_is_proved() -> None:
    """Quick rows are proved again, word for word; the page has nothing but such rows."""
    proved = 0
    for line in solved_rows():
        size, hand, _, _, nodes, _ = (cell.strip(" *") for cell in line.strip("|").split("|"))
        if int(nodes.replace(",", "")) <= QUICK:
            counts = read_counts(hand)
            plain, pie = (prove(int(size), counts, rule) for rule in ("off", "on"))
            assert plain is not None
            assert row(int(size), counts, plain, pie) == line
            proved += 1
    assert proved >= 10
    assert PAGE.read_text(encoding="utf-8") == page(solved_rows())
