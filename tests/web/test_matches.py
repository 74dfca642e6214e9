"""Whole matches in a real browser: two people, a bot, the keyboard alone; cuts in the middle; replays."""

import pytest
from playwright.sync_api import Page, expect
from tests.web.hands import Hands, Keys, Pointer
from tests.web.pilots import PILOTS, acting
from tests.web.visiting import GAMES, Visitors, at_table, position, wait_turn

TURNS = 120
DECISIONS = """() => ludotekaTable.entries
  .filter((entry) => ["played", "ticked", "left"].includes(entry.kind)).map((entry) => entry.ply)"""


def play_on(pages: list[Page], game: str, hands: Hands, turns: int = TURNS) -> None:
    """Until the game is over (or so many turns were made)."""
    for _ in range(turns):
        page = wait_turn(pages)
        if page is None:
            return
        PILOTS[game].turn(page, hands, acting(page))


def result_rule(page: Page) -> str:
    page.wait_for_function("() => ludotekaTable.table.result !== null")
    rule: str = page.evaluate("() => ludotekaTable.table.result.rule")
    return rule


@pytest.mark.parametrize("game", GAMES)
def test_two_people_play_a_whole_match_with_a_cut_in_the_middle(visitors: Visitors, game: str) -> None:
    ada, ben = visitors.come(), visitors.come((820, 1180), dark=True)
    table = visitors.open_table(
        ada, game, [{"kind": "me", "name": "Ada"}, {"kind": "open"}], options=PILOTS[game].options
    )
    visitors.go(ben, f"/t/{table}")
    ben.get_by_role("button", name="Sit down").click()
    visitors.go(ada, f"/t/{table}")
    at_table(ada)
    at_table(ben)
    play_on([ada, ben], game, Pointer(), 2)
    ada.evaluate("() => ludotekaTable.cut()")
    ada.wait_for_function("() => ludotekaTable.line === 'live'")
    play_on([ada, ben], game, Pointer())
    assert result_rule(ada).startswith(PILOTS[game].ends)
    for page in (ada, ben):
        expect(page.locator(".result")).to_be_visible()
        seqs = page.evaluate("() => ludotekaTable.entries.map((entry) => entry.seq)")
        assert seqs == sorted(set(seqs)), "nothing is missed and nothing comes twice"
    check_replay(visitors, ada, table)


def check_replay(visitors: Visitors, page: Page, table: str) -> None:
    """Any ply has an address; keys lead back and forth; the draws can be checked."""
    expect(page.get_by_text("draws checked, fair")).to_be_visible()
    decisions = page.evaluate(DECISIONS)
    visitors.go(page, f"/t/{table}?ply=0")
    at_table(page)
    expect(page.get_by_role("slider")).to_have_value("0")
    assert page.locator(".players .winner").count() == 0, "the end is not told at the start"
    expect(page.get_by_text("No tiles")).to_have_count(0)  # it starts where there was something to decide
    for ply in decisions[:2]:  # what chance did in between is no stop
        page.keyboard.press("ArrowRight")
        page.wait_for_url(f"**ply={ply}")
    page.keyboard.press("End")
    expect(page.get_by_role("slider")).to_have_value(str(len(decisions)))
    record = visitors.get(page, f"/api/tables/{table}/record")
    assert record.text().startswith("ludoteka: 1")


@pytest.mark.parametrize("game", GAMES)
def test_the_keyboard_alone_finishes_a_match_against_a_bot(visitors: Visitors, game: str) -> None:
    page = visitors.come()
    table = visitors.open_table(
        page, game, [{"kind": "me"}, {"kind": "bot", "level": 0}], options=PILOTS[game].options
    )
    visitors.go(page, f"/t/{table}")
    at_table(page)
    play_on([page], game, Keys(), 8)
    if position(page)["state"] != "over":  # bots do not always wish to end a game as soon as we do
        hands = Keys()
        hands.button(page, "At this table")
        hands.button(page, "Resign")
        hands.button(page, "Really resign?")
    page.wait_for_function("() => ludotekaTable.position.state === 'over'")
    expect(page.locator(".result")).to_be_visible()


def test_a_move_made_without_the_wire_arrives_once(visitors: Visitors) -> None:
    page = visitors.come()
    table = visitors.open_table(page, "abstrakto", [{"kind": "me"}, {"kind": "me", "name": "Ben"}])
    visitors.go(page, f"/t/{table}")
    at_table(page)
    seat = acting(page)
    page.evaluate("(seat) => { ludotekaTable.cut(); void ludotekaTable.desk(seat).play('h8'); }", seat)
    page.wait_for_function("() => ludotekaTable.entries.filter((e) => e.text === 'h8').length === 1")
    page.evaluate("() => ludotekaTable.cut()")
    page.wait_for_function("() => ludotekaTable.line === 'live'")
    assert page.evaluate("() => ludotekaTable.entries.filter((e) => e.text === 'h8').length") == 1


def test_an_illegal_draft_is_refused_by_the_server_with_its_squares(visitors: Visitors) -> None:
    page = visitors.come()
    table = visitors.open_table(
        page, "abstrakto", [{"kind": "me"}, {"kind": "me", "name": "Ben"}], options={"size": 3}
    )
    visitors.go(page, f"/t/{table}")
    at_table(page)
    hands = Pointer()
    hands.square(page, "d4")
    page.wait_for_selector(".tray .what > p b")
    hands.button(page, "Place the")
    page.wait_for_function("() => ludotekaTable.position.ply >= 2")
    hands.square(page, "e4")
    expect(page.locator(".now .why")).to_contain_text("AS-3.3")
    expect(page.locator(".table rect.lit")).to_have_count(1)
    expect(page.get_by_role("button", name="Place the")).to_be_disabled()
