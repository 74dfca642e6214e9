"""Single functions of the law, and sentences that the worked examples leave open."""

import random

import pytest
from tests.games.abak.positions import strewn

from ludoteka.core.game import Played
from ludoteka.core.refusals import IllegalMove
from ludoteka.games.abak import moves
from ludoteka.games.abak.engine import GAME
from ludoteka.games.abak.rules.boards import is_proper, stack_of
from ludoteka.games.abak.rules.steps import is_pinning
from ludoteka.games.abak.types import SETUPS


@pytest.mark.parametrize("stack", ["sD", "Sd", "SdD", "sDd"])
def test_a_druid_upon_an_enemy_is_pinning(stack: str) -> None:
    """AK-8.6."""
    assert is_pinning(stack_of(stack))


@pytest.mark.parametrize("stack", ["D", "d", "SD", "sd", "sDS", "SdGg"])
def test_a_druid_alone_or_among_its_own_is_not(stack: str) -> None:
    assert not is_pinning(stack_of(stack))


@pytest.mark.parametrize("stack", ["sD", "sDSS", "sDd", "sDdss"])
def test_two_colours_share_a_point_through_pins(stack: str) -> None:
    """AK-1.7."""
    assert is_proper(stack, 10)
    assert not is_proper(stack, 6)
    assert not is_proper(stack, 19)


@pytest.mark.parametrize("stack", ["sDSd", "ssD", "sDs", "sSd", "sS"])
def test_and_in_no_other_way(stack: str) -> None:
    """AK-1.7: a run below the top has two checkers, or a run above the bottom begins with no druid."""
    assert not is_proper(stack, 10)


@pytest.mark.parametrize(
    ("top", "text", "said"),
    [("E", "12/7 7/1", "The even wounded walks only with even dice."),
     ("O", "12/6 6/1", "The odd wounded walks only with odd dice.")],
)  # fmt: skip
def test_whose_dice_they_are_is_said(top: str, text: str, said: str) -> None:
    """AK-10.1."""
    state = GAME.notation.load(f"s/-/-/-/-/-/-/-/-/-/-/{top}/-/-/-/-/-/-/-/-/-/-/-/S - 13,14 0 6-5")
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(state, Played(0, GAME.notation.read(state, 0, text)))
    assert str(refused.value) == f"{said} (AK-10.1)"


def test_a_turn_is_found_by_its_steps_before_and_after_moves_are_made() -> None:
    """AK-14.5."""
    rng = random.Random("places")
    for number in range(6):
        state = GAME.notation.load(strewn(rng, SETUPS[number % 2]))
        rolled = (*state.dice, state.options.limit, state.options.exposed)
        made, fresh = (moves.find_turns(state.board, state.seat, *rolled) for _ in range(2))
        for place, move in list(enumerate(made.moves))[:40]:
            assert fresh.place(move.steps) == made.place(move.steps) == place
