"""One lane: a match that learners step through by actions, and that begins anew when it is over.

This is the single environment: what a vector of lanes in kernels gives has to equal what this one gives.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.game import Draw, Drawn, Over, Played, Result, Seat, Turn
from ludoteka.core.match import Match
from ludoteka.encoding.choices import Actions
from ludoteka.encoding.encoder import Encodes, Observation
from ludoteka.encoding.quick_chance import QuickSource

Numbers = NDArray[np.float32]


def rewards_of(result: Result) -> Numbers:
    """What each seat gets at the end, from -1 to 1: whom it beat less who beat it, by the number of others.

    Whoever plays alone gets its points.
    """
    if len(result.ranks) == 1:
        return np.array(result.scores, np.float32)
    ranks = np.array(result.ranks)
    beaten = (ranks[:, None] < ranks).sum(1) - (ranks[:, None] > ranks).sum(1)
    rewards: Numbers = (beaten / (len(ranks) - 1)).astype(np.float32)
    return rewards


class Lane:
    """A match in play. `seat` is to act, `actions` are its legal actions, `observe` shows what it sees."""

    def __init__(self, opening: Match[Any, Any], stream: NDArray[np.int64]) -> None:
        """A lane that begins with `opening` after each reset; chance follows the stream and moves it on."""
        game = opening.game
        if not isinstance(game, Encodes):
            raise ValueError(f"{game.info.title} has no encoder: there are no numbers to learn from.")
        self.opening = opening
        self.encoder = game.encoder(opening.state)
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
        """Draws from the lane's own stream, and plays what is forced, until a choice is awaited."""
        while not isinstance(match.awaiting, Over):
            turn = match.awaiting
            if isinstance(turn, Draw):
                match = match.then(Drawn(turn.chance.sample(self._source), match.now))
            elif turn.forced is not None:
                match = match.then(Played(min(turn.seats), turn.forced, match.now))
            else:
                break
        return match
