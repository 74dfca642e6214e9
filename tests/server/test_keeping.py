"""What the host does by itself: bots, deadlines, clocks, seats of people who are gone."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.serving import Served, serving, settings_for, until

from ludoteka.server.live import scheduler


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(settings_for(tmp_path_factory.mktemp("keeping"), bot_workers=2, bot_limit_ms=4000)) as found:
        yield found


def test_a_bot_answers_until_the_match_is_over(quick: Served) -> None:
    ada = quick.guest()
    table = ada.open("nim", "me", {"kind": "bot", "level": 1}, options={"stones": 9})
    assert table["seats"][1]["name"] == "first"
    with ada.at(table["id"]) as a:
        while a.position["state"] == "running":
            a.wait_until(lambda a: a.awaited() == [0] or a.position["state"] == "over")
            if a.position["state"] == "running":
                a.play(0, "take 1")
        moves = [(e["seat"], e["text"]) for e in a.entries if e["kind"] == "played"]
        assert moves[:4] == [(0, "take 1"), (1, "take 1"), (0, "take 1"), (1, "take 1")]


def test_bots_play_among_themselves_with_secrets_and_chance(quick: Served) -> None:
    ada = quick.guest()
    bot = {"kind": "bot", "level": 0}
    for game in ("rummage", "pig", "duel"):
        table = ada.open(game, bot, bot)["id"]
        limit = time.monotonic() + 120
        while ada.get(f"/api/tables/{table}")["state"] != "over":
            assert time.monotonic() < limit, game
            time.sleep(0.05)


def test_a_bot_in_a_race_waits_as_long_as_it_says(quick: Served) -> None:
    ada = quick.guest()
    table = ada.open("race", "me", {"kind": "bot", "level": 1}, options={"rounds": 2, "seconds": 30})["id"]
    with ada.at(table) as a:
        a.wait_until(lambda a: a.position["state"] == "over")
        claims = [e for e in a.entries if e["kind"] == "played"]
        assert [e["seat"] for e in claims] == [1, 1]
        assert claims[0]["at"] >= 30


def test_a_broken_bot_still_moves(quick: Served) -> None:
    ada = quick.guest()
    table = ada.open("nim", "me", {"kind": "bot", "level": 9}, options={"stones": 9})["id"]
    with ada.at(table) as a:
        a.play(0, "take 1")
        a.wait_until(lambda a: a.awaited() == [0])


def test_a_slow_bot_delays_nobody(quick: Served) -> None:
    ada, ben = quick.guest(), quick.guest()
    slow = ada.open("nim", "me", {"kind": "bot", "level": 8}, options={"stones": 9})["id"]
    table = ben.open("nim", "me", "me", options={"stones": 50})["id"]
    with ada.at(slow) as a, ben.at(table) as b:
        a.play(0, "take 1")
        for number in range(5):
            b.play(number % 2, "take 1")
        assert quick.host.rooms[slow].ledger.standing.match.ply == 1  # the bot thought all the time
        a.wait_until(lambda a: a.awaited() == [0])


def test_a_limit_of_the_game_passes_by_itself(quick: Served) -> None:
    ada = quick.guest()
    table = ada.open("race", "me", options={"rounds": 1, "seconds": 1})["id"]
    with ada.at(table) as a:
        until_ms = a.position["awaiting"]["until"]
        a.wait_until(lambda a: a.position["state"] == "over")
        ticked = next(e for e in a.entries if e["kind"] == "ticked")
        assert until_ms <= ticked["at"] < until_ms + 3000


def test_a_clock_of_the_host_that_runs_out_is_a_leaving(quick: Served) -> None:
    ada, ben = quick.guest(), quick.guest()
    control = {"kind": "bank", "seconds": 10, "increment": 1}
    table = ada.open("nim", "me", "open", control=control)["id"]
    ben.sit(table)
    room = quick.host.rooms[table]
    with ada.at(table) as a:
        assert a.position["clock"]["left"] == pytest.approx([10_000, 10_000], abs=2000)
        assert a.position["clock"]["running"] == [0]
        answer = a.play(0, "take 1")["position"]["clock"]
        assert answer["running"] == [1]
        assert 9_000 < answer["left"][0] <= 11_000
        assert room.ledger.table.due == pytest.approx(quick.host.time.now() + 10_000, abs=2000)


def test_the_flag_falls(tmp_path: Path) -> None:
    """A server whose time jumps on: the clock runs out and the seat has left."""
    with serving(settings_for(tmp_path)) as served:
        ada = served.guest()
        table = ada.open("nim", "me", "me", control={"kind": "move", "seconds": 60})["id"]
        with ada.at(table) as a:
            now = served.host.time.now
            served.host.time.now = lambda: now() + 61_000
            a.wait_until(lambda a: a.position["state"] == "over")
            left = next(e for e in a.entries if e["kind"] == "left")
            assert left["seat"] == 0
            assert left["at"] >= 60_000
            assert left["what"] == "time"


def test_a_bot_plays_for_who_is_gone_and_the_person_comes_back(quick: Served) -> None:
    ada, ben = quick.guest("Ada"), quick.guest("Ben")
    table = ada.open("nim", "me", "open", options={"stones": 50}, allows={"grace": 1})["id"]
    ben.sit(table)
    with ada.at(table) as a:
        with ben.at(table):
            a.wait_for("presence", lambda m: m["seats"] == [True, True])
        a.wait_for("presence", lambda m: m["seats"] == [True, False])
        a.play(0, "take 1")
        a.wait_until(lambda a: any(e["kind"] == "stood-in" for e in a.entries))
        a.wait_until(lambda a: a.awaited() == [0])
        assert a.table["seats"][1]["stand_in"] == 8  # the middle of the toy levels
        assert a.table["seats"][1]["name"] == "Ben"
        with ben.at(table) as b:
            b.wait_until(lambda b: any(e["kind"] == "returned" for e in b.entries))
            a.play(0, "take 1")
            b.wait_until(lambda b: b.awaited() == [1])
            assert b.play(1, "take 1")["kind"] == "news"
        assert a.position["state"] == "running"


def test_time_in_which_no_server_was_alive_does_not_count(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, heartbeat_ms=100)
    with serving(settings) as served:
        ada = served.guest()
        cookies = dict(ada.http.cookies)
        table = ada.open("nim", "me", "me", control={"kind": "move", "seconds": 60})["id"]
        started = served.host.rooms[table].ledger.table.started
    time.sleep(1.5)
    with serving(settings) as served:
        (begin, end), *_ = served.host.time.outages
        assert end - begin > 1000
        at = served.host.time.match_time(started)
        assert at < served.host.time.now() - started - 1000
        ada = served.guest()
        ada.http.cookies.clear()
        ada.http.cookies.update(cookies)
        with ada.at(table) as a:
            left = a.position["clock"]["left"][0]
            assert left >= 60_000 - served.host.time.match_time(started)  # asked later: more time has passed


def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    bot = {"kind": "bot", "level": 8}
    settings = settings_for(tmp_path)
    with serving(settings) as served:
        table = served.guest().open("nim", bot, bot, options={"stones": 3})["id"]
    with serving(settings) as served:
        until(lambda: served.guest().get(f"/api/tables/{table}")["state"] == "over", 20)


def test_who_waits_longest_is_served_first(tmp_path: Path) -> None:
    """One worker: ten slow bots of one person do not keep the single bot of another waiting."""
    with serving(settings_for(tmp_path, bot_workers=1)) as served:
        ada, ben = served.guest(), served.guest()
        bot = {"kind": "bot", "level": 8}
        for _ in range(10):
            ada.open("nim", bot, bot, options={"stones": 3})
        table = ben.open("nim", {"kind": "bot", "level": 0}, "me", options={"stones": 9})["id"]
        start = time.monotonic()
        with ben.at(table) as b:
            b.wait_until(lambda b: b.awaited() == [1])
        assert time.monotonic() - start < 20  # all moves of the ten take thirty


def test_what_is_due_in_days_keeps_no_room_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "LINGER_MS", 100)
    with serving(settings_for(tmp_path, room_idle_s=0.2)) as served:
        ada = served.guest()
        table = ada.open("nim", "me", "me", control={"kind": "days", "days": 3})["id"]
        with ada.at(table) as a:
            assert a.position["clock"]["left"][0] > 2 * 86_400_000
            a.play(0, "take 1")
        until(lambda: table not in served.host.rooms)
        assert not served.host.scheduler.keeps(table)
        assert ada.get(f"/api/tables/{table}")["state"] == "running"
        with ada.at(table):  # while somebody is there, the room is
            due = served.host.rooms[table].ledger.table.due
        assert due > served.host.time.now() + 2 * 86_400_000
