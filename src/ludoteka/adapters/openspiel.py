"""OpenSpiel: `pyspiel.load_game("ludoteka_<game>")` after importing this module.

Chance is explicit: a bag is drawn from tile by tile, so that a node has few outcomes. Actions are the small
choices of `ludoteka.encoding.choices`; in a race the last one is to wait, and seats are asked in turn. What a
player knows is what it was told, event by event. Parameters: `seats`, and `options` as `key=value;key=value`.
"""

import json
from collections.abc import Iterable
from typing import Any

import numpy as np
import pyspiel

from ludoteka import games
from ludoteka.adapters.desk import LearnerMatch, game_of, is_race, resample
from ludoteka.adapters.nodes import LONGEST, Node, first_node
from ludoteka.core.game import AnyGame, Drawable, Seat
from ludoteka.core.refusals import BadRequest
from ludoteka.encoding.encoder import Encodes
from ludoteka.encoding.rewards import rewards_of

PREFIX = "ludoteka_"
MOST_OUTCOMES = 1024
MOST_POINTS = 100_000.0


def game_type(game: AnyGame, seats: int) -> Any:
    """What OpenSpiel wants to know about a game before it is loaded."""
    kinds = pyspiel.GameType
    is_open = "open" in game.info.traits
    fewest, most = game.info.seats
    return pyspiel.GameType(
        short_name=PREFIX + game.info.id,
        long_name=game.info.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=getattr(kinds.Information, ("IM" if not is_open else "") + "PERFECT_INFORMATION"),
        utility=kinds.Utility.ZERO_SUM if seats > 1 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seats": usual_seats(game), "options": ""},
    )


def usual_seats(game: AnyGame) -> int:
    """Two, or as many as the game needs at least."""
    fewest, most = game.info.seats
    return min(max(2, fewest), most)


class LudotekaGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game with its options. OpenSpiel calls a class with parameters, so each game has its own."""

    game: AnyGame

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game, params = self.game, params or {}
        self.table = LearnerMatch(game, params.get("seats", usual_seats(game)), read_options(game, params))
        self.is_race = is_race(game)
        seats = self.table.seats
        alone = seats == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.encoder.choices.count + self.is_race,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=seats,
            min_utility=-MOST_POINTS if alone else -1.0,
            max_utility=MOST_POINTS if alone else 1.0,
            utility_sum=None if alone else 0.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(game, seats), info, params)

    def new_initial_state(self) -> "LudotekaState":
        """The beginning; chance comes first in most games."""
        return LudotekaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What a player sees as arrays."""
        if params:
            raise ValueError(f"Observations have no parameters, but {params} was given.")
        return Observer(self)


class LudotekaState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A moment of a match; everything is in `node`, which is a value."""

    def __init__(self, game: LudotekaGame) -> None:
        super().__init__(game)
        self.node: Node = first_node(game.table, game.is_race)

    def current_player(self) -> int:
        """Who acts: a seat, chance, or nobody any more."""
        node = self.node
        if node.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if node.is_chance else node.seat

    def is_terminal(self) -> bool:
        """Whether the match is over, or has become too long."""
        return self.node.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can bring next, and how likely."""
        return self.node.outcomes()

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.offered() if player == self.node.seat else []

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.named(action)

    def returns(self) -> list[float]:
        """From -1 to 1 for each player, 0 for a match that goes on or was too long; alone, the points."""
        result = self.node.result
        return [0.0] * self.num_players() if result is None else rewards_of(result)

    def information_state_string(self, player: int | None = None) -> str:
        """Everything that a player was told, in order, and what it has chosen of its move."""
        return self.node.known(self._player(player))

    def observation_string(self, player: int | None = None) -> str:
        """The view of a player as JSON, and what it has chosen of its move."""
        return self.node.seen(self._player(player))

    def _player(self, player: int | None) -> Seat:
        return self.current_player() if player is None else player

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> "LudotekaState":
        """A state that this player cannot tell from the real one."""
        key = b"".join(int(probability_sampler() * 2**32).to_bytes(4, "big") for _ in range(8))
        node = self.node
        other: LudotekaState = self.clone()
        view = node.match.game.view(node.match.state, player_id)
        other.node = node.imagined(resample(node.match.game, view, key))
        return other

    def __str__(self) -> str:
        node = self.node
        game = node.match.game
        view = game.view(node.match.state, None)
        board = game.text(view) if isinstance(game, Drawable) else json.dumps(view)
        return f"{board}\n{' '.join(map(str, (*node.picks, *node.chosen)))}"


class Observer:
    """A player's arrays, one after the other in `tensor` and by name in `dict`."""

    def __init__(self, game: LudotekaGame) -> None:
        shapes = {name: box.shape for name, box in game.table.encoder.boxes.items()}
        shapes["chosen"] = (max(1, len(game.table.encoder.choices.sizes) - 1),)
        sizes = {name: int(np.prod(shape)) for name, shape in shapes.items()}
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[start : start + sizes[name]].reshape(shape)
            start += sizes[name]

    def set_from(self, state: LudotekaState, player: int) -> None:
        """Fills in what a player sees."""
        for name, array in state.node.observed(player).items():
            self.dict[name][...] = array

    def string_from(self, state: LudotekaState, player: int) -> str:
        """The same as text."""
        return state.observation_string(player)


def read_options(game: AnyGame, params: dict[str, Any]) -> dict[str, object]:
    """`key=value;key=value`; raises `BadRequest`."""
    kinds = {option.key: type(option.default) for option in game.info.options}
    read: dict[str, object] = {}
    for pair in filter(None, str(params.get("options", "")).split(";")):
        key, equals, value = pair.partition("=")
        if not equals:
            raise BadRequest("Options are written key=value;key=value, not {given}.", given=pair[:40])
        read[key] = int(value) if kinds.get(key) is int and value.lstrip("-").isdigit() else value
    return read


def _register(names: Iterable[str]) -> None:
    there = set(pyspiel.registered_names())
    for name in names:
        if isinstance(games.get(name), Encodes) and PREFIX + name not in there:
            game = game_of(name)
            kind = type(f"{name.title()}Game", (LudotekaGame,), {"game": game})
            pyspiel.register_game(game_type(game, usual_seats(game)), kind)


_register(games.ids())
