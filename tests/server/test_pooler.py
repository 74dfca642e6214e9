"""Behind a real PgBouncer in transaction mode, where LISTEN alone goes past it: `make test-long`."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from socket import socket

import pytest
from sqlalchemy.engine import make_url
from tests.server.serving import serving, settings_for, until

from ludoteka.bench.hosting import free_port

pytestmark = pytest.mark.long

SETTINGS = """
[databases]
* = host={host} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
logfile = {folder}/log
ignore_startup_parameters = extra_float_digits
"""


@pytest.fixture
def pooled(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    program = shutil.which("pgbouncer", path="/usr/sbin:/usr/bin:/usr/local/bin")
    assert program, "this needs PgBouncer: apt-get install pgbouncer"
    url, port = make_url(database), free_port()
    folder = Path("/tmp") / f"ludoteka-pooler-{port}"  # another user must be able to enter it
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    (folder / "pgbouncer.ini").write_text(SETTINGS.format(host=url.query["host"], port=port, folder=folder))
    running = subprocess.Popen(
        [program, "-u", Path(str(url.query["host"])).owner(), str(folder / "pgbouncer.ini")]
    )
    try:
        until(lambda: _listens(port), 20)
        yield f"postgresql://postgres@127.0.0.1:{port}/{url.database}"
    finally:
        running.terminate()
        running.wait(20)
        shutil.rmtree(folder)


def _listens(port: int) -> bool:
    with closing(socket()) as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


def test_two_processes_play_through_a_pooler(pooled: str, database: str, tmp_path: Path) -> None:
    settings = settings_for(tmp_path, database=pooled, listen=database)
    with serving(settings) as here, serving(settings) as there:
        ada, ben = here.guest("Ada"), there.guest("Ben")
        table = ada.open("nim", "me", "open", options={"stones": 30})["id"]
        ben.sit(table)
        with ada.at(table) as a, ben.at(table) as b:
            for number in range(20):
                mover, other = (a, b) if number % 2 == 0 else (b, a)
                mover.wait_until(lambda s, n=number: s.awaited() == [n % 2])  # type: ignore[misc]  # the loop's number
                assert mover.play(number % 2, "take 1")["kind"] == "news"
                other.wait_until(lambda s, seq=mover.seq: s.seq >= seq)  # type: ignore[misc]  # the loop's seq
