"""The toy games as a catalogue: every function at module level, so that bot workers can import it."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests import toys

from ludoteka.core.chance import Source
from ludoteka.core.game import Alternative, AnyGame, Millis, Seat, View
from ludoteka.core.player import Answer, AnyPlayer, Budget, Hint
from ludoteka.core.sentences import Sentence
from ludoteka.players.random import RandomPlayer
from ludoteka.server.catalogue import BotLevel, Catalogue, PosedPuzzle, PuzzleService, ReviewService


class First:
    """Plays the first legal move; in a race it waits a little."""

    name = "first"

    def choose(self, view: View, legal: Sequence[Any], budget: Budget, rng: Source) -> Answer[Any]:
        return Answer(legal[0], wait=30)


class Slow:
    name = "slow"

    def choose(self, view: View, legal: Sequence[Any], budget: Budget, rng: Source) -> Answer[Any]:
        time.sleep(1.0)
        return Answer(legal[0])


class Broken:
    name = "broken"

    def choose(self, view: View, legal: Sequence[Any], budget: Budget, rng: Source) -> Answer[Any]:
        raise RuntimeError("this bot is broken")


PLAYERS: dict[int, Callable[[], AnyPlayer]] = {0: RandomPlayer, 1: First, 8: Slow, 9: Broken}


def levels(game: str) -> list[BotLevel]:
    first = BotLevel(1, "first", "Takes what comes first.", "☝", (1500.0, 40.0))
    return [BotLevel(0, "random", rating=(1200.0, 50.0)), first, BotLevel(8, "slow"), BotLevel(9, "broken")]


def player(game: str, level: int) -> AnyPlayer:
    return PLAYERS[level]()


def hints(game: AnyGame, view: View, seat: Seat, legal: Sequence[Any]) -> list[Hint]:
    return [
        Hint(Sentence("Look at what you can take.")),
        Hint(Sentence("Look at {square}.", square="A1"), ("A1",)),
        Hint(Sentence("Play this."), (), "1"),
    ]


def alternatives(game: AnyGame, state: Any, seat: Seat | None, ms: Millis) -> list[Alternative]:
    if seat is None:
        return []
    moves = list(game.legal(state, seat))
    return [Alternative(game.notation.write(state, seat, move)) for move in moves]


# --- reviews that hold the whole record: whoever sees one that they should not sees everything -----


def identity(game: str) -> str:
    return "" if game == "race" else "toy 1"


def curve(text: str) -> Any:
    return {"curve": [text]}


def events(text: str, first: int, last: int) -> Any:
    if "stones=8" in text:
        raise RuntimeError("nobody can judge this")
    return {"events": [first, last]}


def joined(text: str, parts: Sequence[Any]) -> Any:
    return {"text": text, "parts": list(parts)}


# --- puzzles: leave a multiple of four; the answer is a secret until somebody has answered ---------

STONES = {"five": 5, "six": 6, "seven": 7, "ten": 10}


def puzzle_ratings(game: str) -> Mapping[str, float]:
    return {name: 1000.0 + 100 * stones for name, stones in STONES.items()} if game == "nim" else {}


def posed(game: str, name: str) -> PosedPuzzle:
    asks = Sentence("Find the move that wins by force.")
    return PosedPuzzle(f"seats=2 stones={STONES[name]} seat=0 left=-", 0, asks, lists=name != "ten")


def answer(game: str, name: str, text: str | None) -> Any:
    if name == "ten":
        raise RuntimeError("nobody can judge this")
    best = f"take {STONES[name] % 4}"
    told = {"text": f"SECRET {best}", "template": f"SECRET {best}", "values": {}}
    way: dict[str, Any] = {"move": best, "where": [], "described": None}
    return {
        "right": text == best,
        "played": None if text is None else {**way, "move": text},
        "best": way,
        "others": 0,
        "tells": told,
        "why": [{**told, "where": ["A1"]}],
        "after": {"stones": STONES[name] - STONES[name] % 4},
    }


REVIEWS = ReviewService(identity, curve, events, joined)


def analyse(game: str, position: str, seat: Seat | None, effort: int) -> Any:
    """The same after the third look."""
    if "5" in position:
        raise RuntimeError("nobody can judge this")
    moves = [{"move": "take 1", "value": float(min(effort, 4))}]
    return {"effort": effort, "seat": seat, "moves": moves, "final": False}


PUZZLES = PuzzleService(puzzle_ratings, posed, answer)
CATALOGUE = Catalogue(
    toys.ids, toys.get, levels, player, hints, alternatives, REVIEWS, analyse, puzzles=PUZZLES
)
