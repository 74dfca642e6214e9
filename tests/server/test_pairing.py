"""Pairing: by strength with a window that widens, seeks that wait for days, challenges, and who is here."""

import asyncio
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, update
from tests.server.serving import Guest, Served, serving, settings_for, until

from ludoteka.ratings.fold import Form
from ludoteka.ratings.glicko import Rating
from ludoteka.server.live import pairing
from ludoteka.server.live.pairing import gap, window
from ludoteka.server.store import challenges
from ludoteka.server.store.tables import ratings, tables

DAYS = {"kind": "days", "days": 2}
CLOCK = {"kind": "bank", "seconds": 300}


@pytest.fixture(params=("sqlite", "postgresql"))
def place(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Served]:
    """A server that brings people together when the test says so."""
    monkeypatch.setattr(pairing, "LOOK_S", 3600.0)
    address = f"sqlite:///{tmp_path / 'paired.sqlite3'}"
    if request.param == "postgresql":
        address = request.getfixturevalue("database")
    with serving(settings_for(tmp_path, database=address)) as found:
        yield found


def ask(served: Served, work: Coroutine[Any, Any, Any]) -> Any:
    loop = served.host.scheduler._tasks[0].get_loop()
    return asyncio.run_coroutine_threadsafe(work, loop).result(60)


def within(served: Served, work: Any) -> Any:
    return ask(served, served.host.store.save(work))


def bring_together(served: Served) -> int:
    app: Any = served.server.config.app
    found: int = ask(served, app.state.context.pairer.bring_together())
    return found


def rated(served: Served, rating: float, pace: str = "quick") -> Guest:
    """Somebody whose rating is known well."""
    guest = served.guest(f"R{rating:.0f}")
    row = {
        "game": "nim", "pace": pace, "guest": guest.get("/api/me")["id"], "rating": rating, "deviation": 50.0,
        "volatility": 0.06, "board": 1500.0, "board_deviation": 350.0, "board_volatility": 0.06,
        "matches": 30, "board_matches": 0, "opponents": 0, "at": served.host.time.now(), "last": "t",
    }  # fmt: skip
    within(served, lambda connection: connection.execute(insert(ratings).values(**row)))
    return guest


def pair(guest: Guest, **wish: Any) -> str:
    answer = guest.http.post("/api/pair", json={"game": "nim", "seats": 2, "control": CLOCK} | wish)
    assert answer.status_code == 200, answer.text
    table: str = answer.json()["id"]
    return table


def wait(served: Served, table: str, ms: int) -> None:
    """As if this table had been opened so long ago."""
    created = served.host.time.now() - ms

    def work(connection: Connection) -> None:
        connection.execute(update(tables).where(tables.c.id == table).values(created=created))

    within(served, work)
    served.host.rooms.clear()


def test_windows_widen_and_what_is_unknown_does_not_keep_apart() -> None:
    assert window(0, is_days=False) == 150
    assert window(60_000, is_days=False) == 1050
    assert window(60_000, is_days=True) == 152.5
    assert window(86_400_000, is_days=True) > 3000
    strong, weak = Form(Rating(2000, 50)), Form(Rating(1200, 50))
    assert gap(strong, weak) == 700
    assert gap(strong, Form()) == 100


def test_the_nearest_is_chosen_and_those_far_away_are_not(place: Served) -> None:
    far, near, nearer = rated(place, 2100), rated(place, 1700), rated(place, 1400)
    opened = [pair(one) for one in (far, near, nearer)]
    assert len(set(opened)) == 3
    assert pair(rated(place, 1500)) == opened[2]
    assert pair(rated(place, 1500)) == opened[1]
    assert pair(rated(place, 1500)) not in opened


def test_newcomers_are_paired_at_once(place: Served) -> None:
    assert pair(place.guest()) == pair(place.guest())


@pytest.mark.parametrize("wish", [{"free_chat": True}, {"spectators": False}, {"hints": True}])
def test_nobody_is_paired_into_a_table_of_other_manners(place: Served, wish: dict[str, bool]) -> None:
    eve, ben = place.guest(), place.guest()
    allows = {"hints": False, "takeback": False} | wish
    table = eve.open("nim", "me", "open", public=True, allows=allows)["id"]
    with eve.at(table):
        found = ben.http.post("/api/pair", json={"game": "nim", "seats": 2}).json()
        assert found["id"] != table
        assert not found["allows"]["free_chat"]


def test_rated_and_unrated_seeks_do_not_mix(place: Served) -> None:
    assert pair(place.guest()) != pair(place.guest(), rated=True)
    table = pair(place.guest(), rated=True)
    sheet = place.guest().get(f"/api/tables/{table}")
    assert sheet["allows"]["rated"]
    assert not sheet["allows"]["takeback"]


def test_two_who_wait_are_brought_together_once_the_window_is_wide_enough(place: Served) -> None:
    ada, bob = rated(place, 1300), rated(place, 1900)
    first, second = pair(ada), pair(bob)
    assert first != second
    with ada.at(first) as a, bob.at(second) as b:
        assert bring_together(place) == 0
        wait(place, first, 10_000)
    with ada.at(first) as a, bob.at(second) as b:
        assert bring_together(place) == 0
        wait(place, first, 60_000)
    with ada.at(first) as a, bob.at(second) as b:
        assert bring_together(place) == 1
        b.wait_until(lambda s: any(entry["kind"] == "followed" for entry in s.entries))
        assert b.entries[-1]["table"] == first
        assert b.entries[-1]["what"] == "pairing"
        a.wait_until(lambda s: s.position["state"] == "running")
    names = [seat["name"] for seat in bob.get(f"/api/tables/{first}")["seats"]]
    assert names == ["R1300", "R1900"]
    assert bob.get(f"/api/tables/{second}")["state"] == "over"
    assert bring_together(place) == 0


def test_nobody_is_brought_together_with_themselves_or_who_has_gone(place: Served) -> None:
    ada, bob = place.guest(), place.guest()
    for guest in (ada, bob):
        for _ in range(2):
            guest.open("nim", "me", "open", public=True, allows={"hints": False}, control=CLOCK)
    mine = [table["id"] for table in ada.get("/api/me/tables")]
    for table in [*mine, *(table["id"] for table in bob.get("/api/me/tables"))]:
        wait(place, table, 10**6)
    with ada.at(mine[0]), ada.at(mine[1]):
        pass
    until(lambda: bring_together(place) == 1)
    assert bring_together(place) == 0  # both play now
    assert sum(table["state"] == "running" for table in ada.get("/api/me/tables")) == 1


def test_a_seat_that_is_taken_meanwhile_costs_nobody_their_search(place: Served) -> None:
    """The third one sits down between the look at the tables and the meeting."""
    ada, bob, third = rated(place, 1500), rated(place, 1900), place.guest()
    first, second = pair(ada), pair(bob)
    with ada.at(first), bob.at(second):
        third.sit(first)
        pairer: Any = place.server.config.app
        rooms = [ask(place, place.host.room(table)) for table in (first, second)]
        assert not ask(place, pairer.state.context.pairer._join(*rooms))
    assert bob.get(f"/api/tables/{second}")["state"] == "open"


def test_whoever_is_seated_without_a_page_is_away(place: Served) -> None:
    ada, bob = place.guest(), place.guest()
    table = pair(ada)
    with ada.at(table) as a:
        assert pair(bob) == table
        a.wait_until(lambda s: s.position["state"] == "running")
        room = place.host.rooms[table]
        assert [row.away is None for row in room.ledger.people] == [True, False]
        with bob.at(table):
            until(lambda: room.ledger.people[1].away is None)


def test_whoever_sits_down_while_watching_is_here(place: Served) -> None:
    ada, bob = place.guest(), place.guest()
    table = ada.open("nim", "me", "open", public=True)["id"]
    with ada.at(table), bob.at(table):
        bob.sit(table)
        room = place.host.rooms[table]
        until(lambda: room.ledger.people[1].process == place.host.process)
        assert room.ledger.people[1].away is None


def test_who_asks_many_times_at_once_plays_once(place: Served) -> None:
    like = {"public": True, "allows": {"hints": False}, "control": CLOCK}
    waiting = [place.guest().open("nim", "me", "open", **like)["id"] for _ in range(6)]
    eve = place.guest()
    with ThreadPoolExecutor(6) as threads:
        found = set(threads.map(lambda _: pair(eve), range(6)))
    assert len(found) == 1
    assert found <= set(waiting)
    assert [table["state"] for table in eve.get("/api/me/tables")] == ["running"]
    assert pair(eve, game="pig") in found  # whoever plays is led to the match, whatever they ask for
    days = pair(eve, control=DAYS)  # what takes days may begin beside it
    assert days not in found
    with eve.at(next(iter(found))) as seated:
        seated.act("leave", seat=1)
    assert pair(eve) not in found


def test_a_seek_waits_for_days_without_anybody_beside_it(place: Served) -> None:
    ada = place.guest("Ada")
    table = pair(ada, control=DAYS)
    wait(place, table, 3 * 86_400_000)
    ask(place, place.host.upkeep.close_stale())
    assert table in [one["id"] for one in place.guest().get("/api/lobby")["open"]]
    assert pair(place.guest(), control=DAYS) == table
    other = pair(place.guest(), control=DAYS)
    wait(place, other, 8 * 86_400_000)
    ask(place, place.host.upkeep.close_stale())
    assert other not in [one["id"] for one in place.guest().get("/api/lobby")["open"]]
    assert place.guest().get(f"/api/tables/{other}")["state"] == "over"


def test_who_is_here_is_counted_once_and_truthfully(place: Served) -> None:
    ada, bob = place.guest(), place.guest()
    assert ada.get("/api/lobby")["here"] == 0
    table = ada.open("nim", "me", "open", public=True)["id"]
    with ada.at(table), ada.at(table), bob.at(table):
        assert ada.get("/api/lobby")["here"] == 2
    until(lambda: ada.get("/api/lobby")["here"] == 0)


# --- challenges ----------------------------------------------------------------------------------


def claimed(served: Served, name: str) -> Guest:
    guest = served.guest(name)
    guest.http.post("/api/me/claim", json={"name": name, "password": "sesame sesame"}).raise_for_status()
    return guest


def test_a_challenge_to_a_name_is_told_and_accepted(place: Served) -> None:
    ada, bob, eve = claimed(place, "Ada"), claimed(place, "Bob"), place.guest()
    wish = {"name": "bob", "game": "nim", "control": CLOCK, "rated": True}
    table = ada.http.post("/api/challenges", json=wish).json()["id"]
    told = bob.get("/api/me/games")
    assert told["waiting"] == 1
    (one,) = told["challenges"]
    assert (one["name"], one["mine"], one["table"]["id"]) == ("Ada", False, table)
    assert one["stakes"]["win"] > 0 > one["stakes"]["loss"]
    (own,) = ada.get("/api/me/games")["challenges"]
    assert (own["name"], own["mine"]) == ("Bob", True)
    assert ada.get("/api/me/games")["waiting"] == 0
    assert eve.get("/api/me/games")["challenges"] == []
    assert table not in [sheet["id"] for sheet in eve.get("/api/lobby")["open"]]
    bob.sit(table)
    assert bob.get("/api/me/games")["challenges"] == []
    assert bob.get(f"/api/tables/{table}")["state"] == "running"


def test_a_challenge_is_declined_or_taken_back(place: Served) -> None:
    ada, bob, eve = claimed(place, "Ada"), claimed(place, "Bob"), place.guest()
    for guest in (bob, ada):
        table = ada.http.post("/api/challenges", json={"name": "Bob", "game": "nim"}).json()["id"]
        assert eve.http.delete(f"/api/challenges/{table}").status_code == 404
        assert guest.http.delete(f"/api/challenges/{table}").status_code == 204
        sheet = ada.get(f"/api/tables/{table}")
        assert (sheet["state"], sheet["result"]["how"]) == ("over", "declined" if guest is bob else "closed")
        assert ada.get("/api/me/games")["challenges"] == []


def test_an_opponent_without_a_kept_name_can_be_asked_again(place: Served) -> None:
    ada, bob, eve = place.guest(), place.guest(), place.guest()
    table = ada.open("nim", "me", "open")["id"]
    bob.sit(table)
    with bob.at(table) as seated:
        seated.act("leave", seat=1)
    wish = {"table": table, "seat": 1, "game": "nim"}
    assert eve.http.post("/api/challenges", json=wish).status_code == 404
    assert ada.http.post("/api/challenges", json=wish).status_code == 201
    assert len(bob.get("/api/me/games")["challenges"]) == 1
    assert ada.http.post("/api/challenges", json=wish).status_code == 400  # asked already


def test_asking_many_times_at_once_asks_once(place: Served) -> None:
    bob, ada = claimed(place, "Bob"), place.guest("Ada")
    with ThreadPoolExecutor(8) as threads:
        asked = [
            threads.submit(ada.http.post, "/api/challenges", json={"name": "Bob", "game": "nim"})
            for _ in range(8)
        ]
    assert sorted(one.result().status_code for one in asked) == [201] + 7 * [400]
    assert len(bob.get("/api/me/games")["challenges"]) == 1
    assert [table["state"] for table in ada.get("/api/me/tables")].count("open") == 1


def test_nobody_is_asked_by_everybody(place: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenges, "ASKED", 2)
    bob, wish = claimed(place, "Bob"), {"name": "Bob", "game": "nim"}
    first, second, third = (place.guest() for _ in range(3))
    tables = [guest.http.post("/api/challenges", json=wish).json()["id"] for guest in (first, second)]
    assert third.http.post("/api/challenges", json=wish).status_code == 400
    assert len(bob.get("/api/me/games")["challenges"]) == 2
    assert bob.http.delete(f"/api/challenges/{tables[0]}").status_code == 204
    assert third.http.post("/api/challenges", json=wish).status_code == 201


def test_nobody_asks_everybody_themselves_or_nobody(place: Served) -> None:
    ada = claimed(place, "Ada")
    for n in range(10):
        claimed(place, f"Friend {chr(65 + n)}")
        wish = {"name": f"Friend {chr(65 + n)}", "game": "nim"}
        assert ada.http.post("/api/challenges", json=wish).status_code == 201
    claimed(place, "One more")
    too_many = ada.http.post("/api/challenges", json={"name": "One more", "game": "nim"})
    assert "wait for an answer" in too_many.json()["error"]["text"]
    assert place.guest().http.post("/api/challenges", json={"name": "xyz", "game": "nim"}).status_code == 404
    bob = claimed(place, "Bob")
    assert bob.http.post("/api/challenges", json={"name": "Bob", "game": "nim"}).status_code == 400
