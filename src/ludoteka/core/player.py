"""Players: skill, not law. A player sees a seat's view and the legal moves, never a state."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, overload

from ludoteka.core.chance import Source
from ludoteka.core.description import Description
from ludoteka.core.game import AnyGame, Json, Millis, Seat, View
from ludoteka.core.puzzle import AnyPuzzler
from ludoteka.core.sentences import Sentence

OUTLASTS_ALL: Millis = 3_600_000  # an hour: a player that waits so long leaves a race to the others

M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)
M_contra = TypeVar("M_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a player may think; None: as much as its level usually does.

    Time ends a search early; `nodes` bounds it exactly, so that a player with the same view, random source
    and `nodes` gives the same answer on every machine.
    """

    ms: Millis | None = None
    nodes: int | None = None


@dataclass(frozen=True, slots=True)
class Answer(Generic[M]):
    """A move, what the player thinks it is worth, and, in a race, how long to wait before playing it."""

    move: M
    value: float = 0.0
    pv: tuple[str, ...] = ()  # the expected line of play, as texts
    detail: Json = None
    wait: Millis | None = None


class Legal(Sequence[M_co]):
    """The legal moves of a seat, listed only when needed: a player with its own generator does not pay."""

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
class Hint:
    """One of three steps towards a good move: what it brings, where to look, the move itself."""

    sentence: Sentence
    where: tuple[str, ...] = ()
    move: str | None = None
    points: int | None = None
    described: Description | None = None  # the move in words


# --- what a position is worth ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Term:
    """A named part of a margin ("rack", "opens"), in the game's unit."""

    name: str
    value: float


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The expected result for a seat, from what it knows."""

    win: float  # chance of the first rank; a shared rank counts in part
    margin: float  # expected, in the evaluator's unit
    kinds: Mapping[str, float] = field(
        default_factory=dict
    )  # chances by kind of result, where a win has kinds
    terms: tuple[Term, ...] = ()  # the parts of the margin, where it is a sum
    error: float = 0.0  # of the margin, 95 %; 0 where it is exact or static
    samples: int = 0  # how many samples it is based on; 0: none
    is_exact: bool = False


class Evaluator(Protocol[M_contra]):
    """Says what a position is worth to a seat that sees no more than its view."""

    @property
    def unit(self) -> str: ...  # what margins count: "points", "areas"

    def position(self, view: View, seat: Seat, budget: Budget, rng: Source) -> Evaluation: ...

    def moves(
        self, view: View, moves: Sequence[M_contra], budget: Budget, rng: Source
    ) -> Sequence[Evaluation]:
        """What each move is worth to the seat that makes it, in the order of the moves."""
        ...


AnyEvaluator = Evaluator[Any]


# --- reference play, by which finished matches are reviewed -----------------------------------


@dataclass(frozen=True, slots=True)
class Judged(Generic[M]):
    """A move and what it promises whoever makes it."""

    move: M
    worth: Evaluation


@dataclass(frozen=True, slots=True)
class Fact:
    """A reason why one move is better than another: every value of the sentence can be counted again.

    The larger its `weight`, the earlier it is told; a weight is compared with other weights alone.
    """

    sentence: Sentence
    weight: float
    where: tuple[str, ...] = ()


class Reference(Protocol[M]):
    """Judges the positions of a finished match and the moves that were made in it.

    Whatever chance it needs comes from the source it is given: the same record, the same review.
    """

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def thresholds(self) -> tuple[float, float, float]:
        """Losses in the unit from which a move is an inaccuracy, a mistake, a blunder in a lopsided match."""
        ...

    def unit_of(self, state: Any) -> str:
        """What margins count in the match of a state: "points", "games", "matches"."""
        ...

    def values(self, state: Any, rng: Source) -> Sequence[Evaluation]:
        """What a state promises each seat to somebody who sees all hands, but not what chance will bring.

        Exact once the match is over. Where nothing is hidden, a state after a move is worth what `judge`
        says of that move.
        """
        ...

    def judge(
        self, view: View, seat: Seat, legal: Sequence[M], played: M | None, rng: Source, effort: int = 1
    ) -> Sequence[Judged[M]]:
        """The moves worth comparing, best first and the played one among them, as the seat could know.

        With more `effort` it looks so many times as hard, where that makes a difference.
        """
        ...

    def why(self, state: Any, seat: Seat, played: M, best: M) -> Iterable[Fact]:
        """What the best move has over the played one."""
        ...

    def skills(self, state: Any, seat: Seat, move: M) -> Sequence[str]:
        """What one has to be able to do to find a move, as keys of a stated list; none where nothing is."""
        ...


AnyReference = Reference[Any]


# --- what the players of a game declare ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Level:
    """One strength of play: a name, a sentence and a face for people, and what makes its player."""

    name: str
    about: str
    player: Callable[[], AnyPlayer]
    face: str = ""  # one character


@dataclass(frozen=True, slots=True)
class Solution:
    """What a solver knows: 1 wins, 0 draws, -1 loses for `seat`, with a line of best play.

    Where `proved` is False, time ran out, and value and line are a guess.
    """

    value: int
    line: tuple[str, ...]
    nodes: int
    proved: bool
    seat: int = 0


Solve: TypeAlias = Callable[[str, Millis | None], Solution]  # a position's text, and at most how many ms


class Train(Protocol):
    """Learns for some seconds and keeps in a folder what was learned, so that a stop loses little.

    `progress` is told now and then: "seconds" trained in all, and figures by name. `resume` goes on with what
    the folder holds.
    """

    def __call__(
        self,
        out: Path,
        *,
        seconds: float,
        threads: int,
        seed: int,
        resume: bool,
        progress: Callable[[Mapping[str, float]], None],
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class Training:
    """Something that players learn: how, and the figure by which one sees that they do."""

    about: str
    train: Train
    figure: str


@dataclass(frozen=True, slots=True)
class Skill:
    """What the players of a game declare: levels from 1 up, and what else they can do."""

    levels: Mapping[int, Level]
    solve: Solve | None = None
    evaluator: Callable[[], AnyEvaluator] | None = None
    reference: Callable[[], AnyReference] | None = None  # by which matches are reviewed
    losses: Path | None = None  # what decisions of each level cost, as `ludoteka levels` measured it
    puzzles: Callable[[], AnyPuzzler] | None = None  # what can be asked, and how it is proven
    trainings: Mapping[str, Training] = field(default_factory=dict)
