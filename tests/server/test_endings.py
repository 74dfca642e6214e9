"""A match has ended: told once, in the transaction that ends it, to whoever subscribed."""

import asyncio
from pathlib import Path

from sqlalchemy import Connection, text
from tests.server.serving import Guest, Served, serving, settings_for, until

from ludoteka.server.settings import Settings
from ludoteka.server.store import migrate
from ludoteka.server.store.store import Store
from ludoteka.server.table.rows import Append, Ended, EntryRow

TABLE = "CREATE TABLE told (id TEXT, how TEXT, ranks TEXT)"


def write_down(connection: Connection, ended: Ended) -> None:
    """A subscriber: it writes with the connection it is given, so its line is as durable as the end."""
    values = {"id": ended.table.id, "how": ended.how, "ranks": str(ended.ranks)}
    connection.execute(text("INSERT INTO told VALUES (:id, :how, :ranks)"), values)


def prepare(settings: Settings) -> None:
    migrate.upgrade(settings.database)

    async def make() -> None:
        store = Store(settings.database)
        await store.start()
        await store.writer.write(lambda connection: connection.execute(text(TABLE)))
        await store.stop()

    asyncio.run(make())


def told(served: Served) -> list[tuple[str, str, str]]:
    loop = served.host.scheduler._tasks[0].get_loop()

    async def read() -> list[tuple[str, str, str]]:
        def work(connection: Connection) -> list[tuple[str, str, str]]:
            return [tuple(row) for row in connection.execute(text("SELECT * FROM told"))]

        found: list[tuple[str, str, str]] = await served.host.store.writer.write(work)
        return found

    return asyncio.run_coroutine_threadsafe(read(), loop).result(60)


def finished(ada: Guest, moves: list[str], **options: int) -> str:
    table: str = ada.open("nim", "me", "me", options=options)["id"]
    with ada.at(table) as a:
        for number, move in enumerate(moves):
            a.play(number % 2, move)
    return table


def test_an_end_is_told_once_and_not_again_after_a_restart(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    prepare(settings)
    with serving(settings) as served:
        served.host.store.on_ended(write_down)
        ada = served.guest("Ada")
        table = finished(ada, ["take 3", "take 1"], stones=4)
        assert told(served) == [(table, "game", "(2, 1)")]
        with ada.at(table) as a:
            a.act("say", phrase="good-game")
        assert len(told(served)) == 1
    with serving(settings) as served:
        served.host.store.on_ended(write_down)
        assert served.guest().get(f"/api/tables/{table}")["state"] == "over"
        assert len(told(served)) == 1


def test_an_agreement_is_an_end_and_a_takeback_is_none(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    prepare(settings)
    with serving(settings) as served:
        served.host.store.on_ended(write_down)
        ada = served.guest("Ada")
        drawn = ada.open("nim", "me", "me")["id"]
        with ada.at(drawn) as a:
            a.act("propose", seat=0, what="draw")
        taken_back = ada.open("nim", "me", "me")["id"]
        with ada.at(taken_back) as a:
            a.play(0, "take 1")
            a.act("propose", seat=0, what="takeback", ply=0)
            assert a.table["followed_by"]
        closed = ada.open("nim", "me", "open")["id"]
        assert ada.http.delete(f"/api/tables/{closed}/seats/0").json()["state"] == "over"
        assert told(served) == [(drawn, "draw", "(1, 1)")]


def test_a_subscriber_that_fails_holds_up_neither_the_match_nor_the_others(tmp_path: Path) -> None:
    def fail(connection: Connection, ended: Ended) -> None:
        write_down(connection, ended)
        raise RuntimeError("this subscriber is broken")

    settings = settings_for(tmp_path)
    prepare(settings)
    with serving(settings) as served:
        served.host.store.on_ended(fail)
        served.host.store.on_ended(write_down)
        table = finished(served.guest("Ada"), ["take 2"], stones=2)
        until(lambda: served.guest().get(f"/api/tables/{table}")["state"] == "over")
        assert told(served) == [(table, "game", "(1, 2)")]  # what the broken one wrote is gone


def test_what_is_not_written_is_not_told(tmp_path: Path) -> None:
    """The transaction fails after the subscriber wrote: neither the end nor its line is there."""
    settings = settings_for(tmp_path)
    prepare(settings)
    with serving(settings) as served:
        served.host.store.on_ended(write_down)
        ada = served.guest("Ada")
        table = ada.open("nim", "me", "me", options={"stones": 2})["id"]
        with ada.at(table) as a:
            served.host.store.writer._publish = _fail
            assert a.play(0, "take 2")["kind"] == "refused"
            served.host.store.writer._publish = None
            assert told(served) == []
            assert a.play(0, "take 2")["kind"] == "news"
        assert told(served) == [(table, "game", "(1, 2)")]


def _fail(connection: Connection, changes: object) -> None:
    raise RuntimeError("the disk is full")


def test_an_end_that_collides_is_told_by_the_writer_who_was_first(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    prepare(settings)
    with serving(settings) as served:
        served.host.store.on_ended(write_down)
        ada = served.guest("Ada")
        table = ada.open("nim", "me", "me", options={"stones": 2})["id"]
        with ada.at(table) as a:
            loop = served.host.scheduler._tasks[0].get_loop()
            seq = served.host.rooms[table].ledger.seq + 1
            elsewhere = Append(table, [EntryRow(table, seq, "said", 0, 0, seat=1)])
            asyncio.run_coroutine_threadsafe(served.host.store.append(elsewhere), loop).result(60)
            assert a.play(0, "take 2")["kind"] == "news"  # drafted again after what another process wrote
        assert told(served) == [(table, "game", "(1, 2)")]
