"""A game of somebody else, by an entry point and without a line of TypeScript, is played in the browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web import axe
from tests.web.conftest import serving
from tests.web.looking import astray, keep
from tests.web.visiting import DESK, PHONE, ROOT, Visitors

POINTS = "[ludoteka.games]\nnim = tests.toys.nim:GAME\nstones = tests.toys.stones:GAME\n"
TWO = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"}]


def install(folder: Path) -> None:
    """What an installed package leaves behind: its metadata, with the entry points."""
    metadata = folder / "toys-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(POINTS)


@pytest.fixture(scope="module")
def toys(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("toys")
    install(folder)
    with serving(folder, "/healthz", PYTHONPATH=f"{folder}:{ROOT}:{ROOT / 'src'}") as base:
        yield base


@pytest.fixture
def players(browser: Browser, toys: str) -> Iterator[Visitors]:
    people = Visitors(browser, toys)
    yield people
    people.leave()


def tab_to(page: Page, what: str) -> None:
    """The keyboard goes on until it is there."""
    for _ in range(80):
        if page.evaluate("(what) => document.activeElement?.matches(what) ?? false", what):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no {what} on the way")


def sit(players: Visitors, page: Page, game: str, **options: int) -> None:
    players.go(page, f"/t/{players.open_table(page, game, TWO, options=options)}")
    page.wait_for_selector(".table #any-move")


def type_move(page: Page, move: str) -> None:
    tab_to(page, "#any-move")
    page.keyboard.type(move)
    page.keyboard.press("Enter")


def test_a_game_is_played_to_its_end_by_keyboard_alone(players: Visitors) -> None:
    page = players.come(DESK)
    sit(players, page, "nim", stones=4)
    expect(page.locator(".board td").first).to_have_text("4")
    axe.check(page, "a table of any game")
    type_move(page, "take 9")
    expect(page.locator(".tray .no")).to_contain_text("Take one, two or three")
    page.keyboard.press("Control+A")
    page.keyboard.type("take 3")
    expect(page.locator(".tray .moves button")).to_have_text(["take 3"])
    page.keyboard.press("Enter")
    expect(page.locator(".board td").first).to_have_text("1")
    expect(page.locator(".players [aria-current]")).to_contain_text("Ben")
    tab_to(page, ".tray .moves button")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Ben won by 1.")).to_be_visible()
    expect(page.get_by_text("NIM-3")).to_be_visible()
    axe.check(page, "the end of any game")


def test_a_game_that_draws_itself_and_has_steps(players: Visitors) -> None:
    page = players.come(PHONE)
    sit(players, page, "stones", stones=5)
    expect(page.locator(".board pre")).to_contain_text("o o o o o")
    steps = page.get_by_role("region", name="Next step")
    steps.get_by_role("button", name="take").click()
    steps.get_by_role("button", name="2").click()
    expect(page.get_by_text("Chosen so far: take 2")).to_be_visible()
    page.locator(".tray").get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".board pre")).to_contain_text("3 lie there; seat 1 takes some.")
    assert not astray(page, "any game on a phone")
    axe.check(page, "any game on a phone")
    keep(page, "any-game")
    page.locator("button.last").click()
    page.get_by_role("link", name="Ada takes 2 stones").click()
    expect(page.get_by_role("group", name="Replay")).to_be_visible()


def test_such_a_game_is_offered_like_the_others(players: Visitors) -> None:
    page = players.come(DESK)
    players.go(page, "/")
    card = page.locator(".games li", has_text="Stones")
    expect(card.locator("pre")).to_contain_text("7 lie there")
    expect(card.get_by_role("link", name="Rules")).to_have_count(0)
    card.get_by_role("button", name="Other ways to play").click()
    card.get_by_role("link", name="Options").click()
    page.get_by_text("All options").click()
    expect(page.get_by_label("How many stones lie on the table.")).to_be_visible()
    for path, words in (
        ("/rules/stones", "no rules of this game"),
        ("/learn/stones", "no lessons"),
        ("/how/stones", "no rules"),
    ):
        players.go(page, path)
        expect(page.get_by_text(re.compile(words))).to_be_visible()


def test_it_speaks_the_language_of_the_page(players: Visitors) -> None:
    page = players.come(DESK, language="cs")
    sit(players, page, "nim", stones=6)
    expect(page.get_by_text("3 možné tahy")).to_be_visible()
    expect(page.get_by_role("textbox", name="Tvůj tah")).to_be_visible()
