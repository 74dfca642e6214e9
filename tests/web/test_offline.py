"""Installed on a device: manifest, kept shell, words instead of a browser's error, games that go on."""

import json
import struct

from playwright.sync_api import Page, expect
from tests.web import axe
from tests.web.visiting import PATIENCE, PHONE, Visitors, at_table, position, wait_turn

KEPT = """async () => { const names = await caches.keys(); if (names.length !== 1) return [];
  return (await (await caches.open(names[0])).keys()).map((one) => new URL(one.url).pathname); }"""


def test_the_page_can_be_installed(visitors: Visitors) -> None:
    page = visitors.come()
    visitors.go(page, "/")
    link = page.locator("link[rel=manifest]").get_attribute("href")
    answer = visitors.get(page, str(link))
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = json.loads(answer.text())
    assert {"name", "short_name", "start_url", "display", "icons", "theme_color", "background_color"} <= set(
        manifest
    )
    assert manifest["display"] == "standalone"
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"192x192", "512x512"} <= sizes
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        check_icon(visitors.get(page, icon["src"]).body(), icon["sizes"])


def check_icon(body: bytes, sizes: str) -> None:
    if sizes != "any":
        width, height = struct.unpack(">II", body[16:24])
        assert f"{width}x{height}" == sizes
    else:
        assert b"<svg" in body


def test_without_the_server_there_are_words_and_with_it_the_game_goes_on(visitors: Visitors) -> None:
    page = visitors.come(PHONE, service_workers="allow")
    visitors.go(page, "/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.get_by_role("button", name="Play now: Abstrakto").click()
    at_table(page)
    assert wait_turn([page]) is page
    ply = position(page)["ply"]
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    wait_until_kept(page, ("/", "Table", "abstrakto"))
    table = page.url
    page.context.set_offline(True)
    page.goto(visitors.base + "/")
    expect(page.get_by_text("cannot be reached")).to_be_visible()
    expect(page.get_by_role("heading", name="What shall we play?")).to_be_visible()
    axe.check(page, "offline")
    page.goto(table)
    expect(page.get_by_text("cannot be reached")).to_be_visible()
    page.context.set_offline(False)
    at_table(page)
    assert position(page)["ply"] == ply
    expect(page.get_by_text("cannot be reached")).to_be_hidden()


def wait_until_kept(page: Page, parts: tuple[str, ...]) -> None:
    """Until the worker has these files."""
    for _ in range(100):
        kept = page.evaluate(KEPT)
        if all(any(part in path for path in kept) for part in parts):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"kept are only {kept}")


def test_a_game_at_the_table_goes_on_after_a_cut(visitors: Visitors) -> None:
    page = visitors.come()
    table = visitors.open_table(page, "abstrakto", [{"kind": "me"}, {"kind": "bot", "level": 0}])
    refusing: list[str] = []
    page.route_web_socket(
        "**/ws/tables/*", lambda line: line.close() if refusing else line.connect_to_server()
    )
    visitors.go(page, f"/t/{table}")
    at_table(page)
    assert wait_turn([page]) is page
    refusing.append(table)
    page.evaluate("() => ludotekaTable.cut()")
    expect(page.get_by_text("Reconnecting")).to_be_visible()
    refusing.clear()
    expect(page.get_by_text("Reconnecting")).to_be_hidden(timeout=PATIENCE)
    assert wait_turn([page]) is page
    page.context.set_offline(True)  # then one line says it, for the whole page
    page.evaluate("() => ludotekaTable.cut()")
    expect(page.get_by_text("cannot be reached")).to_be_visible()
    expect(page.get_by_text("Reconnecting")).to_be_hidden()
    page.context.set_offline(False)
    expect(page.get_by_text("cannot be reached")).to_be_hidden(timeout=PATIENCE)
    assert wait_turn([page]) is page
