"""Tables without a server: a ledger, a clock of the test's own, and what an action adds to the log."""

import json
from collections.abc import Callable
from typing import Any

from ludoteka.core.game import AnyGame
from ludoteka.server.table.draft import Draft, opened, seated_entry
from ludoteka.server.table.ledger import Ledger
from ludoteka.server.table.rows import Loaded, SeatRow, TableRow
from ludoteka.server.table.timekeeping import Timekeeper

START = 1_000_000


def ledger_of(
    game: AnyGame,
    time: Timekeeper,
    seats: int = 2,
    options: dict[str, Any] | None = None,
    control: str = '{"kind": "none"}',
    **allows: Any,
) -> Ledger:
    """A table of Ada, Ben, ... whose match has just started."""
    table = TableRow(
        id="t",
        code="CODE",
        game=game.info.id,
        seats=seats,
        options=json.dumps(options or {}),
        control=control,
        allows=json.dumps(allows),
        public=False,
        seed=bytes(32),
        host="ada",
        state="open",
        created=START,
    )
    people = [SeatRow("t", seat, "person", name.lower(), name) for seat, name in enumerate(NAMES[:seats])]
    entries = [seated_entry("t", row, START) for row in people]
    return Ledger(opened(Loaded(table, people, entries), game, time), game)


NAMES = ("Ada", "Ben", "Cyd", "Dan", "Eve")


def write(ledger: Ledger, time: Timekeeper, fill: Callable[[Draft], None]) -> Draft:
    """Adds to the log as a room does, without a disk."""
    draft = Draft(ledger, time)
    fill(draft)
    ledger.take(draft.append(), draft.lines)
    return draft


def read_again(ledger: Ledger) -> Ledger:
    """The same table as another process reads it."""
    rows = [line.row for line in ledger.lines]
    return Ledger(Loaded(ledger.table, list(ledger.people), rows), ledger.frame.game)
