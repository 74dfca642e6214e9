"""Nothing acknowledged is lost, nothing is done twice, and after a cut a client gets just what it missed."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.process import Process
from tests.server.serving import PATIENCE, Guest, Served, serving, settings_for, until

from ludoteka.server.live.client import Client
from ludoteka.server.table.rows import Append, Conflict, EntryRow
from ludoteka.server.web.ws import _Connection


def loop_of(served: Served) -> asyncio.AbstractEventLoop:
    loop: asyncio.AbstractEventLoop = served.host.scheduler._tasks[0].get_loop()
    return loop


def _table(ada: Guest, ben: Guest, game: str = "nim", **more: object) -> str:
    table: str = ada.open(game, "me", "open", **({"options": {"stones": 50}} | more))["id"]
    ben.sit(table)
    return table


def test_an_action_happens_once_however_often_it_is_sent(served: Served) -> None:
    ada, ben = served.guest(), served.guest()
    table = _table(ada, ben)
    with ada.at(table) as a:
        seen = a.seq
        first = a.play(0, "take 1", key="same", seen=seen)
        again = a.play(0, "take 1", key="same", seen=seen)
        assert (again["kind"], again["seq"]) == ("done", first["position"]["seq"])
    with ada.at(table, since=0) as a:  # also on another socket, and over HTTP
        assert a.play(0, "take 1", key="same", seen=seen)["kind"] == "done"
        body = {"do": "play", "seat": 0, "move": "take 1", "key": "same", "seen": seen}
        assert ada.http.post(f"/api/tables/{table}/actions", json=body).json()["kind"] == "done"
        assert a.position["ply"] == 1


def test_another_person_cannot_use_up_my_key(served: Served) -> None:
    ada, ben = served.guest(), served.guest()
    table = _table(ada, ben)
    with ada.at(table) as a, ben.at(table) as b:
        a.play(0, "take 1", key="k")
        b.wait_until(lambda b: b.awaited() == [1])
        assert b.play(1, "take 1", key="k")["kind"] == "news"


def test_a_late_move_is_stale_and_plays_nothing(served: Served) -> None:
    ada, ben = served.guest(), served.guest()
    table = _table(ada, ben)
    with ada.at(table) as a, ben.at(table) as b:
        old = a.seq
        a.play(0, "take 1")
        b.wait_until(lambda b: b.awaited() == [1])
        b.play(1, "take 1")
        a.wait_until(lambda a: a.awaited() == [0])
        assert a.play(0, "take 1", seen=old)["why"] == "stale"
        assert a.play(0, "take 1")["kind"] == "news"


def test_what_others_do_in_a_race_makes_nobody_stale(served: Served) -> None:
    ada, ben = served.guest(), served.guest()
    table = _table(ada, ben, "duel", options={})
    with ada.at(table) as a, ben.at(table) as b:
        seen = b.seq
        a.play(0, "1")
        assert b.play(1, "2", seen=seen)["kind"] == "news"
        assert b.play(1, "2", seen=seen)["why"] == "stale"  # it has acted since


def test_a_resumed_client_gets_exactly_what_it_missed(served: Served) -> None:
    ada, ben = served.guest(), served.guest()
    table = _table(ada, ben, "rummage", options={})
    with ada.at(table) as a:
        known = list(a.entries)
        for _ in range(3):
            with ben.at(table):
                pass
        tile = a.position["views"][0]["view"]["racks"][0][0]
        a.play(0, f"swap {tile}")
        everything = list(a.entries)
    for cut in range(len(everything) + 1):
        with ada.at(table, since=everything[cut - 1]["seq"] if cut else 0) as resumed:
            assert resumed.entries == everything[cut:]
            assert resumed.position["views"] == a.position["views"]
    assert everything[: len(known)] == known
    with ada.at(table, since=10_000) as lost:  # from the future: everything anew
        assert lost.entries == everything


def test_events_are_in_the_database_before_they_are_shown(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    with serving(settings) as served:
        ada = served.guest()
        table = ada.open("nim", "me", "me", options={"stones": 30})["id"]
        database = sqlite3.connect(tmp_path / "test.sqlite3")
        with ada.at(table) as a:
            for seat in (0, 1, 0, 1):
                a.play(seat, "take 2")
                rows = database.execute('select max(ply) from entries where "table" = ?', (table,)).fetchone()
                assert rows == (a.position["ply"],)
        assert database.execute("pragma journal_mode").fetchone() == ("wal",)
        database.close()


def test_a_restarted_server_goes_on_where_it_stopped(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    with serving(settings) as served:
        ada = served.guest("Ada")
        cookies = dict(ada.http.cookies)
        table = ada.open("rummage", "me", "me")["id"]
        with ada.at(table) as a:
            tile = a.position["views"][0]["view"]["racks"][0][0]
            a.play(0, f"play {tile}")
            before = a.position["views"], a.entries
    with serving(settings) as served:
        ada = Guest(served)
        served.guests.append(ada)
        ada.http.cookies.update(cookies)
        assert ada.get("/api/me")["name"] == "Ada"
        assert [one["id"] for one in ada.get("/api/me/tables")] == [table]
        with ada.at(table) as a:
            assert (a.position["views"], a.entries) == before
            assert a.awaited() == [1]


def test_two_writers_of_one_seq_collide_and_nothing_of_the_second_is_written(served: Served) -> None:
    ada = served.guest()
    table = ada.open("nim", "me", "open")["id"]
    host, loop = served.host, loop_of(served)

    def append(kind: str, seqs: range) -> None:
        rows = [EntryRow(table, seq, kind, 0, 0) for seq in seqs]
        asyncio.run_coroutine_threadsafe(host.store.append(Append(table, rows)), loop).result(PATIENCE)

    append("said", range(2, 4))
    with pytest.raises(Conflict):
        append("said", range(3, 6))
    rows = asyncio.run_coroutine_threadsafe(host.store.load(table), loop).result(PATIENCE).entries
    assert [row.seq for row in rows] == [1, 2, 3]


def test_a_room_that_lags_behind_reads_and_tries_again(served: Served) -> None:
    """As if another process had written: the room's own copy is old, the move still gets in once."""
    ada, ben = served.guest(), served.guest()
    table = _table(ada, ben)
    with ada.at(table) as a:
        room = served.host.rooms[table]
        stale = served.host.rooms.pop(table)  # a second room of the same table in the same process
        with ben.at(table) as b:
            assert served.host.rooms[table] is not room
            a.play(0, "take 3")
            assert b.play(1, "take 2", seen=99)["kind"] == "news"
            assert b.position["ply"] == 2
            assert a.play(0, "take 1", seen=99)["kind"] == "news"
            assert [e["text"] for e in a.entries if e["kind"] == "played"] == ["take 3", "take 2", "take 1"]
        assert stale.ledger.seq == 6


def test_finished_and_idle_rooms_leave_memory(tmp_path: Path) -> None:
    with serving(settings_for(tmp_path, room_idle_s=0.2)) as served:
        ada = served.guest()
        table = ada.open("nim", "me", "me", options={"stones": 2})["id"]
        with ada.at(table) as a:
            a.play(0, "take 2")
            assert table in served.host.rooms
        until(lambda: table not in served.host.rooms)
        assert ada.get(f"/api/tables/{table}")["state"] == "over"


class Deaf:
    """A socket whose reader has gone to sleep: sending never ends."""

    def __init__(self) -> None:
        self.closed = 0

    async def send(self, message: object) -> None:
        await asyncio.Event().wait()

    async def receive(self) -> dict[str, str]:
        await asyncio.Event().wait()
        return {}

    async def send_text(self, text: str) -> None:
        await asyncio.Event().wait()

    async def close(self, code: int) -> None:
        self.closed = code


def test_a_client_that_does_not_read_is_dropped_and_may_come_back(served: Served) -> None:
    ada = served.guest()
    table = ada.open("nim", "me", "open")["id"]
    room = served.host.rooms[table]
    context = served.server.config.app.state.context  # type: ignore[union-attr]  # it is our app

    async def follow() -> Client:
        client = Client(None, 8)
        await asyncio.wait_for(_Connection(context, Deaf(), room, client, None).run(0), PATIENCE)  # type: ignore[arg-type]  # acts like one
        return client

    with ada.at(table) as a:
        following = asyncio.run_coroutine_threadsafe(follow(), loop_of(served))
        until(lambda: len(room.clients) == 2)
        for _ in range(12):
            a.act("say", phrase="hello")
        client = following.result(PATIENCE)
        assert client.farewell is not None
        assert client.farewell.why == "slow"
        assert len(room.clients) == 1
    with ada.at(table, since=1) as back:
        assert [entry["seq"] for entry in back.entries] == list(range(2, 14))


def test_killed_without_warning_the_bot_and_the_clock_go_on(tmp_path: Path) -> None:
    """SIGKILL while a bot thinks; the same file, a new process."""
    bot, control = {"kind": "bot", "level": 8}, {"kind": "bank", "seconds": 60}
    with Process(f"sqlite:///{tmp_path / 'test.sqlite3'}") as process:
        ada = process.guest()
        table = ada.open("nim", "me", bot, options={"stones": 9}, control=control)["id"]
        with ada.at(table) as a:
            a.wait_until(lambda a: a.awaited() == [0])
            acknowledged = a.play(0, "take 1")
            process.kill()
        time.sleep(2.5)  # longer than three heartbeats: nobody is alive
        process.start()
        with ada.at(table, since=acknowledged["position"]["seq"]) as a:
            assert a.position["ply"] >= acknowledged["position"]["ply"]
            a.wait_until(lambda a: a.awaited() == [0])
            moves = [e for e in a.entries if e["kind"] == "played"]
            assert [move["seat"] for move in moves] == [1]
            used = moves[0]["at"] - acknowledged["entries"][0]["at"]
            assert a.position["clock"]["left"][1] == 60_000 - used
        with closing(sqlite3.connect(tmp_path / "test.sqlite3")) as database:
            ((begin, end),) = database.execute('select "begin", "end" from outages').fetchall()
        assert end - begin > 2000
        ada.http.close()
