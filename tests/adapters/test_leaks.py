"""What an environment returns depends on nothing that a seat may not know, byte for byte.

In whole matches the state is replaced, before each look, by another one that fits what the seat sees.
"""

from copy import copy
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from ludoteka import games
from ludoteka.adapters.desk import Desk, Race, resample
from ludoteka.adapters.gymnasium import PlayerEnv
from ludoteka.adapters.pettingzoo import RaceEnv, TurnEnv
from ludoteka.adapters.spaces import observe, rendered
from ludoteka.core.game import Turn

WAYS: list[tuple[str, int, dict[str, object]]] = [
    ("abaku", 2, {}),
    ("abaku", 3, {"referee": "dispute"}),
    ("calculissimo", 2, {"board": "mini", "chips": "mini"}),
    ("calculissimo", 3, {"board": "mini", "chips": "mini", "referee": "dispute"}),
    ("abstrakto", 2, {"size": 4, "discard": "secret"}),
    ("abak", 2, {}),
    ("kakuro", 3, {}),
]


def flat(thing: Any) -> list[Any]:
    """Everything in there, arrays as bytes."""
    if isinstance(thing, dict):
        return [(key, flat(thing[key])) for key in sorted(thing)]
    return [thing.tobytes() if isinstance(thing, np.ndarray) else thing]


def looks(table: Desk | Race, seat: int) -> list[Any]:
    """All that a seat is ever shown, with what it has chosen of its move so far."""
    return [flat(observe(table, seat)), rendered(table, "ansi", seat)]


def swapped(table: Desk | Race, seat: int, rng: Random) -> Desk | Race:
    """The same table with another state that this seat cannot tell from the real one."""
    match, game = table.match, table.game
    state = resample(game, game.view(match.state, seat), rng.randbytes(32))
    other = copy(table)
    other.match = replace(match, state=state, awaiting=game.awaiting(state))
    other.again()
    for choice in table.chosen(seat):
        if isinstance(other, Desk):
            other.choose(choice)
        else:
            other.choose(seat, choice)
    return other


@pytest.mark.parametrize("way", WAYS, ids=[f"{game} {seats}" for game, seats, _ in WAYS])
def test_returns_hold_nothing_hidden(way: tuple[str, int, dict[str, object]]) -> None:
    game, seats, options = way
    rng = Random(game)
    found = games.get(game)
    table = Race(found, seats, options) if game == "kakuro" else Desk(found, seats, options)
    table.begin(rng.randbytes(32))
    differed = 0
    for _ in range(40):
        if not isinstance(table.match.awaiting, Turn):
            break
        for seat in range(seats):
            other = swapped(table, seat, rng)
            differed += other.match.state != table.match.state
            assert looks(table, seat) == looks(other, seat)
        if isinstance(table, Desk):
            table.choose(int(rng.choice(table.mask(table.seat).nonzero()[0])))
        else:
            table.moment({seat: int(rng.choice(table.mask(seat).nonzero()[0])) for seat in range(seats)})
    assert differed > 0 or "hidden" not in found.info.traits


def test_infos_are_empty() -> None:
    """The one other thing that environments return: nothing can hide in it."""
    turns, race = TurnEnv(Desk(games.get("abaku"))), RaceEnv(Race(games.get("kakuro")))
    turns.reset(seed=1)
    assert turns.infos == {"player_0": {}, "player_1": {}}
    assert race.reset(seed=1)[1] == {"player_0": {}, "player_1": {}}
    assert PlayerEnv("abak", level=0).reset(seed=1)[1] == {}


def test_a_key_always_resamples_the_same() -> None:
    desk = Desk(games.get("abaku"))
    desk.begin(bytes(32))
    view = desk.game.view(desk.match.state, 0)
    one, same, other = (resample(desk.game, view, key) for key in (b"a" * 32, b"a" * 32, b"b" * 32))
    assert one == same
    assert one.racks[0] == other.racks[0] == desk.match.state.racks[0]
    assert one.racks[1] != other.racks[1]
