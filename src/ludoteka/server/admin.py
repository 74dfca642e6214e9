"""For whoever runs the server, on its own machine: `python -m ludoteka.server.admin COMMAND`.

None of this can be reached over the network.
"""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from sqlalchemy import func, select, update

from ludoteka.core.game import AnyGame
from ludoteka.server.catalogue import Catalogue
from ludoteka.server.live.ratings import Ratings
from ludoteka.server.settings import settings_of
from ludoteka.server.store import copies, migrate, recounting
from ludoteka.server.store.faults import Fault, check_address, check_there, explained
from ludoteka.server.store.store import Store, engine_for
from ludoteka.server.store.tables import guests, tables
from ludoteka.server.table.naming import name_key


def main(arguments: Sequence[str] | None = None) -> int:
    """Reads the command line and does what it says; what cannot be done is a sentence and exit code 1."""
    given = _parser().parse_args(arguments)
    try:
        database = given.database or settings_of().database
        check_address(database)
        with explained(database):
            sys.stdout.write(f"{_carry_out(given, database)}\n")
    except Fault as fault:
        sys.stderr.write(f"ludoteka: {fault}\n")
        return 1
    return 0


def _carry_out(given: argparse.Namespace, database: str) -> str:
    if given.command == "migrate":
        migrate.prepare(database, is_asked=True)
        return "The database has the newest schema."
    if given.command == "backup":
        copies.backup(database, given.target)
        return f"Copied to {given.target}."
    if given.command == "restore":
        return copies.restore(database, given.source)
    check_there(database)
    if given.command == "forget-password":
        return asyncio.run(forget_password(database, given.name))
    return asyncio.run(count(database))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m ludoteka.server.admin", description=__doc__)
    parser.add_argument("--database", help="default: LUDOTEKA_DATABASE, or the file of this person")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("migrate", help="bring the database to the newest schema")
    copying = commands.add_parser("backup", help="a checked copy of the database, while the server runs")
    copying.add_argument("target", type=Path)
    restoring = commands.add_parser("restore", help="put a copy in place of the database of a stopped server")
    restoring.add_argument("source", type=Path)
    freeing = commands.add_parser("forget-password", help="free a claimed name whose password is lost")
    freeing.add_argument("name")
    commands.add_parser("count", help="how many guests and tables there are")
    return parser


async def forget_password(database: str, name: str) -> str:
    """Frees a name; the guest keeps their games on the devices that know them."""
    engine = engine_for(database)
    query = update(guests).where(guests.c.name_key == name_key(name))
    async with engine.begin() as connection:
        result = await connection.execute(query.values(name_key=None, password=None))
    await engine.dispose()
    return f"The name {name} is free again." if result.rowcount else f"Nobody has claimed the name {name}."


async def recount(database: str, catalogue: Catalogue) -> str:
    """Counts all ratings again from the logs."""
    store = Store(database)
    ratings = Ratings(catalogue, store)

    def game_of(name: str) -> AnyGame | None:
        return catalogue.game(name) if name in catalogue.ids() else None

    try:
        work = partial(recounting.recount, game_of=game_of, anchors=ratings.anchor)
        found = await store.save(work)
    finally:
        await store.stop()
    return (
        f"{found.matches} matches counted again; {len(found.wrong)} ratings were not what follows from them."
    )


async def count(database: str) -> str:
    """Guests, and tables by their state."""
    engine = engine_for(database)
    async with engine.connect() as connection:
        people = (await connection.execute(select(func.count()).select_from(guests))).scalar_one()
        states = await connection.execute(
            select(tables.c.state, func.count()).group_by(tables.c.state).order_by(tables.c.state)
        )
        found = ", ".join(f"{number} {state}" for state, number in states) or "none"
    await engine.dispose()
    return f"{people} guests; tables: {found}."


if __name__ == "__main__":
    sys.exit(main())
