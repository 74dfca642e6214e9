"""Learning: every task of every introduction can be solved on the page, and the rules are all there."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.web import axe
from tests.web.catalogues import path_of, rooms
from tests.web.visiting import DESK, GAMES, PHONE, ROOT, Visitors

Solve = Callable[[Page, str], None]

# what solves each task, in the order of the introduction
SOLUTIONS = {
    "abaku": ["8H 24", "8H 4812", "8G 3", "8G 36", "8H 1248", "8G 2612", "10C 42"],
    "calculissimo": ["8F 6/2+9", "H6 4-+3", "8D 4", "8D *5", "1A 1+234+5", "swap 11"],
    "kakuro": [
        "A2 H2",
        "A5 B5 #3 C5",
        "A1 H1 D D",
        "A1 G1 X A1 A2 #3 H1",
        "D4 H4 #3 C4",
        "impossible",
    ],
    "abstrakto": ["b2", "b3", "c3", "d3", "d1", "a6"],
    "abak": [
        "8/5 6/5",
        "13/8 12/8",
        "24/21 14/8",
        "24/20 15/17",
        "bar/20 24/20",
        "12/8 10/5",
        "5/off 2/off",
    ],
}
UNCOVERED = """(e) => { const b = e.getBoundingClientRect();
  return e.contains(document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2)); }"""
TILES = {"D": "Duplication 2\u00d7", "X": "Exchange \u21c4"}


def press(page: Page, name: str) -> None:
    page.locator(".lesson").get_by_role("button", name=name).first.click()


def spot(page: Page, name: str) -> None:
    page.locator(f'.lesson [data-spot="{name}"]').click()


def lay(page: Page, solution: str) -> None:
    """Typed at the cursor; what lies there already is passed over."""
    start, tiles = solution.split()
    if start == "swap":
        press(page, "Swap tiles")
        for chip in page.locator(".rack button.tile").all()[: len(tiles)]:
            chip.click()
        press(page, f"Swap {len(tiles)} tiles")
        return
    down = start[0].isalpha()
    page.locator(f'.lesson [data-spot="{start if down else start[-1] + start[:-1]}"]').focus()
    if down:
        page.keyboard.press(" ")
    plain, star, joker = tiles.partition("*")
    for tile in plain + star:
        page.keyboard.press(tile)
    if joker:
        page.locator(".chooser").get_by_role("button", name=joker, exact=True).click()
    page.wait_for_selector(".lesson .found li")
    press(page, "Play for")


def show_row(page: Page, solution: str) -> None:
    """The two ends of a row, then tiles (`#`: turned over) with their squares."""
    if solution == "impossible":
        press(page, "Impossible")
        return
    for word in solution.split():
        if word[0] == "#":
            press(page, "Turn over")
            page.locator(f'.pool button[aria-label^="Digit tile {word[1]}"]').click()
        elif word in TILES:
            page.locator(f'.pool button[aria-label="{TILES[word]}"][aria-pressed="false"]').first.click()
        else:
            spot(page, word)
    press(page, "Kakuro!")


def place(page: Page, solution: str) -> None:
    spot(page, solution)
    press(page, "Place the")


def move(page: Page, solution: str) -> None:
    for step in solution.split():
        source, target = step.split("/")
        page.wait_for_selector(".lesson .movable")
        spot(page, source)
        page.wait_for_selector(".lesson .target")
        spot(page, target)
    press(page, "Finish the turn")


ENGLISH = "\n".join(path_of(room, "en").read_text(encoding="utf-8") for room in rooms())
SOLVE: dict[str, Solve] = {
    "abaku": lay, "calculissimo": lay, "kakuro": show_row, "abstrakto": place, "abak": move,
}  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_every_task_can_be_solved_on_the_page(visitors: Visitors, game: str) -> None:
    page = visitors.come(DESK)
    visitors.go(page, f"/learn/{game}")
    progress = page.locator(".task-head progress")
    expect(progress).to_have_attribute("max", str(len(SOLUTIONS[game])))
    for number, solution in enumerate(SOLUTIONS[game], start=1):
        expect(page.get_by_text(f"Step {number} of")).to_be_visible()
        page.wait_for_selector('.lesson[aria-busy="false"] [data-spot]')
        SOLVE[game](page, solution)
        expect(page.locator(".say .done")).to_contain_text("✓")
        expect(progress).to_have_attribute("value", str(number))
        if number in {1, len(SOLUTIONS[game])}:
            axe.check(page, f"lesson {number} of {game}")
        if number < len(SOLUTIONS[game]):
            page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("link", name="Play a game")).to_have_attribute("href", f"/new/{game}")


@pytest.mark.parametrize("game", GAMES)
def test_every_task_is_told_in_czech_too_and_the_rules_have_pictures(visitors: Visitors, game: str) -> None:
    page = visitors.come(PHONE, language="cs")
    visitors.go(page, f"/learn/{game}")
    told = [read_task(page, number) for number in range(len(SOLUTIONS[game]))]
    assert len(set(told)) == len(told)
    assert not [text for text in told if f'"{text}"' in ENGLISH]
    check_rules(visitors, page, game)


def read_task(page: Page, number: int) -> str:
    if number:
        page.get_by_role("button", name="Přeskočit", exact=True).click()
    expect(page.locator(".task-head progress")).to_have_attribute("value", str(number))
    page.wait_for_selector(".lesson [data-spot]")
    return page.locator(".say .task").inner_text()


def check_rules(visitors: Visitors, page: Page, game: str) -> None:
    """Every rule of the document has its place; on a phone it is folded, and pictures speak in words."""
    visitors.go(page, f"/rules/{game}")
    page.wait_for_selector("summary")
    assert page.evaluate("document.documentElement.scrollHeight") < 3000
    page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
    for figure in page.locator("figure").all():  # drawn when they are near the screen
        figure.scroll_into_view_if_needed()
        expect(figure.locator("svg").first).to_be_visible()
    wanted = set(re.findall(r"\*\*((?:AB|CA|KA|AS|AK)-\d+\.\d+)\*\*", rules(game)))
    wanted |= set(re.findall(r"^- ((?:AB|CA|KA|AS|AK)-\d+\.\d+) ", rules(game), re.MULTILINE))
    shown = set(page.locator(".rule").evaluate_all("(all) => all.map((rule) => rule.id)"))
    assert len(wanted) > 40
    assert wanted <= shown, sorted(wanted - shown)
    assert page.locator("figure").count() >= 4
    expect(page.locator("figure svg[role=img]")).to_have_count(page.locator("figure").count())
    assert not [
        words for words in page.locator("figcaption").all_inner_texts() if not re.search("[a-z]{3}", words)
    ]
    axe.check(page, f"rules of {game}")


def rules(game: str) -> str:
    return (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")


def test_a_lesson_lights_its_squares_and_has_no_other_buttons(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    visitors.go(page, "/learn/kakuro")
    expect(page.locator(".lesson .lit.hint")).to_have_count(8)
    expect(page.locator(".say .aim")).to_contain_text("aim")
    expect(page.locator(".lesson").get_by_role("button", name="Impossible")).to_have_count(0)
    visitors.go(page, "/learn/abaku")
    expect(page.locator(".lesson .lit.hint")).to_have_count(1)
    expect(page.locator(".lesson").get_by_role("button", name="More")).to_have_count(0)
    page.locator('.lesson [data-spot="H8"]').focus()
    page.keyboard.press("2")
    expect(page.locator(".lesson .lit.hint")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_lesson_wants_pressed_is_in_sight_on_a_phone(visitors: Visitors, game: str) -> None:
    page = visitors.come(PHONE)
    visitors.go(page, f"/learn/{game}")
    page.wait_for_selector("[data-spot]")
    button = page.locator("[data-part=actions] button").first
    expect(button).to_be_in_viewport(ratio=0.9)
    assert button.evaluate(UNCOVERED), "nothing lies over it"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(390, 844), (768, 1024)], ids=["phone", "tablet"])
def test_a_lesson_is_one_screen_from_its_task_to_its_steps(
    visitors: Visitors, game: str, size: tuple[int, int]
) -> None:
    page = visitors.come(size)
    visitors.go(page, f"/learn/{game}")
    page.wait_for_selector("[data-spot]")
    for part in (".say .task", ".lesson .board svg", ".steps button"):
        expect(page.locator(part).first).to_be_in_viewport(ratio=1)
    board = page.locator(".lesson .board svg").first.bounding_box()
    assert board is not None
    least = 0.8 if size[0] < 700 else 0.58
    assert max(board["width"], board["height"]) > least * size[0], "as large as the screen allows"
    if size[0] < 700:
        page.get_by_role("link", name="Learn", exact=True).click()
        page.wait_for_url("**/learn")


def test_a_refusal_leads_to_words_for_people_and_on_to_its_rule(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    visitors.go(page, "/learn/abaku")
    page.locator('.lesson [data-spot="A1"]').focus()
    for tile in "24":
        page.keyboard.press(tile)
    page.locator(".lesson .say .why a").click()
    page.wait_for_url("**/how/abaku#AB-5.4")
    explained = page.locator('.text:has([id="AB-5.4"])')
    expect(explained).to_be_in_viewport()
    expect(explained).to_have_class(re.compile("here"))
    expect(explained).to_contain_text("covers the middle")
    visitors.go(page, "/how/abaku#AB-14.2")  # no paragraph explains notation
    page.wait_for_url("**/rules/abaku#AB-14.2")
    expect(page.locator('.rule[id="AB-14.2"]')).to_be_in_viewport()
    expect(page.locator('.rule[id="AB-14.2"]')).to_have_class(re.compile("here"))
