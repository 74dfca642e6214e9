"""One match time for everybody: outages are noticed by whoever is alive, and read by every process."""

import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from tests.server.process import Process
from tests.server.serving import Seated, serving, settings_for, until

AGREE_MS = 100
AWAY_S = 2.0


def match_time(socket: Seated) -> tuple[float, int]:
    """Match time on a process, and the moment in the middle of asking."""
    began = time.monotonic()
    at: int = socket.ask("ping")["at"]
    return (began + time.monotonic()) / 2 * 1000, at


def apart(one: Seated, other: Seated) -> float:
    """How far two processes are from each other; the best of some tries, since machines are busy."""
    tries = []
    for _ in range(10):
        (when, at), (later, there) = match_time(one), match_time(other)
        tries.append(abs((there - at) - (later - when)))
    return min(tries)


def freeze(process: Process, seconds: float) -> None:
    """Stops a process as a machine that swaps or migrates does; nobody is told."""
    assert process.process is not None
    os.kill(process.process.pid, signal.SIGSTOP)
    time.sleep(seconds)
    os.kill(process.process.pid, signal.SIGCONT)


def test_two_processes_agree_after_one_was_frozen_and_the_other_restarted(database: str) -> None:
    with Process(database) as one, Process(database) as other:
        ada = one.guest()
        table = ada.open("nim", "me", "me")["id"]
        cookies = dict(ada.http.cookies)
        assert one.process is not None
        os.kill(one.process.pid, signal.SIGSTOP)
        other.kill()
        time.sleep(AWAY_S)
        other.start()  # nobody was alive: an outage that only this one has seen
        os.kill(one.process.pid, signal.SIGCONT)
        ben = other.guest(cookies)
        with ada.at(table) as a, ben.at(table) as b:
            until(lambda: apart(a, b) < AGREE_MS, 10)
        ada.http.close()
        ben.http.close()


def test_time_in_which_the_only_process_was_frozen_does_not_count(tmp_path: Path) -> None:
    with Process(f"sqlite:///{tmp_path / 'test.sqlite3'}") as process:
        ada = process.guest()
        table = ada.open("nim", "me", "me", control={"kind": "move", "seconds": 60})["id"]
        with ada.at(table) as a:
            when, at = match_time(a)
            freeze(process, 3)

            def lost() -> float:
                later, then = match_time(a)
                return (later - when) - (then - at)

            until(lambda: lost() > 2000, 10)
            assert lost() < 6000
        ada.http.close()


def test_a_short_outage_is_not_charged_either(tmp_path: Path) -> None:
    """Less than three beats pass between two processes."""
    settings = settings_for(tmp_path, heartbeat_ms=2000)
    with serving(settings) as served:
        table = served.guest().open("nim", "me", "me")["id"]
        started = served.host.rooms[table].ledger.table.started
    stopped = served.host.time.now()
    time.sleep(1.2)
    with serving(settings) as served:
        lost = served.host.time.now() - started - served.host.time.match_time(started)
        assert lost >= 1100
        assert lost <= served.host.time.now() - stopped + 500  # and no more than that


def test_a_database_that_was_away_stops_the_clocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(settings_for(tmp_path, heartbeat_ms=200)) as served:
        store, is_away = served.host.store, [True]
        write = store.writer.write

        async def away(work: Any) -> Any:
            if is_away[0]:
                raise OSError("the database is away")
            return await write(work)

        table = served.guest().open("nim", "me", "me")["id"]
        started = served.host.rooms[table].ledger.table.started
        monkeypatch.setattr(store.writer, "write", away)
        time.sleep(2)
        is_away[0] = False

        def lost() -> int:
            gone: int = served.host.time.now() - started - served.host.time.match_time(started)
            return gone

        until(lambda: lost() > 1500, 10)
