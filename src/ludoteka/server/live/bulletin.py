"""What is durable now, written once for all who are told the same."""

from collections.abc import Hashable

from pydantic import BaseModel

from ludoteka.core.game import Millis, Seat
from ludoteka.server.live.client import Client
from ludoteka.server.live.ports import Visibility
from ludoteka.server.table.ledger import Ledger, Line
from ludoteka.server.table.visibility import Eyes, Shown, with_table


class Bulletin:
    """Some lines of a table, for its clients: to each whole, or as what changed since it was told last."""

    def __init__(self, visibility: Visibility, ledger: Ledger, lines: list[Line], at: Millis) -> None:
        self._visibility = visibility
        self._ledger = ledger
        self._lines = lines
        self._at = at
        self._with_table = with_table(lines)
        self._texts: dict[Hashable, str] = {}
        self._positions: dict[tuple[Seat, ...], Shown] = {}

    def tell(self, client: Client, key: str | None) -> None:
        """Clients that see the same and were sent the same get the same bytes; whoever acted has its key."""
        eyes: Hashable = client.eyes if self._with_table else client.eyes.seats
        reader = (eyes, key, client.listens, id(client.sent))
        if reader not in self._texts:
            self._texts[reader] = self._message(client, key).model_dump_json()
        client.push(self._texts[reader])
        if client.differences:
            client.sent = self._position(client.eyes)

    def _message(self, client: Client, key: str | None) -> BaseModel:
        if client.sent is None:
            return self._visibility.news(self._ledger, self._lines, client.eyes, self._at, key)
        now = self._position(client.eyes)
        return self._visibility.changes(
            self._ledger, self._lines, client.eyes, client.sent, now, key, client.listens
        )

    def _position(self, eyes: Eyes) -> Shown:
        """One for all with the same seats: a hundred spectators keep one position between them."""
        if eyes.seats not in self._positions:
            seq = self._lines[-1].row.seq
            self._positions[eyes.seats] = self._visibility.shown(self._ledger, eyes, seq, self._at)
        return self._positions[eyes.seats]
