"""Events in people's words: which tile was laid where, and which areas changed hands."""

from collections.abc import Iterator

from ludoteka.core.description import Description, Item
from ludoteka.core.game import Drawn, Event, Left, Played, Seat
from ludoteka.core.sentences import Sentence, Value, several
from ludoteka.games.abstrakto import turns
from ludoteka.games.abstrakto.rules.areas import Area, bounds, standing
from ludoteka.games.abstrakto.rules.discards import next_to_discard
from ludoteka.games.abstrakto.rules.geometry import kind_at, point_name
from ludoteka.games.abstrakto.types import COLOURS, KIND_NAMES, KINDS, Discard, Move, Place, Rows, State


def describe(state: State, event: Event[Move], seat: Seat | None) -> Description:
    """[AS-11.1] An event as a seat may know it, in words."""
    if isinstance(event, Drawn):
        return _drawn(state, event)
    if isinstance(event, Left):
        return Description(Sentence("leaves the match"), seat=event.seat)
    assert isinstance(event, Played)  # there is no time limit
    if isinstance(event.move, Discard):
        return _discarded(event.move, event.seat, is_known=seat == event.seat)
    return _played(state, event)


def _discarded(move: Discard, actor: Seat, *, is_known: bool) -> Description:
    if not is_known:
        return Description(Sentence("three tiles put aside in secret"), seat=actor)
    kinds = [kind for kind, number in enumerate(move.tiles) for _ in range(number)]
    return Description(Sentence("putting aside {tiles}", tiles=_names(kinds)), seat=actor)


def _names(kinds: list[int]) -> Value:
    return several([KIND_NAMES[kind] for kind in kinds])


def _drawn(state: State, event: Drawn) -> Description:
    """[AS-2.3] Three tiles taken out by chance, [AS-2.5] or the seat that starts."""
    if isinstance(event.outcome, str):
        return Description(Sentence("begins"), seat=COLOURS.index(event.outcome))
    drawn = event.outcome[0]
    assert isinstance(drawn, tuple)
    tiles = _names([KINDS.index(kind) for kind in drawn])
    return Description(Sentence("puts aside {tiles}", tiles=tiles), seat=next_to_discard(state))


# --- moves -----------------------------------------------------------------------------------


def _played(state: State, event: Played[Move]) -> Description:
    after = turns.apply(state, event)
    actor, move = event.seat, event.move
    before, now = (standing(one.board, one.size).controlled for one in (state, after))
    items = (*_changed(state, after, actor), *_skipped(state, after))
    points = now[actor] - before[actor]
    if not isinstance(move, Place):
        return Description(Sentence("taking over the first tile"), items, points, (), actor)
    point = point_name(move.x, move.y)
    kind = KIND_NAMES[kind_at(move.x, move.y, state.size)]
    said = Sentence("{kind} on {point}", kind=kind, point=point)
    return Description(said, items, points, (point,), actor)


def _skipped(state: State, after: State) -> Iterator[Item]:
    """[AS-4.4] Whoever can lay nothing any more is passed over."""
    if after.skipped is not None and after.skipped != state.skipped:
        yield Item(said=Sentence("can lay nothing more"), seat=after.skipped)


# --- areas that changed hands ----------------------------------------------------------------


def _changed(state: State, after: State, actor: Seat) -> Iterator[Item]:
    """[AS-6.4] What became of the areas that are not as they were: each point of either seat."""
    there = standing(after.board, after.size).areas
    for old in standing(state.board, state.size).areas:
        parts = [new for new in there if _is_within(new.region, old.region)]
        if [(new.region, new.owner) for new in parts] != [(old.region, old.owner)]:
            yield from _became(old, parts, after, actor)


def _is_within(part: Rows, whole: Rows) -> bool:
    return all(row & ~over == 0 for row, over in zip(part, whole, strict=True))


def _became(old: Area, parts: list[Area], after: State, actor: Seat) -> Iterator[Item]:
    """An area that was cut, filled or outvoted: its owner keeps one of the parts or loses it."""
    kept = next((new for new in parts if new.owner == old.owner), None)
    if kept is None and old.owner >= 0:
        said = Sentence("loses the area at {area}", area=old.name)
        yield Item(said=said, points=-1, seat=None if old.owner == actor else old.owner)
    for new in parts:
        if new is not kept:
            yield _gained(new, tuple(bounds(new, after.board)), actor)


def _gained(area: Area, where: tuple[str, ...], actor: Seat) -> Item:
    """[AS-6.4] Whose an area is now, by the tiles around it."""
    most, least = max(area.blue, area.orange), min(area.blue, area.orange)
    if area.owner < 0:
        tied = Sentence(
            "nobody has the area at {area}: {most} to {least}", area=area.name, most=most, least=least
        )
        return Item(said=tied, where=where)
    said = Sentence("wins the area at {area}: {most} to {least}", area=area.name, most=most, least=least)
    return Item(said=said, points=1, where=where, seat=None if area.owner == actor else area.owner)
