"""The count tables of the rules document (tests/counts/kakuro.toml)."""

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from tests.games.kakuro.positions import ROOT, KakuroMatch, loaded

from ludoteka.core.game import Draw, Drawn, Event, Played, Turn
from ludoteka.games.kakuro.engine import GAME
from ludoteka.games.kakuro.types import Claim, Move

TABLES: dict[str, Any] = tomllib.loads((ROOT / "tests/counts/kakuro.toml").read_text(encoding="utf-8"))


def kind(move: Move) -> int:
    """0: a word; 1, 2, 3: a claim of kind (a), (b), (c)."""
    if not isinstance(move, Claim):
        return 0
    return 3 if move.exchanges else 2 if move.digit_tiles else 1


def events(match: KakuroMatch) -> Iterator[Event[Move]]:
    awaited = match.awaiting
    if isinstance(awaited, Draw):
        yield from (Drawn(outcome, match.now) for outcome in awaited.chance.outcomes())
    elif isinstance(awaited, Turn):
        for seat in sorted(awaited.seats):
            for move in GAME.legal(match.state, seat):
                yield Played(seat, move, match.now)


def after(found: dict[str, KakuroMatch]) -> dict[str, KakuroMatch]:
    """The distinct positions after one more event."""
    following = (match.then(event) for match in found.values() for event in events(match))
    return {GAME.notation.dump(match.state): match for match in following}


@pytest.mark.parametrize("name", TABLES)
def test_listed_moves(name: str) -> None:
    match = loaded(TABLES[name]["position"])
    assert isinstance(match.awaiting, Turn)
    found = {}
    for seat in match.awaiting.seats:
        kinds = [kind(move) for move in GAME.legal(match.state, seat)]
        found[str(seat)] = [kinds.count(number) for number in range(4)]
    assert found == TABLES[name]["listed"]


@pytest.mark.parametrize("name", TABLES)
def test_positions_after_one_and_two_events(name: str) -> None:
    table = TABLES[name]["after"]
    one = after({"": loaded(TABLES[name]["position"])})
    assert len(one) == table["one"]
    if "two" in table:
        assert len(after(one)) == table["two"]
