"""The page in its languages: no English is left, refusals are translated, nothing is cut off on a phone."""

import re
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web.catalogues import LANGUAGES, Word, catalogue, forms, rooms
from tests.web.visiting import DESK, GAMES, PHONE, Visitors, at_table, wait_seat

WORDS = """() => { const found = [];
  for (const element of document.querySelectorAll("#app *")) {
    for (const name of ["aria-label", "title", "placeholder", "alt"])
      found.push(element.getAttribute(name) ?? "");
    for (const node of element.childNodes)
      if (node.nodeType === 3 && !element.closest("code, pre, style")) found.push(node.textContent.trim());
  }
  return [...new Set(found)].filter((text) => /[a-z]{2}/i.test(text)); }"""
CUT = """() => { const pen = document.createElement("canvas").getContext("2d");
  const isCut = (e) => {
    if (e.tagName !== "SELECT") return e.scrollWidth > e.clientWidth + 2;
    const style = getComputedStyle(e), arrow = 20;
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room = e.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
    return [...e.options].some((option) => pen.measureText(option.text).width > room);
  };
  return [...document.querySelectorAll("#app button, #app select, #app label, #app h1, #app h2")]
    .filter((e) => e.clientWidth > 4 && isCut(e)) // smaller: for screen readers
    .map((e) => e.textContent.trim()); }"""
# A move that each game refuses at its beginning, and the template of what it says then.
REFUSED = {
    "abaku": ("accept", "There is nothing to accept or dispute now."),
    "calculissimo": ("accept", "There is no claimed placement to answer now."),
    "kakuro": (">A1:1", "A row needs at least two squares."),
    "abstrakto": (
        "a1",
        "No tile fits on {point}: corners and the ends of the lines at the edge stay empty.",
    ),
    "abak": ("24/1", "No die that you have left fits this step."),
}


def spoken(word: Word) -> re.Pattern[str]:
    """What a word of the catalogue looks like on the page, filled in, in any of its forms."""
    texts = [".+".join(re.escape(part) for part in re.split(r"\{\w+\}", form)) for form in forms(word)]
    return re.compile("|".join(texts))


def is_worded(word: Word) -> bool:
    """Whether there is something to translate, beside values and signs."""
    return any(re.search("[a-z]{3}", re.sub(r"{\w+}", "", text)) for text in forms(word))


def bare(word: Word) -> set[str]:
    """Its words alone: "Druid" is Czech and "orange" is French, in small letters or at another place."""
    texts = (re.sub(r"\{\w+\}", " ", form).lower() for form in forms(word))
    return {one for text in texts for one in re.findall(r"[^\W\d_]+", text)}


@cache
def english(language: str) -> list[re.Pattern[str]]:
    """Every English text that a language says in other words."""
    both = [(catalogue(room, "en")["words"], catalogue(room, language)["words"]) for room in rooms()]
    found = [word for own, theirs in both for key, word in own.items() if bare(theirs[key]) != bare(word)]
    assert len(found) > 400
    return [spoken(word) for word in found if is_worded(word)]


def server_words(visitors: Visitors, page: Page) -> set[str]:
    """What the server calls its options and levels: the page has words of its own for them."""
    found: set[str] = set()
    sheets: list[dict[str, Any]] = visitors.get(page, "/api/games").json()
    for sheet in sheets:
        found |= {sheet["summary"], *(preset["text"] for preset in sheet["presets"])}
        names = {level["name"] for level in sheet["levels"]}
        found |= names | {name[0].upper() + name[1:] for name in names}
        for option in sheet["options"]:
            found |= {option["text"], *(word for word in option["labels"].values() if " " in word)}
    return {word for word in found if word}


@cache
def their_own(language: str) -> set[str]:
    """What the language itself says: "Oracle" is French, too."""
    words = (word for room in rooms() for word in catalogue(room, language)["words"].values())
    return {form for word in words for form in forms(word)}


def check(page: Page, language: str, theirs: set[str]) -> None:
    """No English, and nothing cut off or wider than the screen."""
    page.wait_for_timeout(100)
    seen: list[str] = page.evaluate(WORDS)
    foreign = theirs - their_own(language)
    left = [text for text in seen if text in foreign or any(one.fullmatch(text) for one in english(language))]
    assert not left, f"{page.url}: {left}"
    assert not page.evaluate(CUT), page.url
    wide, view = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide <= view + 1, f"{page.url} is {wide} wide on {view}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_screen_around_the_tables_speaks_english(visitors: Visitors, language: str) -> None:
    page = visitors.come(PHONE, language=language)
    theirs = server_words(visitors, page)
    for path, sign in (
        ("/", ".games li"),
        ("/lobby", "h2"),
        ("/settings", "select"),
        ("/nowhere", ".why"),
        ("/learn", "main li"),
        ("/puzzles", "main li"),
        ("/analyse", "main li"),
        ("/skills", "main li"),
        ("/daily", "ul.large li"),
        ("/daily/abak", "section button.primary"),
        ("/group", "form"),
        ("/me", "main li"),
        ("/ranks", "select"),
        *((f"/new/{game}", "fieldset") for game in GAMES),
        *((f"/how/{game}", ".picture svg") for game in GAMES),
        *((f"/learn/{game}", "[data-spot]") for game in GAMES),
    ):
        visitors.go(page, path)
        page.wait_for_selector(sign)
        page.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        check(page, language, theirs)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_speaks_and_refuses_in_the_language(visitors: Visitors, game: str, language: str) -> None:
    page = visitors.come(PHONE, language=language)
    theirs = server_words(visitors, page)
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"}]
    visitors.go(page, f"/t/{visitors.open_table(page, game, seats)}")
    page.wait_for_selector(".table")
    mine = str(catalogue("", language)["words"]["handover.do"]).partition("{")[0].strip()
    handed = page.get_by_role("button", name=mine)
    expect(handed.or_(page.locator(".table [data-spot]")).first).to_be_visible()
    if handed.count():
        handed.click()
    at_table(page)
    page.wait_for_function("() => ludotekaTable.position?.awaiting?.kind === 'turn'")
    move, template = REFUSED[game]
    said: str = page.evaluate(
        "([seat, move]) => ludotekaTable.desk(seat).score(move).then((answer) => answer.text)",
        [wait_seat(page), move],
    )
    assert spoken(catalogue(game, language)["sentences"][template]).fullmatch(said.replace("\u00a0", " "))
    page.locator("button.last").click()  # on a phone the panel opens from the newest move
    for tab in ("moves", "sheet", "talk"):
        page.locator(f"#tab-{tab}").click()
        check(page, language, theirs)
    page.locator(".panel .close").click()
    page.get_by_role("button", name=spoken(catalogue("", language)["words"]["table.more"])).click()
    check(page, language, theirs)


def test_a_refused_option_is_said_in_czech(visitors: Visitors) -> None:
    page = visitors.come(PHONE, language="cs-CZ")
    visitors.go(page, "/new/kakuro")
    page.get_by_text("Všechny možnosti").click()
    page.locator("#o-layout").select_option(label="Jiné …")
    page.locator("#own-layout").fill("12345678")
    page.get_by_role("button", name="Otevřít stůl").click()
    expect(page.get_by_text("Rozložení je 8 skupin po 8 číslicích")).to_be_visible()


def test_the_rules_are_read_in_the_language_of_the_page(visitors: Visitors) -> None:
    page = visitors.come(DESK, language="cs-CZ")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    visitors.go(page, "/rules/abaku#AB-5.6")
    expect(page.get_by_role("heading", name="AB-1 Hrací potřeby")).to_be_visible()
    expect(page.locator("div[lang=cs] .rule.here")).to_contain_text("spolu sousedí")
    page.wait_for_selector("figure svg")
    assert any("/cs-" in url for url in asked)


def test_whoever_reads_english_does_not_pay_for_czech(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    visitors.go(page, "/")
    page.wait_for_selector(".games li")
    assert asked
    assert not any("/cs-" in url for url in asked)
