"""Pictures of tables and what links tell: the spectator's, whoever asks, and made once."""

import io
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from tests import toys
from tests.server import toy_catalogue
from tests.server.serving import Guest, Served, serving, settings_for, until

from ludoteka import games
from ludoteka.core.game import AnyGame
from ludoteka.drawing.matches import linked, of_match
from ludoteka.drawing.raster import png
from ludoteka.server.catalogue import Catalogue
from ludoteka.server.settings import Rates

HOSTILE = "\"><script>'&</script>"


def get(name: str) -> AnyGame:
    return toys.get(name) if name in toys.TOYS else games.get(name)


def ids() -> list[str]:
    return [*toys.ids(), *games.ids()]


CATALOGUE = Catalogue(ids, get, toy_catalogue.levels, toy_catalogue.player)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    static = tmp_path_factory.mktemp("static")
    (static / "index.html").write_text("<!doctype html><html><head><title>x</title></head><body></html>")
    folder: Path = tmp_path_factory.mktemp("pictures")
    with serving(settings_for(folder, static=static), CATALOGUE) as served:
        yield served


def abaku(served: Served, **allows: Any) -> tuple[Guest, Guest, str]:
    """A running match with hidden racks."""
    ada, ben = served.guest("Ada"), served.guest("Ben")
    table = ada.open("abaku", "me", "open", allows={"grace": 0} | allows)["id"]
    ben.sit(table)
    until(lambda: ada.get(f"/api/tables/{table}")["ply"] >= 1)
    return ada, ben, table


def picture(guest: Guest, table: str, more: str = "", **headers: str) -> Any:
    return guest.http.get(f"/api/tables/{table}/picture.png{more}", headers=headers)


def test_everybody_gets_the_spectators_picture(house: Served) -> None:
    """Byte for byte: a player's own tiles are not in it."""
    ada, ben, table = abaku(house)
    answers = [picture(guest, table) for guest in (ada, ben, house.guest("Cyril"))]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    match = house.host.rooms[table].ledger.standing.match
    assert answers[0].content == png(linked(match.game, of_match(match, None), ("Ada", "Ben")), 1200)
    assert of_match(match, 0) != of_match(match, None), "a player's own picture would show more"
    assert answers[0].headers["content-type"] == "image/png"
    assert Image.open(io.BytesIO(answers[0].content)).size == (1200, 630)


def test_it_is_drawn_once_and_named_by_its_tag(house: Served) -> None:
    ada, _, table = abaku(house)
    first = picture(ada, table)
    tag = first.headers["etag"]
    again = picture(ada, table, **{"If-None-Match": f'W/{tag}, "other"'})
    assert (again.status_code, again.content) == (304, b"")
    assert "no-store" not in first.headers["cache-control"]
    asked: list[Any] = []
    house.host.bots.ask, real = lambda *errand: asked.append(errand), house.host.bots.ask
    try:
        assert picture(ada, table).content == first.content
    finally:
        house.host.bots.ask = real
    assert asked == [], "a worker is asked only for what is new"
    before = picture(ada, table, "?ply=0")
    assert before.headers["etag"] != tag
    assert picture(ada, table, "?ply=999").status_code == 404


def test_a_delayed_table_shows_its_players_no_more_than_spectators(house: Served) -> None:
    """The picture can be passed on, so the delay holds for it whoever asks."""
    ada, _, table = abaku(house, delay=600)
    late = picture(ada, table)
    assert late.status_code == 200
    sheet = ada.get(f"/api/tables/{table}")
    assert picture(ada, table, f"?ply={sheet['ply']}").status_code == 404, "spectators are not there yet"


def test_a_private_table_has_no_picture_and_no_tags(house: Served) -> None:
    ada, _, table = abaku(house, spectators=False)
    assert picture(ada, table).status_code == 403
    assert "og:" not in ada.http.get(f"/t/{table}").text


def test_an_animation_comes_with_the_end(house: Served) -> None:
    ada, ben = house.guest("Ada"), house.guest("Ben")
    table = ada.open("abstrakto", "me", "open", options={"size": 3})["id"]
    assert picture(ada, table).status_code == 200, "an invitation has a picture, too"
    ben.sit(table)
    film = f"/api/tables/{table}/picture.gif"
    assert ada.http.get(film).status_code == 400
    with ada.at(table) as seated:
        seated.act("leave", seat=0)
    answer = ada.http.get(film)
    assert answer.status_code == 200, answer.text
    with Image.open(io.BytesIO(answer.content)) as animation:
        assert animation.format == "GIF"
        assert animation.width == 480


def test_a_game_without_pictures_says_so(house: Served) -> None:
    ada = house.guest("Ada")
    table = ada.open("nim", "me", "open")["id"]
    assert picture(ada, table).status_code == 404
    page = ada.http.get(f"/t/{table}").text
    assert 'property="og:title"' in page
    assert "og:image" not in page


def test_pictures_are_limited(tmp_path: Path) -> None:
    rates = Rates(pictures=(0.001, 2))
    with serving(settings_for(tmp_path, rates=rates, bot_workers=0), CATALOGUE) as served:
        ada = served.guest("Ada")
        table = ada.open("abaku", "me", "open")["id"]
        found = [picture(ada, table).status_code for _ in range(3)]
    assert found == [503, 503, 429], "no worker, no worker, too fast"


# --- links ---------------------------------------------------------------------------------------


class Tags(HTMLParser):
    """The meta tags of a page, and every other element."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.others: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "meta":
            self.meta[str(found.get("property") or found.get("name"))] = str(found["content"])
        else:
            self.others.append(tag)


def test_a_link_tells_its_readers_what_it_leads_to(house: Served) -> None:
    ada, _, table = abaku(house)
    tags = Tags(ada.http.get(f"/t/{table}?ply=1").text)
    assert tags.meta["og:title"] == "Abaku: Ada, Ben"
    assert tags.meta["og:url"] == f"{house.address}/t/{table}"
    assert tags.meta["twitter:card"] == "summary_large_image"
    image = tags.meta["og:image"]
    assert image == f"{house.address}/api/tables/{table}/picture.png?ply=1"
    assert ada.http.get(image).status_code == 200
    assert tags.others == ["html", "head", "title", "body"]


def test_names_stay_text(house: Served) -> None:
    ada = house.guest(HOSTILE)
    table = ada.open("abaku", "me", "open")["id"]
    page = ada.http.get(f'/t/{table}?ply="><script>').text
    tags = Tags(page)
    assert tags.others == ["html", "head", "title", "body"], page
    assert "script" in tags.meta["og:title"], "the name is there, as text"
    assert picture(ada, table).status_code == 200


@pytest.mark.parametrize("path", ["t/nosuchtable", "t/" + "x" * 300, "t/a%22b", "t/a/b", "lobby", "t"])
def test_other_addresses_are_the_plain_page(house: Served, path: str) -> None:
    answer = house.guest("Ada").http.get(f"/{path}")
    assert answer.status_code == 200
    assert "og:" not in answer.text
