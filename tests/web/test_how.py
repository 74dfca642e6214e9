"""How to play, as people see it: on one screen, folded on a phone, whole on paper, in each language."""

import pytest
from playwright.sync_api import Page, expect
from tests.web import axe
from tests.web.looking import astray, keep
from tests.web.visiting import DESK, GAMES, PHONE, Visitors

ACROSS = (844, 390)
CARDS = ".cards > li"
OPEN = "document.querySelectorAll('details').forEach((fold) => { fold.open = true; })"


def arrive(visitors: Visitors, page: Page, game: str) -> None:
    visitors.go(page, f"/how/{game}")
    page.wait_for_selector(f"{CARDS} .picture svg")
    walk(page, f"{CARDS} .picture")
    page.wait_for_selector('[aria-busy="false"] > .chapter', state="attached")


def walk(page: Page, pictures: str) -> None:
    """To each picture and back: what is far from the screen is not drawn yet."""
    for picture in page.locator(pictures).all():
        picture.scroll_into_view_if_needed()
        expect(picture.locator("svg[role=img]")).to_have_count(1)
    page.evaluate("() => scrollTo(0, 0)")


@pytest.mark.parametrize("game", GAMES)
def test_the_essence_is_one_screen_with_one_thing_to_press(visitors: Visitors, game: str) -> None:
    page = visitors.come(DESK)
    arrive(visitors, page, game)
    last = page.locator(CARDS).last.bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= DESK[1]
    expect(page.locator(".head .primary")).to_have_attribute("href", f"/learn/{game}")
    expect(page.locator(".head").get_by_role("link", name="Exact rules")).to_have_attribute(
        "href", f"/rules/{game}"
    )
    assert "{" not in page.locator("main").inner_text()
    drawn, figures = page.locator("figure svg[role=img]").count(), page.locator("figure").count()
    assert drawn < figures, "far from the screen nothing is drawn in advance"
    walk(page, "figure")
    axe.check(page, f"how to play {game}")
    keep(page, f"how-{game}")


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_chapters_are_folded_and_nothing_sticks_out(visitors: Visitors, game: str) -> None:
    page = visitors.come(PHONE, language="cs", dark=True)
    arrive(visitors, page, game)
    assert page.evaluate("document.documentElement.scrollHeight") < 3200
    assert page.locator("details[open]").count() == 0
    page.evaluate(OPEN)
    assert astray(page, game) == []
    axe.check(page, f"how to play {game} on a phone")
    page.set_viewport_size({"width": ACROSS[0], "height": ACROSS[1]})
    assert astray(page, f"{game} across") == []
    keep(page, f"how-{game}-across")


def test_a_folded_chapter_has_no_pictures_until_it_is_opened(visitors: Visitors) -> None:
    page = visitors.come(PHONE)
    arrive(visitors, page, "calculissimo")
    assert page.locator(".chapter figure").count() == 0
    cropped = page.locator(f"{CARDS} .picture").first.locator(".square").count()
    assert 0 < cropped < 60, "only the squares in the frame are drawn"
    chapter = page.locator("details.chapter", has=page.get_by_role("heading", name="Laying chips"))
    chapter.locator("summary").click()
    expect(chapter.locator("figure svg[role=img]").first).to_be_visible()


def test_paper_has_every_chapter_and_no_buttons(visitors: Visitors) -> None:
    page = visitors.come(PHONE)
    arrive(visitors, page, "abak")
    page.emulate_media(media="print")
    expect(page.locator("details:not([open])")).to_have_count(0)
    expect(page.get_by_text("must use as many dice")).to_be_visible()
    pictures = page.locator(".chapter figure")
    expect(pictures.locator("svg[role=img]")).to_have_count(pictures.count())
    expect(page.locator("main .primary:visible")).to_have_count(0)
    expect(page.locator("header:visible")).to_have_count(0)


def test_pictures_are_cropped_to_what_they_show(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    arrive(visitors, page, "abaku")
    picture = page.locator(f"{CARDS} .picture").first
    frame, tile = picture.bounding_box(), picture.locator('[data-tile="H8"]').bounding_box()
    assert frame is not None
    assert tile is not None
    assert tile["width"] > frame["width"] / 7, "a fifteenth of it, were the whole board shown"
    assert frame["x"] <= tile["x"] <= frame["x"] + frame["width"] / 2
