"""Fair seats: one a person at a public table, no hints among strangers, no bot that agrees for a person."""

from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Guest, Served, serving, settings_for


@pytest.fixture
def ada(served: Served) -> Guest:
    return served.guest("Ada")


@pytest.fixture
def ben(served: Served) -> Guest:
    return served.guest("Ben")


def test_nobody_takes_a_second_seat_at_a_public_table(ada: Guest, ben: Guest) -> None:
    table = ada.open("rummage", "me", "open", "open", public=True)["id"]
    ben.sit(table)
    for guest in (ben, ada):
        answer = guest.http.post(f"/api/tables/{table}/seats", json={})
        assert answer.status_code == 400
        assert "one seat" in answer.json()["error"]["text"]


def test_a_public_table_with_two_seats_for_oneself_has_no_seat_for_others(ada: Guest) -> None:
    wish: dict[str, Any] = {"game": "rummage", "public": True}
    seats = [{"kind": "me"}, {"kind": "me"}]
    answer = ada.http.post("/api/tables", json=wish | {"seats": [*seats, {"kind": "open"}]})
    assert answer.status_code == 400
    assert ada.http.post("/api/tables", json=wish | {"seats": seats}).status_code == 201  # one device


def test_friends_who_have_a_code_sit_as_they_like(ada: Guest, ben: Guest) -> None:
    table = ada.open("rummage", "me", "open", "open")["id"]
    ben.sit(table)
    ben.sit(table, name="Eva")


def test_strangers_who_were_paired_get_no_hints(served: Served) -> None:
    ada, ben = served.guest("Ada"), served.guest("Ben")
    wish = {"game": "nim", "seats": 2, "options": {"stones": 33}}
    with_hints = served.guest("Eva").open("nim", "me", "open", public=True, options={"stones": 33})["id"]
    table = ada.http.post("/api/pair", json=wish).json()
    assert table["allows"]["hints"] is False
    assert table["id"] != with_hints  # whoever wants hints says so, and others choose that table
    with ada.at(table["id"]) as a:
        assert ben.http.post("/api/pair", json=wish).json()["id"] == table["id"]
        a.wait_until(lambda a: a.position["state"] == "running")
        assert a.ask("hint", seat=0, step=1)["text"] == "There are no hints at this table."


@pytest.mark.parametrize("asks", [{"do": "legal", "limit": 9}, {"do": "steps", "prefix": ""}])
def test_in_a_race_without_hints_moves_are_listed_neither_whole_nor_by_steps(
    ada: Guest, asks: dict[str, Any]
) -> None:
    table = ada.open("race", "me", "me", allows={"hints": False})["id"]
    with ada.at(table) as a:
        a.wait_until(lambda a: a.awaited())
        assert a.ask(seat=0, **asks)["text"] == "There are no hints at this table."


@pytest.mark.parametrize("what", ["draw", "abort", "takeback"])
def test_a_stand_in_agrees_to_nothing_for_a_person(tmp_path: Path, what: str) -> None:
    with serving(settings_for(tmp_path)) as served:
        ada, ben = served.guest("Ada"), served.guest("Ben")
        table = ada.open("nim", "me", "open", options={"stones": 50}, allows={"grace": 1})["id"]
        ben.sit(table)
        with ada.at(table) as a:
            with ben.at(table):
                a.play(0, "take 1")
            a.wait_until(lambda a: any(entry["kind"] == "stood-in" for entry in a.entries))
            a.wait_until(lambda a: a.awaited() == [0])
            ply = {"ply": a.position["ply"] - 1} if what == "takeback" else {}
            offer = a.act("propose", seat=0, what=what, **ply)
            assert [entry["kind"] for entry in offer["entries"]] == ["offered"]
            assert a.position["state"] == "running"
            with ben.at(table) as b:  # the person is back and may agree
                b.wait_until(lambda b: any(entry["kind"] == "returned" for entry in b.entries))
                ref = offer["entries"][0]["seq"]
                b.act("respond", seat=1, ref=ref, accept=True)
                b.wait_until(lambda b: b.position["state"] == "over")
