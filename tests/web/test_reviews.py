"""What a finished match teaches, on the page: a curve, moments to learn from, a verdict beside the board."""

import pytest
from playwright.sync_api import Page, expect
from tests.web import axe, looking
from tests.web.visiting import DESK, PHONE, Visitors, at_table, legal, wait_seat

ACROSS = (844, 390)
ZOOMED = (683, 384)  # 1366 by 768 at 200 %


def finished(visitors: Visitors, page: Page, size: int = 3) -> str:
    """A match of one person at both sides of a small board; the first legal move is seldom good."""
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"}]
    options = {"size": size, "first": "blue"}
    table = visitors.open_table(page, "abstrakto", seats, options=options)
    visitors.go(page, f"/t/{table}")
    at_table(page)
    while page.evaluate("() => ludotekaTable.position.state") != "over":
        seat, ply = wait_seat(page), page.evaluate("() => ludotekaTable.position.ply")
        move = legal(page, seat, 1)[0]
        page.evaluate("([seat, move]) => ludotekaTable.desk(seat).play(move)", [seat, move])
        page.wait_for_function("(ply) => ludotekaTable.position.ply > ply", arg=ply)
    return table


def open_review(page: Page) -> None:
    expect(page.locator(".result")).to_be_visible()
    page.get_by_role("tab", name="Review").click()
    expect(page.locator(".review table")).to_be_visible(timeout=60_000)


def test_a_review_leads_to_the_board(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    table = finished(visitors, page)
    open_review(page)
    expect(page.locator(".review svg polyline")).to_have_count(1)
    columns = page.locator(".review thead th").all_inner_texts()
    assert columns == ["Ada", "Ben"]
    moments = page.locator(".review ol a")
    assert moments.count() > 0
    axe.check(page, "review", ".panel")
    looking.keep(page, "review-desk")
    moments.first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_be_visible()
    assert f"/t/{table}?ply=" in page.url
    expect(page.locator(".verdict .class")).to_have_text(
        moments.first.locator("b").inner_text(), use_inner_text=True
    )
    expect(page.locator(".verdict .better")).to_contain_text("Better:")
    expect(page.locator(".verdict li").first).to_be_visible()
    expect(moments.first).to_have_attribute("aria-current", "step")
    looking.keep(page, "review-verdict-desk")


@pytest.mark.parametrize("size", [PHONE, ACROSS], ids=["upright", "across"])
def test_a_review_on_a_phone_in_another_language(visitors: Visitors, size: tuple[int, int]) -> None:
    page = visitors.come(size, language="cs")
    table = finished(visitors, page)
    bad = next(
        one["ply"]
        for one in whole(visitors, page, table)["decisions"]
        if one["class"] == "blunder" and not one["forced"]
    )
    visitors.go(page, f"/t/{table}?ply={bad}")
    verdict = page.locator(".verdict")
    expect(verdict).to_be_visible()
    expect(verdict).to_contain_text("Hrubka")
    expect(verdict).to_contain_text("Lépe:")
    verdict.scroll_into_view_if_needed()
    looking.keep(page, f"review-verdict-{size[0]}")
    assert looking.astray(page, f"review {size[0]}") == []


@pytest.mark.parametrize(
    "size", [(1366, 768), PHONE, ACROSS, ZOOMED], ids=["laptop", "upright", "across", "zoomed"]
)
def test_a_review_has_room_and_says_whose_it_is(visitors: Visitors, size: tuple[int, int]) -> None:
    """The curve and the moments are in sight together; both sides are named; the few lead to all of them."""
    page = visitors.come(size)
    finished(visitors, page)
    open_review(page)
    figure, moments = page.locator(".review figure"), page.locator(".review ol a")
    expect(figure.locator(".side")).to_have_text(["Ada ahead", "Ben ahead"])
    few = moments.count()
    assert 0 < few <= 4
    assert moments.first.locator(".what").inner_text().startswith(("Solid on", "Line on", "Cross on"))
    panel = page.locator("#panel-body").bounding_box()
    lowest = moments.nth(few - 1).bounding_box()
    assert panel is not None
    assert lowest is not None
    assert panel["height"] > 200
    if size not in (ACROSS, ZOOMED):  # there the panel is as high as the screen, and scrolls
        assert lowest["y"] + lowest["height"] <= panel["y"] + panel["height"]
    assert looking.astray(page, f"review {size[0]}") == []
    axe.check(page, f"review {size[0]}", ".panel")
    looking.keep(page, f"review-room-{size[0]}")


def test_the_few_moments_lead_to_all_of_them(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    finished(visitors, page, size=5)
    open_review(page)
    moments = page.locator(".review ol a")
    few = moments.count()
    page.get_by_role("button", name="Show all").click()
    assert moments.count() > few == 4
    page.get_by_role("button", name="Only the most telling").click()
    expect(moments).to_have_count(few)


def test_one_moment_leads_to_the_next(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    finished(visitors, page, size=5)
    open_review(page)
    page.get_by_role("button", name="Show all").click()
    hrefs = [one.get_attribute("href") for one in page.locator(".review ol a").all()]
    page.locator(".review ol a").first.click()
    following = page.get_by_role("link", name="Next moment")
    expect(following).to_have_attribute("href", hrefs[1] or "")
    following.click()
    expect(page.locator(".review ol a[aria-current]")).to_have_attribute("href", hrefs[1] or "")


def whole(visitors: Visitors, page: Page, table: str) -> dict[str, list[dict[str, object]]]:
    """The review itself, once it is made."""
    for _ in range(480):
        made: dict[str, list[dict[str, object]]] | None = visitors.get(
            page, f"/api/tables/{table}/review"
        ).json()["review"]
        if made is not None:
            return made
        page.wait_for_timeout(500)
    raise AssertionError("no review within minutes")
