"""Each board at its start, in the middle and at the end; on a phone, a tablet and a desk; in both lights."""

from typing import Any

import pytest
from playwright.sync_api import Page
from tests.web.looking import astray, empty, keep, out_of_sight
from tests.web.visiting import DESK, GAMES, PHONE, TABLET, Visitors, at_table, legal, my_seat

NARROW_DESK = (1280, 720)  # nothing may have to be scrolled here during play
SIZES = {"phone": PHONE, "tablet": TABLET, "desk": DESK}
LIGHTS = {"start": ("light",), "middle": ("light", "dark"), "end": ("dark",)}
MOVES = {"abaku": 7, "calculissimo": 7, "kakuro": 5, "abstrakto": 9, "abak": 8}
PLAYED_OUT = "abstrakto"  # quick, and its end is worth a look; the others end when somebody leaves


def play(page: Page, moves: int) -> None:
    """The longest of what is legal, time after time: tiles in many places."""
    for _ in range(moves):
        page.wait_for_function(
            "() => ['turn', 'over'].includes(ludotekaTable.position.awaiting?.kind ?? 'over')"
        )
        seat = my_seat(page)
        if seat is None:
            return
        found = [move for move in legal(page, seat, 300) if not move.startswith(("change", "swap", "double"))]
        page.evaluate("([seat, move]) => ludotekaTable.desk(seat).play(move)", [seat, max(found, key=len)])


def look(page: Page, game: str, state: str) -> list[str]:
    """Pictures in every size, and what is to be said against them."""
    hand_over = page.locator(".hand button.primary")
    page.locator(".board").wait_for()
    if hand_over.count():
        hand_over.click()
    at_table(page)
    complaints: list[str] = []
    for light in LIGHTS[state]:
        page.emulate_media(color_scheme="dark" if light == "dark" else "light")
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            name = f"{game}-{state}-{size}-{light}"
            page.locator("svg[role=grid]").first.scroll_into_view_if_needed()  # a result may stand above it
            complaints += empty(page, keep(page, name), name, "svg[role=grid]") + astray(page, name)
    page.set_viewport_size({"width": NARROW_DESK[0], "height": NARROW_DESK[1]})
    return complaints + astray(page, f"{game}-{state}") + (out_of_sight(page, game) if state != "end" else [])


@pytest.mark.parametrize("game", GAMES)
def test_a_board_from_start_to_end(visitors: Visitors, game: str) -> None:
    page = visitors.come(DESK)
    seats: list[dict[str, Any]] = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"}]
    table = visitors.open_table(page, game, seats, options={"size": 5} if game == PLAYED_OUT else {})
    visitors.go(page, f"/t/{table}")
    page.locator(".board").wait_for()
    complaints = look(page, game, "start")
    play(page, MOVES[game])
    complaints += look(page, game, "middle")
    if game == PLAYED_OUT:
        play(page, 20)
    else:
        page.evaluate("() => ludotekaTable.act({do: 'leave', seat: 0})")
    page.wait_for_function("() => ludotekaTable.position.state === 'over'")
    complaints += look(page, game, "end")
    assert not complaints, "\n".join(complaints)


def test_the_eye_sees_what_it_looks_for(visitors: Visitors) -> None:
    page = visitors.come(PHONE)
    page.set_content("<body><main style='height:300px'>a</main></body>")
    assert empty(page, page.screenshot(), "blank")
    assert not astray(page, "blank")
    page.set_content(
        "<p style='width:600px'>wide</p>"
        "<div style='overflow:hidden'><p style='margin-left:-40px'>half outside</p></div>"
        "<button style='width:60px;white-space:nowrap;overflow:hidden'>a word that is cut off</button>"
    )
    found = " ".join(astray(page, "broken"))
    for complaint in ("the page is 6", "outside: <p", "cut off: <button"):
        assert complaint in found
    page.set_content("<!doctype html><p style='height:2000px'>long</p>")
    assert out_of_sight(page, "long") == ["long: html must be scrolled"]
