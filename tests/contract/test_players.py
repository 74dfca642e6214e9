"""Every level of every game: the same view, seed and nodes give the same move, whatever is hidden."""

from typing import Any

import pytest

from ludoteka import games, players
from ludoteka.core import match as matches
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.conformance import random_event
from ludoteka.core.game import Imagines, Turn
from ludoteka.core.match import Match
from ludoteka.core.player import Budget, ask
from ludoteka.engine import Engine

LEVELS = [(game, level) for game in games.ids() for level in players.levels(game)]
NODES = 40
WORLDS = 3


def begun(name: str, events: int) -> Match[Any, Any]:
    """A match with something on the board, in which somebody is to choose."""
    rng, seed = Source(seed_from(f"players {name}")), seed_from("players")
    match: Match[Any, Any] = matches.settle(matches.new(games.get(name), 2), seed)
    while match.ply < events or not isinstance(match.awaiting, Turn):
        match = matches.settle(match.then(random_event(match, rng)), seed)
    return match


@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_same_view_same_seed_same_move(name: str, level: int) -> None:
    game, match = games.get(name), begun(name, 9)
    assert isinstance(match.awaiting, Turn)
    assert isinstance(game, Imagines)
    seat = min(match.awaiting.seats)
    view = game.view(match.state, seat)
    worlds = [match.state, *(game.imagine(view, Source(seed_from(f"world {n}"))) for n in range(WORLDS))]
    answers = []
    for state in worlds:
        assert game.view(state, seat) == view
        player = players.player_for(game, level)
        answers.append(ask(player, game, state, seat, Budget(nodes=NODES), Source(seed_from("mind"))))
    texts = {game.notation.write(match.state, seat, answer.move) for answer in answers}
    assert len(texts) == 1
    assert len({answer.wait for answer in answers}) == 1


@pytest.mark.parametrize("name", games.ids())
def test_best_takes_a_number_of_nodes(name: str) -> None:
    """Bounded by nodes, the strongest level answers the same on every machine."""
    engine = Engine()
    begun = engine.answer({"do": "new", "game": name, "seats": 2, "seed": "nodes"})
    seat = begun["awaiting"]["seats"][0]
    request = {"do": "best", "match": begun["match"], "seat": seat, "nodes": NODES, "seed": "mind"}
    first, second = engine.answer(request), engine.answer(request)
    assert first["ok"]
    assert first == second
    assert not engine.answer(request | {"nodes": 0})["ok"]
    assert not engine.answer(request | {"nodes": "many"})["ok"]


@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_a_player_is_called_what_its_level_is_called(name: str, level: int) -> None:
    """The name in records and arenas is the one that people choose by."""
    declared = players.levels(name)[level]
    assert declared.player().name == declared.name
