"""What somebody may begin: nobody holds more tables than they could ever play at, or walks out for ever."""

from ludoteka.core.refusals import BadRequest
from ludoteka.server.live.room import Room
from ludoteka.server.messages.models import Allows
from ludoteka.server.store import mine
from ludoteka.server.store.store import Store
from ludoteka.server.table.actions import Actor
from ludoteka.server.table.timekeeping import Timekeeper

HELD_MS = 86_400_000  # tables that somebody opened within a day count as held
WALKED_MS = 86_400_000
WALKS = 3  # rated matches that somebody may leave in a day before they have begun


class Holdings:
    """Counts the tables of whoever wants one more."""

    def __init__(self, store: Store, time: Timekeeper, most: int) -> None:
        self._store = store
        self._time = time
        self._most = most

    async def check(self, actor: Actor) -> None:
        """Refuses one more table."""
        if await self._has_enough(actor.guest):
            raise BadRequest("You have {n} tables open already: finish one or leave it first.", n=self._most)

    async def check_rematch(self, actor: Actor, room: Room) -> None:
        """A rematch is one more table of whoever opened the one before, whoever asks for it."""
        holder = room.ledger.table.host
        if holder == actor.guest:
            await self.check(actor)
        elif await self._has_enough(holder):
            raise BadRequest("Whoever opened this table has enough tables open already.")

    async def check_rated(self, actor: Actor, allows: Allows) -> None:
        """Whoever leaves rated matches again and again before they have begun plays unrated for a while."""
        if not allows.rated:
            return
        if await mine.walked_out(self._store, actor.guest, self._time.now() - WALKED_MS) >= WALKS:
            raise BadRequest(
                "You have left {n} rated matches before they began: play unrated today.", n=WALKS
            )

    async def _has_enough(self, guest: str) -> bool:
        return await self._store.held(guest, self._time.now() - HELD_MS) >= self._most
