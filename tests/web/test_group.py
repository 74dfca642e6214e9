"""Duplicate play on the page: a link, guests who join by it, and all matches side by side."""

import re

from playwright.sync_api import Page, expect
from tests.web.test_screens import check
from tests.web.visiting import DESK, PHONE, Visitors, at_table

TURNS = 3


def play_some(visitors: Visitors, page: Page, table: str) -> None:
    """A few moves of this person: whatever comes first."""
    for turn in range(TURNS):
        while True:
            answer = page.request.get(f"{visitors.base}/api/tables/{table}/position?seat=0&legal=1")
            if answer.ok and answer.json()["legal"]["moves"]:
                break
            page.wait_for_timeout(30)
        now = answer.json()
        action = {"do": "play", "seat": 0, "move": now["legal"]["moves"][0]}
        key = {"seen": now["position"]["seq"], "key": f"turn-{turn}"}
        visitors.post(page, f"/api/tables/{table}/actions", action | key)


def test_a_group_from_the_link_to_the_comparison(visitors: Visitors) -> None:
    teacher = visitors.come(DESK)
    visitors.go(teacher, "/daily")
    teacher.locator("a[href='/group']").click()
    teacher.locator("#g-game").select_option("abak")
    check(teacher, "desk-group-new")
    teacher.locator("form button.primary").click()
    teacher.wait_for_url(re.compile("/group/[a-z0-9]+$"))
    link = teacher.locator("input[readonly]").input_value()
    expect(teacher.locator("svg.qr")).to_be_visible()
    group = link.rpartition("/")[2]

    for size, language in ((PHONE, "cs"), (DESK, "en")):
        guest = visitors.come(size, language=language)
        visitors.go(guest, f"/group/{group}")
        guest.locator("section button.primary").click()
        guest.wait_for_url("**/t/*")
        at_table(guest)
        play_some(visitors, guest, guest.url.rpartition("/")[2])
        visitors.go(guest, f"/group/{group}")
        expect(guest.locator("li.mine")).to_be_visible()
        assert guest.locator("li .rank").count() == 0  # a rank would tell how the others did

    expect(teacher.locator("ol li")).to_have_count(2)  # it looks by itself
    check(teacher, "desk-group-open")
    teacher.get_by_role("button", name="Close and compare").click()
    expect(teacher.locator("thead th")).to_have_count(4)  # turn, two names, result
    assert teacher.locator("tbody tr").count() >= TURNS
    check(teacher, "desk-group-compared")
    phone = visitors.come(PHONE, dark=True)
    visitors.go(phone, f"/group/{group}")
    expect(phone.locator("thead th")).to_have_count(4)
    check(phone, "phone-group-compared")
    teacher.locator("tbody a").first.click()
    teacher.wait_for_url(re.compile(r"/t/[a-z0-9]+\?ply=\d+$"))
