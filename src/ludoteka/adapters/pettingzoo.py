"""PettingZoo: `env(game)` for every game, `parallel_env(game)` for those that are a race.

An action is a small choice (`ludoteka.encoding.choices`): a seat makes one after the other until its move is
determined. Observations have the keys `observation` and `action_mask`. A choice outside the mask loses the
match; in a race it is as good as waiting.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec

from ludoteka.adapters.desk import PACE, Desk, Illegal, Options, Race, game_of, is_race, seed_of
from ludoteka.adapters.spaces import RENDER_MODES, action_space, observation_space, observe, rendered
from ludoteka.core.game import AnyGame, Millis, Seat
from ludoteka.core.refusals import BadRequest

Agent = str
Seen = dict[str, Any]
LOSS = -1.0


def env(
    game: str | AnyGame,
    *,
    seats: int | None = None,
    options: Options | None = None,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    pace: Millis = PACE,
) -> AECEnv[Agent, Seen, int | None]:
    """An environment in which agents act one after the other.

    `max_cycles` bounds the choices of each agent; `pace` is how much time a cycle of a race takes.
    """
    found = game_of(game)
    if is_race(found):
        return parallel_to_aec(RaceEnv(Race(found, seats, options, pace), max_cycles, render_mode))
    return TurnEnv(Desk(found, seats, options), max_cycles, render_mode)


def parallel_env(
    game: str | AnyGame,
    *,
    seats: int | None = None,
    options: Options | None = None,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    pace: Millis = PACE,
) -> ParallelEnv[Agent, Seen, int | None]:
    """An environment in which agents act at the same time; raises `BadRequest` where they take turns."""
    found = game_of(game)
    if not is_race(found):
        raise BadRequest(
            "{game} is played in turns, so it has no parallel environment.", game=found.info.title
        )
    return RaceEnv(Race(found, seats, options, pace), max_cycles, render_mode)


def _agents(seats: int) -> list[Agent]:
    return [f"player_{seat}" for seat in range(seats)]


def _metadata(game: AnyGame, is_parallel: bool) -> dict[str, Any]:
    name = f"ludoteka_{game.info.id}_v{game.info.rules}"
    return {"name": name, "render_modes": RENDER_MODES, "is_parallelizable": is_parallel, "render_fps": 2}


class TurnEnv(AECEnv[Agent, Seen, int | None]):
    """A game of turns."""

    def __init__(self, desk: Desk, max_cycles: int | None = None, render_mode: str | None = None) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # it has no types
        self.desk = desk
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.metadata = _metadata(desk.game, is_parallel=False)
        self.possible_agents = _agents(desk.seats)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        # Equal spaces, but one for each agent: each has a random source of its own.
        self._observed = {agent: observation_space(desk) for agent in self.possible_agents}
        self._acted = {agent: action_space(desk) for agent in self.possible_agents}

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        """The same for all agents."""
        return self._observed[agent]

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        """The small choices."""
        return self._acted[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match; the same seed brings the same chances."""
        self.desk.begin(seed_of(seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._left = dict.fromkeys(self.agents, self.max_cycles or 0)
        self._select()

    def observe(self, agent: Agent) -> Seen:
        """What an agent sees and what it can choose: nothing if it is not its turn."""
        return observe(self.desk, self._seats[agent])

    def step(self, action: int | None) -> None:
        """The choice of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        for other in self.rewards:
            self.rewards[other] = 0.0
        self._choose(agent, action)
        self._select()

    def _choose(self, agent: Agent, action: int | None) -> None:
        try:
            self.desk.choose(int(action))  # type: ignore[arg-type]  # None is for agents that are done
        except Illegal:
            self._end({other: LOSS if other == agent else 0.0 for other in self.agents})
            return
        if self.desk.seat < 0:
            self._end({other: self.desk.reward(self._seats[other]) for other in self.agents})
        elif self.max_cycles is not None:
            self._left[agent] -= 1
            if self._left[agent] <= 0:
                self.truncations = dict.fromkeys(self.agents, True)

    def _end(self, rewards: dict[Agent, float]) -> None:
        self.rewards = rewards
        self.terminations = dict.fromkeys(self.agents, True)
        for agent, reward in rewards.items():
            self._cumulative_rewards[agent] += reward

    def _select(self) -> None:
        seat = self.desk.seat
        self.agent_selection = self.agents[seat] if seat >= 0 else self.agents[0]

    def render(self) -> str | NDArray[np.uint8] | None:
        """The board as a spectator sees it."""
        return rendered(self.desk, self.render_mode, None)

    def close(self) -> None:
        """There is nothing to close."""


class RaceEnv(ParallelEnv[Agent, Seen, int | None]):
    """A race: every agent chooses in every moment, or waits."""

    def __init__(self, race: Race, max_cycles: int | None = None, render_mode: str | None = None) -> None:
        self.race = race
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.metadata = _metadata(race.game, is_parallel=True)
        self.possible_agents = _agents(race.seats)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observed = {agent: observation_space(race) for agent in self.possible_agents}
        self._acted = {agent: action_space(race) for agent in self.possible_agents}

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        """The same for all agents."""
        return self._observed[agent]

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        """The small choices; the last one is to wait."""
        return self._acted[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[Agent, Seen], dict[Agent, dict[str, Any]]]:
        """A new match; the same seed brings the same chances."""
        self.race.begin(seed_of(seed))
        self.agents = self.possible_agents[:]
        return self._observe(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[Agent, int | None]
    ) -> tuple[
        dict[Agent, Seen],
        dict[Agent, float],
        dict[Agent, bool],
        dict[Agent, bool],
        dict[Agent, dict[str, Any]],
    ]:
        """One moment."""
        agents, race = self.agents, self.race
        wait = race.wait
        race.moment({self._seats[a]: wait if c is None else int(c) for a, c in actions.items()})
        over = race.result is not None
        late = not over and self.max_cycles is not None and race.moments >= self.max_cycles
        seen = self._observe()
        infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in agents}
        rewards = {agent: race.reward(self._seats[agent]) for agent in agents}
        self.agents = [] if over or late else agents
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, late), infos

    def _observe(self) -> dict[Agent, Seen]:
        return {agent: observe(self.race, self._seats[agent]) for agent in self.agents}

    def render(self) -> str | NDArray[np.uint8] | None:
        """The board as a spectator sees it."""
        return rendered(self.race, self.render_mode, None)

    def close(self) -> None:
        """There is nothing to close."""


def seat_of(agent: Agent) -> Seat:
    """The seat of an agent."""
    return int(agent.rpartition("_")[2])


__all__ = ["RaceEnv", "TurnEnv", "env", "parallel_env", "seat_of"]
