"""Who is who: names that nobody else can show, and sessions that end everywhere."""

import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine
from tests.server.serving import Guest, Served, serving, settings_for

from ludoteka.server.live import host
from ludoteka.server.store import migrate
from ludoteka.server.table.naming import name_key, new_name, plain_name

PASSWORD = {"password": "12345678"}


@pytest.mark.parametrize(
    "name", ["", " ", "\u2800", "\u3164", "\u200b\u200d", "\u00ad\u115f", "...", "\u0301"]
)
def test_a_name_that_shows_nothing_is_no_name(served: Served, name: str) -> None:
    assert plain_name(name) == ""
    ada = served.guest("Ada")
    if name:
        assert ada.http.post("/api/me", json={"name": name}).status_code in (400, 422)
    assert ada.get("/api/me")["name"] == "Ada"


@pytest.mark.parametrize(
    "twin",
    [
        "ALICE",
        "A\u200blice",
        "\uff21lice",
        "\u0410lice",
        "\u0391lice",
        "A1ice",
        "AIice",
        "Al\u0456ce",
        "A.lice",
        "\u1d00\u029f\u026a\u1d04\u1d07",
        "\u13aa\u13de\u13a5\u13df\u13ac",
        "\uab7a\uabae\uab75\uabaf\uab7c",
        "\u15e9\u14aaI\u1455E",
        "\u2c80\u2cd0\u2c92\u2ca4\u2c88",
        "\U0001f170lice",
        "\U0001f150lice",
        "a|ice",
        "Al\u0456c\u0454",
    ],
)
def test_look_alikes_are_one_name(twin: str) -> None:
    assert name_key(twin) == name_key("Alice")


@pytest.mark.parametrize("other", ["Alica", "Álice", "Alice2", "Alise"])
def test_other_names_are_other_names(other: str) -> None:
    assert name_key(other) != name_key("Alice")


def test_nobody_shows_a_name_that_somebody_has_claimed(served: Served) -> None:
    ada, ben = served.guest(), served.guest("Ben")
    ada.http.post("/api/me/claim", json={"name": "Lovelace"} | PASSWORD).raise_for_status()
    table = ada.open("nim", "me", "open")["id"]
    seats = [{"kind": "me", "name": "Love1ace"}, {"kind": "me"}]
    for path, body in (
        ("/api/me", {"name": "LOVELACE"}),
        ("/api/me", {"name": "L\u043evelace"}),
        ("/api/me/claim", {"name": "Iovelace"} | PASSWORD),
        ("/api/tables", {"game": "nim", "seats": seats}),
        (f"/api/tables/{table}/seats", {"name": "lovelace"}),
    ):
        answer = ben.http.post(path, json=body)
        assert answer.status_code == 409, path
        assert answer.json()["error"]["text"] == "That name is kept by somebody else."
    assert ada.http.post("/api/me", json={"name": "LoveLace"}).status_code == 200  # it is theirs


def test_a_name_that_somebody_else_claims_later_is_not_shown_any_more(served: Served) -> None:
    ada, ben = served.guest("Countess"), served.guest()
    watched = ben.open("nim", "me", "me")["id"]
    ben.http.post("/api/me/claim", json={"name": "C0untess"} | PASSWORD).raise_for_status()
    with ada.at(watched) as a:
        assert a.act("say", phrase="hello")["entries"][0]["name"] != "Countess"
    shown = ada.open("nim", "me", "me")["seats"][0]["name"]
    assert name_key(shown) != name_key("Countess")
    assert ada.get("/api/me")["name"] == shown


def test_another_name_is_noticed_by_another_process(database: str, tmp_path: Path) -> None:
    settings = settings_for(tmp_path, database=database, migrate=True)
    with serving(settings) as one, serving(settings) as two:
        ada = one.guest("Ada")
        there = Guest(two)
        two.guests.append(there)
        there.http.cookies.update(ada.http.cookies)
        assert there.get("/api/me")["name"] == "Ada"
        ada.http.post("/api/me/claim", json={"name": "Lady Ada"} | PASSWORD).raise_for_status()
        now = two.host.time.now
        two.host.time.now = lambda: now() + 6_000
        found = there.get("/api/me")
        assert (found["name"], found["claimed"]) == ("Lady Ada", True)


def test_names_that_were_claimed_before_keep_their_owners(tmp_path: Path) -> None:
    """Keys of the first schema did not know look-alikes; two of them keep the keys they have."""
    file = tmp_path / "old.sqlite3"
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        command.upgrade(migrate._config(connection), "0001")
    engine.dispose()
    rows = [("a", "Bill1", "bill1"), ("b", "BillI", "billi"), ("c", "Zoe", "zoe")]
    with closing(sqlite3.connect(file)) as database, database:
        for guest, name, key in rows:
            database.execute(
                "insert into guests (id, name, name_key, created) values (?, ?, ?, 0)", (guest, name, key)
            )
    migrate.upgrade(f"sqlite:///{file}")
    with closing(sqlite3.connect(file)) as database:
        found = dict(database.execute("select id, name_key from guests").fetchall())
    assert found == {"a": name_key("Bill1"), "b": "billi", "c": "zoe"}


def test_names_of_fancy_letters_that_were_claimed_before_keep_their_owners(tmp_path: Path) -> None:
    file, engine = tmp_path / "old.sqlite3", create_engine(f"sqlite:///{tmp_path / 'old.sqlite3'}")
    with engine.begin() as connection:
        command.upgrade(migrate._config(connection), "0010")
    engine.dispose()
    fancy = "\u1d22\u1d0f\u1d07"
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(
            f"insert into guests (id, name, name_key, created) values ('a', '{fancy}', 'old', 0)"
        )
    migrate.upgrade(f"sqlite:///{file}")
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("select name_key from guests").fetchall() == [("zoe",)]


# --- sessions ------------------------------------------------------------------------------------


def copy_of(guest: Guest) -> Guest:
    """Somebody who has the same cookie: a thief, or another window."""
    other = Guest(guest.served)
    guest.served.guests.append(other)
    other.http.cookies.update(guest.http.cookies)
    return other


def test_leaving_a_session_ends_its_cookie_everywhere(served: Served) -> None:
    ada = served.guest("Ada")
    thief = copy_of(ada)
    assert thief.get("/api/me")["name"] == "Ada"
    ada.http.post("/api/me/exit", json={}).raise_for_status()
    assert thief.get("/api/me")["id"] is None
    assert thief.get("/api/me/tables") == []
    assert ada.get("/api/me")["id"] is None


def test_sockets_close_with_the_session_that_they_came_with(served: Served) -> None:
    ada = served.guest()
    ada.http.post("/api/me/claim", json={"name": "Two devices"} | PASSWORD).raise_for_status()
    laptop, thief = served.guest(), copy_of(ada)
    laptop.http.cookies.clear()
    laptop.http.post("/api/me/enter", json={"name": "Two devices"} | PASSWORD).raise_for_status()
    table = ada.open("nim", "me", "me")["id"]
    with thief.at(table) as hers, laptop.at(table) as mine:
        ada.http.post("/api/me/exit", json={}).raise_for_status()
        bye = hers.wait_for("bye")
        assert (bye["retry"], bye["text"]) == (False, "This session has ended.")
        assert mine.act("say", seat=0, phrase="hello")["kind"] == "news"


def test_whoever_came_in_while_an_ended_session_was_still_believed_goes_a_little_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "BELIEVED_S", 1.0)
    with serving(settings_for(tmp_path)) as served:
        ada = served.guest()
        table = ada.open("nim", "me", "me")["id"]
        session = ada.get("/api/me/sessions")[0]["id"]
        loop = served.host.scheduler._tasks[0].get_loop()
        loop.call_soon_threadsafe(served.host.end, session)
        with ada.at(table) as socket:
            assert not socket.wait_for("bye")["retry"]


def test_sockets_close_on_every_process(database: str, tmp_path: Path) -> None:
    settings = settings_for(tmp_path, database=database, migrate=True)
    with serving(settings) as one, serving(settings) as two:
        ada = one.guest("Ada")
        thief = Guest(two)
        two.guests.append(thief)
        thief.http.cookies.update(ada.http.cookies)
        with thief.at(ada.open("nim", "me", "me")["id"]) as hers:
            ada.http.post("/api/me/exit", json={}).raise_for_status()
            assert not hers.wait_for("bye")["retry"]


def test_my_sessions_are_listed_and_can_be_ended(served: Served) -> None:
    ada = served.guest()
    ada.http.headers["User-Agent"] = "Telephone\u00e9"
    ada.http.post("/api/me/claim", json={"name": "Session Ada"} | PASSWORD).raise_for_status()
    other = served.guest()
    other.http.cookies.clear()
    other.http.headers["User-Agent"] = "Laptop"
    other.http.post("/api/me/enter", json={"name": "Session Ada"} | PASSWORD).raise_for_status()
    found = ada.get("/api/me/sessions")
    assert len(found) == 2
    assert [one["device"] for one in found if not one["here"]] == ["Laptop"]
    stranger = served.guest()
    laptop = next(one["id"] for one in found if not one["here"])
    assert stranger.http.delete(f"/api/me/sessions/{laptop}").status_code == 404
    assert other.get("/api/me")["claimed"]
    assert ada.http.delete(f"/api/me/sessions/{laptop}").status_code == 204
    assert other.get("/api/me")["id"] is None
    assert [one["here"] for one in ada.get("/api/me/sessions")] == [True]


def test_a_cookie_from_before_there_were_sessions_still_counts(tmp_path: Path) -> None:
    with serving(settings_for(tmp_path)) as served:
        ada = served.guest("Ada")
        me = ada.get("/api/me")["id"]
        context = served.server.config.app.state.context  # type: ignore[union-attr]  # our app
        ada.http.cookies.clear()
        ada.http.cookies.set("ludoteka_guest", context.people.sessions.sign(me), domain="127.0.0.1", path="/")
        assert ada.get("/api/me")["id"] == me
        assert ada.http.post("/api/me", json={}).headers["set-cookie"]  # it becomes a session
        assert [one["here"] for one in ada.get("/api/me/sessions")].count(True) == 1


def test_nobody_lives_on_in_a_cookie_from_before_there_were_sessions(tmp_path: Path) -> None:
    """Another process has deleted them: what this one remembers says nothing."""
    with serving(settings_for(tmp_path)) as served:
        ada = served.guest("Ada")
        me = ada.get("/api/me")["id"]
        context = served.server.config.app.state.context  # type: ignore[union-attr]  # our app
        ada.http.cookies.clear()
        ada.http.cookies.set("ludoteka_guest", context.people.sessions.sign(me), domain="127.0.0.1", path="/")
        assert ada.get("/api/me")["id"] == me
        with sqlite3.connect(tmp_path / "test.sqlite3", timeout=30) as elsewhere:
            elsewhere.execute("DELETE FROM guests WHERE id = ?", [me])
        assert ada.get("/api/me")["id"] is None
        assert ada.http.post("/api/me", json={}).json()["id"] != me


def test_an_ended_session_is_noticed_by_another_process(database: str, tmp_path: Path) -> None:
    settings = settings_for(tmp_path, database=database, migrate=True)
    with serving(settings) as one, serving(settings) as two:
        ada = one.guest("Ada")
        there = Guest(two)
        two.guests.append(there)
        there.http.cookies.update(ada.http.cookies)
        assert there.get("/api/me")["name"] == "Ada"
        ada.http.post("/api/me/exit", json={}).raise_for_status()
        now = two.host.time.now
        two.host.time.now = lambda: now() + 6_000
        assert there.get("/api/me")["id"] is None


@pytest.mark.parametrize(("drawn", "number"), [(0, "2"), (97, "99")])
def test_a_guest_without_a_name_is_a_star_with_a_number_from_2_to_99(
    drawn: int, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first of the name needs no number: so the numbers begin with the second."""

    def below(bound: int) -> int:
        assert drawn < bound <= 98
        return drawn

    monkeypatch.setattr(secrets, "randbelow", below)
    star, _, said = new_name().partition(" ")
    assert star.isalpha()
    assert said == number
