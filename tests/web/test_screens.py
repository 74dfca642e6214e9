"""Every screen: nothing serious for axe, nothing wider than the screen, nothing empty; sizes on the wire."""

import gzip
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web import axe, looking
from tests.web.visiting import DESK, GAMES, PHONE, Visitors, at_table

LONG_NAME = "Maximiliane Wolkenstein1"  # as long as a name may be
ACROSS = (844, 390)
ZOOMED = (683, 384)  # 1366 by 768 at 200 %
# No option that could be said in words: a form with holes, and a mark that positions carry.
KEPT = {"discard=agreed:s,l,x", "postcrawford=yes"}
FIRST_BOARD = 170 * 1024  # bytes, compressed, for everything until the first playable board, fonts too


def findings(page: Page) -> list[dict[str, Any]]:
    """What is serious on the screen as it stands."""
    score, serious = axe.look(page)
    assert score >= axe.LEAST, score
    return serious


def check(page: Page, name: str) -> None:
    """Keeps a picture; no serious finding, nothing astray or cut off, something to see."""
    page.wait_for_timeout(150)
    complaints = looking.empty(page, looking.keep(page, name), name) + looking.astray(page, name)
    assert not complaints, "\n".join(complaints)
    serious = findings(page)
    assert not serious, [(one["id"], [node["html"][:160] for node in one["nodes"][:3]]) for one in serious]


@pytest.mark.parametrize(("size", "dark"), [(PHONE, False), (DESK, True)])
def test_the_screens_around_the_tables(visitors: Visitors, size: tuple[int, int], dark: bool) -> None:
    page = visitors.come(size, dark=dark)
    device = "phone" if size == PHONE else "desk"
    for path, sign in (
        ("/", ".games li"),
        ("/learn", "main li"),
        ("/lobby", "h2"),
        ("/settings", "select"),
        ("/new/abaku", "fieldset"),
        ("/how/abaku", ".picture svg"),
        ("/learn/abaku", "[data-spot]"),
        ("/me", "main li"),
        ("/daily", "ul.large li"),
        ("/group", "form"),
        ("/skills", "main li"),
        ("/rules/abstrakto#AS-1.1", ".rule.here"),  # its chapter is folded on a phone, and opens for it
    ):
        visitors.go(page, path)
        page.wait_for_selector(sign)
        check(page, f"{device}-{path.split('#')[0].strip('/').replace('/', '-') or 'home'}")


@pytest.mark.parametrize("game", GAMES)
def test_a_board_on_a_phone_and_on_a_desk(visitors: Visitors, game: str) -> None:
    ada = visitors.come(DESK)
    table = visitors.open_table(ada, game, [{"kind": "me", "name": LONG_NAME}, {"kind": "open"}])
    ben = visitors.come(PHONE, dark=True)
    visitors.go(ben, f"/t/{table}")
    sit_down = ben.get_by_role("button", name="Sit down")
    expect(sit_down).to_be_visible()  # on a busy machine the page is still on its way
    check(ben, f"phone-{game}-waiting")
    sit_down.click()
    at_table(ben)
    visitors.go(ada, f"/t/{table}")
    at_table(ada)
    check(ada, f"desk-{game}")
    check(ben, f"phone-{game}")


def test_at_twice_the_size_there_is_room_for_what_matters(visitors: Visitors) -> None:
    """Pictures of how to play stand beside one another, and opening a table takes one line of the screen."""
    page = visitors.come(ZOOMED, zoom=2)
    visitors.go(page, "/how/abaku")
    page.wait_for_selector(".cards .picture svg")
    first, second, third = (page.locator(".cards > li").nth(i).bounding_box() for i in range(3))
    assert first
    assert second
    assert third
    assert first["y"] == second["y"] < third["y"]
    assert looking.astray(page, "zoomed how") == []
    visitors.go(page, "/new/abaku")
    opens = page.locator(".do").bounding_box()
    assert opens
    assert opens["height"] < ZOOMED[1] / 5
    assert opens["y"] + opens["height"] <= ZOOMED[1]
    assert looking.astray(page, "zoomed set-up") == []


def test_a_waiting_table_is_in_sight_on_a_phone_across(visitors: Visitors) -> None:
    host, guest = visitors.come(), visitors.come(ACROSS)
    table = visitors.open_table(host, "kakuro", [{"kind": "me", "name": "Ada"}, {"kind": "open"}])
    visitors.go(guest, f"/t/{table}")
    expect(guest.get_by_role("button", name="Sit down")).to_be_in_viewport()
    top = guest.locator(".top.maple").bounding_box()
    assert top
    assert top["y"] + top["height"] <= ACROSS[1]
    assert looking.astray(guest, "invited across") == []


def test_the_exact_rules_name_options_in_words(visitors: Visitors) -> None:
    page = visitors.come(DESK, language="cs")
    for game in GAMES:
        visitors.go(page, f"/rules/{game}")
        page.wait_for_selector(".rule")
        expect(page.locator(".option").first).to_be_visible()
        codes = page.locator("details.card:not(.programs *)").locator("code, h2").all_inner_texts()
        flags = [code for code in codes if re.search(r"\b[a-z]{3,}(_[a-z]+)*=[a-z-]{2,}\b", code)]
        assert not set(flags) - KEPT, game


def test_czech_is_spoken_where_it_is_preferred(visitors: Visitors) -> None:
    page = visitors.come(language="cs-CZ")
    visitors.go(page, "/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Co si zahrajeme?")
    expect(page.locator("html")).to_have_attribute("lang", "cs")


def test_the_first_board_is_small_on_the_wire(visitors: Visitors) -> None:
    page = visitors.come()
    sizes: dict[str, int] = {}
    page.on("response", lambda answer: sizes.update(weigh(answer)))
    visitors.go(page, "/")
    page.get_by_role("button", name="Play now: Kakuro").click()
    at_table(page)
    total = sum(sizes.values())
    assert total <= FIRST_BOARD, sizes
    print(f"first playable board: {total / 1024:.0f} KB compressed in {len(sizes)} files")


def weigh(answer: Any) -> dict[str, int]:
    """Bytes of one answer, compressed."""
    return {answer.url: len(gzip.compress(answer.body()))} if answer.ok else {}


def test_the_page_says_that_the_server_is_away(visitors: Visitors) -> None:
    page = visitors.come()
    visitors.go(page, "/")
    page.wait_for_selector(".games li")
    page.context.set_offline(True)
    expect(page.get_by_text("cannot be reached")).to_be_visible()
