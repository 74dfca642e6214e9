"""The screens around the tables: home, lobby, invitation, set-up, settings; on every size, light and dark."""

import json
import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from tests.web import axe, looking
from tests.web.visiting import DESK, PHONE, Visitors, at_table, other_way

# A phone across, a laptop at 200 %, a tablet, a laptop.
SIZES = ((844, 390), (683, 384), (820, 1180), (1366, 768))
SCREENS = (
    ("/", ".games li .ivory"),
    ("/learn", "main li"),
    ("/lobby", ".quick button"),
    ("/settings", "select"),
    ("/new/kakuro", "fieldset"),
)
LEAST_TARGET = 44
SMALL = """(least) => [...document.querySelectorAll("a, button, select, summary, input[type=text]")]
  .filter((one) => one.checkVisibility() && !one.closest(".unseen, .skip, p, footer"))
  .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 90)])
  .filter(([box]) => box.height && box.height < least - 0.5).map(([box, html]) => `${box.height} ${html}`)"""


@pytest.mark.parametrize(("language", "dark"), [("en", True), ("cs-CZ", False)])
def test_every_screen_around_the_tables_fits_every_size(
    visitors: Visitors, language: str, dark: bool
) -> None:
    page = visitors.come(DESK, language=language, dark=dark)
    for path, sign in SCREENS:
        visitors.go(page, path)
        page.wait_for_selector(sign)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            name = f"{language}-{width}x{height}-{path.strip('/').replace('/', '-') or 'home'}"
            looking.keep(page, name)
            assert not looking.astray(page, name)
            assert page.evaluate(SMALL, LEAST_TARGET) == [], name
        axe.check(page, path)


SHIFTS = """() => { window.shifts = []; new PerformanceObserver((list) => window.shifts.push(
  ...list.getEntries().map((one) => one.value))).observe({type: "layout-shift", buffered: true}); }"""


def late(route: Route) -> None:
    """As from a server that is far away."""
    time.sleep(0.2)
    route.continue_()


def test_nothing_at_home_moves_when_the_server_has_answered(visitors: Visitors) -> None:
    """The boxes stand where they will stand, and are as high, before the games are known."""
    page = visitors.come(DESK)
    page.route("**/api/**", late)
    page.add_init_script(f"({SHIFTS})()")
    visitors.go(page, "/")
    before = [box.get_attribute("data-game") for box in page.locator(".games li.box").all()]
    page.wait_for_selector(".games li .ivory")
    page.wait_for_timeout(500)
    after = [box.get_attribute("data-game") for box in page.locator(".games li.box").all()]
    assert before == after
    assert sum(page.evaluate("() => window.shifts")) < 0.02


def test_a_newcomer_is_taught_and_later_finds_what_was_played(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    visitors.go(page, "/")
    expect(page.get_by_role("heading", name="Abaku in one minute")).to_be_visible()
    level = page.get_by_label("Strength of the bot in Abstrakto")
    level.select_option(index=0)
    page.get_by_role("button", name="Play now: Abstrakto").click()
    at_table(page)
    table = page.url
    visitors.go(page, "/")
    expect(level).to_have_js_property("selectedIndex", 0)  # the strength of the last time
    going = page.get_by_role("region", name="Your games")
    expect(going.get_by_role("heading", name=re.compile("Abstrakto with "))).to_be_visible()
    expect(going.locator("svg [data-spot], svg rect").first).to_be_attached()
    axe.check(page, "home with a game")
    going.get_by_role("link", name="Go on").click()
    page.wait_for_url(table)
    at_table(page)
    leave(visitors, page, table)
    visitors.go(page, "/")
    finished = page.get_by_role("region", name="Finished games")
    expect(finished.get_by_role("link", name=re.compile("Abstrakto"))).to_contain_text(" won")
    expect(page.get_by_text("New here?")).to_have_count(0)


def test_home_says_in_which_of_my_games_it_is_my_move(visitors: Visitors) -> None:
    page = visitors.come((1024, 768))
    visitors.go(page, "/")
    for first in ("blue", "orange", "blue"):
        seats: list[dict[str, Any]] = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": 0}]
        visitors.open_table(page, "abstrakto", seats, options={"size": 3, "first": first})
    visitors.go(page, "/")
    others = page.get_by_role("region", name="Your games").locator("a.line")
    expect(others).to_have_count(2)
    expect(others.filter(has_text="Your move").first).to_be_visible()
    tops = page.locator(".games > li").evaluate_all(
        "all => all.map((e) => Math.round(e.getBoundingClientRect().top))"
    )
    assert [tops.count(top) for top in sorted(set(tops))] == [3, 2], "three and two on a tablet"


def leave(visitors: Visitors, page: Page, table: str) -> None:
    """Resigns over a socket of one's own, as the table would."""
    page.evaluate(
        """(address) => new Promise((done) => {
          const socket = new WebSocket(address);
          socket.onmessage = (event) => {
            const message = JSON.parse(event.data);
            if (message.kind === "welcome") {
              const seat = message.table.seats.find((one) => one.mine).seat;
              const seen = message.position.seq;
              socket.send(JSON.stringify({do: "leave", seat, seen, key: "resigning"}));
            } else if (["news", "refused"].includes(message.kind)) done(message.kind);
          };
        })""",
        f"{visitors.base.replace('http', 'ws')}/ws/tables/{table.rsplit('/', 1)[1]}",
    )


def test_an_invited_friend_sees_who_invites_to_what_and_brings_a_name(visitors: Visitors) -> None:
    ada, ben = visitors.come(DESK), visitors.come(PHONE, dark=True)
    visitors.go(ada, "/")
    other_way(ada, "Kakuro", "With friends")
    ada.get_by_label("Name of player 1").fill("Ada")
    ada.get_by_role("button", name="Open the table").click()
    expect(ada.get_by_role("heading", name="Waiting for 1 player")).to_be_visible()
    expect(ada.get_by_label("Link to this table")).to_be_visible()
    ben.goto(ada.url)
    expect(ben.get_by_role("heading", name="Ada invites you to Kakuro")).to_be_visible()
    assert ben.get_by_label("Your name at the table").input_value() != ""
    for what in (".qr", ".code"):
        expect(ben.locator(what)).to_have_count(0)  # these are for whoever invites
    axe.check(ben, "invited")
    assert not looking.astray(ben, "invited")
    ben.get_by_label("Your name at the table").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    at_table(ada)
    assert ada.evaluate("() => ludotekaTable.table.seats.map((seat) => seat.name)") == ["Ada", "Ben"]


def test_the_page_says_what_is_being_prepared_and_stops_saying_it(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    told = [{"game": "abaku", "share": 0.25, "waiting": []}] * 2 + [{"game": None, "share": 0, "waiting": []}]

    def answer(route: Route) -> None:
        route.fulfill(body=json.dumps(told.pop(0) if len(told) > 1 else told[0]))

    page.route("**/api/preparing", answer)
    visitors.go(page, "/")
    note = page.get_by_text("Preparing Abaku for this machine, first time only.")
    expect(note).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_attribute("value", "0.25")
    axe.check(page, "preparing")
    expect(note).to_have_count(0)


def test_digits_have_the_bundled_face_and_its_licence_travels_along(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    visitors.go(page, "/")
    page.wait_for_selector(".games li .ivory")
    page.evaluate("() => document.fonts.ready")
    loaded = page.evaluate(
        "() => [...document.fonts].filter((one) => one.status === 'loaded').map((one) => one.family)"
    )
    assert {"Besley", "Figtree"} <= {name.strip('"') for name in loaded}
    assert not any("latin-ext" in address for address in asked)
    for font in ("besley", "figtree"):
        assert "SIL Open Font License" in visitors.get(page, f"/licences/{font}.txt").text()


def test_boards_can_be_plain(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    visitors.go(page, "/settings")
    page.get_by_label("Plain, with strong contrast").check()
    visitors.go(page, "/")
    page.get_by_role("button", name="Play now: Abaku").click()
    at_table(page)
    assert page.locator("html").get_attribute("data-boards") == "plain"
    expect(page.locator(".board .cloth")).to_have_css("fill", "rgb(16, 25, 61)")
    expect(page.locator(".board .texture").first).to_be_hidden()
