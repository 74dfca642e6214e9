"""Servers are killed (SIGKILL) while rated matches end: ratings stay the fold of the logs, every time."""

from pathlib import Path

from tests.server.process import Process
from tests.server.torment import is_clean, torment


def test_ratings_equal_their_fold_on_sqlite(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'killed.sqlite3'}"
    with Process(database) as server:
        pairs = torment([server], kills=4, wanted=6)
    is_clean(database, pairs, wanted=18)


def test_ratings_equal_their_fold_on_postgresql_with_two_processes(database: str) -> None:
    with Process(database) as one, Process(database) as other:
        pairs = torment([one, other], kills=4, wanted=6)
    is_clean(database, pairs, wanted=18)
