"""One match as learners play it: chance comes from a seed, moves are made choice by choice.

A `Desk` asks one seat after the other. A `Race` asks all seats at once, once for every moment of the match's
own time; what has become impossible by the time it is a seat's turn in that moment, is as good as waiting.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ludoteka import games
from ludoteka.core.chance import SEED_BYTES, Source
from ludoteka.core.game import AnyGame, Imagines, Millis, Over, Played, Result, Seat, Ticked, Turn
from ludoteka.core.match import Match, new, settle
from ludoteka.core.refusals import BadRequest
from ludoteka.encoding.choices import Draft, Mask
from ludoteka.encoding.encoder import AnyEncoder, Encodes, Observation
from ludoteka.encoding.rewards import reward_of

AnyMatch = Match[Any, Any]
Options = Mapping[str, object]

PACE: Millis = 1000  # how much time a moment of a race takes


class Illegal(ValueError):
    """A choice that cannot be made now."""


def game_of(game: str | AnyGame) -> AnyGame:
    """A game by its id, or the game itself; raises `BadRequest` if it has no encoder."""
    found = games.get(game) if isinstance(game, str) else game
    if not isinstance(found, Encodes):
        raise BadRequest("{game} has no encoder, so no learner can play it.", game=found.info.title)
    return found


def seed_of(number: int | None) -> bytes:
    """A match's seed from a small number, or a fresh one."""
    sequence = np.random.SeedSequence(number)
    return sequence.generate_state(SEED_BYTES // 4).astype(">u4").tobytes()


def resample(game: AnyGame, view: Mapping[str, Any], key: bytes) -> Any:
    """A state that fits what the view shows; the same for the same key of 32 bytes."""
    if not isinstance(game, Imagines):
        raise BadRequest("{game} cannot imagine what a seat does not see.", game=game.info.title)
    return game.imagine(view, Source(key, b"ludoteka resample"))


class LearnerMatch:
    """What a `Desk` and a `Race` have in common: a match, its seed, and one encoder."""

    def __init__(self, game: AnyGame, seats: int | None = None, options: Options | None = None) -> None:
        fewest, most = game.info.seats
        self.game = game
        self.seats = min(max(2, fewest), most) if seats is None else seats
        self.opening: AnyMatch = new(game, self.seats, options)
        self.match = self.opening
        self.seed = bytes(SEED_BYTES)
        assert isinstance(game, Encodes)
        self.encoder: AnyEncoder = game.encoder(self.opening.state)

    def begin(self, seed: bytes) -> None:
        """A new match; the same seed brings the same chances."""
        self.seed = seed
        self.match = settle(self.opening, seed)
        self.again()

    @property
    def result(self) -> Result | None:
        """How the match ended; None: it goes on."""
        awaiting = self.match.awaiting
        return awaiting.result if isinstance(awaiting, Over) else None

    def reward(self, seat: Seat) -> float:
        """What the result is worth: from -1 (last) to 1 (first) among several, the points of one alone."""
        result = self.result
        return 0.0 if result is None else reward_of(result, seat)

    def play(self, seat: Seat, action: int) -> None:
        """Makes a move by its action; chance follows."""
        self.make(seat, self.encoder.move_of(self.match.state, seat, action))

    def make(self, seat: Seat, move: Any) -> None:
        """Makes a move; chance follows."""
        self.match = settle(self.match.then(Played(seat, move, self.match.now)), self.seed)
        self.again()

    def again(self) -> None:
        """Asks whoever the match awaits now, from the first choice on."""
        raise NotImplementedError


class Desk(LearnerMatch):
    """One seat after the other; of several that are awaited at once the lowest."""

    seat: Seat = -1  # who chooses; -1: nobody any more
    _draft: Draft | None = None
    _seen: Observation | None = None

    def again(self) -> None:
        turn = self.match.awaiting
        self.seat = min(turn.seats) if isinstance(turn, Turn) else -1
        self._draft = self._seen = None

    @property
    def draft(self) -> Draft:
        """The move in the making."""
        if self._draft is None:
            self._draft = Draft(self.encoder.choices, self.encoder.actions(self.match.state, self.seat))
        return self._draft

    def mask(self, seat: Seat) -> Mask:
        """What a seat can choose: nothing if it is not its turn."""
        if seat != self.seat or seat < 0:
            return np.zeros(self.encoder.choices.count, np.int8)
        return self.draft.mask()

    def chosen(self, seat: Seat) -> list[int]:
        """What a seat has chosen of its move so far."""
        return self._draft.chosen if seat == self.seat and self._draft is not None else []

    def choose(self, choice: int) -> None:
        """Makes a choice for the seat whose turn it is; raises `Illegal`."""
        try:
            action = self.draft.choose(choice)
        except ValueError as refused:
            raise Illegal(str(refused)) from None
        if action is not None:
            self.play(self.seat, action)

    def observe(self, seat: Seat) -> Observation:
        """What a seat sees, and what it has chosen so far."""
        if seat != self.seat:
            return observed(self.encoder, self.match.state, seat, ())
        if self._seen is None:
            self._seen = self.encoder.observe(self.match.state, seat)
        copied = {name: array.copy() for name, array in self._seen.items()}
        return with_chosen(copied, self.encoder, self.chosen(seat))


class Race(LearnerMatch):
    """All seats at once, in moments of `pace` milliseconds; the last choice is to wait."""

    def __init__(
        self, game: AnyGame, seats: int | None = None, options: Options | None = None, pace: Millis = PACE
    ) -> None:
        super().__init__(game, seats, options)
        self.pace = pace
        self.wait = self.encoder.choices.count
        self.moments = 0
        self._drafts: dict[Seat, Draft] = {}

    def begin(self, seed: bytes) -> None:
        super().begin(seed)
        self.moments = 0

    def again(self) -> None:
        self._drafts = {}

    def draft(self, seat: Seat) -> Draft | None:
        """The move that a seat is making; None for one that cannot make any."""
        turn = self.match.awaiting
        if not isinstance(turn, Turn) or seat not in turn.seats:
            return None
        if seat not in self._drafts:
            actions = self.encoder.actions(self.match.state, seat)
            self._drafts[seat] = Draft(self.encoder.choices, actions)
        return self._drafts[seat]

    def mask(self, seat: Seat) -> Mask:
        """What a seat can choose; it can always wait."""
        draft = self.draft(seat)
        mask = np.zeros(self.wait + 1, np.int8)
        if draft is not None:
            mask[draft.offered()] = 1
        mask[self.wait] = 1
        return mask

    def chosen(self, seat: Seat) -> list[int]:
        """What a seat has chosen of its move so far."""
        return self._drafts[seat].chosen if seat in self._drafts else []

    def observe(self, seat: Seat) -> Observation:
        """What a seat sees, what it has chosen so far, and the seconds on the clock (-1: none runs)."""
        seen = observed(self.encoder, self.match.state, seat, self.chosen(seat))
        turn = self.match.awaiting
        until = turn.until if isinstance(turn, Turn) else None
        seen["clock"] = np.array([-1 if until is None else (until - self.match.now) / 1000], np.float32)
        return seen

    def moment(self, choices: Mapping[Seat, int]) -> None:
        """Everybody's choices, in an order that chance gives; then time goes on."""
        self.moments += 1
        order = sorted(choices)
        if len(order) > 1:
            Source(self.seed, b"ludoteka race " + self.moments.to_bytes(8, "big")).shuffle(order)
        for seat in order:
            self.choose(seat, choices[seat])
        self.pass_time(self.match.now + self.pace)

    def choose(self, seat: Seat, choice: int) -> None:
        """One seat's choice; what it cannot choose changes nothing."""
        draft = self.draft(seat)
        if draft is None or choice == self.wait:
            return
        try:
            action = draft.choose(choice)
        except ValueError:
            return
        if action is not None:
            self.play(seat, action)

    def pass_time(self, now: Millis) -> None:
        """Time goes on; deadlines on the way pass."""
        while isinstance(turn := self.match.awaiting, Turn):
            if turn.until is None or now < turn.until:
                self.match = replace(self.match, now=now)  # nothing happens, so it is no event
                return
            self.match = settle(self.match.then(Ticked(turn.until)), self.seed)
            self.again()


def observed(encoder: AnyEncoder, state: Any, seat: Seat, chosen: Sequence[int]) -> Observation:
    """What a seat sees, and what it has chosen so far."""
    return with_chosen(encoder.observe(state, seat), encoder, chosen)


def with_chosen(seen: Observation, encoder: AnyEncoder, chosen: Sequence[int]) -> Observation:
    """An observation with the choices already made in this move; -1 where there is none yet."""
    made = np.full(max(1, len(encoder.choices.sizes) - 1), -1, np.float32)
    made[: len(chosen)] = chosen
    seen["chosen"] = made
    return seen


def is_race(game: AnyGame) -> bool:
    """Whether the seats of a game act at the same time, as `Turn.live` says of its first turn."""
    match: AnyMatch = settle(new(game, game.info.seats[1]), bytes(SEED_BYTES))
    return isinstance(match.awaiting, Turn) and match.awaiting.live
