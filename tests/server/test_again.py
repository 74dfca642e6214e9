"""A decision tried again: a private table that goes on from there against bots, never of a running match."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Guest, Served, serving, settings_for
from tests.toys import race

from ludoteka.core.game import Left, Played, Turn
from ludoteka.core.match import new, settle
from ludoteka.server.table.branching import decided


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with serving(settings_for(tmp_path)) as served:
        yield served


def finished(ada: Guest) -> str:
    table: str = ada.open("nim", "me", "me", options={"stones": 9})["id"]
    with ada.at(table) as a:
        for ply in range(9):
            a.play(ply % 2, "take 1")
    return table


def again(guest: Guest, table: str, status: int = 201, **wish: Any) -> Any:
    answer = guest.http.post(f"/api/tables/{table}/again", json=wish)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_a_decision_can_be_tried_again_against_a_bot(house: Served) -> None:
    ada = house.guest("Ada")
    old = finished(ada)
    sheet = again(ada, old, ply=4, level=1)
    assert sheet["id"] != old
    assert (sheet["state"], sheet["public"], sheet["host"]) == ("running", False, True)
    assert [(one["kind"], one["level"]) for one in sheet["seats"]] == [("bot", 1), ("person", None)]
    with ada.at(sheet["id"]) as a:
        assert a.position["ply"] == 3
        a.play(1, "take 3")
        a.wait_until(lambda seat: seat.position["ply"] == 5)  # the bot has answered
        assert [one["text"] for one in a.entries if one["kind"] == "played"][:4] == ["take 1"] * 3 + [
            "take 3"
        ]
    assert ada.get(f"/api/tables/{old}")["followed_by"] is None, "the finished match is as it was"
    assert ada.get(f"/api/tables/{old}/at/9")["last"] == 9


def test_bots_stay_as_they_were_and_anybody_may_try(house: Served) -> None:
    ada, ben = house.guest("Ada"), house.guest("Ben")
    old = ada.open("nim", "me", {"kind": "bot", "level": 1}, options={"stones": 6})["id"]
    with ada.at(old) as a:
        while a.position["state"] != "over":
            a.wait_until(lambda seat: seat.position["state"] == "over" or seat.position["ply"] % 2 == 0)
            if a.position["state"] != "over":
                a.play(0, "take 1")
    sheet = again(ben, old, ply=1)
    assert [one["level"] for one in sheet["seats"]] == [None, 1]
    assert sheet["seats"][0]["name"] == "Ben"


def test_a_finished_try_verifies_like_every_other_match(house: Served) -> None:
    ada = house.guest("Ada")
    old = ada.open("pig", "me", "me", options={"goal": 12})["id"]
    with ada.at(old) as a:
        play_pig(a)
    first = next(
        one["ply"] for one in ada.get(f"/api/tables/{old}/log")["entries"] if one["kind"] == "played"
    )
    sheet = again(ada, old, ply=first, level=1)
    seat = next(one["seat"] for one in sheet["seats"] if one["kind"] == "person")
    with ada.at(sheet["id"]) as a:
        play_pig(a, seat)
    assert ada.get(f"/api/tables/{sheet['id']}/verify")["clean"]


def play_pig(a: Any, only: int | None = None) -> None:
    """Banks whatever the dice allow, for one seat or for all."""
    while a.position["state"] != "over":
        awaited = a.position["awaiting"]
        seats = awaited.get("seats") or []
        if awaited["kind"] == "turn" and seats and (only is None or seats[0] == only):
            dice = a.position["views"][0]["view"]["dice"]
            a.play(seats[0], "pass" if 1 in dice else "both")
        else:
            a.receive()


def test_nothing_is_tried_again_while_a_match_goes_on(house: Served) -> None:
    ada, ben = house.guest("Ada"), house.guest("Ben")
    table = ada.open("nim", "me", "open", options={"stones": 9})["id"]
    ben.sit(table)
    with ada.at(table) as a:
        a.play(0, "take 1")
        for guest in (ada, ben, house.guest("Cid")):
            refused = again(guest, table, 400, ply=1)
            assert refused["error"]["text"] == "A match can be tried again when it is over."


def test_nor_while_it_goes_on_elsewhere_after_a_takeback(house: Served) -> None:
    ada = house.guest("Ada")
    table = ada.open("nim", "me", "me", options={"stones": 9})["id"]
    with ada.at(table) as a:
        a.play(0, "take 1")
        assert a.act("propose", seat=0, what="takeback", ply=0)["kind"] == "news"
    assert ada.get(f"/api/tables/{table}")["state"] == "over"
    assert "over" in again(ada, table, 400, ply=1)["error"]["text"]


@pytest.mark.parametrize("ply", [10, 500_000])
def test_only_what_somebody_decided_is_tried_again(house: Served, ply: int) -> None:
    ada = house.guest("Ada")
    old = finished(ada)
    assert again(ada, old, 400, ply=ply)["error"]["text"] == "Nobody decided anything there: choose a move."
    assert again(ada, old, 400, ply=1, level=77)["error"]["text"].startswith("There is no bot of level 77")
    assert again(ada, old, 422, ply=0)["error"]


def test_a_race_begins_anew() -> None:
    """In a race others have been looking, too: everybody gets the whole of it again."""
    start = settle(new(race.GAME, 3, {}), b"0" * 32)
    assert isinstance(start.awaiting, Turn)
    assert start.awaiting.live
    later = start.then(Left(2, start.now + 500))
    assert isinstance(later.awaiting, Turn)
    move = next(iter(later.game.legal(later.state, 1)))
    over = later.then(Played(1, move, later.now + 1000))
    assert decided(over, over.ply) == (start, 1)


def test_what_is_tried_again_stays_so_after_a_takeback_and_is_no_match_of_mine(house: Served) -> None:
    ada = house.guest("Ada")
    old = finished(ada)
    total = ada.get("/api/me/finished")["total"]
    first = again(ada, old, ply=1, level=1)["id"]
    with ada.at(first) as a:
        a.play(0, "take 1")
        a.wait_until(lambda seat: seat.awaited() == [0])
        a.act("propose", seat=0, what="takeback", ply=0)
        a.wait_until(lambda seat: seat.position["state"] == "over")
    second = ada.get(f"/api/tables/{first}")["followed_by"]
    with ada.at(second) as a:
        assert house.host.rooms[second].ledger.began_with == old
        a.act("leave", seat=0)
    assert ada.get(f"/api/tables/{second}")["result"]["how"] == "game"
    assert ada.get("/api/me/finished")["total"] == total
    assert (
        asyncio.run_coroutine_threadsafe(
            house.host.ratings.catch_up(), house.host.scheduler._tasks[0].get_loop()
        ).result(60)
        == 0
    )
