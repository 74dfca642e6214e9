"""Addresses where nothing is: why is said, and where to go from there; a mistyped code can be mended."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.web.test_screens import check
from tests.web.visiting import DESK, PHONE, Visitors

EMPTY = re.compile("empty|prázdná|leer|vacía|vide")
LOST = {
    "/nonsense/here": "There is nothing at this address.",
    "/constructor": "There is nothing at this address.",
    "/how/chess": "There is nothing at this address.",
    "/new/%E0%A4%A": "There is nothing at this address.",
    "/t/nosuchtable1": "There is no such table.",
    "/group/nosuchgroup1": "There is no such group.",
    "/sitting/nosuchround1": "There is no such",
    "/daily/abaku/2001-01-01": "There was no board on that day.",
}


def ways_on(page: Page) -> None:
    expect(page.locator("h1")).to_have_count(1)
    for place in ("/", "/lobby", "/learn"):
        expect(page.locator(f"main a.button[href='{place}']")).to_be_visible()


@pytest.mark.parametrize("path", LOST)
def test_where_nothing_is_that_is_said(visitors: Visitors, path: str) -> None:
    page = visitors.come(PHONE)
    visitors.go(page, path)
    expect(page.get_by_role("heading", name="This box is empty")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text(LOST[path])
    ways_on(page)


@pytest.mark.parametrize("language", ["en", "cs", "de", "es", "fr"])
def test_it_is_said_in_every_language_and_fits(visitors: Visitors, language: str) -> None:
    page = visitors.come(PHONE, language=language, dark=True)
    visitors.go(page, "/nowhere")
    expect(page.get_by_role("heading", level=1)).to_have_text(EMPTY)
    check(page, f"phone-lost-{language}")


def test_without_scripts_there_are_words_with_room_around_them(visitors: Visitors) -> None:
    page = visitors.come(PHONE, java_script_enabled=False)
    visitors.go(page, "/how/abaku")
    expect(page.locator("noscript h1")).to_have_text("Ludoteka")
    assert page.locator("noscript p[lang]").count() == 5
    words = page.locator("noscript p").first.bounding_box()
    assert words
    assert words["x"] >= 12


def test_a_mistyped_code_is_mended_on_the_spot(visitors: Visitors) -> None:
    host, guest = visitors.come(), visitors.come(DESK)
    table = visitors.open_table(host, "abak", [{"kind": "me"}, {"kind": "open"}])
    code = visitors.get(host, f"/api/tables/{table}").json()["code"]
    visitors.go(guest, "/j/QQQQQ1")
    expect(guest.get_by_role("alert")).to_have_text("There is no table with this code.")
    check(guest, "desk-lost-code")
    guest.get_by_label("Code of the table").fill(code.lower())
    guest.locator("main").get_by_role("button", name="Join").click()
    guest.wait_for_url(f"**/t/{table}")
    expect(guest.get_by_role("button", name="Sit down")).to_be_visible()
