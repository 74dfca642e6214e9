"""Gymnasium: one learner against players of a chosen level, or alone.

Importing this module registers `ludoteka/<Title>-v1` for every game; the number is the version of the rules.
An action is a small choice, as in `ludoteka.adapters.pettingzoo`; `action_mask` is in the observation, and
`action_masks()` gives it too. A choice outside the mask loses the match; in a race it is as good as waiting.
"""

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from ludoteka import games, vector
from ludoteka.adapters.desk import PACE, Desk, Illegal, Options, Race, game_of, is_race
from ludoteka.adapters.lanes import LanesEnv
from ludoteka.adapters.spaces import RENDER_MODES, action_space, observation_space, observe, rendered
from ludoteka.core.chance import SEED_BYTES, Source
from ludoteka.core.game import AnyGame, Millis, Seat, Turn
from ludoteka.core.player import Answer, AnyPlayer, Budget, ask
from ludoteka.core.refusals import BadRequest
from ludoteka.encoding.encoder import Encodes
from ludoteka.players import player_for

Seen = dict[str, Any]
LOSS = -1.0
PATIENCE: Millis = 3000  # how long a player without an opinion waits in a race


def vector_env(game: str | AnyGame, n: int, **settings: Any) -> LanesEnv:
    """`n` matches at once as Gymnasium's vector environment; `settings` are those of `vector.make`."""
    return LanesEnv(vector.make(game, n, **settings))


class PlayerEnv(gymnasium.Env[Seen, np.int64]):
    """`seat` None: a seat that chance gives, match by match. `seats=1`: alone, where the game allows it."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012 - Gymnasium's type

    def __init__(
        self,
        game: str | AnyGame,
        *,
        level: int | None = 1,
        seats: int | None = None,
        seat: Seat | None = None,
        options: Options | None = None,
        render_mode: str | None = None,
        pace: Millis = PACE,
    ) -> None:
        found = game_of(game)
        self.table = Race(found, seats, options, pace) if is_race(found) else Desk(found, seats, options)
        if seat is not None and not 0 <= seat < self.table.seats:
            raise BadRequest("There is no seat {seat} among {seats}.", seat=str(seat), seats=self.table.seats)
        self.render_mode = render_mode
        self.seat = seat or 0
        self._given = seat
        self._other: AnyPlayer = player_for(found, level)
        self._plans: tuple[object, dict[Seat, tuple[Millis, Any]]] = (None, {})
        self.observation_space = observation_space(self.table)
        self.action_space = action_space(self.table)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """A new match, up to the learner's first choice."""
        super().reset(seed=seed)
        if self._given is None:
            self.seat = int(self.np_random.integers(self.table.seats))
        self.table.begin(self.np_random.bytes(SEED_BYTES))
        self._others_move()
        return observe(self.table, self.seat), {}

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """The learner's choice, and what the others do until the next one."""
        try:
            self._choose(int(action))
        except Illegal:
            return observe(self.table, self.seat), LOSS, True, False, {"illegal": True}
        over = self.table.result is not None
        reward = self.table.reward(self.seat) if over else 0.0
        return observe(self.table, self.seat), reward, over, False, {}

    def _choose(self, choice: int) -> None:
        table = self.table
        if isinstance(table, Desk):
            table.choose(choice)
            self._others_move()
        else:
            end = table.match.now + table.pace
            table.choose(self.seat, choice)
            self._race_until(table, end)

    def action_masks(self) -> NDArray[np.bool_]:
        """What the learner can choose."""
        return self.table.mask(self.seat).astype(bool)

    def render(self) -> Any:
        """The board as the learner sees it."""
        return rendered(self.table, self.render_mode, self.seat)

    # --- the others ------------------------------------------------------------------------------

    def _others_move(self) -> None:
        table = self.table
        while isinstance(table, Desk) and table.seat not in (self.seat, -1):
            table.make(table.seat, self._asked(table.seat).move)

    def _asked(self, seat: Seat) -> Answer[Any]:
        match = self.table.match
        label = b"ludoteka player %d %d" % (seat, match.ply)
        return ask(self._other, match.game, match.state, seat, Budget(), Source(self.table.seed, label))

    def _race_until(self, race: Race, end: Millis) -> None:
        """Everything that the others do before a moment ends."""
        while isinstance(turn := race.match.awaiting, Turn):
            plans = self._planned(race, turn.seats)
            due, seat = min(((at, seat) for seat, (at, _) in plans.items()), default=(end, -1))
            if due >= end or (turn.until is not None and due >= turn.until):
                break
            race.pass_time(due)
            race.make(seat, plans[seat][1])
        race.pass_time(end)

    def _planned(self, race: Race, seats: frozenset[Seat]) -> dict[Seat, tuple[Millis, Any]]:
        """When each of the others will do what, unless something happens before."""
        state, plans = self._plans
        if state is not race.match.state:
            others = sorted(seats - {self.seat})
            answers = {seat: self._asked(seat) for seat in others}
            now = race.match.now
            plans = {s: (now + (PATIENCE if a.wait is None else a.wait), a.move) for s, a in answers.items()}
            self._plans = (race.match.state, plans)
        return plans


def _register() -> None:
    for name in games.ids():
        info = games.get(name).info
        number = f"ludoteka/{info.title}-v{info.rules}"
        if isinstance(games.get(name), Encodes) and number not in gymnasium.registry:
            gymnasium.register(number, f"{__name__}:PlayerEnv", kwargs={"game": name})


_register()
