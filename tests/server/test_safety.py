"""Headers, origins, sizes, secrets in logs, static files, operations, shutdown, migrations."""

import contextlib
import json
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.serving import Guest, Seated, Served, serving, settings_for
from websockets.exceptions import ConnectionClosed
from websockets.frames import Close
from websockets.sync.client import connect

from ludoteka.server import admin, logs
from ludoteka.server.messages import schema
from ludoteka.server.store import migrate
from ludoteka.server.store.store import Store
from ludoteka.server.table.timekeeping import Timekeeper
from ludoteka.server.web.auth import People


def test_the_typescript_types_are_fresh() -> None:
    assert schema.TYPES.read_text(encoding="utf-8") == schema.typescript()


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/nothing", "/healthz"])
def test_every_answer_has_strict_headers(served: Served, path: str) -> None:
    headers = httpx.get(f"{served.address}{path}").headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-frame-options"] == "DENY"
    assert "server" not in headers


def test_a_page_of_another_origin_changes_nothing(served: Served) -> None:
    ada = served.guest()
    table = ada.open("nim", "me", "me")["id"]
    for origin in ("https://evil.example", "null", "http://127.0.0.1"):
        answer = ada.http.post("/api/me", json={}, headers={"Origin": origin})
        assert answer.status_code == 403
        with ada_socket(ada, table, origin) as socket:
            assert json.loads(socket.recv(5))["kind"] == "bye"
    own = served.address
    assert ada.http.post("/api/me", json={}, headers={"Origin": own}).status_code == 200
    with ada_socket(ada, table, own) as socket:
        assert json.loads(socket.recv(5))["kind"] == "welcome"


def to_the_end(socket: Seated) -> Close:
    """Reads until the server closes; the answer is how it did."""
    try:
        while True:
            socket.receive(10)
    except ConnectionClosed as closed:
        return closed.rcvd or Close(1006, "cut off")


def ada_socket(guest: Guest, table: str, origin: str) -> Any:
    cookie = "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())
    address = f"{guest.served.address.replace('http', 'ws')}/ws/tables/{table}"
    return connect(address, additional_headers={"Cookie": cookie, "Origin": origin}, compression=None)


def test_bodies_and_messages_have_a_size(served: Served) -> None:
    ada = served.guest()
    assert ada.http.post("/api/me", json={"name": "x" * 9000}).status_code == 413

    def endless() -> Any:
        for _ in range(100):
            yield b" " * 1000

    headers = {"Content-Type": "application/json"}
    assert ada.http.post("/api/me", content=endless(), headers=headers).status_code == 413
    table = ada.open("nim", "me", "me")["id"]
    with ada.at(table) as a:
        a.socket.send("x" * 9000)
        assert to_the_end(a).code == 1009


def test_ill_formed_messages_are_refused_and_at_last_the_socket_is_closed(served: Served) -> None:
    ada = served.guest()
    table = ada.open("nim", "me", "me")["id"]
    with ada.at(table) as a:
        assert a.ask("ping", extra=1)["kind"] == "refused"  # unknown fields too
        for text in ("", "{", "[]", '{"do": "fly"}', '{"do": "play", "seat": "0"}', "null"):
            a.socket.send(text)
            assert a.wait_for("refused")["why"] == "bad-request"
        for _ in range(60):
            with contextlib.suppress(ConnectionClosed):
                a.socket.send("?")
        assert to_the_end(a).code == 4003
        assert a.heard[-1]["kind"] == "bye"


def test_unknown_tables_and_addresses_are_not_there(served: Served) -> None:
    ada = served.guest()
    ada.get("/api/tables/nosuchtable", 404)
    ada.get("/api/nothing", 404)
    with connect(f"ws://127.0.0.1:{served.port}/ws/tables/nosuchtable", compression=None) as socket:
        assert json.loads(socket.recv(5))["kind"] == "bye"


def test_no_id_of_another_guest_and_no_seed_leaves_the_server(served: Served) -> None:
    ada, ben = served.guest(), served.guest()
    table = ada.open("rummage", "me", "open", public=True)["id"]
    ben.sit(table)
    seed = served.host.rooms[table].ledger.table.seed.hex()
    me = ada.get("/api/me")["id"]
    with ben.at(table) as b:
        b.act("say", phrase="hello")
        texts = [json.dumps(message) for message in b.heard]
    paths = ("", "/log", "/at/1")
    texts += [ben.http.get(f"/api/tables/{table}{path}").text for path in paths]
    texts += [ben.http.get("/api/lobby").text]
    assert not any(me in text or seed in text for text in texts)


def test_secrets_do_not_get_into_logs() -> None:
    event = logs.hide_secrets(None, "info", {"event": "x", "password": "p", "Bot_Token": "t", "name": "n"})
    assert event == {"event": "x", "password": "(hidden)", "Bot_Token": "(hidden)", "name": "n"}


# --- the page ------------------------------------------------------------------------------------


def test_without_a_build_a_plain_page_says_so(served: Served, tmp_path: Path) -> None:
    with serving(settings_for(tmp_path, static=tmp_path / "nothing")) as other:
        answer = httpx.get(f"{other.address}/")
        assert answer.status_code == 200
        assert "has not been built" in answer.text


def test_the_built_page_is_served_with_an_index_for_its_own_addresses(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html>the page")
    (static / "assets" / "app-1a2b.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    with serving(settings_for(tmp_path, static=static)) as served:
        get = httpx.Client(base_url=served.address)
        assert get.get("/t/abcdef").text.endswith("the page")
        script = get.get("/assets/app-1a2b.js")
        assert "immutable" in script.headers["cache-control"]
        assert script.headers["content-type"].startswith("text/javascript")
        assert script.headers["content-encoding"] == "gzip"
        assert script.text == "1"
        plain = get.get("/assets/app-1a2b.js", headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert get.get("/assets/nothing.js").status_code == 404
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/%2e%2e/%2e%2e/secret.txt"):
            assert "secret" not in get.get(path).text
        get.close()


# --- operations ----------------------------------------------------------------------------------


def test_health_readiness_and_metrics(served: Served) -> None:
    assert httpx.get(f"{served.address}/healthz").json() == {"status": "alive"}
    assert httpx.get(f"{served.address}/readyz").json() == {"status": "ready"}
    ada = served.guest()
    table = ada.open("nim", "me", "me")["id"]
    with ada.at(table) as a:
        a.play(0, "take 1")
        text = httpx.get(f"{served.address}/metrics").text
    for figure in ("ludoteka_rooms", "ludoteka_sockets", "ludoteka_action_seconds_bucket", 'do="play"'):
        assert figure in text


def test_metrics_can_be_switched_off(tmp_path: Path) -> None:
    with serving(settings_for(tmp_path, metrics="off")) as served:
        assert httpx.get(f"{served.address}/metrics").status_code == 404


def test_a_server_that_stops_says_goodbye_and_has_written_everything(tmp_path: Path) -> None:
    with serving(settings_for(tmp_path)) as served:
        ada = served.guest()
        table = ada.open("nim", "me", "me")["id"]
        with ada.at(table) as a:
            a.play(0, "take 1")
            served.server.should_exit = True
            assert to_the_end(a).code == 4000
            assert a.heard[-1]["why"] == "shutdown"
            assert a.heard[-1]["retry"]
    rows = sqlite3.connect(tmp_path / "test.sqlite3")
    assert rows.execute("select count(*) from entries where kind = 'played'").fetchone() == (1,)
    assert rows.execute("select count(*) from seats where process is not null").fetchone() == (0,)
    rows.close()


def test_migrations_make_the_schema_and_are_noticed_when_missing(tmp_path: Path, postgres: str) -> None:
    address = f"sqlite:///{tmp_path / 'old.sqlite3'}"
    sqlite3.connect(tmp_path / "old.sqlite3").close()
    assert not migrate.is_current(address)
    migrate.upgrade(address)
    migrate.upgrade(address)
    assert migrate.is_current(address)
    assert not migrate.is_current(postgres)


def test_session_secrets_rotate_and_old_cookies_still_work(tmp_path: Path) -> None:
    import asyncio

    settings = settings_for(tmp_path, secret_days=1)
    migrate.upgrade(settings.database)
    now = [1_700_000_000_000]

    async def rotate() -> tuple[Any, Any, int]:
        store, time = Store(settings.database), Timekeeper(lambda: now[0])
        people = People(store, settings, time)
        await store.start()
        await people.start()
        cookie = people.sessions.sign("somebody")
        now[0] += 2 * 86_400_000
        await people.start()
        found = await people.sessions.read(cookie), await people.sessions.read(cookie + "x")
        number = len(await store.secrets())
        await store.stop()
        return (*found, number)

    old, forged, number = asyncio.run(rotate())
    assert old[0] == "somebody"
    assert forged is None
    assert number == 2


def test_admin_actions_are_commands_on_the_host(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = settings_for(tmp_path)
    admin.main(["--database", settings.database, "migrate"])
    with serving(settings) as served:
        ada = served.guest()
        ada.http.post("/api/me/claim", json={"name": "Ada", "password": "12345678"}).raise_for_status()
        ada.open("nim", "me", "open")
        admin.main(["--database", settings.database, "backup", str(tmp_path / "copy.sqlite3")])
        admin.main(["--database", settings.database, "forget-password", "ADA"])
        admin.main(["--database", settings.database, "forget-password", "ADA"])
        admin.main(["--database", settings.database, "count"])
        other = served.guest()
        claim = other.http.post("/api/me/claim", json={"name": "Ada", "password": "87654321"})
        assert claim.status_code == 200
    said = capsys.readouterr().out
    assert (tmp_path / "copy.sqlite3").exists()
    assert "free again" in said
    assert "Nobody has claimed" in said
    assert "1 guests; tables: 1 open." in said
