"""How each game is played to its end on the page, quickly: some real moves, then its shortest honest end."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page
from tests.web.hands import Hands, Keys
from tests.web.visiting import legal, position, steps, wait_ply, wait_seat

Turn = Callable[[Page, Hands, int], None]


@dataclass(frozen=True)
class Pilot:
    """Options that make a short match, and how one turn of it is entered."""

    options: dict[str, Any]
    turn: Turn
    ends: str


def acting(page: Page) -> int:
    """The seat of this person that is awaited, once the line is live and the tray is ready."""
    seat = wait_seat(page)
    page.wait_for_function("() => !document.querySelector('.table .tray [aria-busy]')")
    return seat


# --- tiles in lines --------------------------------------------------------------------------


def placement(moves: list[str], most: int) -> tuple[str, str] | None:
    """A short placement without jokers and gaps, as start and tiles."""
    for move in sorted(moves, key=len):
        match = re.fullmatch(r"(\d+[A-O]|[A-O]\d+) ([0-9+\-x/]+)", move)
        if match and len(match[2]) <= most:
            return match[1], match[2]
    return None


def square(start: str) -> str:
    return start if start[0].isalpha() else f"{start[-1]}{start[:-1]}"


def lay(page: Page, hands: Hands, start: str, tiles: str) -> None:
    """By keys: typed at the cursor in the direction of the line. By pointer: each tile, then its square."""
    across = start[0].isdigit()
    if isinstance(hands, Keys):
        hands.go(page, square(start))
        if is_down(page) == across:
            page.keyboard.press(" ")
        for tile in tiles:
            page.keyboard.press(tile)
        page.wait_for_selector(".table .found li")
        page.keyboard.press("Enter")
        return
    names = {"/": "\u00f7", "-": "\u2212", "x": "\u00d7"}  # as the page writes the signs
    first = square(start)
    for i, tile in enumerate(tiles):
        page.locator(f'.rack button[aria-label="Tile {names.get(tile, tile)}"]').first.click()
        column, row = ord(first[0]) + (i if across else 0), int(first[1:]) + (0 if across else i)
        hands.square(page, f"{chr(column)}{row}")
    page.wait_for_selector(".table .found li")
    hands.button(page, "Play for")


def is_down(page: Page) -> bool:
    """Whether the cursor of the page goes down."""
    return page.locator(".table .arrow.down").count() > 0


def lines_turn(skip: str, most: int, placements: int) -> Turn:
    """Some placements, then everybody skips until the game is over."""

    def turn(page: Page, hands: Hands, seat: int) -> None:
        ply = position(page)["ply"]
        laid = page.evaluate(
            "() => ludotekaTable.entries.filter((e) => /^(\\d+[A-O]|[A-O]\\d+) /.test(e.text ?? '')).length"
        )
        found = placement(legal(page, seat, 2000), most) if laid < placements else None
        if found:
            lay(page, hands, *found)
        else:
            hands.button(page, "More")
            hands.button(page, skip)
        wait_ply(page, ply)

    return turn


# --- kakuro ----------------------------------------------------------------------------------


def kakuro_turn(page: Page, hands: Hands, seat: int) -> None:
    """A row without tools if there is one, else `impossible`; the first failure ends it."""
    ply = position(page)["ply"]
    phase = page.evaluate("() => ludotekaTable.position.views[0].view.phase")
    rows = [move for move in legal(page, seat, 300) if re.fullmatch(r"[>v][A-H][1-8]:[2-8]", move)]
    scored = page.evaluate("() => Math.max(...ludotekaTable.position.views[0].view.scores)")
    if rows and not scored and phase == "race":
        claim(page, hands, rows[0])
    elif page.locator(".tray").get_by_role("button", name="Impossible").count():
        hands.button(page, "Impossible")
    else:
        page.wait_for_timeout(100)
        return
    wait_ply(page, ply)


def claim(page: Page, hands: Hands, row: str) -> None:
    column, line, length = row[1], int(row[2]), int(row[4:])
    last = f"{chr(ord(column) + length - 1)}{line}" if row[0] == ">" else f"{column}{line + length - 1}"
    if isinstance(hands, Keys):
        hands.square(page, row[1:3])
        hands.square(page, last)
        page.keyboard.press(" ")
        return
    start = page.locator(f'.table [data-spot="{row[1:3]}"]')
    start.hover()
    page.mouse.down()
    page.locator(f'.table [data-spot="{last}"]').hover()
    page.mouse.up()
    hands.button(page, "Kakuro!")


# --- abstrakto -------------------------------------------------------------------------------


def abstrakto_turn(page: Page, hands: Hands, seat: int) -> None:
    ply = position(page)["ply"]
    point = legal(page, seat, 50)[0]
    page.wait_for_function("() => document.querySelectorAll('.table circle.free').length > 0")
    hands.square(page, point)
    page.wait_for_selector(".table .tray .what > p b")
    if isinstance(hands, Keys):
        page.keyboard.press("Enter")
    else:
        hands.button(page, "Place the")
    wait_ply(page, ply)


# --- abak ------------------------------------------------------------------------------------


def abak_turn(page: Page, hands: Hands, seat: int) -> None:
    """Some turns with the checkers, then a double that is dropped."""
    ply = position(page)["ply"]
    view = page.evaluate("() => ludotekaTable.position.views[0].view")
    if view["stage"] == "offered":
        hands.button(page, "Drop")
    elif view["stage"] == "ask":
        page.wait_for_selector(".tray button.primary")
        hands.button(page, "Double" if ply > 6 else "Roll")
    else:
        move_checkers(page, hands, seat)
        hands.button(page, "Finish the turn")
    wait_ply(page, ply)


def move_checkers(page: Page, hands: Hands, seat: int) -> None:
    chosen: list[str] = []
    while not (answer := steps(page, seat, " ".join(chosen)))["complete"]:
        step = answer["steps"][0]
        source, target = re.fullmatch(r"(\d+|bar)(?:\(.\))?/(\d+|off)[*^]*", step).groups()  # type: ignore[union-attr]
        page.wait_for_function("(n) => document.querySelectorAll('.table .movable').length > 0", arg=0)
        hands.square(page, source)
        page.wait_for_selector(".table .target")
        hands.square(page, target)
        chosen.append(step)
        page.wait_for_function(
            "(words) => document.querySelector('.turn').dataset.turn === words", arg=" ".join(chosen)
        )


PILOTS = {
    "abaku": Pilot({"joker": "off"}, lines_turn("Skip the turn", 3, 4), "AB-10"),
    "calculissimo": Pilot({"board": "mini", "chips": "mini"}, lines_turn("Skip the turn", 5, 3), "CA-8"),
    "kakuro": Pilot({"failures": 1, "hourglass_seconds": 5}, kakuro_turn, "KA-9.1"),
    "abstrakto": Pilot({"size": 3}, abstrakto_turn, "AS-7"),
    "abak": Pilot({"match": 0, "cube": "on"}, abak_turn, "AK-1"),
}
