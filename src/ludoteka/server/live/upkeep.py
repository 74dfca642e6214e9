"""What a process does by itself now and then: rooms leave memory, stale tables close, old ones go away."""

import asyncio
from typing import Protocol

import structlog

from ludoteka.core.game import Millis
from ludoteka.server.live.room import Room
from ludoteka.server.live.scheduler import Scheduler
from ludoteka.server.settings import Settings
from ludoteka.server.store import seeks
from ludoteka.server.store.store import Store
from ludoteka.server.table import seating
from ludoteka.server.table.draft import Draft
from ludoteka.server.table.timekeeping import Timekeeper

log = structlog.get_logger()
SWEEP_S = 30.0
ARCHIVE_S = 60.0
ARCHIVED_AT_ONCE = 20  # moves of people wait no longer than for these
HOUR_MS, DAY_MS = 3_600_000, 86_400_000


class Household(Protocol):
    """What is kept up."""

    time: Timekeeper
    settings: Settings
    store: Store
    scheduler: Scheduler
    rooms: dict[str, Room]

    async def room(self, table: str) -> Room: ...


class Upkeep:
    """The caretaker of a process."""

    def __init__(self, host: Household) -> None:
        self._host = host
        self.archived = 0  # tables moved to the archive

    async def sweep(self) -> None:
        """Finished and idle rooms leave memory; open tables that nobody wants are closed."""
        host = self._host
        while True:
            await asyncio.sleep(min(SWEEP_S, host.settings.room_idle_s))
            self._empty(host.time.now() - int(host.settings.room_idle_s * 1000))
            try:
                await self.close_stale()
            except Exception as error:  # noqa: BLE001  # the database may be away for a while
                log.error("host.sweep_failed", error=type(error).__name__)

    def _empty(self, idle: Millis) -> None:
        for table, room in list(self._host.rooms.items()):
            is_wanted = room.clients or room.is_busy or self._host.scheduler.keeps(table)
            if room.used <= idle and not is_wanted:
                del self._host.rooms[table]

    async def close_stale(self) -> None:
        """Closes open tables that nobody wants; one that cannot be closed is not in the way of the others."""
        now, settings = self._host.time.now(), self._host.settings
        old, gone = now - settings.open_hours * HOUR_MS, now - settings.abandoned_s * 1000
        for table in await seeks.stale(self._host.store, old, gone, now - settings.seek_days * DAY_MS):
            try:
                await self._close(table)
            except Exception as error:  # noqa: BLE001  # its game may not be installed any more
                log.error("host.table_not_closed", table=table, error=type(error).__name__)

    async def _close(self, table: str) -> None:
        room = await self._host.room(table)
        if not room.clients:
            await room.change(_close)

    async def archive(self) -> None:
        """Tables that nobody has needed for long leave the tables that are searched and written all day."""
        host = self._host
        while host.settings.archive_hours:
            moved, before = 0, host.time.now() - host.settings.archive_hours * HOUR_MS
            try:
                moved = len(await host.store.put_away(before, ARCHIVED_AT_ONCE))
            except Exception as error:  # noqa: BLE001  # the database may be away for a while
                log.error("host.archive_failed", error=type(error).__name__)
            self.archived += moved
            await asyncio.sleep(ARCHIVE_S if moved < ARCHIVED_AT_ONCE else 1)


def _close(draft: Draft) -> None:
    if draft.standing.state == "open":
        seating.close(draft)
