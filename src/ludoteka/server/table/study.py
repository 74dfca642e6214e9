"""Study boards: a position, some events, some questions. Nothing is kept and nobody plays on them."""

from collections.abc import Callable
from typing import Any, TypeVar

from ludoteka.core.chance import seed_from
from ludoteka.core.game import AnyGame, Draw, Drawn, Event, Left, Played, Seat, Turn
from ludoteka.core.match import load, new, settle
from ludoteka.core.refusals import BadRequest, Refusal
from ludoteka.server.messages.bodies import Studied, Study, StudyEvent
from ludoteka.server.messages.errors import refused
from ludoteka.server.messages.wire import Examined, Moves, Refused, Scored, StepList
from ludoteka.server.table import questions, visibility
from ludoteka.server.table.ledger import AnyMatch

PLAYING = "You are playing this game just now: positions are analysed when your match is over."
ASKED: dict[str, Callable[..., object]] = {  # every question of a `Study`
    "score": questions.score_of,
    "examine": questions.examine_of,
    "legal": questions.legal_of,
    "steps": questions.steps_of,
}
T = TypeVar("T", Scored, Examined, Moves, StepList)


def lists(wish: Study) -> bool:
    """Whether the answer would name moves that nobody has entered."""
    return any(how in questions.LISTS and getattr(wish, key) is not None for key, how in ASKED.items())


def study(game: AnyGame, wish: Study, is_playing: bool = False, is_sitting: bool = False) -> Studied:
    """The board after its events, with the answers; raises a `Refusal` if it cannot even begin.

    Whoever is playing this game is not told what there is in a race, nor whoever takes part in a sitting of
    it in any position: where they play they are not told, either.
    """
    if is_sitting and lists(wish):
        raise BadRequest(PLAYING)
    match = load(game, wish.position) if wish.position is not None else new(game, wish.seats, wish.options)
    seed = None if wish.seed is None else seed_from(wish.seed)
    match = _settled(match, seed)
    no: Refused | None = None
    failed: int | None = None
    for number, one in enumerate(wish.events):
        try:
            match = _settled(match.then(_event(match, one)), seed)
        except Refusal as refusal:
            no, failed = refused(refusal), number
            break
    if is_playing and wish.legal is not None and isinstance(match.awaiting, Turn) and match.awaiting.live:
        raise BadRequest(PLAYING)
    return _studied(match, wish, no, failed)


def _settled(match: AnyMatch, seed: bytes | None) -> AnyMatch:
    return match if seed is None else settle(match, seed)


def _event(match: AnyMatch, one: StudyEvent) -> Any:
    at = match.now if one.at is None else one.at
    if one.outcome is not None:
        if not isinstance(match.awaiting, Draw):
            raise BadRequest("No draw is awaited now.")
        return Drawn(match.game.notation.read_outcome(match.state, one.outcome), at)
    seat = _seat(match, one.seat)
    if one.leave:
        return Left(seat, at)
    if one.move is None:
        raise BadRequest("An event is a move, an outcome, or a seat that leaves.")
    match.admits(seat, at)
    return Played(seat, match.game.notation.read(match.state, seat, one.move), at)


def _seat(match: AnyMatch, seat: Seat | None) -> Seat:
    if seat is not None:
        return seat
    if isinstance(match.awaiting, Turn) and len(match.awaiting.seats) == 1:
        return min(match.awaiting.seats)
    raise BadRequest("Say which seat it is.")


def _studied(match: AnyMatch, wish: Study, no: Refused | None, failed: int | None) -> Studied:
    seat = wish.seat
    if seat is not None and seat >= match.opening.seats:
        raise BadRequest("There is no such seat on this board.")
    events = _events(match)
    return Studied(
        position=match.game.notation.dump(match.state),
        ply=match.ply,
        awaiting=visibility.awaiting_sheet(match.awaiting),
        view=match.game.view(match.state, seat),
        told=[visibility.told(before, event, seat) for before, event in events],
        described=[visibility.in_words(before, event, seat) for before, event in events],
        where=[list(_squares(before, event, seat)) for before, event in events],
        refused=no,
        failed=failed,
        score=_answer(match, wish, wish.score, questions.score_of),
        examined=_answer(match, wish, wish.examine, questions.examine_of),
        legal=_answer(match, wish, wish.legal, questions.legal_of),
        steps=_answer(match, wish, wish.steps, questions.steps_of),
        plain=visibility.plain(match, seat) if wish.plain else None,
    )


def _events(match: AnyMatch) -> list[tuple[AnyMatch, Event[Any]]]:
    """Every event on the way here, with the match before it."""
    return [(one.before, one.event) for one in match if one.before is not None and one.event is not None]


def _squares(before: AnyMatch, event: Event[Any], seat: Seat | None) -> tuple[str, ...]:
    return visibility.squares(before, event) if visibility.is_told_in_full(before, event, seat) else ()


def _answer(
    match: AnyMatch, wish: Study, asked: Any, answer: Callable[[AnyMatch, Seat, Any], T]
) -> T | Refused | None:
    """The answer to a question for the seat to move, or why there is none."""
    if asked is None:
        return None
    try:
        seat = _seat(match, wish.seat)
        match.admits(seat)
        return answer(match, seat, asked)
    except Refusal as refusal:
        return refused(refusal)
