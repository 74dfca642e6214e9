"""Brings a database to the newest schema. Applied migrations are never edited; new ones are added."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.engine import URL, make_url

from ludoteka.server.store.faults import Fault, check_address, explained, place_of

FOLDER = Path(__file__).parent / "migrations"
QUICKLY_READ = 100_000_000  # bytes; a larger file is looked at while it is used
LOCK = 8_136_527  # any number: one migration at a time


def address(database: str) -> URL:
    """The database URL with the driver that serves it, synchronous or not."""
    url = make_url(database)
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    return url.set(drivername="sqlite")


def prepare(database: str, is_asked: bool | None) -> None:
    """Makes sure that a server can use the database; raises `Fault`. None: SQLite is migrated by itself."""
    check_address(database)
    is_sqlite = address(database).get_backend_name() == "sqlite"
    with explained(database):
        if is_asked or (is_asked is None and is_sqlite):
            upgrade(database)
        elif not is_current(database):
            raise Fault(f"{place_of(database)} has an old schema: `python -m ludoteka.server.admin migrate`.")
        if is_sqlite:
            _check_file(database)


def _check_file(database: str) -> None:
    """Sound as far as a quick look tells, and writable."""
    url = address(database)
    is_small = url.database is not None and Path(url.database).is_file()
    is_small = is_small and Path(str(url.database)).stat().st_size < QUICKLY_READ
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            if is_small and connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() != "ok":
                raise Fault(f"{place_of(database)} is damaged: put a copy in place by `ludoteka restore`.")
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
    finally:
        engine.dispose()


def upgrade(database: str) -> None:
    """Runs every migration that has not run yet; several processes may try at once."""
    url = address(database)
    if url.get_backend_name() == "sqlite" and url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            if url.get_backend_name() == "postgresql":
                connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
            command.upgrade(_config(connection), "head")
    finally:
        engine.dispose()


def is_current(database: str) -> bool:
    """Whether the database has the newest schema."""
    engine = create_engine(address(database))
    try:
        with engine.connect() as connection:
            found = MigrationContext.configure(connection).get_current_revision()
            return found == ScriptDirectory.from_config(_config(connection)).get_current_head()
    finally:
        engine.dispose()


def revisions() -> frozenset[str]:
    """Every schema that this version knows, old ones included."""
    folder = ScriptDirectory(str(FOLDER))
    return frozenset(script.revision for script in folder.walk_revisions())


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    return config
