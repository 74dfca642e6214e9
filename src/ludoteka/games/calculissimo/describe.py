"""Events in people's words: which chips were laid, what they make, and how the points come about."""

from collections.abc import Iterator, Sequence

from ludoteka.core.description import Description, Item, with_points
from ludoteka.core.game import Drawn, Event, Left, Played, Seat
from ludoteka.core.sentences import Sentence, Value, counted, several
from ludoteka.games.calculissimo import turns
from ludoteka.games.calculissimo.notation import write_outcome
from ludoteka.games.calculissimo.rules.placement import names, new_chips
from ludoteka.games.calculissimo.rules.turn import penalty
from ludoteka.games.calculissimo.turns import is_over, what
from ludoteka.games.calculissimo.types import (
    CHIPS,
    JOKER,
    Calculation,
    Move,
    Placement,
    Premium,
    State,
    Swap,
    Word,
    split,
)

SIGNS = {"x": "×", "/": "÷", "-": "−", "+": "+"}
TIMES: dict[Premium, int] = {"green": 2, "blue": 3, "yellow": 2, "purple": 3, "logo": 2}
OF_NUMBERS = ("green", "blue")  # the others multiply the whole calculation


def describe(state: State, event: Event[Move], seat: Seat | None) -> Description:
    """[CA-9.1] An event as a seat may know it, in words."""
    after = turns.apply(state, event)
    if isinstance(event, Drawn):
        return _drawn(state, event, after, seat)
    if isinstance(event, Played):
        return _played(state, event, after, seat)
    if isinstance(event, Left):
        return _told(Sentence("leaves the match"), event.seat, state, after, _stood(state, after, event.seat))
    if state.claim is not None:
        said = Sentence("The time to dispute is over: the chips stay.")
        return _told(said, None, state, after, _stood(state, after, None))
    return _told(Sentence("out of time, turn skipped"), state.seat, state, after)


def _told(
    said: Sentence,
    actor: Seat | None,
    state: State,
    after: State,
    made: Sequence[Item] = (),
    lit: tuple[str, ...] = (),
) -> Description:
    """The whole: what was made, what is counted at the end, and what it changed in the actor's score."""
    found = (*made, *_final(after, actor))
    if actor is None:
        return Description(said, found, where=lit)
    return with_points(said, actor, after.scores[actor] - state.scores[actor], found, lit)


# --- moves -----------------------------------------------------------------------------------


def _played(state: State, event: Played[Move], after: State, seat: Seat | None) -> Description:
    move, actor = event.move, event.seat
    if isinstance(move, Placement):
        made = [] if state.options.is_disputed else _made(state, move, None)
        return _told(_laid(state, move), actor, state, after, made, names(new_chips(move)))
    if isinstance(move, Swap):
        return _told(_swapped(move.chips, is_known=seat == actor), actor, state, after)
    if move is Word.PASS:
        return _told(Sentence("skipping the turn"), actor, state, after)
    return _told(_answered(state, move, after), actor, state, after, _stood(state, after, actor))


def _laid(state: State, move: Placement) -> Sentence:
    laid = [item for item in split(move.items) if item != "."]
    if not state.options.is_disputed:
        return _named(laid)
    one, other = "{chips}, unless somebody disputes it", "{chips}, unless somebody disputes them"
    return counted(len(laid), one, other, chips=_named(laid))


def _named(laid: list[str]) -> Sentence:
    """Numbers alone could be points: they are called chips. A joker that comes first needs no such word."""
    chips = several([_chip(item) for item in laid])
    if laid[0][0] == JOKER:
        return Sentence("{chips}", chips=chips)
    return counted(len(laid), "chip {chips}", "chips {chips}", chips=chips)


def _chip(item: str) -> Value:
    """[CA-3.4] A chip as it is laid; the joker with what it stands for."""
    if item == JOKER:
        return Sentence("the joker")
    if item[0] == JOKER:
        return Sentence("the joker as {face}", face=_sign(item[1]))
    return _sign(item)


def _sign(face: str) -> str:
    return SIGNS.get(face, face)


def _swapped(chips: str, *, is_known: bool) -> Sentence:
    if is_known:
        return Sentence("swapping {chips}", chips=_chips(chips))
    return counted(len(chips), "swapping {n} chip", "swapping {n} chips")


def _chips(chips: str) -> Value:
    return several([_chip(chip) for chip in chips])


def _answered(state: State, move: Word, after: State) -> Sentence:
    """[CA-7.4] An answer to a claim, and what comes of it."""
    if move is Word.ACCEPT:
        return Sentence("accepting the chips")
    if after.board == state.board:
        return Sentence("rightly disputing the chips, which are taken back")
    return Sentence("wrongly disputing the chips, which stay")


# --- calculations and their points -----------------------------------------------------------


def _made(state: State, move: Placement, owner: Seat | None) -> list[Item]:
    """[CA-5.1] The calculations of a placement, each with its points."""
    from ludoteka.games.calculissimo.rules import scoring  # numpy is loaded only when chips are laid

    reckoning = scoring.reckon(state.grid, state.options, state.board, move)
    return [_calculation(one, owner) for one in reckoning.detail]


def _calculation(one: Calculation, owner: Seat | None) -> Item:
    shown = " ".join(_sign(face) for face in one["text"])
    where = tuple(one["squares"])
    if one["rule"] is not None:  # [CA-5.9]
        return Item(shown, None, one["value"], (Sentence("is not a calculation"),), where, owner)
    return Item(f"{shown} = {one['face']}", None, one["value"], tuple(_notes(one)), where, owner)


def _notes(one: Calculation) -> Iterator[Sentence]:
    """[CA-5.2] [CA-5.3] The calculation with its premiums put in, where any acts."""
    if one["premiums"]:
        acting = [(premium["square"], TIMES[premium["kind"]]) for premium in one["premiums"]]
        bonuses = several([f"{square} ×{times}" for square, times in acting])
        yield Sentence("{sum}, with {bonuses}", sum=_sum(one), bonuses=bonuses)


def _sum(one: Calculation) -> str:
    """[CA-5.2] Numbers as they count, [CA-5.3] and how many times the whole: (6 ÷ 2 + 18) × 2."""
    acting = {premium["square"]: premium["kind"] for premium in one["premiums"]}
    times, parts = 1, []
    for square, face in zip(one["squares"], one["text"], strict=True):
        kind = acting.get(square)
        if kind is not None and kind in OF_NUMBERS:
            parts.append(str(int(face) * TIMES[kind]))
        else:
            parts.append(_sign(face))
            times *= 1 if kind is None else TIMES[kind]
    total = " ".join(parts)
    return f"({total}) × {times}" if times > 1 else total


def _stood(state: State, after: State, actor: Seat | None) -> list[Item]:
    """[CA-7.4] The calculations of a claim that stands now."""
    if state.claim is None or after.board == state.board or state.seat == actor:
        return []
    return _made(state, state.claim, state.seat)


# --- chance ----------------------------------------------------------------------------------


def _drawn(state: State, event: Drawn, after: State, seat: Seat | None) -> Description:
    assert state.due is not None
    chips, due = write_outcome(event.outcome), what(state, state.due)
    if due["event"] == "first":
        return _first(due["seats"], chips, after)
    said = _drew(chips, is_known=due["seat"] == seat)
    return _told(said, due["seat"], state, after)


def _drew(chips: str, *, is_known: bool) -> Sentence:
    if is_known:
        return Sentence("draws {chips}", chips=_chips(chips))
    return counted(len(chips), "draws {n} chip", "draws {n} chips")


def _first(seats: Sequence[Seat], chips: str, after: State) -> Description:
    """[CA-2.2] The draw for the first turn is open to all."""
    drew = tuple(
        Item(said=_drew(chip, is_known=True), seat=one) for one, chip in zip(seats, chips, strict=True)
    )
    if after.due is not None and after.due.event == "first":
        return Description(Sentence("Who begins? The highest numbers are equal: once more."), drew)
    return Description(Sentence("draws the highest number and begins"), drew, seat=after.seat)


# --- the end ---------------------------------------------------------------------------------


def _final(after: State, actor: Seat | None) -> Iterator[Item]:
    """[CA-8.6] Each seat loses what is still on its rack."""
    if after.over is None or not is_over(after):
        return
    for seat, rack in enumerate(after.racks):
        if rack:
            owner = None if seat == actor else seat
            said = Sentence("still holds {chips}", chips=_chips("".join(sorted(rack, key=CHIPS.index))))
            yield Item(said=said, points=-penalty(rack), seat=owner)
