"""The race for rows: drawn by finger, named by keys, with action tiles; the hourglass; what there was."""

import re

from playwright.sync_api import Page, expect
from tests.web.gestures import RISE, Fingers, drag, spot, study, two_people
from tests.web.hands import Keys
from tests.web.visiting import DESK, PHONE, Visitors, at_table, legal, wait_seat

PLAIN = "92943562/73286451/12673364/75892513/45381798/61972348/84176948/59814761"
RED = "84159v273/39276v415/15867v329/76925v184/42693v851/5371#642/28431967/97584236"


def named(page: Page) -> str:
    """The row as it stands on the board: what each square adds up to."""
    return " ".join(page.locator("text.running").all_text_contents())


def said(page: Page) -> list[str]:
    """The conditions of the row as they stand in the tray."""
    expect(page.locator(".mine li").first).to_be_visible()
    return [" ".join(text.split()) for text in page.locator(".mine li").all_inner_texts()]


def test_fingers_draw_rows_and_lay_action_tiles(visitors: Visitors) -> None:
    page = visitors.come(PHONE)
    study(page, visitors.base, "kakuro", f"{RED} race 20 7,12,12 - DX5 DX3/DD5 5/0 now=90000")
    page.locator(".board").scroll_into_view_if_needed()
    before = page.evaluate("() => scrollY")
    hand = Fingers(page)
    hand.drag(spot("B2"), spot("B6"))  # down: where a finger would scroll the page elsewhere
    assert named(page) == "9 14 20 22 25"
    assert page.evaluate("() => scrollY") == before
    hand.drag(spot("H4"), spot("D4"))
    assert named(page) == "2 7 8 16 20"
    assert said(page)[:2] == ["yes: makes 20", "no: begins in the open: C4 is not dark"]
    page.evaluate("() => scrollTo(0, document.body.scrollHeight)")  # from under the button
    hand.drag('[aria-label="Digit tile 3"]', spot("C4"), rise=RISE)
    expect(page.locator(".dark.planned")).to_have_count(1)
    expect(page.locator(".mine .what")).to_contain_text("5 points")
    page.get_by_role("button", name="Kakuro!").click()
    expect(page.locator("g.last rect.ghost")).to_have_count(1)
    expect(page.locator("rect.ghost")).to_have_count(2)  # the row and its sum square
    expect(page.locator("text.sum.half")).to_have_text("20")


def test_what_is_wrong_with_a_row_fits_where_it_is_said(visitors: Visitors) -> None:
    page = visitors.come((1366, 768))
    table = visitors.open_table(
        page, "kakuro", [{"kind": "me", "name": "Ada"}], options={"hourglass_seconds": 600}
    )
    visitors.go(page, f"/t/{table}")
    at_table(page)
    wait_seat(page)
    drag(page, spot("B3"), spot("F3"))
    expect(page.locator(".now")).to_contain_text("Not yet")
    assert len(said(page)) > 2
    for part in (".now", ".mine"):
        assert page.locator(part).first.evaluate("e => e.scrollHeight <= e.clientHeight + 1"), part
    assert page.locator(".tray .list").evaluate("e => e.scrollHeight <= e.clientHeight + 1")


def test_the_mouse_draws_rows_and_exchanges_tiles(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    study(page, visitors.base, "kakuro", f"{PLAIN} race 36 7,12,12 - DX5 DX3/DD5 0/0")
    drag(page, spot("A1"), spot("G1"))
    assert named(page) == "9 11 20 24 27 32 38"
    drag(page, '[aria-label="Exchange ⇄"]', spot("A1"))
    page.locator(spot("A2")).click()
    assert named(page) == "7 9 18 22 25 30 36"  # the board shows what lies where after the exchange
    page.get_by_role("button", name="Turn over").click()
    drag(page, '[aria-label^="Digit tile 3"]', spot("H1"))
    expect(page.locator(".dark.planned")).to_have_count(1)
    page.keyboard.press("Backspace")  # keys go on where a tile was dropped
    expect(page.locator(".dark.planned")).to_have_count(0)
    drag(page, '[aria-label^="Digit tile 3"]', spot("H1"))
    page.get_by_role("button", name="Take back").click()
    assert said(page)[2] == "no: goes on at H1"
    drag(page, '[aria-label^="Digit tile 3"]', spot("H1"))
    expect(page.locator(".sign.yes")).to_be_visible()
    page.get_by_role("button", name="Kakuro!").click()
    expect(page.locator("rect.ghost")).to_have_count(3)  # the row, its sum square, an exchanged tile


def test_a_row_says_why_it_is_not_right_and_is_not_sent(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    study(page, visitors.base, "kakuro", f"{PLAIN} race 35 7,12,12 - DX5 DX3/DD5 0/0")
    drag(page, spot("A2"), spot("H2"))
    assert said(page) == [
        "no: makes 36, one too many",
        "yes: begins at the edge",
        "yes: ends at the edge",
        "yes: no number twice",
    ]
    page.keyboard.press(" ")
    expect(page.locator("rect.row.no")).to_be_visible()  # dashed, and a cross at the head of the line
    expect(page.locator(".sign.no")).to_be_visible()
    expect(page.locator(".mine.insisted")).to_be_visible()
    expect(page.locator(".done")).to_have_count(0)  # nothing was played
    drag(page, spot("A1"), spot("G1"))
    expect(page.locator("rect.row.no")).to_have_count(0)
    assert said(page)[0] == "no: makes 38, 3 too many"


def test_who_speaks_first_shows_a_row_and_everybody_sees_what_there_was(visitors: Visitors) -> None:
    ada, ben, row = with_a_row(visitors)
    ada.locator("h1").focus()
    ada.keyboard.press(" ")  # the space bar is the buzzer
    expect(ben.locator(".spoken .speaks")).to_have_text("Ada says kakuro!")
    expect(ada.get_by_role("timer")).to_be_visible()
    expect(ben.locator(".buzzer")).to_have_count(0)
    keys = Keys()
    keys.square(ada, row[0])
    keys.square(ada, row[1])
    lay_tools(ada, row[2])
    ada.keyboard.press(" ")
    for page in (ada, ben):
        who = "(Ada|You)"  # whoever found it is You on the own screen
        expect(page.get_by_text(re.compile(rf"{who} found {row[0]}.{row[1]}: \d"))).to_be_visible()
        expect(page.locator("g.last")).to_have_count(1)
        expect(page.locator("[data-was]")).to_have_count(0)  # the next race runs: nothing lies over it
    ben.get_by_role("button", name="What else was there").click()
    ben.get_by_role("button", name=re.compile(r"\d+ rows? (was|were) there")).click()
    expect(ben.locator(".list li button").first).to_contain_text("point")  # in words, with its price
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


def test_in_a_race_it_is_nobodys_turn(visitors: Visitors) -> None:
    one, _ = two_people(visitors, "kakuro")
    expect(one.locator(".plates .state").first).to_have_text("in the race")
    expect(one.locator(".plates .state").last).to_have_text("in the race")
    expect(one.locator(".pools li")).to_have_count(1)  # one's own tiles lie below


def test_alone_against_the_clock(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    options = {"hourglass_seconds": 12, "failures": 1}
    table = visitors.open_table(page, "kakuro", [{"kind": "me", "name": "Ada"}], options=options)
    visitors.go(page, f"/t/{table}")
    at_table(page)
    expect(page.get_by_role("button", name="Give up this sum")).to_be_visible()
    expect(page.get_by_role("timer")).to_contain_text(re.compile("[1-9]"))
    sand = page.locator(".sand").first
    above = float(sand.get_attribute("height") or 0)
    page.wait_for_timeout(1300)
    assert float(sand.get_attribute("height") or 0) < above, "the sand runs"
    expect(page.locator(".result")).to_be_visible(timeout=60_000)  # it is through


def test_looking_back_no_sand_runs(visitors: Visitors) -> None:
    page, _ = two_people(visitors, "kakuro")
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    if (flip := page.get_by_role("button", name="Turn over the sum tile")).count():
        flip.click()
    page.get_by_role("button", name="Impossible").click()
    sand = page.get_by_role("timer", name="Hourglass")
    expect(sand).to_be_visible()
    expect(page.locator(".status")).to_contain_text("You: ")  # as on the plate
    page.locator(".moves a").first.click()
    expect(page.get_by_role("slider")).to_be_visible()
    expect(sand).to_be_hidden()
