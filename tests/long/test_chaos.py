"""A thousand kill -9 under load, half on PostgreSQL: nothing acknowledged is lost, doubled or changed.

With `-s` each round says what it did; the sums are in docs/guide/scale.md.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.process import Process
from tests.server.torment import is_clean, torment

from ludoteka.bench import chaos

pytestmark = pytest.mark.long
ROUND = 50  # then a new evening begins: players remember every move
TABLES = 8  # two people at each have to come back after every kill
TRIERS = 60
RATED = 20  # kills of servers that start as people start them


@pytest.fixture
def database() -> Iterator[str]:
    """A PostgreSQL outside pytest's own folder, which is closed to its user while another run begins."""
    with (
        tempfile.TemporaryDirectory(prefix="ludoteka-chaos-", ignore_cleanup_errors=True) as folder,
        chaos.a_postgres(Path(folder)) as address,
    ):
        yield address


def _is_clean(damage: chaos.Damage) -> None:
    print(damage)
    assert damage.faults == []
    assert (damage.wrong_boards, damage.doubled_moves, damage.lost_moves) == (0, 0, 0)
    assert (damage.doubled_tries, damage.lost_tries) == (0, 0)
    assert damage.restarts == ROUND


@pytest.mark.parametrize("number", range(9))
def test_killed_on_sqlite(tmp_path: Path, number: int) -> None:
    damage = chaos.restarting(f"sqlite:///{tmp_path / 'a.sqlite3'}", ROUND, TABLES, seed=number)
    _is_clean(damage)
    assert damage.moves > 5 * ROUND


@pytest.mark.parametrize("number", range(9))
def test_killed_on_postgresql(database: str, number: int) -> None:
    """In every other round with two processes."""
    damage = chaos.restarting(database, ROUND, TABLES, processes=1 + number % 2, seed=number)
    _is_clean(damage)
    assert damage.moves > 5 * ROUND


def test_no_try_is_lost_or_counted_twice_on_sqlite(tmp_path: Path) -> None:
    _is_clean(chaos.trying(f"sqlite:///{tmp_path / 'a.sqlite3'}", TRIERS, ROUND))


def test_no_try_is_lost_or_counted_twice_on_postgresql_with_two_processes(database: str) -> None:
    _is_clean(chaos.trying(database, TRIERS, ROUND, processes=2))


def test_ratings_equal_their_fold_on_sqlite(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'killed.sqlite3'}"
    with Process(database) as server:
        pairs = torment([server], RATED, wanted=10)
    is_clean(database, pairs, wanted=10 * RATED - 5)


def test_ratings_equal_their_fold_on_postgresql_with_two_processes(database: str) -> None:
    with Process(database) as one, Process(database) as other:
        pairs = torment([one, other], RATED, wanted=10)
    is_clean(database, pairs, wanted=10 * RATED - 5)
