"""A table on every screen: nothing cut, nothing jumps; moves in words; a result that tells the story."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web import axe, looking
from tests.web.hands import Pointer
from tests.web.pilots import PILOTS, acting
from tests.web.visiting import GAMES, Visitors, at_table, legal, my_seat, wait_turn

SCREENS = {
    "desk": (1366, 768),
    "upright": (360, 740),
    "across": (844, 390),
    "zoomed": (683, 384),  # 1366 by 768 at 200 %
    "tablet": (820, 1180),
    "narrow": (320, 640),
}
PARTS = (".board svg", ".players", ".now", ".tray")
# What must be reached without scrolling, and is not: a part, or a button of the tray.
HIDDEN = """(parts) => {
  const inside = (box) => box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1
    && box.bottom <= innerHeight + 1;
  const box = (name) => document.querySelector(`.table ${name}`).getBoundingClientRect();
  const cut = parts.filter((name) => !inside(box(name)));
  const actions = [...document.querySelectorAll(".tray [data-part=actions] button")];
  const lost = actions.filter((one) => one.checkVisibility() && !inside(one.getBoundingClientRect()));
  const root = document.documentElement;
  return [...cut, ...lost.map((one) => one.textContent.trim()),
    ...(root.scrollHeight > innerHeight + 1 ? ["the page scrolls"] : [])];
}"""
OVERLAPS = """([one, other]) => {
  const [a, b] = [one, other].map((name) => document.querySelector(name).getBoundingClientRect());
  return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
}"""
PLACES = """() => [".board", ".players", ".now", ".tray", ".panel"].map((name) => {
  const {x, y, width, height} = document.querySelector(`.table > ${name}`).getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""
NOTATION = re.compile(r"\b\d{1,2}[A-O] |\b[A-O]\d{1,2} |[>v][A-H]\d:|bar\(|\d+/\d+|\d+/off")


def two_of_us(visitors: Visitors, game: str, **options: Any) -> tuple[Page, Page]:
    """Ada and Ben at a table of their own."""
    ada, ben = visitors.come(SCREENS["desk"]), visitors.come(SCREENS["upright"])
    seats: list[dict[str, Any]] = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    table = visitors.open_table(ada, game, seats, options=options)
    visitors.sit_down(ben, table)
    for page in (ada, ben):
        visitors.go(page, f"/t/{table}")
        at_table(page)
    return ada, ben


def play_longest(pages: list[Page]) -> None:
    """The longest of the first legal moves, whoever is to move."""
    page = wait_turn(pages)
    if page is None or (seat := my_seat(page)) is None:
        return
    found = [move for move in legal(page, seat, 60) if not move.startswith(("change", "swap", "double"))]
    page.evaluate("([seat, move]) => ludotekaTable.desk(seat).play(move)", [seat, max(found, key=len)])


# --- every screen ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_table_fits_every_screen(visitors: Visitors, game: str) -> None:
    ada, ben = two_of_us(visitors, game)
    for _ in range(3):
        play_longest([ada, ben])
    complaints: list[str] = []
    for name, (width, height) in SCREENS.items():
        ada.set_viewport_size({"width": width, "height": height})
        ada.wait_for_timeout(100)
        looking.keep(ada, f"table-{game}-{name}")
        complaints += [f"{name}: {one}" for one in ada.evaluate(HIDDEN, PARTS)] + looking.astray(ada, name)
    assert not complaints, "\n".join(complaints)
    check_words(ada)
    assert "Ada" not in ada.locator("section.tray").inner_text(), (
        "whoever looks is called You, as on the plate"
    )


def check_words(page: Page) -> None:
    """The newest move comes first; no notation unless somebody wants it; points say how they came about."""
    page.set_viewport_size({"width": SCREENS["desk"][0], "height": SCREENS["desk"][1]})
    lines = page.locator(".moves li")
    plies = [int(str(one.get_attribute("href")).split("=")[1]) for one in page.locator(".moves a").all()]
    assert plies == sorted(plies, reverse=True)
    for text in lines.all_inner_texts():
        assert not NOTATION.search(text), text
    called = page.locator(".moves .who").all_inner_texts()
    assert called
    assert "Ada" not in called, "Ada looks: the list calls her as her plate does"
    points = page.locator(".moves button.points").first
    if points.count():
        points.click()
        worth = [int(one) for one in page.locator(".explained li > b").all_inner_texts()]
        assert not worth or sum(worth) == int(points.inner_text().replace("\u2212", "-"))
    page.get_by_role("button", name="At this table").click()
    page.get_by_role("button", name="Show squares and notation").click()
    expect(page.locator(".moves code").first).to_be_visible()


def test_nothing_jumps_while_tiles_are_laid_and_a_move_is_made(visitors: Visitors) -> None:
    page = visitors.come(SCREENS["desk"])
    seats: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "bot", "level": 0}]
    visitors.go(page, f"/t/{visitors.open_table(page, 'abaku', seats)}")
    at_table(page)
    assert wait_turn([page]) is page
    before = page.evaluate(PLACES)
    page.locator(".rack .tile").first.click()
    Pointer().square(page, "H8")
    expect(page.locator(".table [data-tile='H8'], .table .fresh").first).to_be_visible()
    assert page.evaluate(PLACES) == before, "tiles were laid"
    page.keyboard.press("Escape")
    PILOTS["abaku"].turn(page, Pointer(), acting(page))
    assert page.evaluate(PLACES) == before, "a move was made"


def test_a_large_screen_keeps_the_table_together(visitors: Visitors) -> None:
    page = visitors.come((2560, 1440))
    seats: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "bot", "level": 0}]
    visitors.go(page, f"/t/{visitors.open_table(page, 'abstrakto', seats)}")
    at_table(page)
    board, panel = page.locator(".board svg").bounding_box(), page.locator(".panel").bounding_box()
    assert board is not None
    assert panel is not None
    assert board["width"] <= 960
    assert panel["x"] + panel["width"] - board["x"] <= 1440
    assert abs((board["x"] + panel["x"] + panel["width"]) / 2 - 1280) < 200, "it stands in the middle"


# --- the end ---------------------------------------------------------------------------------


def test_a_result_tells_the_story_and_the_sheet_adds_up(visitors: Visitors) -> None:
    ada, ben = two_of_us(visitors, "abaku", joker="off")
    for _ in range(6):
        play_longest([ada, ben])
    for _ in range(8):
        if (page := wait_turn([ada, ben])) is None:
            break
        page.evaluate("(seat) => ludotekaTable.desk(seat).play('skip')", my_seat(page))
    expect(ada.locator(".result h2")).to_have_text(re.compile(r"^(You|.+) won by \d+\.$|^A tie$"))
    scores = ada.evaluate("() => ludotekaTable.table.result.scores")
    expect(ada.locator(".result .tiles").first).to_have_attribute("aria-label", f"{max(scores)} points")
    moments = ada.locator(".result ol.card li")
    expect(moments.first).to_be_visible()
    assert ada.locator(".curve a").count() == moments.count() <= 3
    expect(ada.get_by_text("draws checked, fair")).to_be_visible()
    check_sharing(visitors, ada)
    check_screens(ada)
    axe.check(ada, "result")
    axe.check(ben, "result on a phone")
    assert not looking.astray(ben, "result on a phone")
    check_sheet(ada, scores)
    check_moment(ada)


def check_screens(page: Page) -> None:
    """On no screen does the board lie over what is told; what to do next is in sight everywhere."""
    for name, (width, height) in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => scrollTo(0, 0)")
        page.wait_for_timeout(100)
        looking.keep(page, f"result-{name}")
        assert not page.evaluate(OVERLAPS, [".board svg", ".result h2"]), name
        acts = page.locator(".result .acts").bounding_box()
        assert acts is not None
        if name in ("upright", "narrow"):  # at the thumb: what comes later cannot move it
            assert acts["y"] + acts["height"] == height, name
        else:
            assert not page.evaluate(OVERLAPS, [".board svg", ".result .acts"]), name
        expect(page.locator(".result .primary")).to_be_in_viewport()
        assert not looking.astray(page, f"result on {name}")
    page.set_viewport_size({"width": SCREENS["desk"][0], "height": SCREENS["desk"][1]})


def check_sheet(page: Page, scores: list[int]) -> None:
    """Every column of the sheet adds up to what stands below it."""
    page.get_by_role("tab", name="Score sheet").click()
    page.wait_for_function("() => !document.querySelector('.panel tbody td .move + :not(.sum)')")
    for seat, score in enumerate(scores):
        cells = page.locator(f".panel tbody tr td:nth-child({seat + 2}) .gain").all_inner_texts()
        rest = page.locator(f".panel tfoot .rest td:nth-child({seat + 2})").all_inner_texts()
        gains = [int(text.replace("\u2212", "-")) for text in [*cells, *rest] if re.search(r"\d", text)]
        assert sum(gains) == score, (gains, score)


def check_sharing(visitors: Visitors, page: Page) -> None:
    """A picture and an animation, made by the server, are behind the "⋯"."""
    page.get_by_role("button", name="More about this game").click()
    for name, start in (("Save a picture", b"\x89PNG"), ("Save it as an animation", b"GIF8")):
        address = page.get_by_role("link", name=name).get_attribute("href")
        assert visitors.get(page, str(address)).body().startswith(start), name
    page.keyboard.press("Escape")


def check_moment(page: Page) -> None:
    """A moment leads to the board of then; from there it plays by itself, and stops."""
    page.locator(".result ol.card a").first.click()
    expect(page.get_by_role("slider")).to_be_visible()
    before = page.url
    page.get_by_role("button", name="Speed: 1 times").click()
    page.get_by_role("button", name="Speed: 2 times").click()
    page.locator("main").press(" ")
    page.wait_for_url(lambda url: url != before)
    page.locator("main").press(" ")
    expect(page.get_by_role("button", name="Play by itself")).to_be_visible()
    check_list_follows(page)
    for name, (width, height) in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".now a.now")).to_be_in_viewport(ratio=1)
        assert not looking.astray(page, f"replay on {name}")


def check_list_follows(page: Page) -> None:
    """The list shows the move on the board, from first to last; also where chance had the last word."""
    page.get_by_role("tab", name="So far").click()
    page.locator("main").press("Home")
    page.locator("main").press("ArrowRight")
    here = page.locator(".moves .here")
    expect(here).to_be_in_viewport()
    expect(here).to_have_text(page.locator(".moves li").last.inner_text(), use_inner_text=True)
    page.locator("main").press("End")
    expect(page.locator(".moves li").first).to_have_class(re.compile("here"))
    expect(here).to_be_in_viewport()
    drawn = page.evaluate("() => ludotekaTable.entries.findLast((entry) => entry.kind === 'drawn').ply")
    page.goto(page.url.split("?")[0] + f"?ply={drawn}")
    at_table(page)
    expect(page.locator(".tray .explained")).to_be_visible()
    expect(here).to_be_in_viewport()


# --- sound and motion ------------------------------------------------------------------------


def test_points_fly_to_the_score_unless_it_should_be_calm(visitors: Visitors) -> None:
    lively, calm = visitors.come(reduced_motion="no-preference"), visitors.come()
    for page, flies in ((lively, True), (calm, False)):
        seats: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "bot", "level": 1}]
        visitors.go(page, f"/t/{visitors.open_table(page, 'abaku', seats)}")
        at_table(page)
        page.evaluate(
            """() => { window.seen = 0; new MutationObserver(() => {
              if (document.querySelector(".players .gain")) window.seen += 1;
            }).observe(document.querySelector(".players"), {childList: true, subtree: true}); }"""
        )
        for _ in range(3):  # somebody scores soon
            play_longest([page])
        assert wait_turn([page]) is page
        assert bool(page.evaluate("() => window.seen")) == flies


def test_sound_is_switched_at_the_table(visitors: Visitors) -> None:
    page = visitors.come(SCREENS["desk"])
    visitors.go(
        page, f"/t/{visitors.open_table(page, 'abstrakto', [{'kind': 'me'}, {'kind': 'bot', 'level': 0}])}"
    )
    at_table(page)
    switch = page.get_by_role("button", name="Sounds")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
