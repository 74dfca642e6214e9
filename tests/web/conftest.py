"""A real server and a real browser for the page's tests."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import socket
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.web.visiting import PATIENCE, ROOT, Visitors

expect.set_options(timeout=PATIENCE)  # the usual five seconds are short on a busy machine

SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--force-color-profile=srgb",
]
LOUD = "\n*** The page's browser tests did NOT run: {why} ***\n"


def chromium() -> str | None:
    """Debian's Chromium; installed where that is possible."""
    if (found := installed()) or not shutil.which("apt-get") or os.geteuid() != 0:
        return found
    import fcntl  # where apt-get is, it is

    with (Path(tempfile.gettempdir()) / "ludoteka-chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the tests run in several processes, and apt-get does not wait
        if not installed():
            subprocess.run(["apt-get", "update", "-qq"], check=False)
            subprocess.run(["apt-get", "install", "-y", "-qq", "chromium"], check=False)
    return installed()


def installed() -> str | None:
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def built() -> None:
    """The page as its sources say."""
    made = subprocess.run([sys.executable, "hatch_build.py"], cwd=ROOT, check=False)
    if made.returncode:
        pytest.skip(LOUD.format(why="the page could not be built (is the network there?)"))


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for all tests; each visitor has cookies of their own.

    It ends with the tests of this folder: its event loop runs in this thread, where others want one, too.
    """
    program = chromium()
    if program is None:
        print(LOUD.format(why="there is no Chromium, and it could not be installed"), file=sys.stderr)
        pytest.skip(LOUD.format(why="there is no Chromium, and it could not be installed"))
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=SWITCHES)
        yield started
        started.close()


QUICK = {
    "LUDOTEKA_BOT_PAUSE_MS": "0",
    "LUDOTEKA_BOT_WORKERS": "1",
    "LUDOTEKA_RATE_TABLES": "[100, 1000]",
    "LUDOTEKA_RATE_STUDY": "[500, 1000]",
    "LUDOTEKA_RATE_GUEST": "[500, 2000]",
    "LUDOTEKA_RATE_SOCKET": "[500, 1000]",
}


@pytest.fixture(scope="session")
def address(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """`ludoteka serve` with a database of its own; LUDOTEKA_PAGE_AT names one that runs already."""
    if running := os.environ.get("LUDOTEKA_PAGE_AT"):
        yield running
        return
    with serving(tmp_path_factory.mktemp("server"), "/readyz") as base:
        yield base


@contextmanager
def serving(folder: Path, sign: str, **more: str) -> Iterator[str]:
    """A server of its own, once `sign` answers; `more` goes into its environment."""
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "ludoteka", "serve", "--port", str(port)]
    command += ["--database", f"sqlite:///{folder / 'page.sqlite3'}"]
    with (folder / "log.txt").open("wb") as log:
        process = subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, **QUICK, **more}, stdout=log, stderr=subprocess.STDOUT
        )
        base = f"http://127.0.0.1:{port}"
        try:
            wait_for(f"{base}{sign}", process, folder / "log.txt")
            yield base
        finally:
            stop(process)


def stop(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def wait_for(sign: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    """Until the server answers there; `/readyz` does when its games are compiled."""
    end = time.monotonic() + 300
    while time.monotonic() < end and process.poll() is None:
        try:
            with urlopen(sign) as answer:
                if answer.status == 200:
                    return
        except (URLError, ConnectionError, TimeoutError):
            time.sleep(0.2)
    raise AssertionError(f"the server did not start:\n{log.read_text(errors='replace')[-3000:]}")


@pytest.fixture
def visitors(browser: Browser, address: str) -> Iterator[Visitors]:
    """People with browsers, and nothing may go wrong in their consoles."""
    people = Visitors(browser, address)
    yield people
    people.leave()
