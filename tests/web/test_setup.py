"""Setting up a table: three questions on one screen, and the button in sight on every one."""

import pytest
from playwright.sync_api import Page, expect
from tests.web import axe
from tests.web.looking import astray, keep
from tests.web.visiting import GAMES, Visitors, at_table

LAPTOP, UPRIGHT, ACROSS, ZOOMED = (1366, 768), (390, 844), (844, 390), (683, 384)
GO = "Open the table"


def arrive(visitors: Visitors, page: Page, game: str) -> None:
    visitors.go(page, f"/new/{game}")
    page.wait_for_selector(".who")


@pytest.mark.parametrize("game", GAMES)
def test_three_questions_with_their_answers_are_one_screen(visitors: Visitors, game: str) -> None:
    page = visitors.come(LAPTOP)
    arrive(visitors, page, game)
    for question in ("Who plays?", "Which way?", "How long for a turn?"):
        group = page.get_by_role("group", name=question, exact=True)
        expect(group.get_by_role("radio", checked=True)).to_have_count(1)
        expect(group).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name=GO)).to_be_in_viewport(ratio=1)
    assert page.locator("details[open]").count() == 0
    assert page.evaluate("() => document.documentElement.scrollHeight - innerHeight") <= 0
    axe.check(page, f"setting up {game}")
    keep(page, f"setup-{game}")


@pytest.mark.parametrize("size", [UPRIGHT, ACROSS, ZOOMED], ids=["upright", "across", "zoomed"])
def test_the_button_is_in_sight_on_a_small_screen(visitors: Visitors, size: tuple[int, int]) -> None:
    page = visitors.come(size, language="de")
    arrive(visitors, page, "abaku")
    button = page.locator("form .primary")
    expect(button).to_be_in_viewport(ratio=1)
    page.get_by_text("Alle Optionen").click()
    expect(button).to_be_in_viewport(ratio=1)
    assert astray(page, f"set-up {size[0]}") == []
    axe.check(page, f"setting up on {size[0]}")


def test_on_a_phone_what_is_chosen_is_in_sight_and_unfolds(visitors: Visitors) -> None:
    page = visitors.come(UPRIGHT)
    arrive(visitors, page, "kakuro")
    way, time = page.locator("details.way summary"), page.locator("details.time summary")
    expect(way).to_contain_text("As in the rulebook")
    expect(time).to_contain_text("As long as you like")
    for question in (way, time):
        expect(question).to_be_in_viewport(ratio=1)
    way.click()
    page.get_by_role("radio").nth(6).check()
    time.click()
    page.get_by_label("A limit for each turn").check()
    page.get_by_label("Seconds", exact=True).fill("45")
    expect(time).to_contain_text("A limit for each turn")
    page.get_by_role("button", name=GO).click()
    at_table(page)
    table = page.evaluate("() => ludotekaTable.table")
    games = visitors.get(page, "/api/games").json()
    fast = next(game for game in games if game["id"] == "kakuro")["presets"][3]["options"]
    assert fast.items() <= table["options"].items()
    assert table["control"] == {"kind": "move", "seconds": 45}
