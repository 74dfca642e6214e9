"""What is told of a sitting, and to whom: the one place where a move that was handed in becomes visible."""

from typing import Any, Literal

from ludoteka.core.game import Drawable, Located, Played, described
from ludoteka.core.sitting import SEAT, AnyMatch, DuplicateSitting, Found, Participant, TurnOver
from ludoteka.server.messages.models import described_sheet
from ludoteka.server.messages.sittings import (
    MoveSheet,
    MyChair,
    SitterSheet,
    SittingForm,
    SittingTurn,
    WholeTurn,
)

Phase = Literal["waiting", "turn", "between", "over"]


def phase_of(sitting: DuplicateSitting) -> Phase:
    """What a sitting is doing."""
    if sitting.over is not None:
        return "over"
    if sitting.is_open:
        return "turn"
    return "between" if sitting.past else "waiting"


def turn_of(sitting: DuplicateSitting) -> int:
    """The number of the turn that goes on, or of the last one; 0 before the first."""
    return len(sitting.past) + sitting.is_open


def form_sheet(sitting: DuplicateSitting) -> SittingForm:
    """How it is played."""
    form = sitting.form
    return SittingForm(
        turns=form.turns, seconds=form.seconds, pace="host" if form.pace == "host" else "clock"
    )


def board_of(match: AnyMatch) -> tuple[Any, str | None]:
    """Board and rack, which are everybody's: as a view, and as text."""
    view = match.game.view(match.state, SEAT)
    return view, match.game.text(view) if isinstance(match.game, Drawable) else None


def move_sheet(match: AnyMatch, found: Found | None) -> MoveSheet | None:
    """A move that was handed in; only for its own player, or once its turn is over."""
    if found is None:
        return None
    words = described(match.game, match.state, Played(SEAT, found.move), SEAT)
    where = match.game.where(match.state, SEAT, found.move) if isinstance(match.game, Located) else ()
    return MoveSheet(
        text=found.text, described=described_sheet(words), points=found.points, where=list(where)
    )


def sitters(sitting: DuplicateSitting, names: list[str]) -> list[SitterSheet]:
    """[DU-2.3] Everybody with their points up to the last turn, and whether they have handed in."""
    places = sitting.places
    return [
        SitterSheet(
            name=names[number] if number < len(names) else "",
            state=_state(player),
            handed=player.handed is not None,
            points=sitting.points(number),
            percent=sitting.percent(number),
            tops=sum(turn.points(number) == turn.most > 0 for turn in sitting.past),
            rank=places[number],
        )
        for number, player in enumerate(sitting.players)
    ]


def chair(sitting: DuplicateSitting, player: int) -> MyChair:
    """Somebody's own part, with their own move."""
    mine = sitting.players[player]
    return MyChair(player=player, state=_state(mine), handed=move_sheet(sitting.match, mine.handed))


def _state(player: Participant) -> Literal["here", "away", "left"]:
    if player.has_left:
        return "left"
    return "here" if player.is_awaited else "away"


def turn_sheet(turn: TurnOver, number: int) -> SittingTurn:
    """A turn that is over, in short."""
    laid = move_sheet(turn.before, turn.laid)
    assert laid is not None
    return SittingTurn(
        number=number,
        laid=laid,
        change=turn.is_change,
        by=[] if turn.is_change else _finders(turn),
        best=move_sheet(turn.before, turn.best),
        points=[None if found is None else found.points for found in turn.found],
    )


def _finders(turn: TurnOver) -> list[int]:
    same = turn.laid.text
    return [player for player, found in enumerate(turn.found) if found is not None and found.text == same]


def whole_turn(turn: TurnOver, number: int) -> WholeTurn:
    """A turn that is over, with everybody's moves and the board before and after it."""
    match = turn.before
    after, plain = board_of(match.then(Played(SEAT, turn.laid.move, match.now)))
    found = [move_sheet(match, one) for one in turn.found]
    whole = {"found": found, "view": board_of(match)[0], "after": after, "plain": plain}
    return WholeTurn(**dict(turn_sheet(turn, number)), **whole)
