"""Asking somebody by name, and hearing of it: notes on every screen, messages of the browser, the tab."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web.test_screens import check
from tests.web.visiting import DESK, PHONE, Visitors, at_table, position

expect.set_options(timeout=30_000)  # machines are busy
# A browser that lets itself be told things, writes down what it was told, and is looked away from at a word.
NOTES = """
globalThis.told = [];
globalThis.Notification = class {
  static permission = "default";
  static requestPermission = async () => (Notification.permission = "granted");
  constructor(title, options) { told.push({ title, ...options, note: this }); }
  close() {}
};
Object.defineProperty(Document.prototype, "hidden", { get: () => globalThis.away === true });
"""
WORDS = {
    "en": ("Ask somebody by name", "Accept"),
    "cs": ("Vyzvat někoho jménem", "Přijmout"),
    "de": ("Jemanden beim Namen herausfordern", "Annehmen"),
    "es": ("Retar a alguien por su nombre", "Aceptar"),
    "fr": ("Défier quelqu\u2019un par son nom", "Accepter"),
}


def known(visitors: Visitors, name: str, size: tuple[int, int] = DESK, **more: Any) -> Page:
    """Somebody who has kept a name."""
    page = visitors.come(size, **more)
    visitors.post(page, "/api/me/claim", {"name": name, "password": "sesame sesame"})
    return page


def ask(page: Page, name: str, game: str) -> None:
    """By keyboard alone, from the lobby."""
    page.get_by_label("Whom?").focus()
    page.keyboard.type(name)
    page.keyboard.press("Tab")
    page.locator("form.ask select").select_option(game)
    page.locator("form.ask button").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/new/{game}?for=*")


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_name_is_typed_and_the_answer_comes(visitors: Visitors, size: tuple[int, int]) -> None:
    device = "phone" if size == PHONE else "desk"
    ada = visitors.come(size)
    ben = known(visitors, f"Benedikt {device}", size, dark=True)
    for page in (ada, ben):
        page.clock.install()
    visitors.post(ada, "/api/me", {"name": "Ada"})
    visitors.go(ada, "/lobby")
    ask(ada, f"Benedikt {device}", "abak")
    expect(ada.get_by_label("Whom?")).to_have_value(f"Benedikt {device}")
    check(ada, f"{device}-ask")
    visitors.go(ben, "/learn")  # somewhere else
    ada.get_by_role("button", name="Ask", exact=True).press("Enter")
    ada.wait_for_url("**/t/*")
    visitors.go(ada, "/lobby")  # she does not wait beside the table
    expect(ada.get_by_role("heading", level=1)).to_be_visible()
    ben.clock.fast_forward(21_000)
    expect(ben.get_by_text("Ada asks you for a game")).to_be_visible()
    check(ben, f"{device}-asked")
    ben.get_by_role("button", name="Decline").press("Enter")
    expect(ben.get_by_text("Ada asks you for a game")).to_have_count(0)
    ada.clock.fast_forward(21_000)
    said = ada.get_by_text(f"Benedikt {device} does not want to play Abak just now.")
    expect(said).to_be_visible()
    check(ada, f"{device}-declined")
    ada.get_by_role("button", name="Close").click()
    expect(said).to_have_count(0)


def test_it_is_accepted_from_anywhere(visitors: Visitors) -> None:
    ada, ben = known(visitors, "Adelheid Anfrage"), known(visitors, "Benno Beliebig", PHONE)
    table = visitors.open_table(ben, "abaku", [{"kind": "me"}, {"kind": "bot", "level": 1}])
    visitors.go(ben, f"/t/{table}")  # even at another table
    at_table(ben)
    visitors.go(ada, "/new/abstrakto?for=benno+beliebig")
    ada.get_by_role("button", name="Ask", exact=True).click()
    ada.wait_for_url("**/t/*")
    ben.evaluate("dispatchEvent(new Event('focus'))")
    ben.get_by_role("button", name="Accept").click()
    ben.wait_for_url(ada.url)
    for page in (ada, ben):
        page.wait_for_selector(".table [data-spot]")


def test_whoever_waits_at_the_table_is_answered_there(visitors: Visitors) -> None:
    ada, ben = visitors.come(DESK), known(visitors, "Bertram Bestimmt")
    visitors.go(ada, "/new/kakuro?for=Bertram+Bestimmt")
    ada.get_by_role("button", name="Ask", exact=True).click()
    ada.wait_for_url("**/t/*")
    visitors.go(ben, "/")
    ben.get_by_role("button", name="Decline").click()
    expect(ada.get_by_text("The challenge was declined")).to_be_visible()


def test_nobody_of_that_name_is_said_where_the_name_stands(visitors: Visitors) -> None:
    ada = visitors.come(PHONE)
    visitors.go(ada, "/new/abak?for=Nobody+at+all")
    ada.get_by_role("button", name="Ask", exact=True).click()
    expect(ada.get_by_role("alert")).to_contain_text("Nobody of that name can be asked")


@pytest.mark.parametrize("language", WORDS)
def test_in_every_language(visitors: Visitors, language: str) -> None:
    title, accept = WORDS[language]
    ada = visitors.come(PHONE, language=language)
    ben = known(visitors, f"Bo {language} Boris", PHONE, language=language)
    visitors.go(ada, "/lobby")
    expect(ada.get_by_role("heading", name=title)).to_be_visible()
    check(ada, f"phone-lobby-ask-{language}")
    visitors.post(ada, "/api/challenges", {"name": f"Bo {language} Boris", "game": "abaku"})
    visitors.go(ben, "/")
    expect(ben.get_by_role("button", name=accept)).to_be_visible()
    check(ben, f"phone-asked-{language}")


# --- messages of the browser, and the tab --------------------------------------------------------


def wishes_to_hear(page: Page, visitors: Visitors) -> None:
    page.context.add_init_script(NOTES)
    visitors.post(page, "/api/me", {"name": "Ada"})
    visitors.go(page, "/settings")
    page.get_by_label("Tell me when it is my turn").check()
    page.wait_for_function("Notification.permission === 'granted'")


def move(visitors: Visitors, page: Page, table: str) -> None:
    """Whoever is to move plays the first move there is."""
    seen = visitors.get(page, f"/api/tables/{table}/position?legal=1").json()
    (seat,), seq = seen["position"]["awaiting"]["seats"], seen["position"]["seq"]
    action = {"do": "play", "seat": seat, "move": seen["legal"]["moves"][0], "seen": seq, "key": f"m{seq}"}
    visitors.post(page, f"/api/tables/{table}/actions", action)


def told(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("told.map(({title, body, tag}) => ({title, body, tag}))")
    return found


def opened(visitors: Visitors, ada: Page, ben: Page) -> str:
    """A table of days at which it is Ben's turn."""
    days = {"kind": "days", "days": 2}
    table = visitors.open_table(ben, "abaku", [{"kind": "me"}, {"kind": "open"}], control=days)
    visitors.sit_down(ada, table)
    awaited = visitors.get(ben, f"/api/tables/{table}/position").json()["position"]["awaiting"]["seats"]
    if awaited == [1]:  # tiles decide who begins
        move(visitors, ada, table)
    return table


def test_elsewhere_a_message_and_the_tab_say_that_a_game_waits(visitors: Visitors) -> None:
    ada, ben = visitors.come(DESK), visitors.come(DESK)
    wishes_to_hear(ada, visitors)
    table = opened(visitors, ada, ben)
    ada.evaluate("Notification.permission = 'granted'")
    ada.clock.install()
    ada.get_by_role("link", name="Ludoteka").first.click()
    ada.evaluate("away = true; Notification.permission = 'granted'")
    move(visitors, ben, table)
    ada.clock.fast_forward(21_000)
    expect(ada).to_have_title(re.compile(r"^\(1\) "))
    assert told(ada) == [{"title": "1 game waits for you", "body": "", "tag": "/me"}]
    ada.clock.fast_forward(60_000)
    ada.wait_for_load_state("networkidle")
    assert len(told(ada)) == 1  # once for each game
    ada.evaluate("told[0].note.onclick()")
    ada.wait_for_url("**/me")


def test_at_the_table_a_message_says_that_it_is_my_turn(visitors: Visitors) -> None:
    ada, ben = visitors.come(DESK), visitors.come(DESK)
    wishes_to_hear(ada, visitors)
    table = opened(visitors, ada, ben)
    visitors.go(ada, f"/t/{table}")
    at_table(ada)
    ada.evaluate("Notification.permission = 'granted'; away = true")
    before = position(ada)["ply"]
    move(visitors, ben, table)
    ada.wait_for_function("(ply) => ludotekaTable.position.ply > ply && told.length > 0", arg=before)
    assert told(ada) == [{"title": "Your turn", "body": "Abaku", "tag": f"/t/{table}"}]
    expect(ada).to_have_title(re.compile("^● Abaku"))


def test_nobody_is_told_who_looks_or_does_not_wish_to_be(visitors: Visitors) -> None:
    ada, ben = visitors.come(DESK), visitors.come(DESK)
    ada.context.add_init_script(NOTES)
    table = opened(visitors, ada, ben)
    visitors.go(ada, f"/t/{table}")
    at_table(ada)
    ada.evaluate("Notification.permission = 'granted'; away = true")
    move(visitors, ben, table)
    expect(ada).to_have_title(re.compile("^● Abaku"))
    assert told(ada) == []
