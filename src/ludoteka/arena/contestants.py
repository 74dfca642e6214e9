"""Who takes part: our levels, and other people's programs."""

from dataclasses import dataclass
from typing import Protocol

from ludoteka.arena.contest import Contest
from ludoteka.arena.outside import Outside
from ludoteka.core.chance import Source
from ludoteka.core.game import AnyGame, Seat
from ludoteka.core.player import Answer, AnyPlayer, Budget, ask
from ludoteka.core.record import AnyMatch


class Contestant(Protocol):
    """Answers for a seat, seeing no more than its view; raises `Fault` when it cannot."""

    @property
    def name(self) -> str: ...

    def answer(self, match: AnyMatch, seat: Seat, budget: Budget, rng: Source) -> Answer[object]: ...


@dataclass(frozen=True, slots=True)
class Bot:
    """A level of ours."""

    level: int
    player: AnyPlayer

    @property
    def name(self) -> str:
        return f"{self.player.name} (level {self.level})"

    def answer(self, match: AnyMatch, seat: Seat, budget: Budget, rng: Source) -> Answer[object]:
        return ask(self.player, match.game, match.state, seat, budget, rng)


def is_level(word: str) -> bool:
    """Whether a word names a level and not a program."""
    return word.isascii() and word.isdigit() and len(word) < 4


def contestant(contest: Contest, game: AnyGame, word: str) -> Contestant:
    """Who a word stands for; raises `BadRequest`."""
    if is_level(word):
        return Bot(int(word), contest.get_player(game, int(word)))
    return Outside(word)
