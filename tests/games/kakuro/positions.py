"""Where the tests of Kakuro get their positions from: the rules document, and random events."""

import re
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from ludoteka.core import match as matches
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Draw, Drawn, Event, Left, Over, Played, Ticked, Turn
from ludoteka.core.match import Match
from ludoteka.games.kakuro.engine import GAME
from ludoteka.games.kakuro.types import Move, State

ROOT = Path(__file__).parents[3]

KakuroMatch = Match[State, Move]


@lru_cache(maxsize=1)
def document() -> str:
    return (ROOT / "docs/rules/kakuro.md").read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def worked() -> dict[str, str]:
    """P1 to P23 of the worked examples."""
    return dict(re.findall(r"^(P\d+): (.*)$", document(), re.MULTILINE))


def loaded(position: str) -> KakuroMatch:
    return matches.load(GAME, worked().get(position, position))


def random_options(dice: Random) -> dict[str, Any]:
    values: dict[str, list[Any]] = {
        "buzz": ["two-step", "one-step"],
        "wrong": ["out", "refuse"],
        "hourglass_seconds": [5, 60, 600],
        "claim_seconds": [5, 60, 600],
        "solo_timer": ["on", "off"],
        "failures": [1, 2, 3, 9],
        "flip": ["auto", "ready"],
    }
    return {key: dice.choice(value) for key, value in values.items() if dice.random() < 0.4}


def begin(dice: Random, seats: int | None = None, **options: Any) -> KakuroMatch:
    chosen = random_options(dice) | options
    return matches.new(GAME, seats or dice.randint(1, 5), chosen)


def random_time(match: KakuroMatch, dice: Random) -> int:
    return match.now + dice.choice([0, 0, 1, 500, 3000, 20000, 60000])


def random_claim_text(dice: Random, match: KakuroMatch, seat: int) -> str:
    """Some claim, mostly irregular: a listed one spoilt, or one made of thin air."""
    listed = [GAME.notation.write(match.state, seat, m) for m in GAME.legal(match.state, seat)]
    claims = [text for text in listed if text[0] in ">v"]
    text = dice.choice(claims) if claims and dice.random() < 0.7 else _thin_air(dice)
    spoil = dice.random()
    if spoil < 0.2:
        text += f" {_square(dice)}~{_square(dice)}"
    elif spoil < 0.4:
        text += f" {_square(dice)}={dice.randint(1, 9)}"
    elif spoil < 0.6:
        text += f" {_square(dice)}#{dice.choice(match.state.pools[seat] or 'D')}"
    elif spoil < 0.7:
        text += " D"
    elif spoil < 0.8:
        text = text.replace(":", f":{dice.randint(1, 9)} ", 1).replace("  ", " ")[: len(text)]
    return text.lower() if dice.random() < 0.1 else text


def _thin_air(dice: Random) -> str:
    return f"{dice.choice('>v')}{_square(dice)}:{dice.randint(1, 8)}"


def _square(dice: Random) -> str:
    return f"{dice.choice('ABCDEFGH')}{dice.randint(1, 8)}"


def random_event(match: KakuroMatch, dice: Random, claiming: float = 0.75) -> Event[Move]:
    """Something that can happen: a draw, a listed move (mostly a claim), now and then a tick or a leaving."""
    awaited = match.awaiting
    if isinstance(awaited, Draw):
        source = Source(seed_from(str(dice.random())))
        return Drawn(awaited.chance.sample(source), match.now)
    assert isinstance(awaited, Turn)
    if dice.random() < 0.01 and match.state.seats > 1:
        staying = [s for s in range(match.state.seats) if s not in match.state.left]
        return Left(dice.choice(staying), random_time(match, dice))
    if awaited.until is not None and (dice.random() < 0.1 or awaited.until <= match.now):
        return Ticked(max(match.now, awaited.until) + dice.choice([0, 700]))
    seat = dice.choice(sorted(awaited.seats))
    moves = list(GAME.legal(match.state, seat))
    words = [move for move in moves if not hasattr(move, "row")]
    chosen = moves if dice.random() < claiming else words
    at = random_time(match, dice)
    return Played(
        seat, dice.choice(chosen or moves), at if awaited.until is None else min(at, awaited.until - 1)
    )


def random_match(dice: Random, **options: Any) -> KakuroMatch:
    """A whole random match."""
    match = begin(dice, **options)
    while not isinstance(match.awaiting, Over):
        match = match.then(random_event(match, dice))
    return match
