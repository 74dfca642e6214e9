"""Events in words, for every game: the points are those that the rules give, and no notation is in them."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from ludoteka import games
from ludoteka.core import match as matches
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.conformance import random_event
from ludoteka.core.description import Description
from ludoteka.core.game import AnyGame, Describes, Event, Left, Over, Played, Scores, Ticked, Turn
from ludoteka.core.match import Match

AnyMatch = Match[Any, Any]
SPECIAL: list[tuple[str, int, dict[str, Any]]] = [
    ("abaku", 3, {"scoring": "values", "referee": "dispute", "turn_seconds": 20}),
    ("abaku", 2, {"scoring": "tile-operation", "result_side": "mirror", "diagonals": "on"}),
    ("abaku", 1, {"mode": "cover"}),
    ("calculissimo", 3, {"referee": "dispute", "premiums": "every", "jokers": "full", "turn_seconds": 30}),
    ("calculissimo", 2, {"board": "mini", "chips": "mini", "end": "bag-empty"}),
    ("kakuro", 4, {}),
    ("abstrakto", 2, {"size": 5, "pie": "on", "discard": "random"}),
    ("abstrakto", 2, {"size": 4, "discard": "secret"}),
    ("abak", 2, {"setup": "classic", "cube": "on", "match": 5}),
]
TABLES = [*((game, games.get(game).info.seats[0], {}) for game in games.ids()), *SPECIAL]
MOST = 250  # events of a match
PERSON = re.compile(r"(?!tiles |chips )([a-z]+s|was|cannot) ")  # it fits after a name, but not after "You"
BARE = re.compile(r"[\d+−×÷]")  # after a name and a colon a number could be points, too


def named(table: tuple[str, int, dict[str, Any]]) -> str:
    game, seats, options = table
    return f"{game} {seats} {' '.join(map(str, options.values()))}"


def event_of(match: AnyMatch, rng: Source) -> Event[Any]:
    """Something that can happen: mostly one of the better moves, so that much is made; seldom a leaving."""
    event = random_event(match, rng)
    turn, game = match.awaiting, match.game
    if not isinstance(turn, Turn) or not isinstance(event, Played):
        return event
    if match.opening.seats > 2 and rng.below(60) == 0:
        return Left(event.seat, event.at)
    if isinstance(game, Scores) and rng.below(3):
        moves = list(game.legal(match.state, event.seat))
        some = [rng.choose(moves) for _ in range(6)]
        best = max(some, key=lambda move: game.score(match.state, event.seat, move).points)
        return Played(event.seat, best, event.at)
    return event


def played(name: str, seats: int, options: dict[str, Any]) -> Iterator[tuple[AnyMatch, AnyMatch]]:
    """Each event of a random match, as the match before it and after it."""
    rng = Source(seed_from(f"words {name} {options}"))
    match: AnyMatch = matches.new(games.get(name), seats, options)
    while not isinstance(match.awaiting, Over) and match.ply < MOST:
        after = match.then(event_of(match, rng))
        yield match, after
        match = after


def scores(match: AnyMatch) -> list[int]:
    view = match.game.view(match.state, None)
    found: list[int] = view["scores"] if "scores" in view else view["controlled"]
    return found


def told(before: AnyMatch, after: AnyMatch, viewer: int | None) -> Description:
    game: AnyGame = before.game
    assert isinstance(game, Describes)
    assert after.event is not None
    return game.describe(before.state, after.event, viewer)


def change(words: Description, seat: int) -> int:
    """What a description says that it changed in the score of a seat."""
    if seat == words.seat:
        return words.points or 0
    return sum(item.points or 0 for item in words.items if item.seat == seat)


def is_notation(text: str) -> bool:
    """More than a word or the name of a place, which people use too."""
    return any(sign in text for sign in " /:~#=*^") and any(sign.isdigit() for sign in text)


def check_without_a_person(text: str) -> None:
    """A move is said after names, after 'You', after 'Try this:' and after 'Better:'."""
    assert not PERSON.match(text), text
    assert ": " not in text, f"a colon stands before it already: {text}"
    assert not BARE.match(text), text


def texts(words: Description) -> list[str]:
    return [words.text, *(item.text for item in words.items)]


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_whole_matches_in_words(table: tuple[str, int, dict[str, Any]]) -> None:
    """The described points are what `apply` changed, items add up, and nobody reads a move's notation."""
    count = missed = 0
    for before, after in played(*table):
        words = told(before, after, 0)
        changed = [new - old for old, new in zip(scores(before), scores(after), strict=True)]
        assert [change(words, seat) for seat in range(len(changed))] == changed, texts(words)
        own = [item.points for item in words.items if item.seat is None and item.points is not None]
        if own:
            assert sum(own) == words.points, texts(words)
        if isinstance(after.event, Played | Ticked) and words.seat is not None:
            check_without_a_person(words.text)
        missed += isinstance(after.event, Ticked) and words.seat is not None
        if isinstance(after.event, Played):
            count += 1
            text = before.game.notation.write(before.state, after.event.seat, after.event.move)
            assert words.seat == after.event.seat
            if is_notation(text):
                assert not any(text in said for said in texts(words)), text
    assert count > 5
    assert missed or "turn_seconds" not in table[2]
