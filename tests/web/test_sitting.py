"""One rack for all on the page: a link, moves that are handed in, what was laid, the last screen."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web.test_screens import check
from tests.web.visiting import DESK, PHONE, Visitors

from ludoteka import games
from ludoteka.core.match import load

TURNS = 5


def opened(visitors: Visitors, teacher: Page, game: str, pace: str = "host") -> str:
    """Through the three questions to the link."""
    visitors.go(teacher, "/group")
    teacher.locator("#g-game").select_option(game)
    teacher.get_by_role("radio", name="One rack for all").check()
    teacher.locator("#s-turns").select_option(str(TURNS))
    teacher.locator("#s-pace").select_option(pace)
    check(teacher, f"desk-sitting-new-{game}")
    teacher.get_by_role("button", name="Make the link").click()
    teacher.wait_for_url(re.compile("/sitting/[a-z0-9]+$"))
    return teacher.url.rpartition("/")[2]


def sheet(visitors: Visitors, page: Page, sitting: str) -> dict[str, Any]:
    found: dict[str, Any] = page.request.get(f"{visitors.base}/api/sittings/{sitting}").json()
    return found


def some_move(game: str, view: dict[str, Any], place: int) -> str:
    """A move for the rack of a view: placement number `place`, from the engine's own list."""
    rules = games.get(game)
    board = "/".join(view["board"])
    rack = view["rack"] if "rack" in view else view["racks"][0]
    match = load(games.get("abaku"), f"{board} {rack} 0123456789 0 0")
    moves = [rules.notation.write(match.state, 0, move) for move in match.legal()]
    return [move for move in moves if move[0].isdigit() or move[1].isdigit()][place]


def hand_in(visitors: Visitors, page: Page, sitting: str, place: int) -> None:
    now = sheet(visitors, page, sitting)
    move = some_move("abaku", now["view"], place)
    visitors.post(page, f"/api/sittings/{sitting}/move", {"turn": now["turn"], "move": move})


def test_a_sitting_from_the_link_to_the_last_screen(visitors: Visitors) -> None:
    teacher = visitors.come(DESK)
    sitting = opened(visitors, teacher, "abaku")
    expect(teacher.locator("svg.qr")).to_be_visible()
    check(teacher, "desk-sitting-waiting")
    guests = [visitors.come(PHONE, language="cs"), visitors.come(DESK)]
    for guest in guests:
        visitors.go(guest, f"/sitting/{sitting}")
        guest.locator("button.primary").click()
        expect(guest.locator("tr.mine")).to_be_visible()
    check(guests[0], "phone-sitting-waiting")
    teacher.get_by_role("button", name="Begin the first turn").click()
    for page in (teacher, *guests):
        expect(page.locator("[role=timer]")).to_be_visible()
    check(guests[0], "phone-sitting-turn")
    check(guests[1], "desk-sitting-turn")
    check(teacher, "desk-sitting-watching")

    hand_in(visitors, guests[0], sitting, 0)
    expect(guests[0].locator(".task")).to_contain_text("odevzdaný")  # it hears by itself
    expect(guests[1].locator(".doing.done")).to_have_count(1)
    first = sheet(visitors, guests[1], sitting)
    assert first["players"][0]["handed"]
    check(guests[0], "phone-sitting-handed")
    hand_in(visitors, guests[1], sitting, -1)
    for page in (teacher, *guests):
        expect(page.locator("#last")).to_be_visible()
    check(teacher, "desk-sitting-between")
    check(guests[0], "phone-sitting-between")
    for turn in range(2, TURNS + 1):
        teacher.get_by_role("button", name="Begin the next turn").click()
        for number, guest in enumerate(guests):
            expect(guest.locator("[role=timer]")).to_be_visible()
            hand_in(visitors, guest, sitting, 0 if number == turn % 2 else -1)
        expect(teacher.locator("#last")).to_contain_text(f"Turn {turn}:")
    expect(teacher.locator(".ends")).to_be_visible()
    expect(teacher.locator("#every")).to_be_visible()
    assert teacher.locator("section:has(#every) tbody tr").count() == TURNS
    check(teacher, "desk-sitting-over")
    teacher.locator("section:has(#every) tbody button").nth(1).click()
    expect(teacher.locator("#found")).to_be_visible()
    check(teacher, "desk-sitting-past-turn")
    phone = visitors.come(PHONE, dark=True)
    visitors.go(phone, f"/sitting/{sitting}")
    expect(phone.locator(".ends")).to_be_visible()
    check(phone, "phone-sitting-over")


@pytest.mark.parametrize("game", ["abaku", "calculissimo"])
def test_a_move_is_handed_in_with_the_hands(visitors: Visitors, game: str) -> None:
    """Tiles are tapped onto the board; what was handed in stays there and can be replaced."""
    ada = visitors.come(DESK)
    made = visitors.post(ada, "/api/sittings", {"game": game, "form": {"seconds": 3600}}).json()["id"]
    visitors.post(ada, f"/api/sittings/{made}/join", {})
    other = visitors.come(PHONE)
    visitors.post(other, f"/api/sittings/{made}/join", {})
    visitors.post(ada, f"/api/sittings/{made}/begin", {})
    visitors.go(ada, f"/sitting/{made}")
    expect(ada.locator("[role=timer]")).to_be_visible()
    expect(ada.locator(".tray button").first).to_be_visible()
    check(ada, f"desk-sitting-{game}")
    visitors.go(other, f"/sitting/{made}")
    expect(other.locator("[role=timer]")).to_be_visible()
    check(other, f"phone-sitting-{game}")
