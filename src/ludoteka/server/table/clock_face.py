"""What everybody at a table reads off its clock."""

from ludoteka.core.clock import Clock
from ludoteka.core.game import Millis, Over
from ludoteka.server.messages.models import ClockFace
from ludoteka.server.table.ledger import AnyMatch


def clock_face(clock: Clock | None, match: AnyMatch | None, at: Millis, seats: int) -> ClockFace | None:
    """The clock at a moment; without a host clock it still gives the match time."""
    if match is None:
        return None
    if clock is None:
        return ClockFace(at=at, left=[None] * seats, running=[])
    left: list[int | None] = [clock.at(seat, at) for seat in range(seats)]
    running = [] if isinstance(match.awaiting, Over) else sorted(clock.running)
    return ClockFace(at=at, left=left, running=running)
