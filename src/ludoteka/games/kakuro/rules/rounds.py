"""The law of a round: who may act and say what, when the hourglass runs, who takes tiles, what ends the game.

What follows from it for the state is in `turns.py`. The laws marked `@shared` are called by kernels too.
"""

from ludoteka.core import leaving
from ludoteka.core.game import Seat
from ludoteka.core.kernel import shared
from ludoteka.games.kakuro.types import EXTRA_TILES, Claim, Move, Phase, State, Word

RACING = (Phase.RACE, Phase.CLAIM)
PHASES_OF_WORD = {
    Word.FLIP: (Phase.READY,),
    Word.KAKURO: (Phase.RACE,),
    Word.IMPOSSIBLE: (Phase.RACE,),
    Word.POSSIBLE: (Phase.RACE,),
    Word.RETRACT: (Phase.CLAIM,),
}

# --- who is there ----------------------------------------------------------------------------


def staying(state: State) -> tuple[Seat, ...]:
    """[KA-3.5] The seats that have not left."""
    return leaving.staying(state.left, state.seats)


def seats_in(state: State) -> tuple[Seat, ...]:
    """[KA-3.2] The seats that may act in a race: neither out nor gone."""
    return tuple(seat for seat in staying(state) if seat not in state.out)


def seats_to_act(state: State) -> tuple[Seat, ...]:
    """[KA-3.2] Only the seats awaited may act; the order of the events decides who is first."""
    if state.phase is Phase.CLAIM and state.buzzer is not None:
        return (state.buzzer,)
    return staying(state) if state.phase is Phase.READY else seats_in(state)


def is_solo(state: State) -> bool:
    """One seat from the beginning; a seat left alone at a larger table no longer has a match."""
    return state.seats == 1


def extra_tiles(state: State) -> int:
    """[KA-2.2] How many tiles each seat gets beside its `D`."""
    return EXTRA_TILES[state.seats]


# --- what may be said ------------------------------------------------------------------------


def is_of_phase(state: State, move: Move) -> bool:
    """[KA-3.1] A move is accepted only in a phase whose line names it."""
    return state.phase in (RACING if isinstance(move, Claim) else PHASES_OF_WORD[move])


def may_buzz(state: State) -> bool:
    """[KA-7.1] With `buzz=one-step` a row is claimed directly, without `kakuro!`."""
    return state.options.buzz == "two-step"


def may_vote(state: State, seat: Seat) -> bool:
    """[KA-7.4] `impossible` is for a seat that has no vote standing."""
    return seat not in state.votes


def may_withdraw(state: State, seat: Seat) -> bool:
    """[KA-7.5] `possible` is for a seat that has a vote to withdraw."""
    return seat in state.votes


# --- time, tiles, the end --------------------------------------------------------------------


def is_half(votes: int, there: int) -> bool:
    """[KA-7.6] At least half of the seats that are in (our reading: "players" are those still in)."""
    return 2 * votes >= there


def is_timed_solo(state: State) -> bool:
    """[KA-10.2] Alone, with option `solo_timer`, the hourglass runs from the moment a sum tile is open."""
    return is_solo(state) and state.options.solo_timer == "on"


@shared
def takes_tiles(total: int, seats: int, tiles_in_pools: int, pile: int) -> bool:
    """[KA-8.1] [KA-8.2] [KA-8.3] [KA-10.1] Whether every seat takes an action tile after this sum tile.

    Odd: yes. Even: only if all pools are empty. Solo: always. Never if the pile is too small for all.
    """
    if pile < seats:
        return False
    return total % 2 == 1 or tiles_in_pools == 0 or seats == 1


@shared
def failures_complete(failures: int, limit: int) -> bool:
    """[KA-9.1] With the third failure (option `failures`) the game is over at once."""
    return failures >= limit
