"""Work needs somebody who cares: bots without an audience, tables without end, a lobby for each socket."""

import asyncio
import json
import time
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Guest, Served, serving, settings_for, until
from tests.server.toy_catalogue import CATALOGUE
from websockets.sync.client import connect

from ludoteka.server.live import host as hosting
from ludoteka.server.live import room, scheduler
from ludoteka.server.live.bots import STRANGERS, Bots
from ludoteka.server.table import duty

BOT = {"kind": "bot", "level": 0}


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A server that forgets quickly who has asked."""
    monkeypatch.setattr(room, "CARE_MS", 400)
    monkeypatch.setattr(scheduler, "LINGER_MS", 100)
    with serving(settings_for(tmp_path, bot_pause_ms=200)) as served:
        yield served


def ply(served: Served, table: str) -> int:
    """How far the match has come, without asking the server."""
    number: int = served.host.rooms[table].ledger.standing.match.ply
    return number


def asked_for(guest: Guest, table: str) -> bool:
    """Asks about a table: a slow machine may forget between the question and the bot's move."""
    return bool(guest.get(f"/api/tables/{table}"))


def until_asleep(served: Served, table: str) -> int:
    """Waits until nothing is due and no bot thinks at a table; the answer is how far it came."""
    here = served.host.rooms[table]
    until(lambda: here.ledger.table.due is None and not here.thinking)
    return ply(served, table)


def test_bots_do_not_play_on_where_nobody_sits_or_watches(house: Served) -> None:
    ada = house.guest()
    table = ada.open("nim", BOT, BOT, options={"stones": 50})["id"]
    until(lambda: asked_for(ada, table) and ply(house, table) > 0)
    came = until_asleep(house, table)
    time.sleep(0.5)
    assert ply(house, table) == came
    with ada.at(table):  # a spectator is enough
        until(lambda: ply(house, table) > came + 4)
    came = until_asleep(house, table)
    until(lambda: asked_for(ada, table) and ply(house, table) > came)


def test_a_stand_in_does_not_play_for_nobody(house: Served) -> None:
    ada = house.guest()
    table = ada.open("nim", "me", BOT, options={"stones": 50}, allows={"grace": 1})["id"]
    with ada.at(table) as a:
        a.play(0, "take 1")
    until_asleep(house, table)
    time.sleep(1.5)
    assert house.host.rooms[table].ledger.people[0].stand_in is None
    with ada.at(table) as a:
        a.wait_until(lambda a: a.awaited() == [0])
        assert a.play(0, "take 1")["kind"] == "news"


def test_a_game_against_bots_is_kept_for_whoever_comes_back(house: Served) -> None:
    """No bot ever plays it to its end instead: nobody waits for that."""
    ada, ben = house.guest(), house.guest()
    alone = ada.open("nim", "me", BOT, options={"stones": 50}, allows={"grace": 1})["id"]
    shared = ada.open("nim", "me", "open", options={"stones": 50}, allows={"grace": 60})["id"]
    ben.sit(shared)
    with ben.at(alone), ben.at(shared):  # a watcher here, somebody who waits there
        with ada.at(alone), ada.at(shared):
            pass
        until(lambda: all(house.host.rooms[one].ledger.people[0].away for one in (alone, shared)))
        assert "stand-in" not in duties(house, alone)
        assert "stand-in" in duties(house, shared)


def duties(served: Served, table: str) -> set[str]:
    """The kinds of what the host has to do at a table, now or later."""
    return {one.kind for one in duty.of(served.host.rooms[table].ledger, served.host.time)}


def test_clocks_run_out_even_if_nobody_cares(house: Served) -> None:
    ada, now = house.guest(), house.host.time.now
    table = ada.open("nim", "me", BOT, options={"stones": 50}, control={"kind": "move", "seconds": 60})["id"]
    with ada.at(table):
        pass
    house.host.time.now = lambda: now() + 120_000
    until(lambda: house.host.rooms[table].ledger.standing.is_over)


def test_bots_go_on_where_somebody_looks_after_a_restart(house: Served, tmp_path: Path) -> None:
    ada = house.guest()
    table = ada.open("nim", BOT, BOT, options={"stones": 50})["id"]
    house.host.rooms[table].looked = None
    came = until_asleep(house, table)
    until(lambda: not house.host.scheduler.keeps(table))  # as the host does before it forgets a room
    house.host.rooms.pop(table)
    with ada.at(table):
        until(lambda: ply(house, table) > came)


def test_a_guest_holds_a_bounded_number_of_tables(tmp_path: Path) -> None:
    with serving(settings_for(tmp_path, tables_held=3)) as served:
        ada = served.guest()
        held = [ada.open("nim", "me", "me")["id"] for _ in range(3)]
        wish = {"game": "nim", "seats": [{"kind": "me"}, {"kind": "open"}]}
        for path, body in (("/api/tables", wish), ("/api/pair", {"game": "nim", "seats": 2})):
            refused = ada.http.post(path, json=body)
            assert refused.status_code == 400
            assert "You have 3 tables open already" in refused.json()["error"]["text"]
        with ada.at(held[0]) as a:
            a.act("leave", seat=0)
        ada.open("nim", "me", "me")
        served.guest().open("nim", "me", "me")  # another's tables do not count


def test_a_rematch_is_a_table_like_any_other(tmp_path: Path) -> None:
    with serving(settings_for(tmp_path, tables_held=2)) as served:
        ada, ben = served.guest("Ada"), served.guest("Ben")
        ended = []
        for _ in range(2):
            ended.append(ada.open("nim", "me", "open")["id"])
            ben.sit(ended[-1])
            with ada.at(ended[-1]) as a:
                a.act("leave", seat=0)
        full = [ada.open("nim", "me", "me")["id"] for _ in range(2)]
        with ada.at(ended[0]) as a, ben.at(ended[0]) as b:
            assert "You have 2 tables open already" in a.act("propose", seat=0, what="rematch")["text"]
            refused = b.act("propose", seat=1, what="rematch")
            assert refused["text"] == "Whoever opened this table has enough tables open already."
        with ada.at(full[0]) as a:
            a.act("leave", seat=0)
        with ada.at(ended[1]) as a, ben.at(ended[1]) as b:
            a.act("propose", seat=0, what="rematch")
            b.wait_for("news")
            b.act("respond", seat=1, ref=b.position["offers"][0]["seq"], accept=True)
            until(lambda: ada.get(f"/api/tables/{ended[1]}")["followed_by"] is not None)


def test_the_lobby_is_made_once_and_not_for_every_socket(house: Served) -> None:
    made, find = [], house.host.store.lobby

    async def counted(state: str, limit: int) -> Any:
        made.append(state)
        return await find(state, limit)

    ada = house.guest("Ada")
    table = ada.open("nim", "me", "open", public=True)["id"]
    with ExitStack() as stack:
        stack.enter_context(ada.at(table))
        until(lambda: ada.get("/api/lobby")["open"])
        house.host.store.lobby = counted
        address = f"ws://127.0.0.1:{house.port}/ws/lobby"
        sockets = [stack.enter_context(connect(address, compression=None)) for _ in range(40)]
        cookie = "; ".join(f"{name}={value}" for name, value in ada.http.cookies.items())
        mine = connect(address, compression=None, additional_headers={"Cookie": cookie})
        own = json.loads(stack.enter_context(mine).recv(10))
        for socket in sockets:
            lobby = json.loads(socket.recv(10))
            assert [one["id"] for one in lobby["open"]] == [table]
            assert not lobby["open"][0]["seats"][0]["mine"]
        assert own["open"][0]["seats"][0]["mine"]
        began = time.monotonic()
        for _ in range(4):
            house.host.lobby_changed()
            time.sleep(0.5)
        assert len(made) <= 2 * (4 + time.monotonic() - began)  # two states, once a second


def test_the_lobby_tells_who_comes_and_goes_and_misses_nothing(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing here waits for the next look: there is none within the test."""
    monkeypatch.setattr(hosting, "LOBBY_S", 3600.0)
    ada = house.guest("Ada")
    table = ada.open("nim", "me", "open", public=True)["id"]
    address = f"ws://127.0.0.1:{house.port}/ws/lobby"
    with connect(address, compression=None) as first:
        assert json.loads(first.recv(10))["open"] == []
        with ada.at(table), connect(address, compression=None) as second:  # a fresh socket, an older text
            for socket in (first, second):
                shown: list[Any] = []
                while not shown:
                    shown = json.loads(socket.recv(30))["open"]
                assert [one["id"] for one in shown] == [table]
        assert json.loads(first.recv(30))["open"] == []


def test_whose_bots_have_thought_least_comes_first() -> None:
    bots = Bots(CATALOGUE, 1, 1000)
    asked: list[str] = []

    async def turns() -> None:
        loop = asyncio.get_running_loop()
        for owner in ("strong", "strong", "strong", STRANGERS, "quick", "quick", "quick"):
            bots._queues.setdefault(owner, deque()).append(
                (None, loop.create_future())  # type: ignore[arg-type]  # nobody looks at it
            )
        while bots._queues:
            owner, _, _ = bots._next()
            asked.append(owner)
            bots._charge(owner, 5.0 if owner == "strong" else 0.5)

    asyncio.run(turns())
    assert asked == ["strong", "quick", "quick", "quick", "strong", "strong", STRANGERS]
