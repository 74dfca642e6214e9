"""Every game draws every state that can be reached, for everybody, and shows nothing but the view."""

import json
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from tests.drawing.playing import looks, random_match

from ludoteka import games
from ludoteka.core import match as matches
from ludoteka.core.game import Event, Pictured, Played, Seat
from ludoteka.core.refusals import BadRequest
from ludoteka.drawing import matches as pictures
from ludoteka.drawing.layout import card, sheet
from ludoteka.games.abak.engine import AbakGame
from ludoteka.games.abak.types import Move, State

EVERY_GAME = pytest.mark.parametrize("name", games.GAMES)
MOST_BYTES = 250_000
ALLOWED = {
    "svg", "title", "defs", "g", "use", "rect", "circle", "path",
    "linearGradient", "radialGradient", "stop", "pattern",
}  # fmt: skip


def elements(text: str) -> list[str]:
    """The names of all elements of a well-formed document."""
    return [
        element.tag.removeprefix("{http://www.w3.org/2000/svg}") for element in ET.fromstring(text).iter()
    ]


@EVERY_GAME
@pytest.mark.parametrize("number", [0, 1, 2])
def test_every_state_has_a_picture(name: str, number: int) -> None:
    match = random_match(name, number)
    drawn = 0
    for moment, seat in looks(match, step=23):
        picture = pictures.of_match(moment, seat)
        text = sheet(picture, match.game.info.title).svg()
        assert len(text) < MOST_BYTES
        assert set(elements(text)) <= ALLOWED
        assert 200 <= picture.width <= 2000
        assert 200 <= picture.height <= 2000
        assert len(picture.plates) == match.opening.seats
        drawn += 1
    assert drawn >= 10


@EVERY_GAME
def test_every_board_of_every_preset(name: str) -> None:
    """At the start and, for the example, in the middle; on a link's card, too."""
    game = games.get(name)
    assert isinstance(game, Pictured)
    for preset in game.info.presets:
        for seats in range(game.info.seats[0], game.info.seats[1] + 1):
            try:
                match = matches.new(game, seats, preset.options)
            except BadRequest:
                assert seats == 1, "a preset may need company"
                continue
            elements(card(pictures.of_match(match, None), game.info.title, ["Ada"] * seats).svg())
    state = game.notation.load(game.info.example)
    assert len(sheet(pictures.of_state(game, state, None)).svg()) > 10_000


@EVERY_GAME
def test_the_same_view_is_the_same_picture(name: str) -> None:
    """A picture is a function of the view alone, also of one that came as JSON."""
    match = random_match(name, 0, plies=60)
    game = match.game
    assert isinstance(game, Pictured)
    view = game.view(match.state, None)
    again = json.loads(json.dumps(view))
    assert sheet(game.picture(view, None)).svg() == sheet(game.picture(again, None)).svg()


@EVERY_GAME
def test_a_move_changes_the_picture_and_is_marked(name: str) -> None:
    match = random_match(name, 0, plies=200)
    marked = 0
    for before, after in pairwise(match):
        last = pictures.last_move(after, None)
        if last is not None and isinstance(after.event, Played) and after.event.seat == last.seat:
            plain = pictures.of_state(after.game, after.state, None)
            with_mark = pictures.of_match(after, None)
            if with_mark != plain:
                marked += 1
            assert pictures.of_match(before, None) != with_mark
        if marked >= 3:
            return
    assert marked >= 1


@pytest.mark.parametrize("name", ["abaku", "calculissimo"])
def test_spectators_see_no_rack(name: str) -> None:
    match = random_match(name, 0, plies=30)
    for seat in range(match.opening.seats):
        own = pictures.of_match(match, seat)
        assert own.height > pictures.of_match(match, None).height, "one's own rack lies below the board"


class Whispering(AbakGame):
    """Abak, if others were not told the moves."""

    def tell(self, state: State, event: Event[Move], seat: Seat | None) -> str:
        told = isinstance(event, Played) and event.seat != seat
        return "something" if told else super().tell(state, event, seat)


def test_a_secret_move_is_marked_for_its_mover_alone() -> None:
    match = random_match("abak", 0, plies=12)
    moved = next(one for one in match if isinstance(one.event, Played) and pictures.last_move(one, None))
    assert moved.before is not None
    assert isinstance(moved.event, Played)
    secret = replace(moved, game=Whispering(), before=replace(moved.before, game=Whispering()))
    assert pictures.last_move(secret, moved.event.seat) == pictures.last_move(moved, None)
    assert pictures.last_move(secret, 1 - moved.event.seat) is None
    assert pictures.last_move(secret, None) is None
