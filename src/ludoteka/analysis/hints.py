"""Three steps towards a good move, from what a seat sees: what to look for, where, the move."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludoteka import players
from ludoteka.analysis.alternatives import squares
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import AnyGame, Imagines, Scores, Seat, Turn, View
from ludoteka.core.player import Budget
from ludoteka.core.sentences import Sentence, counted

THINK_MS = 2000


@dataclass(frozen=True, slots=True)
class Step:
    """One step: the first says what the move scores, the second where it begins, the last is the move."""

    sentence: Sentence
    move: str | None = None
    where: tuple[str, ...] = ()
    points: int | None = None


def steps_to_a_good_move(game: AnyGame, view: View, legal: Sequence[Any]) -> list[Step]:
    """What the strongest player would do, revealed little by little; nothing where the view is not enough."""
    if not isinstance(game, Imagines):
        return []
    rng = Source(seed_from("hints"))
    state = game.imagine(view, rng)
    seat = _seat(game.awaiting(state), view)
    if seat is None:
        return []
    move = players.player_for(game).choose(view, legal, Budget(THINK_MS), rng).move
    text = game.notation.write(state, seat, move)
    points = game.score(state, seat, move).points if isinstance(game, Scores) else None
    where = squares(game, state, seat, move)
    return [
        Step(_promise(points or 0), points=points),
        Step(_place(where), where=where[:1]),
        Step(Sentence("Try {move}.", move=text), text, where),
    ]


def _seat(awaited: object, view: View) -> Seat | None:
    """Whose view it is: the only seat to act or, in a race, the one that the view names."""
    if not isinstance(awaited, Turn):
        return None
    if len(awaited.seats) == 1:
        return min(awaited.seats)
    own = view.get("you")
    return own if isinstance(own, int) and own in awaited.seats else None


def _promise(points: int) -> Sentence:
    if points > 0:
        one, other = (
            "There is a move here that brings {n} point.",
            "There is a move here that brings {n} points.",
        )
        return counted(points, one, other)
    return Sentence("Look around: there is a good move that brings nothing at once.")


def _place(where: Sequence[str]) -> Sentence:
    if not where:
        return Sentence("Nothing has to be laid.")
    return Sentence("Look at {square}.", square=where[0])
