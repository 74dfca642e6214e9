"""The race for rows: drawn by finger, named by keys, with action tiles; the hourglass; what there was."""

import re

from playwright.sync_api import Page, expect
from tests.web.gestures import RISE, Fingers, drag, spot, study, two_people
from tests.web.hands import Keys
from tests.web.visiting import DESK, PHONE, Visitors, at_table, legal, wait_seat

PLAIN = "92943562/73286451/12673364/75892513/45381798/61972348/84176948/59814761"
RED = "84159v273/39276v415/15867v329/76925v184/42693v851/5371#642/28431967/97584236"


def named(page: Page) -> str:
    """The claim as it stands in the tray."""
    return page.locator(".words code").inner_text()


def test_fingers_draw_rows_and_lay_action_tiles(visitors: Visitors) -> None:
    page = visitors.come(PHONE)
    study(page, visitors.base, "kakuro", f"{RED} race 20 7,12,12 - DX5 DX3/DD5 5/0 now=90000")
    page.locator(".board").scroll_into_view_if_needed()
    before = page.evaluate("() => scrollY")
    hand = Fingers(page)
    hand.drag(spot("B2"), spot("B6"))  # down: where a finger would scroll the page elsewhere
    assert named(page) == "vB2:5"
    assert page.evaluate("() => scrollY") == before
    hand.drag(spot("H4"), spot("D4"))
    assert named(page) == ">D4:5"
    page.locator('[aria-label="Digit tile 3"]').scroll_into_view_if_needed()
    hand.drag('[aria-label="Digit tile 3"]', spot("C4"), rise=RISE)
    assert named(page) == ">D4:5 C4#3"
    page.get_by_role("button", name="Kakuro! D4").click()
    expect(page.locator("rect.last")).to_have_count(6)  # the row and its sum square
    expect(page.locator("text.sum.half")).to_have_text("20")


def test_the_mouse_draws_rows_and_exchanges_tiles(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    study(page, visitors.base, "kakuro", f"{PLAIN} race 36 7,12,12 - DX5 DX3/DD5 0/0")
    drag(page, spot("A1"), spot("G1"))
    assert named(page) == ">A1:7"
    drag(page, '[aria-label="Exchange ⇄"]', spot("A1"))
    page.locator(spot("A2")).click()
    page.get_by_role("button", name="Turn over").click()
    drag(page, '[aria-label^="Digit tile 3"]', spot("H1"))
    assert named(page) == ">A1:7 A1~A2 H1#3"
    page.keyboard.press("Backspace")  # keys go on where a tile was dropped
    assert named(page) == ">A1:7 A1~A2"
    drag(page, '[aria-label^="Digit tile 3"]', spot("H1"))
    page.get_by_role("button", name="Take back").click()
    assert named(page) == ">A1:7 A1~A2"
    drag(page, '[aria-label^="Digit tile 3"]', spot("H1"))
    page.get_by_role("button", name="Kakuro! A1").click()
    expect(page.locator("rect.last")).to_have_count(9)  # the row, its sum square, an exchanged tile


def test_who_speaks_first_shows_a_row_and_everybody_sees_what_there_was(visitors: Visitors) -> None:
    ada, ben, row = with_a_row(visitors)
    ada.locator("h1").focus()
    ada.keyboard.press(" ")  # the space bar is the buzzer
    expect(ben.get_by_text("Ada says kakuro!")).to_be_visible()
    expect(ada.get_by_role("timer")).to_be_visible()
    expect(ben.get_by_role("button", name="Kakuro!")).to_be_hidden()
    keys = Keys()
    keys.square(ada, row[0])
    keys.square(ada, row[1])
    lay_tools(ada, row[2])
    ada.keyboard.press(" ")
    for page in (ada, ben):
        expect(page.get_by_text(re.compile(rf"Ada: {row[0]}.{row[1]}, \d"))).to_be_visible()
        expect(page.locator("[data-was]").first).to_be_attached()
        total = int(page.locator(".rows summary").inner_text().split()[0])
        expect(page.locator("[data-was]")).to_have_count(total)
    ben.locator(".rows li button").first.focus()
    ben.keyboard.press("Enter")
    expect(ben.locator("rect.was.strong")).to_have_count(1)
    ben.locator(spot("A1")).click()  # the next row is being named: the old ones make room
    expect(ben.locator("[data-was]")).to_have_count(0)


def with_a_row(visitors: Visitors) -> tuple[Page, Page, tuple[str, str, str]]:
    """Ada, Ben, and a row that Ada could show of the first sum."""
    for _ in range(6):
        ada, ben = two_people(visitors, "kakuro", claim_seconds=30)
        seat = wait_seat(ada)
        if claims := [move for move in legal(ada, seat, 2000) if re.match(r"[>v]", move) and "~" not in move]:
            return ada, ben, parts(min(claims, key=len))
    raise AssertionError("six sums without a row")


def parts(claim: str) -> tuple[str, str, str]:
    """First and last square of a row, and the rest of its text."""
    match = re.match(r"([>v])([A-H])(\d):(\d)(.*)", claim)
    assert match is not None
    across, more = match[1] == ">", int(match[4]) - 1
    last = f"{chr(ord(match[2]) + more)}{match[3]}" if across else f"{match[2]}{int(match[3]) + more}"
    return f"{match[2]}{match[3]}", last, match[5].strip()


def lay_tools(page: Page, words: str) -> None:
    """Digit tiles, sum squares and payments, dragged or pressed as a person would."""
    for word in words.split():
        face = {"D": "Duplication 2", "X": "Exchange"}.get(word[-1], f"Digit tile {word[-1]}")
        tile = f'.pool button[aria-pressed="false"][aria-label^="{face}"]'
        if re.fullmatch("D+", word):
            for _ in word:
                page.locator(tile).first.click()
        else:
            drag(page, tile, spot(word[:2]))
    page.locator(spot("A1")).focus()


def test_alone_against_the_clock(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    options = {"hourglass_seconds": 5, "failures": 1}
    table = visitors.open_table(page, "kakuro", [{"kind": "me", "name": "Ada"}], options=options)
    visitors.go(page, f"/t/{table}")
    at_table(page)
    expect(page.get_by_role("button", name="Give up this sum")).to_be_visible()
    expect(page.get_by_role("timer")).to_contain_text(re.compile("[1-5]"))
    sand = page.locator(".sand").first
    above = float(sand.get_attribute("height") or 0)
    page.wait_for_timeout(600)
    assert float(sand.get_attribute("height") or 0) < above, "the sand runs"
    expect(page.locator(".result")).to_be_visible(timeout=9000)  # it is through
    expect(page.locator(".rows summary")).to_be_visible()  # and this is what there was
