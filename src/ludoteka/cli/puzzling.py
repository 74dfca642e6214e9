"""`ludoteka puzzle`: one puzzle after another in this terminal, harder or easier as they are solved.

For programs (`--json`) every puzzle and every verdict is a line of JSON, and every line that comes in is an
answer.
"""

import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from ludoteka import games
from ludoteka.cli import arguments, texts
from ludoteka.cli.arguments import AsJson, Seed
from ludoteka.cli.terminal import Keyboard, Screen
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Played, Scores, described
from ludoteka.core.puzzle import suiting
from ludoteka.core.refusals import BadRequest, Refusal
from ludoteka.core.sentences import Sentence, counted
from ludoteka.ratings.glicko import Outcome, Rating, after

if TYPE_CHECKING:
    from ludoteka.analysis.puzzles import Answered, Posed

BEGINNING, DEVIATION, KNOWN = 1200, 200.0, 45.0  # of a solver; the deviation never becomes less than the last
PUZZLE_DEVIATION = 120.0
SHOWN = 24  # moves shown at once
COMMANDS = {
    "?": Sentence("this list"),
    "answer": Sentence("shows the answer: this puzzle is not solved"),
    "board": Sentence("the board again"),
    "moves": Sentence("moves you can make; `moves 8H` those that begin with 8H"),
    "score": Sentence("`score MOVE`: what a move would bring, unplayed"),
    "how": Sentence("how the game is played"),
    "why": Sentence("the rule that refused your last try"),
    "quit": Sentence("stops here"),
}


def puzzle(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="The game's id, see `ludoteka games`; any of them if not given.",
            autocompletion=arguments.complete_game,
        ),
    ] = None,
    number: Annotated[
        int | None, typer.Option("--number", "-n", min=1, help="Stop after so many puzzles.")
    ] = None,
    rating: Annotated[
        int, typer.Option("--rating", min=600, max=2400, help="How hard the first one is.")
    ] = BEGINNING,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Solve puzzles: find the move that is proven to be best.

    They get harder when you solve them, and easier when you do not.
    """
    chosen = [arguments.find_game(game).info.id] if game else games.ids()
    sitting = PuzzleSitting(
        Rating(float(rating), DEVIATION), Source(seed_from(seed or secrets.token_hex(16)))
    )
    desk = JsonDesk(sitting) if as_json else PaperDesk(sitting)
    try:
        for posed in islice(sitting.puzzles(chosen), number):
            desk.solve(posed)
    except EOFError:
        pass
    desk.end()


@dataclass(slots=True)
class PuzzleSitting:
    """Who solves here: a rating that moves, what was tried, and the streak."""

    known: Rating
    rng: Source
    tried: set[str] = field(default_factory=set)
    solved: int = 0
    streak: int = 0

    def puzzles(self, chosen: list[str]) -> "Iterator[Posed]":
        """Puzzles that suit, of any of these games, until there are no more."""
        from ludoteka.analysis import puzzles

        there = {game: puzzles.ratings(game) for game in chosen}
        left = [game for game, ratings in there.items() if ratings]
        if not left:
            raise BadRequest("There are no puzzles of this game.")
        while left:
            game = self.rng.choose(left)
            name = suiting(there[game], self.known.rating, self.tried, self.rng)
            if name is None:
                left.remove(game)
                continue
            yield puzzles.posed(game, name)

    def enter(self, posed: "Posed", *, is_right: bool) -> int:
        """The verdict counts; by how much the rating changes."""
        before, its = self.known, Rating(posed.puzzle.rating, PUZZLE_DEVIATION)
        self.known = after(before, [Outcome(its, float(is_right))])
        self.known = replace(self.known, deviation=max(KNOWN, self.known.deviation))
        self.tried.add(posed.puzzle.id)
        self.solved += is_right
        self.streak = self.streak + 1 if is_right else 0
        return round(self.known.rating) - round(before.rating)


# --- for programs --------------------------------------------------------------------------------


@dataclass(slots=True)
class JsonDesk:
    """Lines of JSON."""

    sitting: PuzzleSitting
    keyboard: Keyboard = field(default_factory=Keyboard)

    def solve(self, posed: "Posed") -> None:
        """Tells the puzzle, reads answers until one is a move, tells the verdict."""
        asks, game = posed.asks, posed.game
        told = {"game": game.info.id, "id": posed.puzzle.id, "seat": posed.seat, "asks": asks.text}
        view = game.view(posed.match.state, posed.seat)
        print(json.dumps({**told, "rating": round(posed.puzzle.rating), "view": view}, ensure_ascii=False))
        while (found := self._answer(posed)) is None:
            pass
        change = self.sitting.enter(posed, is_right=found.is_right)
        standing = {"rating": round(self.sitting.known.rating), "change": change}
        print(json.dumps({**found.json(), **standing, "streak": self.sitting.streak}, ensure_ascii=False))

    def _answer(self, posed: "Posed") -> "Answered | None":
        line = self.keyboard.ask("")
        try:
            return posed.answered(None if line is None or line.strip() == "answer" else line)
        except Refusal as refusal:
            print(json.dumps({"refused": str(refusal), "rule": refusal.rule}, ensure_ascii=False))
            return None

    def end(self) -> None:
        """Programs have heard everything."""


# --- for people ----------------------------------------------------------------------------------


@dataclass(slots=True)
class PaperDesk:
    """Words and boards."""

    sitting: PuzzleSitting
    keyboard: Keyboard = field(default_factory=Keyboard)
    screen: Screen = field(default_factory=Screen)
    refused: Refusal | None = None

    def solve(self, posed: "Posed") -> None:
        """Shows a puzzle, asks until it is answered, and explains."""
        from ludoteka.cli.speech import Speech

        you, other = (Speech().say(one) for one in (Sentence("You"), Sentence("The other player")))
        names = [you if seat == posed.seat else other for seat in range(posed.match.opening.seats)]
        self.screen = Screen(names, speech=Speech(game=posed.game.info.id))
        self.screen.say()
        rating = str(round(posed.puzzle.rating))
        title = Sentence("{game}, difficulty {rating}", game=posed.game.info.title, rating=rating)
        self.screen.loud(title)
        self.screen.board(posed.match, posed.seat)
        self.screen.loud(posed.asks)
        while (found := self._answer(posed)) is None:
            pass
        self._explain(found, self.sitting.enter(posed, is_right=found.is_right))

    def _answer(self, posed: "Posed") -> "Answered | None":
        line = (self.keyboard.ask("> ") or "").strip()
        word, _, rest = line.partition(" ")
        try:
            if line.lower() == "answer":
                return posed.answered(None)
            if word.lower() in COMMANDS or not line:
                self._obey(posed, word.lower(), rest.strip())
                return None
            return posed.answered(line)
        except Refusal as refusal:
            self.refused = refusal
            self.screen.refusal(refusal)
            return None

    def _obey(self, posed: "Posed", word: str, rest: str) -> None:
        """What can be said beside moves."""
        if word == "quit":
            raise EOFError
        if word == "board":
            self.screen.board(posed.match, posed.seat)
        elif word == "moves":
            self._moves(posed, rest)
        elif word == "score":
            self._score(posed, rest)
        elif word == "how":
            self.screen.page(texts.how_to_play(posed.game.info.id, self.screen.speech.language))
        elif word == "why":
            self._rule(posed)
        else:
            self._help()

    def _help(self) -> None:
        self.screen.say(Sentence("Type your move, as the game writes it. You can also type"))
        for word, about in COMMANDS.items():
            self.screen.say(f"  {word:<8}{self.screen.speech.say(about)}")

    def _moves(self, posed: "Posed", start: str) -> None:
        if not posed.lists:
            raise BadRequest("Here the moves are not listed: to find one is the puzzle.")
        state, write = posed.match.state, posed.game.notation.write
        listed = (write(state, posed.seat, move) for move in posed.game.legal(state, posed.seat))
        found = [text for text in listed if text.startswith(start)]
        self.screen.say("  ".join(found[:SHOWN]) or Sentence("There is none."))
        if len(found) > SHOWN:
            more = len(found) - SHOWN
            self.screen.say(Sentence("... and {n} more: moves START narrows it", n=more))

    def _score(self, posed: "Posed", text: str) -> None:
        state, seat, game = posed.match.state, posed.seat, posed.game
        move = game.notation.read(state, seat, text)
        if not isinstance(game, Scores):
            raise BadRequest("{game} does not score single moves.", game=game.info.title)
        points = game.score(state, seat, move).points
        self.screen.say(counted(points, "{n} point", "{n} points"))
        words = described(game, state, Played(seat, move, posed.match.now), seat)
        if words is not None:
            self.screen.items(words)

    def _rule(self, posed: "Posed") -> None:
        number = None if self.refused is None else self.refused.rule
        language = self.screen.speech.language
        told = texts.rule(posed.game.info.id, number, language) if number else ""
        self.screen.say(f"{number} {told}" if told else Sentence("There is none."))

    # --- the verdict ---------------------------------------------------------------------------

    def _explain(self, found: "Answered", change: int) -> None:
        """Right or not, the best move in words, and the reasons."""
        if found.is_right:
            self.screen.say(Sentence("Right!"), "bold green")
        elif found.played is None:
            self.screen.say(Sentence("This was it."), "bold yellow")
        else:
            self.screen.say(Sentence("Not this time."), "bold yellow")
        if not found.is_right:
            self.screen.say(Sentence("Best: {move}", move=found.best.move))
        if found.best.words is not None:
            self.screen.description(found.best.words, is_named=False)
        for sentence in (found.tells, *(fact.sentence for fact in found.why)):
            self.screen.say("  " + self.screen.speech.say(sentence))
        signed = f"{change:+d}".replace("-", "\N{MINUS SIGN}")
        rating, streak = str(round(self.sitting.known.rating)), self.sitting.streak
        text = "Your rating: {rating} ({change}). Solved one after another: {n}."
        self.screen.say(Sentence(text, rating=rating, change=signed, n=streak), "bright_black")

    def end(self) -> None:
        """What came of it."""
        tried = len(self.sitting.tried)
        self.screen.say()
        self.screen.say(
            Sentence(
                "{n} of {tried} solved. Your rating: {rating}.",
                n=self.sitting.solved,
                tried=tried,
                rating=str(round(self.sitting.known.rating)),
            )
        )
