"""Abstrakto's lattice: what fits where, areas and their counts, secret discards, the tile taken over."""

import re

from playwright.sync_api import expect
from tests.web.gestures import Fingers, drag, place, shown, spot, study, two_people
from tests.web.visiting import DESK, Visitors, wait_turn

# three settled areas (one of nobody), one open; blue to move
SETTLED = (
    "........./..b..o.../.......o./o....b.../..b....../....b..../......o../........./......... "
    "1,0,1|1,0,1 0 first=blue"
)

# a Line on each edge
EDGE = (
    "...b...../........./........./o.......o/........./........./........./........./.....b... "
    "1,0,1|1,0,1 0 first=blue"
)

# Tiles that leave the drawing or lie over a name of the lattice, measured at one moment.
COVERED = """() => {
  const box = (e) => e.getBoundingClientRect();
  const whole = box(document.querySelector("svg[role=grid]"));
  const apart = (a, b) => a.left >= b.right || a.right <= b.left || a.top >= b.bottom || a.bottom <= b.top;
  const names = [...document.querySelectorAll("svg[role=grid] text")];
  return [...document.querySelectorAll(".laid")].map(box).filter((tile) => tile.left < whole.left
    || tile.top < whole.top || tile.right > whole.right || tile.bottom > whole.bottom
    || names.some((name) => !apart(tile, box(name)))).map((tile) => [tile.left, tile.top]);
}"""


def test_pointer_and_keys_show_what_fits_and_how_areas_stand(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    study(page, visitors.base, "abstrakto", SETTLED)
    expect(page.locator("circle.free").first).to_be_visible()
    expect(page.locator(".area.settled")).to_have_count(3)
    expect(page.locator(".count")).to_have_count(3)  # "5 : 3" sits in the area
    expect(page.locator(".count").first).to_have_text(re.compile(r"^\d+ : \d+$"))
    ghost = page.locator(".shape.ghost")
    for point, strokes in (("b8", 0), ("d8", 0), ("c7", 1)):
        page.mouse.move(*place(page, spot(point)))
        expect(ghost).to_have_count(1)
        expect(ghost.locator("path:not(.shine)")).to_have_count(strokes)
    page.mouse.move(5, 5)
    expect(ghost).to_have_count(0)
    page.locator(spot("b7")).focus()
    page.keyboard.press("ArrowDown")
    expect(ghost).to_have_count(1)  # the cursor shows it as the pointer does
    page.keyboard.press("c")
    expect(page.locator(".count")).to_have_count(4)
    page.keyboard.press("c")
    expect(page.locator(".count")).to_have_count(3)
    drag(page, '.hand .stack[data-kind="X"]', spot("c7"))
    expect(page.locator(".tray .what > p b")).to_be_visible()
    expect(page.locator(".stands").first).to_be_visible()
    expect(page.locator(".shape.now")).to_have_count(1)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".tray .what > p b")).to_have_count(0)


def test_tiles_are_put_aside_in_secret(visitors: Visitors) -> None:
    ada, ben = two_people(visitors, "abstrakto", discard="secret", size=3)
    for page in (ada, ben):
        aside = page.get_by_role("group", name="Choose three tiles to put aside, in secret.")
        expect(page.get_by_role("group", name="Tiles of").filter(has_text="?")).to_have_count(1)
        for kind in ("Solid", "Cross", "Line"):
            aside.get_by_role("button", name=kind).click()
        aside.get_by_role("button", name="Take back").click()
        aside.get_by_role("button", name="Cross").click()
        aside.get_by_role("button", name="Put aside").click()
        expect(aside).to_be_hidden()
    mover = wait_turn([ada, ben])
    assert mover is not None
    expect(mover.get_by_role("group", name="Tiles of").filter(has_text="?")).to_have_count(1)


def test_the_second_player_takes_the_first_tile_over(visitors: Visitors) -> None:
    phone, desk = two_people(visitors, "abstrakto", pie="on", size=5, first="orange")
    whole = shown(phone)
    hand = Fingers(phone)
    hand.say("touchStart", place(phone, spot("f6")))
    hand.say("touchEnd")
    expect(phone.locator(".tray .what > p b")).to_be_visible()
    assert shown(phone)[2] < whole[2], "the board comes nearer"
    phone.locator(spot("f6")).click()  # the same point again places the tile
    desk.get_by_role("button", name="Take over the tile").click()
    for page in (phone, desk):
        expect(page.locator(".laid .shape.o0.last")).to_have_count(1)  # blue now


def test_nothing_on_the_edge_covers_the_names_or_is_cut_off(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    study(page, visitors.base, "abstrakto", EDGE)
    expect(page.locator(".laid")).to_have_count(4)
    assert page.evaluate(COVERED) == []
