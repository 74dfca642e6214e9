"""Timings of Abaku: legal moves with their scores, greedy games in the kernel and through `Match`."""

from collections.abc import Callable
from functools import partial
from importlib.resources import files

from ludoteka.bench.abaku_games import play_games
from ludoteka.bench.timing import Figures, each, quantiles, rate
from ludoteka.core import match
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Played, Turn
from ludoteka.core.player import Budget
from ludoteka.games.abaku.engine import GAME
from ludoteka.games.abaku.moves import scored_placements
from ludoteka.games.abaku.types import State
from ludoteka.players.abaku import SKILL
from ludoteka.players.abaku.levels import Greedy

BATCH = 20
MATCHES = 4


def figures() -> Figures:
    """The figures of Abaku; `best` is a move by a player, of any level."""
    plain, joker = _states()
    yield from quantiles("abaku.legal", 1e3, each([_listing(state) for state in plain]))
    yield from quantiles("abaku.legal_joker", 1e3, each([_listing(state) for state in joker]), p99=False)
    yield from quantiles("abaku.best", 1e3, each(_choices(plain + joker)))
    yield rate("abaku.greedy.games_per_s", lambda: len(play_games(BATCH, seed=1)[0]), repeats=3)
    yield rate("abaku.match.games_per_s", _matches, repeats=3)


def _states() -> tuple[list[State], list[State]]:
    """The stored positions: digits only, and with the Joker."""
    text = files("ludoteka.bench").joinpath("data", "abaku.txt").read_text("utf-8")
    parts = [part.splitlines() for part in text.strip().split("\n\n")]
    plain, joker = ([GAME.notation.load(line) for line in part if line[0] != "#"] for part in parts)
    return plain, joker


def _listing(state: State) -> Callable[[], object]:
    """What lists the scored placements of a position."""
    return partial(scored_placements, state.options, state.board, state.rack)


def _choices(states: list[State]) -> list[Callable[[], object]]:
    """What asks a player of each level for a move in each position."""
    rng = Source(seed_from("bench"))
    return [
        partial(level.player().choose, GAME.view(state, state.seat), (), Budget(), rng)
        for level in SKILL.levels.values()
        for state in states
    ]


def _matches() -> int:
    """Greedy two-seat games through the public API."""
    player = Greedy()
    for number in range(MATCHES):
        seed = seed_from(f"bench {number}")
        rng = Source(seed)
        game = match.settle(match.new(GAME, 2, {}), seed)
        while isinstance(game.awaiting, Turn):
            (seat,) = game.awaiting.seats
            move = player.choose(GAME.view(game.state, seat), (), Budget(), rng).move
            game = match.settle(game.then(Played(seat, move, game.now)), seed)
    return MATCHES
