"""What a player makes of its view: the board, the rack, the answer to somebody else's placement."""

from ludoteka.core.game import View
from ludoteka.games._lines.tiles import THERE
from ludoteka.games.abaku.laying import Laid, declaration_order, items, lay
from ludoteka.games.abaku.notation import read_move
from ludoteka.games.abaku.placement import fault
from ludoteka.games.abaku.scoring import equations
from ludoteka.games.abaku.types import (
    JOKER,
    SIGNS,
    Change,
    Declaration,
    Move,
    Options,
    Placement,
    Reply,
    Skip,
)


def options_of(view: View) -> Options:
    """The options of the match."""
    return Options(**view["options"])


def board_of(view: View) -> bytes:
    """The board as the rules keep it."""
    return bytes(SIGNS.index(sign) for row in view["board"] for sign in row)


def answer(view: View) -> Reply:
    """Disputes a placement that breaks a rule, accepts any other."""
    options = options_of(view)
    claim = read_move(options, view["claim"])
    assert isinstance(claim, Placement)
    laid = lay(options, board_of(view), tiles_of(claim), claim)
    return Reply(disputes=fault(options, laid) is not None)


def tiles_of(placement: Placement) -> str:
    """The tiles that a placement needs from a rack."""
    parts = [part for part in items(placement.tiles) if part != THERE]
    return "".join(JOKER if part[0] == JOKER else part[-1] for part in parts)


def spoken(view: View, placement: Placement) -> Placement:
    """The placement with all its equations declared, where only declared ones score."""
    options = options_of(view)
    if options.declare == "auto":
        return placement
    laid = lay(options, board_of(view), view["rack"], placement)
    said = [Declaration(kind, squares[0], texts[0]) for kind, squares, texts in equations(options, laid)]
    return placement._replace(declared=tuple(sorted(said, key=declaration_order)))


def laid_of(view: View, placement: Placement) -> Laid:
    """The placement on the board that the view shows."""
    return lay(options_of(view), board_of(view), view["rack"], placement)


def stuck(view: View) -> Move:
    """Without a placement: as many tiles as the bag holds are changed, else the turn is skipped."""
    number = min(len(view["rack"]), view["bag_size"])
    if view["options"]["mode"] != "standard" or number == 0:
        return Skip()
    return Change(view["rack"][:number])
