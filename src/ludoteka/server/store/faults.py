"""What goes wrong for whoever runs the server: one sentence that says what to do, and no traceback."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic.util import CommandError
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

KINDS = ("sqlite", "postgresql")
ADVICE = {  # by what SQLite says
    "disk is full": "{where} is on a disk that is full: make room there.",
    "readonly": "{where} is read-only: let this user write it, or name another by LUDOTEKA_DATABASE.",
    "unable to open": "{where} cannot be opened: check that its folder is there and may be written.",
    "locked": "{where} is in use by another program: stop that first.",
    "not a database": "{where} is not a database, or damaged: put a copy in place by `ludoteka restore`.",
    "malformed": "{where} is damaged: put a copy in place by `ludoteka restore`.",
}


class Fault(Exception):
    """Something outside the program is wrong; the text says what, and what to do about it."""


@contextmanager
def explained(database: str) -> Iterator[None]:
    """Errors of a database become a sentence for whoever runs the server."""
    try:
        yield
    except (SQLAlchemyError, CommandError, OSError) as error:
        raise Fault(explain(error, database)) from error


def explain(error: Exception, database: str) -> str:
    """What is wrong with a database, in a sentence."""
    if isinstance(error, ArgumentError | NoSuchModuleError):
        return "That is no address of a database: write sqlite:///path or postgresql://user@host/name."
    where, said = place_of(database), str(getattr(error, "orig", None) or error).strip()
    if isinstance(error, CommandError) and "locate revision" in said:
        return f"{where} comes from a newer ludoteka: update this one."
    for sign, advice in ADVICE.items():
        if sign in said:
            return advice.format(where=where)
    if isinstance(error, DBAPIError) and make_url(database).get_backend_name() == "postgresql":
        return f"{where} does not answer: {_cause(said)}. Is it running, and is the address right?"
    return f"{where} cannot be used: {said.splitlines()[0] if said else type(error).__name__}."


def _cause(said: str) -> str:
    """What PostgreSQL's driver says last, without the question that it asks on a line of its own."""
    lines = [line.strip(" .-") for line in said.splitlines() if not line.startswith("\t")]
    return lines[-1] if lines else said.strip()


def place_of(database: str) -> str:
    """A database's name without its password."""
    url = make_url(database)
    if url.get_backend_name() == "sqlite":
        return f"The database {url.database}"
    return f"The database {url.render_as_string(hide_password=True)}"


def check_address(database: str) -> None:
    """Refuses what no driver of ours can open."""
    try:
        kind = make_url(database).get_backend_name()
    except (ArgumentError, ValueError) as error:  # a port that is no number is a ValueError
        raise Fault(explain(ArgumentError(), database)) from error
    if kind not in KINDS:
        raise Fault(explain(ArgumentError(), database))


def check_there(database: str) -> None:
    """Refuses a file that is not there: opening it would make an empty one."""
    url = make_url(database)
    file = url.database if url.get_backend_name() == "sqlite" else None
    if file and not file.startswith("file:") and not Path(file).is_file():  # SQLite knows what its URIs mean
        raise Fault(f"There is no database at {file}: check LUDOTEKA_DATABASE.")
