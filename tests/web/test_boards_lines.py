"""Laying tiles: by mouse, finger and keys; Jokers, swaps, refusals, claims and named equations."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.web.gestures import RISE, Fingers, drag, place, shown, spot, study, two_people
from tests.web.looking import astray
from tests.web.visiting import DESK, PHONE, Visitors, at_table, legal, wait_seat

EMPTY = "/".join(["." * 15] * 15)
MINUS = "−"
LAID = "[data-tile]:has(.laid.fresh)"


def board(rows: dict[int, str]) -> str:
    return "/".join(rows.get(row, "." * 15) for row in range(1, 16))


COLUMN = board({row: f".......{digit}......." for row, digit in ((8, 3), (9, 5), (10, 8))})


def tile(face: str) -> str:
    return f'.rack button[aria-label="Tile {face}"]'


def laid(page: Page) -> set[str]:
    """Squares of the tiles that are being laid."""
    found: list[str] = page.locator(LAID).evaluate_all("all => all.map((e) => e.dataset.tile)")
    return set(found)


def with_a_first_move(visitors: Visitors) -> tuple[Page, Page, str, str]:
    """A table whose first mover has a move at H8, that move, and two tiles that are none."""
    for _ in range(6):
        mover, other = two_people(visitors, "abaku", joker="off")
        seat = wait_seat(mover)
        moves = [found[3:] for found in legal(mover, seat, 2000) if re.fullmatch(r"8H \d+", found)]
        faces = [
            words[5:]
            for words in mover.locator(".rack button.tile").evaluate_all("all => all.map((e) => e.ariaLabel)")
        ]
        pairs = {a + b for i, a in enumerate(faces) for j, b in enumerate(faces) if i != j}
        if moves and (wrong := sorted(pairs - set(moves))):
            return mover, other, moves[0], wrong[0]
    raise AssertionError("six racks without a move")


def put(page: Page, faces: str, first: str) -> None:
    """Taps tiles and squares in turn, to the right."""
    for i, face in enumerate(faces):
        page.locator(tile(face)).first.click()
        page.locator(spot(f"{chr(ord(first[0]) + i)}{first[1:]}")).click()


def more(page: Page, name: str | re.Pattern[str]) -> None:
    """Presses what is behind the three dots of the tray."""
    page.locator("[data-part=actions] .more").click()
    page.get_by_role("button", name=name).click()


def test_the_mouse_lays_tiles_moves_them_and_takes_them_back(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    study(page, visitors.base, "abaku", f"{EMPTY} 1248|1 - 0,0 0")
    drag(page, tile("4"), spot("H8"))
    assert laid(page) == {"H8"}
    expect(page.locator('[aria-label="Tile 4, laid"]')).to_be_visible()
    drag(page, spot("H8"), spot("K3"))
    assert laid(page) == {"K3"}
    drag(page, spot("K3"), ".rack")
    assert laid(page) == set()
    for face, square in zip("4812", ("H8", "I8", "J8", "K8"), strict=True):
        drag(page, tile(face), spot(square))
    assert laid(page) == {"H8", "I8", "J8", "K8"}
    found = page.locator(".found li")
    expect(found).to_have_text([re.compile(r"4\+8=12.*4 plus 8 is 12.*equation ×2.*8$", re.DOTALL)])
    expect(page.locator(".signs .disc")).to_have_count(2)  # a plus and an equals sign between the tiles
    page.get_by_role("button", name="Take back").click()
    assert len(laid(page)) == 3
    page.locator(spot("H8")).press("Escape")
    assert laid(page) == set()


def test_fingers_lay_tiles_on_a_phone_and_the_board_comes_nearer(visitors: Visitors) -> None:
    page = visitors.come(PHONE)
    study(page, visitors.base, "calculissimo", f"{board({8: '.....6:2+9.....'})} 34567+-|1 123 48,0 0")
    hand = Fingers(page)
    whole = shown(page)[2]
    page.locator(".board").scroll_into_view_if_needed()
    hand.drag(tile("4"), spot("H6"), rise=RISE)
    assert laid(page) == {"H6"}
    page.wait_for_function(
        "(whole) => document.querySelector('svg[role=grid]').viewBox.baseVal.width < whole * 0.8", arg=whole
    )
    box = page.locator(spot("H7")).bounding_box()
    assert box is not None
    assert box["width"] >= 30, "a square under a thumb"
    hand.drag(spot("H6"), spot("H7"), rise=RISE)
    assert laid(page) == {"H7"}
    hand.drag(spot("H7"), place(page, ".rack"))
    assert laid(page) == set()
    page.wait_for_function(
        "(whole) => document.querySelector('svg[role=grid]').viewBox.baseVal.width === whole", arg=whole
    )
    pinch_and_pan(page, hand, whole)


def pinch_and_pan(page: Page, hand: Fingers, whole: float) -> None:
    """Two fingers zoom around themselves, one moves what is zoomed, a button shows all of it."""
    corner = place(page, spot("D4"))
    hand.pinch(corner, 60, 160)
    x, _, width, _ = shown(page)
    assert width < whole / 2
    near = place(page, spot("D4"))
    assert abs(near[0] - corner[0]) < 24, "what lay between the fingers stays there"
    hand.drag(spot("F5"), spot("D5"))
    assert shown(page)[0] > x + 20
    assert page.locator('[data-spot][tabindex="0"]').get_attribute("data-spot") != "F5", "a pan is no tap"
    page.get_by_role("button", name="Show the whole board").click()
    assert shown(page)[2] == whole


def test_tiles_go_to_the_tapped_squares_and_labels_cover_none_of_them(visitors: Visitors) -> None:
    page = visitors.come(PHONE)
    study(page, visitors.base, "abaku", f"{COLUMN} 24579|1 - 0,0 0")
    hand = Fingers(page)
    for face, square in (("2", "F11"), ("4", "G11"), ("5", "E11")):
        hand.tap(tile(face))
        hand.tap(spot(square))
    assert laid(page) == {"F11", "G11", "E11"}
    hand.tap(spot("E11"))
    hand.tap(spot("E11"))
    assert laid(page) == {"F11", "G11"}, "two taps take a tile back"
    hand.tap(tile("7"))
    assert laid(page) == {"F11", "G11"}, "a tile in hand waits for its square"
    assert covered(page, ".badge") == []
    small = page.locator("[data-part] button:visible").evaluate_all(SMALL)
    assert small == []


def covered(page: Page, what: str) -> list[str]:
    """Tiles that lie under something."""
    found: list[str] = page.evaluate(COVERED, what)
    return found


SMALL = (
    """all => all.filter((e) => e.getBoundingClientRect().height < 44).map((e) => e.outerHTML.slice(0, 90))"""
)
COVERED = """(what) => [...document.querySelectorAll("[data-tile]")].filter((tile) => {
  const a = tile.querySelector(".face").getBoundingClientRect();
  return [...document.querySelectorAll(what)].some((e) => {
    const b = e.getBoundingClientRect();
    return a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom;
  });
}).map((e) => e.dataset.tile)"""


@pytest.mark.parametrize("size", [(844, 390), (683, 384), (320, 640)])
def test_seven_chips_and_the_button_fit_every_screen(visitors: Visitors, size: tuple[int, int]) -> None:
    page = visitors.come(size)
    table = visitors.open_table(page, "calculissimo", [{"kind": "me"}, {"kind": "bot", "level": 0}])
    visitors.go(page, f"/t/{table}")
    at_table(page)
    wait_seat(page)
    assert [one for one in astray(page, f"calculissimo {size}") if "cut off" not in one] == []
    chips = page.locator(".rack button.tile")
    expect(chips).to_have_count(7)
    for chip in chips.all():
        expect(chip).to_be_in_viewport(ratio=0.99)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_in_viewport(ratio=0.99)


def test_the_legend_names_what_is_seen(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    table = visitors.open_table(page, "calculissimo", [{"kind": "me"}, {"kind": "bot", "level": 0}])
    visitors.go(page, f"/t/{table}")
    at_table(page)
    more(page, "What the coloured squares do")
    lines = page.locator(".list:popover-open li")
    expect(lines).to_have_count(5)
    for line in lines.all():
        words = line.inner_text()
        shape = line.locator("circle.disc, rect.full").first
        red, green, blue = shape.evaluate(FILL)
        seen = {
            "green": green > red and green > blue,
            "blue": blue > green > red,
            "yellow": min(red, green) > blue + 60,
            "purple": min(red, blue) > green,
        }
        assert [name for name in seen if name in words] == [name for name, here in seen.items() if here][
            :1
        ], words


FILL = "(e) => getComputedStyle(e).fill.match(/[\\d.]+/g).slice(0, 3).map(Number)"


def test_the_last_move_is_outlined_until_a_tile_is_laid(visitors: Visitors) -> None:
    mover, page, move, _ = with_a_first_move(visitors)  # people: a weak bot may well lay nothing
    page.emulate_media(reduced_motion="no-preference")
    put(mover, move, "H8")
    mover.get_by_role("button", name="Play for").click()
    wait_seat(page)
    expect(page.locator('g.last [class*="seat"]').first).to_be_visible()
    flying = page.locator(".laid.flies")
    expect(flying).to_have_count(len(move))
    assert flying.nth(1).evaluate("(e) => getComputedStyle(e).animationDelay") == "0.04s"
    page.locator(".rack button.tile").first.click()
    page.locator(spot("H10")).click()  # near the middle: a phone's board is large by now
    expect(page.locator("g.last")).to_have_count(0)


def test_jokers_ask_what_they_stand_for(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    study(
        page,
        visitors.base,
        "abaku",
        f"{COLUMN} 12*|1 - 0,0 0 board=blank",
    )
    expect(page.locator(".printed.full.strong")).to_have_count(
        0
    )  # the bonus squares are those of the table's board
    page.locator(spot("G7")).click()
    page.keyboard.press("2")
    page.keyboard.press("*")
    chooser = page.get_by_role("group", name="What does the Joker stand for?")
    expect(chooser).to_be_visible()
    page.keyboard.press("2")
    expect(chooser).to_be_hidden()
    page.keyboard.press("1")
    assert laid(page) == {"G7", "H7", "I7"}
    expect(page.locator('[data-tile="H7"] .tile.star')).to_contain_text("2")  # lilac, and what it stands for
    expect(page.get_by_role("button", name="Play for")).to_be_enabled()
    page.keyboard.press("Escape")
    assert laid(page) == set()
    drag(page, '.rack button[aria-label="Joker"]', spot("H7"))
    chooser.get_by_role("button", name="2", exact=True).click()
    assert laid(page) == {"H7"}
    expect(page.locator(spot("H7"))).to_have_attribute("aria-label", re.compile("your new tile 2"))


def test_a_joker_of_calculissimo_is_a_number_or_a_sign(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    study(page, visitors.base, "calculissimo", f"{board({8: '.....6:2+9.....'})} 4*+3|1 123 48,0 0")
    drag(page, tile("4"), spot("H6"))
    drag(page, '.rack button[aria-label="Joker"]', spot("H7"))
    chooser = page.get_by_role("group", name="What does the Joker stand for?")
    faces = chooser.locator("button.face").all_inner_texts()
    assert faces == [*"123456789", "+", MINUS, "÷"], "never a times sign (CA-3.4)"
    chooser.get_by_role("button", name=MINUS, exact=True).click()
    expect(page.locator('[data-tile="H7"] .tile.star path.sign')).to_have_count(1)
    expect(page.locator(".found li")).to_contain_text([f"4{MINUS}2=2"])
    drag(page, spot("H7"), spot("G7"))  # it keeps its face where it goes
    expect(page.locator(spot("G7"))).to_have_attribute("aria-label", re.compile("your new tile"))
    drag(page, spot("G7"), ".rack")
    assert laid(page) == {"H6"}


@pytest.mark.parametrize(("six", "four"), [("G7", "I9"), ("G9", "I7")])
def test_tiles_are_laid_along_diagonals(visitors: Visitors, six: str, four: str) -> None:
    page = visitors.come(DESK)
    two = board({8: ".......2......."})
    study(page, visitors.base, "abaku", f"{two} 46|1 - 0,0 0 board=blank diagonals=on")
    drag(page, tile("6"), spot(six))
    drag(page, tile("4"), spot(four))
    assert laid(page) == {six, four}
    expect(page.locator(".found li")).to_have_count(2)  # 6 - 2 = 4, and in it 2 squared = 4
    discs = page.locator(".signs .disc")
    expect(discs).to_have_count(2)
    first, second = (disc.bounding_box() for disc in discs.all())
    assert first
    assert second
    assert abs(first["x"] - second["x"]) > 5, "the signs lie across"
    assert abs(first["y"] - second["y"]) > 5, "and down"
    page.keyboard.press("Enter")  # the board has the keys after a drop, not the tile in the rack
    expect(page.locator("g.last")).to_have_count(2)


@pytest.mark.parametrize("size", [DESK, (390, 844)])
def test_a_beautiful_move_is_celebrated(visitors: Visitors, size: tuple[int, int]) -> None:
    page = visitors.come(size)
    study(page, visitors.base, "abaku", f"{EMPTY} 1248|1 - 0,0 0")
    expect(page.locator(".printed.full.strong")).to_have_count(8)
    expect(page.locator(".printed.centre")).to_have_count(1)  # where the first equation lies
    page.locator(spot("H8")).click()
    for face in "1248":
        page.keyboard.press(face)
    expect(page.locator(".found li")).to_have_count(3)
    page.keyboard.press("Enter")
    expect(page.locator(".cheer")).to_have_text(re.compile("3 in one move"))
    expect(page.locator(".rays")).to_have_count(4)
    assert covered(page, ".cheer") == [], "its word lies over no tile"
    assert astray(page, "a feat") == []


def test_a_game_of_tiles_with_swaps_refusals_and_its_sheet(visitors: Visitors) -> None:
    mover, other, right, wrong = with_a_first_move(visitors)
    wrong_and_right(mover, wrong, right)
    mover.get_by_role("button", name="What else was there?").click()
    choice = mover.locator(".others li button").first
    choice.focus()
    expect(mover.locator(".tile.other").first).to_be_visible()
    expect(other.locator("g.last").first).to_be_visible()  # the last move is marked
    swap_two(other)
    expect(mover.get_by_role("status").filter(has_text="exchanging 2 tiles")).to_have_count(1)
    if (newest := mover.locator("button.last")).is_visible():
        newest.click()  # on a phone the panel opens from the newest move
    mover.get_by_role("tab", name="Score sheet").click()
    sheet = mover.locator(".panel table")
    expect(sheet.locator("tbody tr")).to_have_count(1)
    expect(sheet.locator("tfoot")).to_contain_text(re.compile(r"\d"))


def wrong_and_right(page: Page, wrong: str, right: str) -> None:
    """Two tiles that are no equation are refused with their squares; a real move is played."""
    put(page, wrong, "H8")
    page.get_by_role("button", name="Play", exact=True).click()
    refused = page.locator(".lit.no")
    expect(refused.first).to_be_visible()
    expect(refused.first.locator("path")).to_have_count(1)  # a cross, not only a colour
    page.get_by_role("button", name="Take back").click()
    expect(refused).to_have_count(0)
    page.get_by_role("button", name="Take back").click()
    put(page, right, "H8")
    page.get_by_role("button", name="Play for").click()


def swap_two(page: Page) -> None:
    more(page, re.compile("tiles in the bag"))
    expect(page.locator(".unseenTiles li")).to_have_count(10)
    page.get_by_role("button", name="Swap tiles").click()
    group = page.get_by_role("group", name="Choose the tiles to swap.")
    expect(group).to_be_visible()
    for slot in (0, 2, 1, 2):  # the last one changes its mind
        group.get_by_role("button").nth(slot).click()
    page.get_by_role("button", name="Swap 2 tiles").click()
    expect(page.get_by_role("button", name="Swap 2 tiles")).to_be_hidden()


# nowhere near the middle, where a game begins; two tiles that cannot be a calculation
@pytest.mark.parametrize(("game", "first"), [("abaku", "E5"), ("calculissimo", "H8")])
def test_a_false_claim_is_disputed(visitors: Visitors, game: str, first: str) -> None:
    options = {"joker": "off"} if game == "abaku" else {}
    mover, other = two_people(visitors, game, referee="dispute", **options)
    claim(mover, other, first)
    other.get_by_role("button", name="Dispute", exact=True).click()
    for page in (mover, other):
        expect(page.get_by_text("The move was wrong")).to_be_visible()
        expect(page.locator("[data-tile]")).to_have_count(0)
    claim(other, mover, first)
    mover.get_by_role("button", name="Accept").click()  # nobody has to look
    for page in (mover, other):
        expect(page.get_by_text("The move stays")).to_be_visible()
        expect(page.locator("[data-tile]")).to_have_count(2)


def claim(mover: Page, other: Page, first: str) -> None:
    """Two tiles that are no move; the other one sees them dashed."""
    for slot in (0, 1):
        mover.locator(".rack button.tile").nth(slot).click()
        mover.locator(spot(f"{chr(ord(first[0]) + slot)}{first[1:]}")).click()
    mover.get_by_role("button", name=re.compile("^Play")).click()
    expect(mover.get_by_text("Waiting for the others")).to_be_visible()
    expect(other.locator(".tile.claim")).to_have_count(2)


def test_equations_are_named_where_the_table_wants_them_named(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    study(page, visitors.base, "abaku", f"{EMPTY} 459|1 - 0,0 0 declare=manual")
    page.locator(spot("H8")).click()
    for face in "459":
        page.keyboard.press(face)
    name = page.get_by_label("Name an equation")
    name.fill("5+5=10")
    name.press("Enter")
    expect(page.get_by_text("These digits do not lie")).to_be_visible()
    name.fill("4+5=9")
    name.press("Enter")
    expect(page.locator(".found li")).to_contain_text("4 plus 5 is 9")
    page.get_by_role("button", name="8H · 4+5=9").click()
    expect(page.get_by_role("button", name="8H · 4+5=9")).to_be_hidden()
