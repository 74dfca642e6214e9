"""Hints where something stands in their way: a refusal, a tile being considered, a board that came nearer."""

from playwright.sync_api import Page, expect
from tests.web.gestures import spot
from tests.web.visiting import PHONE, Visitors, at_table, wait_seat

# What is marked and not to be seen on the board as it is drawn now.
OUT_OF_SIGHT = """() => {
  const whole = document.querySelector("svg[role=grid]").getBoundingClientRect();
  return [...document.querySelectorAll(".board .lit.hint")].map((one) => one.getBoundingClientRect())
    .filter((box) => box.left < whole.left - 1 || box.right > whole.right + 1
      || box.top < whole.top - 1 || box.bottom > whole.bottom + 1).length;
}"""


def against_a_bot(visitors: Visitors, game: str) -> Page:
    page = visitors.come(PHONE)
    table = visitors.open_table(page, game, [{"kind": "me"}, {"kind": "bot", "level": 0}])
    visitors.go(page, f"/t/{table}")
    at_table(page)
    wait_seat(page)
    return page


def ask(page: Page, step: int) -> None:
    page.get_by_role("button", name=f"Hint {step} of 3").click()
    page.wait_for_selector('.now .ask[aria-busy="false"]:not([disabled])')


def test_a_hint_is_told_although_a_refusal_stands(visitors: Visitors) -> None:
    page = against_a_bot(visitors, "abak")
    page.locator(spot("19")).click()
    expect(page.locator(".now .words.no")).to_contain_text("no checker to move")
    expect(page.locator(".board .lit")).to_have_count(1)  # the point that was tapped, and no other
    for step in (1, 2, 3):
        ask(page, step)
        expect(page.locator(".now .words.hint")).to_be_visible()
    expect(page.locator(".now .words")).to_contain_text("Try this")
    page.locator(spot("19")).click()
    expect(page.locator(".now .words.no")).to_contain_text("no checker to move")  # it came after the hint


def test_the_squares_of_a_hint_come_into_sight(visitors: Visitors) -> None:
    page = against_a_bot(visitors, "abstrakto")
    page.locator(spot("b1")).click()
    ask(page, 1)
    ask(page, 2)
    for corner in ("n15", None):  # it cannot be near both
        expect(page.locator(".board .lit.hint")).to_have_count(1)
        page.wait_for_function(f"() => ({OUT_OF_SIGHT})() === 0")
        if corner:
            page.get_by_role("button", name="Take back").click()
            page.locator(spot(corner)).click()
