"""The lobby: made once for everybody who looks, and anew only for those who sit at one of its tables."""

import asyncio

from ludoteka.core.game import Millis
from ludoteka.server.live.host import Host
from ludoteka.server.live.room import Room
from ludoteka.server.messages.models import Days, Lobby, TableSheet
from ludoteka.server.store import presence
from ludoteka.server.table.visibility import table_sheet

SHOWN = 50  # tables of each kind
FRESH_MS = 1000  # a lobby is made at most so often


class LobbyBoard:
    """Public tables that wait with somebody at them, and those that can be watched."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._rooms: dict[str, list[Room]] = {}
        self._people: frozenset[str] = frozenset()
        self._text = ""
        self._here = 0
        self._made: Millis | None = None
        self._seen = 0  # the host's count of changes when the lobby was made
        self._making = asyncio.Lock()

    async def sheet(self, guest: str | None) -> Lobby:
        """The lobby as it is now, for one guest."""
        async with self._making:
            await self._find()
        return self._written(guest)

    async def text(self, guest: str | None) -> tuple[str, int]:
        """The lobby as it was a moment ago, as it goes over a socket, and the count of changes it knows."""
        async with self._making:
            if self._made is None or self._host.time.now() - self._made >= FRESH_MS:
                self._seen = self._host.lobby_changes
                await self._find()
                self._text = self._written(None).model_dump_json()
                self._made = self._host.time.now()
        text = self._written(guest).model_dump_json() if guest in self._people else self._text
        return text, self._seen

    async def _find(self) -> None:
        for state in ("open", "running"):
            found = [await self._host.room(table) for table in await self._host.store.lobby(state, SHOWN)]
            self._rooms[state] = found
        self._here = len(await presence.everybody(self._host.store, self._alive()) | self._host.here())
        rooms = [room for found in self._rooms.values() for room in found]
        sitting = {row.guest for room in rooms for row in room.ledger.people}
        hosts = {room.ledger.table.host for room in rooms}
        self._people = frozenset({guest for guest in sitting | hosts if guest is not None})

    def _alive(self) -> Millis:
        return self._host.time.now() - 5 * self._host.settings.heartbeat_ms

    def _written(self, guest: str | None) -> Lobby:
        shown = {state: self._sheets(state, found, guest) for state, found in self._rooms.items()}
        return Lobby(open=shown["open"], running=shown["running"], here=self._here)

    def _sheets(self, state: str, rooms: list[Room], guest: str | None) -> list[TableSheet]:
        """Tables may have moved on since they were found, or look so to whoever sees them later."""
        sheets = []
        for room in rooms:
            eyes = room.eyes_of(guest)
            sheet = table_sheet(room.ledger, eyes, room.horizon(eyes))
            is_here = any(one.present and one.kind == "person" for one in sheet.seats)
            if sheet.state == state and (is_here or (state == "open" and isinstance(sheet.control, Days))):
                sheets.append(sheet)
        return sheets
