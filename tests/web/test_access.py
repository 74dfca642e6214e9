"""For everybody: screen readers, keyboards, large letters, calm screens, and what is said aloud."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web.hands import Keys, Pointer
from tests.web.pilots import PILOTS, acting
from tests.web.visiting import DESK, GAMES, PHONE, Visitors, at_table, position, wait_turn

ZOOMED = (720, 450)  # a screen of 1440 by 900 at 200 %
STUBS = """
  window.spoken = []; window.notified = []; window.knocks = 0;
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  Object.defineProperty(window, "speechSynthesis", { value: {
    cancel() {}, speak(words) { window.spoken.push([words.lang, words.text]); } } });
  window.Notification = class { constructor(title) { window.notified.push(title); }
    static permission = "granted"; static requestPermission = async () => "granted"; };
  Object.defineProperty(document, "hidden", { get: () => true });
  const ramp = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
  const part = () => ({ gain: ramp, frequency: ramp, connect: (next) => next, stop() {},
    start() { window.knocks += 1; } });
  window.AudioContext = class { currentTime = 0; createGain = part; createOscillator = part; };
"""
FOCUS = """() => { const e = document.activeElement; const s = getComputedStyle(e);
  return [e === document.body, s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2,
    e.outerHTML.slice(0, 120)]; }"""
CALCULATION = re.compile(
    r"(Ada|Beginner): \w+ \d+: .*\d (plus|minus|times|divided by|is|squared|cubed) .*\d+ points?\."
)
SIDEWAYS = "() => document.documentElement.scrollWidth - innerWidth"


# --- keyboard --------------------------------------------------------------------------------


def test_the_keyboard_is_seen_is_never_caught_and_can_skip(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    visitors.go(page, "/")
    page.wait_for_selector(".games svg")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    for path in ("/", "/settings", "/new/kakuro"):
        visitors.go(page, path)
        page.wait_for_selector("main button")
        page.wait_for_load_state("networkidle")  # boards of the day come a moment later
        tab_through(page)


def tab_through(page: Page) -> None:
    """Tab leads through everything and out of it again, and one always sees where one is."""
    seen: list[str] = []
    for _ in range(120):
        page.keyboard.press("Tab")
        outside, visible, element = page.evaluate(FOCUS)
        if outside:
            break
        assert visible, element
        seen.append(element)
    else:
        raise AssertionError(f"caught at {seen[-3:]}")
    assert len(seen) == len(
        page.locator(
            "a[href]:visible, button:visible:enabled, input:visible, select:visible, summary:visible"
        ).all()
    ) - grouped(page)


def grouped(page: Page) -> int:
    """How many choices Tab does not reach: of those that exclude each other it reaches one."""
    names: list[str] = page.locator("input[type=radio]:visible").evaluate_all("all => all.map((e) => e.name)")
    return len(names) - len(set(names))


# --- large letters, calm screens -------------------------------------------------------------


@pytest.mark.parametrize("size", [ZOOMED, PHONE])
def test_large_letters_and_small_screens_need_no_scrolling_sideways(
    visitors: Visitors, size: tuple[int, int]
) -> None:
    page = visitors.come(size, zoom=2)
    paths = ["/", "/lobby", "/settings", "/new/abaku", "/how/abstrakto", "/learn/kakuro", "/rules/abak"]
    for game in GAMES:
        seats: list[dict[str, Any]] = [{"kind": "me", "name": "Maximiliana"}, {"kind": "bot", "level": 0}]
        paths.append(f"/t/{visitors.open_table(page, game, seats)}")
    for path in paths:
        visitors.go(page, path)
        page.wait_for_selector(".table [data-spot]" if path.startswith("/t/") else "main h1, main h2")
        assert page.evaluate(SIDEWAYS) <= 1, path
        if path.startswith("/t/"):
            button = page.locator(".table .tray button:visible").first
            button.scroll_into_view_if_needed()
            expect(button).to_be_in_viewport(ratio=0.9)


def test_nothing_moves_where_people_prefer_it_calm(visitors: Visitors) -> None:
    moving, calm = visitors.come(reduced_motion="no-preference"), visitors.come()
    duration = "() => parseFloat(getComputedStyle(document.querySelector('main button')).transitionDuration)"
    for page in (moving, calm):
        visitors.go(page, "/settings")
        page.wait_for_selector("main button")
    assert 0.12 <= moving.evaluate(duration) <= 0.2
    assert calm.evaluate(duration) == 0
    moving.get_by_label("No animation").check()
    assert moving.evaluate(duration) == 0


# --- what is said, shown and heard -----------------------------------------------------------


def test_moves_are_said_in_words_and_switches_make_them_heard(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    page.add_init_script(STUBS)
    switch(visitors, page, on=True)
    table = visitors.open_table(page, "abaku", [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": 1}])
    visitors.go(page, f"/t/{table}")
    at_table(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for _ in range(4):  # somebody lays something soon
        play_once(page)
        spoken = page.evaluate("() => window.spoken")
        words = " ".join(text for _, text in spoken)
        if CALCULATION.search(words):
            break
    assert {language for language, _ in spoken} == {"en"}
    assert CALCULATION.search(words), words
    assert [url for url in asked if "/api/tables" in url] == [], "moves are told from the news alone"
    assert "Your turn" in words
    assert page.evaluate("() => window.notified") == ["Your turn"] * len(
        page.evaluate("() => window.notified")
    )
    assert page.evaluate("() => window.notified.length") >= 1
    assert page.evaluate("() => window.knocks") >= 2
    expect(page.locator("#voice")).to_contain_text("Your turn")

    switch(visitors, page, on=False)
    visitors.go(page, f"/t/{table}")
    at_table(page)
    play_once(page)
    expect(page.locator("#voice")).to_contain_text("Your turn")  # screen readers hear it all the same
    assert page.evaluate("() => [window.spoken.length, window.notified.length, window.knocks]") == [0, 0, 0]


def switch(visitors: Visitors, page: Page, *, on: bool) -> None:
    visitors.go(page, "/settings")
    for name in ("Sounds", "Tell me when it is my turn", "Read moves aloud"):
        page.get_by_label(name).set_checked(on)


def play_once(page: Page) -> None:
    """My move and the bot's answer."""
    assert wait_turn([page]) is page
    ply = position(page)["ply"]
    PILOTS["abaku"].turn(page, Pointer(), acting(page))
    page.wait_for_function("(ply) => ludotekaTable.position.ply > ply + 1", arg=ply)
    assert wait_turn([page]) is page
    page.wait_for_function("() => document.querySelector('#voice').textContent.includes('Your turn')")


def test_a_screen_reader_hears_where_it_is_on_a_board(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    table = visitors.open_table(page, "abstrakto", [{"kind": "me"}, {"kind": "me", "name": "Ben"}])
    visitors.go(page, f"/t/{table}")
    at_table(page)
    Keys().go(page, "d4")
    label = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    assert re.match(r"d4, \w+", label)
    assert (
        page.get_by_role("group", name="Board of Abstrakto").count() or page.locator(".board [role]").count()
    )
