"""Everything about me: as one file, and gone."""

import asyncio
import io
import json
import tempfile
import zipfile
import zlib
from collections.abc import Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select
from tests import toys
from tests.server.serving import Guest, Served, serving, settings_for, until

from ludoteka.server.live import farewell
from ludoteka.server.messages.bodies import NewTable
from ludoteka.server.store import recounting, standings
from ludoteka.server.store.forgetting import NOBODY
from ludoteka.server.store.tables import metadata, skills
from ludoteka.server.table.actions import Actor
from ludoteka.server.web import parcels

CLOCK = {"kind": "bank", "seconds": 300}
RATED = {"rated": True}
NAME = "Žofie Nováková"
SPOKEN = "I live in Olomouc"


@pytest.fixture(params=("sqlite", "postgresql"))
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Served]:
    address = f"sqlite:///{tmp_path / 'left.sqlite3'}"
    if request.param == "postgresql":
        address = request.getfixturevalue("database")
    with serving(settings_for(tmp_path, database=address)) as found:
        yield found


def ask(served: Served, work: Coroutine[Any, Any, Any]) -> Any:
    loop = served.host.scheduler._tasks[0].get_loop()
    return asyncio.run_coroutine_threadsafe(work, loop).result(60)


def everything(served: Served) -> dict[str, str]:
    """Every value of every column of every table, as text; what is packed is unpacked."""

    def work(connection: Connection) -> dict[str, str]:
        found = {}
        for table in metadata.sorted_tables:
            values = [_text(value) for row in connection.execute(select(table)) for value in row]
            found[table.name] = "\n".join(values)
        return found

    texts: dict[str, str] = ask(served, served.host.store.save(work))
    return texts


def _text(value: Any) -> str:
    text = str(value)
    if isinstance(value, bytes):
        try:
            text = zlib.decompress(value).decode()
        except zlib.error:
            return value.hex()
    try:
        return json.dumps(json.loads(text), ensure_ascii=False) if text[:1] in "[{" else text
    except ValueError:
        return text


def life(served: Served) -> tuple[Guest, Guest, dict[str, str]]:
    """Somebody who played, talked, watched, opened tables, owned a bot, and is still playing."""
    zofie, bob = served.guest(NAME), served.guest("Bob")
    zofie.http.post("/api/me/claim", json={"name": NAME, "password": "sesame sesame"}).raise_for_status()
    robot = zofie.http.post("/api/bots", json={"name": "Žofiebot"}).json()
    tables = {}
    for what in ("archived", "finished"):
        table = zofie.open("nim", "me", "open", allows=RATED | {"free_chat": True}, control=CLOCK)["id"]
        bob.sit(table)
        with zofie.at(table) as z, bob.at(table) as b:
            z.act("say", text=SPOKEN)
            z.play(0, "take 1")
            b.wait_until(lambda s: s.awaited() == [1])
            b.play(1, "take 2")
            b.act("leave", seat=1)
        tables[what] = table
        if what == "archived":
            until(lambda: ask(served, served.host.store.put_away(10**15, 100)))
            served.host.rooms.clear()
    for what in ("overheard", "watched"):
        watched = bob.open("nim", "me", "me", allows={"free_chat": True})["id"]
        with zofie.at(watched) as z, bob.at(watched) as b:
            z.act("say", text=SPOKEN)
            if what == "overheard":  # packed, and she had no seat there
                b.act("leave", seat=0)
        tables[what] = watched
        if what == "overheard":
            until(lambda: ask(served, served.host.store.put_away(10**15, 100)))
            served.host.rooms.clear()
    tables["running"] = bob.open("nim", "me", "open")["id"]
    zofie.sit(tables["running"])
    tables["open"] = zofie.open("nim", "me", "open", public=True)["id"]
    tables["left"] = bob.open("nim", "me", "open", "open")["id"]
    zofie.sit(tables["left"])
    zofie.http.request("DELETE", f"/api/tables/{tables['left']}/seats/1").raise_for_status()
    tables["robot"] = robot["id"]
    until(lambda: zofie.http.post("/api/puzzles/nim/five", json={"move": "take 1"}).status_code == 200)
    zofie.http.post("/api/daily/pig", json={}).raise_for_status()
    found = {"table": tables["finished"], "guest": zofie.get("/api/me")["id"], "game": "nim"}
    missed = insert(skills).values(**found, skill="sums", found=1, missed=2)
    ask(served, served.host.store.save(lambda connection: connection.execute(missed) and None))
    return zofie, bob, tables | {"me": zofie.get("/api/me")["id"]}


def forms(served: Served) -> tuple[Any, Any]:
    def work(connection: Connection) -> Any:
        logs = list(recounting.from_logs(connection, toys.get, served.host.ratings.anchor))
        return dict(standings.all_forms(connection)), recounting.folded(logs)

    kept, folded = ask(served, served.host.store.save(work))
    return kept, folded


def test_nothing_about_me_is_left(place: Served) -> None:
    zofie, bob, known = life(place)
    before = everything(place)
    assert sum(known["me"] in text for text in before.values()) >= 7
    assert sum(NAME in text for text in before.values()) >= 4
    ratings = bob.get("/api/me/ratings")

    answer = zofie.http.post("/api/me/forget", json={"name": NAME, "password": "sesame sesame"})
    assert answer.json() == {"id": None, "name": "", "claimed": False, "bot": False}
    for table, text in everything(place).items():
        for trace in (known["me"], NAME, SPOKEN, known["robot"], "Žofiebot"):
            assert trace not in text, (trace, table)

    assert zofie.get("/api/me")["id"] is None
    assert zofie.get("/api/me/tables") == []
    kept, folded = forms(place)
    assert kept == folded
    assert bob.get("/api/me/ratings") == ratings
    for table in (known["archived"], known["finished"]):
        seats = bob.get(f"/api/tables/{table}")["seats"]
        assert [seat["name"] for seat in seats] == [NOBODY, "Bob"]
        log = bob.get(f"/api/tables/{table}/log")["entries"]
        assert NAME not in json.dumps(log, ensure_ascii=False)
        assert [entry["text"] for entry in log if entry["kind"] == "played"] == ["take 1", "take 2"]
        assert bob.http.get(f"/api/tables/{table}/record").status_code == 200
    assert bob.get(f"/api/tables/{known['running']}")["state"] == "over"
    assert bob.get(f"/api/tables/{known['open']}")["state"] == "over"
    finished = bob.get("/api/me/finished")["games"]
    assert {seat["name"] for game in finished for seat in game["seats"]} == {"Bob", NOBODY}


def test_names_of_before_go_too(place: Served) -> None:
    """Somebody sat down and spoke, and was renamed since."""
    eve, host = place.guest("OldEve"), place.guest("Host")
    table = host.open("nim", "me", "open", allows={"free_chat": True})["id"]
    eve.sit(table)
    with eve.at(table) as seated:
        seated.act("say", text=SPOKEN)
    eve.http.post("/api/me", json={"name": "NewEve"}).raise_for_status()
    assert eve.http.post("/api/me/forget", json={"name": "NewEve"}).is_success
    for where, text in everything(place).items():
        for trace in ("OldEve", "NewEve", SPOKEN):
            assert trace not in text, (trace, where)


def test_what_was_on_its_way_is_forgotten_too(place: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(farewell, "AGAIN_S", (0.5,) * 40)
    eve = place.guest("Eve of destruction")
    me = eve.get("/api/me")["id"]
    assert eve.http.post("/api/me/forget", json={"name": "Eve of destruction"}).is_success
    wish = NewTable.model_validate({"game": "nim", "seats": [{"kind": "me"}, {"kind": "open"}]})
    ask(place, place.host.open_table(Actor(me, "Eve of destruction"), wish))  # a request that came late
    until(lambda: not any("Eve of destruction" in text for text in everything(place).values()))
    assert not any(me in text for text in everything(place).values())


def test_a_name_that_was_given_up_can_be_claimed_again(place: Served) -> None:
    zofie, bob, _ = life(place)
    zofie.http.post("/api/me/forget", json={"name": NAME, "password": "sesame sesame"}).raise_for_status()
    answer = bob.http.post("/api/me/claim", json={"name": NAME, "password": "another one"})
    assert answer.status_code == 200
    assert bob.get("/api/me/finished")["total"] == 4


@pytest.mark.parametrize(
    "body", [{"name": "Bob"}, {"name": NAME}, {"name": NAME, "password": "wrong password"}]
)
def test_nobody_deletes_by_mistake_or_for_somebody_else(served: Served, body: dict[str, str]) -> None:
    guest = served.guest()
    name = f"{NAME[:8]} {guest.get('/api/me')['id'][:6]}"
    guest.http.post("/api/me/claim", json={"name": name, "password": "sesame sesame"}).raise_for_status()
    sent = body | ({"name": name} if body["name"] == NAME else {})
    assert guest.http.post("/api/me/forget", json=sent).status_code in (400, 401)
    assert guest.get("/api/me")["name"] == name


def test_everything_about_me_in_one_file(place: Served) -> None:
    zofie, _, known = life(place)
    answer = zofie.http.get("/api/me/export")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as parcel:
        names = parcel.namelist()
        about = json.loads(parcel.read("about.json"))
        logs = {name: parcel.read(name).decode() for name in names if name.startswith("logs/")}
        records = [parcel.read(name).decode() for name in names if name.startswith("records/")]
    assert (about["id"], about["name"], about["claimed"]) == (known["me"], NAME, True)
    assert [bot["name"] for bot in about["bots"]] == ["Žofiebot (bot)"]
    assert [one["game"] for one in about["ratings"]] == ["nim"]
    assert [one["series"].split("/")[1] for one in about["tries"]] == ["pig"]
    assert [one["missed"] for one in about["skills"]] == [2]
    assert [one["game"] for one in about["puzzle_solvers"] + about["puzzle_tries"]] == ["nim", "nim"]
    assert len(records) == 2
    assert all("take 1" in record for record in records)
    told = "\n".join(logs)
    for what in ("archived", "finished", "running", "open", "watched", "overheard"):
        assert known[what] in told
    seen = json.loads(next(text for name, text in logs.items() if known["watched"] in name))
    assert [entry["text"] for entry in seen["entries"]] == [SPOKEN]


def test_only_what_knows_somebody_is_unpacked(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    zofie, eve = served.guest(), served.guest()
    for guest in (zofie, *[eve] * 8):
        with guest.at(guest.open("nim", "me", "me")["id"]) as seated:
            seated.act("leave", seat=0)
    until(lambda: ask(served, served.host.store.put_away(10**15, 100)) or True)
    until(lambda: not ask(served, served.host.store.put_away(10**15, 100)))
    opened: list[bytes] = []
    unzip = zlib.decompress

    def counted(packed: bytes) -> bytes:
        opened.append(packed)
        return unzip(packed)

    monkeypatch.setattr(zlib, "decompress", counted)
    assert zofie.http.get("/api/me/export").status_code == 200
    assert len(set(opened)) == 1
    opened.clear()
    name = zofie.get("/api/me")["name"]
    assert zofie.http.post("/api/me/forget", json={"name": name}).status_code == 200
    assert len(set(opened)) <= 2  # as it was, and without a name


@pytest.mark.parametrize("door", ["export", "records"])
def test_a_file_that_fails_is_not_left_behind(
    served: Served, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, door: str
) -> None:
    ada = served.guest()
    with ada.at(ada.open("nim", "me", "me")["id"]) as seated:
        seated.act("leave", seat=0)

    async def fail(*_: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(parcels, "add_record", fail)
    assert ada.http.get(f"/api/me/{door}").status_code == 500
    assert list(tmp_path.glob("ludoteka-*")) == []
    monkeypatch.undo()


def test_records_in_one_file(place: Served) -> None:
    zofie, _, _ = life(place)
    with zipfile.ZipFile(io.BytesIO(zofie.http.get("/api/me/records?game=nim").content)) as parcel:
        assert len(parcel.namelist()) == 2
    assert zofie.http.get("/api/me/records?game=pig").status_code == 400


def test_only_tables_that_go_on_are_read_and_a_game_that_is_gone_holds_nobody(
    place: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = place.guest("Ada")
    archived, unfinished = (ada.open("nim", "me", "me", allows={"grace": 0})["id"] for _ in range(2))
    with ada.at(archived) as a:
        a.act("leave", seat=0)
    moved: set[str] = set()

    def is_archived() -> bool:
        moved.update(ask(place, place.host.store.put_away(10**15, 100)))
        return moved == {archived, unfinished}

    until(is_archived)
    running, over = (ada.open("nim", "me", "me", allows={"grace": 0})["id"] for _ in range(2))
    gone = ada.open("duel", "me", "me")["id"]
    with ada.at(over) as a:
        a.act("leave", seat=0)
    place.host.rooms.clear()
    read = place.host.store.load
    loaded: list[str] = []

    def load(table: str, after: int = 0) -> Any:
        loaded.append(table)
        return read(table, after)

    monkeypatch.setattr(place.host.store, "load", load)
    monkeypatch.setattr(place.host, "catalogue", replace(place.host.catalogue, ids=lambda: ["nim"]))

    assert {one["table"]["id"] for one in ada.get("/api/me/games")["games"]} == {running, unfinished}
    assert set(loaded) == {running, unfinished, gone}
    assert {one["id"] for one in ada.get("/api/me/tables")} == {running, unfinished, over, archived}
    place.host.rooms.clear()
    loaded.clear()
    assert ada.http.post("/api/me/forget", json={"name": "Ada"}).status_code == 200
    assert not {over, archived} & set(loaded)
    assert ada.get("/api/me")["id"] is None
    assert place.guest().get(f"/api/tables/{running}")["state"] == "over"
