"""The common rule for players who leave (engine protocol, "Leaving"), for games to build on."""

from collections.abc import Sequence
from typing import Any

from ludoteka.core.game import Seat
from ludoteka.core.refusals import BadRequest

RULE = "left"


def leave(left: tuple[Seat, ...], seat: Seat, seats: int) -> tuple[Seat, ...]:
    """`left` with one more seat; refuses a seat that does not exist or has left already."""
    if not 0 <= seat < seats:
        raise BadRequest("There is no seat {seat} at this table.", seat=seat)
    if seat in left:
        raise BadRequest("Seat {seat} has left already.", seat=seat)
    return (*left, seat)


def staying(left: Sequence[Seat], seats: int) -> tuple[Seat, ...]:
    """The seats that have not left, in order."""
    return tuple(seat for seat in range(seats) if seat not in left)


def is_deserted(left: Sequence[Seat], seats: int) -> bool:
    """Fewer than two seats stay: the match is over at once."""
    return bool(left) and len(staying(left, seats)) < 2


def next_seat(seat: Seat, left: Sequence[Seat], seats: int) -> Seat:
    """The next seat in turn order that has not left; the same one if no other stays."""
    for ahead in range(1, seats):
        other = (seat + ahead) % seats
        if other not in left:
            return other
    return seat


def ranks(merits: Sequence[Any], left: Sequence[Seat] = ()) -> tuple[int, ...]:
    """Rank 1 for the highest merit, shared by equals; then those that left, the last to leave first."""
    stay = staying(left, len(merits))
    placed = {s: 1 + sum(merits[o] > merits[s] for o in stay) for s in stay}
    placed |= {seat: len(merits) - place for place, seat in enumerate(left)}
    return tuple(placed[seat] for seat in range(len(merits)))
