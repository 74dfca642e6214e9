"""What lists tell of sittings, remembered apart from the sittings in memory.

Every open page asks for its list again and again. That must neither decide which sittings are kept in
memory nor fold a log again that has not grown, so a few numbers of each sitting stay here.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from ludoteka.core.game import Millis
from ludoteka.core.sitting import Participant, Terms
from ludoteka.server.store.sittings import SittingRow
from ludoteka.server.table import sitting_sheets as sheets
from ludoteka.server.table.sitting_log import Logged

REMEMBERED = 2000  # sittings
Part = Literal["thinks", "handed", "left"]


@dataclass(frozen=True, slots=True)
class SittingGlance:
    """A sitting after an entry of its log; `since` is when its turn began."""

    seq: int
    since: Millis
    form: Terms
    phase: sheets.Phase
    turn: int
    is_complete: bool  # everybody has handed in for whom the turn waits
    parts: tuple[Part, ...]

    @property
    def is_last(self) -> bool:
        """[DU-5.2] No turn comes after this one."""
        return 0 < self.form.turns <= self.turn


def glance_at(log: Logged) -> SittingGlance:
    """What lists tell of a sitting."""
    sitting = log.sitting
    parts = tuple(_part(one) for one in sitting.players)
    phase, turn = sheets.phase_of(sitting), sheets.turn_of(sitting)
    return SittingGlance(log.seq, log.since, sitting.form, phase, turn, sitting.is_complete, parts)


def _part(player: Participant) -> Part:
    if player.has_left:
        return "left"
    return "thinks" if player.handed is None else "handed"


class Glances:
    """Glances at sittings that are not in memory, those asked for last."""

    def __init__(self, fold: Callable[[SittingRow], Awaitable[Logged]]) -> None:
        self._fold = fold
        self._known: OrderedDict[str, SittingGlance] = OrderedDict()

    async def of(self, row: SittingRow, seq: int) -> SittingGlance:
        """A sitting whose log has grown to `seq`."""
        found = self._known.get(row.id)
        if found is None or found.seq < seq:
            found = self._known[row.id] = glance_at(await self._fold(row))
        self._known.move_to_end(row.id)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return found
