"""Rummage: a bag and hidden racks. One draw deals to all seats; others are told numbers, not tiles."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tests.toys.fields import joined, need, number, numbers, split

from ludoteka.core import leaving
from ludoteka.core.chance import Bag, Source
from ludoteka.core.description import Description, Item
from ludoteka.core.game import (
    BadNotation,
    Draw,
    Drawn,
    Event,
    GameInfo,
    IllegalMove,
    Left,
    Outcome,
    Over,
    Played,
    Result,
    Score,
    Turn,
    View,
)
from ludoteka.core.options import Option
from ludoteka.core.sentences import Sentence

TILES = "123456789"
RACK = 3


@dataclass(frozen=True, slots=True)
class Options:
    each: int


@dataclass(frozen=True, slots=True)
class Move:
    kind: str
    tile: str


@dataclass(frozen=True, slots=True)
class State:
    bag: str
    racks: tuple[str, ...]
    scores: tuple[int, ...]
    seat: int = 0
    due: str = "deal"  # deal, refill or nothing
    aside: str = ""  # what goes back into the bag after the draw
    left: tuple[int, ...] = ()

    @property
    def seats(self) -> int:
        return len(self.racks)


def _sorted(tiles: str) -> str:
    return "".join(sorted(tiles))


def _groups(outcome: Outcome) -> tuple[str, ...]:
    return tuple("".join(group) for group in outcome if isinstance(group, tuple))


class Notation:
    def read(self, state: State, seat: int, text: str) -> Move:
        words = text.lower().split()
        if len(words) != 2 or words[0] not in ("play", "swap") or words[1] not in tuple(TILES):
            raise BadNotation("A move is 'play' or 'swap' and a tile.", "RUM-1")
        return Move(words[0], words[1])

    def write(self, state: State, seat: int, move: Move) -> str:
        return f"{move.kind} {move.tile}"

    def read_outcome(self, state: State, text: str) -> Outcome:
        groups = text.strip().split("|")
        if any(tile not in TILES for group in groups for tile in group):
            raise BadNotation("Tiles are the digits 1 to 9.", "RUM-2")
        return tuple(tuple(_sorted(group)) for group in groups)

    def write_outcome(self, state: State, outcome: Outcome) -> str:
        return "|".join(_groups(outcome))

    def dump(self, state: State) -> str:
        racks = "|".join(rack or "-" for rack in state.racks)
        return (
            f"bag={state.bag or '-'} racks={racks} scores={joined(state.scores)} seat={state.seat}"
            f" due={state.due or '-'} aside={state.aside or '-'} left={joined(state.left)}"
        )

    def load(self, text: str) -> State:
        found = split(text, ("bag", "racks", "scores", "seat", "due", "aside", "left"))
        bag, aside = (_sorted(found[key].replace("-", "")) for key in ("bag", "aside"))
        racks = tuple(_sorted(rack.replace("-", "")) for rack in found["racks"].split("|"))
        scores, left = numbers(found["scores"]), numbers(found["left"])
        due = found["due"].replace("-", "")
        state = State(bag, racks, scores, number(found["seat"]), due, aside, left)
        need(set(bag + aside + "".join(racks)) <= set(TILES), "Tiles are the digits 1 to 9.")
        need(2 <= len(racks) <= 4 and len(scores) == len(racks), "Two to four racks, a score each.")
        need(state.seat < state.seats and due in ("", "deal", "refill"), "A seat, and what is due.")
        need(all(len(rack) <= RACK for rack in racks) and len(aside) <= 1, "Racks hold three tiles.")
        need(due != "deal" or len(bag) >= RACK * state.seats, "The bag must hold the deal.")
        need(due != "refill" or bool(bag), "The bag must hold the refill.")
        need(all(seat < state.seats for seat in left) and len(set(left)) == len(left), "Seats leave once.")
        return state


class Rummage:
    info = GameInfo(
        id="rummage",
        title="Rummage",
        seats=(2, 4),
        rules=1,
        traits=frozenset({"chance", "hidden"}),
        options=(Option("each", 2, "How many tiles of each digit there are.", low=2, high=5),),
    )
    notation = Notation()
    options = Options

    def start(self, options: Options, seats: int) -> State:
        return State(_sorted(TILES * options.each), ("",) * seats, (0,) * seats)

    def awaiting(self, state: State) -> Turn[Move] | Draw | Over:
        if leaving.is_deserted(state.left, state.seats):
            return Over(Result(state.scores, leaving.ranks(state.scores, state.left), leaving.RULE))
        if state.due:
            seats = leaving.staying((), state.seats) if state.due == "deal" else (state.seat,)
            groups = (RACK,) * state.seats if state.due == "deal" else (1,)
            what = {"event": state.due, "seats": list(seats)}
            return Draw(Bag(tuple(sorted(Counter(state.bag).items())), groups), what, "RUM-2")
        if not state.bag or not state.racks[state.seat]:
            return Over(Result(state.scores, leaving.ranks(state.scores, state.left), "RUM-4"))
        return Turn(frozenset({state.seat}))

    def legal(self, state: State, seat: int) -> Iterator[Move]:
        tiles = sorted(set(state.racks[seat]))
        return (Move(kind, tile) for kind in ("play", "swap") for tile in tiles)

    def apply(self, state: State, event: Event[Move]) -> State:
        if isinstance(event, Left):
            return self._leave(state, event.seat)
        if isinstance(event, Drawn):
            return self._drawn(state, _groups(event.outcome))
        assert isinstance(event, Played)
        points = self.score(state, event.seat, event.move).points
        if event.move.kind == "swap" and len(state.bag) < 1:
            raise IllegalMove("The bag is empty.", "RUM-3")
        rack = state.racks[event.seat].replace(event.move.tile, "", 1)
        scores = tuple(s + points * (i == event.seat) for i, s in enumerate(state.scores))
        aside = event.move.tile if event.move.kind == "swap" else ""
        return replace(self._with_rack(state, event.seat, rack), scores=scores, due="refill", aside=aside)

    def _drawn(self, state: State, groups: tuple[str, ...]) -> State:
        bag = list(state.bag)
        for tile in "".join(groups):
            bag.remove(tile)
        after = replace(state, bag=_sorted("".join(bag) + state.aside), due="", aside="")
        if state.due == "deal":
            return replace(after, racks=tuple(_sorted(group) for group in groups))
        after = self._with_rack(after, state.seat, state.racks[state.seat] + groups[0])
        return replace(after, seat=leaving.next_seat(state.seat, state.left, state.seats))

    def _with_rack(self, state: State, seat: int, rack: str) -> State:
        racks = tuple(_sorted(rack) if i == seat else r for i, r in enumerate(state.racks))
        return replace(state, racks=racks)

    def _leave(self, state: State, seat: int) -> State:
        left = leaving.leave(state.left, seat, state.seats)
        if leaving.is_deserted(left, state.seats):
            return replace(state, left=left)
        bag = _sorted(state.bag + state.racks[seat])
        after = self._with_rack(replace(state, left=left, bag=bag), seat, "")
        if seat != state.seat:
            return after
        return replace(after, seat=leaving.next_seat(seat, left, state.seats))

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        over = isinstance(self.awaiting(state), Over)
        shown = [rack if over or i == seat else None for i, rack in enumerate(state.racks)]
        hidden = [rack for i, rack in enumerate(state.racks) if shown[i] is None]
        unseen = state.bag + "".join(hidden) + (state.aside if seat != state.seat else "")
        return {
            "racks": shown,
            "sizes": [len(rack) for rack in state.racks],
            "bag": len(state.bag),
            "unseen": _sorted(unseen),
            "aside": state.aside if seat == state.seat else len(state.aside),
            "scores": list(state.scores),
            "seat": state.seat,
            "due": state.due,
            "left": list(state.left),
            "over": over,
        }

    def score(self, state: State, seat: int, move: Move) -> Score:
        if move.tile not in state.racks[seat]:
            raise IllegalMove(f"You do not hold a {move.tile}.", "RUM-3", (move.tile,))
        return Score(int(move.tile) if move.kind == "play" else 0)

    def alone(self, options: Options) -> State:
        return self.start(options, 1)

    def changed(self, state: State) -> Move:
        return Move("swap", state.racks[0][0])

    def most(self, state: State) -> Move:
        return Move("play", max(state.racks[0]))

    def tell(self, state: State, event: Event[Move], seat: int | None) -> str:
        if isinstance(event, Drawn):
            groups = _groups(event.outcome)
            seats = range(state.seats) if state.due == "deal" else [state.seat]
            pairs = zip(seats, groups, strict=True)
            return "|".join(group if owner == seat else f"#{len(group)}" for owner, group in pairs)
        if isinstance(event, Left):
            return "leave"
        assert isinstance(event, Played)
        hidden = event.move.kind == "swap" and event.seat != seat
        return "swap #1" if hidden else self.notation.write(state, event.seat, event.move)

    def describe(self, state: State, event: Event[Move], seat: int | None) -> Description:
        if isinstance(event, Drawn):
            groups = _groups(event.outcome)
            seats = range(state.seats) if state.due == "deal" else [state.seat]
            own = [group for owner, group in zip(seats, groups, strict=True) if owner == seat]
            items = tuple(Item(group) for group in own)
            return Description(Sentence("Tiles are drawn."), items)
        if isinstance(event, Left):
            return Description(Sentence("leaves"), seat=event.seat)
        assert isinstance(event, Played)
        points = self.score(state, event.seat, event.move).points
        if event.move.kind == "swap" and event.seat != seat:
            return Description(Sentence("swaps a tile"), points=points, seat=event.seat)
        said = Sentence(
            "lays {tile}" if event.move.kind == "play" else "puts {tile} back", tile=event.move.tile
        )
        return Description(said, points=points, seat=event.seat)

    def imagine(self, view: View, rng: Source) -> State:
        unseen = list(view["unseen"])
        rng.shuffle(unseen)
        racks = []
        for rack, size in zip(view["racks"], view["sizes"], strict=True):
            racks.append(rack if rack is not None else _sorted("".join(unseen.pop() for _ in range(size))))
        aside = (
            view["aside"]
            if isinstance(view["aside"], str)
            else "".join(unseen.pop() for _ in range(view["aside"]))
        )
        bag = _sorted("".join(unseen))
        return State(
            bag, tuple(racks), tuple(view["scores"]), view["seat"], view["due"], aside, tuple(view["left"])
        )


GAME = Rummage()
