"""Events in people's words: steps with the checkers' classes, hits and pins, the dice, the cube, a won game.

Points are the numbers that the viewer sees: those of its own seat, White's for a spectator. `where` names
points as the texts of moves do, in the mover's numbering.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce

from ludoteka.core.description import Description, Item
from ludoteka.core.game import Drawn, Event, Left, Played, Seat
from ludoteka.core.sentences import Sentence, Value, counted, several
from ludoteka.games.abak import turns
from ludoteka.games.abak.rules.matches import TIMES, dropped_worth, kind_of_win, points_of
from ludoteka.games.abak.types import (
    BAR,
    DOUBLE,
    DOUBLE_HIT,
    DROP,
    GUARD,
    HALF_HIT,
    HIT,
    NOBODY,
    OFF,
    PASS,
    PINNED,
    ROLL,
    TAKE,
    Move,
    State,
    Step,
    spelling,
)

CLASSES = (
    Sentence("Soldier"),
    Sentence("Guard"),
    Sentence("General"),
    Sentence("Druid"),
    Sentence("Even wounded"),
    Sentence("Odd wounded"),
)
CHECKER = Sentence("Checker")  # classic backgammon has one kind only


def describe(state: State, event: Event[Move], seat: Seat | None) -> Description:
    """An event in words: nothing is hidden, but everybody reads the numbers on the own side."""
    if isinstance(event, Drawn):
        return _rolled(state, event)
    if isinstance(event, Left):
        return Description(Sentence("leaves the match"), seat=event.seat)
    assert isinstance(event, Played)  # there is no time limit
    if event.move.word:
        return _said(state, event.seat, event.move.word)
    return _moved(state, event.seat, event.move, seat)


# --- dice and words --------------------------------------------------------------------------


def _rolled(state: State, event: Drawn) -> Description:
    assert not isinstance(event.outcome, str)
    first, second = event.outcome
    assert isinstance(first, int)
    assert isinstance(second, int)
    if state.seat != NOBODY:
        return Description(_dice(first, second), seat=state.seat)
    if first == second:
        return Description(Sentence("Both roll {die}: once more.", die=first))  # [AK-2.2]
    drew = tuple(
        Item(said=Sentence("rolls {die}", die=die), seat=one) for one, die in enumerate((first, second))
    )
    return Description(Sentence("begins"), drew, seat=0 if first > second else 1)


def _dice(high: int, low: int) -> Sentence:
    """[AK-2.4] Equal dice are four of that number."""
    if high == low:
        return Sentence("rolls a double {die}", die=high)
    return Sentence("rolls {high} and {low}", high=high, low=low)


def _said(state: State, actor: Seat, word: str) -> Description:
    doubled = 2 * state.cube_value
    if word == DROP:
        return _dropped(state, actor)
    said = {
        PASS: Sentence("no move possible"),
        ROLL: Sentence("rolling the dice"),
        DOUBLE: counted(
            doubled,
            "doubling (the game would count {n} point)",
            "doubling (the game would count {n} points)",
        ),
        TAKE: counted(
            doubled,
            "taking the double (the game counts {n} point)",
            "taking the double (the game counts {n} points)",
        ),
    }[word]
    return Description(said, seat=actor)


def _dropped(state: State, actor: Seat) -> Description:
    """[AK-12.5] The doubler gets the value before the offer."""
    won = Item(said=Sentence("wins the game"), points=dropped_worth(state), seat=state.seat)
    return Description(Sentence("refusing the double, which gives the game up"), (won,), seat=actor)


# --- turns -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Made:
    """One step as it was made: the checker, what lay on top of its target, what happened to that."""

    step: Step
    checker: int
    victim: int
    outcome: int


def _moved(state: State, actor: Seat, move: Move, viewer: Seat | None) -> Description:
    from ludoteka.games.abak import view  # the kernels are imported only when a turn is read

    is_turned = actor != (viewer or 0)
    made = _made(state, move)
    items = tuple(_item(state, one, is_turned=is_turned) for one in made if _is_telling(one))
    board = turns.board_after(state, move)
    points = points_of(state, board)
    won = (_won(state, board, points),) if points else ()
    lit = view.where(state, actor, move)
    return Description(_summary(state, made, is_turned=is_turned), (*items, *won), points or None, lit, actor)


def _made(state: State, move: Move) -> list[_Made]:
    from ludoteka.games.abak import moves

    unfolding, found = moves.unfold(state), []
    for step in spelling(move):
        stack = unfolding.stack(step.target) if step.target else 0
        unfolding.take(step)
        code = unfolding.codes[-1]
        found.append(_Made(step, code >> 10 & 7, stack & 7, code >> 16 & 7))
    return found


def _summary(state: State, made: list[_Made], *, is_turned: bool) -> Sentence:
    """The whole turn in one sentence: who goes where, and what was hit or pinned."""
    paths = several(list(_paths(state, made, is_turned=is_turned)))
    hit = _counted(
        _named(state, GUARD if one.outcome == DOUBLE_HIT else one.victim) for one in made if _hits(one)
    )
    pinned = _counted(_named(state, one.victim) for one in made if one.outcome == PINNED)
    if hit and pinned:
        text = "{paths}, hits the {hit} and pins the {pinned}"
        return Sentence(text, paths=paths, hit=several(hit), pinned=several(pinned))
    if hit:
        return Sentence("{paths} and hits the {hit}", paths=paths, hit=several(hit))
    if pinned:
        return Sentence("{paths} and pins the {pinned}", paths=paths, pinned=several(pinned))
    return Sentence("{paths}", paths=paths)


def _counted(checkers: Iterable[Sentence]) -> list[Value]:
    """Checkers of one class are named once, with their number."""
    return [
        checker if times == 1 else Sentence("{path} ({n}×)", path=checker, n=times)
        for checker, times in Counter(checkers).items()
    ]


def _paths(state: State, made: list[_Made], *, is_turned: bool) -> Iterator[Sentence]:
    """What each checker did, and how many did the same."""
    for (checker, points), times in Counter(_ways(made)).items():
        path = _path(_named(state, checker), points, is_turned=is_turned)
        yield path if times == 1 else Sentence("{path} ({n}×)", path=path, n=times)


def _ways(made: list[_Made]) -> list[tuple[int, tuple[int, ...]]]:
    """Checkers with the points they went over: steps that go on where one ended are one way."""
    found: list[tuple[int, list[int]]] = []
    for one in made:
        source, target = one.step.source, one.step.target
        begun = next((way for checker, way in found if checker == one.checker and way[-1] == source), None)
        if begun is None:
            found.append((one.checker, [source, target]))
        else:
            begun.append(target)
    return [(checker, tuple(way)) for checker, way in found]


def _path(checker: Sentence, points: tuple[int, ...], *, is_turned: bool) -> Sentence:
    if points[0] == BAR:
        way = _way(points[1:], is_turned=is_turned)
        return Sentence("{checker} enters on {way}", checker=checker, way=way)
    return Sentence("{checker} {way}", checker=checker, way=_way(points, is_turned=is_turned))


def _way(points: tuple[int, ...], *, is_turned: bool) -> Value:
    """One point after another: 13 → 8 → 3."""
    first, *more = (_place(point, is_turned=is_turned) for point in points)
    return reduce(lambda way, point: Sentence("{way} → {point}", way=way, point=point), more, first)


def _hits(one: _Made) -> bool:
    return one.outcome in (HIT, DOUBLE_HIT)


def _named(state: State, checker: int) -> Sentence:
    return CHECKER if state.options.setup == "classic" else CLASSES[checker - 1]


def _place(point: int, *, is_turned: bool) -> Value:
    """[AK-1.2] A point in the viewer's numbering, or off the board."""
    if point == OFF:
        return Sentence("off")
    return 25 - point if is_turned else point


def _is_telling(one: _Made) -> bool:
    """Whether a step did more than the sentence about the whole turn says: met somebody, or went back."""
    return one.outcome in (HIT, PINNED, HALF_HIT, DOUBLE_HIT) or BAR > one.step.target > one.step.source


def _item(state: State, one: _Made, *, is_turned: bool) -> Item:
    """One step, with what it did to the checker it met."""
    said = _step(state, one, is_turned=is_turned)
    return Item(said=said, notes=tuple(_effects(state, one)), where=one.step.places)


def _step(state: State, one: _Made, *, is_turned: bool) -> Sentence:
    checker, source, target = _named(state, one.checker), one.step.source, one.step.target
    if source == BAR:
        return Sentence(
            "{checker} enters on {point}", checker=checker, point=_place(target, is_turned=is_turned)
        )
    places = {"source": _place(source, is_turned=is_turned), "target": _place(target, is_turned=is_turned)}
    if target > source:  # [AK-9.1]
        return Sentence("{checker} goes back from {source} to {target}", checker=checker, **places)
    return Sentence("{checker} goes from {source} to {target}", checker=checker, **places)


def _effects(state: State, one: _Made) -> Iterator[Sentence]:
    if one.outcome == HIT:
        yield Sentence("hits the {checker}", checker=_named(state, one.victim))
    elif one.outcome == PINNED:
        yield Sentence("pins the {checker}", checker=_named(state, one.victim))
    elif one.outcome == HALF_HIT:
        yield Sentence("attacks the Guard")
    elif one.outcome == DOUBLE_HIT:  # [AK-7.4]
        yield Sentence("both hit the Guard")


def _won(state: State, board: bytes, points: int) -> Item:
    """[AK-11.5] What a won game is worth: its kind times the cube."""
    rule = kind_of_win(state, board, state.seat)
    said = {
        "AK-11.2": Sentence("wins the game"),
        "AK-11.3": Sentence("wins a gammon, which counts twice"),
        "AK-11.4": Sentence("wins a backgammon, which counts three times"),
    }[rule]
    is_doubled = state.cube_value > 1
    notes = (Sentence("{sum}", sum=f"{TIMES[rule]} × {state.cube_value}"),) if is_doubled else ()
    return Item(said=said, points=points, notes=notes)
