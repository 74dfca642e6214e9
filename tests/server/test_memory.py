"""Memory stays flat, however many matches have been played: it takes minutes, so `make test-long` runs it."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.server.process import Process
from tests.server.serving import Guest, until

MATCHES, BATCH, WORKERS = 10_000, 1000, 4
GROWTH_MB = 20  # from the second batch to the last: 2 kB a match would be 16 MB


def rss_mb(server: Process) -> float:
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text("utf-8")
    (line,) = [line for line in status.splitlines() if line.startswith("VmRSS:")]
    return int(line.split()[1]) / 1024


def play(guest: Guest) -> None:
    """A whole match of two people on one device, by its shortest way."""
    table = guest.open("nim", "me", "me", options={"stones": 3})["id"]
    body = {"do": "play", "seat": 0, "move": "take 3", "seen": 3, "key": "k"}
    answer = guest.http.post(f"/api/tables/{table}/actions", json=body)
    assert answer.json()["position"]["state"] == "over", answer.text


@pytest.mark.long
def test_finished_matches_leave_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTEKA_ROOM_IDLE_S", "1")
    seen = []
    with Process(f"sqlite:///{tmp_path / 'a.sqlite3'}") as server, ThreadPoolExecutor(WORKERS) as pool:
        guests = [server.guest() for _ in range(WORKERS)]
        for _ in range(MATCHES // BATCH):
            list(pool.map(play, [guests[number % WORKERS] for number in range(BATCH)]))
            until(lambda: "ludoteka_rooms 0.0" in guests[0].http.get("/metrics").text)
            seen.append(rss_mb(server))
        for guest in guests:
            guest.http.close()
    print("MB after each thousand:", [round(mb) for mb in seen])
    assert seen[-1] - seen[1] < GROWTH_MB, seen
