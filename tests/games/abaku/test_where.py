"""The squares to light for a move: those of its new tiles, in line order."""

from random import Random

import pytest
from tests.games.abaku import positions

from ludoteka.core.game import Played
from ludoteka.games.abaku.engine import GAME
from ludoteka.games.abaku.types import Placement, State

EMPTY = GAME.notation.load("/".join(["." * 15] * 15) + " 24|1 - 0,0 0 diagonals=on")
SQUARES = {
    "8H 24": "H8 I8",
    "H8 24": "H8 H9",
    "8G 3...6": "G8 K8",
    "I7 6.2": "I7 I9",
    "1A *1=2.3": "A1 B1 D1",
    "7G\\ 6.4": "G7 I9",
    "9G/ 6.4": "G9 I7",
    "15A 1": "A15",
    "O14 11": "O14 O15",
    "8H 1248 8H:12-4=8 8I:2^2=4": "H8 I8 J8 K8",
    "8O 12": "O8",  # what runs over the edge has no square
    "take 8H": "H8",
    "change 24": "",
    "skip": "",
    "accept": "",
    "dispute": "",
}


@pytest.mark.parametrize("text", SQUARES)
def test_squares_of_a_text(text: str) -> None:
    move = GAME.notation.read(EMPTY, 0, text)
    assert GAME.where(EMPTY, 0, move) == tuple(SQUARES[text].split())


def test_the_squares_are_those_that_change() -> None:
    """Of every placement that can be made: where the board differs afterwards, and what the view shows."""
    rng = Random("where")
    seen = 0
    for _ in range(60):
        state = GAME.notation.load(positions.position(rng, most=3))
        placed = [move for move in GAME.legal(state, state.seat) if isinstance(move, Placement)]
        for move in rng.sample(placed, min(8, len(placed))):
            where = GAME.where(state, state.seat, move)
            after = played(state, move)
            last = GAME.view(after, None)["last"]
            assert last is not None
            assert list(where) == last["squares"]
            assert len(set(where)) == len(where)
            changed = {name(square) for square in range(225) if state.board[square] != after.board[square]}
            assert set(where) == changed
            seen += 1
    assert seen > 100


def played(state: State, move: Placement) -> State:
    """The state after a placement that everybody accepts."""
    state = GAME.apply(state, Played(state.seat, move, state.began))
    while state.claim is not None:
        seat = next(seat for seat in state.staying if seat != state.seat and seat not in state.accepted)
        accept = GAME.notation.read(state, seat, "accept")
        state = GAME.apply(state, Played(seat, accept, state.began))
    return state


def name(square: int) -> str:
    return f"{'ABCDEFGHIJKLMNO'[square % 15]}{square // 15 + 1}"
