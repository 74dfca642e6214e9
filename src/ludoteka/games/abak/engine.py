"""The game: composes the law, the enumeration and the texts. Start reading at `AbakGame`."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any, Final

from ludoteka.core import leaving
from ludoteka.core.chance import Source
from ludoteka.core.game import (
    Awaiting,
    Draw,
    Drawn,
    Event,
    GameInfo,
    Left,
    Over,
    Played,
    Score,
    Seat,
    Steps,
    Turn,
)
from ludoteka.core.options import Option
from ludoteka.core.refusals import BadRequest, IllegalMove
from ludoteka.games.abak import laws
from ludoteka.games.abak.board import bar_letters, pips, point_letters, tray_letters
from ludoteka.games.abak.imagining import shown_state
from ludoteka.games.abak.notation import AbakNotation, read_words
from ludoteka.games.abak.types import (
    DOUBLE,
    DROP,
    NOBODY,
    OPENING_DICE,
    PASS,
    ROLL,
    SETS,
    TAKE,
    TURN_DICE,
    WORD_MOVES,
    Move,
    Options,
    State,
    View,
)

YES_NO = {"yes": "Yes", "no": "No"}
OPTIONS = (
    Option(
        "setup",
        "abak",
        "The checkers and where they start.",
        values=tuple(SETS),
        labels={"abak": "Abak: checkers with classes", "classic": "Classic backgammon"},
    ),
    Option(
        "stack_limit",
        None,
        "How many checkers a point can hold (5 to 15; 0: any number).",
        low=0,
        high=15,
        derived=" By default 5 in Abak, no limit in classic backgammon.",
    ),
    Option(
        "druid_exposed",
        "yes",
        "Whether a druid alone on its prisoner can be hit.",
        values=("yes", "no"),
        labels=YES_NO,
    ),
    Option("match", 1, "Points that win the match; 0: one game for points.", low=0, high=99),
    Option(
        "cube",
        "off",
        "Whether the doubling cube is used.",
        values=("off", "on"),
        labels={"off": "No cube", "on": "Doubling cube"},
    ),
    Option(
        "crawford",
        "yes",
        "Whether nobody may double in the first game after a player needs one more point.",
        values=("yes", "no"),
        labels=YES_NO,
    ),
    Option(
        "jacoby",
        "no",
        "Whether gammons count only once the cube was turned (one game for points).",
        values=("no", "yes"),
        labels=YES_NO,
    ),
)
CUBE_WORDS = {"ask": (ROLL, DOUBLE), "offered": (TAKE, DROP)}


class AbakGame:
    """Abak Evolution Backgammon, and classic backgammon with `setup=classic`."""

    info: Final = GameInfo(
        id="abak",
        title="Abak",
        seats=(2, 2),
        rules=1,
        traits=frozenset({"chance", "open"}),
        options=OPTIONS,
        summary="Backgammon whose checkers have classes: guards, a general, a druid and two wounded.",
        minutes=(10, 40),
    )
    notation: Final = AbakNotation()
    options: Final = Options

    def start(self, options: Options, seats: int) -> State:
        """[AK-2.1] The board is set up and the opening roll is awaited."""
        if options.limit in range(1, 5):
            raise BadRequest("Option stack_limit is 0 for no limit, or a number from 5 to 15.")
        return laws.new_match(options.settled())

    def awaiting(self, state: State) -> Awaiting[Move]:
        """What now: the end, a cube word, a roll or a turn; [AK-16.5] nothing else is admitted."""
        ended = laws.result(state)
        if ended is not None:
            return Over(ended)
        if state.stage in CUBE_WORDS:
            return Turn(frozenset({actor(state)}))
        if not state.dice:
            return _awaited_roll(state)
        return Turn(frozenset({state.seat}), forced=None if _can_step(state) else WORD_MOVES[PASS])

    def legal(self, state: State, seat: Seat) -> Iterable[Move]:
        """[AK-14.6] The canonical moves in order: by number of steps, then step by step."""
        if state.stage in CUBE_WORDS:
            return [WORD_MOVES[word] for word in CUBE_WORDS[state.stage]]
        from ludoteka.games.abak import play

        return play.turns(state).moves or [WORD_MOVES[PASS]]

    def apply(self, state: State, event: Event[Move]) -> State:
        """The state after an event; raises and changes nothing if it cannot happen."""
        if isinstance(event, Played):
            return _played(state, event.move)
        if isinstance(event, Drawn):
            return _rolled(state, event.outcome)
        if isinstance(event, Left):
            return replace(state, left=leaving.leave(state.left, event.seat, state.seats))
        raise BadRequest("Abak has no time limits.")

    def view(self, state: State, seat: Seat | None) -> View:
        """[AK-16.1] The same for every seat and spectator."""
        owner = None if state.cube_owner == NOBODY else state.cube_owner
        return {
            "points": point_letters(state.board),
            "bar": bar_letters(state.board),
            "off": tray_letters(state.board),
            "pips": list(pips(state.board)),
            "seat": None if state.seat == NOBODY else state.seat,
            "dice": list(state.dice) or None,
            "stage": state.stage,
            "cube": {"value": state.cube_value, "owner": owner} if state.options.cube == "on" else None,
            "scores": list(state.scores),
            "options": asdict(state.options),
            "left": list(state.left),
        }

    def score(self, state: State, seat: Seat, move: Move) -> Score:
        """[AK-16.2] What the end of the game by this move brings the mover, and the steps told."""
        check_stage(state, move)
        if move.word == DROP:
            return Score(-state.cube_value)
        if move.word and move.word != PASS:
            return Score(0)
        from ludoteka.games.abak import play

        board = _turned(state, move)
        if move.word == PASS:
            return Score(0, [play.closing(state, board)])
        return Score(play.points_of(state, board), play.detail_of(state, move))

    def tell(self, state: State, event: Event[Move], seat: Seat | None) -> str:
        """Everything is open: the canonical text of the event."""
        if isinstance(event, Played):
            return self.notation.write(state, event.seat, event.move)
        if isinstance(event, Drawn):
            return self.notation.write_outcome(state, event.outcome)
        return "leave" if isinstance(event, Left) else "time"

    def steps(self, state: State, seat: Seat, prefix: str) -> Steps[Move]:
        """[AK-16.3] What can follow the steps chosen so far in this turn."""
        from ludoteka.games.abak import play

        text = prefix.strip(" \t") if len(prefix) < 1000 else prefix
        if text.lower() in WORD_MOVES:
            move = WORD_MOVES[text.lower()]
            _played(state, move)
            return Steps((), complete=True, board=play.board_view(state.board), moves=[move])
        steps = read_words(prefix) if text else ()
        if steps:
            check_stage(state, Move(steps))
        if state.stage in CUBE_WORDS or not _can_step(state):
            if steps:
                play.unfold(state, steps)
            return Steps(
                (), complete=False, board=play.board_view(state.board), moves=list(self.legal(state, seat))
            )
        return play.continue_from(state, steps)

    def imagine(self, view: Mapping[str, Any], rng: Source) -> State:
        """The state that a view shows: nothing is hidden."""
        return shown_state(view)

    def text(self, view: Mapping[str, Any]) -> str:
        """A view as a plain-text board."""
        from ludoteka.games.abak.text import draw

        return draw(view)


def actor(state: State) -> Seat:
    """[AK-12.3] To an offered double the other seat answers."""
    return 1 - state.seat if state.stage == "offered" else state.seat


def _awaited_roll(state: State) -> Draw:
    """[AK-2.1] The opening roll, one die for each seat, or [AK-2.4] the roll of the seat whose turn it is."""
    if state.seat == NOBODY:
        return Draw(OPENING_DICE, {"event": "opening"}, "AK-2.5")
    return Draw(TURN_DICE, {"event": "roll", "seat": state.seat}, "AK-2.5")


def _rolled(state: State, outcome: Any) -> State:
    """[AK-2.3] The higher opening die begins with these dice; [AK-2.2] equal ones are rolled again."""
    first, second = outcome
    dice = (max(first, second), min(first, second))
    if state.seat != NOBODY:
        return replace(state, dice=dice)
    if first == second:
        return state
    return replace(state, seat=0 if first > second else 1, dice=dice)


def _can_step(state: State) -> bool:
    """[AK-5.4] Whether any step is possible: if not, the turn is a pass."""
    from ludoteka.games.abak import turns

    high, low = state.dice
    exposed = int(state.options.druid_exposed == "yes")
    return turns.can_step(state.board, state.seat, high, low, state.options.limit, exposed)


def check_stage(state: State, move: Move) -> None:
    """AK-16.4 (b): a word that does not fit the stage; what is due counts first ([AK-12.2], [AK-12.4])."""
    due = CUBE_WORDS.get(state.stage, ())
    if move.word in due:
        return
    if state.stage == "ask":
        raise IllegalMove("First say roll or double.", "AK-12.2")
    if state.stage == "offered":
        raise IllegalMove("You have been offered a double: say take or drop.", "AK-12.4")
    if move.word in CUBE_WORDS["ask"]:
        raise IllegalMove("You cannot double now: play your roll.", "AK-12.2")
    if move.word in CUBE_WORDS["offered"]:
        raise IllegalMove("Nobody has doubled: there is nothing to take or drop.", "AK-12.4")


def _played(state: State, move: Move) -> State:
    check_stage(state, move)
    if move.word == ROLL:
        return replace(state, stage="normal")
    if move.word == DOUBLE:
        return replace(state, stage="offered")  # [AK-12.3] the game is offered at twice the value
    if move.word == TAKE:
        return laws.with_taken(state)
    if move.word == DROP:  # [AK-12.5] the doubler gets the value before the offer, whatever the board
        return laws.with_win(state, state.board, state.seat, state.cube_value)
    board = _turned(state, move)
    if laws.winner_of(board) == state.seat:
        return laws.with_win(state, board, state.seat, laws.worth(state, board, state.seat))
    return laws.with_turn(replace(state, board=board), 1 - state.seat)


def _turned(state: State, move: Move) -> bytes:
    """The board after a turn; [AK-5.4] `pass` changes nothing and is refused while a step is possible."""
    from ludoteka.games.abak import play

    if move.word == PASS:
        if _can_step(state):
            raise IllegalMove("You can play this roll, so you must: there is a step to make.", "AK-5.4")
        return state.board
    return play.turns(state).board(play.judge(state, move))


GAME: Final = AbakGame()
