"""Puzzles: a position, a question, and answers that are proven better than every other move.

The players of a game declare a `Puzzler`: what can be asked in their game, and how an answer is proven.
Everything else is the same for all games: which positions make good puzzles, how hard they are, how they are
kept. A collection is text: a head with its seed and version, then one puzzle a line.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.resources import files
from math import exp, log
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from ludoteka.core.chance import Source
from ludoteka.core.game import Seat
from ludoteka.core.match import Opening
from ludoteka.core.sentences import Sentence

M = TypeVar("M")
ProofKind: TypeAlias = Literal["exact", "solved", "deep"]

ID_LENGTH = 10
FILE = "puzzles.json"
LEVEL_RATINGS = {1: 900.0, 2: 1200.0, 3: 1500.0, 4: 1800.0, 5: 2100.0}  # of the levels as solvers
SCALE = 400.0 / log(10.0)  # of Elo's curve
EASIEST, HARDEST = 600.0, 2400.0
NEAREST = 12  # puzzles that suit a solver, of which one is chosen


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, how it is proven, and by how much an answer is better than the rest at least.

    `tells` is said when it is answered: it gets what the answers and the best of all other moves are worth,
    as whole numbers for people.
    """

    asks: Sentence
    tells: Callable[[int, int], Sentence]
    proof: ProofKind
    unit: str
    margin: float
    lists: bool = True  # False: a list of the legal moves would tell the answer


@dataclass(frozen=True, slots=True)
class Proven(Generic[M]):
    """The answers to a question, all of them, with what they are worth and how far ahead they are."""

    answers: tuple[M, ...]
    worth: float
    margin: float
    error: float = 0.0  # of the margin, 95 %; 0: none


class Puzzler(Protocol[M]):
    """What the players of a game know about puzzles. All of it depends on the position alone."""

    @property
    def version(self) -> int: ...
    @property
    def questions(self) -> Mapping[str, Question]: ...
    @property
    def openings(self) -> Sequence[Opening]:
        """The ways to play from which self-play mines."""
        ...

    def prove(self, question: str, state: Any, seat: Seat) -> Proven[M] | None:
        """The answers, if the question can be asked here and its margin holds."""
        ...

    def solves(self, question: str, state: Any, seat: Seat, move: M, proven: Sequence[M]) -> bool:
        """Whether a move is one of the proven answers, however it was entered."""
        ...

    def essence(self, state: Any, seat: Seat) -> str:
        """The same for positions that are the same puzzle, by symmetry or but for what does not matter."""
        ...

    def told(self, question: str, worth: float) -> int:
        """A worth as a whole number for people."""
        ...

    def collection(self) -> "Collection":
        """The puzzles that come with the game."""
        ...


AnyPuzzler: TypeAlias = Puzzler[Any]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle as it is kept. `found`: how often each level found an answer, and of how many tries."""

    id: str
    question: str
    seat: Seat
    position: str
    answers: tuple[str, ...]
    worth: float
    margin: float
    error: float
    rating: float
    found: tuple[tuple[int, int], ...]
    source: str


@dataclass(frozen=True, slots=True)
class Collection:
    """The puzzles of a game, with what is needed to mine them anew."""

    game: str
    version: int  # of the puzzler that proved them
    seed: str
    matches: int  # of self-play that were looked through
    puzzles: tuple[Puzzle, ...] = ()

    @property
    def by_id(self) -> dict[str, Puzzle]:
        return {puzzle.id: puzzle for puzzle in self.puzzles}

    def write(self) -> str:
        """As text."""
        head = {"game": self.game, "version": self.version, "seed": self.seed, "matches": self.matches}
        lines = ",\n".join(
            json.dumps(asdict(one), ensure_ascii=False, separators=(",", ":")) for one in self.puzzles
        )
        return json.dumps(head)[:-1] + f', "puzzles": [\n{lines}\n]}}\n'


def read(text: str) -> Collection:
    """A collection from its text."""
    whole = json.loads(text)
    puzzles = tuple(_puzzle(one) for one in whole["puzzles"])
    return Collection(whole["game"], whole["version"], whole["seed"], whole["matches"], puzzles)


def _puzzle(one: Mapping[str, Any]) -> Puzzle:
    found = tuple((int(hits), int(tries)) for hits, tries in one["found"])
    return Puzzle(**{**one, "answers": tuple(one["answers"]), "found": found})


@lru_cache(maxsize=64)
def shipped(package: str, game: str) -> Collection:
    """The puzzles that lie beside the players of a game; none: an empty collection."""
    path = files(package) / "data" / FILE
    return read(path.read_text(encoding="utf-8")) if path.is_file() else Collection(game, 0, "", 0)


def id_of(game: str, question: str, essence: str) -> str:
    """The name of a puzzle: the same puzzle, mined again, has the same one."""
    return hashlib.sha256(f"{game} {question} {essence}".encode()).hexdigest()[:ID_LENGTH]


# --- difficulty ----------------------------------------------------------------------------------


def rating_of(found: Iterable[tuple[int, int]]) -> float:
    """How hard a puzzle is: the rating at which the levels would have found it as often as they did.

    `found` has hits and tries of each level from 1 up. One hit and one miss are added at the ends of the
    scale, so that what nobody or everybody finds has a rating too.
    """
    tried = [(LEVEL_RATINGS[n], *pair) for n, pair in enumerate(found, 1)]
    tried += [(EASIEST, 0, 1), (HARDEST, 1, 1)]
    hits = sum(one[1] for one in tried)
    low, high = EASIEST, HARDEST
    for _ in range(40):
        middle = (low + high) / 2.0
        expected = sum(tries * expectation(rating, middle) for rating, _, tries in tried)
        low, high = (middle, high) if expected > hits else (low, middle)
    return float(round((low + high) / 2.0))


def expectation(solver: float, puzzle: float) -> float:
    """Elo's curve: how often a solver of this rating solves a puzzle of that one."""
    return 1.0 / (1.0 + exp((puzzle - solver) / SCALE))


def suiting(ratings: Mapping[str, float], rating: float, tried: Iterable[str], rng: Source) -> str | None:
    """A puzzle for a solver: one of the nearest in rating that were not tried yet; None: all were."""
    seen = set(tried)
    left = sorted((one for one in ratings if one not in seen), key=lambda one: abs(ratings[one] - rating))
    return rng.choose(left[:NEAREST]) if left else None
