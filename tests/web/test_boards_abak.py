"""Abak's points: checkers by mouse and finger, double hits, pins, the bar, bearing off, the cube."""

import re

from playwright.sync_api import Page, expect
from tests.web.gestures import RISE, Fingers, drag, spot, study, two_people
from tests.web.visiting import DESK, PHONE, Visitors, legal, position, wait_seat, wait_turn

GUARD = "s/-/-/-/-/-/-/g/-/-/G/S/S/D/-/-/-/-/-/-/-/-/-/S - 10,13 0 5-4"
DRUID = "s/-/-/-/-/-/-/g/-/-/G/-/-/D/-/-/-/-/-/-/-/-/-/S - 12,13 0 6-3"
TWO_ON_THE_BAR = "s/-/-/-/-/S/-/-/-/-/-/-/-/-/-/-/-/-/g/-/-/-/S/- SG 11,13 0 6-4"
OFF = "-/O/-/-/E/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/s - 13,14 0 5-2"


def turn(page: Page, text: str) -> None:
    """The turn so far is this."""
    expect(page.locator(".turn")).to_have_attribute("data-turn", text)


def test_the_mouse_makes_a_double_hit_and_pins(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    study(page, visitors.base, "abak", GUARD)
    expect(page.locator(".movable").first).to_be_visible()
    drag(page, spot("13"), spot("2"))
    expect(page.locator(".why").get_by_role("link")).to_have_attribute("href", re.compile("/how/abak"))
    expect(page.locator("rect.lit.no").first).to_be_visible()
    expect(page.locator(".cross").first).to_be_visible()
    page.locator(spot("13")).click()
    expect(page.locator(".pair")).to_have_count(1)  # two checkers together hit the guard
    expect(page.locator(".pair .note")).to_have_text("5 · two hit")
    expect(page.locator(".second")).to_have_count(1)
    drag(page, spot("13"), spot("8"))
    turn(page, "13/8")
    expect(page.locator(".turn li")).to_have_text("13 → 8")
    expect(page.locator(".pinned")).to_have_count(1)  # the guard lies under the first of the two
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".pinned")).to_have_count(0)
    for source in ("13", "12"):
        expect(page.locator(f'[data-top="{source}"] .movable')).to_be_visible()
        drag(page, spot(source), spot("8"))
    turn(page, "13/8 12/8*")
    expect(page.locator(".turn li b")).to_have_text("hits")
    page.get_by_role("button", name="Finish the turn").click()
    expect(page.locator(".was.by0")).to_have_count(1)  # the ghost of the move: where they landed ...
    expect(page.locator("circle.left")).to_have_count(2)  # ... and where they came from


def test_fingers_move_checkers_and_see_why_not(visitors: Visitors) -> None:
    page = visitors.come(PHONE)
    study(page, visitors.base, "abak", DRUID)
    page.locator(".board").scroll_into_view_if_needed()
    expect(page.locator('[data-top="14"] .movable')).to_be_visible()
    hand = Fingers(page)
    board = page.locator("svg[role=grid]").bounding_box()
    assert board is not None
    assert board["height"] > 1.5 * board["width"], "an upright phone turns the board"
    hand.drag(spot("14"), spot("8"), rise=RISE)  # a piece, not the page
    turn(page, "14/8^")
    expect(page.locator(".pinned")).to_have_count(1)
    hand.drag(spot("24"), spot("21"), rise=RISE)
    turn(page, "14/8^ 24/21")
    expect(page.locator(".die.used")).to_have_count(2)
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".pinned")).to_have_count(0)
    page.locator(spot("11")).tap()
    page.locator(spot("2")).tap()
    expect(page.locator(".why").get_by_role("link")).to_have_attribute("href", re.compile("/how/abak"))


def test_from_the_bar_and_into_the_tray(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    study(page, visitors.base, "abak", TWO_ON_THE_BAR)
    classes = page.get_by_role("group", name="Which checker enters?")
    classes.get_by_role("button", name="Guard").click()
    expect(page.locator(".target.hit")).to_have_count(1)
    expect(page.locator(".note")).to_have_text("6 · hits")
    page.locator(spot("19")).click()
    turn(page, "bar(G)/19*")
    study(page, visitors.base, "abak", OFF)
    expect(page.locator(spot("off"))).to_have_attribute("aria-label", re.compile("13"))
    drag(page, spot("5"), spot("off"))
    drag(page, spot("2"), spot("off"))
    expect(page.locator(spot("off"))).to_have_attribute("aria-label", re.compile("15"))
    page.get_by_role("button", name="Finish the turn").click()
    expect(page.locator(".done")).to_be_visible()


def test_the_mark_of_a_player_is_the_checker(visitors: Visitors) -> None:
    one, _ = two_people(visitors, "abak")
    style = "(e) => [getComputedStyle(e).fill, getComputedStyle(e).rx]"
    marks = one.locator(".plates .mark svg > *")
    fills = [marks.nth(i).evaluate(style) for i in range(2)]
    assert fills[0][0] == "rgb(251, 244, 226)", "ivory"
    assert fills[1] == ["rgb(176, 48, 38)", "8px"], "lacquer, and round"


def test_the_cube_is_offered_taken_and_dropped(visitors: Visitors) -> None:
    mover, other = two_people(visitors, "abak", setup="classic", match=0, cube="on")
    expect(mover.get_by_text("167 pips")).to_have_count(2)
    expect(mover.locator(".emblem .fillmark")).to_have_count(0)  # soldiers only
    seat = wait_seat(mover)
    mover.evaluate("([seat, move]) => ludotekaTable.desk(seat).play(move)", [seat, legal(mover, seat, 1)[0]])
    other.get_by_role("button", name="Double").click()
    expect(other.get_by_text("waiting for the answer")).to_be_visible()
    expect(mover.get_by_text("doubles: play on for 2 points")).to_be_visible()
    mover.get_by_role("button", name="Take the double").click()
    expect(mover.locator(".cube text")).to_have_text("2")
    actor = wait_turn([mover, other])
    assert actor is other
    seat = wait_seat(other)
    other.evaluate("([seat, move]) => ludotekaTable.desk(seat).play(move)", [seat, legal(other, seat, 1)[0]])
    mover.get_by_role("button", name="Double").click()
    other.get_by_role("button", name="Drop").click()
    expect(other.locator(".result")).to_be_visible()
    assert position(mover)["state"] == "over"


def test_the_class_of_what_is_pointed_at_is_named(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    study(page, visitors.base, "abak", DRUID)
    page.locator(spot("14")).hover()
    expect(page.locator(".does")).to_contain_text("Druid")
    expect(page.locator(".class.shown")).to_have_text("Druid")
    page.locator(spot("11")).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".does")).to_contain_text("Guard")
    expect(page.locator(spot("14"))).to_have_attribute("aria-label", re.compile("ivory Druid"))
    page.locator(spot("14")).click()
    expect(page.locator(".note")).to_have_text("6 · pins")  # the die that leads there, and what happens
    expect(page.locator(".target text, .die")).not_to_have_count(0)
