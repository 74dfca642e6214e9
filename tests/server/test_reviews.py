"""Reviews of finished matches: in parts, once for everybody, kept with the table; never of a running one."""

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Guest, Served, serving, settings_for, until

from ludoteka.core import record
from ludoteka.server.live import reviews


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with serving(settings_for(tmp_path)) as served:
        yield served


def finished(ada: Guest, **more: Any) -> str:
    """A match of one person that is over."""
    table: str = ada.open("nim", "me", "me", options={"stones": 9}, **more)["id"]
    with ada.at(table) as a:
        for ply in range(9):
            a.play(ply % 2, "take 1")
    return table


def whole(guest: Guest, table: str, seconds: float = 30) -> dict[str, Any]:
    """Asks until the review is there."""
    end = time.monotonic() + seconds
    while True:
        sheet: dict[str, Any] = guest.get(f"/api/tables/{table}/review")
        if sheet["review"] is not None:
            assert sheet["done"] == sheet["of"] == 9
            return sheet
        assert sheet["done"] <= sheet["of"] == 9
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("last", "parts"),
    [
        (0, []),
        (1, [(0, 1)]),
        (5, [(0, 1), (1, 3), (3, 5)]),
        (13, [(0, 1), (1, 3), (3, 6), (6, 12), (12, 13)]),
    ],
)
def test_the_first_parts_are_the_shortest(last: int, parts: list[tuple[int, int]]) -> None:
    assert reviews.cuts(last) == parts


def test_a_review_is_made_in_parts_and_kept(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "FIRST", (1, 3))
    monkeypatch.setattr(reviews, "EVENTS", 4)
    ada = house.guest("Ada")
    table = finished(ada)
    made = whole(ada, table)["review"]
    assert made["parts"][1:] == [{"events": [a, b]} for a, b in ((0, 1), (1, 4), (4, 8), (8, 9))]
    assert "take 1" in made["text"]
    until(lambda: not house.host.reviews._making)  # nothing stays in memory
    asked = house.host.bots.ask

    async def nobody(owner: str, errand: Any) -> Any:
        raise AssertionError(f"{errand} for {owner}: it was kept")

    house.host.bots.ask = nobody
    assert whole(house.guest("Ben"), table)["review"] == made
    house.host.bots.ask = asked


def test_a_kept_review_outlives_the_server(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    with serving(settings) as served:
        ada = served.guest("Ada")
        table = finished(ada)
        made = whole(ada, table)["review"]
    with serving(settings) as served:
        sheet = served.guest("Ben").get(f"/api/tables/{table}/review")
        assert sheet["review"] == made


def test_a_newer_reference_judges_anew(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = house.guest("Ada")
    table = finished(ada)
    whole(ada, table)
    monkeypatch.setattr(house.host.reviews, "identity", lambda _: "toy 2")
    asked: list[str] = []
    ask = house.host.bots.ask

    async def counted(owner: str, errand: Any) -> Any:
        asked.append(type(errand).__name__)
        return await ask(owner, errand)

    house.host.bots.ask = counted
    whole(ada, table)
    assert asked == ["ReviewPart"] * 5 + ["JoinReview"]


def test_a_running_match_is_not_reviewed(house: Served) -> None:
    ada = house.guest("Ada")
    table = ada.open("nim", "me", "me", options={"stones": 9})["id"]
    refused = ada.http.get(f"/api/tables/{table}/review")
    assert refused.status_code == 400
    assert "over" in refused.json()["error"]["text"]


def test_games_without_a_reference_say_so(house: Served) -> None:
    ada = house.guest("Ada")
    table = ada.open("race", "me", "me")["id"]
    with ada.at(table) as a:
        a.act("leave", seat=0)
    refused = ada.http.get(f"/api/tables/{table}/review")
    assert refused.status_code == 404
    assert refused.json()["error"]["text"] == "Matches of this game are not reviewed."


def test_a_review_that_fails_says_so_and_can_be_asked_for_again(house: Served) -> None:
    ada = house.guest("Ada")
    table = ada.open("nim", "me", "me", options={"stones": 8})["id"]
    with ada.at(table) as a:
        a.play(0, "take 1")
        a.act("leave", seat=1)
    for _ in range(2):
        until(lambda: ada.http.get(f"/api/tables/{table}/review").status_code == 503)


def test_those_who_sat_there_come_before_strangers(house: Served) -> None:
    ada = house.guest("Ada")
    table = finished(ada)
    owners: list[str] = []
    ask = house.host.bots.ask

    async def noted(owner: str, errand: Any) -> Any:
        owners.append(owner)
        return await ask(owner, errand)

    house.host.bots.ask = noted
    whole(house.guest("Cleo"), table)
    assert set(owners) == {"strangers"}


def test_parts_that_were_seen_do_not_come_again(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "EVENTS", 3)
    ada = house.guest("Ada")
    table = finished(ada)
    seen: list[Any] = []
    while (sheet := ada.get(f"/api/tables/{table}/review?since={len(seen)}"))["review"] is None:
        seen += sheet["parts"]
    assert sheet["review"]["parts"][: len(seen)] == seen


def test_the_record_is_written_once_and_off_the_event_loop(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits for a review asks again and again: a long record would be in everybody's way."""
    threads: list[threading.Thread] = []
    write = record.write

    def watched(one: record.Record) -> str:
        threads.append(threading.current_thread())
        return write(one)

    monkeypatch.setattr(record, "write", watched)
    ada = house.guest("Ada")
    table = finished(ada)
    whole(ada, table)
    whole(house.guest("Ben"), table)
    assert len(threads) == 1
    assert ada.http.get(f"/api/tables/{table}/record").status_code == 200
    assert ada.get(f"/api/tables/{table}/verify")["clean"]
    assert len(threads) == 3

    async def here() -> threading.Thread:
        return threading.current_thread()

    loop = house.host.scheduler._tasks[0].get_loop()
    assert asyncio.run_coroutine_threadsafe(here(), loop).result(60) not in threads
