"""How quickly the page responds while tiles are laid: `ludoteka bench page --json`. The goal is 100 ms.

Its own server, a real Chromium, a table over the socket. Each key lays a tile at the cursor, timed from the
key (the browser's own timestamp of the event) until the frame with the tile has been drawn, and until the
frame with the server's preview has. It needs Playwright and Chromium, and takes half a minute.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from ludoteka.bench.hosting import ServerProcess
from ludoteka.bench.timing import Figures, quantiles
from ludoteka.core.refusals import BadRequest

ASKED_FOR = True  # it starts a server and a browser
GAMES = {"abaku": {"joker": "off"}, "calculissimo": {"start": "seat0"}}
ROUNDS = 12
REST_MS = 150  # between two keys: we measure a response, not a queue
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
SWITCHES = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
WATCH = """() => {
  window.laying = {tile: [], preview: []};
  let seen = null;
  const drawn = (start, list) => requestAnimationFrame(() => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = () => list.push((performance.now() - start) / 1000);
    port2.postMessage(0);
  });
  addEventListener("keydown", (event) => {
    seen?.disconnect(); // the same words as before: nothing new was drawn for the last key
    if (!/^[0-9+x:-]$/.test(event.key)) return;
    const list = document.querySelector("[data-part=list]");
    seen = new MutationObserver(() => {
      if (!list.querySelector(".found ol, .why")) return; // only cleared so far
      seen.disconnect();
      drawn(event.timeStamp, laying.preview);
    });
    seen.observe(list, {subtree: true, childList: true, characterData: true});
    drawn(event.timeStamp, laying.tile);
  }, true);
}"""


class Serving(ServerProcess):
    """`ludoteka serve` with its games, as people start it."""

    def start(self) -> None:
        command = [sys.executable, "-m", "ludoteka", "serve", "--port", str(self.port)]
        quick = {**os.environ, "LUDOTEKA_BOT_PAUSE_MS": "0"}
        self.process = subprocess.Popen(  # noqa: S603  # our own program
            [*command, "--database", self.database],
            env=quick,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


@contextmanager
def serving() -> Iterator[str]:
    """The address of a server that answers."""
    with tempfile.TemporaryDirectory() as folder:
        host = Serving(f"sqlite:///{Path(folder) / 'page.sqlite3'}")
        host.start()
        try:
            host.wait_until_ready(300)
            yield host.address
        finally:
            host.kill()


@contextmanager
def browsing() -> Iterator[Browser]:
    """A real browser, if there is one."""
    program = next((found for name in PROGRAMS if (found := shutil.which(name))), None)
    if program is None:
        raise BadRequest("This needs Chromium, and there is none.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=SWITCHES)
        yield browser
        browser.close()


def sit_down(page: Page, base: str, game: str, options: dict[str, str]) -> str:
    """Sits down alone on both sides of a table; returns the tiles on the rack of the seat to move."""
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"}]
    body = {"game": game, "seats": seats, "options": options}
    table = page.request.post(f"{base}/api/tables", data=body, headers={"Origin": base}).json()["id"]
    page.goto(f"{base}/t/{table}")
    page.locator(".hand button.primary").click()
    page.wait_for_selector(".rack button")
    labels = page.locator(".rack button").evaluate_all("all => all.map((e) => e.ariaLabel.split(' ').pop())")
    return "".join({"−": "-", "×": "x", "÷": ":"}.get(face, face) for face in labels if len(face) == 1)


def lay(page: Page, faces: str) -> dict[str, list[float]]:
    """Lays the rack tile by tile and takes it back, again and again."""
    page.evaluate(WATCH)
    for _ in range(ROUNDS):
        page.locator('.table [data-spot="E8"]').focus()
        for face in faces:
            page.keyboard.press(face)
            page.wait_for_timeout(REST_MS)
        page.keyboard.press("Escape")
    times: dict[str, list[float]] = page.evaluate("() => laying")
    return times


def figures() -> Figures:
    """Key to tile, and key to preview, in both tile-laying games."""
    with serving() as base, browsing() as browser:
        for game, options in GAMES.items():
            context: Any = browser.new_context(
                viewport={"width": 1440, "height": 900}, service_workers="block"
            )
            page: Page = context.new_page()
            times = lay(page, sit_down(page, base, game, options))
            yield from quantiles(f"page.{game}.key_to_tile", 1e3, times["tile"])
            yield from quantiles(f"page.{game}.key_to_preview", 1e3, times["preview"])
            context.close()
