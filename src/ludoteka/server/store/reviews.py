"""Reviews beside the tables they are about, kept when they are whole; a newer reference replaces them."""

import json
import zlib
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from ludoteka.core.game import Json
from ludoteka.server.store.store import Store
from ludoteka.server.store.tables import reviews


async def kept(store: Store, table: str, identity: str) -> Json | None:
    """The review of a table by this reference; None: there is none yet."""
    query = select(reviews.c.whole).where(reviews.c.table == table, reviews.c.identity == identity)
    found = await store.read(query)
    return json.loads(zlib.decompress(found[0].whole)) if found else None


async def keep(store: Store, table: str, identity: str, review: Json) -> None:
    """Keeps a review; two processes that made the same one do not mind each other."""
    row: dict[str, Any] = {
        "table": table,
        "identity": identity,
        "whole": zlib.compress(json.dumps(review, separators=(",", ":")).encode()),
    }

    def work(connection: Connection) -> None:
        connection.execute(delete(reviews).where(reviews.c.table == table))
        connection.execute(insert(reviews).values(**row))

    await store.save(work)
