"""Many logs in one file: the records of my matches, and everything that is known about me."""

import asyncio
import json
import os
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from ludoteka.core.refusals import Refusal
from ludoteka.server.live.host import Host
from ludoteka.server.table import visibility
from ludoteka.server.table.ledger import Ledger
from ludoteka.server.table.visibility import Eyes, Sight
from ludoteka.server.web.http_tables import record_text

RECORDS = 2000  # matches in one file, the latest
EVERY = 1_000_000


@contextmanager
def packed() -> Iterator[tuple[str, zipfile.ZipFile]]:
    """A file that somebody will `remove`, and what is packed into it; where that fails, nothing stays."""
    handle, path = tempfile.mkstemp(prefix="ludoteka-", suffix=".zip")
    os.close(handle)
    try:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as parcel:
            yield path, parcel
    except BaseException:  # also whoever asked may have gone
        remove(path)
        raise


def remove(path: str) -> None:
    """The file was sent, or nobody wants it any more."""
    Path(path).unlink(missing_ok=True)


async def seen(host: Host, guest: str, table: str) -> tuple[Ledger, Sight] | None:
    """A table as one guest may see it now; None: it is gone, or its game is not installed any more."""
    loaded = await host.store.load(table)
    if loaded is None:
        return None
    with suppress(Refusal):
        ledger = await asyncio.to_thread(Ledger, loaded, host.game(loaded.table.game))
        elsewhere = await host.store.end_of(table) if ledger.standing.ended == "takeback" else None
        eyes = Eyes(guest, ledger.seats_of(guest))
        return ledger, visibility.sight(ledger, eyes, host.time.now(), elsewhere)
    return None


def file_name(ledger: Ledger) -> str:
    """The day, the game and the table: in the order of time."""
    day = datetime.fromtimestamp(ledger.table.created / 1000, UTC).strftime("%Y-%m-%d")
    return f"{day}-{ledger.table.game}-{ledger.table.id}"


async def add_record(parcel: zipfile.ZipFile, host: Host, guest: str, table: str) -> None:
    """The record of a match that is over, if it may be given out."""
    found = await seen(host, guest, table)
    if found is not None and found[1].is_whole and found[1].known.match is not None:
        text = await asyncio.to_thread(record_text, *found)
        parcel.writestr(f"records/{file_name(found[0])}.txt", text)


async def add_log(parcel: zipfile.ZipFile, host: Host, guest: str, table: str) -> None:
    """The log of a table as its person may know it; of others' tables only what this guest said."""
    found = await seen(host, guest, table)
    if found is None or not found[1].is_welcome:
        return
    ledger, sight = found
    lines = ledger.lines[: sight.last]
    if not sight.eyes.seats and ledger.table.host != guest:
        lines = [line for line in lines if (line.row.key or "").startswith(f"{guest}:")]
    entries = [visibility.entry(line, sight.eyes).model_dump(mode="json") for line in lines]
    sheet = visibility.table_sheet(ledger, sight.eyes, sight.last).model_dump(mode="json")
    parcel.writestr(f"logs/{file_name(ledger)}.json", json.dumps({"table": sheet, "entries": entries}))
