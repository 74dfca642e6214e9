"""The laws about what is seen, told and said: views, secrets, words (see conformance_laws.py)."""

import json
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Any

from ludoteka.core import match as matches
from ludoteka.core.conformance_looks import RUBBISH, AnyMatch, Look, alternatives, play, viewers
from ludoteka.core.game import (
    Describes,
    Drawable,
    Event,
    Imagines,
    Left,
    Located,
    Over,
    Paints,
    Played,
    Seat,
    Tells,
    Ticked,
    Turn,
)
from ludoteka.core.refusals import BadRequest, Refusal
from ludoteka.core.sentences import holes

MOST_COMPARED = 100  # legal moves of two worlds; a game may have tens of thousands


def views_are_json(look: Look) -> None:
    """Each seat and a spectator have a view that is JSON and the same each time."""
    game, state = look.match.game, look.match.state
    for seat in viewers(look):
        first, second = (_bytes(look.match, seat) for _ in range(2))
        look.need(first == second, "a view is the same each time", seat)
        if isinstance(game, Drawable):
            look.need(bool(game.text(game.view(state, seat)).strip()), "a board to look at", seat)
        if isinstance(game, Paints):
            painting = game.paint(game.view(state, seat), seat)
            seats, notes = painting.seats, (note.text for note in painting.notes)
            said = [*notes, *(part.text for parts in seats for part in parts)]
            look.need(len(seats) == look.match.opening.seats and all(said), "a painting of it", seat)


def secrets_do_not_leak(look: Look) -> None:
    """Two events that look the same to a seat lead to the same views, moves and refusals, byte for byte.

    For each seat, the things that chance or another seat may do now are compared: where the told texts are
    equal, the states differ only in what that seat cannot see.
    """
    game = look.match.game
    if not isinstance(game, Tells):
        look.need("hidden" not in game.info.traits, "a game with secrets has `tell`", "")
        return
    for one, other in pairwise(alternatives(look)):
        for seat in viewers(look):
            if _is_told_alike(look.match, one, other, seat):
                _compare_squares(look, one, other)
                _compare_words(look, one, other, seat)
                _compare_worlds(look, look.match.then(one), look.match.then(other), seat)


def what_a_view_hides_is_not_told(look: Look) -> None:
    """Where two different states look the same to a seat, it was told the same on the way there."""
    if not isinstance(look.match.game, Tells):
        return
    for one, other in pairwise(alternatives(look)):
        worlds = look.match.then(one), look.match.then(other)
        if worlds[0].state == worlds[1].state or worlds[0].awaiting != worlds[1].awaiting:
            continue  # what is awaited next is public
        for seat in viewers(look):
            hidden = _bytes(worlds[0], seat) == _bytes(worlds[1], seat)
            told = not hidden or _is_told_alike(look.match, one, other, seat) or _actor(one) != _actor(other)
            look.need(told, "what a view hides is not told", seat)


def hides_something(look: Look) -> bool:
    """Whether seats see different things now, or one of them is told the same of different events."""
    match, game = look.match, look.match.game
    seen = [matches.seen_by(match, seat) for seat in range(match.opening.seats)] or [{}]
    if any(one != seen[0] for one in seen[1:]):
        return True
    return isinstance(game, Tells) and any(
        _is_told_alike(match, one, other, seat) and match.then(one).state != match.then(other).state
        for one, other in pairwise(alternatives(look))
        for seat in range(match.opening.seats)
    )


def events_have_words(look: Look) -> None:
    """`describe` answers everybody for all that can happen: a sentence without empty holes, and JSON."""
    game, match = look.match.game, look.match
    if not isinstance(game, Describes):
        return
    for event in (*alternatives(look), *_interruptions(look)):
        for seat in viewers(look):
            found = game.describe(match.state, event, seat)
            json.dumps(found.json(), allow_nan=False)
            texts = [found.text, *(item.text for item in found.items)]
            said = all(texts) and not any(list(holes(text)) for text in texts)
            look.need(said, "an event has words", texts)


def squares_are_named(look: Look) -> None:
    """`where` names squares for every legal move, each once."""
    game = look.match.game
    if not isinstance(game, Located):
        return
    for seat in look.awaited:
        for move in look.some(look.legal(seat)):
            where = game.where(look.match.state, seat, move)
            named = isinstance(where, tuple) and all(isinstance(square, str) and square for square in where)
            look.need(named and len(set(where)) == len(where), "where names squares, each once", where)


def imagined_states_fit(look: Look) -> None:
    """While a turn is awaited, `imagine` gives a state that looks the same to that seat."""
    game = look.match.game
    if not isinstance(game, Imagines) or not look.awaited:
        return
    for seat in range(look.match.opening.seats):
        view = game.view(look.match.state, seat)
        imagined = game.imagine(view, look.rng)
        same = json.dumps(game.view(imagined, seat)) == json.dumps(view)
        look.need(same, "an imagined state has the same view", seat)


# --- shared by these laws -----------------------------------------------------------------------


def _bytes(match: AnyMatch, seat: Seat | None) -> str:
    return json.dumps(match.game.view(match.state, seat), allow_nan=False)


def _interruptions(look: Look) -> Iterator[Event[Any]]:
    """What can happen besides chance and moves: a limit expires, or somebody leaves."""
    match, turn = look.match, look.match.awaiting
    if not isinstance(turn, Turn):
        return
    if turn.until is not None:
        yield Ticked(turn.until)
    for seat in range(match.opening.seats):
        event = Left(seat, match.now)
        try:
            match.then(event)
        except BadRequest:
            continue  # it has already left
        yield event


def _actor(event: Event[Any]) -> Seat | None:
    return event.seat if isinstance(event, Played) else None


def _is_told_alike(match: AnyMatch, one: Event[Any], other: Event[Any], seat: Seat | None) -> bool:
    assert isinstance(match.game, Tells)
    if _actor(one) != _actor(other):
        return False  # who acted is public
    return match.game.tell(match.state, one, seat) == match.game.tell(match.state, other, seat)


def _compare_squares(look: Look, one: Event[Any], other: Event[Any]) -> None:
    game, state = look.match.game, look.match.state
    if isinstance(game, Located) and isinstance(one, Played) and isinstance(other, Played):
        lit = [game.where(state, event.seat, event.move) for event in (one, other)]
        look.need(lit[0] == lit[1], "secrets do not leak into squares", lit)


def _compare_words(look: Look, one: Event[Any], other: Event[Any], seat: Seat | None) -> None:
    game, state = look.match.game, look.match.state
    if isinstance(game, Describes):
        said = [json.dumps(game.describe(state, event, seat).json()) for event in (one, other)]
        look.need(said[0] == said[1], "secrets do not leak into words", said)


def _compare_worlds(look: Look, one: AnyMatch, other: AnyMatch, seat: Seat | None) -> None:
    if isinstance(one.awaiting, Over) or isinstance(other.awaiting, Over):
        return  # all hands are open at the end
    look.need(_bytes(one, seat) == _bytes(other, seat), "secrets do not leak into a view", seat)
    moves = [_first_moves(world, seat) for world in (one, other)]
    look.need(moves[0] == moves[1], "secrets do not leak into legal moves", seat)
    texts = (*RUBBISH, *look.some(look.seen))
    errors = [[_refusal(world, seat, text) for text in texts] for world in (one, other)]
    look.need(errors[0] == errors[1], "secrets do not leak into refusals", seat)


def _first_moves(match: AnyMatch, seat: Seat | None) -> list[str]:
    """The texts of the first legal moves; none for a viewer who may not act."""
    if seat is None or not isinstance(match.awaiting, Turn) or seat not in match.awaiting.seats:
        return []
    return [match.text(move, seat) for move in islice(match.game.legal(match.state, seat), MOST_COMPARED)]


def _refusal(match: AnyMatch, seat: Seat | None, text: str) -> str:
    viewer = -1 if seat is None else seat
    try:
        match.admits(viewer)
        play(match, viewer, text)
    except Refusal as refusal:
        return str(refusal)
    return "accepted"
