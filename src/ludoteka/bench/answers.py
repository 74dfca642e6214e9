"""Whether players answer in time: `ludoteka bench answers`, for every game's strong levels.

A level is asked about the positions of a match between quick players, with so many milliseconds each. A
share of 1 is all of the time that was given, by the clock on the wall; at most 1.2 is wanted of 99 in 100
answers on a quiet core. How much of it went to others on the machine stands beside it: where that is much,
the first figure says little.
"""

from collections.abc import Iterator, Sequence
from math import ceil
from time import monotonic, process_time

from ludoteka import games, players
from ludoteka.bench.timing import Figure, Figures
from ludoteka.core import match as matches
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import AnyGame, Millis, Played, Ticked, Turn
from ludoteka.core.player import AnyPlayer, Budget, ask
from ludoteka.core.record import AnyMatch

ASKED_FOR = True  # it takes minutes
BUDGETS: tuple[Millis, ...] = (50, 200)
QUICK = 2  # the level that plays the matches
STRONG = 3  # from this level on players think for long
POSITIONS = 100  # of each game
SEED = seed_from("answers")


def figures() -> Figures:
    """The shares of all games."""
    for game in map(games.get, games.ids()):
        asked = positions(game, POSITIONS)
        for level in (level for level in players.levels(game.info.id) if level >= STRONG):
            for ms in BUDGETS:
                yield from shares(f"{game.info.id}.level_{level}.{ms}_ms", game, level, asked, ms)


def positions(game: AnyGame, number: int) -> list[AnyMatch]:
    """The first positions with a choice, of as many matches as it takes."""
    found: list[AnyMatch] = []
    for index in range(number):
        found += (one for one in _match(game, index) if _has_choice(one))
        if len(found) >= number:
            break
    return found[:number]


def _match(game: AnyGame, index: int) -> Iterator[AnyMatch]:
    seed = seed_from(f"answers {index}")
    player, rng = players.player_for(game, QUICK), Source(seed)
    match = matches.settle(matches.new(game, game.info.seats[0]), seed)
    while isinstance(match.awaiting, Turn):
        yield match
        match = matches.settle(_next(match, match.awaiting, player, rng), seed)


def _next(match: AnyMatch, turn: Turn[object], player: AnyPlayer, rng: Source) -> AnyMatch:
    """After a move, or after the time for it."""
    seat = min(turn.seats)
    answer = ask(player, match.game, match.state, seat, Budget(nodes=1), rng)
    at = match.now + (answer.wait or 0)
    if turn.until is not None and at >= turn.until:
        return match.then(Ticked(turn.until))
    return match.then(Played(seat, answer.move, at))


def _has_choice(match: AnyMatch) -> bool:
    return len(match.legal()) > 1


def shares(name: str, game: AnyGame, level: int, asked: Sequence[AnyMatch], ms: Millis) -> Figures:
    """The share of the time that 99 in 100 answers need, and that the machine gave to others meanwhile."""
    player = players.player_for(game, level)
    _timed(player, asked[0], ms)  # compiles, fills caches
    times = [_timed(player, match, ms) for match in asked]
    walls, others = [wall for wall, _ in times], [wall - own for wall, own in times]
    for word, values in (("p99_share", walls), ("p99_others", others)):
        ordered = sorted(value * 1000 / ms for value in values)
        place = ceil(len(ordered) * 0.99) - 1
        yield Figure(f"answers.{name}.{word}", ordered[place], ordered[-1] - ordered[0])


def _timed(player: AnyPlayer, match: AnyMatch, ms: Millis) -> tuple[float, float]:
    """Seconds on the wall and of the processor."""
    wall, own = monotonic(), process_time()
    ask(player, match.game, match.state, match.seat or 0, Budget(ms), Source(SEED))
    return monotonic() - wall, process_time() - own
