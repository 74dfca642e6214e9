"""What a worker is asked to do: values that travel to its process, each with the work itself."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ludoteka.core.chance import Source
from ludoteka.core.description import Description
from ludoteka.core.game import Alternative, AnyGame, Json, Millis, Played, Seat, Turn, View, described
from ludoteka.core.kernel import announce_compiled, changing_over
from ludoteka.core.picture import Marked
from ludoteka.core.player import Budget, Hint, Legal, ask
from ludoteka.core.sitting import SEAT, sharing
from ludoteka.core.warmup import compile_for_all, warm, warm_player
from ludoteka.drawing.results import Achieved, Outline, result_card
from ludoteka.server.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Thought:
    """A bot's move and, in a race, how long it waits before playing it."""

    move: str
    wait: Millis | None


@dataclass(frozen=True, slots=True)
class Think:
    """A bot's turn. The player sees the seat's view and legal moves, never the state."""

    game: str
    level: int
    state: Any
    seat: Seat
    ms: Millis | None
    seed: bytes

    def work(self, catalogue: Catalogue) -> Thought:
        game, player = catalogue.game(self.game), catalogue.player(self.game, self.level)
        answer = ask(player, game, self.state, self.seat, Budget(self.ms), Source(self.seed))
        return Thought(game.notation.write(self.state, self.seat, answer.move), answer.wait)


@dataclass(frozen=True, slots=True)
class AnyMove:
    """What is played when a bot fails: some legal move."""

    game: str
    state: Any
    seat: Seat
    seed: bytes

    def work(self, catalogue: Catalogue) -> Thought:
        game = catalogue.game(self.game)
        move = Source(self.seed).choose(list(game.legal(self.state, self.seat)))
        return Thought(game.notation.write(self.state, self.seat, move), None)


@dataclass(frozen=True, slots=True)
class AskForHints:
    """Hints for a seat, from what it sees."""

    game: str
    state: Any
    seat: Seat

    def work(self, catalogue: Catalogue) -> Sequence[Hint]:
        if catalogue.hints is None:
            return ()
        game: AnyGame = catalogue.game(self.game)
        legal = Legal(lambda: game.legal(self.state, self.seat))
        return tuple(catalogue.hints(game, game.view(self.state, self.seat), self.seat, legal))


@dataclass(frozen=True, slots=True)
class AskForAlternatives:
    """What else was there, in words for whoever asks (`viewer`)."""

    game: str
    state: Any
    seat: Seat | None
    ms: Millis
    viewer: Seat | None = None

    def work(self, catalogue: Catalogue) -> Sequence[Alternative]:
        if catalogue.alternatives is None:
            return ()
        game = catalogue.game(self.game)
        found = catalogue.alternatives(game, self.state, self.seat, self.ms)
        return tuple(replace(one, described=self._words(game, one.move)) for one in found)

    def _words(self, game: AnyGame, text: str) -> Description | None:
        turn = game.awaiting(self.state)
        if not isinstance(turn, Turn):
            return None
        seat = min(turn.seats) if self.seat is None else self.seat
        move = game.notation.read(self.state, seat, text)
        return described(game, self.state, Played(seat, move), self.viewer)


@dataclass(frozen=True, slots=True)
class FindBest:
    """The move with the most points from a rack that is everybody's; None: no move brings any."""

    game: str
    state: Any

    def work(self, catalogue: Catalogue) -> str | None:
        game = catalogue.game(self.game)
        move = sharing(game).most(self.state)
        return None if move is None else game.notation.write(self.state, SEAT, move)


@dataclass(frozen=True, slots=True)
class ReviewPart:
    """Some of a review: the curve (`last` is 0), or what is found after event `first` up to `last`."""

    game: str
    text: str
    first: int = 0
    last: int = 0

    def work(self, catalogue: Catalogue) -> Json:
        assert catalogue.reviews is not None
        with changing_over():  # judged by compiled code in every part: uncompiled players see less
            if self.last == 0:
                return catalogue.reviews.curve(self.text)
            return catalogue.reviews.events(self.text, self.first, self.last)


@dataclass(frozen=True, slots=True)
class JoinReview:
    """The whole review of its parts."""

    game: str
    text: str
    parts: tuple[Json, ...]

    def work(self, catalogue: Catalogue) -> Json:
        assert catalogue.reviews is not None
        return catalogue.reviews.joined(self.text, self.parts)


@dataclass(frozen=True, slots=True)
class LookAt:
    """One look at a position."""

    game: str
    position: str
    seat: Seat | None
    effort: int

    def work(self, catalogue: Catalogue) -> Json:
        assert catalogue.analyse is not None
        with changing_over():  # judged by compiled code: uncompiled players see less
            return catalogue.analyse(self.game, self.position, self.seat, self.effort)


@dataclass(frozen=True, slots=True)
class JudgeAnswer:
    """Whether a move answers a puzzle, and why; None: somebody gives up."""

    game: str
    puzzle: str
    text: str | None

    def work(self, catalogue: Catalogue) -> Json:
        assert catalogue.puzzles is not None
        with changing_over():  # reasons by compiled code: uncompiled players see less
            return catalogue.puzzles.answer(self.game, self.puzzle, self.text)


@dataclass(frozen=True, slots=True)
class Warm:
    """Imports and compiles a game and its players before anybody waits for them."""

    game: str

    def work(self, catalogue: Catalogue) -> None:
        levels = [level.level for level in catalogue.levels(self.game)]
        players = (catalogue.player(self.game, level) for level in levels)
        with changing_over():
            compile_for_all(catalogue.game(self.game), players)


@dataclass(frozen=True, slots=True)
class Compile:
    """A part of that for the process that compiles for all: the game itself, or one of its players."""

    game: str
    level: int | None = None

    def work(self, catalogue: Catalogue) -> None:
        game = catalogue.game(self.game)
        if self.level is None:
            warm(game)
        else:
            warm_player(game, catalogue.player(self.game, self.level))


@dataclass(frozen=True, slots=True)
class Announce:
    """Everything that was compiled in this process may be loaded by others now."""

    game: str

    def work(self, _: Catalogue) -> None:
        announce_compiled()


@dataclass(frozen=True, slots=True)
class Shot:
    """One moment as spectators see it."""

    view: View
    last: Marked | None = None


@dataclass(frozen=True, slots=True)
class DrawCard:
    """A link's picture: a board, and everybody's name beside it. No state travels, only what is shown."""

    game: str
    shot: Shot
    names: tuple[str, ...]
    width: int
    has_scores: bool = True

    def work(self, catalogue: Catalogue) -> bytes:
        from ludoteka.drawing import matches, raster

        game = catalogue.game(self.game)
        picture = matches.of_view(game, self.shot.view, self.shot.last)
        return raster.png(matches.linked(game, picture, self.names, has_scores=self.has_scores), self.width)


@dataclass(frozen=True, slots=True)
class DrawFilm:
    """An animation of a match that is over."""

    game: str
    shots: tuple[Shot, ...]
    width: int

    def work(self, catalogue: Catalogue) -> bytes:
        from ludoteka.drawing import matches, raster

        game = catalogue.game(self.game)
        pictures = (matches.of_view(game, shot.view, shot.last) for shot in self.shots)
        return raster.gif((matches.titled(game, picture) for picture in pictures), self.width)


@dataclass(frozen=True, slots=True)
class DrawResult:
    """A result of a day, for its link."""

    game: str
    day: str
    mine: Achieved | None
    bars: tuple[Outline, ...]
    width: int

    def work(self, catalogue: Catalogue) -> bytes:
        from ludoteka.drawing import matches, raster

        game = catalogue.game(self.game)
        colour = matches.colour_of(game)
        made = result_card(game.info.title, self.day, self.mine, self.bars, colour, matches.SIGNATURE)
        return raster.png(made, self.width)


Errand = (
    Think
    | AnyMove
    | AskForHints
    | AskForAlternatives
    | FindBest
    | ReviewPart
    | JoinReview
    | LookAt
    | JudgeAnswer
    | DrawCard
    | DrawFilm
    | DrawResult
    | Warm
    | Compile
    | Announce
)
