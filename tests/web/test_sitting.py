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


def placements(view: dict[str, Any]) -> list[str]:
    """What can be laid from the rack of a view of Abaku with plain tiles, from the engine's own list."""
    position = f"{'/'.join(view['board'])} {view['rack']} 00112233445566778899 0 0"
    match = load(games.get("abaku"), position)
    texts = [match.text(move) for move in match.legal()]
    return [text for text in texts if re.fullmatch(r"\w+ [\d.]+", text) and text[:2] != "ch"]


def hand_in(visitors: Visitors, page: Page, sitting: str, place: int) -> None:
    now = sheet(visitors, page, sitting)
    moves = placements(now["view"]) or ["skip"]
    visitors.post(page, f"/api/sittings/{sitting}/move", {"turn": now["turn"], "move": moves[place]})


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
    visitors.go(guests[1], "/me")  # my move is waited for: it says so there, and on the tab
    waits = guests[1].locator("section", has=guests[1].get_by_role("heading", name="Waiting for you"))
    expect(waits.locator(f"a[href='/sitting/{sitting}']")).to_contain_text("One rack for all")
    expect(guests[1]).to_have_title(re.compile(r"^\(1\) "))
    check(guests[1], "desk-me-sitting")
    visitors.go(guests[1], f"/sitting/{sitting}")
    expect(guests[1].locator("[role=timer]")).to_be_visible()
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
    top = max(sheet(visitors, teacher, sitting)["players"], key=lambda one: one["points"])
    expect(teacher.locator(".ends b")).to_contain_text(f"{top['points']} point")
    expect(teacher.locator("#turns-over")).to_be_visible()
    assert teacher.locator("section:has(#turns-over) tbody tr").count() == TURNS
    check(teacher, "desk-sitting-over")
    teacher.locator("section:has(#turns-over) tbody button").nth(1).click()
    expect(teacher.locator("#found")).to_be_visible()
    check(teacher, "desk-sitting-past-turn")
    phone = visitors.come(PHONE, dark=True)
    visitors.go(phone, f"/sitting/{sitting}")
    expect(phone.locator(".ends")).to_be_visible()
    check(phone, "phone-sitting-over")


def lay(page: Page, text: str) -> None:
    """With keys: to the square, the direction, the tiles, and hand it in."""
    start, tiles = text.split()
    down = start[0].isalpha()
    page.locator(f'.exercise [data-spot="{start if down else start[-1] + start[:-1]}"]').focus()
    if down:
        page.keyboard.press(" ")
    for tile in tiles.replace(".", ""):
        page.keyboard.press(tile)
    page.wait_for_selector(".exercise .found li")
    page.locator(".exercise").get_by_role("button", name="Play for").first.click()


def wait_for_move(visitors: Visitors, page: Page, sitting: str, move: str) -> None:
    text = ""
    for _ in range(300):
        text = sheet(visitors, page, sitting)["mine"]["handed"]["text"]
        if text == move:
            return
        page.wait_for_timeout(100)
    assert text == move


def with_choices(visitors: Visitors, ada: Page, ben: Page) -> tuple[str, list[str]]:
    """A sitting in whose first turn several moves can be laid; few racks have none."""
    while True:
        wish = {"game": "abaku", "form": {"seconds": 3600}}
        sitting = str(visitors.post(ada, "/api/sittings", wish).json()["id"])
        for page in (ada, ben):
            visitors.post(page, f"/api/sittings/{sitting}/join", {})
        visitors.post(ada, f"/api/sittings/{sitting}/begin", {})
        moves = placements(sheet(visitors, ada, sitting)["view"])
        if len(moves) > 1:
            return sitting, moves


def test_a_move_is_handed_in_with_keys_and_can_be_replaced(visitors: Visitors) -> None:
    ada, ben = visitors.come(DESK), visitors.come(PHONE)
    sitting, moves = with_choices(visitors, ada, ben)
    visitors.go(ada, f"/sitting/{sitting}")
    expect(ada.locator(".tray button").first).to_be_visible()
    for move in (moves[0], moves[-1]):
        ada.locator('.exercise [data-spot="H8"]').focus()
        ada.keyboard.press("Escape")  # what was handed in lies there until something else is entered
        lay(ada, move)
        expect(ada.locator(".task")).to_contain_text("You have handed in")
        wait_for_move(visitors, ada, sitting, move)
    expect(ada.locator(".exercise .found li").first).to_be_visible()
    hand_in(visitors, ben, sitting, 0)
    expect(ada.locator(".aim")).to_have_text("Turn 2")
    expect(ada.locator("#last")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_the_other_tile_game(visitors: Visitors, size: tuple[int, int]) -> None:
    """Calculissimo has no seat for one, but a rack for all."""
    page, device = visitors.come(size, dark=True), "phone" if size == PHONE else "desk"
    sitting = visitors.post(page, "/api/sittings", {"game": "calculissimo"}).json()["id"]
    visitors.post(page, f"/api/sittings/{sitting}/join", {})
    visitors.post(page, f"/api/sittings/{sitting}/begin", {})
    visitors.go(page, f"/sitting/{sitting}")
    expect(page.locator(".tray button").first).to_be_visible()
    check(page, f"{device}-sitting-calculissimo")
    visitors.post(page, f"/api/sittings/{sitting}/move", {"turn": 1, "move": "pass"})
    expect(page.locator(".aim")).to_have_text("Turn 2")
    expect(page.locator("section:has(#last)")).to_contain_text("Nobody found points")
