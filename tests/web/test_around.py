"""Ways around the tables: where one can go, what invites, and what opens as it was asked for."""

import re

from playwright.sync_api import Page, expect
from tests.web import looking
from tests.web.test_reviews import finished
from tests.web.visiting import DESK, PHONE, Visitors

expect.set_options(timeout=30_000)  # machines are busy
LEAST = 44  # pixels of what is pressed


def solo(visitors: Visitors, page: Page) -> str:
    """Somebody plays alone and skips until it is over."""
    table = visitors.open_table(page, "abaku", [{"kind": "me"}])
    while (now := visitors.get(page, f"/api/tables/{table}/position").json()["position"])["state"] != "over":
        action = {"do": "play", "seat": 0, "move": "skip", "seen": now["seq"], "key": f"k{now['seq']}"}
        visitors.post(page, f"/api/tables/{table}/actions", action)
    return table


def test_on_a_phone_the_ways_stand_at_the_thumb_until_something_else_does(visitors: Visitors) -> None:
    page = visitors.come(PHONE, language="de")
    visitors.go(page, "/learn")
    ways = page.get_by_role("navigation", name="Seiten").get_by_role("link")
    expect(ways).to_have_text([re.compile("Spiele"), re.compile("Lernen"), re.compile("Lobby")])
    for way in ways.all():
        box = way.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= LEAST
        assert PHONE[1] - 70 < box["y"] < PHONE[1]
    expect(ways.nth(1)).to_have_attribute("aria-current", "page")
    page.mouse.wheel(0, 9000)
    last = page.locator("main .card").last
    expect(last).to_be_in_viewport()
    low = last.bounding_box()
    bar = ways.first.bounding_box()
    assert low
    assert bar
    assert low["y"] + low["height"] <= bar["y"]  # nothing stays below the bar
    ways.nth(2).click()
    expect(page).to_have_url(re.compile("/lobby$"))
    for path, sign in (("/new/abaku", ".do"), ("/how/abaku", ".cards li"), ("/puzzles/abak", "[data-spot]")):
        visitors.go(page, path)
        page.wait_for_selector(sign)
        expect(ways.first).to_be_hidden()


def test_five_games_stand_beside_one_another_and_lead_to_words_for_people(visitors: Visitors) -> None:
    page = visitors.come((1366, 768))
    visitors.go(page, "/learn")
    cards = page.locator("main li.card")
    expect(cards).to_have_count(5)
    tops = page.evaluate("() => [...document.querySelectorAll('main li.card')].map((e) => e.offsetTop)")
    assert len(tops) == 5
    assert len(set(tops)) == 1
    page.get_by_role("link", name="How to play: Kakuro").click()
    expect(page).to_have_url(re.compile("/how/kakuro$"))


def test_a_review_that_was_asked_for_is_open_and_in_sight(visitors: Visitors) -> None:
    page = visitors.come(PHONE)
    finished(visitors, page)
    visitors.go(page, "/me")
    page.get_by_role("link", name="Review").first.click()
    tab = page.get_by_role("tab", name="Review")
    expect(tab).to_have_attribute("aria-selected", "true")
    expect(tab).to_be_in_viewport()


def test_whoever_plays_alone_has_points_and_beats_nobody(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    table = solo(visitors, page)
    visitors.go(page, f"/t/{table}")
    expect(page.locator("#result-title")).to_have_text(re.compile(r"^You made .+ points\.$"))
    visitors.go(page, "/")  # nothing goes on, so today's board invites
    invites = page.get_by_role("region", name="Board of the day")
    expect(invites.get_by_role("link", name="Begin my try")).to_be_visible()
    assert looking.astray(page, "home after a game") == []
    visitors.go(page, "/skills/abaku")
    page.get_by_role("link", name="Review my last game").click()
    expect(page).to_have_url(re.compile(rf"/t/{table}\?review$"))


def test_where_nobody_is_rated_one_click_leads_to_a_rated_game(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    visitors.go(page, "/ranks/abak?pace=quick")
    page.get_by_role("link", name="Play rated").click()
    expect(page).to_have_url(re.compile("/new/abak"))
    expect(page.get_by_role("checkbox", name="Rated")).to_be_checked()
