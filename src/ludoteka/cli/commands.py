"""What people can say at the table besides moves: `help`, `moves`, `hint`, `undo`, `save` and so on.

A command may be written with a colon before it (`:undo`), which is never read as a move.
"""

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteka import players
from ludoteka.cli import saving, seating, texts
from ludoteka.cli.terminal import Screen
from ludoteka.core.game import Played, Scores, Seat, Turn, described
from ludoteka.core.match import hides
from ludoteka.core.player import Hint, Legal
from ludoteka.core.record import AnyMatch
from ludoteka.core.refusals import BadRequest
from ludoteka.core.sentences import Sentence, counted, listed, quoted

if TYPE_CHECKING:
    from ludoteka.cli.table import LocalTable


@dataclass(frozen=True, slots=True)
class Typed:
    """Who typed a command where, and what came after its word."""

    table: "LocalTable"
    seat: Seat
    rest: str

    @property
    def match(self) -> AnyMatch:
        return self.table.match

    @property
    def screen(self) -> Screen:
        return self.table.screen


@dataclass(slots=True)
class ToldHint:
    """What was thought out for a seat at one moment, and how much of it was told."""

    match: AnyMatch
    seat: Seat
    steps: list[Hint]
    told: int = 0


TYPE = Sentence("Type a move, or ? for help.")
SHOWN = 24  # legal moves shown at once
SEARCHED = 5000  # legal moves looked at for a near miss


def carry_out(table: "LocalTable", seat: Seat, line: str) -> bool:
    """Carries a command out; False: it is none, so it must be a move."""
    told = line.strip()
    if not told:
        table.screen.say(TYPE)
        return True
    word, _, rest = told.removeprefix(":").strip().partition(" ")
    command = COMMANDS.get(word.lower())
    if command is None:
        if told.startswith(":"):
            raise BadRequest("There is no command {word}. Type ? for help.", word=quoted(word, 20))
        return False
    command[0](Typed(table, seat, rest.strip()))
    return True


def near_miss(table: "LocalTable", seat: Seat, line: str) -> Sentence:
    """A suggestion for a text that is not a move."""
    found = _texts(table, seat)
    if near := get_close_matches(line.strip(), found, n=3, cutoff=0.6):
        return Sentence("Did you mean {moves}?", moves=listed(near, "or"))
    if found:
        return Sentence("A move looks like this: {move}   (moves: more of them, ?: help)", move=found[0])
    return Sentence("Type ? for help.")


def _texts(table: "LocalTable", seat: Seat) -> list[str]:
    match = table.match
    if not isinstance(match.awaiting, Turn) or seat not in match.awaiting.seats:
        return []
    moves = islice(match.game.legal(match.state, seat), SEARCHED)
    return [match.game.notation.write(match.state, seat, move) for move in moves]


# --- the commands ----------------------------------------------------------------------------


def _help(typed: Typed) -> None:
    examples = _texts(typed.table, typed.seat)[:3]
    if examples:
        typed.screen.say(Sentence("Type a move, for instance: {moves}", moves="   ".join(examples)))
    typed.screen.say(Sentence("You can also type"))
    for word, (_, about) in COMMANDS.items():
        if word not in ALSO:
            typed.screen.say(f"  {word:<10}{typed.screen.speech.say(about)}")


ALSO = ("?", "resign")  # other words for the same: not in the list


def _board(typed: Typed) -> None:
    typed.screen.board(typed.match, typed.seat)


def _moves(typed: Typed) -> None:
    match, notation = typed.match, typed.match.game.notation
    turn = match.awaiting
    if not isinstance(turn, Turn) or typed.seat not in turn.seats:
        return
    moves = list(islice(match.game.legal(match.state, typed.seat), SEARCHED))
    named = [(notation.write(match.state, typed.seat, move), move) for move in moves]
    found = [(text, move) for text, move in named if text.lower().startswith(typed.rest.lower())]
    for text, move in found[:SHOWN]:
        words = described(match.game, match.state, Played(typed.seat, move, match.now), typed.seat)
        typed.screen.say(f"  {text:<20}  {typed.screen.speech.say(words.said) if words else ''}".rstrip())
    if len(found) > SHOWN:
        typed.screen.say(Sentence("... and {n} more: moves START narrows it", n=len(found) - SHOWN))
    if not found:
        typed.screen.say(Sentence("There is none."))


def _hint(typed: Typed) -> None:
    """Step by step: what a good move brings, where to look, the move of the strongest bot."""
    table, match = typed.table, typed.match
    if table.hint is None or (table.hint.match, table.hint.seat) != (match, typed.seat):
        with typed.screen.busy(Sentence("Looking for a good move ...")):
            table.hint = ToldHint(match, typed.seat, _steps(typed))
    if not table.hint.steps:
        _whole_hint(typed)
        return
    step = table.hint.steps[min(table.hint.told, len(table.hint.steps) - 1)]
    typed.screen.say(step.sentence)
    if step.described is not None:
        typed.screen.items(step.described)
    if step.move is not None:
        typed.screen.say(Sentence("To play it, type: {move}", move=step.move))
    table.hint.told += 1


def _steps(typed: Typed) -> list[Hint]:
    from ludoteka.analysis.hints import steps_to_a_good_move

    game, state, seat = typed.match.game, typed.match.state, typed.seat
    return steps_to_a_good_move(game, game.view(state, seat), seat, Legal(lambda: game.legal(state, seat)))


def _whole_hint(typed: Typed) -> None:
    """Where the game cannot be told little by little: the move at once."""
    player = players.player_for(typed.match.game)
    answer = seating.think(typed.match, typed.seat, player, typed.table.seed, typed.table.ms)
    text = typed.match.game.notation.write(typed.match.state, typed.seat, answer.move)
    typed.screen.say(Sentence("To play it, type: {move}", move=text))


def _score(typed: Typed) -> None:
    match = typed.match
    match.admits(typed.seat)
    move = match.game.notation.read(match.state, typed.seat, typed.rest)
    if not isinstance(match.game, Scores):
        raise BadRequest("{game} does not score single moves.", game=match.game.info.title)
    score = match.game.score(match.state, typed.seat, move)
    words = described(match.game, match.state, Played(typed.seat, move, match.now), typed.seat)
    if words is None:
        typed.screen.say(counted(score.points, "{n} point", "{n} points"))
    else:
        typed.screen.description(words, is_named=False)


def _log(typed: Typed) -> None:
    for match in typed.match:
        typed.screen.event(match, typed.seat)


def _undo(typed: Typed) -> None:
    turn = typed.match.awaiting
    if isinstance(turn, Turn) and turn.live:
        raise BadRequest("In a race nothing can be taken back.")
    if not typed.table.back():
        raise BadRequest("There is nothing to take back.")
    typed.screen.say(Sentence("Taken back."))


def _how(typed: Typed) -> None:
    _read(typed, texts.how_to_play(typed.match.game.info.id, typed.screen.speech.language))


def _rules(typed: Typed) -> None:
    _read(typed, texts.exact_rules(typed.match.game.info.id, typed.screen.speech.language))


def _read(typed: Typed, text: str) -> None:
    if not text:
        raise BadRequest("There is nothing to read about {game} here.", game=typed.match.game.info.title)
    typed.screen.page(text)


def _why(typed: Typed) -> None:
    refusal = typed.table.refused
    if refusal is None or not refusal.rule:
        raise BadRequest("Nothing was refused by a rule yet.")
    rule = texts.rule(typed.match.game.info.id, refusal.rule, typed.screen.speech.language)
    typed.screen.say(f"{refusal.rule}  {rule}".rstrip())


def _save(typed: Typed) -> None:
    if typed.rest:
        typed.table.path = Path(typed.rest).expanduser()
    if typed.table.path is None:
        raise BadRequest("Say where: save FILE.")
    saving.save(typed.table.path, typed.table.record())
    typed.screen.say(Sentence("Saved in {path}.", path=str(typed.table.path)))


def _position(typed: Typed) -> None:
    if hides(typed.match):
        raise BadRequest("The text of a position shows every hand: it is not for players.")
    typed.screen.say(typed.match.game.notation.dump(typed.match.state))


def _leave(typed: Typed) -> None:
    typed.table.leave(typed.seat)


def _quit(typed: Typed) -> None:
    typed.table.stop()


Order = Callable[[Typed], None]
COMMANDS: dict[str, tuple[Order, Sentence]] = {
    "help": (_help, Sentence("this list")),
    "?": (_help, Sentence("this list")),
    "how": (_how, Sentence("how the game is played")),
    "hint": (_hint, Sentence("what a good move brings; again: where to look; once more: the move")),
    "moves": (_moves, Sentence("moves you can make; `moves 8H` those that begin with 8H")),
    "score": (_score, Sentence("`score MOVE`: what a move would bring, unplayed")),
    "board": (_board, Sentence("the board again")),
    "log": (_log, Sentence("what has happened so far")),
    "undo": (_undo, Sentence("takes back to the choice before this one")),
    "why": (_why, Sentence("the rule that refused your last try")),
    "rules": (_rules, Sentence("the exact rules, with their numbers")),
    "save": (_save, Sentence("`save FILE`: keeps the record there from now on")),
    "position": (_position, Sentence("the position as one line of text, to begin with it again")),
    "leave": (_leave, Sentence("gives up: this seat leaves the match for good")),
    "resign": (_leave, Sentence("gives up: this seat leaves the match for good")),
    "quit": (_quit, Sentence("stops here; with --save or `save FILE` you can resume later")),
}
