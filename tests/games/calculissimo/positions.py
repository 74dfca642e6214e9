"""Random positions, played and made by hand, over all options."""

import random
from collections.abc import Iterator
from dataclasses import replace

from ludoteka.core.chance import seed_from
from ludoteka.core.game import Played, Turn
from ludoteka.core.match import Match, new, settle
from ludoteka.games._lines.tiles import arranged
from ludoteka.games.calculissimo.engine import GAME
from ludoteka.games.calculissimo.types import CHIPS, Move, Placement, State

CHOICES: dict[str, tuple[str, ...]] = {
    "board": ("std", "plain", "mini", "mini"),
    "chips": ("std", "mini"),
    "start": ("draw", "seat0"),
    "premiums": ("once-best", "every"),
    "jokers": ("face", "full"),
    "swap": ("free", "stuck"),
    "end": ("bag-and-out", "bag-empty"),
    "referee": ("auto", "dispute"),
}
LETTERS = "123456789+-x:abcdefghipmv"


def random_options(rng: random.Random) -> dict[str, object]:
    chosen: dict[str, object] = {key: rng.choice(values) for key, values in CHOICES.items()}
    return {**chosen, "turn_seconds": rng.choice((0, 0, 60))}


def random_match(rng: random.Random, options: dict[str, object] | None = None) -> Match[State, Move]:
    chosen = random_options(rng) if options is None else options
    match: Match[State, Move] = new(GAME, rng.randint(2, 4), chosen)
    return settle(match, seed_from(str(rng.random())))


def random_move(rng: random.Random, match: Match[State, Move], seat: int) -> Move:
    """Mostly placements, so that the board fills."""
    moves = list(GAME.legal(match.state, seat))
    placed = [move for move in moves if isinstance(move, Placement)]
    return rng.choice(placed if placed and rng.random() < 0.9 else moves)


def step(rng: random.Random, match: Match[State, Move]) -> Match[State, Move]:
    assert isinstance(match.awaiting, Turn)
    seat = rng.choice(sorted(match.awaiting.seats))
    match = match.then(Played(seat, random_move(rng, match, seat), match.now))
    return settle(match, seed_from(str(rng.random())))


def played_positions(rng: random.Random) -> Iterator[State]:
    """States on the way through random matches, with a small rack for the seat that is to move."""
    while True:
        match = random_match(rng)
        while isinstance(match.awaiting, Turn):
            yield with_small_rack(rng, match.state)
            match = step(rng, match)


def with_small_rack(rng: random.Random, state: State) -> State:
    """A rack of one to three chips is enough for every rule, and cheap to try by brute force."""
    if state.seat is None or state.claim is not None:
        return state
    count = rng.choice((1, 2, 2, 3, 3))
    rack = arranged(few_jokers(rng, count), CHIPS)
    racks = tuple(rack if s == state.seat else r for s, r in enumerate(state.racks))
    return replace(state, racks=racks)


def few_jokers(rng: random.Random, count: int) -> list[str]:
    """Random chips, two jokers at most."""
    chips = rng.choices(CHIPS, k=count)
    return chips if chips.count("*") < 3 else few_jokers(rng, count)


def scattered_positions(rng: random.Random) -> Iterator[State]:
    """Chips strewn over a small board: runs that are no calculations, gaps, jokers with every face."""
    while True:
        squares = 11 * 11
        density = rng.choice((0.0, 0.02, 0.1, 0.3, 0.5))
        signs = "".join(rng.choice(LETTERS) if rng.random() < density else "." for _ in range(squares))
        board = "/".join(signs[i : i + 11] for i in range(0, squares, 11))
        rack = "".join(few_jokers(rng, rng.randint(1, 3)))
        options = {k: rng.choice(v) for k, v in CHOICES.items() if k not in ("board", "chips")}
        words = " ".join(f"{k}={v}" for k, v in options.items())
        bag = "".join(rng.choices(CHIPS, k=rng.randint(0, 4))) or "0"
        yield GAME.notation.load(f"{board} {rack}|1 {bag} 0,0 0 board=mini {words}")
