"""The board of the day on the page: found at home, begun once, gone on with, its result passed on."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web.test_screens import check
from tests.web.visiting import DESK, PHONE, Visitors, at_table

GAME = "abak"


def finished(visitors: Visitors, page: Page, table: str) -> None:
    """Plays whatever comes first until the match is over, as this person."""
    while True:
        now = visitors.get(page, f"/api/tables/{table}/position").json()["position"]
        if now["state"] == "over":
            return
        if now["awaiting"]["seats"] != [0]:
            page.wait_for_timeout(30)
            continue
        legal = visitors.get(page, f"/api/tables/{table}/position?seat=0&legal=1").json()["legal"]["moves"]
        action: dict[str, Any] = {"do": "play", "seat": 0, "move": legal[0]}
        key = {"seen": now["seq"], "key": f"move-{now['seq']}"}
        page.request.post(
            f"{visitors.base}/api/tables/{table}/actions",
            data=action | key,
            headers={"Origin": visitors.base},
        )


@pytest.mark.parametrize(("size", "language"), [(PHONE, "cs"), (DESK, "en")])
def test_a_day_from_the_first_look_to_the_result(
    visitors: Visitors, size: tuple[int, int], language: str
) -> None:
    page = visitors.come(size, language=language)
    device = "phone" if size == PHONE else "desk"
    visitors.go(page, "/")
    page.locator(f".daily a[data-game={GAME}]").click()
    page.wait_for_url(f"**/daily/{GAME}")
    begin = page.locator("section button.primary")
    expect(begin).to_be_enabled()
    check(page, f"{device}-daily-before")
    begin.click()
    page.wait_for_url("**/t/*")
    at_table(page)
    table = page.url.rpartition("/")[2]
    assert visitors.get(page, f"/api/tables/{table}").json()["series"].startswith(f"daily/{GAME}/")
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)

    visitors.go(page, f"/daily/{GAME}")
    resume = page.locator(f"section a.primary[href='/t/{table}']")
    expect(resume).to_be_visible()
    finished(visitors, page, table)
    visitors.go(page, f"/daily/{GAME}")
    expect(page.locator(".tiles")).to_be_visible()
    expect(page.locator("figure rect.mine")).to_have_count(1)
    expect(page.locator("li.mine")).to_be_visible()
    expect(page.locator("td.here a")).to_be_visible()
    check(page, f"{device}-daily-after")
    picture = page.locator("a[download$='.png']").get_attribute("href") or ""
    assert visitors.get(page, picture).body()[:4] == b"\x89PNG"

    visitors.go(page, f"/t/{table}")
    page.locator(f"a.primary[href^='/daily/{GAME}/']").click()
    page.wait_for_url(re.compile(rf"/daily/{GAME}/\d{{4}}-\d\d-\d\d$"))
    expect(page.locator(".tiles")).to_be_visible()
    visitors.go(page, "/daily")
    expect(page.locator(f"a.done[data-game={GAME}]")).to_be_visible()
    check(page, f"{device}-daily-all")


def test_a_link_shows_the_result_to_those_who_read_links(visitors: Visitors) -> None:
    page = visitors.come()
    sheet = visitors.post(page, "/api/daily/abstrakto", {}).json()
    finished(visitors, page, sheet["mine"]["table"])
    place = f"/daily/abstrakto/{sheet['day']}"
    html = visitors.get(page, f"{place}?try={sheet['mine']['table']}").text()
    (image,) = re.findall(r'property="og:image" content="([^"]+)"', html)
    assert image == f"{visitors.base}/api{place}/picture.png?try={sheet['mine']['table']}"
    (title,) = re.findall(r'property="og:title" content="([^"]+)"', html)
    assert sheet["day"] in title
    stranger = visitors.come()
    visitors.go(stranger, f"{place}?try={sheet['mine']['table']}")
    expect(stranger.locator("section button.primary")).to_be_enabled()  # now they want to try it, too
    expect(stranger.locator("figure")).to_have_count(0)


def test_a_day_that_nobody_knows_is_said_in_words(visitors: Visitors) -> None:
    page = visitors.come(language="de")
    visitors.go(page, "/daily/abaku/2001-01-01")
    expect(page.get_by_role("alert")).to_have_text("An diesem Tag gab es keine Aufgabe.")
