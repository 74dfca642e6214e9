"""Boards in the middle of a move: nothing is cut or hard to read, on small screens, in the dark, in Czech."""

import pytest
from playwright.sync_api import Page
from tests.web import axe, looking
from tests.web.gestures import spot
from tests.web.test_table import HIDDEN, PARTS
from tests.web.visiting import Visitors, at_table, legal, wait_seat

SCREENS = {"upright": (390, 844), "across": (844, 390), "zoomed": (683, 384), "desk": (1366, 768)}
LEAST = 44
# Buttons of the tray that a finger would miss.
SMALL = """(least) => [...document.querySelectorAll(".tray button")].filter((one) => {
  const {width, height} = one.getBoundingClientRect();
  return one.checkVisibility() && (width < least - 0.5 || height < least - 0.5);
}).map((one) => one.getAttribute("aria-label") ?? one.textContent.trim())"""


def begin_row(page: Page) -> None:
    page.locator(spot("A2")).click()
    page.locator(spot("H2")).click()
    page.wait_for_selector(".mine li")


def take_checker(page: Page) -> None:
    page.locator("[data-top]:has(.movable)").first.wait_for()
    source = page.locator("[data-top]:has(.movable)").first.get_attribute("data-top")
    page.locator(spot(str(source))).click()
    page.wait_for_selector(".target")


def consider_point(page: Page) -> None:
    page.locator("circle.free").first.wait_for()
    page.locator(spot(legal(page, wait_seat(page), 5)[0])).click()
    page.wait_for_selector(".tray .what > p b")


HALFWAY = {"kakuro": begin_row, "abak": take_checker, "abstrakto": consider_point}


@pytest.mark.parametrize("game", HALFWAY)
def test_a_half_entered_move_fits_and_reads_well(visitors: Visitors, game: str) -> None:
    page = visitors.come(SCREENS["desk"], language="cs")
    table = visitors.open_table(page, game, [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"}])
    visitors.go(page, f"/t/{table}")
    at_table(page)
    wait_seat(page)
    HALFWAY[game](page)
    complaints: list[str] = []
    for name, (width, height) in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        looking.keep(page, f"halfway-{game}-{name}")
        complaints += [f"{name}: {one}" for one in page.evaluate(HIDDEN, PARTS)] + looking.astray(page, name)
        complaints += [f"{name}: small: {one}" for one in page.evaluate(SMALL, LEAST)]
    complaints += [str(one["id"]) for one in axe.look(page)[1]]
    page.emulate_media(color_scheme="dark")
    complaints += [f"dark: {one['nodes'][0]['html']}" for one in axe.contrast(page)]
    looking.keep(page, f"halfway-{game}-dark")
    assert not complaints, "\n".join(complaints)
