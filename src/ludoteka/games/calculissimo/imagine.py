"""A state that fits a view: the unseen chips are dealt anew."""

import re
from dataclasses import replace
from typing import Any

from ludoteka.core.chance import Bag, Source
from ludoteka.core.game import View
from ludoteka.core.leaving import RULE as LEFT
from ludoteka.games._lines.tiles import arranged, contents, taken
from ludoteka.games.calculissimo.notation import read_move
from ludoteka.games.calculissimo.position import EMPTY, load
from ludoteka.games.calculissimo.rules.placement import new_chips
from ludoteka.games.calculissimo.types import CHIPS, RACK, Last, Placement, State, Swap

_HIDDEN = re.compile(r"swap #([1-7])")


def imagine(view: View, rng: Source) -> State:
    """Hidden racks and the bag filled blindly from the chips that the seat cannot see."""
    unseen = _chips(view["unseen"])
    hidden = [seat for seat, rack in enumerate(view["racks"]) if rack is None]
    racks = [
        _claimed(view, seat) if rack is None else _chips(rack) for seat, rack in enumerate(view["racks"])
    ]
    left = taken(unseen, (chip for seat in hidden for chip in racks[seat])) or ""
    sizes = tuple(view["sizes"][seat] - len(racks[seat]) for seat in hidden)
    dealt = Bag(contents(left, CHIPS), sizes).sample(rng)
    for seat, group in zip(hidden, dealt, strict=True):
        racks[seat] = arranged([*racks[seat], *group], CHIPS)
    bag = taken(left, (chip for group in dealt for chip in group))
    return replace(load(_position(view, racks, bag or "")), last=_last(view, unseen))


def _claimed(view: View, seat: int) -> str:
    """[CA-7.2] What everybody knows to be in a hidden rack: the chips that its seat claims to lay."""
    claim = view["claim"]
    if claim is None or claim["seat"] != seat:
        return ""
    move = read_move(claim["move"], len(view["grid"]))
    assert isinstance(move, Placement)
    return "".join(spot.chip for spot in new_chips(move))


def _position(view: View, racks: list[str], bag: str) -> str:
    """The position text of a view with every chip in its place."""
    fixed = [
        "/".join(view["board"]),
        "|".join(rack or EMPTY for rack in racks),
        bag or EMPTY,
        ",".join(str(score) for score in view["scores"]),
        "-" if view["turn"] is None else str(view["turn"]),
    ]
    keys = {**view["options"], **_keys(view)}
    return " ".join([*fixed, *(f"{key}={value}" for key, value in keys.items() if value not in ("", None))])


def _keys(view: View) -> dict[str, Any]:
    claim, over = view["claim"], view["over"]
    return {
        "passes": view["passes"],
        "idle": view["idle"],
        "due": _due(view),
        "claim": "" if claim is None else claim["move"].replace(" ", ",").replace("/", ":"),
        "asked": ",".join(map(str, view["asked"])),
        "over": None if over == LEFT else over,
        "left": ",".join(map(str, view["left"])),
    }


def _due(view: View) -> str:
    due = view["due"]
    if due is None:
        return ""
    if due["event"] == "first":
        return "first," + ",".join(map(str, due["seats"]))
    if view["last"] is None and _is_dealing(view):
        return "deal"
    last = _last(view, "")
    is_again = last is not None and isinstance(last.move, Placement) and len(new_chips(last.move)) == RACK
    return f"{'again' if is_again else 'draw'},{due['count']}"


def _is_dealing(view: View) -> bool:
    """The board is empty, and somebody who should have seven chips has none."""
    is_empty = all(sign == "." for row in view["board"] for sign in row)
    return is_empty and all(size in (0, RACK) for size in view["sizes"]) and view["due"]["count"] == RACK


def _last(view: View, unseen: str) -> Last | None:
    """The last turn; for a hidden swap, the number of chips is right but the chips are not."""
    last = view["last"]
    if last is None:
        return None
    hidden = _HIDDEN.fullmatch(last["move"])
    move = (
        Swap(arranged(unseen + "1" * RACK, CHIPS)[: int(hidden[1])])
        if hidden
        else read_move(last["move"], len(view["grid"]))
    )
    return Last(last["seat"], move, last["points"])


def _chips(text: str) -> str:
    return "" if text == EMPTY else text.replace(":", "/")
