"""Every level of every game: it plays with every number of seats, and what is hidden changes no move."""

from typing import Any

import pytest

from ludoteka import games, players
from ludoteka.arena.contest import Bout, Contest
from ludoteka.arena.matches import play
from ludoteka.core import match as matches
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.conformance import random_event
from ludoteka.core.game import AnyGame, Imagines, Turn
from ludoteka.core.match import Match
from ludoteka.core.player import Budget, ask
from ludoteka.engine import Engine

LEVELS = [(game, level) for game in games.ids() for level in players.levels(game)]
NODES = 40
FEW = 6  # nodes where only lawful play counts
WORLDS = 3
TABLES = [(game, seats) for game in games.ids() for seats in sorted({2, games.get(game).info.seats[1]})]


def begun(name: str, seats: int, events: int) -> Match[Any, Any]:
    """A match with something on the board, in which somebody is to choose."""
    rng, seed = Source(seed_from(f"players {name}")), seed_from("players")
    match: Match[Any, Any] = matches.settle(matches.new(games.get(name), seats), seed)
    while match.ply < events or not isinstance(match.awaiting, Turn):
        match = matches.settle(match.then(random_event(match, rng)), seed)
    return match


@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_every_level_plays_with_every_number_of_seats(name: str, level: int) -> None:
    least, most = games.get(name).info.seats
    for seats in range(least, most + 1):
        bout = Bout((0,) * seats, 0)
        contest = Contest(name, (str(level),), (bout.pairing,), "seats", pairs=False, nodes=FEW)
        (match,) = play(contest, bout).matches
        assert (match.faults, len(match.ranks)) == ((), seats)


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("events", [9, 20])
def test_same_view_same_seed_same_move(name: str, seats: int, events: int) -> None:
    game, match = games.get(name), begun(name, seats, events)
    for level in players.levels(name):
        compare(game, match, level)


def compare(game: AnyGame, match: Match[Any, Any], level: int) -> None:
    """What a level does in the match as it is, and in others that look the same to its seat."""
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
