"""A leaderboard with people on it: whom one can ask, where one stands, on a desk and on a phone."""

import random
import time
from collections.abc import Iterator
from itertools import combinations

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import Connection, create_engine, insert, update
from tests.server.serving import until
from tests.web.conftest import serving
from tests.web.test_screens import check
from tests.web.visiting import DESK, PHONE, Visitors

from ludoteka.server.store import migrate, standings
from ludoteka.server.store.tables import guests, ratings
from ludoteka.server.table.finished import EndedMatch, EndedSeat
from ludoteka.server.table.naming import name_key

expect.set_options(timeout=30_000)  # machines are busy
NAMES = (
    "Ada",
    "Benedikt Wolkenstein1234",
    "Číšníková",
    "Dm",
    "Łukasz Żółć",
    "Ünal",
    "W" * 24,
    "Pi",
    "Quentin",
)
MONTH = 30 * 86_400_000


def matches(now: int) -> Iterator[EndedMatch]:
    """Everybody has played everybody three times a month; whoever stands earlier in the list wins more."""
    rng = random.Random(19)
    pairs = [pair for _ in range(3) for pair in combinations(range(len(NAMES)), 2)]
    for number, people in enumerate(pairs * 3):
        winner = int(rng.random() < 0.25)
        seats = tuple(
            EndedSeat(seat, f"guest{who}", None, NAMES[who], 1 if seat == winner else 2, None)
            for seat, who in enumerate(people)
        )
        at = now - (3 - number // len(pairs)) * MONTH + number
        length = {"plies": 40, "lasted": 600_000}
        yield EndedMatch(f"t{number}", "abaku", "quick", at, "game", **length, counts=True, seats=seats)


def fill(connection: Connection, now: int) -> None:
    for number, name in enumerate(NAMES):
        row = {"id": f"guest{number}", "name": name, "name_key": name_key(name), "created": now}
        connection.execute(insert(guests).values(**row))
    for match in matches(now):
        standings.enter(connection, match)


@pytest.fixture(scope="module")
def filled(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    folder = tmp_path_factory.mktemp("ranks")
    database = f"sqlite:///{folder / 'page.sqlite3'}"
    migrate.upgrade(database)
    with create_engine(migrate.address(database)).begin() as connection:
        fill(connection, time.time_ns() // 1_000_000)
    with serving(folder, "/readyz") as base:
        yield base, database


@pytest.fixture
def people(browser: Browser, filled: tuple[str, str]) -> Iterator[Visitors]:
    visitors = Visitors(browser, filled[0])
    yield visitors
    visitors.leave()


def lines(page: Page) -> list[str]:
    return [one.split("\n")[0] for one in page.locator("tbody th").all_inner_texts()]


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_whoever_is_on_the_board_can_be_asked(
    people: Visitors, filled: tuple[str, str], size: tuple[int, int]
) -> None:
    device = "phone" if size == PHONE else "desk"
    page = people.come(size, dark=size == PHONE)
    people.go(page, "/ranks/abaku?pace=quick")
    page.wait_for_selector("tbody tr")
    assert sorted(lines(page)) == sorted(NAMES)
    order = lines(page)
    assert order.index("Ada") < order.index("Quentin")
    check(page, f"{device}-ranks-full")
    page.get_by_role("link", name="Challenge: Łukasz Żółć").press("Enter")
    expect(page.get_by_label("Whom?")).to_have_value("Łukasz Żółć")
    page.get_by_role("button", name="Ask", exact=True).click()
    page.wait_for_url("**/t/*")


def test_my_own_line_is_marked_and_nobody_asks_themselves(people: Visitors, filled: tuple[str, str]) -> None:
    page = people.come(PHONE)
    people.post(page, "/api/me", {"name": "Newcomer"})
    me = people.get(page, "/api/me").json()["id"]
    with create_engine(migrate.address(filled[1])).begin() as connection:  # I am Ada now
        connection.execute(update(ratings).where(ratings.c.guest == "guest0").values(guest=me))
        connection.execute(update(guests).where(guests.c.id == me).values(name_key="newcomer"))

    def is_there() -> bool:
        people.go(page, "/ranks/abaku?pace=quick")
        expect(page.locator("tbody tr").first).to_be_visible()
        return page.locator("tr.mine th").count() == 1

    until(is_there)  # a server remembers its leaderboards for some seconds
    expect(page.locator("tr.mine th")).to_contain_text("Newcomer · you")
    assert page.locator("tr.mine a").count() == 0
    check(page, "phone-ranks-mine")
