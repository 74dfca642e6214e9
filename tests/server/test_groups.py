"""Duplicate play: a group with the same draws and the same bots, compared move by move when it is closed."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import NO_LIMITS, Guest, Served, serving, settings_for
from tests.server.test_daily import DAY, HOUR, Clock, finish

from ludoteka.core.chance import commitment
from ludoteka.server.live import groups
from ludoteka.server.table import visibility


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(settings_for(tmp_path_factory.mktemp("groups"))) as served:
        yield served


@pytest.fixture
def clock(house: Served) -> Clock:
    return Clock(house)


def opened(guest: Guest, game: str = "rummage", **more: Any) -> dict[str, Any]:
    seats = [{"kind": "me"}, {"kind": "bot", "level": 0}]
    answer = guest.http.post("/api/groups", json={"game": game, "seats": seats} | more)
    assert answer.status_code == 201, answer.text
    sheet: dict[str, Any] = answer.json()
    return sheet


def joined(guest: Guest, group: str) -> dict[str, Any]:
    answer = guest.http.post(f"/api/groups/{group}/try", json={})
    assert answer.status_code == 200, answer.text
    sheet: dict[str, Any] = answer.json()
    return sheet


def test_a_group_plays_the_same_and_is_compared(house: Served, clock: Clock) -> None:
    teacher, ada, ben = (house.guest(name) for name in ("Teacher", "Ada", "Ben"))
    group = opened(teacher)
    assert (group["host"], group["levels"], group["state"], group["members"]) == (True, [0], "open", [])
    racks = []
    for guest, way in ((ada, 0), (ben, -1)):
        table = joined(guest, group["id"])["mine"]["table"]
        assert joined(guest, group["id"])["mine"]["table"] == table
        racks.append(guest.get(f"/api/tables/{table}/position")["position"]["views"][0]["view"]["racks"][0])
        finish(guest, table, way)
    assert racks[0] == racks[1]
    seen = ada.get(f"/api/groups/{group['id']}")
    assert {(one["name"], one["state"]) for one in seen["members"]} == {
        ("Ada", "finished"),
        ("Ben", "finished"),
    }
    assert all(
        (one["score"] is not None) == one["mine"] for one in seen["members"]
    )  # others' when it is over
    assert {one["rank"] for one in (*seen["members"], seen["mine"])} == {None}  # it would tell how others did
    assert seen["seed"] is None
    ada.get(f"/api/groups/{group['id']}/compared", 403)
    assert ada.http.post(f"/api/groups/{group['id']}/close", json={}).status_code == 403

    closed = teacher.http.post(f"/api/groups/{group['id']}/close", json={}).json()
    assert closed["state"] == "over"
    assert commitment(bytes.fromhex(closed["seed"])) == group["commitment"]
    compared = house.guest().get(f"/api/groups/{group['id']}/compared")
    scores = [one["score"] for one in compared["members"]]
    assert scores == sorted(scores, reverse=True)
    for number, member in enumerate(compared["members"]):
        log = house.guest().get(f"/api/tables/{member['table']}/log")["entries"]
        mine = [one for one in log if one["kind"] == "played" and one["seat"] == 0]
        column = [row[number] for row in compared["turns"] if row[number] is not None]
        assert [one["ply"] for one in column] == [one["ply"] for one in mine]
        assert [one["points"] for one in column] == [one["described"]["points"] or 0 for one in mine]
    for row in compared["turns"]:
        most = max(one["points"] for one in row if one)
        assert [bool(one and one["best"]) for one in row] == [
            bool(one and one["points"] == most > 0) for one in row
        ]
    late = house.guest("Late")
    assert late.http.post(f"/api/groups/{group['id']}/try", json={}).status_code == 409


def test_while_a_group_is_open_nobody_sees_anothers_match(house: Served, clock: Clock) -> None:
    ada, ben = house.guest("Ada"), house.guest("Ben")
    group = opened(ada)["id"]
    table = joined(ada, group)["mine"]["table"]
    finish(ada, table)
    joined(ben, group)
    sheets = [
        ben.get(f"/api/tables/{table}"),
        ben.get(f"/api/codes/{ada.get(f'/api/tables/{table}')['code']}"),
    ]
    for told in sheets:  # that it has begun, and no more
        assert (told["state"], told["ply"], told["result"], told["seed"]) == ("running", 0, None, None)
    assert ada.get(f"/api/tables/{table}")["result"] is not None
    for door in ("/log", "/at/1", "/record", "/review", "/position"):
        ben.get(f"/api/tables/{table}{door}", 403)
    ada.get(f"/api/tables/{table}/record", 400)
    clock.now += 25 * HOUR
    assert ben.get(f"/api/groups/{group}")["state"] == "over"
    assert ben.get(f"/api/tables/{table}")["result"] is not None
    assert "draws: duplicate" in ben.http.get(f"/api/tables/{table}/record").text


def test_a_group_lasts_as_long_as_it_was_opened_for(house: Served, clock: Clock) -> None:
    ada = house.guest("Ada")
    group = opened(ada, hours=72)
    assert group["closes"] - group["now"] == 3 * DAY
    table = joined(ada, group["id"])["mine"]["table"]
    clock.now += 3 * DAY
    finish(ada, table)
    (member,) = ada.get(f"/api/groups/{group['id']}")["members"]
    assert (member["state"], member["score"]) == ("late", None)


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"seats": [{"kind": "me"}, {"kind": "me"}]}, 400),
        ({"seats": [{"kind": "bot", "level": 0}, {"kind": "bot", "level": 0}]}, 400),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "level": 77}]}, 400),
        ({"seats": [{"kind": "me"}, {"kind": "open"}]}, 422),
        ({"seats": [{"kind": "me"}]}, 400),
        ({"game": "chess"}, 404),
        ({"options": {"each": 99}}, 400),
        ({"hours": 0}, 422),
        ({"hours": 10_000}, 422),
    ],
)
def test_what_cannot_be_a_group_is_refused(house: Served, wish: dict[str, Any], status: int) -> None:
    body = {"game": "rummage", "seats": [{"kind": "me"}, {"kind": "bot", "level": 0}]} | wish
    assert house.guest().http.post("/api/groups", json=body).status_code == status


def test_a_try_that_is_tried_again_is_nobodys_try(house: Served, clock: Clock) -> None:
    ada = house.guest("Ada")
    group = opened(ada, "nim", options={"stones": 9})["id"]
    table = joined(ada, group)["mine"]["table"]
    finish(ada, table)
    assert ada.http.post(f"/api/groups/{group}/close", json={}).status_code == 200
    sheet = ada.http.post(f"/api/tables/{table}/again", json={"ply": 1}).json()
    assert sheet["series"] is None
    with ada.at(sheet["id"]) as seat:
        seat.play(0, "take 1")
        seat.wait_until(lambda seat: seat.awaited() == [0])
        assert seat.act("propose", seat=0, what="takeback", ply=0)["kind"] in ("news", "changed")
        seat.wait_until(lambda seat: seat.position["state"] == "over")
    successor = ada.get(f"/api/tables/{sheet['id']}")["followed_by"]
    with ada.at(successor) as seat:
        assert house.host.rooms[successor].ledger.table.series == f"group/{group}", "its draws follow from it"
        seat.act("leave", seat=0)
    assert "draws: duplicate" in ada.http.get(f"/api/tables/{successor}/record").text


def test_a_comparison_is_worked_out_once_and_off_the_event_loop(
    house: Served, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = house.guest("Ada")
    group = opened(ada)["id"]
    finish(ada, joined(ada, group)["mine"]["table"])
    assert ada.http.post(f"/api/groups/{group}/close", json={}).status_code == 200
    threads: list[threading.Thread] = []
    in_words = visibility.in_words

    def watched(*asked: Any) -> Any:
        threads.append(threading.current_thread())
        return in_words(*asked)

    monkeypatch.setattr(groups, "in_words", watched)
    first = ada.get(f"/api/groups/{group}/compared")
    assert len(threads) == len(first["turns"]) > 0
    assert ada.get(f"/api/groups/{group}/compared") == first
    assert len(threads) == len(first["turns"])

    async def here() -> threading.Thread:
        return threading.current_thread()

    loop = house.host.scheduler._tasks[0].get_loop()
    assert asyncio.run_coroutine_threadsafe(here(), loop).result(60) not in threads


def test_comparisons_are_limited(tmp_path: Path) -> None:
    with serving(settings_for(tmp_path, rates=NO_LIMITS.model_copy(update={"study": (0.001, 2)}))) as served:
        ada = served.guest("Ada")
        group = opened(ada)["id"]
        assert ada.http.post(f"/api/groups/{group}/close", json={}).status_code == 200
        found = [ada.http.get(f"/api/groups/{group}/compared").status_code for _ in range(3)]
        assert found == [200, 200, 429]


def test_nobody_opens_groups_without_end(
    house: Served, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(groups, "OPEN", 3)
    ada, ben = house.guest("Ada"), house.guest("Ben")
    mine = [opened(ada)["id"] for _ in range(3)]
    joined(ben, mine[0])
    wish = {"game": "nim", "seats": [{"kind": "me"}, {"kind": "bot", "level": 0}]}
    refused = ada.http.post("/api/groups", json=wish)
    assert refused.status_code == 400
    assert refused.json()["error"]["text"] == "You have 3 groups open already: close one first."
    opened(ben)
    for group in mine:
        assert ada.http.post(f"/api/groups/{group}/close", json={}).status_code == 200
    opened(ada)
    assert [ada.http.get(f"/api/groups/{group}").status_code for group in mine] == [200, 404, 404]


def test_everybody_finds_their_own_try_however_many_there_are(
    house: Served, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben = house.guest("Ada"), house.guest("Ben")
    group = opened(ada)["id"]
    joined(ada, group)
    table = joined(ben, group)["mine"]["table"]
    monkeypatch.setattr(groups, "MOST", 1)
    sheet = ben.get(f"/api/groups/{group}")
    assert (len(sheet["members"]), sheet["mine"]["table"]) == (1, table)


def test_a_group_that_nobody_opened_is_not_there(house: Served) -> None:
    ada = house.guest("Ada")
    ada.get("/api/groups/nobody", 404)
    ada.get("/api/groups/nobody/compared", 404)
    assert ada.http.post("/api/groups/nobody/try", json={}).status_code == 404
    assert ada.http.post("/api/groups/nobody/close", json={}).status_code == 404
