"""Where only the best placement is wanted, most of the others are skipped: none that would have won."""

from collections.abc import Iterator
from random import Random

import pytest
from tests.games.abaku import positions

from ludoteka.core import match
from ludoteka.core.chance import seed_from
from ludoteka.core.game import Json, Played, Turn
from ludoteka.games.abaku.engine import GAME
from ludoteka.games.abaku.moves import best_placement, scored_placements
from ludoteka.games.abaku.types import Placement, Skip, State

VARIANTS: list[dict[str, Json]] = [
    {},
    {"scoring": "values"},
    {"scoring": "tile-operation", "diagonals": "on"},
    {"scoring": "equations", "result_side": "either"},
    {"result_side": "mirror", "replace_bonus": "on"},
    {"operations": "add-sub", "board": "blank"},
]


def first_of_the_best(state: State) -> tuple[Placement, int] | None:
    """The best of the whole list, which is in text order."""
    listed = scored_placements(state.options, state.board, state.rack)
    return max(listed, key=lambda one: one[1], default=None)


def greedy_turns(options: dict[str, Json], seed: bytes) -> Iterator[State]:
    """The states of a greedy game, in which lines grow long and the Joker is laid and taken."""
    game = match.settle(match.new(GAME, 2, options), seed)
    while isinstance(game.awaiting, Turn):
        yield game.state
        (seat,) = game.awaiting.seats
        best = first_of_the_best(game.state)
        move = best[0] if best else Skip()
        game = match.settle(game.then(Played(seat, move, game.now)), seed)


@pytest.mark.parametrize("batch", range(8))
def test_the_best_of_any_position_is_the_first_of_the_best(batch: int) -> None:
    rng = Random(f"best {batch}")
    compared = 0
    while compared < 100:
        state = GAME.notation.load(positions.position(rng, most=5))
        if state.options.mode == "sandbox":
            continue
        best = best_placement(state.options, state.board, state.rack)
        assert best == first_of_the_best(state), GAME.notation.dump(state)
        compared += 1


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("number", range(3))
def test_the_best_of_every_turn_of_a_game_is_the_first_of_the_best(
    options: dict[str, Json], number: int
) -> None:
    turns = 0
    for state in greedy_turns(options, seed_from(f"best {number}")):
        best = best_placement(state.options, state.board, state.rack)
        assert best == first_of_the_best(state), GAME.notation.dump(state)
        turns += 1
    assert turns >= 10
