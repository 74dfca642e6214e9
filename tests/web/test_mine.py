"""My games, numbers and ratings: what waits, what is over, what was at stake, and the end of it all."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web.test_screens import check
from tests.web.visiting import DESK, PHONE, Visitors

expect.set_options(timeout=30_000)  # machines are busy
CLOCK = {"kind": "bank", "seconds": 400}
RATED = {"rated": True}
LANGUAGES = {
    "en": "My games",
    "cs": "Moje hry",
    "de": "Meine Partien",
    "es": "Mis partidas",
    "fr": "Mes parties",
}


def lose(visitors: Visitors, page: Page, table: str, seat: int) -> None:
    body = {"do": "leave", "seat": seat, "seen": 1000, "key": "bye"}
    visitors.post(page, f"/api/tables/{table}/actions", body)


def match(visitors: Visitors, winner: Page, loser: Page, game: str, **more: Any) -> str:
    wish = {"allows": RATED, "control": CLOCK} | more
    table = visitors.open_table(winner, game, [{"kind": "me"}, {"kind": "open"}], **wish)
    visitors.sit_down(loser, table)
    begin(visitors, [winner, loser], table)
    lose(visitors, loser, table, 1)
    return table


def begin(visitors: Visitors, people: list[Page], table: str) -> None:
    """Everybody makes a move: before that a rated match does not count."""
    waiting = {0, 1}
    while waiting:
        position = visitors.get(people[0], f"/api/tables/{table}/position").json()["position"]
        seat = min(set(position["awaiting"]["seats"]) & waiting or set(position["awaiting"]["seats"]))
        path = f"/api/tables/{table}/position?seat={seat}&legal=1"
        (move,) = visitors.get(people[seat], path).json()["legal"]["moves"]
        action = {"do": "play", "seat": seat, "move": move, "seen": position["seq"]}
        visitors.post(people[seat], f"/api/tables/{table}/actions", action | {"key": f"m{position['seq']}"})
        waiting -= {seat}


@pytest.fixture
def played(visitors: Visitors) -> tuple[Visitors, Page, Page]:
    """Ada has won and lost some matches, one at a bot's table, and one goes on."""
    ada, ben = visitors.come(DESK), visitors.come(PHONE, dark=True)
    for page, name in ((ada, "Ada"), (ben, "Benedikt Wolkenstein1234")):
        visitors.post(page, "/api/me", {"name": name})
    for game in ("abaku", "abstrakto", "abaku"):
        match(visitors, ada, ben, game)
    match(visitors, ben, ada, "abaku")
    table = visitors.open_table(ada, "abak", [{"kind": "me"}, {"kind": "bot", "level": 1}])
    lose(visitors, ada, table, 0)
    visitors.open_table(ada, "abaku", [{"kind": "me"}, {"kind": "me", "name": "Eve"}])  # it is always my turn
    return visitors, ada, ben


def test_my_games_on_a_desk_and_on_a_phone(played: tuple[Visitors, Page, Page]) -> None:
    visitors, ada, ben = played
    for page, device in ((ada, "desk"), (ben, "phone")):
        visitors.go(page, "/me")
        page.wait_for_selector(".pill")
        check(page, f"{device}-me")
        for part, sign in (("numbers", "figure"), ("ratings", "li.card"), ("data", "form")):
            visitors.go(page, f"/me/{part}")
            page.wait_for_selector(f"main {sign}")
            check(page, f"{device}-me-{part}")
        visitors.go(page, "/ranks/abaku?pace=quick")
        page.wait_for_selector(".empty")
        check(page, f"{device}-ranks")


def test_what_waits_is_on_the_tab_and_comes_first(played: tuple[Visitors, Page, Page]) -> None:
    visitors, ada, _ = played
    visitors.go(ada, "/me")
    expect(ada.get_by_role("heading", name="Waiting for you")).to_be_visible()
    expect(ada).to_have_title(re.compile(r"^\(1\) My games"))
    expect(ada.locator("header nav .badge").last).to_contain_text("1")


def test_filters_find_games_and_records_come_in_one_file(played: tuple[Visitors, Page, Page]) -> None:
    visitors, ada, _ = played
    visitors.go(ada, "/me")
    lines = ada.locator(".pill")
    expect(lines).to_have_count(5)
    ada.get_by_label("Result").select_option("lost")
    expect(lines).to_have_count(2)
    ada.locator("main select").first.select_option("abaku")
    expect(lines).to_have_count(1)
    ada.get_by_label("Result").select_option("")
    ada.get_by_label("Opponent").fill("Benedikt Wolkenstein1234")
    expect(lines).to_have_count(3)
    ada.get_by_label("Opponent").fill("Nobody")
    expect(ada.get_by_text("No game fits these filters.")).to_be_visible()
    ada.get_by_label("Opponent").fill("")
    expect(lines).to_have_count(3)
    with ada.expect_download() as download:
        ada.get_by_role("link", name="Download all records").click()
    assert download.value.suggested_filename == "ludoteka-records.zip"


def test_what_is_at_stake_is_said_before_and_after(visitors: Visitors) -> None:
    ada, ben = visitors.come(DESK), visitors.come(PHONE)
    visitors.go(ada, "/new/abstrakto?with=friends")
    ada.get_by_label("Rated").check()
    expect(ada.locator(".stakes")).to_contain_text(re.compile(r"Win \+\d+, tie ±0, loss −\d+"))
    expect(ada.get_by_label("Seconds", exact=True)).to_have_value("400")  # a rated match needs a clock
    check(ada, "desk-new-rated")
    ada.get_by_role("button", name="Open the table").click()
    ada.wait_for_url("**/t/*")
    expect(ada.locator(".stakes")).to_be_visible()
    table = ada.url.split("/")[-1]
    visitors.go(ben, f"/t/{table}")
    expect(ben.locator(".stakes")).to_contain_text("1500")
    check(ben, "phone-invited-rated")
    ben.get_by_role("button", name="Sit down").click()
    ben.wait_for_selector(".table [data-spot]")
    begin(visitors, [ada, ben], table)
    lose(visitors, ben, table, 1)
    expect(ada.get_by_text(re.compile(r"Your rating: 16\d\d \(\+1\d\d\)"))).to_be_visible()


def test_against_a_bot_the_stakes_follow_its_level(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    visitors.go(page, "/new/abaku?with=bot")
    page.get_by_label("Rated").check()
    expect(page.locator(".stakes")).to_contain_text(re.compile(r"Against \d+: Win \+"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_my_games_in_every_language(visitors: Visitors, language: str) -> None:
    page = visitors.come(PHONE, language=language)
    visitors.post(page, "/api/me", {"name": "Ada"})
    table = visitors.open_table(page, "abaku", [{"kind": "me"}, {"kind": "bot", "level": 1}])
    lose(visitors, page, table, 0)
    visitors.go(page, "/me")
    expect(page.locator("h1")).to_have_text(LANGUAGES[language])
    page.wait_for_selector(".pill")
    check(page, f"phone-me-{language}")
    visitors.go(page, "/me/numbers")
    page.wait_for_selector("main figure")
    check(page, f"phone-me-numbers-{language}")


def test_everything_about_me_goes_when_i_say_so(played: tuple[Visitors, Page, Page]) -> None:
    visitors, ada, ben = played
    visitors.go(ada, "/me/data")
    button = ada.get_by_role("button", name="Delete everything")
    expect(button).to_be_disabled()
    ada.get_by_label(re.compile("To be sure")).fill("Ada")
    button.click()
    expect(ada.get_by_text("Everything about you is gone.")).to_be_visible()
    assert visitors.get(ada, "/api/me").json()["id"] is None
    visitors.go(ben, "/me")
    expect(ben.locator(".who").first).to_have_text("—")


# --- pairing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_after_a_while_a_bot_is_offered_and_the_search_goes_on(
    visitors: Visitors, size: tuple[int, int]
) -> None:
    device = "phone" if size == PHONE else "desk"
    ada, ben = visitors.come(size), visitors.come(DESK)
    ada.clock.install()
    visitors.go(ada, "/lobby")
    ada.get_by_role("checkbox", name="Rated").check()
    ada.get_by_label("Time").select_option("bank")
    check(ada, f"{device}-lobby-wish")
    ada.get_by_role("button", name=re.compile("^Abstrakto")).click()
    ada.wait_for_url("**/t/*")
    seek = ada.url.split("/")[-1]
    expect(ada.get_by_role("heading", name="Looking for an opponent")).to_be_visible()
    offer = ada.get_by_role("button", name=re.compile("^Play .* meanwhile"))
    expect(ada.locator(".stakes")).to_be_visible()
    expect(offer).to_have_count(0)
    ada.clock.fast_forward(21_000)
    expect(offer).to_be_visible()
    check(ada, f"{device}-seek")
    offer.click()
    ada.wait_for_url(lambda url: seek not in url)
    expect(ada.get_by_text("Still looking for an opponent in Abstrakto.")).to_be_visible()
    ada.wait_for_selector(".table [data-spot]")
    check(ada, f"{device}-seek-meanwhile")
    wish = {"game": "abstrakto", "control": {"kind": "bank", "seconds": 600, "increment": 0}, "rated": True}
    assert visitors.post(ben, "/api/pair", wish).json()["id"] == seek
    ada.get_by_role("link", name="Go there").click()
    ada.wait_for_url(f"**/t/{seek}")
    ada.wait_for_selector(".table [data-spot]")
    expect(ada.get_by_text("Still looking")).to_have_count(0)


def test_a_challenge_is_seen_and_accepted(played: tuple[Visitors, Page, Page]) -> None:
    visitors, ada, ben = played
    visitors.go(ada, "/me")
    ada.get_by_role("button", name="Challenge").first.click()
    ada.wait_for_url("**/t/*")
    visitors.go(ben, "/me")
    expect(ben.get_by_text("Ada asks you for a game")).to_be_visible()
    check(ben, "phone-me-challenge")
    ben.get_by_role("button", name="Accept").click()
    ben.wait_for_url("**/t/*")
    ben.wait_for_selector(".table [data-spot]")


def test_home_says_who_is_here(visitors: Visitors) -> None:
    ada, ben = visitors.come(DESK), visitors.come(PHONE)
    visitors.post(ada, "/api/me", {"name": "Ada"})
    visitors.go(ada, "/lobby")
    expect(ada.get_by_text(re.compile(r"\d+ (person is|people are) here now"))).to_be_visible()
    visitors.go(ben, "/")
    expect(ben.get_by_text(re.compile(r"\d+ (person is|people are) here now"))).to_be_visible()


def test_a_match_that_was_left_tells_no_score(visitors: Visitors) -> None:
    """Nobody has a point, and somebody has won: a score would say the contrary."""
    ada, ben = visitors.come(PHONE), visitors.come()
    match(visitors, ada, ben, "abak")
    visitors.go(ada, "/me")
    expect(ada.locator(".result")).to_contain_text("not played out")
    expect(ada.locator(".result")).not_to_contain_text("0 : 0")
    visitors.go(ada, "/")
    finished = ada.locator("section.finished li")
    expect(finished).to_contain_text("You won! · not played out")
    assert finished.locator("b.tabular").count() == 0
