"""The archive: tables that nobody needs leave the hot tables, and are there for whoever asks."""

import asyncio
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, func, insert, select
from tests.server.process import ROOT
from tests.server.serving import Guest, Served, serving, settings_for, until

from ludoteka.server.live import host as hosting
from ludoteka.server.live import upkeep
from ludoteka.server.store import archive, migrate
from ludoteka.server.store import tables as schema
from ludoteka.server.store.store import Store
from ludoteka.server.table import branching
from ludoteka.server.table.rows import Append, Conflict, EntryRow, Loaded, SeatRow, TableRow

LATER = 10**15  # a wall time after everything
PATIENT = {"grace": 0}  # no bot takes over a seat, so the host has nothing to do
KINDS = ("sqlite", "postgresql")


@pytest.fixture(params=KINDS)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'archive.sqlite3'}"
    found: str = request.getfixturevalue("database")
    return found


@pytest.fixture
def place(address: str, tmp_path: Path) -> Iterator[Served]:
    with serving(settings_for(tmp_path, database=address)) as found:
        yield found


def ask(served: Served, work: Coroutine[Any, Any, Any]) -> Any:
    """Runs in the server's own loop."""
    loop = served.host.scheduler._tasks[0].get_loop()
    return asyncio.run_coroutine_threadsafe(work, loop).result(60)


def put_away(served: Served, before: int = LATER) -> list[str]:
    """Archives what may be archived, and forgets what is in memory."""
    moved: list[str] = ask(served, served.host.store.put_away(before, 100))
    served.host.rooms.clear()
    return moved


def where(address: str) -> dict[str, int]:
    """How many rows there are of what."""
    engine = create_engine(migrate.address(address))
    kept = (schema.tables, schema.seats, schema.entries, schema.archive, schema.archived_seats)
    with engine.connect() as connection:
        counted = {
            one.name: connection.execute(select(func.count()).select_from(one)).scalar_one() for one in kept
        }
    engine.dispose()
    return counted


def finished(guest: Guest, stones: int = 3) -> dict[str, Any]:
    table = guest.open("nim", "me", "me", options={"stones": stones})
    with guest.at(table["id"]) as seated:
        for number in range(stones):
            seated.play(number % 2, "take 1")
    until(lambda: not guest.get(f"/api/tables/{table['id']}")["seats"][0]["present"], 10)
    return table


def everything(guest: Guest, table: dict[str, Any]) -> list[Any]:
    """All that can be read of a finished table."""
    paths = ("", "/log", "/at/2?seat=0", "/verify")
    answers = [guest.get(f"/api/tables/{table['id']}{path}") for path in paths]
    record = guest.http.get(f"/api/tables/{table['id']}/record").text
    return [*answers, record, guest.get(f"/api/codes/{table['code']}"), guest.get("/api/me/tables")]


def test_an_archived_table_reads_as_before(place: Served, address: str) -> None:
    ada = place.guest("Ada")
    table = finished(ada)
    before = everything(ada, table)
    assert put_away(place) == [table["id"]]
    assert where(address) == {"tables": 0, "seats": 0, "entries": 0, "archive": 1, "archived_seats": 1}
    assert everything(ada, table) == before
    with ada.at(table["id"], since=0) as seated:
        assert [entry["text"] for entry in seated.entries if entry["kind"] == "played"] == ["take 1"] * 3


def test_whoever_sits_there_or_writes_brings_it_back(place: Served, address: str) -> None:
    ada = place.guest("Ada")
    table = finished(ada)["id"]
    put_away(place)
    with ada.at(table) as seated:
        seated.wait_for("presence", lambda told: told["seats"][0])
        until(lambda: where(address)["archive"] == 0)
        assert ask(place, place.host.store.put_away(LATER, 9)) == []  # somebody is there
        assert seated.act("propose", seat=0, what="rematch")["kind"] == "news"
    until(lambda: table in put_away(place), 10)  # the rematch may go with it
    assert ada.get(f"/api/tables/{table}")["followed_by"]
    ben, kept = place.guest("Ben"), where(address)["archive"]
    with ben.at(table) as watching:
        assert watching.seq == ada.get(f"/api/tables/{table}/log")["seq"]
    assert where(address)["archive"] == kept >= 1  # whoever only looks moves nothing


def test_a_match_that_nobody_finished_goes_on_later(place: Served, address: str) -> None:
    ada = place.guest("Ada")
    table = ada.open("nim", "me", {"kind": "bot", "level": 1}, options={"stones": 9}, allows=PATIENT)["id"]
    with ada.at(table) as seated:
        seated.play(0, "take 1")
        seated.wait_until(lambda seated: seated.awaited() == [0])
    until(lambda: put_away(place) == [table], 10)
    with ada.at(table) as seated:
        seated.play(0, "take 1")
        seated.wait_until(lambda seated: seated.awaited() == [0])
        assert [entry["seat"] for entry in seated.entries if entry["kind"] == "played"] == [0, 1, 0, 1]
    assert where(address)["archive"] == 0


def test_without_a_socket_a_move_brings_it_back(place: Served, address: str) -> None:
    ada = place.guest("Ada")
    table = ada.open("nim", "me", "me", options={"stones": 9}, allows=PATIENT)["id"]
    seq = ada.get(f"/api/tables/{table}/log")["seq"]
    assert put_away(place) == [table]
    move = {"do": "play", "seat": 0, "move": "take 1", "seen": seq, "key": "one"}
    assert ada.http.post(f"/api/tables/{table}/actions", json=move).json()["kind"] == "news"
    assert where(address) == {"tables": 1, "seats": 2, "entries": seq + 1, "archive": 0, "archived_seats": 0}
    assert put_away(place) == [table]
    again = ada.http.post(f"/api/tables/{table}/actions", json=move).json()
    assert (again["kind"], again["seq"]) == ("done", seq + 1)  # the same key does nothing twice


def test_what_was_taken_back_stays_hidden_across_the_archive(place: Served) -> None:
    ada = place.guest("Ada")
    old = ada.open("nim", "me", "me", options={"stones": 9}, allows=PATIENT)["id"]
    with ada.at(old) as seated:
        seated.play(0, "take 1")
        assert seated.act("propose", seat=0, what="takeback", ply=0)["kind"] == "news"
    new = ada.get(f"/api/tables/{old}")["followed_by"]
    put_away(place)
    assert ada.http.get(f"/api/tables/{old}/record").status_code == 400
    with ada.at(new) as seated:
        seated.act("leave", seat=0)
        seated.wait_until(lambda seated: seated.position["state"] == "over")
    put_away(place)
    assert ada.http.get(f"/api/tables/{old}/record").status_code == 200


def test_what_is_recent_or_due_stays(place: Served, address: str) -> None:
    ada = place.guest()
    finished(ada)
    ada.open("race", "me", options={"rounds": 2, "seconds": 60})
    ada.open("nim", "me", "open")
    assert put_away(place, before=int(time.time() * 1000) - 60_000) == []
    assert len(put_away(place)) == 1
    assert where(address)["tables"] == 2


def test_the_schedule(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "ARCHIVE_S", 0.02)
    settings = settings_for(tmp_path, database=address)
    with serving(settings) as served:
        ada = served.guest()
        finished(ada)
        future = served.host.time.now
        monkeypatch.setattr(
            served.host.time, "now", lambda: future() + settings.archive_hours * 3_600_000 + 1000
        )
        until(lambda: where(address)["archive"] == 1)
        until(lambda: "ludoteka_archived_tables 1.0" in ada.http.get("/metrics").text)


def test_the_migrations_make_the_tables(address: str) -> None:
    migrate.upgrade(address)
    engine = create_engine(migrate.address(address))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    engine.dispose()


def test_who_spoke_at_tables_that_were_archived_before_is_found(address: str) -> None:
    migrate.upgrade(address)
    whole = a_table(1)
    whole.entries[2].key = "eve:k3"
    packed = archive.pack(replace(whole, table=replace(whole.table, host="teacher")))
    engine = create_engine(migrate.address(address))
    with engine.begin() as connection:
        command.downgrade(migrate._config(connection), "0008")
        row = {"id": "t1", "code": "C1", "created": 1, "ended": 2, "whole": packed}
        connection.execute(insert(schema.archive).values(**row))
        connection.execute(insert(schema.archived_seats).values(table="t1", guest="ada"))
    migrate.upgrade(address)
    with engine.begin() as connection:
        found = connection.execute(select(schema.archived_others)).all()
        assert sorted(found) == [("t1", "eve"), ("t1", "teacher")]
        assert list(connection.scalars(archive.known_to("eve"))) == ["t1"]
    engine.dispose()


# --- whatever dies when --------------------------------------------------------------------------


def a_table(number: int, entries: int = 5) -> Loaded:
    name = f"t{number}"
    fixed = ("nim", 1, "{}", '{"kind":"none"}', "{}", False, bytes(32), "ada", "over", 1)
    table = TableRow(name, f"C{number}", *fixed, ended=2)
    people = [SeatRow(name, 0, "person", "ada", "Ada", away=1)]
    rows = [
        EntryRow(name, seq, "said", 0, 1, text=f"{name}/{seq}", key=f"k{seq}")
        for seq in range(1, entries + 1)
    ]
    return Loaded(table, people, rows)


async def stored(address: str, tables: int) -> None:
    migrate.upgrade(address)
    store = Store(address)
    await store.start()
    await asyncio.gather(*(store.open(a_table(number)) for number in range(tables)))
    await store.stop()


async def loaded(address: str, tables: int) -> list[Loaded | None]:
    store = Store(address)
    found = [await store.load(f"t{number}") for number in range(tables)]
    await store.stop()
    return found


async def move_about(address: str) -> None:
    """Archives and brings back until it is killed."""
    store = Store(address)
    await store.start()
    while True:
        for table in await store.put_away(LATER, 7):
            await store.save(lambda connection, name=table: archive.bring_back(connection, name))  # type: ignore[misc]  # the loop's name


def test_kill_in_between_is_harmless(address: str) -> None:
    asyncio.run(stored(address, 20))
    dice = random.Random(7)
    for _ in range(2):
        command = [sys.executable, "-m", "tests.server.test_archive", address]
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(dice.uniform(0.05, 0.4))
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        counted = where(address)
        assert counted["tables"] + counted["archive"] == 20
        assert counted["entries"] == 5 * counted["tables"]
        assert asyncio.run(loaded(address, 20)) == [a_table(number) for number in range(20)]


def test_what_is_written_meanwhile_is_kept(address: str) -> None:
    """One archives everything all the time, another appends: every append that returned is there."""
    asyncio.run(stored(address, 4))
    stop, begun = threading.Event(), threading.Event()

    async def archiving() -> int:
        store, moved = Store(address), 0
        await store.start()
        while not stop.is_set():
            moved += len(await store.put_away(LATER, 4))
            begun.set()
            await asyncio.sleep(0.03)
        await store.stop()
        return moved

    async def appending() -> None:
        store = Store(address)
        await store.start()

        async def one(number: int) -> None:
            for seq in range(6, 16):
                row = EntryRow(f"t{number}", seq, "said", 0, 1, text=f"t{number}/{seq}", key=f"k{seq}")
                await _stubbornly(lambda row=row: store.append(Append(row.table, [row])))  # type: ignore[misc]  # the loop's row

        await asyncio.gather(*(one(number) for number in range(4)))
        await store.stop()

    with ThreadPoolExecutor(1) as threads:
        moved = threads.submit(asyncio.run, archiving())
        assert begun.wait(60)
        asyncio.run(appending())
        stop.set()
        assert moved.result(60) >= 4
    assert asyncio.run(loaded(address, 4)) == [a_table(number, 15) for number in range(4)]


async def _stubbornly(append: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """As a room does: whoever comes second tries again."""
    for _ in range(200):
        try:
            return await append()
        except Conflict:
            continue
    raise AssertionError("never written")


if __name__ == "__main__":
    print("on", flush=True)
    asyncio.run(move_about(sys.argv[1]))


# --- codes ---------------------------------------------------------------------------------------


def dealing(monkeypatch: pytest.MonkeyPatch, *codes: str) -> None:
    """The next codes of new tables."""
    left = iter(codes)
    for module in (hosting, branching):
        monkeypatch.setattr(module, "new_code", lambda: next(left))


@pytest.mark.parametrize("is_archived", [False, True])
def test_no_two_tables_have_one_code(
    place: Served, address: str, is_archived: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six letters are drawn blindly: the second who draws the same six draws again, and nobody notices."""
    dealing(monkeypatch, "AAAAAA", "AAAAAA", "BBBBBB", "AAAAAA", "BBBBBB", "CCCCCC")
    ada = place.guest("Ada")
    first = finished(ada)
    if is_archived:
        until(lambda: put_away(place) == [first["id"]], 10)
    second = finished(ada)
    assert (first["code"], second["code"]) == ("AAAAAA", "BBBBBB")
    with ada.at(second["id"]) as seated:
        assert seated.act("propose", seat=0, what="rematch")["kind"] == "news"
    third = ada.get(f"/api/tables/{second['id']}")["followed_by"]
    assert ada.get(f"/api/tables/{third}")["code"] == "CCCCCC"
    for table in (first, second):
        assert ada.get(f"/api/codes/{table['code']}")["id"] == table["id"]
    until(lambda: put_away(place) == [] and where(address)["archive"] >= 2, 20)  # none is in another's way
    with ada.at(first["id"]):  # and each can come back
        until(lambda: ada.get(f"/api/tables/{first['id']}")["seats"][0]["present"], 10)


def test_whoever_never_draws_a_free_code_is_told_to_try_again(
    place: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealing(monkeypatch, *["AAAAAA"] * 50)
    ada = place.guest("Ada")
    ada.open("nim", "me", "me")
    wish = {"game": "nim", "seats": [{"kind": "me"}, {"kind": "me"}]}
    answer = ada.http.post("/api/tables", json=wish)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "4")
    assert answer.json()["error"]["text"] == "The server is full just now. Please try again in a moment."
