"""Events in words, through every door: entries, replays, previews, alternatives, study boards."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests import toys
from tests.server import toy_catalogue
from tests.server.serving import Served, serving, settings_for
from tests.toys import stones

from ludoteka.core.game import AnyGame
from ludoteka.server.catalogue import Catalogue


def ids() -> list[str]:
    return [*toys.ids(), "stones"]


def get(name: str) -> AnyGame:
    return stones.GAME if name == "stones" else toys.get(name)


CATALOGUE = Catalogue(
    ids, get, toy_catalogue.levels, toy_catalogue.player, toy_catalogue.hints, toy_catalogue.alternatives
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("words")
    with serving(settings_for(folder, bot_workers=1), CATALOGUE) as served:
        yield served


def said(template: str, **values: Any) -> dict[str, Any]:
    return {"template": template, "values": values}


TAKES_TWO = {
    "said": said("takes {n} stones", n=2),
    "items": [],
    "points": 0,
    "where": ["heap"],
    "seat": 0,
}


def test_an_entry_says_what_happened_in_words(house: Served) -> None:
    ada, ben = house.guest("Ada"), house.guest("Ben")
    table = ada.open("stones", "me", "open", options={"stones": 3})["id"]
    ben.sit(table)
    with ada.at(table, differences=True) as a, ben.at(table) as b:
        assert a.ask("score", seat=0, move="take 2")["described"] == TAKES_TWO
        a.play(0, "take 2")
        b.wait_for("news")
        b.play(1, "take 1")
        a.wait_until(lambda told: told.entries[-1]["ply"] == 2)
        for told in (a, b):
            first, last = (one for one in told.entries if one["kind"] == "played")
            assert first["described"] == TAKES_TWO
            assert last["described"]["said"] == said("takes {n} stones", n=1) | {"one": "takes {n} stone"}
            assert last["described"]["points"] == last["described"]["items"][0]["points"] == 1
            assert all(one["described"] is None for one in told.entries if one["ply"] is None)
        assert a.ask("alternatives", ply=0)["moves"][1]["described"] == TAKES_TWO
    with ben.at(table) as again:
        assert [one["described"] for one in again.entries if one["ply"] == 1] == [TAKES_TWO]
    assert ben.get(f"/api/tables/{table}/at/1")["entry"]["described"] == TAKES_TWO
    assert ben.get(f"/api/tables/{table}/alternatives/0")["moves"][1]["described"] == TAKES_TWO


def test_words_keep_secrets_until_the_end(house: Served) -> None:
    ada, ben = house.guest("Ada"), house.guest("Ben")
    table = ada.open("rummage", "me", "open", allows={"grace": 0})["id"]
    ben.sit(table)
    with ada.at(table) as a, ben.at(table) as b:
        tile = a.position["views"][0]["view"]["racks"][0][0]
        a.play(0, f"swap {tile}")
        b.wait_until(lambda told: told.seq == a.seq)
        own, others = (
            next(one["described"]["said"] for one in told.entries if one["kind"] == "played")
            for told in (a, b)
        )
        assert own == said("puts {tile} back", tile=tile)
        assert others == said("swaps a tile")
        b.act("leave", seat=1)
    seen = [ben.get(f"/api/tables/{table}/at/2?seat={seat}")["entry"]["described"] for seat in (0, 1)]
    assert [one["said"] for one in seen] == [own, others]


def test_a_study_board_says_each_event_in_words(house: Served) -> None:
    events = [{"seat": 0, "move": "take 2"}]
    http = house.guest("Ada").http
    for game, found in (("stones", TAKES_TWO), ("nim", None)):
        studied = http.post("/api/study", json={"game": game, "events": events}).json()
        assert studied["described"] == [found]
