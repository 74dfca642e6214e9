"""The coach: found and missed by skill over all matches of a guest; weak only beyond chance."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert
from tests.server.serving import Served, serving, settings_for

from ludoteka.ratings.shares import interval
from ludoteka.server.store import migrate, reviews
from ludoteka.server.store.store import Store
from ludoteka.server.store.tables import guests
from ludoteka.server.table.coaching import skill_sheets, weakest


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with serving(settings_for(tmp_path)) as served:
        yield served


def review(*seats: dict[str, tuple[int, int]]) -> dict[str, Any]:
    """A review that says so much about its seats."""
    sums = [
        {
            "seat": seat,
            "decisions": 9,
            "skills": {k: {"found": f, "missed": m} for k, (f, m) in known.items()},
        }
        for seat, known in enumerate(seats)
    ]
    return {"game": "nim", "seats": sums}


def test_what_was_found_and_missed_is_added_up(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'coach.sqlite3'}"
    migrate.upgrade(address)

    async def work() -> None:
        store = Store(address)
        await store.start()
        people = [{"id": one, "name": one, "created": 0} for one in ("ada", "ben")]
        await store.save(lambda connection: connection.execute(insert(guests), people) and None)
        ada, ben = {"sums": (3, 1), "cubes": (0, 2)}, {"sums": (1, 0)}
        await reviews.keep(store, "t1", "toy 1", review(ada, ben), {0: "ada", 1: "ben"})
        await reviews.keep(store, "t2", "toy 1", review(ben, ada), {1: "ada"})
        assert await reviews.found_and_missed(store, "ada", "nim") == (2, {"sums": (6, 2), "cubes": (0, 4)})
        assert await reviews.found_and_missed(store, "ben", "nim") == (1, {"sums": (1, 0)})
        assert await reviews.found_and_missed(store, "ada", "pig") == (0, {})
        assert await reviews.reviewed(store, "ada") == {"nim": 2}
        await reviews.keep(store, "t2", "toy 2", review(ben, ben), {1: "ada"})  # judged anew
        assert await reviews.found_and_missed(store, "ada", "nim") == (2, {"sums": (4, 1), "cubes": (0, 2)})
        await store.stop()

    asyncio.run(work())


def test_weak_is_only_what_is_missed_beyond_chance() -> None:
    usual = {"sums": (40, 10), "times": (35, 9)}
    assert weakest({**usual, "cubes": (1, 1)}) is None, "two tries say nothing"
    assert weakest({**usual, "cubes": (4, 3)}) is None, "that may be chance"
    assert weakest({**usual, "cubes": (3, 12)}) == "cubes"
    assert weakest({"cubes": (0, 20)}) is None, "there is nothing to compare it with"
    assert weakest({}) is None
    sheets = skill_sheets({**usual, "cubes": (3, 12)})
    assert [one.skill for one in sheets] == ["cubes", "times", "sums"]
    assert [one.weak for one in sheets] == [True, False, False]


@pytest.mark.parametrize("counted", [(9, 0), (0, 9)])
def test_where_everything_is_found_or_nothing_no_skill_is_weak(counted: tuple[int, int]) -> None:
    assert weakest({"sums": counted, "times": counted, "cubes": counted}) is None


def test_what_was_seen_too_seldom_comes_last_whatever_its_share() -> None:
    sheets = skill_sheets({"cubes": (0, 1), "times": (4, 0), "sums": (4, 1), "roots": (5, 0)})
    assert [one.skill for one in sheets] == ["sums", "roots", "times", "cubes"]
    assert [one.known for one in sheets] == [True, True, False, False]


def test_a_share_is_of_all_chances_also_of_one_or_none() -> None:
    sheets = skill_sheets({"cubes": (1, 0), "times": (0, 0), "sums": (1, 3)})
    assert {one.skill: one.share for one in sheets} == {"cubes": 1.0, "times": 0.0, "sums": 0.25}


@pytest.mark.parametrize(("found", "number"), [(0, 5), (5, 5), (3, 10), (70, 100)])
def test_intervals_hold_their_share(found: int, number: int) -> None:
    low, high = interval(found, number)
    assert 0.0 <= low <= found / number <= high <= 1.0
    wide = interval(found * 100, number * 100)
    assert wide[1] - wide[0] < high - low


def test_intervals_as_the_textbook_has_them() -> None:
    """Wilson's for three of ten and nobody of five, at 95 %."""
    assert interval(3, 10) == pytest.approx((0.1078, 0.6032), abs=1e-4)
    assert interval(0, 5) == pytest.approx((0.0, 0.4345), abs=1e-4)
    assert interval(0, 0) == (0.0, 1.0)


def test_my_skills_at_the_door(house: Served) -> None:
    ada = house.guest("Ada")
    assert ada.get("/api/me/skills") == []
    assert ada.get("/api/me/skills/nim") == {"game": "nim", "matches": 0, "skills": []}
    assert ada.http.get("/api/me/skills/chess").status_code == 404
    assert house.guest("Ben").get("/api/me/skills/nim")["skills"] == []


def test_people_who_share_a_device_and_tries_are_not_counted(house: Served) -> None:
    from ludoteka.server.live.reviews import _own_play

    ada = house.guest("Ada")
    shared = ada.open("nim", "me", "me", options={"stones": 4})["id"]
    with ada.at(shared) as a:
        a.play(0, "take 1")
        a.act("leave", seat=1)
    alone = ada.open("nim", "me", {"kind": "bot", "level": 1}, options={"stones": 4})["id"]
    again = ada.http.post(f"/api/tables/{shared}/again", json={"ply": 1, "level": 1}).json()["id"]
    rooms = house.host.rooms
    assert _own_play(rooms[shared].ledger) == {}
    assert list(_own_play(rooms[alone].ledger)) == [0]
    assert rooms[again].ledger.began_with == shared
    assert _own_play(rooms[again].ledger) == {}


def test_what_was_taken_back_counts_where_the_match_went_on(house: Served) -> None:
    from ludoteka.server.live.reviews import _own_play

    ada = house.guest("Ada")
    first = ada.open("nim", "me", {"kind": "bot", "level": 1}, options={"stones": 9})["id"]
    with ada.at(first) as a:
        for _ in range(2):
            a.play(0, "take 1")
            a.wait_until(lambda seat: seat.awaited() == [0])
        a.act("propose", seat=0, what="takeback", ply=2)
        a.wait_until(lambda seat: seat.position["state"] == "over")
    second = ada.get(f"/api/tables/{first}")["followed_by"]
    ada.get(f"/api/tables/{second}")
    assert _own_play(house.host.rooms[first].ledger) == {}
    assert list(_own_play(house.host.rooms[second].ledger)) == [0]
