"""The laws of the protocol, one function each, checked at one moment of a match (see conformance.py)."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from string import ascii_letters, digits
from typing import Any

from ludoteka.core import match as matches
from ludoteka.core import record as records
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import (
    Draw,
    Drawable,
    Drawn,
    Event,
    Imagines,
    Left,
    Located,
    Over,
    Played,
    Scores,
    Seat,
    Tells,
    Ticked,
    Turn,
)
from ludoteka.core.match import Match
from ludoteka.core.refusals import BadNotation, BadRequest, IllegalMove, Refusal

AnyMatch = Match[Any, Any]
RUBBISH = ("", " ", "\x00", "ž" * 50, "9" * 400, "²³", "{}", "pass\npass", "../..", "-1", "a" * 5000)


class Broken(AssertionError):
    """A law that the game does not keep."""


@dataclass(frozen=True, slots=True)
class Look:
    """One moment of a match, and how closely to look at it."""

    match: AnyMatch
    rng: Source
    moves: int = 12  # legal moves that are tried
    seen: Sequence[str] = ()  # texts of moves that were legal at other moments

    @property
    def awaited(self) -> list[Seat]:
        turn = self.match.awaiting
        return sorted(turn.seats) if isinstance(turn, Turn) else []

    def legal(self, seat: Seat) -> list[Any]:
        return list(self.match.game.legal(self.match.state, seat))

    def some(self, items: Sequence[Any]) -> list[Any]:
        """At most `moves` of the items: the first, the last and some in between."""
        if len(items) <= self.moves:
            return list(items)
        return [items[0], items[-1], *(self.rng.choose(items) for _ in range(self.moves - 2))]

    def need(self, holds: bool, law: str, found: object) -> None:
        if not holds:
            raise broken(law, self.match, repr(found))

    def refuses(self, kind: type[Refusal], work: Callable[[], object], law: str) -> None:
        try:
            work()
        except kind:
            return
        raise broken(law, self.match, "nothing was refused")


def broken(law: str, match: AnyMatch, found: str) -> Broken:
    """The failure, with the record up to this point, so that it can be replayed."""
    return Broken(f"Law broken: {law}: {found[:2000]}\n{records.write(records.Record(match))}")


# --- moves and positions ---------------------------------------------------------------------


def awaited_seats_have_moves(look: Look) -> None:
    """Each seat of a turn has legal moves; nobody else may act."""
    for seat in range(look.match.opening.seats):
        if seat in look.awaited:
            found = next(iter(look.match.game.legal(look.match.state, seat)), None)
            look.need(found is not None, "an awaited seat has a legal move", seat)
        else:
            look.refuses(BadRequest, partial(look.match.admits, seat), "others may not act")


def legal_moves_are_canonical(look: Look) -> None:
    """No duplicates, a fixed order, texts that can be read back, also leniently."""
    state, notation = look.match.state, look.match.game.notation
    for seat in look.awaited:
        moves = look.legal(seat)
        look.need(moves == look.legal(seat), "legal has a fixed order", seat)
        texts = [notation.write(state, seat, move) for move in moves]
        look.need(len(set(texts)) == len(texts), "legal has no duplicates", seat)
        for text in look.some(texts):
            for given in (text, f" {text.lower()} ", text.upper()):
                again = notation.write(state, seat, notation.read(state, seat, given))
                look.need(again == text, "write(read(text)) is canonical", (given, again))


def legal_moves_apply(look: Look) -> None:
    """Every listed move is accepted, by value and by text, and leaves the old state alone."""
    match, notation = look.match, look.match.game.notation
    for seat in look.awaited:
        for move in look.some(look.legal(seat)):
            before = notation.dump(match.state)
            text = notation.write(match.state, seat, move)
            by_move = match.then(Played(seat, move, match.now))
            look.need(by_move.state == play(match, seat, text).state, "a move is its text", text)
            look.need(notation.dump(match.state) == before, "apply leaves the old state alone", text)


def unlisted_moves_are_refused(look: Look) -> None:
    """`legal` is complete: moves of other moments, and texts one sign off a move, are listed or refused.

    With the trait `representative` a game promises less, and nothing is tried.
    """
    match, notation = look.match, look.match.game.notation
    if "representative" in match.game.info.traits:
        return
    for seat in look.awaited:
        listed = {notation.write(match.state, seat, move) for move in look.legal(seat)}
        near = [_one_sign_away(text, look.rng) for text in look.some(sorted(listed))]
        for text in (*look.some(look.seen), *near):
            accepted = _accepted(match, seat, text)
            look.need(accepted is None or accepted in listed, "a move that applies is listed", text)


def _one_sign_away(text: str, rng: Source) -> str:
    """The text with one digit or letter exchanged for another of its kind."""
    places = [place for place, sign in enumerate(text) if sign.isascii() and sign.isalnum()]
    if not places:
        return text
    place = rng.choose(places)
    sign = rng.choose(digits if text[place].isdigit() else ascii_letters)
    return text[:place] + sign + text[place + 1 :]


def _accepted(match: AnyMatch, seat: Seat, text: str) -> str | None:
    """The canonical text of a move that applies; None where it is refused."""
    try:
        move = match.game.notation.read(match.state, seat, text)
        match.then(Played(seat, move, match.now))
    except Refusal:
        return None
    return match.game.notation.write(match.state, seat, move)


def moves_score(look: Look) -> None:
    """`score` answers for every legal move, with a whole number and JSON."""
    game = look.match.game
    if not isinstance(game, Scores):
        return
    for seat in look.awaited:
        for move in look.some(look.legal(seat)):
            score = game.score(look.match.state, seat, move)
            look.need(type(score.points) is int, "points are a whole number", score.points)
            json.dumps(list(score.detail), allow_nan=False)


def positions_round_trip(look: Look) -> None:
    """`load(dump(state))` is an equal state with the same hash, and awaits the same."""
    match, notation = look.match, look.match.game.notation
    text = notation.dump(match.state)
    look.need("\n" not in text and text == text.strip(), "a position is one line", text)
    loaded = matches.load(match.game, text)
    look.need(loaded.state == match.state, "load(dump(state)) equals the state", text)
    look.need(hash(loaded.state) == hash(match.state), "equal states have equal hashes", text)
    look.need(notation.dump(loaded.state) == text, "dump is canonical", text)
    look.need(loaded.opening.seats == match.opening.seats, "a state knows its seats", text)
    look.need(loaded.awaiting == match.awaiting, "an equal state awaits the same", text)


def rubbish_is_refused(look: Look) -> None:
    """A text that is not a move or position gets a refusal, never another error, and changes nothing."""
    match, notation = look.match, look.match.game.notation
    before = notation.dump(match.state)
    for text in RUBBISH:
        look.refuses(BadNotation, partial(notation.load, text), "a rubbish position is refused")
        for seat in look.awaited:
            _only_refuses(look, partial(play, match, seat, text))
        if isinstance(match.awaiting, Draw):
            _only_refuses(look, partial(notation.read_outcome, match.state, text))
    look.need(notation.dump(match.state) == before, "a refusal changes nothing", "")


# --- time, chance, leaving, results ----------------------------------------------------------


def time_runs_forward(look: Look) -> None:
    """Nothing happens before now; a move at the limit is late; a tick that ends nothing is not an event."""
    match, turn = look.match, look.match.awaiting
    if match.now > 0:
        look.refuses(BadRequest, partial(match.then, Ticked(match.now - 1)), "time does not run back")
    if not isinstance(turn, Turn) or turn.until is None:
        look.need(match.then(Ticked(match.now + 10**9)) is match, "without a limit nothing expires", "")
        return
    look.need(match.now < turn.until and bool(turn.late), "a limit lies ahead and has a rule", turn.until)
    look.need(match.then(Ticked(turn.until - 1)) is match, "a tick before it is no event", turn.until)
    look.need(match.then(Ticked(turn.until)).ply == match.ply + 1, "a tick at it is one event", turn.until)
    late = Played(look.awaited[0], look.legal(look.awaited[0])[0], turn.until)
    look.refuses(IllegalMove, partial(match.then, late), "a late move is refused")


def outcomes_round_trip(look: Look) -> None:
    """A sampled outcome is allowed and has a positive probability, and its text can be read back."""
    match, draw = look.match, look.match.awaiting
    if not isinstance(draw, Draw):
        return
    for _ in range(3):
        outcome = draw.chance.sample(look.rng)
        look.need(draw.chance.allows(outcome), "samples are allowed", outcome)
        look.need(draw.chance.probability(outcome) > 0, "samples are possible", outcome)
        text = match.game.notation.write_outcome(match.state, outcome)
        read = match.game.notation.read_outcome(match.state, text)
        look.need(draw.chance.allows(read), "a written outcome is allowed", text)
        same = match.then(Drawn(read)).state == match.then(Drawn(outcome)).state
        look.need(same, "an outcome and its text lead to equal states", text)


def leaving_keeps_the_common_rule(look: Look) -> None:
    """A seat may leave once, while a turn is awaited; a seat that left never acts again and does not win."""
    match, seats = look.match, look.match.opening.seats
    if not isinstance(match.awaiting, Turn):
        look.refuses(BadRequest, partial(match.then, Left(0, match.now)), "nobody leaves outside a turn")
        return
    look.refuses(BadRequest, partial(match.then, Left(seats, match.now)), "a seat that is not there")
    for seat in range(seats):
        try:
            after = match.then(Left(seat, match.now))
        except BadRequest:
            continue  # it has already left
        _check_leaver(Look(after, look.rng, look.moves), seat)


def _check_leaver(look: Look, seat: Seat) -> None:
    match, seats = look.match, look.match.opening.seats
    if isinstance(match.awaiting, Over):
        ranks = match.awaiting.result.ranks
        look.need(seats == 1 or ranks[seat] > min(ranks), "a leaver does not win", ranks)
    elif isinstance(match.awaiting, Turn):
        look.need(seat not in match.awaiting.seats, "a leaver is not awaited", seat)
        look.refuses(BadRequest, partial(match.then, Left(seat, match.now)), "nobody leaves twice")
    positions_round_trip(look)


def results_are_ranked(look: Look) -> None:
    """A result has a score and a rank for each seat; a rank is one more than the number of better seats."""
    if not isinstance(look.match.awaiting, Over):
        return
    result, seats = look.match.awaiting.result, look.match.opening.seats
    look.need(len(result.scores) == len(result.ranks) == seats, "a score and a rank a seat", result)
    look.need(bool(result.rule), "a result names its rule", result)
    for rank in result.ranks:
        better = sum(other < rank for other in result.ranks)
        look.need(rank == 1 + better, "equal ranks share, and leave a gap", result)


# --- views and secrets -----------------------------------------------------------------------


def views_are_json(look: Look) -> None:
    """Each seat and a spectator have a view that is JSON and the same each time."""
    game, state = look.match.game, look.match.state
    for seat in _viewers(look):
        first, second = (_bytes(look.match, seat) for _ in range(2))
        look.need(first == second, "a view is the same each time", seat)
        if isinstance(game, Drawable):
            look.need(bool(game.text(game.view(state, seat)).strip()), "a board to look at", seat)


def secrets_do_not_leak(look: Look) -> None:
    """Two events that look the same to a seat lead to the same views and refusals, byte for byte.

    For each seat, the things that chance or another seat may do now are compared: where the told texts are
    equal, the states differ only in what that seat cannot see.
    """
    game = look.match.game
    if not isinstance(game, Tells):
        look.need("hidden" not in game.info.traits, "a game with secrets has `tell`", "")
        return
    for one, other in pairwise(_alternatives(look)):
        for seat in _viewers(look):
            if _is_told_alike(look.match, one, other, seat):
                _compare_squares(look, one, other)
                _compare_worlds(look, look.match.then(one), look.match.then(other), seat)


def what_a_view_hides_is_not_told(look: Look) -> None:
    """Where two different states look the same to a seat, it was told the same on the way there."""
    if not isinstance(look.match.game, Tells):
        return
    for one, other in pairwise(_alternatives(look)):
        worlds = look.match.then(one), look.match.then(other)
        if worlds[0].state == worlds[1].state or worlds[0].awaiting != worlds[1].awaiting:
            continue  # what is awaited next is public
        for seat in _viewers(look):
            hidden = _bytes(worlds[0], seat) == _bytes(worlds[1], seat)
            told = not hidden or _is_told_alike(look.match, one, other, seat) or _actor(one) != _actor(other)
            look.need(told, "what a view hides is not told", seat)


def hides_something(look: Look) -> bool:
    """Whether seats see different things now, or somebody is told the same of different events."""
    match, game = look.match, look.match.game
    seen = [matches.seen_by(match, seat) for seat in range(match.opening.seats)] or [{}]
    if any(one != seen[0] for one in seen[1:]):
        return True
    return isinstance(game, Tells) and any(
        _is_told_alike(match, one, other, seat) and match.then(one).state != match.then(other).state
        for one, other in pairwise(_alternatives(look))
        for seat in _viewers(look)
    )


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


LAWS: tuple[Callable[[Look], None], ...] = (
    awaited_seats_have_moves,
    legal_moves_are_canonical,
    legal_moves_apply,
    unlisted_moves_are_refused,
    moves_score,
    positions_round_trip,
    rubbish_is_refused,
    time_runs_forward,
    outcomes_round_trip,
    leaving_keeps_the_common_rule,
    results_are_ranked,
    views_are_json,
    secrets_do_not_leak,
    what_a_view_hides_is_not_told,
    squares_are_named,
    imagined_states_fit,
)


def record_replays(look: Look) -> None:
    """A record reads back as an equal match, and is then written as the same text."""
    seed = seed_from("replay")
    text = records.write(records.Record(look.match, seed=seed))
    again = records.read(text, lambda _: look.match.game)
    look.need(again.match == look.match, "replay of the record is an equal match", "")
    rewritten = records.write(records.Record(again.match, seed=seed))
    look.need(rewritten == text, "the record of the replay is the same text", rewritten)


# --- shared by the laws -----------------------------------------------------------------------------


def play(match: AnyMatch, seat: Seat, text: str) -> AnyMatch:
    """The match after the move that a text stands for."""
    return match.then(Played(seat, match.game.notation.read(match.state, seat, text), match.now))


def _viewers(look: Look) -> Iterator[Seat | None]:
    yield None
    yield from range(look.match.opening.seats)


def _bytes(match: AnyMatch, seat: Seat | None) -> str:
    return json.dumps(match.game.view(match.state, seat), allow_nan=False)


def _alternatives(look: Look) -> Iterator[Event[Any]]:
    match = look.match
    if isinstance(match.awaiting, Draw):
        yield from (Drawn(match.awaiting.chance.sample(look.rng), match.now) for _ in range(look.moves))
    for seat in look.awaited:
        yield from (Played(seat, move, match.now) for move in look.some(look.legal(seat)))


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


def _compare_worlds(look: Look, one: AnyMatch, other: AnyMatch, seat: Seat | None) -> None:
    if isinstance(one.awaiting, Over) or isinstance(other.awaiting, Over):
        return  # all hands are open at the end
    look.need(_bytes(one, seat) == _bytes(other, seat), "secrets do not leak into a view", seat)
    errors = [[_refusal(world, seat, text) for text in RUBBISH] for world in (one, other)]
    look.need(errors[0] == errors[1], "secrets do not leak into refusals", seat)


def _refusal(match: AnyMatch, seat: Seat | None, text: str) -> str:
    viewer = -1 if seat is None else seat
    try:
        match.admits(viewer)
        play(match, viewer, text)
    except Refusal as refusal:
        return str(refusal)
    return "accepted"


def _only_refuses(look: Look, work: Callable[[], object]) -> None:
    """Accepting is fine (a text may happen to be a move); any error other than a refusal is not."""
    try:
        work()
    except Refusal as refusal:
        look.need(0 < len(refusal.text) < 1000, "a refusal is a sentence", refusal.text)
