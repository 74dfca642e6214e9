"""Where things stand at a table, and that they stay there: board and panel, buttons, roots and signs."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web.gestures import drag, spot
from tests.web.looking import astray
from tests.web.visiting import DESK, GAMES, PHONE, Visitors, at_table, wait_seat

WIDE = [(1024, 768), (1366, 768), (1920, 1080)]
WIDTH = 700  # of an unzoomed drawing of a fifteen by fifteen board: between this and what it zooms to
EDGES = """() => [".table .stage", ".table > .players", ".table > .panel"].map((name) => {
  const {left, right, top, bottom} = document.querySelector(name).getBoundingClientRect();
  return {left, right, top, bottom};
})"""
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
WIDTHS = """() => {
  const board = document.querySelector(".stage svg");
  globalThis.seen = [];
  new MutationObserver(() => seen.push(board.viewBox.baseVal.width))
    .observe(board, {attributes: true, attributeFilter: ["viewBox"]});
}"""


def alone(visitors: Visitors, page: Page, game: str, **options: Any) -> str:
    """A table with nobody else, at which something can be done at once."""
    table = visitors.open_table(page, game, [{"kind": "me"}], options=options)
    visitors.go(page, f"/t/{table}")
    at_table(page)
    wait_seat(page)
    return table


@pytest.mark.parametrize("game", GAMES)
def test_board_and_panel_stand_together_in_the_middle(visitors: Visitors, game: str) -> None:
    page = visitors.come(DESK)
    visitors.go(page, f"/t/{visitors.open_table(page, game, [{'kind': 'me'}, {'kind': 'bot', 'level': 0}])}")
    at_table(page)
    for width, height in WIDE:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        stage, players, panel = page.evaluate(EDGES)
        assert players["left"] - stage["right"] <= 40, "no hole between them"
        assert abs(stage["left"] - (width - panel["right"])) <= 40, "as far from the left as from the right"
        assert panel["bottom"] <= height
        assert astray(page, f"{game} at {width}") == []


def test_the_large_board_fills_a_projector(visitors: Visitors) -> None:
    page = visitors.come((1920, 1080))
    alone(visitors, page, "kakuro")
    stage, players, panel = page.evaluate(EDGES)
    assert stage["right"] - stage["left"] >= 940
    assert abs(stage["top"] - players["top"]) <= 4
    assert abs(stage["bottom"] - panel["bottom"]) <= 4


def test_a_root_is_one_sign(visitors: Visitors) -> None:
    """Its bar meets its hook, in the list as in a chip."""
    page = visitors.come(DESK)
    visitors.go(page, "/how/abaku")
    root = page.locator(".items .root").first
    root.scroll_into_view_if_needed()
    for size in ("16px", "20px", "40px"):
        page.evaluate("(size) => document.querySelector('.items .root').style.fontSize = size", size)
        hook, bar = (root.locator(part).bounding_box() for part in ("svg", ".under"))
        assert hook is not None
        assert bar is not None
        assert abs(hook["y"] - bar["y"]) <= 2, size


def test_a_board_zooms_to_where_a_tile_is_laid(visitors: Visitors) -> None:
    """On a phone, by itself; at once for whoever wants no motion. The way there is in glide.test.ts."""
    for motion in ("no-preference", "reduce"):
        page = visitors.come(PHONE, reduced_motion=motion)
        alone(visitors, page, "abaku", joker="off")
        page.evaluate(WIDTHS)
        page.locator(".rack button.tile").first.click()
        page.wait_for_function(f"() => seen.length && seen.at(-1) < {WIDTH}")
        expect(page.locator(".stage.zoomed")).to_be_visible()
        if motion == "reduce":
            assert len(page.evaluate("seen")) == 1, "in one step"


def test_the_race_button_stays_where_it_is(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    alone(visitors, page, "kakuro")
    if page.get_by_role("button", name="Turn over the sum").count():
        page.get_by_role("button", name="Turn over the sum").click()
    button = page.locator(".tray .buzzer")
    before = button.bounding_box()
    drag(page, spot("A1"), spot("C1"))
    expect(page.locator(".mine")).to_be_visible()
    assert button.bounding_box() == before
    page.locator(".tray .undo").click()
    assert button.bounding_box() == before


def test_the_signs_of_the_first_equation_are_read_on_its_tiles(visitors: Visitors) -> None:
    page = visitors.come(PHONE)
    visitors.go(page, "/how/abaku")
    cards = page.locator(".cards > li .picture")
    expect(cards.first.locator(".signs")).to_have_count(1)
    expect(cards.nth(1).locator("svg[role=img]")).to_have_count(1)
    expect(cards.nth(1).locator(".signs")).to_have_count(0)  # it makes several


def test_what_is_outside_a_picture_of_checkers_is_not_drawn(visitors: Visitors) -> None:
    page = visitors.come(PHONE)
    visitors.go(page, "/how/abak")
    druid = page.locator(".cards > li .picture").nth(3)
    druid.scroll_into_view_if_needed()
    expect(druid.locator("svg[role=img]")).to_have_count(1)
    pieces = druid.locator(".piece")
    assert 0 < pieces.count() < 6
    box, frame = pieces.first.bounding_box(), druid.bounding_box()
    assert box is not None
    assert frame is not None
    assert box["width"] > frame["width"] / 10, "large enough to see what it is"


def test_nobody_is_called_by_two_names_in_one_word(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    table = visitors.open_table(page, "abaku", [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": 0}])
    visitors.go(page, f"/t/{table}")
    at_table(page)
    assert re.fullmatch(r"You\s+Ada", page.locator(".players .name").first.inner_text())
