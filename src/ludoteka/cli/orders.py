"""What people can say at the table besides moves: `help`, `moves`, `hint`, `undo`, `save` and so on.

An order may be written with a colon before it (`:undo`), which is never read as a move.
"""

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteka import players
from ludoteka.cli import saving, seating
from ludoteka.cli.screen import Screen
from ludoteka.core.game import Scores, Seat, Turn
from ludoteka.core.match import hides
from ludoteka.core.record import AnyMatch
from ludoteka.core.refusals import BadRequest
from ludoteka.core.sentences import quoted

if TYPE_CHECKING:
    from ludoteka.cli.table import Table


@dataclass(frozen=True, slots=True)
class Said:
    """Who said an order where, and what came after its word."""

    table: "Table"
    seat: Seat
    rest: str

    @property
    def match(self) -> AnyMatch:
        return self.table.match

    @property
    def screen(self) -> Screen:
        return self.table.screen


SHOWN = 24  # legal moves shown at once
SEARCHED = 5000  # legal moves looked at for a near miss


def carry_out(table: "Table", seat: Seat, line: str) -> bool:
    """Carries an order out; False: it is none, so it must be a move."""
    told = line.strip()
    if not told:
        table.screen.say("Type a move, or ? for help.")
        return True
    word, _, rest = told.removeprefix(":").strip().partition(" ")
    order = ORDERS.get(word.lower())
    if order is None:
        if told.startswith(":"):
            raise BadRequest("There is no order {word}. Type ? for help.", word=quoted(word, 20))
        return False
    order(Said(table, seat, rest.strip()))
    return True


def near_miss(table: "Table", seat: Seat, line: str) -> str:
    """A suggestion for a text that is not a move."""
    texts = _texts(table, seat)
    if near := get_close_matches(line.strip(), texts, n=3, cutoff=0.6):
        return f"Did you mean {' or '.join(near)}?"
    if texts:
        return f"A move looks like this: {texts[0]}   (moves: more of them, ?: help)"
    return "Type ? for help."


def _texts(table: "Table", seat: Seat) -> list[str]:
    match = table.match
    if not isinstance(match.awaiting, Turn) or seat not in match.awaiting.seats:
        return []
    moves = islice(match.game.legal(match.state, seat), SEARCHED)
    return [match.game.notation.write(match.state, seat, move) for move in moves]


# --- the orders ------------------------------------------------------------------------------


def _help(said: Said) -> None:
    """this list"""
    examples = _texts(said.table, said.seat)[:3]
    if examples:
        said.screen.say(f"Type a move, for instance: {'   '.join(examples)}")
    said.screen.say(f"All about the moves: docs/guide/{said.match.game.info.id}.md. You can also type")
    for word, order in ORDERS.items():
        if order.__doc__ and word != "?":
            said.screen.say(f"  {word:<14}{order.__doc__}")


def _board(said: Said) -> None:
    """the board again"""
    said.screen.board(said.match, said.seat)


def _moves(said: Said) -> None:
    """legal moves; `moves 8H` those that begin with 8H"""
    texts = [text for text in _texts(said.table, said.seat) if text.lower().startswith(said.rest.lower())]
    for text in texts[:SHOWN]:
        said.screen.say(f"  {text}")
    more = len(texts) - SHOWN
    if more > 0:
        said.screen.say(
            f"  ... and {more}{'' if len(texts) < SEARCHED else ' or'} more; moves START narrows it"
        )
    if not texts:
        said.screen.say("  none")


def _hint(said: Said) -> None:
    """what the strongest bot would do"""
    player = players.player_for(said.match.game)
    answer = seating.think(said.match, said.seat, player, said.table.seed, said.table.ms)
    text = said.match.game.notation.write(said.match.state, said.seat, answer.move)
    said.screen.say(f"{player.name}: {text}")


def _score(said: Said) -> None:
    """`score MOVE`: what a move would bring, unplayed"""
    match = said.match
    if not isinstance(match.game, Scores):
        raise BadRequest("{game} does not score single moves.", game=match.game.info.title)
    match.admits(said.seat)
    move = match.game.notation.read(match.state, said.seat, said.rest)
    score = match.game.score(match.state, said.seat, move)
    said.screen.say(f"{score.points} points")
    for part in score.detail:
        said.screen.say(f"  {part}")


def _log(said: Said) -> None:
    """what has happened so far"""
    for match in said.match:
        said.screen.event(match, said.seat)


def _undo(said: Said) -> None:
    """takes back to the choice before this one"""
    turn = said.match.awaiting
    if isinstance(turn, Turn) and turn.live:
        raise BadRequest("In a race nothing can be taken back.")
    if not said.table.back():
        raise BadRequest("There is nothing to take back.")
    said.screen.say("Taken back.")


def _save(said: Said) -> None:
    """`save FILE`: keeps the record there from now on"""
    if said.rest:
        said.table.path = Path(said.rest).expanduser()
    if said.table.path is None:
        raise BadRequest("Say where: save FILE.")
    saving.save(said.table.path, said.table.record())
    said.screen.say(f"Saved in {said.table.path}.")


def _position(said: Said) -> None:
    """the position as one line of text, to begin with it again"""
    if hides(said.match):
        raise BadRequest("The text of a position shows every hand: it is not for players.")
    said.screen.say(said.match.game.notation.dump(said.match.state))


def _leave(said: Said) -> None:
    """gives up: this seat leaves the match for good"""
    said.table.leave(said.seat)


def _quit(said: Said) -> None:
    """stops here; with --save or `save FILE` you can resume later"""
    said.table.stop()


Order = Callable[[Said], None]
ORDERS: dict[str, Order] = {
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
