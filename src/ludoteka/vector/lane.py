"""One lane: a match that learners step through by actions, and that begins anew when it is over.

This is the single environment: what a vector of lanes in kernels gives has to equal what this one gives.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.game import Played, Result, Seat, Turn
from ludoteka.core.match import Match, settle_by
from ludoteka.encoding.choices import Actions
from ludoteka.encoding.encoder import AnyEncoder, Encodes, Observation
from ludoteka.encoding.quick_chance import QuickSource


def encoder_of(opening: Match[Any, Any]) -> AnyEncoder:
    """The encoder of a match; ValueError where its game has none."""
    game = opening.game
    if not isinstance(game, Encodes):
        raise ValueError(f"{game.info.title} has no encoder: there are no numbers to learn from.")
    return game.encoder(opening.state)


class Lane:
    """A match in play. `seat` is to act, `actions` are its legal actions, `observe` shows what it sees."""

    def __init__(self, opening: Match[Any, Any], stream: NDArray[np.int64]) -> None:
        """A lane that begins with `opening` after each reset; chance follows the stream and moves it on."""
        self.opening = opening
        self.encoder = encoder_of(opening)
        self._source = QuickSource(stream)

    def reset(self) -> None:
        """A new match; the stream of chance goes on."""
        self.match = self._settled(self.opening)
        self._look()

    def step(self, action: int) -> Result | None:
        """Plays an action; the result, if that ended the match. A new one has then begun."""
        seat = self.seat
        move = self.encoder.move_of(self.match.state, seat, action)
        self.match = self._settled(self.match.then(Played(seat, move, self.match.now)))
        ended = self.match.result
        if ended is not None:
            self.match = self._settled(self.opening)
        self._look()
        return ended

    def allows(self, action: int) -> bool:
        """Whether an action is legal now."""
        place = int(self.actions.searchsorted(action))
        return place < len(self.actions) and bool(self.actions[place] == action)

    def observe(self) -> Observation:
        """What the seat to act sees."""
        return self.encoder.observe(self.match.state, self.seat)

    def sample(self, stream: NDArray[np.int64]) -> int:
        """Some legal action, each equally likely."""
        return int(self.actions[QuickSource(stream).below(len(self.actions))])

    def _look(self) -> None:
        turn = self.match.awaiting
        assert isinstance(turn, Turn)
        seats = sorted(turn.seats)
        is_race = turn.live and len(seats) > 1
        self.seat: Seat = self._source.choose(seats) if is_race else seats[0]  # chance says who is quickest
        self.actions: Actions = self.encoder.actions(self.match.state, self.seat)

    def _settled(self, match: Match[Any, Any]) -> Match[Any, Any]:
        """Chance from the lane's own stream, and what is forced, until a choice is awaited."""
        return settle_by(match, lambda _: self._source)
