"""What is played in an arena, by whom, and how it ended. All of it is data that can be sent to a worker."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import combinations, count, pairwise
from typing import Any, TypeAlias

from ludoteka import games, players
from ludoteka.core.chance import seed_from
from ludoteka.core.game import AnyGame, Millis
from ludoteka.core.options import Value
from ludoteka.core.player import AnyPlayer, Budget

MOST_EVENTS = 20_000  # a match that lasts longer is stopped and counts for nobody

Pairing: TypeAlias = tuple[int, ...]  # who meets, as indices of the contest's contestants


@dataclass(frozen=True, slots=True)
class Contest:
    """Who meets whom, under which options, with how much time to think."""

    game: str
    contestants: tuple[str, ...]  # a level ("3") or the command of an outside engine
    pairings: tuple[Pairing, ...]
    seed: str
    options: tuple[tuple[str, Value], ...] = ()
    pairs: bool = True  # every draw is played from every seat; if not, seats change from match to match
    ms: Millis | None = None
    nodes: int | None = None
    events: int = MOST_EVENTS
    records: bool = False  # whether results carry the records of their matches
    get_game: Callable[[str], AnyGame] = games.get
    get_player: Callable[[AnyGame, int | None], AnyPlayer] = players.player_for

    @property
    def budget(self) -> Budget:
        return Budget(self.ms, self.nodes)

    def bouts(self, number: int) -> Iterator["Bout"]:
        """`number` bouts of each pairing; the pairings take turns, so that stopping early is fair to all."""
        for index in count() if number < 0 else range(number):
            yield from (Bout(pairing, index) for pairing in self.pairings)

    def chance_of(self, bout: "Bout") -> bytes:
        """The seed of a bout: the same for the same contestants, whoever else takes part."""
        names = " against ".join(self.contestants[one] for one in bout.pairing)
        return seed_from(f"{self.seed} {names} bout {bout.index}")

    def sittings(self, bout: "Bout") -> list[Pairing]:
        """Who sits where in each match of a bout: all rotations, or the next one."""
        seats = len(bout.pairing)
        turned = [bout.pairing[seats - by :] + bout.pairing[: seats - by] for by in range(seats)]
        return turned if self.pairs else [turned[bout.index % seats]]

    def header(self) -> dict[str, Any]:
        """What two contests must share for their results to belong together."""
        return {
            "game": self.game,
            "options": dict(self.options),
            "contestants": list(self.contestants),
            "pairings": [list(pairing) for pairing in self.pairings],
            "seed": self.seed,
            "pairs": self.pairs,
            "ms": self.ms,
            "nodes": self.nodes,
            "events": self.events,
        }


def everybody_meets(contestants: int) -> tuple[Pairing, ...]:
    """The pairings of a round robin."""
    return tuple(combinations(range(contestants), 2))


def neighbours_meet(contestants: int) -> tuple[Pairing, ...]:
    """The pairings of a ladder: everybody meets the next one."""
    return tuple(pairwise(range(contestants)))


@dataclass(frozen=True, slots=True)
class Bout:
    """One draw of chance, played from every seat."""

    pairing: Pairing
    index: int


@dataclass(frozen=True, slots=True)
class Finished:
    """One match: who sat where and how it ended. Without ranks it was stopped before its end."""

    sitting: Pairing
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    rule: str
    plies: int
    faults: tuple[str, ...] = ()  # why a contestant was made to leave, in words
    record: str = ""

    def share(self, contestant: int) -> float:
        """A contestant's share of the win: 1, 0, or its part of a shared first place."""
        winners = self.ranks.count(1)
        seats = [seat for seat, one in enumerate(self.sitting) if one == contestant]
        return sum(self.ranks[seat] == 1 for seat in seats) / (winners * len(seats))

    def points(self, contestant: int) -> float:
        """The score of a contestant, the mean where it sits on several seats."""
        own = [score for score, one in zip(self.scores, self.sitting, strict=True) if one == contestant]
        return sum(own) / len(own)


@dataclass(frozen=True, slots=True)
class Effort:
    """How many moves a contestant chose, and how long that took it."""

    moves: int = 0
    seconds: float = 0.0

    def __add__(self, other: "Effort") -> "Effort":
        return Effort(self.moves + other.moves, self.seconds + other.seconds)


@dataclass(frozen=True, slots=True)
class PlayedBout:
    """A bout with its matches."""

    bout: Bout
    matches: tuple[Finished, ...]
    efforts: Mapping[int, Effort]

    @property
    def finished(self) -> tuple[Finished, ...]:
        return tuple(match for match in self.matches if match.ranks)

    def json(self) -> dict[str, Any]:
        """A line of a results file; records are kept elsewhere."""
        matches = [{k: v for k, v in asdict(match).items() if k != "record"} for match in self.matches]
        efforts = {str(one): [e.moves, round(e.seconds, 4)] for one, e in self.efforts.items()}
        return {
            "pairing": list(self.bout.pairing),
            "bout": self.bout.index,
            "matches": matches,
            "efforts": efforts,
        }


def read_played(line: Mapping[str, Any]) -> PlayedBout:
    """What `PlayedBout.json` wrote."""
    matches = tuple(
        Finished(
            tuple(match["sitting"]),
            tuple(match["scores"]),
            tuple(match["ranks"]),
            match["rule"],
            match["plies"],
            tuple(match["faults"]),
        )
        for match in line["matches"]
    )
    efforts = {int(one): Effort(moves, seconds) for one, (moves, seconds) in line["efforts"].items()}
    return PlayedBout(Bout(tuple(line["pairing"]), line["bout"]), matches, efforts)
