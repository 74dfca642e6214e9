"""After a match: the better move on the board, the decision tried again, any position analysed, the coach."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from tests.web import axe, looking
from tests.web.test_reviews import whole
from tests.web.visiting import DESK, GAMES, MY_SEAT, PHONE, Visitors, at_table, legal, wait_seat

WAIT = 60_000
ADA: dict[str, Any] = {"kind": "me", "name": "Ada"}
BEN: dict[str, Any] = {"kind": "me", "name": "Ben"}
BOT: dict[str, Any] = {"kind": "bot", "level": 1}
ACROSS = (844, 390)
# An analysis whose first look comes at once, and the next one never.
ENDLESS = """{
  const usual = globalThis.fetch;
  const move = {move: "h8", value: 1, win: 0.6, error: 0, where: ["h8"], words: []};
  const look = {effort: 1, unit: "points", seat: 0, win: [0.6, 0.4], margin: [1, -1], moves: [move]};
  globalThis.hungUp = false;
  globalThis.fetch = (address, wish) => {
    if (!String(address).endsWith("/api/analyse")) return usual(address, wish);
    wish.signal.addEventListener("abort", () => { globalThis.hungUp = true; });
    const first = new TextEncoder().encode(JSON.stringify({...look, error: 0, final: false}) + "\\n");
    return Promise.resolve(new Response(new ReadableStream({start: (way) => way.enqueue(first)})));
  };
}"""
HIGHER_THAN_ITS_BOX = """() => [...document.querySelectorAll(".analysis > .tray")]
  .filter((e) => e.scrollHeight > e.clientHeight + 1).map((e) => `${e.scrollHeight} in ${e.clientHeight}`)"""
RACKS = {"abaku", "calculissimo"}  # two people at one device would hand it over all the time


def is_over(page: Page) -> bool:
    """Whether the match has ended, once it is not a bot's turn any more."""
    over = "ludotekaTable.position.state === 'over'"
    page.wait_for_function(f"() => {over} || ({MY_SEAT})() !== null")
    return bool(page.evaluate(f"() => {over}"))


def careless(visitors: Visitors, page: Page, game: str) -> str:
    """Some moves without any thought, and then somebody leaves."""
    table = visitors.open_table(page, game, [ADA, BOT if game in RACKS else BEN])
    visitors.go(page, f"/t/{table}")
    at_table(page)
    for _ in range(6):
        if is_over(page):
            return table
        seat, ply = wait_seat(page), page.evaluate("() => ludotekaTable.position.ply")
        moves = legal(page, seat, 300)
        rows = [move for move in moves if ":" in move] or moves
        page.evaluate("([seat, move]) => ludotekaTable.desk(seat).play(move)", [seat, rows[-1]])
        page.wait_for_function("(ply) => ludotekaTable.position.ply > ply", arg=ply)
    if is_over(page):
        return table
    seat, seen = wait_seat(page), page.evaluate("() => ludotekaTable.position.seq")
    leave = {"do": "leave", "seat": seat, "seen": seen, "key": "leave"}
    visitors.post(page, f"/api/tables/{table}/actions", leave)
    page.wait_for_function("() => ludotekaTable.position.state === 'over'")
    return table


def poor(made: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """A decision that was not the best, where the best has squares."""
    found = [one for one in made["decisions"] if one["class"] != "best" and one["best"]]
    return next(one for one in found if one["best"][0]["where"])


@pytest.mark.parametrize("game", GAMES)
def test_the_better_move_is_drawn_beside_the_played_one(visitors: Visitors, game: str) -> None:
    page = visitors.come(DESK)
    table = careless(visitors, page, game)
    bad = poor(whole(visitors, page, table))
    visitors.go(page, f"/t/{table}?ply={bad['ply']}")
    drawn = page.locator(".board [data-better]")
    expect(drawn.first).to_be_visible(timeout=WAIT)
    looking.keep(page, f"better-{game}-desk")
    switch = page.get_by_role("button", name="Show the better move")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.focus()
    page.keyboard.press("Enter")
    expect(drawn).to_have_count(0)
    expect(switch).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Enter")
    expect(drawn.first).to_be_visible()
    axe.check(page, f"verdict {game}", ".tray")


@pytest.mark.parametrize("game", GAMES)
def test_the_same_on_a_phone(visitors: Visitors, game: str) -> None:
    page = visitors.come(PHONE)
    table = careless(visitors, page, game)
    bad = poor(whole(visitors, page, table))
    visitors.go(page, f"/t/{table}?ply={bad['ply']}")
    expect(page.locator(".board [data-better]").first).to_be_visible(timeout=WAIT)
    looking.keep(page, f"better-{game}-phone")
    assert looking.astray(page, f"better {game}") == []


def test_the_curve_leads_to_the_board(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    table = careless(visitors, page, "abstrakto")
    whole(visitors, page, table)
    page.get_by_role("tab", name="Review").click()
    expect(page.locator(".review table").first).to_be_visible(timeout=WAIT)
    page.locator(".review figure svg a").nth(3).click()
    page.wait_for_url(f"**/t/{table}?ply=3")
    turning = page.locator(".review figure svg a[tabindex='0']")
    if turning.count():
        turning.first.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".verdict")).to_be_visible()
    axe.check(page, "curve", ".panel")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_decision_is_tried_again_against_a_bot(visitors: Visitors, size: tuple[int, int]) -> None:
    page = visitors.come(size)
    table = careless(visitors, page, "abstrakto")
    bad = poor(whole(visitors, page, table))
    visitors.go(page, f"/t/{table}?ply={bad['ply']}")
    page.get_by_role("button", name="Try again").click(timeout=WAIT)
    page.wait_for_function("(old) => ludotekaTable.id !== old", arg=table)
    at_table(page)
    seat = wait_seat(page)
    assert seat == bad["seat"]
    assert page.evaluate("() => ludotekaTable.position.ply") == bad["ply"] - 1
    move = bad["best"][0]["move"]
    page.evaluate("([seat, move]) => ludotekaTable.desk(seat).play(move)", [seat, move])
    page.wait_for_function("(ply) => ludotekaTable.position.ply > ply", arg=bad["ply"])
    looking.keep(page, f"again-{size[0]}")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_any_position_is_analysed(visitors: Visitors, game: str, size: tuple[int, int]) -> None:
    page = visitors.come(size)
    visitors.go(page, f"/analyse/{game}")
    found = page.locator(".found")
    expect(found).to_have_attribute("aria-busy", "false", timeout=WAIT)
    looking.keep(page, f"analyse-{game}-{size[0]}")
    assert looking.astray(page, f"analyse {game} {size[0]}") == []
    axe.check(page, f"analyse {game}", "main")


def test_a_branch_is_walked_by_making_moves(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    table = careless(visitors, page, "abstrakto")
    visitors.go(page, f"/analyse/abstrakto?table={table}&ply=3")
    best = page.locator(".found ol button")
    expect(best.first).to_be_visible(timeout=WAIT)
    expect(page.locator(".board [data-better]").first).to_be_visible()
    text = page.get_by_label("The position as text")
    before = text.input_value()
    best.first.focus()
    page.keyboard.press("Enter")
    expect(text).not_to_have_value(before, timeout=WAIT)
    expect(page.get_by_role("button", name="One move back")).to_be_enabled()
    page.get_by_role("button", name="One move back").click()
    expect(text).to_have_value(before, timeout=WAIT)
    text.fill("nonsense")
    page.get_by_role("button", name="Show this position").click()
    expect(page.locator(".trouble")).to_be_visible()
    looking.keep(page, "analyse-trouble")


def test_looking_stops_when_somebody_says_so(visitors: Visitors) -> None:
    """A look that would never end: after Stop nobody waits for it, and what was seen stays."""
    page = visitors.come(DESK)
    page.add_init_script(ENDLESS)
    visitors.go(page, "/analyse/abstrakto")
    seen = page.locator(".found ol button")
    expect(seen).to_have_count(1, timeout=WAIT)
    expect(page.locator(".found")).to_have_attribute("aria-busy", "true")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Look again")).to_be_visible()
    expect(page.locator(".found")).to_have_attribute("aria-busy", "false")
    assert page.evaluate("() => globalThis.hungUp") is True
    expect(seen).to_have_count(1)


def test_an_analysis_comes_by_itself_when_the_game_is_ready(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    answers: list[int] = []

    def compiling(route: Route) -> None:
        answers.append(len(answers))
        if len(answers) > 2:
            route.continue_()
        else:
            route.fulfill(
                status=503, json={"error": {"kind": "refused", "text": "Later.", "template": "Later."}}
            )

    page.route("**/api/analyse", compiling)
    visitors.go(page, "/analyse/abstrakto")
    expect(page.locator(".found .waits")).to_contain_text("comes by itself", timeout=WAIT)
    expect(page.locator(".found ol button").first).to_be_visible(timeout=WAIT)
    expect(page.locator(".found .waits")).to_have_count(0)
    assert len(answers) > 2


@pytest.mark.parametrize("size", [(1366, 768), ACROSS], ids=["laptop", "across"])
@pytest.mark.parametrize("game", GAMES)
def test_an_analysis_is_in_sight_and_tells_moves_apart(
    visitors: Visitors, game: str, size: tuple[int, int]
) -> None:
    """On a laptop board, moves and tiles fit on the screen; across, the board hides nothing beside it."""
    page = visitors.come(size)
    visitors.go(page, f"/analyse/{game}")
    found = page.locator(".found")
    expect(found.locator("ol button").first).to_be_visible(timeout=WAIT)
    expect(found).to_have_attribute("aria-busy", "false", timeout=WAIT)
    lines = found.locator("ol button > span:first-child").all_inner_texts()
    assert len(set(lines)) == len(lines), lines
    board, panel = page.locator(".board svg").first.bounding_box(), found.bounding_box()
    assert board is not None
    assert panel is not None
    assert board["x"] + board["width"] <= panel["x"]
    if size != ACROSS:
        tray = page.locator(".analysis > .tray").bounding_box()
        assert tray is not None
        assert tray["y"] + tray["height"] <= size[1]
        assert page.evaluate(HIGHER_THAN_ITS_BOX) == []
    assert looking.astray(page, f"analyse {game} {size[0]}") == []
    axe.check(page, f"analyse {game} {size[0]}", "main")
    looking.keep(page, f"analyse-{game}-{size[0]}")


@pytest.mark.parametrize("size", [DESK, PHONE, ACROSS], ids=["desk", "phone", "across"])
@pytest.mark.parametrize(
    ("start", "leads_to"),
    [("/skills", "/new/abaku"), ("/analyse", "/analyse/abaku")],  # nothing seen yet: play first
    ids=["skills", "analyse"],
)
def test_the_lists_of_games_lead_on(
    visitors: Visitors, start: str, leads_to: str, size: tuple[int, int]
) -> None:
    page = visitors.come(size)
    visitors.go(page, start)
    ways = page.locator("main li a.button")
    expect(ways).to_have_count(len(GAMES))
    axe.check(page, start, "main")
    assert looking.astray(page, start) == []
    ways.first.click()
    page.wait_for_url(f"**{leads_to}")
    expect(page.locator("main h1")).to_contain_text("Abaku")


def test_a_coach_without_matches_invites_to_one(visitors: Visitors) -> None:
    page = visitors.come(PHONE)
    visitors.go(page, "/skills/abaku")
    expect(page.locator("main")).to_contain_text("Nothing is counted yet")
    expect(page.get_by_role("link", name="Play now")).to_have_attribute("href", "/new/abaku")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_coach_shows_what_i_find(visitors: Visitors, size: tuple[int, int]) -> None:
    page = visitors.come(size)
    table = careless(visitors, page, "abaku")
    whole(visitors, page, table)
    visitors.go(page, "/skills/abaku")
    expect(page.locator("main table")).to_be_visible(timeout=WAIT)
    expect(page.locator("main")).to_contain_text("From 1 reviewed match.")
    for row in page.locator("main tbody tr").all_inner_texts():
        chances = int(row.split(" / ")[1].split()[0])
        assert ("too early to tell" in row, "%" in row) == (chances < 5, chances >= 5), row
    axe.check(page, "skills", "main")
    looking.keep(page, f"skills-{size[0]}")
    assert looking.astray(page, f"skills {size[0]}") == []
