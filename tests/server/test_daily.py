"""The board of the day: the same for everybody, one try each, and no look ahead."""

import json
import sqlite3
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Guest, Served, serving, settings_for

from ludoteka.core.chance import commitment
from ludoteka.server.settings import Settings
from ludoteka.server.store.migrate import address
from ludoteka.server.table import days
from ludoteka.server.table.days import Calendar

NOON = 1_767_268_800_000  # 2026-01-01 12:00 UTC
HOUR, DAY = 3_600_000, 86_400_000
SETTING = "only the settings know this"


class Clock:
    """The server's time, in the test's hand."""

    def __init__(self, served: Served) -> None:
        self.now = NOON
        served.host.time.now = lambda: self.now


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(settings_for(tmp_path_factory.mktemp("daily"), daily_secret=SETTING)) as served:
        yield served


@pytest.fixture
def clock(house: Served) -> Clock:
    return Clock(house)


def begin(guest: Guest, game: str) -> dict[str, Any]:
    answer = guest.http.post(f"/api/daily/{game}", json={})
    assert answer.status_code == 200, answer.text
    sheet: dict[str, Any] = answer.json()
    return sheet


def finish(guest: Guest, table: str, way: int = 0) -> None:
    """Plays the first or the last legal move until the match is over."""
    with guest.at(table) as seat:
        while seat.position["state"] == "running":
            if seat.awaited() != [0]:
                seat.receive()
                continue
            seat.play(0, seat.ask("legal", seat=0, limit=50)["moves"][way])


# --- one try -------------------------------------------------------------------------------------


def test_a_try_is_begun_once_and_resumed_ever_after(house: Served, clock: Clock) -> None:
    ada = house.guest("Ada")
    sheet = begin(ada, "pig")
    assert (sheet["day"], sheet["state"], sheet["mine"]["state"]) == ("2026-01-01", "open", "running")
    assert begin(ada, "pig")["mine"] == sheet["mine"]
    table = ada.get(f"/api/tables/{sheet['mine']['table']}")
    assert table["series"] == "daily/pig/2026-01-01"
    assert table["commitment"] == sheet["commitment"]
    assert (table["allows"]["hints"], table["allows"]["takeback"]) == (False, False)
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot"]
    assert sheet["level"] == table["seats"][1]["level"]
    finish(ada, table["id"])
    done = begin(ada, "pig")
    assert done["mine"]["table"] == table["id"]
    assert done["mine"]["state"] == "finished"
    scores = ada.get(f"/api/tables/{table['id']}")["result"]["scores"]
    assert done["mine"]["score"] == scores[0] - scores[1]
    assert (done["begun"], done["finished"], done["streak"]) == (1, 1, 1)


def test_two_requests_at_once_are_one_try(house: Served, clock: Clock) -> None:
    from concurrent.futures import ThreadPoolExecutor

    clock.now += 3 * DAY
    ada = house.guest("Ada")
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: begin(ada, "rummage")["mine"]["table"], range(16)))
    assert len(set(found)) == 1
    assert begin(ada, "rummage")["begun"] == 1


def test_everybody_draws_the_same(house: Served, clock: Clock) -> None:
    clock.now += 5 * DAY
    racks, seeds = [], []
    for name in ("Ada", "Ben"):
        guest = house.guest(name)
        table = begin(guest, "rummage")["mine"]["table"]
        racks.append(guest.get(f"/api/tables/{table}/position")["position"]["views"][0]["view"]["racks"][0])
        seeds.append(house.host.rooms[table].ledger.table.seed)
    assert racks[0] == racks[1]
    assert seeds[0] == seeds[1]
    eva = house.guest("Eva")
    assert begin(eva, "pig")["commitment"] != commitment(seeds[0]) == begin(eva, "rummage")["commitment"]


def test_bots_do_the_same_at_every_table(house: Served, clock: Clock) -> None:
    """The house bot of the toys plays at random: with the same chances it plays the same."""
    clock.now += 6 * DAY
    logs = []
    for _ in range(2):
        guest = house.guest()
        table = begin(guest, "pig")["mine"]["table"]
        finish(guest, table)
        entries = guest.get(f"/api/tables/{table}/log")["entries"]
        logs.append([(one["kind"], one["seat"], one["text"]) for one in entries if one["ply"]])
    assert logs[0] == logs[1]


# --- results -------------------------------------------------------------------------------------


def test_results_are_told_to_those_who_have_finished(house: Served, clock: Clock) -> None:
    clock.now += 10 * DAY
    ada, ben, eva = (house.guest(name) for name in ("Ada", "Ben", "Eva"))
    for guest, way in ((ada, 0), (ben, -1)):
        finish(guest, begin(guest, "nim")["mine"]["table"], way)
    begun = begin(eva, "nim")
    assert (begun["begun"], begun["finished"], begun["bars"], begun["leaders"]) == (3, 2, [], [])
    seen = ada.get("/api/daily/nim/today")
    assert sum(bar["count"] for bar in seen["bars"]) == 2
    assert {one["name"] for one in seen["leaders"]} == {"Ada", "Ben"}
    assert [one["table"] is not None for one in seen["leaders"]] == [one["mine"] for one in seen["leaders"]]
    ranks = [one["rank"] for one in seen["leaders"]]
    assert ranks == sorted(ranks)
    clock.now += DAY
    after = eva.get(f"/api/daily/nim/{seen['day']}")
    assert (after["state"], after["mine"]["state"]) == ("over", "late")
    assert all(one["table"] for one in after["leaders"])
    best = after["leaders"][0]["table"]
    assert eva.get(f"/api/tables/{best}/at/1?seat=0")["seat"] == 0  # the best solution can be replayed


def test_whoever_leaves_has_no_score_and_whoever_is_late_neither(house: Served, clock: Clock) -> None:
    clock.now += 20 * DAY
    ada, ben = house.guest("Ada"), house.guest("Ben")
    with ada.at(begin(ada, "pig")["mine"]["table"]) as seat:
        seat.act("leave", seat=0)
    left = ada.get("/api/daily/pig/today")
    assert (left["mine"]["state"], left["mine"]["score"], left["streak"]) == ("left", None, 0)
    late = begin(ben, "pig")
    clock.now += DAY
    finish(ben, late["mine"]["table"])
    after = ben.get(f"/api/daily/pig/{late['day']}")
    assert (after["mine"]["state"], after["mine"]["score"], after["finished"]) == ("late", None, 0)
    assert after["mine"]["table"] == late["mine"]["table"]


def test_a_streak_grows_by_days_and_breaks(house: Served, clock: Clock) -> None:
    ada = house.guest("Ada")
    clock.now += 30 * DAY
    for number in range(1, 4):
        finish(ada, begin(ada, "nim")["mine"]["table"])
        assert ada.get("/api/daily/nim/today")["streak"] == number
        clock.now += DAY
    assert ada.get("/api/daily/nim/today")["streak"] == 3  # today is still to come
    clock.now += DAY
    sheet = ada.get("/api/daily/nim/today")
    assert sheet["streak"] == 0
    assert [one["day"] for one in sheet["days"]] == ["2026-02-02", "2026-02-01", "2026-01-31"]


def test_the_board_of_every_game_in_short(house: Served, clock: Clock) -> None:
    clock.now += 40 * DAY
    ada = house.guest("Ada")
    begin(ada, "duel")
    cards = {card["game"]: card for card in ada.get("/api/daily")}
    assert set(cards) == set(house.host.catalogue.ids())
    assert cards["duel"]["mine"]["state"] == "running"
    assert cards["nim"]["mine"] is None
    assert all(card["ends"] - NOON - 40 * DAY == 12 * HOUR for card in cards.values())


# --- nothing helps -------------------------------------------------------------------------------


def test_in_a_try_nobody_is_helped(house: Served, clock: Clock) -> None:
    clock.now += 50 * DAY
    ada = house.guest("Ada")
    table = begin(ada, "nim")["mine"]["table"]
    with ada.at(table) as seat:
        assert "no hints" in seat.ask("hint", seat=0, step=1)["text"]
        seat.play(0, "take 1")
        assert "same draws" in seat.ask("alternatives", ply=0)["text"]
        for what in ("draw", "abort", "takeback"):
            refused = seat.act("propose", seat=0, what=what, ply=0)
            assert refused["kind"] == "refused"


# --- no look ahead -------------------------------------------------------------------------------


def everything_stored(settings: Settings) -> str:
    """Every value of every column of the database, as text."""
    with sqlite3.connect(str(address(settings.database).database)) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        values = [
            value
            for name in names
            for row in connection.execute(f'SELECT * FROM "{name}"')  # names of its own
            for value in row
        ]
    return " ".join(value.hex() if isinstance(value, bytes) else str(value) for value in values)


def test_tomorrow_follows_from_nothing_that_is_sent_or_stored(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, daily_secret=SETTING)
    with serving(settings) as served:
        clock = Clock(served)
        ada = served.guest("Ada")
        begun = begin(ada, "rummage")
        finish(ada, begun["mine"]["table"])
        tomorrow = ada.get("/api/daily/rummage/2026-01-02")
        assert (tomorrow["state"], tomorrow["seed"]) == ("coming", None)
        assert tomorrow["commitment"] == begun["next_commitment"]
        answers = [json.dumps(one) for one in (begun, tomorrow, ada.get("/api/daily"))]
        answers += [ada.http.get(f"/api/tables/{begun['mine']['table']}{door}").text for door in ("", "/log")]
        stored = everything_stored(settings)
        clock.now += 2 * DAY
        seed = ada.get("/api/daily/rummage/2026-01-02")["seed"]
        assert commitment(bytes.fromhex(seed)) == tomorrow["commitment"]
        for known in (*answers, stored):
            assert seed not in known
            assert SETTING not in known
        (kept,) = {row[0] for row in _secrets(settings)}
        assert days.seed_of(days.key_of(kept, ""), "rummage", date(2026, 1, 2)).hex() != seed
        assert days.seed_of(days.key_of(kept, SETTING), "rummage", date(2026, 1, 2)).hex() == seed
    ada.http.close()


def _secrets(settings: Settings) -> list[tuple[str]]:
    with sqlite3.connect(str(address(settings.database).database)) as connection:
        return list(connection.execute("SELECT secret FROM daily_secrets"))


def test_days_that_were_not_announced_are_not_told(house: Served, clock: Clock) -> None:
    clock.now += 60 * DAY
    ada = house.guest("Ada")
    ada.get("/api/daily/nim/2026-03-04", 404)  # in two days
    ada.get("/api/daily/nim/2025-12-31", 404)  # nobody asked then
    ada.get("/api/daily/nim/soon", 404)
    ada.get("/api/daily/chess/today", 404)
    assert ada.http.post("/api/daily/chess", json={}).status_code == 404


def test_a_board_that_was_announced_with_another_secret_cannot_be_played(tmp_path: Path) -> None:
    with serving(settings_for(tmp_path, daily_secret="one")) as served:
        Clock(served)
        begin(served.guest(), "nim")
    with serving(settings_for(tmp_path, daily_secret="two")) as served:
        clock = Clock(served)
        guest = served.guest()
        assert guest.http.post("/api/daily/nim", json={}).status_code == 503
        clock.now += 2 * DAY
        assert guest.get("/api/daily/nim/2026-01-01")["seed"] is None
        assert begin(guest, "nim")["mine"]["state"] == "running"


# --- when it is over -----------------------------------------------------------------------------


def test_when_the_day_is_over_the_draws_can_be_checked(house: Served, clock: Clock) -> None:
    clock.now += 70 * DAY
    ada = house.guest("Ada")
    sheet = begin(ada, "rummage")
    table = sheet["mine"]["table"]
    finish(ada, table)
    assert ada.http.get(f"/api/tables/{table}/record").status_code == 400
    assert ada.get(f"/api/tables/{table}")["seed"] is None
    clock.now += DAY
    record = ada.http.get(f"/api/tables/{table}/record").text
    assert "draws: duplicate\n" in record
    seed = ada.get(f"/api/daily/rummage/{sheet['day']}")["seed"]
    assert f"seed: {seed}\n" in record
    verified = ada.get(f"/api/tables/{table}/verify")
    assert (verified["clean"], verified["commitment"]) == (True, sheet["commitment"])
    assert verified["draws"] > 1


# --- days ----------------------------------------------------------------------------------------


def test_a_day_is_the_servers() -> None:
    prague = Calendar("Europe/Prague")
    assert prague.day_at(NOON + 11 * HOUR) == date(2026, 1, 2)
    assert Calendar().day_at(NOON + 11 * HOUR) == date(2026, 1, 1)
    lengths = [
        (prague.ends(day) - prague.begins(day)) // HOUR
        for day in (date(2026, 3, 28), date(2026, 3, 29), date(2026, 10, 25))
    ]
    assert lengths == [24, 23, 25]  # the clocks change
    for now in range(NOON, NOON + 400 * DAY, 7 * HOUR + 1):
        day = prague.day_at(now)
        assert prague.begins(day) <= now < prague.ends(day)


def test_a_time_zone_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="There is no time zone"):
        settings_for(tmp_path, timezone="Europe/Atlantis")
