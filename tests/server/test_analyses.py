"""Positions looked at on a server: line by line, by workers; never for somebody who plays that game now."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Guest, Served, serving, settings_for
from tests.server.test_daily import HOUR, Clock


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with serving(settings_for(tmp_path)) as served:
        yield served


def ask(guest: Guest, status: int = 200, **more: Any) -> Any:
    """All lines of an analysis, or what is said instead."""
    wish = {"game": "nim", "position": position(guest), **more}
    answer = guest.http.post("/api/analyse", json=wish)
    assert answer.status_code == status, answer.text
    if status != 200:
        return answer.json()["error"]["text"]
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    return [json.loads(line) for line in answer.text.splitlines()]


def position(guest: Guest, stones: int = 9) -> str:
    """The text of a fresh board."""
    wish = {"game": "nim", "options": {"stones": stones}}
    text: str = guest.http.post("/api/study", json=wish).json()["position"]
    return text


def test_looks_come_line_by_line_until_nothing_changes(house: Served) -> None:
    seen = ask(house.guest("Ada"), seat=1)
    assert [one["effort"] for one in seen] == [1, 2, 4, 8]
    assert {one["seat"] for one in seen} == {1}


def test_whoever_stops_listening_stops_the_looks(house: Served) -> None:
    ada = house.guest("Ada")
    asked: list[int] = []
    ask_bots = house.host.bots.ask

    async def counted(owner: str, errand: Any) -> Any:
        asked.append(errand.effort)
        return {**await ask_bots(owner, errand), "moves": [{"move": "take 1", "value": float(len(asked))}]}

    house.host.bots.ask = counted
    with ada.http.stream("POST", "/api/analyse", json={"game": "nim", "position": position(ada)}) as answer:
        first = next(answer.iter_lines())
        assert json.loads(first)["effort"] == 1
    assert len(asked) <= 5, "sixteen is the hardest look of all"


def test_bad_positions_and_games_get_a_sentence(house: Served) -> None:
    ada = house.guest("Ada")
    assert ask(ada, 400, position="what is this") != ""
    assert "no game" in ask(ada, 404, game="chess")
    assert ask(ada, 404, game="race", position="") == "Positions of this game are not analysed."
    assert ask(ada, 400, seat=7) == "There is no such seat on this board."
    assert "try again" in ask(ada, 503, position=position(ada, 5))


def test_not_for_somebody_who_plays_with_others(house: Served) -> None:
    ada, ben = house.guest("Ada"), house.guest("Ben")
    table = ada.open("nim", "me", "open", options={"stones": 9})["id"]
    assert ask(ada), "nobody has come yet"
    ben.sit(table)
    for guest in (ada, ben):
        assert "playing this game just now" in ask(guest, 400)
    assert ask(house.guest("Cid"))
    with ada.at(table) as a:
        a.act("leave", seat=0)
    assert ask(ada), "the match is over"


def test_nor_where_hints_are_not_allowed(house: Served) -> None:
    ada = house.guest("Ada")
    bot = {"kind": "bot", "level": 1}
    ada.open("nim", "me", bot, options={"stones": 9})
    assert ask(ada), "a game with a bot that helps"
    ada.open("nim", "me", bot, options={"stones": 9}, allows={"hints": False})
    assert "playing this game just now" in ask(ada, 400)


def test_a_try_that_counts_no_more_keeps_nobody_from_studying(house: Served) -> None:
    clock = Clock(house)
    ada = house.guest("Ada")
    seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
    group = ada.http.post("/api/groups", json={"game": "nim", "seats": seats, "hours": 24}).json()["id"]
    assert ada.http.post(f"/api/groups/{group}/try", json={}).json()["mine"]["state"] == "running"
    assert "playing this game just now" in ask(ada, 400)
    clock.now += 25 * HOUR
    assert ask(ada)


def test_the_text_of_a_position_is_given_out_when_the_match_is_over(house: Served) -> None:
    ada = house.guest("Ada")
    table = ada.open("nim", "me", "me", options={"stones": 9})["id"]
    with ada.at(table) as a:
        a.play(0, "take 1")
        assert ada.get(f"/api/tables/{table}/at/1")["position"] is None
        a.act("leave", seat=0)
    text = ada.get(f"/api/tables/{table}/at/1")["position"]
    assert ask(ada, position=text)
    assert ada.get(f"/api/tables/{table}/at/0")["position"] == position(ada)


def test_what_there_is_in_a_race_is_not_told_beside_the_table(house: Served) -> None:
    ada, ben = house.guest("Ada"), house.guest("Ben")
    wish = {"game": "race", "seats": 2, "seed": "5" * 64, "seat": 0, "legal": 5}
    assert ada.http.post("/api/study", json=wish).json()["legal"]["moves"]
    table = ada.open("race", "me", "open", allows={"hints": False})["id"]
    ben.sit(table)
    for guest in (ada, ben):
        refused = guest.http.post("/api/study", json=wish)
        assert refused.status_code == 400
        assert "playing this game just now" in refused.json()["error"]["text"]
        assert guest.http.post("/api/study", json=wish | {"legal": None}).status_code == 200
