"""Pictures of matches and positions, as a seat or a spectator may see them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ludoteka.core.game import AnyGame, Drawn, Left, Located, Pictured, Played, Seat, Tells, Ticked
from ludoteka.core.match import Match
from ludoteka.core.picture import Marked, Picture
from ludoteka.core.refusals import BadRequest
from ludoteka.drawing.layout import Sheet, card, sheet
from ludoteka.drawing.raster import thinned

AnyMatch: TypeAlias = Match[Any, Any]


def of_state(game: AnyGame, state: Any, seat: Seat | None, last: Marked | None = None) -> Picture:
    """A state as a seat (None: a spectator) sees it; raises `BadRequest` for a game without pictures."""
    if not isinstance(game, Pictured):
        raise BadRequest("{game} has no pictures.", game=game.info.title)
    return game.picture(game.view(state, seat), last)


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


def moments(match: AnyMatch) -> list[AnyMatch]:
    """What an animation shows: the beginning, and the match after everything that somebody did."""
    every = list(match)
    shown = [one for one in every if one.before is None or isinstance(one.event, Played | Left)]
    return shown if shown[-1] is every[-1] else [*shown, every[-1]]


def film(match: AnyMatch, seat: Seat | None) -> Iterator[Sheet]:
    """The frames of a whole match, at most as many as an animation may have."""
    shown = moments(match)
    return (titled(match.game, of_match(shown[at], seat)) for at in thinned(len(shown)))


def titled(game: AnyGame, picture: Picture) -> Sheet:
    """The board with the scores below it."""
    return sheet(picture, game.info.title)


@dataclass(frozen=True, slots=True)
class Link:
    """What a link's picture says beside the board."""

    names: Sequence[str]
    below: str = ""


def linked(match: AnyMatch, link: Link) -> Sheet:
    """The picture of a link: as spectators see the match, with everybody's name."""
    return card(of_match(match, None), match.game.info.title, link.names, link.below)
