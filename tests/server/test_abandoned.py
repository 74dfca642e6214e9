"""Tables whose people have gone: they neither block quick pairing nor hide others, and close soon after."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Guest, Served, serving, settings_for, until

AGO_MS = 60_000


class Clock:
    """Wall time that can be put forward."""

    def __init__(self, served: Served) -> None:
        real = served.host.time.now
        self.ahead = 0
        served.host.time.now = lambda: real() + self.ahead


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with serving(settings_for(tmp_path, room_idle_s=0.2, bot_workers=0)) as served:
        yield served


@pytest.fixture
def postgres_house(tmp_path: Path, database: str) -> Iterator[Served]:
    settings = settings_for(tmp_path, database=database, migrate=True, room_idle_s=0.2, bot_workers=0)
    with serving(settings) as served:
        yield served


def pair(guest: Guest, **wish: Any) -> str:
    answer = guest.http.post("/api/pair", json={"game": "nim", "seats": 2} | wish)
    assert answer.status_code == 200, answer.text
    table: str = answer.json()["id"]
    return table


def abandon(house: Served, number: int, **more: Any) -> list[str]:
    """Public tables whose people never came, or have gone: nobody has a socket there."""
    gone = house.guest("Gone")
    return [gone.open("nim", "me", "open", public=True, **more)["id"] for _ in range(number)]


def in_lobby(guest: Guest) -> list[str]:
    lobby = guest.get("/api/lobby")
    return [one["id"] for one in lobby["open"] + lobby["running"]]


@pytest.mark.parametrize("name", ["house", "postgres_house"])
def test_abandoned_tables_do_not_block_quick_pairing(name: str, request: pytest.FixtureRequest) -> None:
    house: Served = request.getfixturevalue(name)
    clock = Clock(house)
    abandon(house, 12)
    clock.ahead = AGO_MS
    ada, ben = house.guest("Ada"), house.guest("Ben")
    table = pair(ada)
    with ada.at(table):
        until(lambda: in_lobby(ada) == [table])  # who is where is written a moment after the welcome
        clock.ahead += AGO_MS
        assert pair(ben) == table


def test_whoever_has_just_asked_is_found(house: Served) -> None:
    """They are still on the way to their table: no socket yet."""
    ada, ben = house.guest("Ada"), house.guest("Ben")
    assert pair(ada) == pair(ben)


@pytest.mark.parametrize("seats", [("me", "open"), ("me", "me")])
def test_abandoned_tables_do_not_hide_others_in_the_lobby(house: Served, seats: tuple[str, str]) -> None:
    clock = Clock(house)
    ada, gone = house.guest("Ada"), house.guest("Gone")
    table = ada.open("nim", *seats, public=True)["id"]
    with ada.at(table):
        for _ in range(55):
            gone.open("nim", *seats, public=True)
        clock.ahead = AGO_MS
        until(lambda: in_lobby(ada) == [table])


def test_tables_for_players_only_do_not_hide_others_either(house: Served) -> None:
    ada, eva = house.guest("Ada"), house.guest("Eva")
    table = ada.open("nim", "me", "me", public=True)["id"]
    with ExitStack() as stack:
        stack.enter_context(ada.at(table))
        for _ in range(55):
            private = eva.open("nim", "me", "me", public=True, allows={"spectators": False})["id"]
            stack.enter_context(eva.at(private))
        until(lambda: in_lobby(ada) == [table])


def test_an_abandoned_table_closes_soon_after_its_people_have_gone(house: Served) -> None:
    clock = Clock(house)
    ada, ben = house.guest("Ada"), house.guest("Ben")
    table = ada.open("nim", "me", "open", "open", public=True)["id"]
    ben.sit(table)
    with ben.at(table):
        with ada.at(table):
            pass
        clock.ahead = 600_000
        house.host.settings.room_idle_s = 0.05
        never = abandon(house, 1)[0]
        clock.ahead += 600_000
        until(lambda: ada.get(f"/api/tables/{never}")["state"] == "over")
        assert ada.get(f"/api/tables/{table}")["state"] == "open"  # Ben is there
    clock.ahead += 60_000
    assert ada.get(f"/api/tables/{table}")["state"] == "open"  # somebody may come back
    clock.ahead += 600_000
    until(lambda: ada.get(f"/api/tables/{table}")["state"] == "over")
    assert ada.get(f"/api/tables/{table}")["result"]["how"] == "closed"


def test_a_table_with_a_code_and_one_of_days_wait_longer(house: Served) -> None:
    """Whoever has sent a code to a friend may lock the telephone; a match of days begins any day."""
    clock = Clock(house)
    ada = house.guest("Ada")
    private = ada.open("nim", "me", "open")["id"]
    days = ada.open("nim", "me", "open", public=True, control={"kind": "days", "days": 3})["id"]
    public = abandon(house, 1)[0]
    clock.ahead = 3_600_000
    until(lambda: ada.get(f"/api/tables/{public}")["state"] == "over")
    assert ada.get(f"/api/tables/{private}")["state"] == "open"
    assert ada.get(f"/api/tables/{days}")["state"] == "open"
    clock.ahead = 25 * 3_600_000
    until(lambda: ada.get(f"/api/tables/{private}")["state"] == "over")
