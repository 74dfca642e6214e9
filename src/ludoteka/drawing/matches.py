"""Pictures of matches and positions, as a seat or a spectator may see them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from ludoteka.core.game import AnyGame, Drawn, Left, Located, Pictured, Played, Seat, Tells, Ticked, View
from ludoteka.core.match import Match
from ludoteka.core.picture import Marked, Picture
from ludoteka.core.refusals import BadRequest
from ludoteka.drawing.layout import Sheet, card, sheet
from ludoteka.drawing.pieces import INK

AnyMatch: TypeAlias = Match[Any, Any]
MOST_FRAMES = 150
SIGNATURE = "Ludoteka"


# --- from a view -------------------------------------------------------------------------------


def of_view(game: AnyGame, view: View, last: Marked | None = None) -> Picture:
    """A view as a picture; raises `BadRequest` for a game without pictures."""
    if not isinstance(game, Pictured):
        raise BadRequest("{game} has no pictures.", game=game.info.title)
    return game.picture(view, last)


def titled(game: AnyGame, picture: Picture) -> Sheet:
    """The board with the scores below it."""
    return sheet(picture, game.info.title)


def linked(game: AnyGame, picture: Picture, names: Sequence[str], *, has_scores: bool = True) -> Sheet:
    """The picture of a link: the board, the game's name, and everybody's name and score."""
    shown = picture if has_scores else replace(picture, plates=())
    return card(shown, game.info.title, names, SIGNATURE)


def colour_of(game: AnyGame) -> str:
    """The colour in which a game's name is written; ink, where it has no pictures."""
    if not isinstance(game, Pictured) or not game.info.example:
        return INK
    return game.picture(game.view(game.notation.load(game.info.example), None), None).colour


# --- from a match ------------------------------------------------------------------------------


def of_state(game: AnyGame, state: Any, seat: Seat | None, last: Marked | None = None) -> Picture:
    """A state as a seat (None: a spectator) sees it."""
    return of_view(game, game.view(state, seat), last)


def of_match(match: AnyMatch, seat: Seat | None) -> Picture:
    """How a match stands, with its last move marked."""
    return of_state(match.game, match.state, seat, last_move(match, seat))


def last_move(match: AnyMatch, seat: Seat | None) -> Marked | None:
    """The last move, if this seat may know all of it; chance and time that came since do not hide it."""
    moment: AnyMatch | None = match
    while moment is not None and moment.before is not None and isinstance(moment.event, Drawn | Ticked):
        moment = moment.before
    if moment is None or moment.before is None or not isinstance(moment.event, Played):
        return None
    return _marked(moment.before, moment.event, seat)


def _marked(before: AnyMatch, event: Played[Any], seat: Seat | None) -> Marked | None:
    game = before.game
    if not isinstance(game, Located):
        return None
    text = game.notation.write(before.state, event.seat, event.move)
    if isinstance(game, Tells) and game.tell(before.state, event, seat) != text:
        return None
    where = game.where(before.state, event.seat, event.move)
    return Marked(event.seat, where) if where else None


# --- a whole match -----------------------------------------------------------------------------


def moments(match: AnyMatch, most: int = MOST_FRAMES) -> list[AnyMatch]:
    """What an animation shows: the beginning and the match after everything that somebody did.

    Of a long match, `most` of these moments from the first to the last.
    """
    every = list(match)
    shown = [one for one in every if one.before is None or isinstance(one.event, Played | Left)]
    if shown[-1] is not every[-1]:
        shown.append(every[-1])
    if len(shown) <= most:
        return shown
    return [shown[round(at * (len(shown) - 1) / (most - 1))] for at in range(most)]


def film(match: AnyMatch, seat: Seat | None) -> Iterator[Sheet]:
    """The frames of a whole match."""
    return (titled(match.game, of_match(moment, seat)) for moment in moments(match))
