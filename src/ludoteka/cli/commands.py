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
from ludoteka.cli import saving, seating
from ludoteka.cli.terminal import Screen
from ludoteka.core.game import Scores, Seat, Turn
from ludoteka.core.match import hides
from ludoteka.core.player import Legal
from ludoteka.core.record import AnyMatch
from ludoteka.core.refusals import BadRequest
from ludoteka.core.sentences import quoted

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
    steps: list[str]
    told: int = 0


SHOWN = 24  # legal moves shown at once
SEARCHED = 5000  # legal moves looked at for a near miss


def carry_out(table: "LocalTable", seat: Seat, line: str) -> bool:
    """Carries a command out; False: it is none, so it must be a move."""
    told = line.strip()
    if not told:
        table.screen.say("Type a move, or ? for help.")
        return True
    word, _, rest = told.removeprefix(":").strip().partition(" ")
    command = COMMANDS.get(word.lower())
    if command is None:
        if told.startswith(":"):
            raise BadRequest("There is no command {word}. Type ? for help.", word=quoted(word, 20))
        return False
    command(Typed(table, seat, rest.strip()))
    return True


def near_miss(table: "LocalTable", seat: Seat, line: str) -> str:
    """A suggestion for a text that is not a move."""
    texts = _texts(table, seat)
    if near := get_close_matches(line.strip(), texts, n=3, cutoff=0.6):
        return f"Did you mean {' or '.join(near)}?"
    if texts:
        return f"A move looks like this: {texts[0]}   (moves: more of them, ?: help)"
    return "Type ? for help."


def _texts(table: "LocalTable", seat: Seat) -> list[str]:
    match = table.match
    if not isinstance(match.awaiting, Turn) or seat not in match.awaiting.seats:
        return []
    moves = islice(match.game.legal(match.state, seat), SEARCHED)
    return [match.game.notation.write(match.state, seat, move) for move in moves]


# --- the commands ----------------------------------------------------------------------------


def _help(typed: Typed) -> None:
    """this list"""
    examples = _texts(typed.table, typed.seat)[:3]
    if examples:
        typed.screen.say(f"Type a move, for instance: {'   '.join(examples)}")
    typed.screen.say(f"All about the moves: docs/guide/{typed.match.game.info.id}.md. You can also type")
    for word, command in COMMANDS.items():
        if command.__doc__ and word != "?":
            typed.screen.say(f"  {word:<14}{command.__doc__}")


def _board(typed: Typed) -> None:
    """the board again"""
    typed.screen.board(typed.match, typed.seat)


def _moves(typed: Typed) -> None:
    """legal moves; `moves 8H` those that begin with 8H"""
    texts = [text for text in _texts(typed.table, typed.seat) if text.lower().startswith(typed.rest.lower())]
    for text in texts[:SHOWN]:
        typed.screen.say(f"  {text}")
    more = len(texts) - SHOWN
    if more > 0:
        typed.screen.say(
            f"  ... and {more}{'' if len(texts) < SEARCHED else ' or'} more; moves START narrows it"
        )
    if not texts:
        typed.screen.say("  none")


def _hint(typed: Typed) -> None:
    """what a good move brings; again: where to look; once more: the move of the strongest bot"""
    from ludoteka.analysis.hints import steps_to_a_good_move

    table, match = typed.table, typed.match
    if table.hint is None or (table.hint.match, table.hint.seat) != (match, typed.seat):
        legal = Legal(lambda: match.game.legal(match.state, typed.seat))
        steps = steps_to_a_good_move(match.game, match.game.view(match.state, typed.seat), typed.seat, legal)
        table.hint = ToldHint(match, typed.seat, [step.sentence.text for step in steps])
    if not table.hint.steps:
        _whole_hint(typed)
        return
    typed.screen.say(table.hint.steps[min(table.hint.told, len(table.hint.steps) - 1)])
    table.hint.told += 1


def _whole_hint(typed: Typed) -> None:
    """Where the game cannot be told little by little: the move at once."""
    player = players.player_for(typed.match.game)
    answer = seating.think(typed.match, typed.seat, player, typed.table.seed, typed.table.ms)
    text = typed.match.game.notation.write(typed.match.state, typed.seat, answer.move)
    typed.screen.say(f"{player.name}: {text}")


def _score(typed: Typed) -> None:
    """`score MOVE`: what a move would bring, unplayed"""
    match = typed.match
    if not isinstance(match.game, Scores):
        raise BadRequest("{game} does not score single moves.", game=match.game.info.title)
    match.admits(typed.seat)
    move = match.game.notation.read(match.state, typed.seat, typed.rest)
    score = match.game.score(match.state, typed.seat, move)
    typed.screen.say(f"{score.points} points")
    for part in score.detail:
        typed.screen.say(f"  {part}")


def _log(typed: Typed) -> None:
    """what has happened so far"""
    for match in typed.match:
        typed.screen.event(match, typed.seat)


def _undo(typed: Typed) -> None:
    """takes back to the choice before this one"""
    turn = typed.match.awaiting
    if isinstance(turn, Turn) and turn.live:
        raise BadRequest("In a race nothing can be taken back.")
    if not typed.table.back():
        raise BadRequest("There is nothing to take back.")
    typed.screen.say("Taken back.")


def _save(typed: Typed) -> None:
    """`save FILE`: keeps the record there from now on"""
    if typed.rest:
        typed.table.path = Path(typed.rest).expanduser()
    if typed.table.path is None:
        raise BadRequest("Say where: save FILE.")
    saving.save(typed.table.path, typed.table.record())
    typed.screen.say(f"Saved in {typed.table.path}.")


def _position(typed: Typed) -> None:
    """the position as one line of text, to begin with it again"""
    if hides(typed.match):
        raise BadRequest("The text of a position shows every hand: it is not for players.")
    typed.screen.say(typed.match.game.notation.dump(typed.match.state))


def _leave(typed: Typed) -> None:
    """gives up: this seat leaves the match for good"""
    typed.table.leave(typed.seat)


def _quit(typed: Typed) -> None:
    """stops here; with --save or `save FILE` you can resume later"""
    typed.table.stop()


Order = Callable[[Typed], None]
COMMANDS: dict[str, Order] = {
    "help": _help,
    "?": _help,
    "board": _board,
    "moves": _moves,
    "hint": _hint,
    "score": _score,
    "log": _log,
    "undo": _undo,
    "save": _save,
    "position": _position,
    "leave": _leave,
    "quit": _quit,
}
