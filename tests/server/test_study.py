"""Boards without a table: events one by one, each at its time, and refusals that name the one that failed."""

from typing import Any

import pytest
from tests import toys

from ludoteka.core.refusals import Refusal
from ludoteka.server.messages.bodies import Study
from ludoteka.server.messages.wire import Moves, Refused
from ludoteka.server.table.study import study

OPENED = {"outcome": "7"}


def race(*events: dict[str, Any], **more: Any) -> Any:
    return study(toys.get("race"), Study.model_validate({"game": "race", "events": events, **more}))


def test_an_event_happens_when_it_says_and_otherwise_at_once() -> None:
    later = race(OPENED, {"seat": 1, "move": "7", "at": 2500}, OPENED)
    assert "now=2500 until=12500" in later.position
    at_once = race(OPENED, {"seat": 1, "move": "7"}, OPENED)
    assert "now=0 until=10000" in at_once.position
    assert "now=900" in race(OPENED, {"seat": 0, "leave": True, "at": 900}).position


def test_what_comes_too_late_is_refused_and_named() -> None:
    found = race(OPENED, {"seat": 1, "move": "7", "at": 10_000})
    assert (found.failed, found.ply) == (1, 1)
    assert found.refused is not None
    assert found.refused.rule == "RAC-4"


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([OPENED, OPENED], "No draw is awaited now."),
        ([OPENED, {"move": "7"}], "Say which seat it is."),
        ([OPENED, {"seat": 1}], "An event is a move, an outcome, or a seat that leaves."),
    ],
)
def test_what_is_no_event_is_refused(events: list[dict[str, Any]], said: str) -> None:
    found = race(*events)
    assert (found.failed, found.ply) == (1, 1)
    assert found.refused is not None
    assert found.refused.text == said


def test_there_are_views_of_the_seats_that_exist() -> None:
    assert race(OPENED, seat=1).view["you"] == 1
    with pytest.raises(Refusal, match="no such seat on this board"):
        race(OPENED, seat=2)


def test_whoever_is_not_to_move_has_no_moves_to_ask_about() -> None:
    """What may be done is answered for the seat to move, and refused for the others."""
    wish = {"game": "nim", "seats": 2, "legal": 10}
    listed = study(toys.get("nim"), Study.model_validate(wish | {"seat": 0})).legal
    assert isinstance(listed, Moves)
    assert study(toys.get("nim"), Study.model_validate(wish)).legal == listed
    refused = study(toys.get("nim"), Study.model_validate(wish | {"seat": 1})).legal
    assert isinstance(refused, Refused)
