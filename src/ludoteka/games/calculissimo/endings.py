"""What the turn and the end of the game count: small kernels, for `turns.py` and for games in a batch.

`turns.py` calls them uncompiled (`.plain`): a single call is not worth loading a compiler.
"""

from ludoteka.core.kernel import kernel
from ludoteka.games.calculissimo.types import COST, NUMBERS, RACK


@kernel
def refill(laid: int, bag: int) -> int:
    """[CA-6.2] As many chips as were laid, or all of the bag if it holds fewer."""
    return min(laid, bag)


@kernel
def plays_again(laid: int, bag: int) -> bool:
    """[CA-6.3] Who lays 7 chips and can draw at least one has another turn."""
    return laid == RACK and bag > 0


@kernel
def ending(bag: int, is_out: bool, ends_with_bag: bool, passes: int, idle: int, seats: int) -> int:
    """[CA-8.1] [CA-8.2] [CA-8.3] [CA-8.4] [CA-8.5] The first of them that ends the game, 1 to 5; 0: none.

    (our reading: the rulebook ends the game with the last chip of the bag or of a player; the last three make
    every game end) `is_out`: the turn was a placement and left the rack empty; `seats`: those that stay.
    """
    if bag == 0 and is_out:
        return 1
    if bag == 0 and ends_with_bag:
        return 2
    if bag == 0 and passes >= seats:
        return 3
    if passes >= 2 * seats:
        return 4
    return 5 if idle >= 4 * seats else 0


@kernel
def cost(kind: int) -> int:
    """[CA-8.6] What a chip (its place in the order of chips) on the rack costs at the end."""
    return kind + 1 if kind < NUMBERS else COST
