"""Two server processes behind a real nginx that speaks https, with the file of deploy/: `make test-long`."""

import json
import shutil
import signal
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.deploy.test_files import NGINX
from tests.server.process import Process
from tests.server.serving import PATIENCE, Seated, until
from websockets.sync.client import connect

from ludoteka.bench.hosting import free_port

pytestmark = pytest.mark.long

AROUND = """
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/ludoteka.conf;
}}
"""


@dataclass
class Proxy:
    folder: Path
    plain: int
    port: int

    @property
    def address(self) -> str:
        return f"https://localhost:{self.port}"

    @property
    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.folder / "fullchain.pem"))

    def listens(self) -> bool:
        with closing(socket.socket()) as tried:
            return tried.connect_ex(("127.0.0.1", self.port)) == 0

    @contextmanager
    def guest(self, name: str) -> Iterator[httpx.Client]:
        with httpx.Client(base_url=self.address, verify=self.trust, timeout=PATIENCE) as http:
            http.post("/api/me", json={"name": name}).raise_for_status()
            yield http

    @contextmanager
    def at(self, http: httpx.Client, table: str, since: int = 0) -> Iterator[Seated]:
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        address = f"wss://localhost:{self.port}/ws/tables/{table}?since={since}"
        headers = {"Cookie": cookie, "Origin": self.address}
        with connect(address, ssl=self.trust, additional_headers=headers, compression=None) as opened:
            yield Seated(opened)


def program() -> str:
    found = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin")
    assert found, "this needs nginx: apt-get install nginx-light"
    return found


def write_files(folder: Path, servers: list[Process]) -> Proxy:
    """The file of deploy/ with ports and paths of this machine, and a certificate of our own."""
    proxy = Proxy(folder, free_port(), free_port())
    text = NGINX.read_text(encoding="utf-8").replace("${LUDOTEKA_DOMAIN}", "localhost")
    text = text.replace("listen 80;", f"listen {proxy.plain};").replace(
        "listen 443 ssl;", f"listen {proxy.port} ssl;"
    )
    text = text.replace("/etc/nginx/certificates", str(folder))
    for name, server in zip(("server-a", "server-b"), servers, strict=True):
        text = text.replace(f"{name}:8000", f"127.0.0.1:{server.port}")
    (folder / "ludoteka.conf").write_text(text)
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder))
    make_certificate(folder)
    return proxy


def make_certificate(folder: Path) -> None:
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject, *files]
    subprocess.run(command, check=True, capture_output=True)


@contextmanager
def proxied(folder: Path, servers: list[Process]) -> Iterator[Proxy]:
    proxy = write_files(folder, servers)
    command = [program(), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    assert "warn" not in checked.stderr.replace('the "user" directive', ""), checked.stderr
    running = subprocess.Popen([*command, "-g", "daemon off;"])
    try:
        until(proxy.listens)
        yield proxy
    finally:
        running.send_signal(signal.SIGTERM)
        running.wait(PATIENCE)


@pytest.fixture
def servers(database: str) -> Iterator[list[Process]]:
    with Process(database) as first, Process(database) as second:
        yield [first, second]


@pytest.fixture
def proxy(servers: list[Process], tmp_path: Path) -> Iterator[Proxy]:
    with proxied(tmp_path, servers) as found:
        yield found


def opened(http: httpx.Client, **more: Any) -> str:
    wish = {"game": "nim", "seats": [{"kind": "me"}, {"kind": "open"}], "options": {"stones": 20}}
    answer = http.post("/api/tables", json=wish | more)
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["id"]
    return table


def test_people_play_through_https_on_two_processes_and_one_dies(
    proxy: Proxy, servers: list[Process]
) -> None:
    with proxy.guest("Ada") as ada, proxy.guest("Ben") as ben:
        table = opened(ada)
        ben.post(f"/api/tables/{table}/seats", json={}).raise_for_status()
        with proxy.at(ada, table) as a, proxy.at(ben, table) as b:
            a.wait_until(lambda a: a.awaited() == [0])
            for number in range(6):
                mover, other = (a, b) if number % 2 == 0 else (b, a)
                mover.wait_until(lambda s, n=number: s.awaited() == [n % 2])  # type: ignore[misc]  # the loop's number
                assert mover.play(number % 2, "take 1")["kind"] == "news"
                other.wait_until(lambda s, seq=mover.seq: s.seq >= seq)  # type: ignore[misc]  # the loop's seq
            seq = a.seq
        servers[0].kill()
        for _ in range(6):  # whichever process a request would have gone to
            assert ada.get(f"/api/tables/{table}").status_code == 200
        with proxy.at(ada, table, since=seq) as a:
            assert a.play(0, "take 1")["kind"] == "news"


def test_what_the_proxy_says_is_believed_and_what_people_say_is_not(proxy: Proxy) -> None:
    with proxy.guest("Ada") as ada:
        assert ada.get("/metrics").status_code == 404
        cookie = next(iter(ada.cookies.jar))
        assert cookie.name.startswith("ludoteka")
        answer = ada.post("/api/me", json={}, headers={"Origin": "https://elsewhere.example"})
        assert answer.status_code == 403, answer.text
        assert ada.post("/api/me", json={}, headers={"Origin": proxy.address}).status_code == 200
    moved = httpx.get(f"http://localhost:{proxy.plain}/table/x", follow_redirects=False)
    assert (moved.status_code, moved.headers["location"]) == (308, "https://localhost/table/x")


def test_a_server_that_is_not_ready_gets_no_requests(proxy: Proxy, servers: list[Process]) -> None:
    servers[1].kill()
    with proxy.guest("Ada") as ada:
        table = opened(ada)
        assert [ada.get(f"/api/tables/{table}").status_code for _ in range(10)] == [200] * 10
        servers[1].start()
        until(lambda: json.loads(ada.get("/readyz").text)["status"] == "ready")
