"""For whoever runs the server, on its own machine: `python -m ludoteka.server.admin COMMAND`.

Nothing of this can be reached over the network.
"""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import func, select, update

from ludoteka.server.settings import Settings
from ludoteka.server.store import migrate
from ludoteka.server.store.store import backup, engine_for
from ludoteka.server.store.tables import guests, tables
from ludoteka.server.table.naming import name_key


def main(arguments: Sequence[str] | None = None) -> int:
    """Reads the command line and does what it says."""
    given = _parser().parse_args(arguments)
    database = given.database or Settings().database
    if given.command == "migrate":
        migrate.upgrade(database)
        return _say("The database has the newest schema.")
    if given.command == "backup":
        backup(database, given.target)
        return _say(f"Copied to {given.target}.")
    if given.command == "forget-password":
        return _say(asyncio.run(forget_password(database, given.name)))
    return _say(asyncio.run(count(database)))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m ludoteka.server.admin", description=__doc__)
    parser.add_argument("--database", help="default: LUDOTEKA_DATABASE, or the file of this person")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("migrate", help="bring the database to the newest schema")
    copying = commands.add_parser("backup", help="copy a SQLite database while the server runs")
    copying.add_argument("target", type=Path)
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


def _say(text: str) -> int:
    sys.stdout.write(f"{text}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
