"""Events in people's words: what was laid, which equations it made, and how their points add up."""

from collections.abc import Iterator, Sequence

from ludoteka.core.description import Description, Item, with_points
from ludoteka.core.game import Drawn, Event, Left, Played, Seat
from ludoteka.core.sentences import Sentence, Value, counted, several
from ludoteka.games.abaku import turns
from ludoteka.games.abaku.notation import drawn
from ludoteka.games.abaku.rules.ends import reward, worth
from ludoteka.games.abaku.rules.placement import REPLACING, Laid, items, lay, names, where
from ludoteka.games.abaku.rules.referee import points
from ludoteka.games.abaku.rules.scoring import Segment, scored, tile_worth
from ludoteka.games.abaku.types import (
    EQUATION_BONUS,
    JOKER,
    RACK,
    TILE_BONUS,
    Change,
    Move,
    Options,
    Placement,
    Reply,
    State,
    Take,
)

SIGNS = {"sqrt": "√", "cbrt": "∛", "(": "", ")": "", "^2": "²", "^3": "³", "<": "← "}
SIGNS |= {"x": " × ", "/": " ÷ ", "-": " − ", "+": " + ", "=": " = "}

TIMES = TILE_BONUS | EQUATION_BONUS


def describe(state: State, event: Event[Move], seat: Seat | None) -> Description:
    """[AB-13] An event as a seat may know it, in words."""
    after = turns.apply(state, event)
    if isinstance(event, Drawn):
        return _drawn(state, event, after, seat)
    if isinstance(event, Played):
        return _played(state, event, after, seat)
    if isinstance(event, Left):
        said = Sentence("leaves the match")
        return _told(said, event.seat, state, after, _stood(state, after, event.seat))
    if state.claim is not None:
        said = Sentence("The time to dispute is over: the tiles stay.")
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
    move = event.move
    if isinstance(move, Placement):
        made = () if state.options.is_disputed else _made(state, move, None)
        return _told(_laid(state, move), event.seat, state, after, made, where(move))
    if isinstance(move, Reply):
        made = _stood(state, after, event.seat)
        return _told(_answered(state, move, after), event.seat, state, after, made)
    return _told(_other(state, event, after, seat), event.seat, state, after, lit=where(move))


def _laid(state: State, move: Placement) -> Sentence:
    laid = [part for part in items(move.tiles) if part != "."]
    if not state.options.is_disputed:
        return _named(laid)
    one, other = "{tiles}, unless somebody disputes it", "{tiles}, unless somebody disputes them"
    return counted(len(laid), one, other, tiles=_named(laid))


def _named(laid: list[str]) -> Sentence:
    """Digits alone could be points: they are called tiles. A Joker that comes first needs no such word."""
    tiles = several([_tile(part) for part in laid])
    if laid[0][0] == JOKER:
        return Sentence("{tiles}", tiles=tiles)
    return counted(len(laid), "tile {tiles}", "tiles {tiles}", tiles=tiles)


def _tile(part: str) -> Value:
    """[AB-6.1] A tile as it is laid: a digit, the Joker with its name, a digit for a Joker."""
    if part[0] == JOKER:
        return Sentence("the Joker as {digit}", digit=part[1]) if len(part) > 1 else Sentence("the Joker")
    if part[0] == REPLACING:
        return Sentence("{digit} for the Joker", digit=part[1])
    return part


def _answered(state: State, move: Reply, after: State) -> Sentence:
    """[AB-9.4] An answer in a window, and what comes of it."""
    if not move.disputes:
        return Sentence("accepting the tiles")
    if after.board == state.board:
        return Sentence("rightly disputing the tiles, which are taken back")
    return Sentence("wrongly disputing the tiles, which stay, and missing the next turn")


def _other(state: State, event: Played[Move], after: State, seat: Seat | None) -> Sentence:
    """[AB-3.1] A change or a skip; in a study also a tile that is taken back."""
    move = event.move
    if isinstance(move, Change):
        return _exchanged(move.tiles, is_known=seat == event.seat)
    if isinstance(move, Take):
        return Sentence("taking one tile back")
    if state.options.mode != "standard":
        return Sentence("end of the study")
    is_out = event.seat in after.out
    return Sentence("skipping the turn again, so out of the game" if is_out else "skipping the turn")


def _exchanged(tiles: str, *, is_known: bool) -> Sentence:
    if is_known:
        return Sentence("exchanging {tiles}", tiles=_tiles(tiles))
    return counted(len(tiles), "exchanging {n} tile", "exchanging {n} tiles")


def _tiles(tiles: str) -> Value:
    return several([_tile(tile) for tile in tiles])


# --- equations and their points --------------------------------------------------------------


def _made(state: State, move: Placement, owner: Seat | None) -> list[Item]:
    """[AB-7.1] The equations of a placement; [AB-11.3] in cover, the squares newly covered."""
    options = state.options
    laid = lay(options, state.board, state.rack, move)
    made = [_equation(options, laid, one, owner) for one in scored(options, laid)]
    if options.mode == "cover":
        count = points(options, laid)
        made.append(Item(said=counted(count, "{n} new square", "{n} new squares"), points=count))
    return made


def _equation(options: Options, laid: Laid, one: Segment, owner: Seat | None) -> Item:
    maths = " · ".join(pretty(reading) for reading in one.readings)
    is_scored = options.mode == "standard"
    notes = tuple(_notes(options, laid, one)) if is_scored else ()
    return Item(maths, None, one.points if is_scored else None, notes, names(*one.squares), owner)


def pretty(reading: str) -> str:
    """[AB-4.4] A reading as people write it: `sqrt(9)=3` is √9 = 3."""
    for sign, shown in SIGNS.items():
        reading = reading.replace(sign, shown)
    return reading


def _notes(options: Options, laid: Laid, one: Segment) -> Iterator[Sentence]:
    """[AB-7.3] How the points come about: the sum, and the bonus squares in it."""
    if options.scoring == "tile-operation":
        new = one.points - 2
        yield counted(new, "2 for the equation, 1 for the new tile", "2 for the equation, {n} for new tiles")
    elif one.bonuses:
        bonuses = several([f"{names(square)[0]} ×{TIMES[kind]}" for square, kind in one.bonuses])
        yield Sentence("{sum}, with {bonuses}", sum=_sum(options, laid, one), bonuses=bonuses)
    elif options.scoring == "values":
        yield Sentence("{sum}", sum=_sum(options, laid, one))


def _sum(options: Options, laid: Laid, one: Segment) -> str:
    """[AB-7.3] Plain tiles, those with a bonus, and how many times all of it: (5 + 3) × 2."""
    acting, times, plain = dict(one.bonuses), 1, 0
    parts = []
    for square in one.squares:
        bonus = acting.get(square, "")
        tile = tile_worth(options.scoring, laid.board[square], square in laid.digits)
        times *= EQUATION_BONUS.get(bonus, 1)
        if options.scoring == "values" or bonus in TILE_BONUS:
            parts.append(tile * TILE_BONUS.get(bonus, 1))
        else:
            plain += tile
    parts = [plain, *parts] if plain else parts
    total = " + ".join(map(str, parts))
    grouped = f"({total})" if times > 1 and len(parts) > 1 else total
    return f"{grouped} × {times}" if times > 1 else total


def _stood(state: State, after: State, actor: Seat | None) -> list[Item]:
    """[AB-9.4] What became of the tiles in a window that has closed: their points, or what they cost."""
    if state.claim is None or after.claim is not None or state.seat == actor:
        return []
    if after.board != state.board:
        return _made(state, state.claim, state.seat)
    cost = len(where(state.claim))
    text = counted(cost, "loses a point for the tile", "loses {n} points, one for each tile")
    return [Item(said=text, points=-cost, seat=state.seat)] if state.seat not in after.out else []


# --- chance ----------------------------------------------------------------------------------


def _drawn(state: State, event: Drawn, after: State, seat: Seat | None) -> Description:
    assert state.draw is not None
    groups = ["".join(group) for group in drawn(event.outcome)]
    if state.draw.event == "first":
        return _first(state.draw.seats, groups, after)
    if state.draw.event == "racks":
        own = () if seat is None else (Item(said=_drew(groups[seat], is_known=True), seat=seat),)
        return Description(counted(RACK, "Everybody draws {n} tile.", "Everybody draws {n} tiles."), own)
    said = _drew(groups[0], is_known=seat == state.seat)
    return _told(said, state.seat, state, after)


def _drew(tiles: str, *, is_known: bool) -> Sentence:
    if is_known:
        return Sentence("draws {tiles}", tiles=_tiles(tiles))
    return counted(len(tiles), "draws {n} tile", "draws {n} tiles")


def _first(seats: Sequence[Seat], tiles: Sequence[str], after: State) -> Description:
    """[AB-2.1] The draw for the first turn is open to all."""
    drew = tuple(
        Item(said=_drew(tile, is_known=True), seat=one) for one, tile in zip(seats, tiles, strict=True)
    )
    if after.draw is not None and after.draw.event == "first":
        return Description(Sentence("Who begins? The highest tiles are equal: once more."), drew)
    return Description(Sentence("draws the highest tile and begins"), drew, seat=after.seat)


# --- the end ---------------------------------------------------------------------------------


def _final(after: State, actor: Seat | None) -> Iterator[Item]:
    """[AB-10.1] What is still on the racks is deducted, and rewards whoever laid the last tile."""
    if after.over not in ("AB-10.1", "AB-10.2", "AB-10.4"):
        return
    finisher = after.seat if after.over == "AB-10.1" else None
    gained = 0
    for seat in after.staying:
        rack = after.racks[seat]
        if rack and seat != finisher:
            owner = None if seat == actor else seat
            cost = -worth(after.options, rack)
            yield Item(said=Sentence("still holds {tiles}", tiles=_tiles(rack)), points=cost, seat=owner)
            gained += reward(after.options, rack)
    if finisher is not None and gained:
        owner = None if finisher == actor else finisher
        yield Item(said=Sentence("gets points for the tiles of the others"), points=gained, seat=owner)
