"""Abstrakto, naively: written from the rules document alone, with sets of half-cells and no bit in sight.

A `Spot` is a whole position. Everything is computed anew whenever it is asked for.
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

TYPES = "SLX"
NAMES = ("blue", "orange")
LETTERS = "abcdefghijklmnopqrs"

Point = tuple[int, int]


class Refused(Exception):
    """Kind, rule and where, as AS-13 lists them."""

    def __init__(self, kind: str, rule: str | None, where: tuple[str, ...] = ()) -> None:
        super().__init__(kind, rule, where)
        self.said = (kind, rule, where)


@dataclass(frozen=True)
class Spot:
    size: int
    tiles: dict[Point, int]  # centre -> seat
    hands: tuple[dict[str, int], dict[str, int]]
    phase: str  # discard, start, 0, 1, over
    mode: str
    set: dict[str, int]
    first: str
    pie: bool
    swapped: bool
    skipped: int | None


# --- geometry --------------------------------------------------------------------------------


def type_of(x: int, y: int, size: int) -> str | None:
    if x % 2 == 1 and y % 2 == 1:
        return "S"
    if (x % 2 == 1) != (y % 2 == 1):
        return "L"
    inner = range(2, 2 * size - 1)
    return "X" if x in inner and y in inner else None


def name(point: Point) -> str:
    return LETTERS[point[0]] + str(point[1] + 1)


@cache
def covers(point: Point, size: int) -> frozenset[Point]:
    x, y = point
    four = {(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)}
    return frozenset((u, v) for u, v in four if 0 <= u < 2 * size and 0 <= v < 2 * size)


def reading(points: Any) -> list[Point]:
    return sorted(points, key=lambda p: (p[1], p[0]))


def hits(spot: Spot, point: Point) -> list[Point]:
    """Tiles that share a half-cell of the board: on the margin alone tiles never meet."""
    x, y = point
    near = [p for p in spot.tiles if abs(p[0] - x) < 3 and abs(p[1] - y) < 3]  # tiles are two wide
    return reading(p for p in near if covers(p, spot.size) & covers(point, spot.size))


def points(size: int) -> list[Point]:
    return [(x, y) for y in range(2 * size + 1) for x in range(2 * size + 1)]


# --- play ------------------------------------------------------------------------------------


def placements(spot: Spot, seat: int) -> list[Point]:
    def fits(p: Point) -> bool:
        kind = type_of(*p, spot.size)
        return kind is not None and spot.hands[seat][kind] > 0 and not hits(spot, p)

    return [p for p in points(spot.size) if fits(p)]


def may_swap(spot: Spot, seat: int) -> bool:
    return spot.pie and not spot.swapped and list(spot.tiles.values()) == [1 - seat]


def legal(spot: Spot, seat: int) -> list[str]:
    if spot.phase == "discard":
        found = []
        for a in range(3):
            for b in range(a, 3):
                for c in range(b, 3):
                    word = TYPES[a] + TYPES[b] + TYPES[c]
                    if all(word.count(t) <= spot.set[t] for t in TYPES):
                        found.append("discard " + word)
        return found
    return [name(p) for p in placements(spot, seat)] + (["swap"] if may_swap(spot, seat) else [])


def read(spot: Spot, text: str) -> tuple[str, Any]:
    word = text.replace(" ", "").lower()
    if word in ("swap", "pass"):
        return word, None
    if word[:7] == "discard" and len(word) == 10 and all(c in "slx" for c in word[7:]):
        return "discard", "".join(sorted(word[7:].upper(), key=TYPES.index))
    for p in points(spot.size):
        if name(p) == word:
            return "place", p
    raise Refused("bad-notation", "AS-8.1")


def to_act(spot: Spot) -> set[int]:
    if spot.phase in ("0", "1"):
        return {int(spot.phase)}
    if spot.phase == "discard" and spot.mode == "secret":
        return {s for s in (0, 1) if sum(spot.hands[s].values()) == sum(spot.set.values())}
    return set()


def play(spot: Spot, seat: int, text: str) -> Spot:
    if seat not in to_act(spot):
        raise Refused("bad-request", None)
    kind, what = read(spot, text)
    if spot.phase == "discard":
        if kind != "discard" or any(what.count(t) > spot.set[t] for t in TYPES):
            raise Refused("illegal-move", "AS-2.4")
        return discard(spot, seat, what)
    if kind == "discard":
        raise Refused("illegal-move", "AS-2.4")
    if kind == "pass":
        raise Refused("illegal-move", "AS-4.3")
    if kind == "swap":
        return swap(spot, seat)
    return place(spot, seat, what)


def place(spot: Spot, seat: int, point: Point) -> Spot:
    kind = type_of(*point, spot.size)
    if kind is None:
        raise Refused("illegal-move", "AS-3.2", (name(point),))
    if spot.hands[seat][kind] == 0:
        raise Refused("illegal-move", "AS-4.2", (name(point),))
    if hits(spot, point):
        raise Refused("illegal-move", "AS-3.3", tuple(name(p) for p in hits(spot, point)))
    hands = (dict(spot.hands[0]), dict(spot.hands[1]))
    hands[seat][kind] -= 1
    return come(replace(spot, tiles={**spot.tiles, point: seat}, hands=hands), 1 - seat)


def swap(spot: Spot, seat: int) -> Spot:
    if not spot.pie:
        raise Refused("illegal-move", "AS-10.1")
    if not may_swap(spot, seat):
        raise Refused("illegal-move", "AS-10.2")
    tiles = dict.fromkeys(spot.tiles, seat)
    return come(replace(spot, tiles=tiles, hands=(spot.hands[1], spot.hands[0]), swapped=True), 1 - seat)


def discard(spot: Spot, seat: int, word: str) -> Spot:
    hands = (dict(spot.hands[0]), dict(spot.hands[1]))
    for letter in word:
        hands[seat][letter] -= 1
    after = replace(spot, hands=hands)
    full = sum(spot.set.values())
    if all(sum(h.values()) < full for h in after.hands):
        after = replace(after, phase="start")
        if spot.first != "random":
            return come(after, NAMES.index(spot.first))
    return after


def come(spot: Spot, seat: int) -> Spot:
    """The turn comes to a seat."""
    if placements(spot, seat):
        return replace(spot, phase=str(seat), skipped=None)
    if placements(spot, 1 - seat):
        return replace(spot, phase=str(1 - seat), skipped=seat)
    return replace(spot, phase="over", skipped=None)


# --- areas -----------------------------------------------------------------------------------


def sides(cell: Point) -> set[Point]:
    u, v = cell
    return {(u - 1, v), (u + 1, v), (u, v - 1), (u, v + 1)}


def regions(spot: Spot) -> list[set[Point]]:
    covered = set().union(*(covers(p, spot.size) for p in spot.tiles)) if spot.tiles else set()
    span = range(2 * spot.size)
    left = {(u, v) for u in span for v in span} - covered
    found = []
    while left:
        seed = reading(left)[0]
        region, edge = {seed}, [seed]
        while edge:
            for cell in sides(edge.pop()) & left - region:
                region.add(cell)
                edge.append(cell)
        left -= region
        found.append(region)
    return found


def may_have(spot: Spot, seat: int, viewer: int | None) -> set[str]:
    if spot.skipped == seat:
        return set()
    if spot.mode != "secret" or viewer == seat or spot.phase == "over":
        return {t for t in TYPES if spot.hands[seat][t]}
    laid = [type_of(*p, spot.size) for p, s in spot.tiles.items() if s == seat]
    holds = sum(spot.hands[seat].values()) > 0
    return {t for t in TYPES if holds and laid.count(t) < spot.set[t]}


def areas(spot: Spot, viewer: int | None) -> list[dict[str, Any]]:
    kinds = may_have(spot, 0, viewer) | may_have(spot, 1, viewer)
    free = [p for p in points(spot.size) if type_of(*p, spot.size) in kinds and not hits(spot, p)]
    found: list[dict[str, Any]] = []
    for region in regions(spot):
        around = set().union(*(sides(c) for c in region))
        bounds = reading(p for p in spot.tiles if covers(p, spot.size) & around)
        count = [sum(spot.tiles[p] == s for p in bounds) for s in (0, 1)]
        slots = [name(p) for p in free if covers(p, spot.size) & region]
        found.append(
            {
                "area": name(reading(region)[0]).upper(),
                "halfcells": len(region),
                "blue": count[0],
                "orange": count[1],
                "owner": "blue" if count[0] > count[1] else "orange" if count[1] > count[0] else "grey",
                "main": False,
                "settled": not slots,
                "region": [name(c).upper() for c in reading(region)],
                "bounds": [name(p) for p in bounds],
                "slots": slots,
            }
        )
    most = max((a["blue"] + a["orange"] for a in found if a["owner"] != "grey"), default=0)
    for a in found:
        a["main"] = a["owner"] != "grey" and a["blue"] + a["orange"] == most
    return found


def controlled(spot: Spot) -> list[int]:
    owners = [a["owner"] for a in areas(spot, None)]
    return [owners.count(n) for n in NAMES]


def result(spot: Spot) -> tuple[list[int], list[int], str]:
    blue, orange = controlled(spot)
    if blue != orange:
        return [blue, orange], [1, 2] if blue > orange else [2, 1], "AS-7.2"
    owners = {a["owner"] for a in areas(spot, None) if a["main"]}
    if owners == {"blue"}:
        return [blue, orange], [1, 2], "AS-7.3"
    if owners == {"orange"}:
        return [blue, orange], [2, 1], "AS-7.3"
    return [blue, orange], [1, 1], "AS-7.4"


def score(spot: Spot, seat: int, text: str) -> tuple[int, list[dict[str, Any]]]:
    after = play(spot, seat, text)
    if spot.phase == "discard":
        return 0, []
    kind, what = read(spot, text)
    tile = name(what) if kind == "place" else name(next(iter(spot.tiles)))
    known = after
    if spot.mode == "secret":  # what the mover knows before the move is made
        known = replace(after, phase=spot.phase, skipped=spot.skipped)
    detail = [{**a, "touched": tile in a["bounds"]} for a in areas(known, seat)]
    margin = [c[seat] - c[1 - seat] for c in (controlled(spot), controlled(after))]
    return margin[1] - margin[0], detail


# --- texts -----------------------------------------------------------------------------------


def default_set(size: int) -> dict[str, int]:
    return dict.fromkeys(TYPES, max(2, size - 1))


def counts(hand: dict[str, int]) -> str:
    return ",".join(str(hand[t]) for t in TYPES)


def dump(spot: Spot) -> str:
    side = range(2 * spot.size + 1)
    mark = {None: ".", 0: "b", 1: "o"}
    board = "/".join("".join(mark[spot.tiles.get((x, y))] for x in side) for y in side)
    text = f"{board} {counts(spot.hands[0])}|{counts(spot.hands[1])} {spot.phase}"
    if spot.mode not in ("agreed", "agreed:1,1,1"):
        text += f" discard={spot.mode}"
    if spot.set != default_set(spot.size):
        text += f" tiles={counts(spot.set)}"
    if spot.first != "random":
        text += f" first={spot.first}"
    text += " pie=on" if spot.pie else ""
    text += " swapped=1" if spot.swapped else ""
    return text + (f" skipped={spot.skipped}" if spot.skipped is not None else "")


def view(spot: Spot, viewer: int | None) -> dict[str, Any]:
    over = spot.phase == "over"

    def seen(seat: int, hand: dict[str, int]) -> list[int] | None:
        hidden = spot.mode == "secret" and not over and viewer != seat
        return None if hidden else [hand[t] for t in TYPES]

    ranks = result(spot)[1] if over else []
    mode = "agreed" if spot.mode == "agreed:1,1,1" else spot.mode
    return {
        "game": "abstrakto",
        "size": spot.size,
        "tiles": [spot.set[t] for t in TYPES],
        "options": {"discard": mode, "first": spot.first, "pie": "on" if spot.pie else "off"},
        "phase": "play" if spot.phase in ("0", "1") else spot.phase,
        "turn": int(spot.phase) if spot.phase in ("0", "1") else None,
        "board": dump(spot).split(" ")[0].split("/"),
        "hands": [seen(s, spot.hands[s]) for s in (0, 1)],
        "held": [sum(h.values()) for h in spot.hands],
        "discarded": [seen(s, gone(spot, s)) for s in (0, 1)],
        "skipped": spot.skipped,
        "swapped": spot.swapped,
        "areas": areas(spot, viewer),
        "controlled": controlled(spot),
        "winner": ranks.index(1) if sorted(ranks) == [1, 2] else None,
        "rule": result(spot)[2] if over else None,
    }


def gone(spot: Spot, seat: int) -> dict[str, int]:
    laid = [type_of(*p, spot.size) for p, s in spot.tiles.items() if s == seat]
    return {t: spot.set[t] - laid.count(t) - spot.hands[seat][t] for t in TYPES}


def refusal(spot: Spot) -> str | None:
    """[AS-9.3] The rule that refuses a position of good form, or None."""
    if any(type_of(*p, spot.size) is None for p in spot.tiles):
        return "AS-3.2"
    if any(len(hits(spot, p)) > 1 for p in spot.tiles):
        return "AS-3.3"
    if any(n < 0 for s in (0, 1) for n in gone(spot, s).values()):
        return "AS-9.4"
    if (spot.pie and spot.mode == "secret") or (spot.swapped and not (spot.pie and spot.tiles)):
        return "AS-9.5"
    if not is_phase_possible(spot):
        return "AS-9.6"
    if spot.phase == "over" and (placements(spot, 0) or placements(spot, 1)):
        return "AS-9.7"
    if spot.skipped is not None and (spot.phase != str(1 - spot.skipped) or placements(spot, spot.skipped)):
        return "AS-9.8"
    return None


def is_phase_possible(spot: Spot) -> bool:
    """[AS-9.6] The discards fit the phase and the mode."""
    out = tuple(sum(gone(spot, s).values()) for s in (0, 1))
    if spot.phase == "discard":
        fine = {"random": {(0, 0), (3, 0)}, "secret": {(0, 0), (3, 0), (0, 3)}}
        return not spot.tiles and sum(spot.set.values()) > 3 and out in fine.get(spot.mode, set())
    if spot.phase == "start" and (spot.tiles or spot.first != "random"):
        return False
    return spot.mode not in ("random", "secret") or out == (3, 3)


def canonical(spot: Spot) -> Spot:
    """[AS-9.9] A seat to move that cannot is passed over when a position is loaded."""
    if spot.phase in ("0", "1") and not placements(spot, int(spot.phase)):
        return come(spot, int(spot.phase))
    return spot
