"""The rooms around the boards: how people find each other, watch, talk, agree, part and come back."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from tests.web import axe, picture_code
from tests.web.hands import Pointer
from tests.web.pilots import PILOTS, acting, placement, square
from tests.web.visiting import (
    DESK,
    GAMES,
    PHONE,
    ROOT,
    TABLET,
    Visitors,
    at_table,
    legal,
    other_way,
    position,
    wait_ply,
    wait_seat,
    wait_turn,
)

COUNT_PRESSES = "window.presses = 0; addEventListener('click', () => { window.presses += 1; }, true)"
# Squares beside each other share one frame, which names them; other boards light place by place.
LIT_SQUARES = "(all) => all.flatMap((one) => (one.dataset.squares ?? 'one').split(' '))"
PRESSES = {
    "abaku": 8,
    "calculissimo": 12,
    "kakuro": 4,
    "abstrakto": 3,
    "abak": 11,
}  # a double takes four steps


def more(page: Page, button: str) -> None:
    """Presses something behind the "⋯" of the table."""
    if not page.get_by_role("button", name=button).is_visible():
        page.get_by_role("button", name="At this table").click()
    page.get_by_role("button", name=button).click()


# --- from the first page to a move -----------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_few_presses_lead_from_the_first_page_to_a_legal_move(visitors: Visitors, game: str) -> None:
    page = visitors.come(PHONE)
    page.add_init_script(COUNT_PRESSES)
    visitors.go(page, "/")
    page.get_by_role("button", name=re.compile(f"Play now: {game}$", re.IGNORECASE)).click()
    at_table(page)
    assert wait_turn([page]) is page
    ply = position(page)["ply"]
    PILOTS[game].turn(page, Pointer(), acting(page))
    assert page.evaluate("() => window.presses") <= PRESSES[game]
    assert any(entry["ply"] == ply + 1 and entry["kind"] == "played" for entry in entries(page))
    three_hints(page)


def entries(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("() => ludotekaTable.entries")
    return found


def three_hints(page: Page) -> None:
    """What to look for, where, the move; the last lights all its squares, and one press lays it."""
    if wait_turn([page]) is None:
        return
    for step in (1, 2, 3):
        page.get_by_role("button", name=f"Hint {step} of 3").click()
        page.wait_for_selector('.now .ask[aria-busy="false"]:not([disabled])')
    expect(page.locator(".now .words")).to_contain_text("Try this")
    seat = wait_seat(page)
    hint = page.evaluate("(seat) => ludotekaTable.hint(seat, 3)", seat)
    on_board = [where for where in hint["where"] if where not in {"bar", "off"}]
    lit: list[str] = page.locator(".board .lit.hint").evaluate_all(LIT_SQUARES)
    assert len(lit) == len(on_board), hint
    assert not hint["where"] or on_board
    ply = position(page)["ply"]
    page.get_by_role("button", name="Do it for me").click()
    expect(page.locator(".now .words.hint")).to_have_count(0)
    if position(page)["ply"] == ply:  # it is laid: one press plays it
        page.wait_for_selector(".tray button.primary:enabled")


# --- friends ---------------------------------------------------------------------------------


def test_friends_meet_by_code_link_and_picture_and_others_watch(visitors: Visitors) -> None:
    ada, ben, cleo = visitors.come(DESK), visitors.come(PHONE), visitors.come(TABLET, dark=True)
    visitors.go(ada, "/")
    other_way(ada, "Abaku", "With friends")
    ada.get_by_label("Name of player 1").fill("Ada")
    ada.get_by_label("School: only addition and subtraction").check()
    ada.get_by_role("button", name="Open the table").click()
    code = ada.locator(".code").inner_text()
    link = ada.get_by_label("Link to this table").input_value()
    assert link == ada.url
    assert picture_code.read(modules(ada)) == link
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ada.get_by_role("button", name="Copy").click()
    expect(ada.get_by_role("button", name="Copied")).to_be_visible()
    assert ada.evaluate("() => navigator.clipboard.readText()") == link
    assert ada.evaluate("() => ludotekaTable.table.options.operations") == "add-sub"
    axe.check(ada, "waiting")

    visitors.go(ben, "/")
    ben.get_by_label("Have a code?").fill(code.lower())
    ben.get_by_role("button", name="Join").click()
    ben.get_by_role("button", name="Sit down").click()
    at_table(ada)
    at_table(ben)
    cleo.goto(link)
    at_table(cleo)
    check_watching(ada, ben, cleo)
    check_talk(ada, ben)
    check_offers(ada, ben)
    check_rematch(ada, ben, cleo)


def modules(page: Page) -> picture_code.Modules:
    """The dark squares of the picture code, without its border of two."""
    picture = page.locator(".qr")
    size = int(str(picture.get_attribute("viewBox")).split()[2])
    path = str(picture.locator("path").get_attribute("d"))
    dark = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h", path)}
    return [[(x, y) in dark for x in range(2, size - 2)] for y in range(2, size - 2)]


def check_watching(ada: Page, ben: Page, cleo: Page) -> None:
    """Who only watches sees every move at once, and nobody's tiles."""
    mover = wait_turn([ada, ben])
    assert mover is not None
    found = placement(legal(mover, acting(mover), 2000), 3)
    ply = position(mover)["ply"]
    if found:
        PILOTS["abaku"].turn(mover, Pointer(), acting(mover))
        wait_ply(cleo, ply)
        start = square(found[0])
        expect(cleo.locator(f'.board [data-spot="{start}"]')).to_have_attribute(
            "aria-label", re.compile(f"tile {found[1][0]}")
        )
    view = position(cleo)["views"]
    assert [one["seat"] for one in view] == [None]
    assert view[0]["view"]["rack"] is None
    assert cleo.locator(".rack button").count() == 0
    axe.check(cleo, "watching")
    expect(cleo.locator(".now")).to_contain_text("You are watching.")
    ada.get_by_role("button", name="At this table").click()
    expect(ada.get_by_text("1 person watches")).to_be_visible()
    ada.keyboard.press("Escape")


def check_talk(ada: Page, ben: Page) -> None:
    ada.get_by_role("tab", name="Talk").click()
    ada.get_by_role("button", name="Good luck!").click()
    badge = ben.locator("button.last .badge")  # the talk is not in sight on a phone
    expect(badge).to_have_text("1")
    ben.locator("button.last").click()
    ben.get_by_role("tab", name="Talk").click()
    expect(badge).to_have_count(0)
    expect(ben.locator(".said")).to_contain_text("Ada Good luck!")
    expect(ben.locator("#voice")).to_contain_text("Ada: Good luck!")
    ben.get_by_role("button", name="clapping").click()
    expect(ada.locator(".said li").last).to_have_text(re.compile("clapping"))
    ben.get_by_role("button", name="Close").click()


def check_offers(ada: Page, ben: Page) -> None:
    """A tie declined, and whoever offered it is told; a tie agreed."""
    more(ada, "Offer a tie")
    expect(ben.get_by_text("Ada offers a tie.")).to_be_visible()
    expect(ada.locator(".now")).to_contain_text(
        "Your offer is on the table."
    )  # nobody is told their own name
    ben.get_by_role("button", name="Decline").click()
    expect(ada.get_by_text("Your offer is on the table.")).to_be_hidden()
    expect(ada.locator(".now")).to_contain_text("declined")
    more(ada, "Offer a tie")
    ben.get_by_role("button", name="Accept").click()
    for page in (ada, ben):
        expect(page.get_by_role("heading", name="A tie")).to_be_visible()


def check_rematch(ada: Page, ben: Page, cleo: Page) -> None:
    """Again, with the other one beginning; then somebody has had enough."""
    old = ada.url
    seats = ada.evaluate("() => ludotekaTable.table.seats.map((seat) => seat.name)")
    ben.get_by_role("button", name="Play again with Ada", exact=True).click()
    for page in (ada, ben):  # it is asked once: what is to be pressed now is the answer
        expect(page.locator(".acts").get_by_role("button", name="Play again")).to_have_count(0)
    ada.get_by_role("button", name="Accept").click()
    ada.wait_for_function(
        "(old) => location.href !== old && ludotekaTable.position?.state === 'running'", arg=old
    )
    ben.wait_for_url(ada.url)
    turned = ada.evaluate("() => ludotekaTable.table.seats.map((seat) => seat.name)")
    assert turned == [*seats[1:], seats[0]]
    cleo.wait_for_url(ada.url)  # whoever watches comes along
    at_table(ada)
    more(ada, "Resign")
    ada.get_by_role("button", name="Really resign?").click()
    expect(ben.get_by_role("heading", name="You won!")).to_be_visible()
    expect(ben.locator(".result")).to_contain_text("Ada resigned.")
    expect(ada.get_by_role("heading", name=" won")).to_be_visible()


# --- one device ------------------------------------------------------------------------------


def test_one_device_is_handed_over_and_shows_one_rack_at_a_time(visitors: Visitors) -> None:
    page = visitors.come(PHONE)
    visitors.go(page, "/")
    other_way(page, "Abaku", "On this device")
    page.get_by_label("Name of player 1").fill("Ada")
    page.get_by_label("Name of player 2").fill("Ben")
    page.get_by_role("button", name="Open the table").click()
    holder = str(page.get_by_role("heading", name="Pass the device to").inner_text()).split()[-1]
    assert rack(page) == ""
    axe.check(page, "handing over")
    page.get_by_role("button", name=f"I am {holder}").click()
    at_table(page)
    seat = acting(page)
    assert rack(page) == view_rack(page, seat)
    assert view_rack(page, 1 - seat) != ""
    page.locator("[data-part=actions] .more").click()
    page.get_by_role("button", name="Skip the turn").click()
    other = "Ben" if holder == "Ada" else "Ada"
    expect(page.get_by_role("heading", name=f"Pass the device to {other}")).to_be_visible()
    assert rack(page) == ""
    page.locator("button.last").click()
    expect(page.locator(".moves")).to_contain_text(holder)
    held: list[Route] = []
    page.route("**/at/*", lambda route: held.append(route))
    page.locator(".moves a").last.click()  # looking back shows nobody's tiles either
    expect(page.get_by_role("slider")).to_be_visible()
    assert rack(page) == "", "not even before the earlier ply has arrived"
    for route in held:
        route.continue_()
    at_table(page)
    assert rack(page) == ""
    page.get_by_role("link", name="Back to the game", exact=True).click()
    page.get_by_role("button", name=f"I am {other}").click()
    at_table(page)
    assert rack(page) == view_rack(page, 1 - seat)


def rack(page: Page) -> str:
    """The tiles that lie before somebody on the page."""
    faces = page.locator(".rack button.tile").evaluate_all(
        "(all) => all.map((e) => e.getAttribute('aria-label'))"
    )
    return "".join(sorted("*" if "Joker" in face else face.split()[1] for face in faces))


def view_rack(page: Page, seat: int) -> str:
    found = page.evaluate(
        "(seat) => ludotekaTable.position.views.find((one) => one.seat === seat).view.rack", seat
    )
    return "".join(sorted(found))


# --- the lobby -------------------------------------------------------------------------------


def test_strangers_meet_in_the_lobby_and_a_third_watches(visitors: Visitors) -> None:
    ada, ben, cleo = visitors.come(DESK), visitors.come(PHONE), visitors.come(DESK)
    for page in (ada, cleo):
        visitors.go(page, "/lobby")
    expect(ada.get_by_text("Nobody is here yet").or_(ada.locator("li a.line")).first).to_be_visible()
    ada.get_by_role("button", name="Abstrakto").click()
    ada.wait_for_url("**/t/*")
    table = ada.url.rsplit("/", 1)[1]
    visitors.go(ben, "/lobby")
    expect(ben.locator(f'a.line[href="/t/{table}"]')).to_contain_text("Join")
    ben.get_by_role("button", name="Abstrakto").click()
    at_table(ben)
    at_table(ada)
    assert ben.url == ada.url
    cleo.locator(f'a.line[href="/t/{table}"]', has_text="Watch").click()
    at_table(cleo)
    mover = wait_turn([ada, ben])
    assert mover is not None
    ply = position(mover)["ply"]
    PILOTS["abstrakto"].turn(mover, Pointer(), acting(mover))
    wait_ply(cleo, ply)
    expect(cleo.locator(".moves li").last).to_be_visible()
    more(ben, "Resign")  # the lobby is left as it was found
    ben.get_by_role("button", name="Really resign?").click()
    expect(cleo.locator(".result")).to_be_visible()


# --- coming back, taking back ----------------------------------------------------------------


def test_my_game_waits_on_the_first_page_and_a_move_can_be_taken_back(visitors: Visitors) -> None:
    page = visitors.come(TABLET)
    table = visitors.open_table(
        page, "abstrakto", [{"kind": "me"}, {"kind": "bot", "level": 0}], options={"first": "blue"}
    )
    visitors.go(page, "/")
    page.get_by_role("link", name="Go on", exact=True).click()
    at_table(page)
    page.wait_for_url(f"**/t/{table}")
    assert wait_turn([page]) is page
    before = position(page)["ply"]
    PILOTS["abstrakto"].turn(page, Pointer(), acting(page))
    page.wait_for_function(
        "(ply) => ludotekaTable.position.ply >= ply + 2", arg=before
    )  # the bot has answered
    more(page, "Take back a move")
    page.wait_for_function("(id) => ludotekaTable.id !== id && ludotekaTable.position !== null", arg=table)
    assert position(page)["ply"] == before
    at_table(page)
    assert wait_turn([page]) is page
    more(page, "Resign")
    page.get_by_role("button", name="Really resign?").click()
    here = page.url
    page.get_by_role("button", name=re.compile("Play again with")).click()  # bots always agree
    page.wait_for_url(lambda url: url != here)
    at_table(page)
    assert page.evaluate("() => ludotekaTable.table.seats.map((seat) => seat.kind)") == ["bot", "person"]


# --- the clock -------------------------------------------------------------------------------


def test_a_clock_runs_down_and_ends_the_game_in_words(visitors: Visitors) -> None:
    page = visitors.come(PHONE)
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"}]
    table = visitors.open_table(
        page, "abstrakto", seats, options={"first": "blue"}, control={"kind": "move", "seconds": 10}
    )
    visitors.go(page, f"/t/{table}")
    clock = page.locator(".players .time").first
    expect(clock).to_have_text(re.compile("0:(10|0[1-9])"))
    first = clock.inner_text()
    expect(clock).not_to_have_text(first)
    expect(page.locator(".result")).to_contain_text("The time of Ada ran out.", timeout=60_000)
    expect(page.get_by_role("heading", name="Ben won")).to_be_visible()
    expect(page.locator("#voice")).to_contain_text("The game is over. Ben won")


# --- after the game --------------------------------------------------------------------------


def test_a_finished_game_is_kept_checked_shared_and_looked_at_again(
    visitors: Visitors, tmp_path: Path
) -> None:
    page = visitors.come(DESK)
    seats: list[dict[str, Any]] = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": 0}]
    table = visitors.open_table(page, "abstrakto", seats, options={"discard": "random"})
    visitors.go(page, f"/t/{table}")
    at_table(page)
    assert wait_turn([page]) is page
    PILOTS["abstrakto"].turn(page, Pointer(), acting(page))
    assert wait_turn([page]) is page
    more(page, "Resign")
    page.get_by_role("button", name="Really resign?").click()
    expect(page.locator(".result")).to_contain_text("won")
    page.get_by_role("button", name="More about this game").click()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download the record").click()
    record = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(record)
    command = [sys.executable, "-m", "ludoteka", "verify", str(record)]
    verified = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    expect(page.get_by_text("draws checked, fair")).to_be_visible()
    axe.check(page, "result")
    check_shared(visitors, page, table)


def check_shared(visitors: Visitors, page: Page, table: str) -> None:
    """Any ply has an address that works in any browser; from there one goes on by keys."""
    ply = max(entry["ply"] for entry in entries(page) if entry["kind"] == "played")
    page.get_by_role("link", name="Look through it").click()
    expect(page.get_by_role("slider")).to_have_value("0")
    stranger = visitors.come(PHONE, dark=True)
    visitors.go(stranger, f"/t/{table}?ply={ply}")
    at_table(stranger)
    decided = [one for one in entries(page) if one["kind"] == "played" and one["ply"] <= ply]
    expect(stranger.get_by_role("slider")).to_have_value(str(len(decided)))
    more(stranger, "What else was there?")
    expect(stranger.locator(".others li").first).to_be_visible()
    axe.check(stranger, "replay")
    stranger.keyboard.press("Escape")
    stranger.locator("body").press("ArrowLeft")
    stranger.wait_for_url(lambda url: not url.endswith(f"ply={ply}"))
    expect(stranger.locator("#voice")).not_to_be_empty()  # going back is heard, too
