"""Each law of the kit is broken by a game, or by a core, that keeps all the others: and is named."""

import ast
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest
from tests.core.test_conformance import BROKEN
from tests.toys import nim, pig, race, stones

from ludoteka.core import conformance, conformance_laws, conformance_secrets
from ludoteka.core import match as matches
from ludoteka.core.chance import Dice, Source, seed_from
from ludoteka.core.conformance import Broken, Effort, check_game, check_match, machine, table
from ludoteka.core.description import Description
from ludoteka.core.game import AnyGame, Draw, Event, GameInfo, Left, Over, Played, Score, Ticked, Turn
from ludoteka.core.match import Match
from ludoteka.core.painting import Painting
from ludoteka.core.refusals import BadNotation, BadRequest
from ludoteka.core.sentences import Sentence

# --- what a game says about itself ---------------------------------------------------------------


class NeitherHiddenNorOpen(nim.Nim):
    info: GameInfo = replace(nim.Nim.info, traits=frozenset())


class TwiceTheSameKey(nim.Nim):
    info: GameInfo = replace(nim.Nim.info, options=nim.Nim.info.options * 2)


# --- moves and positions -------------------------------------------------------------------------


class Shuffling(nim.Nim):
    """Lists its moves in another order each time."""

    def __init__(self) -> None:
        self.asked = 0

    def legal(self, state: nim.State, seat: int) -> Iterator[int]:
        self.asked += 1
        moves = tuple(super().legal(state, seat))
        return iter(moves if self.asked % 2 else moves[::-1])


class OneForAllNotation(nim.Notation):
    def read(self, state: nim.State, seat: int, text: str) -> int:
        return min(1, super().read(state, seat, text))


class OneForAll(nim.Nim):
    """Whatever is written, it reads as taking one."""

    notation = OneForAllNotation()


class Heavy(int):
    """A number of stones that weighs one more."""


class Heavier(nim.Nim):
    """What it lists is not what it reads."""

    def legal(self, state: nim.State, seat: int) -> Iterator[int]:
        return (Heavy(move) for move in super().legal(state, seat))

    def apply(self, state: nim.State, event: Event[int]) -> nim.State:
        after = super().apply(state, event)
        is_heavy = isinstance(event, Played) and isinstance(event.move, Heavy)
        return replace(after, stones=after.stones - 1) if is_heavy and after.stones else after


class Rewriting(nim.Nim):
    """Changes the old state as well."""

    def apply(self, state: nim.State, event: Event[int]) -> nim.State:
        if not isinstance(event, Played):
            return super().apply(state, event)
        after = super().apply(replace(state, seat=event.seat), event)
        object.__setattr__(state, "seat", (event.seat + 1) % state.seats)
        return after


class NoJsonInDetail(nim.Nim):
    def score(self, state: nim.State, seat: int, move: int) -> Score:
        return Score(0, [float("nan")])


class LooseNotation(nim.Notation):
    def dump(self, state: nim.State) -> str:
        return super().dump(state) + " "


class Loose(nim.Nim):
    """Ends its positions with a space."""

    notation = LooseNotation()


class RestlessState(nim.State):
    __slots__ = ()

    def __hash__(self) -> int:
        return id(self)


class RestlessNotation(nim.Notation):
    def load(self, text: str) -> nim.State:
        state = super().load(text)
        return RestlessState(state.seats, state.stones, state.seat, state.left)


class Restless(nim.Nim):
    """Equal states have different hashes."""

    notation = RestlessNotation()

    def start(self, options: nim.Options, seats: int) -> nim.State:
        return RestlessState(seats, options.stones)


@dataclass(frozen=True, slots=True)
class OriginState(nim.State):
    """Knows where it comes from, which is not compared."""

    origin: int = field(default=0, compare=False)


class OriginNotation(nim.Notation):
    def load(self, text: str) -> nim.State:
        state = super().load(text.replace(" 0", "").replace(" 1", ""))
        return OriginState(state.seats, state.stones, state.seat, state.left, origin=0)


class DumpsOriginNotation(OriginNotation):
    def dump(self, state: nim.State) -> str:
        return f"{super().dump(state)} {state.origin}"  # type: ignore[attr-defined] # its own states


class FromOrigin(nim.Nim):
    notation: nim.Notation = OriginNotation()

    def start(self, options: nim.Options, seats: int) -> nim.State:
        return OriginState(seats, options.stones, origin=1)


class DumpsOrigin(FromOrigin):
    """Equal states are dumped as different texts."""

    notation = DumpsOriginNotation()


class AwaitsByOrigin(FromOrigin):
    """Equal states await different things."""

    def awaiting(self, state: nim.State) -> Turn[int] | Over:
        found = super().awaiting(state)
        is_loaded = state.origin == 0  # type: ignore[attr-defined] # its own states
        return replace(found, forced=1) if is_loaded and isinstance(found, Turn) else found


class NumpySeats(nim.Nim):
    """Counts its seats in numbers that are none of Python's."""

    def start(self, options: nim.Options, seats: int) -> nim.State:
        return nim.State(np.int64(seats), options.stones)  # type: ignore[arg-type] # that is the mistake

    class Notation(nim.Notation):
        def load(self, text: str) -> nim.State:
            state = super().load(text)
            return replace(state, seats=np.int64(state.seats))  # type: ignore[arg-type] # the same

    notation = Notation()


class GenerousNotation(nim.Notation):
    def load(self, text: str) -> nim.State:
        return super().load(text or "seats=2 stones=3 seat=0 left=-")


class Generous(nim.Nim):
    """Takes no text for some position."""

    notation = GenerousNotation()


class WordlessNotation(nim.Notation):
    def read(self, state: nim.State, seat: int, text: str) -> int:
        try:
            return super().read(state, seat, text)
        except BadNotation:
            raise BadNotation("") from None


class Wordless(nim.Nim):
    """Refuses without a word."""

    notation = WordlessNotation()


class VengefulNotation(nim.Notation):
    def read(self, state: nim.State, seat: int, text: str) -> int:
        if text == "{}":
            object.__setattr__(state, "stones", 50)
        return super().read(state, seat, text)


class Vengeful(nim.Nim):
    """Adds stones when it is asked nonsense."""

    notation = VengefulNotation()


# --- chance, leaving, results --------------------------------------------------------------------


class ImpossibleDice(Dice):
    def probability(self, outcome: Any) -> Any:
        return 0


class Impossible(pig.Pig):
    """Rolls what it calls impossible."""

    def awaiting(self, state: pig.State) -> Any:
        found = super().awaiting(state)
        return replace(found, chance=ImpossibleDice(2)) if isinstance(found, Draw) else found


class SevensNotation(pig.Notation):
    def read_outcome(self, state: pig.State, text: str) -> Any:
        super().read_outcome(state, text)
        return (7, 7)


class Sevens(pig.Pig):
    """Reads every roll as two sevens."""

    notation = SevensNotation()


class LetsStrangersLeave(nim.Nim):
    def apply(self, state: nim.State, event: Event[int]) -> nim.State:
        is_stranger = isinstance(event, Left) and event.seat >= state.seats
        return state if is_stranger else super().apply(state, event)


class AwaitsLeavers(nim.Nim):
    """Somebody who left in his turn still has it."""

    def apply(self, state: nim.State, event: Event[int]) -> nim.State:
        after = super().apply(state, event)
        return replace(after, seat=state.seat) if isinstance(event, Left) else after


def _with_result(**changes: Any) -> type[nim.Nim]:
    class Changed(nim.Nim):
        def awaiting(self, state: nim.State) -> Turn[int] | Over:
            found = super().awaiting(state)
            if not isinstance(found, Over) or found.result.rule == "left":
                return found
            return Over(replace(found.result, **changes))

    return Changed


# --- what is seen and written down ---------------------------------------------------------------


class Blank(stones.Stones):
    def text(self, view: dict[str, Any]) -> str:
        return " \n"


class Unpainted(nim.Nim):
    """Paints nobody's seat."""

    def paint(self, view: dict[str, Any], seat: int | None) -> Painting:
        return Painting((), ())


class Growing(nim.Nim):
    """Every match begins with more stones than the one before."""

    def __init__(self) -> None:
        self.started = 0

    def start(self, options: nim.Options, seats: int) -> nim.State:
        self.started += 1
        return nim.State(seats, options.stones + self.started)


@dataclass(frozen=True, slots=True)
class NumberedState(nim.State):
    number: int = 0


class NumberedNotation(nim.Notation):
    def dump(self, state: nim.State) -> str:
        assert isinstance(state, NumberedState)
        return f"{super().dump(state)} {state.number}"

    def load(self, text: str) -> nim.State:
        rest, _, number = text.rpartition(" ")
        state = super().load(rest)
        return NumberedState(state.seats, state.stones, state.seat, state.left, int(number))


class Numbered(Growing):
    """No two matches begin alike, though they are played alike."""

    notation: nim.Notation = NumberedNotation()

    def start(self, options: nim.Options, seats: int) -> nim.State:
        state = super().start(options, seats)
        return NumberedState(seats, options.stones, number=state.stones)


class LoudNotation(OriginNotation):
    def write(self, state: nim.State, seat: int, move: int) -> str:
        text = super().write(state, seat, move)
        return text.upper() if state.origin % 2 else text  # type: ignore[attr-defined] # its own states


class Loud(Growing):
    """Every second match is written in capitals."""

    notation = LoudNotation()

    def start(self, options: nim.Options, seats: int) -> nim.State:
        state = super().start(options, seats)
        return OriginState(seats, options.stones, origin=state.stones)


BROKEN_BY_A_GAME: list[tuple[type[Any], str]] = [
    (NeitherHiddenNorOpen, "a game is hidden or open"),
    (TwiceTheSameKey, "keys are unique"),
    (Shuffling, "legal has a fixed order"),
    (OneForAll, "write(read(text)) is canonical"),
    (Heavier, "a move is its text"),
    (Rewriting, "apply leaves the old state alone"),
    (NoJsonInDetail, "moves score"),
    (Loose, "a position is one line"),
    (Restless, "equal states have equal hashes"),
    (DumpsOrigin, "dump is canonical"),
    (AwaitsByOrigin, "an equal state awaits the same"),
    (NumpySeats, "a state knows its seats"),
    (Generous, "a rubbish position is refused"),
    (Wordless, "a refusal is a sentence"),
    (Vengeful, "a refusal changes nothing"),
    (Impossible, "samples are possible"),
    (Sevens, "a written outcome is allowed"),
    (LetsStrangersLeave, "a seat that is not there"),
    (AwaitsLeavers, "a leaver is not awaited"),
    (_with_result(scores=()), "a score and a rank a seat"),
    (_with_result(rule=""), "a result names its rule"),
    (Blank, "a board to look at"),
    (Unpainted, "a painting of it"),
    (Growing, "record replays"),
    (Numbered, "replay of the record is an equal match"),
    (Loud, "the record of the replay is the same text"),
]


@pytest.mark.parametrize(("game", "law"), BROKEN_BY_A_GAME, ids=[law for _, law in BROKEN_BY_A_GAME])
def test_a_game_that_breaks_one_law_is_told_which(game: type[Any], law: str) -> None:
    with pytest.raises(Broken, match=f"Law broken: {re.escape(law)}"):
        check_game(game())


# --- laws that the core keeps for every game -----------------------------------------------------


def _late_or_not(match: Match[Any, Any], _event: Ticked) -> bool:
    return isinstance(match.awaiting, Turn) and match.awaiting.until is not None


BROKEN_BY_A_CORE: list[tuple[str, Callable[..., Any], AnyGame, str]] = [
    ("admits", lambda *_: None, nim.GAME, "others may not act"),
    ("_not_before_now", lambda *_: None, nim.GAME, "time does not run back"),
    ("_expires", lambda *_: True, race.GAME, "without a limit nothing expires"),
    ("_expires", _late_or_not, race.GAME, "a tick before it is no event"),
    ("_expires", lambda *_: False, race.GAME, "a tick at it is one event"),
    ("_in_time", lambda *_: None, race.GAME, "a late move is refused"),
    ("_may_leave", lambda *_: None, pig.GAME, "nobody leaves outside a turn"),
]


@pytest.mark.parametrize(
    ("method", "instead", "game", "law"), BROKEN_BY_A_CORE, ids=[law for *_, law in BROKEN_BY_A_CORE]
)
def test_the_kit_does_not_trust_the_core_either(
    method: str, instead: Callable[..., Any], game: AnyGame, law: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Match, method, instead)
    with pytest.raises(Broken, match=f"Law broken: {law}"):
        check_game(game)


def _any_number(game: AnyGame, seats: int, given: Mapping[str, object] | None = None) -> Any:
    fewest, most = game.info.seats
    return NEW(game, min(max(seats, fewest), most), given)


def _any_option(game: AnyGame, seats: int, given: Mapping[str, object] | None = None) -> Any:
    known = {option.key for option in game.info.options}
    return NEW(game, seats, {key: value for key, value in (given or {}).items() if key in known})


NEW = matches.new
BROKEN_AT_THE_START = [
    (_any_number, "wrong numbers of seats are refused"),
    (_any_option, "unknown options are refused"),
]


@pytest.mark.parametrize(("new", "law"), BROKEN_AT_THE_START, ids=[law for _, law in BROKEN_AT_THE_START])
def test_a_core_that_starts_anything_is_noticed(
    new: Callable[..., Any], law: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "new", new)
    with pytest.raises(Broken, match=f"Law broken: {law}"):
        check_game(nim.GAME)


# --- games that keep the laws in unusual ways ----------------------------------------------------


class OneAnswer(race.Race):
    """A race in which one answer is listed."""

    def legal(self, state: race.State, seat: int) -> Iterator[int]:
        return iter((state.open,))


class Careless(nim.Nim):
    """Whoever asks for three gets two: different moves, the same state, and everybody is told."""

    def apply(self, state: nim.State, event: Event[int]) -> nim.State:
        after = super().apply(state, event)
        is_three = isinstance(event, Played) and event.move == 3 and after.stones
        return replace(after, stones=after.stones + 1) if is_three else after

    def tell(self, state: nim.State, event: Event[int], seat: int | None) -> str:
        return repr(event)


@pytest.mark.parametrize("game", [stones.Stones, OneAnswer, Careless])
def test_a_game_that_keeps_the_laws_is_let_pass(game: type[Any]) -> None:
    check_game(game())


class NoWordsForTheLimit(race.Race):
    def describe(self, state: race.State, event: Event[int], seat: int | None) -> Description:
        if isinstance(event, Ticked):
            raise KeyError(event.at)
        return Description(Sentence("Somebody does something."))


class Landlord(stones.Stones):
    """The first seat may not leave; there are no words for the others."""

    def apply(self, state: nim.State, event: Event[int]) -> nim.State:
        if isinstance(event, Left) and event.seat == 0:
            raise BadRequest("The landlord stays.")
        return super().apply(state, event)

    def describe(self, state: nim.State, event: Event[int], seat: int | None) -> Description:
        if isinstance(event, Left):
            raise KeyError(event.seat)
        return super().describe(state, event, seat)


@pytest.mark.parametrize("game", [NoWordsForTheLimit, Landlord])
def test_what_interrupts_a_turn_needs_words_too(game: type[Any]) -> None:
    with pytest.raises(Broken, match="Law broken: events have words: KeyError"):
        check_game(game())


# --- how much is tried ---------------------------------------------------------------------------


class One(nim.Nim):
    """One stone at a time: a match has as many events as stones."""

    def legal(self, state: nim.State, seat: int) -> Iterator[int]:
        return iter((1,))


def _plies_looked_at(monkeypatch: pytest.MonkeyPatch, looks: int) -> list[int]:
    found: list[int] = []
    monkeypatch.setattr(conformance, "check_state", lambda look: found.append(look.match.ply))
    effort = Effort(looks=looks)
    check_match(One(), 2, {"stones": 50}, effort, Source(seed_from("looks")))
    return found


def test_the_first_moments_are_looked_at_then_one_in_three_and_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = _plies_looked_at(monkeypatch, 1000)
    assert found[:8] == list(range(8))
    assert found[-1] == 50
    assert 42 / 6 < len(found) - 9 < 42 / 2


def test_no_more_moments_are_looked_at_than_were_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _plies_looked_at(monkeypatch, 5) == [0, 1, 2, 3, 4, 50]


class Fussy(nim.Nim):
    """Starts with an even number of stones only."""

    def start(self, options: nim.Options, seats: int) -> nim.State:
        if options.stones % 2:
            raise BadRequest("An even number, please.")
        return super().start(options, seats)


def test_only_tables_that_can_start_are_tried() -> None:
    rng = Source(seed_from("tables"))
    chosen = [table(Fussy(), rng, plain=False)[1].get("stones", 12) for _ in range(60)]
    assert not any(stones % 2 for stones in chosen)
    assert len(set(chosen)) > 2


def test_every_second_table_of_the_state_machine_has_the_default_options() -> None:
    def options(seed: int) -> dict[str, Any]:
        tried = machine(nim.Nim())()
        tried.begin(seed)
        return dict(tried.match.opening.options)

    assert all(options(seed) == {} for seed in range(0, 40, 2))
    assert any(options(seed) for seed in range(1, 40, 2))


# --- nothing is forgotten ------------------------------------------------------------------------

NAMES_A_LAW = {"need": 1, "_need": 1, "refuses": 2, "broken": 0}  # and which argument does


def _laws(module: Any) -> Iterator[str]:
    for call in ast.walk(ast.parse(inspect.getsource(module))):
        name = getattr(call.func, "attr", getattr(call.func, "id", "")) if isinstance(call, ast.Call) else ""
        if isinstance(call, ast.Call) and name in NAMES_A_LAW:
            said = call.args[NAMES_A_LAW[name]]
            if isinstance(said, ast.Constant):
                yield str(said.value)


def test_every_law_is_broken_somewhere() -> None:
    broken = {law for *_, law in (*BROKEN_BY_A_GAME, *BROKEN_BY_A_CORE, *BROKEN_AT_THE_START, *BROKEN)}
    modules = (conformance, conformance_laws, conformance_secrets)
    assert {law for module in modules for law in _laws(module)} - broken == set()
