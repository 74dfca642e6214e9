"""What an event does to a state, what is awaited, and how a match ends."""

from typing import Any

from ludoteka.core import leaving
from ludoteka.core.game import Awaiting, Draw, Drawn, Event, Left, Over, Played, Result, Seat, Turn
from ludoteka.core.refusals import BadRequest, IllegalMove
from ludoteka.core.values import replace
from ludoteka.games.abak.rules import matches
from ludoteka.games.abak.rules.boards import starting_board
from ludoteka.games.abak.types import (
    CUBE_WORDS,
    DOUBLE,
    DROP,
    NOBODY,
    OPENING_DICE,
    PASS,
    ROLL,
    TAKE,
    TURN_DICE,
    WORD_MOVES,
    Move,
    Options,
    State,
)

# --- what is awaited ---------------------------------------------------------------------------


def start(options: Options, _seats: int) -> State:
    """[AK-2.1] The board is set up and the opening roll is awaited."""
    return _set_up(options.settled())


def _set_up(options: Options) -> State:
    return State(options, starting_board(options.setup))


def awaiting(state: State) -> Awaiting[Move]:
    """What now: the end, a cube word, a roll or a turn; [AK-16.5] nothing else is admitted."""
    ended = result(state)
    if ended is not None:
        return Over(ended)
    if state.stage in CUBE_WORDS:
        return Turn(frozenset({matches.answering(state)}))
    if not state.dice:
        return _awaited_roll(state)
    return Turn(frozenset({state.seat}), forced=_forced(state))


def _awaited_roll(state: State) -> Draw:
    """[AK-2.1] The opening roll, one die for each seat, or [AK-2.4] the roll of the seat whose turn it is."""
    if state.seat == NOBODY:
        return Draw(OPENING_DICE, {"event": "opening"}, "AK-2.5")
    return Draw(TURN_DICE, {"event": "roll", "seat": state.seat}, "AK-2.5")


def _forced(state: State) -> Move | None:
    """[AK-5.4] If no step is possible the turn is a pass."""
    from ludoteka.games.abak import moves

    return None if moves.can_step(state) else WORD_MOVES[PASS]


def result(state: State) -> Result | None:
    """[AK-13.5] How the match ended, if it has; [AK-13.6] whoever leaves loses it, whatever the board."""
    if state.left:
        return Result(state.scores, leaving.ranks(state.scores, state.left), leaving.RULE)
    if state.stage != "over":
        return None
    winner = matches.winner_of(state.board)
    rule = "AK-12.5" if winner is None else matches.kind_of_win(state, state.board, winner)
    return Result(state.scores, leaving.ranks(state.scores), rule)


# --- what an event does ------------------------------------------------------------------------


def apply(state: State, event: Event[Move]) -> State:
    """The state after an event; raises and changes nothing if it cannot happen."""
    if isinstance(event, Played):
        return played(state, event.move)
    if isinstance(event, Drawn):
        return _rolled(state, event.outcome)
    if isinstance(event, Left):
        return replace(state, left=leaving.leave(state.left, event.seat, state.seats))
    raise BadRequest("Abak has no time limits.")


def _rolled(state: State, outcome: Any) -> State:
    """[AK-2.3] The higher opening die begins with these dice; [AK-2.2] equal ones are rolled again."""
    first, second = outcome
    dice = (max(first, second), min(first, second))
    if state.seat != NOBODY:
        return replace(state, dice=dice)
    if first == second:
        return state
    return replace(state, seat=0 if first > second else 1, dice=dice)


def check_stage(state: State, move: Move) -> None:
    """AK-16.4 (b): a word that does not fit the stage; what is due counts first ([AK-12.2], [AK-12.4])."""
    if move.word in CUBE_WORDS.get(state.stage, ()):
        return
    if state.stage == "ask":
        raise IllegalMove("First say roll or double.", "AK-12.2")
    if state.stage == "offered":
        raise IllegalMove("You have been offered a double: say take or drop.", "AK-12.4")
    if move.word in CUBE_WORDS["ask"]:
        raise IllegalMove("You cannot double now: play your roll.", "AK-12.2")
    if move.word in CUBE_WORDS["offered"]:
        raise IllegalMove("Nobody has doubled: there is nothing to take or drop.", "AK-12.4")


def played(state: State, move: Move) -> State:
    """The state after a move; a winning turn or [AK-12.5] a drop ends the game, other turns change seats."""
    check_stage(state, move)
    if move.word == ROLL:
        return replace(state, stage="normal")
    if move.word == DOUBLE:
        return replace(state, stage="offered")  # [AK-12.3] the game is offered at twice the value
    if move.word == TAKE:
        return _taken(state)
    if move.word == DROP:
        return _won(state, state.board, matches.dropped_worth(state))
    board = board_after(state, move)
    points = matches.points_of(state, board)
    return _won(state, board, points) if points else _begun(replace(state, board=board), 1 - state.seat)


def board_after(state: State, move: Move) -> bytes:
    """The board after a turn; [AK-5.4] `pass` changes nothing and is refused while a step is possible."""
    from ludoteka.games.abak import moves

    if move.word == PASS:
        if moves.can_step(state):
            raise IllegalMove("You can play this roll, so you must: there is a step to make.", "AK-5.4")
        return state.board
    return moves.turns(state).board(moves.number_of(state, move))


def _begun(state: State, seat: Seat) -> State:
    """[AK-2.4] A turn begins with the cube decision if there is one, then the roll."""
    may_double = matches.may_double(state, seat)
    return replace(state, seat=seat, dice=(), stage="ask" if may_double else "normal")


def _taken(state: State) -> State:
    """[AK-12.4] The value is doubled, the taker owns the cube, the doubler rolls."""
    return replace(state, cube_value=2 * state.cube_value, cube_owner=1 - state.seat, stage="normal")


def _won(state: State, board: bytes, points: int) -> State:
    """[AK-13.1] The seat to move gets the points: enough of them end the match."""
    winner, scores = state.seat, list(state.scores)
    scores[winner] += points
    won = replace(state, board=board, seat=NOBODY, dice=(), scores=(scores[0], scores[1]))
    if matches.is_decided(scores[winner], state.options):
        return replace(won, stage="over")
    return _next_game(won, is_postcrawford=state.is_postcrawford or matches.is_crawford(state))


def _next_game(state: State, *, is_postcrawford: bool) -> State:
    """[AK-13.2] The board is reset, the cube is nobody's, at 1 ([AK-12.1]), and an opening roll follows."""
    return replace(_set_up(state.options), scores=state.scores, is_postcrawford=is_postcrawford)
