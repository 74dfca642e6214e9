"""What everybody sees and is told (section 16 of the rules): views, scores, steps. Nothing is hidden."""

from ludoteka.core.game import Drawn, Event, Left, Played, Score, Seat, Steps
from ludoteka.games.abak import turns
from ludoteka.games.abak.notation import LONGEST, TEXTS, Notation, read_words
from ludoteka.games.abak.rules.boards import bar_letters, pips, point_letters, tray_letters
from ludoteka.games.abak.rules.matches import KINDS, dropped_worth, kind_of_win, points_of, winner_of
from ludoteka.games.abak.types import (
    BAR,
    CUBE_WORDS,
    DOUBLE_HIT,
    DROP,
    HIT,
    LETTERS,
    NOBODY,
    OFF,
    PASS,
    PINNED,
    WORD_MOVES,
    BoardView,
    CubeView,
    Move,
    Options,
    OptionsView,
    Sequence,
    State,
    StepDetail,
    TurnDetail,
    View,
    spelling,
)

_NOTATION = Notation()


def view(state: State, _seat: Seat | None) -> View:
    """[AK-16.1] The same for every seat and spectator."""
    return {
        **board_view(state.board),
        "pips": list(pips(state.board)),
        "seat": _shown_seat(state.seat),
        "dice": list(state.dice) or None,
        "stage": state.stage,
        "cube": _cube_view(state),
        "scores": list(state.scores),
        "options": _options_view(state.options),
        "left": list(state.left),
    }


def board_view(board: bytes) -> BoardView:
    """[AK-16.3] Points, bars and trays, as in a view."""
    return {"points": point_letters(board), "bar": bar_letters(board), "off": tray_letters(board)}


def _shown_seat(seat: Seat) -> Seat | None:
    return None if seat == NOBODY else seat


def _cube_view(state: State) -> CubeView | None:
    if state.options.cube == "off":
        return None
    return {"value": state.cube_value, "owner": _shown_seat(state.cube_owner)}


def _options_view(options: Options) -> OptionsView:
    return {
        "setup": options.setup,
        "stack_limit": options.limit,
        "druid_exposed": options.druid_exposed,
        "match": options.match,
        "cube": options.cube,
        "crawford": options.crawford,
        "jacoby": options.jacoby,
    }


def tell(state: State, event: Event[Move], _seat: Seat | None) -> str:
    """Everything is open: the canonical text of the event."""
    if isinstance(event, Played):
        return _NOTATION.write(state, event.seat, event.move)
    if isinstance(event, Drawn):
        return _NOTATION.write_outcome(state, event.outcome)
    return "leave" if isinstance(event, Left) else "time"


def where(_state: State, _seat: Seat, move: Move) -> tuple[str, ...]:
    """[AK-16.4] Sources and targets of a move's steps in order, each once; none for a word."""
    return tuple(dict.fromkeys(place for step in move.steps for place in step.places))


# --- what a move brings ------------------------------------------------------------------------


def score(state: State, _seat: Seat, move: Move) -> Score:
    """[AK-16.2] What the mover scores if this move ends the game, and the steps described."""
    turns.check_stage(state, move)
    if move.word == DROP:
        return Score(-dropped_worth(state))
    if move.word and move.word != PASS:
        return Score(0)
    board = turns.board_after(state, move)
    return Score(points_of(state, board), [*_steps_told(state, spelling(move)), _closing(state, board)])


def _steps_told(state: State, steps: Sequence) -> list[StepDetail]:
    """[AK-16.2] One object per step as given."""
    from ludoteka.games.abak import moves

    unfolding = moves.unfold(state)
    told = []
    for step in steps:
        stack = unfolding.stack(step.target) if step.target else 0
        unfolding.take(step)
        told.append(_step_told(unfolding.codes[-1], stack))
    return told


def _step_told(code: int, stack: int) -> StepDetail:
    """One step; `stack` is what lay on its target before. A double hit shows in its second step."""
    source, target, outcome = code & 31, code >> 5 & 31, code >> 16 & 7
    below = LETTERS[(stack & 7) - 1] if stack else None
    return {
        "from": "bar" if source == BAR else source,
        "to": "off" if target == OFF else target,
        "checker": LETTERS[(code >> 10 & 7) - 1],
        "hit": {HIT: below, DOUBLE_HIT: "G"}.get(outcome),
        "pin": below if outcome == PINNED else None,
    }


def _closing(state: State, board: bytes) -> TurnDetail:
    """[AK-16.2] The pips after the turn and, if it wins, how."""
    told: TurnDetail = {"pips": list(pips(board))}
    if winner_of(board) == state.seat:
        told["result"] = KINDS[kind_of_win(state, board, state.seat)]
    return told


# --- a turn built step by step -----------------------------------------------------------------


def steps(state: State, seat: Seat, prefix: str) -> Steps[Move]:
    """[AK-16.3] What can follow the steps chosen so far in this turn."""
    text = prefix.strip(" \t") if len(prefix) < LONGEST else prefix
    if text.lower() in WORD_MOVES:
        return _after_word(state, WORD_MOVES[text.lower()])
    given = read_words(prefix) if text else ()
    if given:
        turns.check_stage(state, Move(given))
    from ludoteka.games.abak import moves

    if state.stage in CUBE_WORDS or not moves.can_step(state):
        if given:
            moves.unfold(state, given)
        return Steps((), complete=False, board=board_view(state.board), moves=moves.legal(state, seat))
    found = moves.Continuation(state, given)
    texts = tuple(TEXTS[code] for code in found.codes)
    return Steps(texts, found.is_complete, board_view(found.board), found.moves)


def _after_word(state: State, move: Move) -> Steps[Move]:
    """A word is a whole move, if it can be played."""
    turns.played(state, move)
    return Steps((), complete=True, board=board_view(state.board), moves=[move])
