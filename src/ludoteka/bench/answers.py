"""How players keep to their time, on the wall clock: the slowest of a hundred answers, as part of the budget.

The strongest level of each game plays against itself with `MS` a move. Needs a quiet core: what another
program takes away looks like slow thought. `answers.abaku.p99_share` 1.2 would mean 20 % over the time.
"""

from math import ceil
from time import perf_counter

from ludoteka import games, players
from ludoteka.bench.timing import Figure, Figures
from ludoteka.core import match as matches
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import AnyGame, Played, Ticked, Turn
from ludoteka.core.player import Answer, AnyPlayer, Budget, ask
from ludoteka.core.record import AnyMatch

ASKED_FOR = True
MS = 100
ANSWERS = 100
WARMING = 12  # answers that compile and load; not counted


def figures() -> Figures:
    """One figure for each game; the spread is how far the fastest answer was from the slowest."""
    for name in games.ids():
        shares = sorted(_shares(games.get(name))[WARMING:])
        place = max(0, ceil(len(shares) * 0.99) - 1)
        yield Figure(f"answers.{name}.p99_share", shares[place], shares[-1] - shares[0])


def _shares(game: AnyGame) -> list[float]:
    """The time of each answer, as a share of the budget."""
    player, shares, number = players.player_for(game), list[float](), 0
    while len(shares) < ANSWERS + WARMING:
        seed = seed_from(f"answers {number}")
        match = matches.settle(matches.new(game, max(2, game.info.seats[0])), seed)
        while isinstance(match.awaiting, Turn) and len(shares) < ANSWERS + WARMING:
            began = perf_counter()
            seat, answer = _asked(match, match.awaiting, player, len(shares))
            shares.append(1000 * (perf_counter() - began) / MS)
            match = matches.settle(_played(match, match.awaiting, seat, answer), seed)
        number += 1
    return shares


def _asked(match: AnyMatch, turn: Turn[object], player: AnyPlayer, number: int) -> tuple[int, Answer[object]]:
    seat, rng = min(turn.seats), Source(seed_from(f"mind {number}"))
    return seat, ask(player, match.game, match.state, seat, Budget(ms=MS), rng)


def _played(match: AnyMatch, turn: Turn[object], seat: int, answer: Answer[object]) -> AnyMatch:
    """The answer as an event, in the match's own time; nobody waits for real."""
    at = match.now + (answer.wait or 0)
    if turn.until is not None and at >= turn.until:
        return match.then(Ticked(turn.until))
    return match.then(Played(seat, answer.move, at))
