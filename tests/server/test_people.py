"""Guests, names, passwords, bot accounts, lobby, pairing, seats."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.server.serving import PATIENCE, Guest, Served, serving, settings_for, until

from ludoteka.server.web.context import network_of

EXAMPLE = Path(__file__).parents[2] / "docs" / "guide" / "example_bot.py"


def test_a_guest_needs_nothing(served: Served) -> None:
    guest = Guest(served)
    served.guests.append(guest)
    assert guest.get("/api/me") == {"id": None, "name": "", "claimed": False, "bot": False}
    table = guest.open("nim", "me", {"kind": "bot", "level": 0})
    assert table["seats"][0]["mine"]
    me = guest.get("/api/me")
    assert me["id"]
    assert re.fullmatch(r"\w+ \w+", me["name"])


def test_the_cookie_is_signed_httponly_and_samesite(served: Served) -> None:
    guest = Guest(served)
    served.guests.append(guest)
    cookie = guest.http.post("/api/me", json={}).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    value = guest.http.cookies["ludoteka_guest"]
    forged = Guest(served)
    served.guests.append(forged)
    signed, dot, seal = value.rpartition(
        "."
    )  # its last letter has bits that mean nothing, its first has none
    forged.http.cookies["ludoteka_guest"] = signed + dot + ("A" if seal[0] != "A" else "B") + seal[1:]
    assert forged.get("/api/me")["id"] is None


def test_a_claimed_name_comes_back_on_another_device(served: Served) -> None:
    ada = served.guest("Grace")
    claim = {"name": "Grace H", "password": "correct horse"}
    assert ada.http.post("/api/me/claim", json=claim).json()["claimed"]
    phone = Guest(served)
    served.guests.append(phone)
    wrong = phone.http.post("/api/me/enter", json=claim | {"password": "wrong horse"})
    unknown = phone.http.post("/api/me/enter", json=claim | {"name": "Nobody"})
    assert wrong.status_code == unknown.status_code == 401
    assert wrong.json() == unknown.json()
    assert phone.http.post("/api/me/enter", json=claim | {"name": "GRACE  h"}).json()["name"] == "Grace H"
    assert phone.get("/api/me")["id"] == ada.get("/api/me")["id"]
    other = served.guest()
    taken = other.http.post("/api/me/claim", json={"name": "grace h", "password": "12345678"})
    assert taken.status_code == 409
    assert phone.http.post("/api/me/exit", json={}).json()["id"] is None
    assert phone.get("/api/me")["id"] is None


def test_password_tries_are_limited(tmp_path: Path) -> None:
    rates = settings_for(tmp_path).rates.model_copy(update={"passwords": (0.01, 3)})
    with serving(settings_for(tmp_path, rates=rates)) as served:
        guest = served.guest()
        body = {"name": "Somebody", "password": "12345678"}
        answers = [guest.http.post("/api/me/enter", json=body) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [401, 401, 401, 429, 429]
        assert int(answers[-1].headers["retry-after"]) > 0


def test_another_spelling_of_a_name_is_no_further_try(tmp_path: Path) -> None:
    rates = settings_for(tmp_path).rates.model_copy(update={"passwords": (0.01, 3)})
    with serving(settings_for(tmp_path, rates=rates)) as served:
        guest = served.guest()
        spellings = ["Somebody", "S0mebody", "SOMEBODY.", "Some-body", "S\u043emebody"]
        bodies = [{"name": name, "password": "12345678"} for name in spellings]
        tries = [guest.http.post("/api/me/enter", json=body).status_code for body in bodies]
        assert tries == [401, 401, 401, 429, 429]


def test_requests_and_messages_are_limited(tmp_path: Path) -> None:
    slow = {"guest": (0.01, 3), "socket": (0.01, 5)}
    rates = settings_for(tmp_path).rates.model_copy(update=slow)
    with serving(settings_for(tmp_path, rates=rates)) as served:
        guest = served.guest()
        table = guest.open("nim", "me", "me")["id"]
        with guest.at(table) as a:
            kinds = [a.ask("ping")["kind"] for _ in range(7)]
            assert kinds == ["pong"] * 5 + ["refused"] * 2
        statuses = [guest.http.post("/api/me", json={}).status_code for _ in range(4)]
        assert statuses[-1] == 429


def test_an_address_is_limited_whatever_it_asks_for(tmp_path: Path) -> None:
    rates = settings_for(tmp_path).rates.model_copy(update={"address": (0.01, 10)})
    with serving(settings_for(tmp_path, rates=rates)) as served:
        guest = served.guest()
        statuses = [guest.http.get("/api/lobby").status_code for _ in range(12)]
        assert statuses[0] == 200
        assert statuses[-1] == 429


# --- finding a table -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1%eth0", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_one_customer_is_one_address_however_many_they_have(address: str, counted: str) -> None:
    assert network_of(address) == counted


def test_quick_pairing_brings_two_people_together(served: Served) -> None:
    ada, ben, eva = served.guest(), served.guest(), served.guest()
    wish = {"game": "nim", "options": {"stones": 17}}
    first = ada.http.post("/api/pair", json=wish).json()
    assert first["state"] == "open"
    assert ada.http.post("/api/pair", json=wish).json()["id"] == first["id"]  # again: the same table
    second = ben.http.post("/api/pair", json=wish).json()
    assert (second["id"], second["state"]) == (first["id"], "running")
    third = eva.http.post("/api/pair", json=wish).json()
    assert third["id"] != first["id"]


def test_the_lobby_shows_public_tables_with_somebody_there(served: Served) -> None:
    ada, ben = served.guest("Ada"), served.guest()
    public = ada.open("pig", "me", "open", public=True)["id"]
    private = ada.open("pig", "me", "open")["id"]

    def listed() -> set[str]:
        return {table["id"] for table in ben.get("/api/lobby")["open"]}

    assert public not in listed()  # nobody is there yet
    with ada.at(public), ada.at(private):
        until(lambda: public in listed())  # who is where is written a moment after the welcome
        assert private not in listed()
        ben.sit(public)
        assert public in {table["id"] for table in ben.get("/api/lobby")["running"]}
        assert public not in listed()


def test_a_code_finds_a_table(served: Served) -> None:
    table = served.guest().open("nim", "me", "open")
    assert served.guest().get(f"/api/codes/{table['code'].lower()}")["id"] == table["id"]
    served.guest().get("/api/codes/ZZZZZZ", 404)


def test_seats_are_taken_filled_and_freed(served: Served) -> None:
    ada, ben = served.guest("Ada"), served.guest("Ben")
    table = ada.open("nim", "me", "open", "open")["id"]
    path = f"/api/tables/{table}/seats"
    assert ben.sit(table, seat=2, name="Benny")["seats"][2]["name"] == "Benny"
    assert ben.http.post(path, json={"seat": 2}).status_code == 409
    assert ben.http.post(f"{path}/1/bot", json={"level": 0}).status_code == 403
    assert ada.http.post(f"{path}/1/bot", json={"level": 77}).status_code == 400
    assert ben.http.request("DELETE", f"{path}/0").status_code == 403
    assert ben.http.request("DELETE", f"{path}/2").json()["seats"][2]["kind"] == "open"
    assert ada.http.post(f"{path}/1/bot", json={"level": 0}).json()["state"] == "open"
    started = ada.http.post(f"{path}/2/bot", json={"level": 0}).json()
    assert started["state"] == "running"
    assert ada.http.request("DELETE", f"{path}/0").status_code == 400


def test_a_table_that_its_host_leaves_is_closed(served: Served) -> None:
    ada = served.guest()
    table = ada.open("nim", "me", "open")["id"]
    sheet = ada.http.request("DELETE", f"/api/tables/{table}/seats/0").json()
    assert (sheet["state"], sheet["result"]["how"]) == ("over", "closed")
    assert served.guest().http.post(f"/api/tables/{table}/seats", json={}).status_code == 400


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "chess", "seats": [{"kind": "me"}]},
        {"game": "nim", "seats": [{"kind": "me"}] * 9},
        {"game": "nim", "seats": [{"kind": "me"}, {"kind": "bot", "level": 5}]},
        {"game": "nim", "seats": [{"kind": "me"}, {"kind": "me"}], "options": {"stones": 0}},
        {"game": "nim", "seats": [{"kind": "me"}, {"kind": "me"}], "options": {"stars": 1}},
    ],
)
def test_a_table_that_the_game_does_not_allow_is_refused(served: Served, wish: dict[str, object]) -> None:
    answer = served.guest().http.post("/api/tables", json=wish)
    assert answer.status_code in (400, 404)
    assert answer.json()["error"]["text"]


# --- bot accounts --------------------------------------------------------------------------------


def _bot(served: Served, name: str) -> tuple[Guest, str, str]:
    owner = served.guest()
    refused = owner.http.post("/api/bots", json={"name": "robot"})
    assert refused.status_code == 403  # claim a name first
    owner.http.post("/api/me/claim", json={"name": name, "password": "12345678"}).raise_for_status()
    made = owner.http.post("/api/bots", json={"name": "robot"}).json()
    return owner, made["id"], made["token"]


def test_a_bot_account_plays_by_token_until_it_is_dismissed(served: Served) -> None:
    owner, number, token = _bot(served, "Owner One")
    bot = Guest(served, token=token)
    served.guests.append(bot)
    assert bot.get("/api/me")["bot"]
    assert [row["token"] for row in owner.get("/api/bots")] == [None]
    table = bot.open("nim", "me", "open", options={"stones": 5})["id"]
    owner.sit(table)
    with bot.at(table) as b:
        assert b.play(0, "take 1")["kind"] == "news"
    assert served.guest().get(f"/api/tables/{table}")["seats"][0]["name"] == "robot (bot)"
    with bot.at(table) as b:
        assert owner.http.request("DELETE", f"/api/bots/{number}").status_code == 204
        assert not b.wait_for("bye")["retry"]
    assert bot.http.get("/api/me").status_code == 401


def test_a_bot_account_is_shown_as_one_whatever_it_asks_for(served: Served) -> None:
    owner, _, token = _bot(served, "Owner Three")
    bot = Guest(served, token=token)
    served.guests.append(bot)
    table = owner.open("nim", "me", "open")["id"]
    seats = [{"kind": "me", "name": "Person"}, {"kind": "open"}]
    for path, body in (
        ("/api/me", {"name": "Person"}),
        ("/api/me/claim", {"name": "Person", "password": "12345678"}),
        ("/api/tables", {"game": "nim", "seats": seats}),
        (f"/api/tables/{table}/seats", {"name": "Person"}),
    ):
        answer = bot.http.post(path, json=body)
        assert answer.status_code == 400, path
        assert answer.json()["error"]["text"] == "A bot account keeps its name."
    assert bot.get("/api/me")["name"] == "robot (bot)"
    assert owner.http.post("/api/bots", json={"name": "\u2800"}).status_code == 400


def test_the_example_client_plays_a_whole_match(served: Served) -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 40
    _, _, token = _bot(served, "Owner Two")
    person = served.guest()
    command = [sys.executable, str(EXAMPLE), served.address, token, "nim"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        until(lambda: person.get("/api/lobby")["open"])
        waiting = [t for t in person.get("/api/lobby")["open"] if t["game"] == "nim"]
        table = waiting[0]["id"]
        person.sit(table)
        with person.at(table) as p:
            while p.position["state"] == "running":
                p.wait_until(lambda p: 1 in p.awaited() or p.position["state"] == "over")
                if p.position["state"] == "running":
                    p.play(1, p.ask("legal", seat=1)["moves"][0])
        out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "over" in out
