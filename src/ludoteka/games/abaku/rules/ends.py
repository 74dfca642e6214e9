"""[AB-10] When a seat is out, when the game ends, and what the racks then cost.

The laws over numbers are shared with kernels: whole games in one kernel ask the same functions.
"""

from ludoteka.core.kernel import shared
from ludoteka.core.leaving import ranks
from ludoteka.games.abaku.types import JOKER, RACK, Options, State

SKIPS_TO_DROP = 3
SKIPS_TO_END = 2


@shared
def tiles_to_draw(rack: int, bag: int) -> int:
    """[AB-3.4] min(5 - tiles on the rack, tiles in the bag); a Joker taken from the board is on the rack."""
    return min(RACK - rack, bag)


def refill_count(state: State) -> int:
    """[AB-3.4] How many tiles the mover draws after a placement that stands."""
    return tiles_to_draw(len(state.rack), len(state.bag))


# --- who is out ------------------------------------------------------------------------------


@shared
def has_lost(skips: int, seen: int, bag: int) -> bool:
    """[AB-8.4] Three skips in a row, tiles in the bag, and an opponent has placed since the first of them."""
    return skips >= SKIPS_TO_DROP and bag > 0 and seen == 1


def loses_by_skipping(state: State) -> bool:
    """[AB-8.4] Whether the mover loses by its skips; [AB-11.1] whoever plays alone cannot."""
    return state.seats > 1 and has_lost(state.skips[state.seat], state.seen[state.seat], len(state.bag))


def is_alone(state: State) -> bool:
    """[AB-10.3] All seats but one are out."""
    return bool(state.out) and len(state.staying) == 1


# --- when the game ends ----------------------------------------------------------------------


@shared
def has_finished(rack: int, bag: int) -> bool:
    """[AB-10.1] A placement stands, and neither the mover's rack nor the bag has a tile."""
    return rack == 0 and bag == 0


@shared
def has_skipped_twice(skips: int) -> bool:
    """[AB-10.2] Two or more skips in a row."""
    return skips >= SKIPS_TO_END


def all_skip(state: State) -> bool:
    """[AB-10.2] Every seat that is not out has skipped at least twice in a row."""
    return all(has_skipped_twice(state.skips[seat]) for seat in state.staying)


@shared
def is_stale(idle: int, rounds: int, seats: int) -> bool:
    """[AB-10.4] Too many turns since the last placement that stood (our reading); 0 rounds: never."""
    return rounds > 0 and idle >= rounds * seats


def is_idle(state: State) -> bool:
    """[AB-10.4] Whether the game is over because nobody places."""
    return is_stale(state.idle, state.options.idle_rounds, len(state.staying))


# --- what racks cost -------------------------------------------------------------------------


@shared
def rack_worth(digits: int, total: int, jokers: int, by_values: bool) -> int:
    """[AB-10.1] What a rack costs: 1 per tile, the Joker 10; by values the sum of its digits, Joker 30."""
    return total + 30 * jokers if by_values else digits + 10 * jokers


@shared
def rack_reward(digits: int, total: int, jokers: int, by_values: bool) -> int:
    """[AB-10.1] What it earns the finisher: 1 per tile; by values the digits, the Joker 0 (our reading)."""
    return total if by_values else digits + jokers


def worth(options: Options, rack: str) -> int:
    """[AB-10.1] What a rack costs its seat."""
    return rack_worth(*_counts(rack), options.scoring == "values")


def reward(options: Options, rack: str) -> int:
    """[AB-10.1] What a rack earns the seat that finished."""
    return rack_reward(*_counts(rack), options.scoring == "values")


def _counts(rack: str) -> tuple[int, int, int]:
    """How many digits, their sum, how many Jokers."""
    digits = [int(tile) for tile in rack if tile != JOKER]
    return len(digits), sum(digits), len(rack) - len(digits)


def final_ranks(state: State) -> tuple[int, ...]:
    """[AB-10.6] Highest score first; seats that are out come last, the latest to drop out first."""
    return ranks(state.scores, state.out)
