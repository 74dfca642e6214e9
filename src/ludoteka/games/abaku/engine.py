"""Abaku as a `Game`: composes the rules, describes chance, answers the protocol."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product

from ludoteka.core import leaving
from ludoteka.core.chance import Bag, Outcome, Source
from ludoteka.core.game import (
    Awaiting,
    Draw,
    Drawn,
    Event,
    GameInfo,
    Left,
    Over,
    Played,
    Result,
    Score,
    Turn,
    View,
)
from ludoteka.core.refusals import BadRequest
from ludoteka.games._lines.multisets import arranged, contents, spelled, taken
from ludoteka.games.abaku import boards, settings, turns, views
from ludoteka.games.abaku.notation import AbakuNotation, drawn
from ludoteka.games.abaku.placement import points
from ludoteka.games.abaku.playing import expire, judged, play, stand
from ludoteka.games.abaku.scoring import scored
from ludoteka.games.abaku.types import (
    BARE,
    RACK,
    TILES,
    AbakuView,
    Change,
    Move,
    Options,
    Pending,
    Reply,
    Skip,
    State,
    Unfit,
)

DRAW_RULES = {"first": "AB-2.1", "racks": "AB-2.2", "refill": "AB-3.4", "change": "AB-8.2"}


class Abaku:
    """[AB-3.1] The game of equations: a turn is a placement, a change or a skip."""

    info = GameInfo(
        id="abaku",
        title="Abaku",
        seats=(1, 4),  # AB-1.3
        rules=1,
        traits=frozenset({"chance", "hidden", "simultaneous", "timed", "representative"}),
        options=settings.OPTIONS,
        seats_rule="AB-1.3",
        summary="Lay digits crosswise so that they make equations: 1248 holds 12-4=8, 2^2=4 and 2x4=8.",
        minutes=(20, 60),
    )
    notation = AbakuNotation()
    options = Options

    def start(self, options: Options, seats: int) -> State:
        """[AB-2.3] An empty board and all scores 0."""
        try:
            options = settings.settled(options, seats)
        except Unfit as unfit:
            raise BadRequest(unfit.text, unfit.rule) from None
        zeros = (0,) * seats
        every = boards.tile_set(options.joker)
        state = State(options, BARE, ("",) * seats, every, zeros, 0, zeros, zeros, zeros)
        if options.mode != "standard":
            return replace(state, racks=(every,), bag="")  # AB-11.2
        if seats == 1:
            return replace(state, draw=Pending("racks"))
        return replace(state, draw=Pending("first", seats=tuple(range(seats))))

    def awaiting(self, state: State) -> Awaiting[Move]:
        if state.over is not None:
            return Over(result(state), state.began)
        if state.draw is not None:
            return _awaited_draw(state, state.draw)
        until = state.began + 1000 * state.options.turn_seconds if state.options.turn_seconds else None
        return Turn(frozenset(views.to_act(state)), state.began, until, "AB-3.5")

    def legal(self, state: State, seat: int) -> Iterable[Move]:
        """[AB-14.2] All moves in code-point order of their texts."""
        if seat not in views.to_act(state):
            return
        if state.claim is not None:
            yield from (Reply(disputes=False), Reply(disputes=True))
            return
        from ludoteka.games.abaku.moves import placements  # arrays are loaded when first needed

        yield from placements(state)
        yield from changes(state)
        yield Skip()
        if state.options.mode == "sandbox":
            from ludoteka.games.abaku.moves import takes

            yield from takes(state)

    def apply(self, state: State, event: Event[Move]) -> State:
        if isinstance(event, Played):
            return play(state, event.seat, event.move, event.at)
        if isinstance(event, Drawn):
            return draw(state, event.outcome)
        if isinstance(event, Left):
            return leave(state, event)
        return expire(state, event.at)

    def view(self, state: State, seat: int | None) -> AbakuView:
        return views.view(state, seat)

    def score(self, state: State, seat: int, move: Move) -> Score:
        """[AB-16] What the move would bring, each scored segment with all its readings."""
        laid = judged(state, seat, move)
        if laid is None:
            return Score(0)
        options = state.options
        return Score(points(options, laid), [part.as_json() for part in scored(options, laid)])

    def tell(self, state: State, event: Event[Move], seat: int | None) -> str:
        return views.tell(state, event, seat)

    def text(self, view: View) -> str:
        from ludoteka.games.abaku.text import board_text

        return board_text(view)

    def imagine(self, view: View, rng: Source) -> State:
        from ludoteka.games.abaku.imagining import imagine

        return imagine(view, rng)

    def annex(self, state: State) -> Mapping[str, str]:
        """[AB-1.4] The squares of an added board, for readers of a record."""
        name = state.options.board
        return {"board": boards.as_rows(name)} if boards.BOARDS.is_added(name) else {}


# --- chance ----------------------------------------------------------------------------------


def _awaited_draw(state: State, pending: Pending) -> Draw:
    """[AB-14.3] Who draws and how many."""
    seats, count = drawing(state, pending)
    what: dict[str, object] = {"event": pending.event, "seats": list(seats)}
    if pending.event != "first":
        what["count"] = count
    bag = Bag(contents(state.bag, TILES), (count,) * len(seats))
    return Draw(bag, what, DRAW_RULES[pending.event], state.began)


def drawing(state: State, pending: Pending) -> tuple[tuple[int, ...], int]:
    """The seats that draw and the number of tiles for each."""
    if pending.event == "first":
        return pending.seats, 1
    if pending.event == "racks":
        return tuple(range(state.seats)), RACK
    count = len(pending.aside) if pending.event == "change" else turns.refill_count(state)
    return (state.seat,), count


def draw(state: State, outcome: Outcome) -> State:
    """Chance did what was described."""
    assert state.draw is not None
    groups = drawn(outcome)
    if state.draw.event == "first":
        return draw_first(state, state.draw, [tile for (tile,) in groups])
    bag = taken(state.bag, [tile for group in groups for tile in group])
    assert bag is not None
    if state.draw.event == "racks":
        racks = tuple(arranged(group, TILES) for group in groups)
        return replace(state, racks=racks, bag=bag, draw=None)  # AB-2.2
    bag = arranged(bag + state.draw.aside, TILES)  # AB-8.2: set aside until the others are drawn
    state = turns.with_rack(state, state.seat, state.rack + "".join(groups[0]))
    return turns.end_turn(replace(state, bag=bag, draw=None), state.began)


def draw_first(state: State, pending: Pending, tiles: list[str]) -> State:
    """[AB-2.1] The highest digit starts, the Joker below 0; ties draw again, all tiles back (our reading)."""
    heights = [-1 if tile == "*" else int(tile) for tile in tiles]
    highest = tuple(s for s, height in zip(pending.seats, heights, strict=True) if height == max(heights))
    if len(highest) > 1:
        return replace(state, draw=Pending("first", seats=highest))
    return replace(state, draw=Pending("racks"), seat=highest[0])


# --- moves -----------------------------------------------------------------------------------


def changes(state: State) -> Iterator[Change]:
    """[AB-8.1] Every set of 1 to 5 tiles of the rack, in text order; [AB-8.2] the bag holds as many."""
    if state.options.mode != "standard" or not state.bag:
        return
    numbers = [range(state.rack.count(tile) + 1) for tile in TILES]
    sets = (spelled(counts, TILES) for counts in product(*numbers))
    yield from (Change(tiles) for tiles in sorted(sets) if 0 < len(tiles) <= min(RACK, len(state.bag)))


# --- leaving and the result ------------------------------------------------------------------


def leave(state: State, event: Left) -> State:
    """[AB-8.6] Refuses a seat that is out already or does not exist; then it is out."""
    leaving.leave(state.out, event.seat, state.seats)
    after = turns.leave(state, event.seat, event.at)
    if after.claim is not None and not views.to_act(after):
        return stand(after, event.at)
    return after


def result(state: State) -> Result:
    """[AB-10.6] Highest score first; seats that are out come last, the last to drop out first among them."""
    assert state.over is not None
    return Result(state.scores, leaving.ranks(state.scores, state.out), state.over)


GAME = Abaku()
