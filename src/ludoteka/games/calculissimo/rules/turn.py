"""CA-6 to CA-8: what a seat may do in its turn, what it draws, when the game ends, and what is then lost.

What is counted is shared with kernels that play whole games.
"""

from collections.abc import Callable

from ludoteka.core.game import IllegalMove
from ludoteka.core.kernel import shared
from ludoteka.games._lines.tiles import holds
from ludoteka.games.calculissimo.types import CHIPS, COST, NUMBERS, RACK, Move, Options, Placement, Swap, Word

# --- what a seat may do ------------------------------------------------------------------------


def check_kind(claim: Placement | None, move: Move) -> None:
    """[CA-7.3] `accept` and `dispute` in a wait for answers, and nothing else; never at other times."""
    is_answer = move in (Word.ACCEPT, Word.DISPUTE)
    if claim is not None and not is_answer:
        raise IllegalMove("First answer the claimed placement: accept or dispute.", "CA-7.3")
    if claim is None and is_answer:
        raise IllegalMove("There is no claimed placement to answer now.", "CA-7.3")


def check_swap(rack: str, bag: str, options: Options, swap: Swap, has_placement: Callable[[], bool]) -> None:
    """Refuses a swap that breaks CA-6.4, 6.5 or 6.6, in this order."""
    is_on_rack(rack, swap)
    is_replaceable(bag, swap)
    if not may_swap(options, has_placement):
        text = "You can lay chips somewhere, and in this game only those who cannot may swap."
        raise IllegalMove(text, "CA-6.6")


def is_on_rack(rack: str, swap: Swap) -> None:
    """[CA-6.4] The chips are in the rack (our reading: any number of them)."""
    if not holds(rack, swap.chips):
        raise IllegalMove("You can only swap chips that are on your rack.", "CA-6.4")


def is_replaceable(bag: str, swap: Swap) -> None:
    """[CA-6.5] The bag holds at least as many chips (our reading: it keeps the end of the game finite)."""
    if len(bag) < len(swap.chips):
        text = "The bag holds only {bag} chips: you cannot swap {chips}."
        raise IllegalMove(text, "CA-6.5", bag=len(bag), chips=len(swap.chips))


def may_swap(options: Options, has_placement: Callable[[], bool]) -> bool:
    """[CA-6.6] With `swap=stuck`, only a seat without a legal placement (our reading: else anybody)."""
    return options.swap == "free" or not has_placement()


# --- what it draws -----------------------------------------------------------------------------


@shared
def refill(laid: int, bag: int) -> int:
    """[CA-6.2] As many chips as were laid, or all of the bag if it holds fewer."""
    return min(laid, bag)


@shared
def plays_again(laid: int, bag: int) -> bool:
    """[CA-6.3] Whoever lays 7 chips and can draw at least one has another turn."""
    return laid == RACK and bag > 0


# --- what it counts ----------------------------------------------------------------------------

PLACED, SWAPPED, PASSED = 0, 1, 2  # what a turn was; a placement taken back is a pass


@shared
def counters(passes: int, idle: int, was: int) -> tuple[int, int]:
    """[CA-6.8] Passes in a row, and turns in a row without a placement, after one more turn."""
    if was == PLACED:
        return 0, 0
    return passes + 1 if was == PASSED else 0, idle + 1


# --- the end -----------------------------------------------------------------------------------


@shared
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


@shared
def cost(kind: int) -> int:
    """[CA-8.6] What a chip (its place in the order of chips) on the rack costs at the end."""
    return kind + 1 if kind < NUMBERS else COST


def penalty(rack: str) -> int:
    """[CA-8.6] What the chips of a rack cost at the end."""
    return sum(cost(CHIPS.index(chip)) for chip in rack)
