"""A state that fits a view: the unseen tiles are dealt at random, for players that search."""

from ludoteka.core.chance import Source
from ludoteka.core.game import View
from ludoteka.games._lines.tiles import THERE, arranged
from ludoteka.games.abaku.notation import read_move
from ludoteka.games.abaku.rules.placement import REPLACING, items
from ludoteka.games.abaku.types import DIGITS, JOKER, SIGNS, TILES, Change, Last, Options, Placement, State


def imagine(view: View, rng: Source) -> State:
    """A state that gives this view, apart from times; raises ValueError while chance is awaited."""
    if not view["to_act"] and view["over"] is None:
        raise ValueError("While chance is awaited there is nothing to imagine.")
    options = Options(**view["options"])
    claim = read_move(options, view["claim"]) if view["claim"] else None
    assert claim is None or isinstance(claim, Placement)
    unseen = list(view["unseen"])
    rng.shuffle(unseen)
    for tile in _claimed(claim) if claim is not None and view["seat"] != view["you"] else ():
        unseen.remove(tile)
        unseen.append(tile)  # racks are dealt from the end, the claimant's first
    order = sorted(range(len(view["rack_sizes"])), key=lambda seat: seat != view["seat"])
    dealt = {seat: _rack(view, seat, view["rack_sizes"][seat], unseen) for seat in order}
    racks = tuple(dealt[seat] for seat in range(len(order)))
    return State(
        options,
        bytes(SIGNS.index(sign) for row in view["board"] for sign in row),
        racks,
        arranged(unseen, TILES),
        tuple(view["scores"]),
        view["seat"],
        tuple(view["skips"]),
        tuple(view["seen"]),
        tuple(view["miss"]),
        view["idle"],
        tuple(view["out"]),
        claim=claim,
        accepted=tuple(view["accepted"]),
        over=view["over"],
        last=_last(options, view["last"]) if view["last"] else None,
    )


def _claimed(claim: Placement) -> list[str]:
    """[AB-9.3] What everybody knows to be in the claimant's rack; a replaced Joker comes from the board."""
    new = [item for item in items(claim.tiles) if item != THERE]
    tiles = [JOKER if item.startswith(JOKER) else item[-1] for item in new]
    if JOKER in tiles and any(item.startswith(REPLACING) for item in new):
        tiles.remove(JOKER)
    return tiles


def _last(options: Options, told: View) -> Last:
    """The move before as it was told; of another seat's change only the number of tiles is known."""
    text = told["move"]
    move = Change(DIGITS[0] * int(text[-1])) if "#" in text else read_move(options, text)
    return Last(told["seat"], move, told["points"], tuple(told["squares"]))


def _rack(view: View, seat: int, size: int, unseen: list[str]) -> str:
    """The rack of a seat: known to the viewer, or drawn from what is unseen."""
    if view["racks"] is not None or seat == view["you"]:
        rack: str = view["racks"][seat] if view["racks"] is not None else view["rack"]
        if seat != view["you"]:
            for tile in rack:
                unseen.remove(tile)
        return rack
    return arranged([unseen.pop() for _ in range(size)], TILES)
