"""Players: skill, not law. A player sees a seat's view and the legal moves, never a state."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, overload

from ludoteka.core.chance import Source
from ludoteka.core.game import AnyGame, Json, Millis, Seat, View

M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a player may think; None: as its level usually does."""

    ms: Millis | None = None


@dataclass(frozen=True, slots=True)
class Answer(Generic[M]):
    """A move, what the player thinks it is worth, and in a race how long to wait before playing it."""

    move: M
    value: float = 0.0
    pv: tuple[str, ...] = ()  # the line expected, as texts
    detail: Json = None
    wait: Millis | None = None


class Legal(Sequence[M_co]):
    """The legal moves of a seat, listed when first looked at: a player with its own generator never pays."""

    __slots__ = ("_list", "_moves")

    def __init__(self, moves: Callable[[], Iterable[M_co]]) -> None:
        self._list = moves
        self._moves: tuple[M_co, ...] | None = None

    def _all(self) -> tuple[M_co, ...]:
        if self._moves is None:
            self._moves = tuple(self._list())
        return self._moves

    @overload
    def __getitem__(self, index: int) -> M_co: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[M_co]: ...
    def __getitem__(self, index: int | slice) -> M_co | Sequence[M_co]:
        return self._all()[index]

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[M_co]:
        return iter(self._all())


class Player(Protocol[M]):
    """Chooses a move for the seat whose view it is given (`view` as `Game.view` makes it)."""

    @property
    def name(self) -> str: ...

    def choose(self, view: View, legal: Sequence[M], budget: Budget, rng: Source) -> Answer[M]: ...


AnyPlayer = Player[Any]


def ask(player: Player[M], game: AnyGame, state: Any, seat: Seat, budget: Budget, rng: Source) -> Answer[M]:
    """What a player would do: it sees the seat's view and its legal moves, and nothing else of the state."""
    return player.choose(game.view(state, seat), Legal(lambda: game.legal(state, seat)), budget, rng)


@dataclass(frozen=True, slots=True)
class Level:
    """One strength of play: its name and a sentence about it for people, and who plays it."""

    name: str
    about: str
    player: Callable[[], AnyPlayer]


@dataclass(frozen=True, slots=True)
class Solution:
    """What a solver knows: 1 wins, 0 draws, -1 loses for `seat`, with a line of best play.

    Where `proved` is False the time ran out, and value and line are a guess.
    """

    value: int
    line: tuple[str, ...]
    nodes: int
    proved: bool
    seat: int = 0


Solve: TypeAlias = Callable[[str, Millis | None], Solution]  # of a position's text, within so many ms


@dataclass(frozen=True, slots=True)
class Skill:
    """What the players of a game declare: its levels from 1 up, and a solver where there is one."""

    levels: Mapping[int, Level]
    solve: Solve | None = None
