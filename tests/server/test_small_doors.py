"""Small ones: silent connections, long paths, wrong types, endless offers, strangers who ask."""

import socket
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.serving import Guest, Served, serving, settings_for, until
from websockets.exceptions import ConnectionClosed

from ludoteka.server.table import actions
from ludoteka.server.web import connections


@pytest.fixture
def ada(served: Served) -> Guest:
    return served.guest("Ada")


# --- connections ---------------------------------------------------------------------------------


def is_cut(silent: socket.socket, seconds: float) -> bool:
    """Whether the server ends a connection that says nothing."""
    silent.settimeout(seconds)
    try:
        return silent.recv(1) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


@pytest.mark.parametrize("said", [b"", b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: "])
def test_a_connection_that_asks_nothing_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    assert connections.SILENT_S == 30
    monkeypatch.setattr(connections, "SILENT_S", 0.5)
    with serving(settings_for(tmp_path)) as served:
        with socket.create_connection(("127.0.0.1", served.port)) as silent:
            silent.sendall(said)
            assert is_cut(silent, 10)
        ada = served.guest()
        with ada.at(ada.open("nim", "me", "me")["id"]) as a:  # a socket is no silent connection
            time.sleep(1.2)
            assert a.ask("ping")["kind"] == "pong"
        assert httpx.get(f"{served.address}/healthz").status_code == 200


POST = b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n"
GET = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.mark.parametrize(("first", "said"), [(b"", POST), (b"", POST + b'{"na'), (GET, b"G")])
def test_a_connection_that_does_not_finish_a_request_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: bytes, said: bytes
) -> None:
    """The body that was promised never comes, or only the first byte of one more request."""
    monkeypatch.setattr(connections, "SILENT_S", 0.5)
    with serving(settings_for(tmp_path)) as served:
        with socket.create_connection(("127.0.0.1", served.port)) as slow:
            slow.settimeout(10)
            slow.sendall(first)
            assert not first or slow.recv(4096)
            slow.sendall(said)
            while slow.recv(4096):
                pass
        assert httpx.get(f"{served.address}/healthz").status_code == 200


def test_a_connection_that_does_not_read_its_answers_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "SILENT_S", 1.0)
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("x" * 1_000_000)
    with serving(settings_for(tmp_path, static=static)) as served, socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", served.port))
        deaf.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 50)
        until(lambda: served.server.server_state.connections)
        until(lambda: not served.server.server_state.connections, 20)


def test_a_connection_that_rests_after_its_answer_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Proxies keep theirs for a minute: closing first would meet a request on its way."""
    monkeypatch.setattr(connections, "SILENT_S", 0.2)
    with ExitStack() as stack:
        served = stack.enter_context(serving(settings_for(tmp_path)))
        resting = stack.enter_context(socket.create_connection(("127.0.0.1", served.port)))
        resting.sendall(GET)
        resting.settimeout(10)
        assert resting.recv(4096)
        assert not is_cut(resting, 0.8)


def test_silent_connections_do_not_use_up_all_descriptors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is one too many is cut off at once; those who have asked stay."""
    monkeypatch.setattr(connections, "most_connections", lambda: 20)
    with serving(settings_for(tmp_path)) as served:
        client = httpx.Client(base_url=served.address)
        assert client.get("/healthz").status_code == 200
        mute = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(60)]
        try:
            until(lambda: sum(is_cut(one, 0.02) for one in mute) >= 40)
            assert client.get("/healthz").status_code == 200
        finally:
            for one in mute:
                one.close()
            client.close()


def test_the_limit_leaves_descriptors_for_the_rest() -> None:
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert connections.most_connections() < soft or soft < connections.KEPT_BACK


# --- requests ------------------------------------------------------------------------------------


def test_a_long_path_is_not_there(tmp_path: Path) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("<!doctype html>the page")
    with serving(settings_for(tmp_path, static=static)) as served:
        for path in (f"/assets/{'x' * 5000}.js", f"/{'y/' * 2500}z.js", f"/{'x' * 300}.js"):
            assert httpx.get(f"{served.address}{path}").status_code == 404


def test_a_nul_in_an_address_is_nothing_that_is_there(database: str, tmp_path: Path) -> None:
    """PostgreSQL keeps no NUL in a text: a question with one must not look like a database that is away."""
    with serving(settings_for(tmp_path, database=database, migrate=True)) as served:
        ada = served.guest("Ada")
        for method, path in (
            ("GET", "/api/codes/%00"),
            ("GET", "/api/me/finished?game=%00"),
            ("GET", "/api/me/finished?opponent=%00"),
            ("GET", "/api/me/records?game=%00"),
            ("GET", "/api/daily/nim/today/picture.png?try=%00"),
            ("GET", "/api/puzzles/%00/next"),
            ("DELETE", "/api/me/sessions/%00"),
            ("DELETE", "/api/bots/%00"),
        ):
            assert ada.http.request(method, path).status_code in (200, 400, 404, 422), path
        with pytest.raises(ConnectionClosed) as closed, ada.at("%00"):
            pass
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4004


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/tables", {"game": "nim", "seats": [{"kind": "me"}, {"kind": "bot", "level": "1"}]}),
        ("/api/tables", {"game": "nim", "seats": [{"kind": "me"}, {"kind": "bot", "level": True}]}),
        ("/api/pair", {"game": "nim", "seats": 2.0}),
        ("/api/tables/{table}/seats", {"seat": "0"}),
        ("/api/tables/{table}/actions", {"do": "leave", "seat": True, "seen": 0, "key": "k"}),
        ("/api/tables/{table}/actions", {"do": "leave", "seat": "0", "seen": 0, "key": "k"}),
        ("/api/tables", {"game": "nim", "seats": [{"kind": "me"}], "public": "true"}),
        ("/api/tables", {"game": "nim", "seats": [{"kind": "me"}], "allows": {"hints": "yes"}}),
        ("/api/pair", {"game": "nim", "rated": 1}),
        ("/api/challenges", {"game": "nim", "name": "Ben", "rated": "no"}),
        ("/api/study", {"game": "nim", "plain": 1}),
        ("/api/study", {"game": "nim", "events": [{"seat": 0, "leave": "on"}]}),
        (
            "/api/tables/{table}/actions",
            {"do": "respond", "seat": 0, "ref": 1, "accept": "yes", "seen": 0, "key": "k"},
        ),
        ("/api/tables", [1, 2]),
        ("/api/tables", {"game": 7}),
    ],
)
def test_wrong_types_are_bad_requests(ada: Guest, path: str, body: Any) -> None:
    table = ada.open("nim", "me", "open")["id"]
    answer = ada.http.post(path.format(table=table), json=body)
    assert answer.status_code == 422
    assert answer.json()["error"]["why"] == "bad-request"


def test_wrong_types_on_a_socket_are_bad_requests(ada: Guest) -> None:
    with ada.at(ada.open("nim", "me", "me")["id"]) as a:
        for seat in ("0", True, 0.0):
            assert a.act("play", seat=seat, move="take 1")["why"] == "bad-request"
        for accept in ("true", 1):
            assert a.act("respond", seat=0, ref=1, accept=accept)["why"] == "bad-request"
        assert a.position["ply"] == 0


def test_a_body_that_only_claims_to_be_json_says_so(ada: Guest) -> None:
    answer = ada.http.post("/api/me", content=b"{", headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["error"]["text"] == "The body must be JSON."


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/xml", None])
def test_a_body_that_is_not_json_is_415(ada: Guest, kind: str | None) -> None:
    headers = {} if kind is None else {"Content-Type": kind}
    answer = ada.http.post("/api/me", content=b'{"name": "Eva"}', headers=headers)
    assert answer.status_code == 415
    assert answer.json()["error"]["why"] == "bad-request"
    assert ada.get("/api/me")["name"] == "Ada"
    for fine in ("application/json", "application/json; charset=utf-8"):
        answer = ada.http.post("/api/me", content=b'{"name": "Ada"}', headers={"Content-Type": fine})
        assert answer.status_code == 200


def test_offers_have_a_cap(served: Served, ada: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "OFFERS", 3)
    ben = served.guest("Ben")
    table = ada.open("nim", "me", "open")["id"]
    ben.sit(table)
    with ada.at(table) as a, ben.at(table) as b:
        for _ in range(3):
            offer = a.act("propose", seat=0, what="draw")["entries"][0]["seq"]
            a.act("respond", seat=0, ref=offer, accept=False)
        assert a.act("propose", seat=0, what="draw")["text"] == "Enough has been offered at this table."
        assert b.act("propose", seat=1, what="draw")["kind"] == "news"  # each seat has its own


def test_the_position_is_there_without_a_socket(served: Served, ada: Guest) -> None:
    table = ada.open("nim", "me", {"kind": "bot", "level": 1})
    path = f"/api/tables/{table['id']}/position"
    now = ada.get(path)
    assert (now["position"]["state"], now["legal"]) == ("running", None)
    assert ada.get(f"{path}?legal=2")["legal"]["moves"] == ["take 1", "take 2"]
    assert ada.get(f"{path}?legal=0")["legal"]["count"] == 3
    stranger = served.guest("Ben")
    assert stranger.get(path)["position"]["views"][0]["seat"] is None
    for wrong, status in (
        (f"{path}?legal=2&seat=0", 403),
        (f"{path}?legal=2", 400),
        (f"{path}?legal=-1", 422),
    ):
        assert stranger.http.get(wrong).status_code == status


def test_a_refused_action_over_http_names_its_key(ada: Guest) -> None:
    table = ada.open("nim", "me", {"kind": "bot", "level": 1})
    action = {"do": "play", "seat": 0, "move": "take 9", "seen": 0, "key": "k1"}
    answer = ada.http.post(f"/api/tables/{table['id']}/actions", json=action)
    assert answer.status_code == 400
    assert (answer.json()["error"]["why"], answer.json()["error"]["key"]) == ("illegal-move", "k1")


def test_a_game_that_cannot_imagine_promises_no_hints(ada: Guest) -> None:
    can = {sheet["id"]: sheet["can"] for sheet in ada.get("/api/games")}
    assert "hint" not in can["nim"]
    assert "hint" in can["rummage"]
