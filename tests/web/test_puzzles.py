"""Puzzles on the page: found from home, answered on the game's own board, explained, one after another."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from tests.web import axe
from tests.web.catalogues import LANGUAGES, catalogue
from tests.web.visiting import DESK, GAMES, PHONE, Visitors

from ludoteka import players
from ludoteka.core.puzzle import Puzzle

Enter = Callable[[Page, str], None]
LOOKED_AT = 12  # puzzles until one has an answer that is entered in a simple way
WAIT = 60_000  # reasons are worked out by a worker that may have to be compiled first


def kept(game: str, name: str) -> Puzzle:
    declared = players.skill(game).puzzles
    assert declared is not None
    return declared().collection().by_id[name]


def spot(page: Page, name: str) -> Locator:
    return page.locator(f'.puzzle [data-spot="{name}"]')


def press(page: Page, name: str) -> None:
    page.locator(".puzzle").get_by_role("button", name=name).first.click()


def lay(page: Page, text: str) -> None:
    start, tiles = text.split()
    down = start[0].isalpha()
    spot(page, start if down else start[-1] + start[:-1]).focus()
    if down:
        page.keyboard.press(" ")
    for tile in tiles.replace(".", ""):
        page.keyboard.press(tile)
    page.wait_for_selector(".puzzle .found li")
    press(page, "Play for")


def show_row(page: Page, text: str) -> None:
    first, _, length = text[1:].partition(":")
    column, row, more = first[0], int(first[1]), int(length) - 1
    last = f"{chr(ord(column) + more)}{row}" if text[0] == ">" else f"{column}{row + more}"
    spot(page, first).click()
    spot(page, last).click()
    press(page, "Kakuro!")


def place(page: Page, text: str) -> None:
    spot(page, text).click()
    press(page, "Place the")


def move(page: Page, text: str) -> None:
    for step in text.split():
        source, target = step.rstrip("*").split("/")
        page.wait_for_selector(".puzzle .movable")
        spot(page, source).click()
        page.wait_for_selector(".puzzle .target")
        spot(page, target).click()
    press(page, "Finish the turn")


# how an answer is entered, and which ones are entered in a simple way
BY_HAND: dict[str, tuple[Enter, str]] = {
    "abaku": (lay, r"\w+ [\d.]+"),
    "calculissimo": (lay, r"\w+ [\d.+x/-]+"),
    "kakuro": (show_row, r"[>v][A-H]\d:\d"),
    "abstrakto": (place, r"[a-s]\d+"),
    "abak": (move, r"\d+/\d+\*?( \d+/\d+\*?)*"),
}


def shown(page: Page, game: str) -> Puzzle:
    """The puzzle that the page has just been given."""
    with page.expect_response(re.compile(f"/api/puzzles/{game}/next"), timeout=WAIT) as told:
        page.get_by_role("button", name="Next puzzle").click()
    return kept(game, told.value.json()["id"])


def open_puzzles(visitors: Visitors, page: Page, game: str) -> Puzzle:
    with page.expect_response(re.compile(f"/api/puzzles/{game}/next"), timeout=WAIT) as told:
        visitors.go(page, f"/puzzles/{game}")
    page.wait_for_selector(".puzzle [data-spot]")
    return kept(game, told.value.json()["id"])


def give_up(page: Page) -> None:
    page.get_by_role("button", name="Show me the answer").click()
    expect(page.locator(".verdict")).to_be_visible(timeout=WAIT)


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_solved_on_the_board(visitors: Visitors, game: str) -> None:
    page = visitors.come(DESK)
    puzzle = open_puzzles(visitors, page, game)
    enter, simple = BY_HAND[game]
    for _ in range(LOOKED_AT):
        found = [text for text in puzzle.answers if re.fullmatch(simple, text)]
        if found:
            break
        give_up(page)
        puzzle = shown(page, game)
    axe.check(page, f"a puzzle of {game}")
    enter(page, found[0])
    verdict = page.locator(".verdict")
    expect(verdict).to_have_class(re.compile("right"), timeout=WAIT)
    expect(verdict).to_contain_text("Right!")
    expect(page.locator(".change")).to_contain_text("+")
    expect(page.locator(".task-head dl")).to_contain_text("Streak 1")
    onward = page.get_by_role("button", name="Next puzzle")
    expect(onward).to_be_focused()
    axe.check(page, f"a solved puzzle of {game}")
    after = shown(page, game)
    assert after.id != puzzle.id
    expect(page.locator(".verdict")).to_have_count(0)
    expect(page.locator("#voice")).not_to_be_empty()


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_is_shown_and_explained_on_a_phone(visitors: Visitors, game: str) -> None:
    page = visitors.come(PHONE)
    puzzle = open_puzzles(visitors, page, game)
    before = page.content()
    assert not [text for text in puzzle.answers if len(text) > 4 and text in before]
    give_up(page)
    expect(page.locator(".verdict")).to_contain_text("This was it.")
    expect(page.locator(".verdict li").first).to_be_visible()
    expect(page.locator(".task-head dl")).to_contain_text("Streak 0")
    expect(page.get_by_role("button", name="Next puzzle")).to_be_in_viewport(ratio=0.9)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    axe.check(page, f"an explained puzzle of {game}")


def test_a_wrong_answer_says_why_and_a_refused_one_can_be_tried_again(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    puzzle = open_puzzles(visitors, page, "kakuro")
    press(page, "Kakuro!")  # without a row
    expect(page.locator(".say .why")).to_be_visible()
    press(page, "Impossible")
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("Not this time.", timeout=WAIT)
    expect(verdict).to_contain_text("Yours:")
    expect(verdict).to_contain_text("Best:")
    expect(page.locator(".change")).to_contain_text("−")
    assert puzzle.answers


def test_the_way_from_home_to_a_puzzle_and_back(visitors: Visitors) -> None:
    for size in (DESK, PHONE):
        page = visitors.come(size)
        visitors.go(page, "/")
        page.get_by_role("link", name="Puzzles").click()
        expect(page.locator("h1")).to_have_text("Puzzles")
        cards = page.locator("li.card")
        expect(cards).to_have_count(len(GAMES))
        axe.check(page, "all puzzles")
        page.get_by_role("link", name="Kakuro: puzzles").click()
        page.wait_for_selector(".puzzle [data-spot]")
        give_up(page)
        page.get_by_role("link", name="All puzzles").click()
        expect(cards.filter(has_text="Kakuro")).to_contain_text("0 of 1 solved.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_puzzles_in_every_language(visitors: Visitors, language: str) -> None:
    words = catalogue("puzzles", language)["words"]
    page = visitors.come(DESK, language=language)
    visitors.go(page, "/puzzles/abstrakto")
    expect(page.locator(".puzzle .task")).not_to_have_text("Find the move that wins by force.")
    page.get_by_role("button", name=str(words["give.up"])).click()
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text(str(words["shown"]), timeout=WAIT)
    expect(verdict).to_contain_text(str(words["best"]))
    expect(verdict.locator("li").first).not_to_contain_text("Whatever")


@pytest.mark.parametrize("size", [DESK, PHONE, (844, 390)], ids=["desk", "phone", "across"])
def test_an_answer_that_takes_its_time_is_said_to_be_checked(
    visitors: Visitors, size: tuple[int, int]
) -> None:
    """A machine that is still compiling judges slowly; whoever waits sees that something happens."""
    page = visitors.come(size)
    held: list[Route] = []
    page.route(
        re.compile(r"/api/puzzles/abaku/[^/]+$"),
        lambda route: held.append(route) if route.request.method == "POST" else route.continue_(),
    )
    visitors.go(page, "/puzzles/abaku")
    page.get_by_role("button", name="Show me the answer").click()
    checking = page.locator(".puzzle .say [role=status]")
    expect(checking).to_have_text("Your answer is being checked …")
    axe.check(page, f"a puzzle being checked {size[0]}", "main")
    held[0].continue_()
    expect(page.locator(".puzzle .verdict")).to_be_visible(timeout=WAIT)
    expect(checking).to_have_count(0)
