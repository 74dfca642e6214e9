"""Several server processes on one PostgreSQL: they tell each other, and each thing happens once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.server.process import Process
from tests.server.serving import PATIENCE, Guest, Seated, Served, serving, settings_for, until

from ludoteka.server.live import pairing

Two = tuple[Served, Served]


@pytest.fixture
def two(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Two]:
    monkeypatch.setattr(pairing, "LOOK_S", 3600.0)  # whoever waits, waits for the test
    settings = settings_for(tmp_path, database=database, lease_ms=2000)
    with serving(settings) as first, serving(settings) as second:
        yield first, second


def elsewhere(guest: Guest, served: Any) -> Guest:
    """The same person at another process."""
    other = Guest(served)
    other.http.cookies.update(guest.http.cookies)
    if isinstance(served, Served):
        served.guests.append(other)
    return other


def test_players_of_one_match_are_on_different_processes(two: Two) -> None:
    here, there = two
    ada, ben = here.guest("Ada"), there.guest("Ben")
    table = ada.open("rummage", "me", "open")["id"]
    with ada.at(table) as a:
        ben.sit(table)
        with ben.at(table) as b:
            a.wait_until(lambda a: a.position["state"] == "running")
            a.wait_for("presence", lambda m: m["seats"] == [True, True])
            sockets: dict[int, Seated] = {0: a, 1: b}
            for number in range(6):
                mover, other = sockets[number % 2], sockets[1 - number % 2]
                mover.wait_until(lambda s, n=number: s.awaited() == [n % 2])  # type: ignore[misc]  # the loop's number
                tile = mover.position["views"][0]["view"]["racks"][number % 2][0]
                mover.play(number % 2, f"play {tile}")
                other.wait_until(lambda s, seq=mover.seq: s.seq >= seq)  # type: ignore[misc]  # the loop's seq
            assert [e["seq"] for e in a.entries] == list(range(1, a.seq + 1))
            assert [e["text"] for e in a.entries if e["kind"] == "played"] == [
                e["text"] for e in b.entries if e["kind"] == "played"
            ]


def test_who_asks_two_processes_at_once_is_paired_once(two: Two) -> None:
    clock = {"kind": "bank", "seconds": 300}
    wish = {"game": "nim", "seats": 2, "control": clock}
    like: dict[str, Any] = {"public": True, "allows": {"hints": False}, "control": clock}
    waiting: set[str] = set()
    for _ in range(5):
        waiting |= {served.guest().open("nim", "me", "open", **like)["id"] for served in two}
        eve = two[0].guest("Eve")
        both = [eve, elsewhere(eve, two[1])]
        with ThreadPoolExecutor(8) as threads:
            asked = [threads.submit(both[n % 2].http.post, "/api/pair", json=wish) for n in range(8)]
        assert {one.result().status_code for one in asked} == {200}
        (mine,) = [table["id"] for table in eve.get("/api/me/tables") if table["state"] == "running"]
        assert mine in waiting


def test_whoever_is_deleted_leaves_every_process_at_once(two: Two) -> None:
    """They only watched there, so no log names them."""
    here, there = two
    ada, eve = here.guest("Ada"), there.guest("Eve")
    table = ada.open("nim", "me", "open", public=True)["id"]
    with elsewhere(eve, here).at(table):
        until(lambda: len(here.host.rooms[table].clients) == 1)
        assert eve.http.post("/api/me/forget", json={"name": "Eve"}).is_success
        until(lambda: not here.host.rooms[table].clients)


def test_moves_at_the_same_moment_get_one_order(two: Two) -> None:
    here, there = two
    ada, ben = here.guest(), there.guest()
    table = ada.open("duel", "me", "open", options={"rounds": 9})["id"]
    ben.sit(table)
    with ada.at(table) as a, ben.at(table) as b, ThreadPoolExecutor(2) as threads:
        a.wait_until(lambda a: a.awaited() == [0, 1])
        for number in range(1, 10):
            done = [
                threads.submit(a.play, 0, str(1 + number % 5)),
                threads.submit(b.play, 1, str(1 + (number * 2) % 5)),
            ]
            answers = [one.result(PATIENCE) for one in done]
            assert [answer["kind"] for answer in answers] == ["news", "news"], answers
            a.wait_until(lambda a, n=number: a.position["ply"] == 2 * n)  # type: ignore[misc]  # the loop's number
            b.wait_until(lambda b, n=number: b.position["ply"] == 2 * n)  # type: ignore[misc]  # the loop's number
        assert [e["seq"] for e in b.entries] == list(range(1, b.seq + 1))


def test_a_deadline_passes_once(two: Two) -> None:
    here, there = two
    ada = here.guest()
    table = ada.open("race", "me", options={"rounds": 2, "seconds": 1})["id"]
    with ada.at(table) as a, elsewhere(ada, there).at(table) as b:
        for socket in (a, b):
            socket.wait_until(lambda s: s.position["state"] == "over")
            assert [e["kind"] for e in socket.entries if e["kind"] == "ticked"] == ["ticked"] * 2


def test_a_bot_moves_once_wherever_the_person_is(two: Two) -> None:
    here, there = two
    ada = here.guest()
    table = ada.open("nim", "me", {"kind": "bot", "level": 1}, options={"stones": 20})["id"]
    for served in (here, there, here, there):
        with elsewhere(ada, served).at(table) as a:
            a.wait_until(lambda a: a.awaited() == [0])
            a.play(0, "take 1")
            a.wait_until(lambda a: a.awaited() == [0])
            moves = [e["seat"] for e in a.entries if e["kind"] == "played"]
            assert moves == [0, 1] * (len(moves) // 2)


def test_one_session_secret_for_all(two: Two) -> None:
    here, there = two
    ada = here.guest("Ada")
    assert elsewhere(ada, there).get("/api/me")["name"] == "Ada"


def test_a_killed_process_loses_nothing_and_its_work_is_taken_over(database: str) -> None:
    bot = {"kind": "bot", "level": 8}
    with Process(database) as first, Process(database) as second:
        ada = first.guest()
        table = ada.open("nim", "me", bot, options={"stones": 9})["id"]
        bots = ada.open("nim", bot, bot, options={"stones": 4})["id"]
        with ada.at(table) as a:
            acknowledged = a.play(0, "take 1")["position"]["seq"]  # now the first process asks its slow bot
            entries = list(a.entries)
            first.kill()
        with elsewhere(ada, second).at(table, since=acknowledged) as a:
            a.wait_until(lambda a: a.awaited() == [0])
            assert [e["kind"] for e in a.entries if e["kind"] == "played"] == ["played"]
            assert a.play(0, "take 1")["kind"] == "news"
        with elsewhere(ada, second).at(table, since=0) as a:
            assert a.entries[: len(entries)] == entries
        watcher = second.guest()
        until(lambda: watcher.get(f"/api/tables/{bots}")["state"] == "over", 30)
        assert [e["ply"] for e in watcher.get(f"/api/tables/{bots}/log")["entries"] if e["ply"]] == list(
            range(1, 5)
        )
        for guest in (ada, watcher):
            guest.http.close()


def test_people_of_a_dead_process_are_away(database: str) -> None:
    with Process(database) as first, Process(database) as second:
        ada = first.guest()
        table = ada.open("nim", "me", "open")["id"]
        with ada.at(table):
            first.kill()
        watcher = second.guest()
        until(lambda: not watcher.get(f"/api/tables/{table}")["seats"][0]["present"], 20)
        watcher.http.close()
        ada.http.close()
