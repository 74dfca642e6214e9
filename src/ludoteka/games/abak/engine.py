"""The game: composes options, turns, moves, views and texts. Start reading at `AbakGame`."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from ludoteka.core.chance import Source
from ludoteka.core.description import Description
from ludoteka.core.game import Awaiting, Event, GameInfo, Score, Seat, Steps
from ludoteka.core.painting import Painting
from ludoteka.core.picture import Marked, Picture
from ludoteka.core.record import Format
from ludoteka.games.abak import imagine, turns, view
from ludoteka.games.abak.notation import Notation
from ludoteka.games.abak.options import EXAMPLE, OPTIONS, PRESETS
from ludoteka.games.abak.types import Move, Options, State, View

if TYPE_CHECKING:
    from ludoteka.encoding.encoder import AnyEncoder
    from ludoteka.games.abak.fast.lanes import AbakLanes


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
        presets=PRESETS,
        example=EXAMPLE,
    )
    notation: Final = Notation()
    options: Final = Options

    def start(self, options: Options, seats: int) -> State:
        """[AK-2.1] The board is set up and the opening roll is awaited."""
        return turns.start(options, seats)

    def awaiting(self, state: State) -> Awaiting[Move]:
        """What now: the end, a cube word, a roll or a turn."""
        return turns.awaiting(state)

    def legal(self, state: State, seat: Seat) -> Iterable[Move]:
        """[AK-14.6] The canonical moves in order."""
        from ludoteka.games.abak import moves

        return moves.legal(state, seat)

    def apply(self, state: State, event: Event[Move]) -> State:
        """The state after an event; raises and changes nothing if it cannot happen."""
        return turns.apply(state, event)

    def view(self, state: State, seat: Seat | None) -> View:
        """[AK-16.1] The same for every seat and spectator."""
        return view.view(state, seat)

    def score(self, state: State, seat: Seat, move: Move) -> Score:
        """[AK-16.2] What the mover scores if this move ends the game, and the steps described."""
        return view.score(state, seat, move)

    def tell(self, state: State, event: Event[Move], seat: Seat | None) -> str:
        """Everything is open: the canonical text of the event."""
        return view.tell(state, event, seat)

    def where(self, state: State, seat: Seat, move: Move) -> tuple[str, ...]:
        """[AK-16.4] The points, bar and tray that a move's steps leave and reach."""
        return view.where(state, seat, move)

    def steps(self, state: State, seat: Seat, prefix: str) -> Steps[Move]:
        """[AK-16.3] What can follow the steps chosen so far in this turn."""
        return view.steps(state, seat, prefix)

    def imagine(self, view: Mapping[str, Any], rng: Source) -> State:
        """The state that a view shows: nothing is hidden."""
        return imagine.imagine(view, rng)

    def describe(self, state: State, event: Event[Move], seat: Seat | None) -> Description:
        from ludoteka.games.abak import describe

        return describe.describe(state, event, seat)

    def text(self, view: Mapping[str, Any]) -> str:
        """A view as a plain-text board."""
        from ludoteka.games.abak import text

        return text.text(view)

    def paint(self, view: Mapping[str, Any], seat: int | None) -> Painting:
        from ludoteka.games.abak import text

        return text.paint(view, seat)

    def encoder(self, state: State) -> "AnyEncoder":
        """Positions and moves as numbers, for learners."""
        from ludoteka.games.abak import encoding  # NumPy is imported only when needed

        return encoding.encoder(state)

    def lanes(self, state: State, n: int) -> "AbakLanes | None":
        from ludoteka.games.abak.fast.lanes import lanes_of

        return lanes_of(state, n)

    def picture(self, view: Mapping[str, Any], last: Marked | None) -> Picture:
        from ludoteka.games.abak import drawing  # shapes are imported only when somebody looks

        return drawing.picture(view, last)

    def formats(self) -> Mapping[str, Format]:
        """`mat`: classic matches, as backgammon programs exchange them."""
        from ludoteka.games.abak import formats

        return formats.FORMATS


GAME: Final = AbakGame()
