"""Legal moves, in text order. The work of finding placements is done by the kernels in `fast.generate`."""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import product, repeat

import numpy as np
from numpy.typing import NDArray

from ludoteka.games._lines.tiles import counted, spelled
from ludoteka.games.abaku.fast.found import BEST_ONLY, FOUND, NUMBER, PART, START, TEXT, WORDS
from ludoteka.games.abaku.fast.generate import list_placements
from ludoteka.games.abaku.fast.long_equations import generator_law
from ludoteka.games.abaku.fast.sequences import MOST_NEW
from ludoteka.games.abaku.notation import start_name
from ludoteka.games.abaku.rules.lines import Numbers
from ludoteka.games.abaku.rules.referee import has_changes, is_bag_enough, is_rack_size
from ludoteka.games.abaku.turns import to_act
from ludoteka.games.abaku.types import (
    ACROSS,
    DIGITS,
    EMPTY,
    JOKER,
    OLD_JOKER,
    TILES,
    Change,
    Move,
    Options,
    Placement,
    Reply,
    Skip,
    State,
    Take,
)

_placement = partial(tuple.__new__, Placement)  # thousands of these per turn: the fastest way
ROOM = 16384  # enough for almost every turn; more are listed in a second pass
MOST_LISTED_IN_COVER = 3  # AB-11.2


def legal(state: State, seat: int) -> Iterator[Move]:
    """[AB-14.2] All moves in code-point order of their texts."""
    if seat not in to_act(state):
        return
    if state.claim is not None:
        yield from (Reply(disputes=False), Reply(disputes=True))
        return
    yield from placements(state)
    yield from changes(state)
    yield Skip()
    if state.options.mode == "sandbox":
        yield from takes(state)


def changes(state: State) -> Iterator[Change]:
    """[AB-8.1] Every set of 1 to 5 tiles of the rack, in text order; [AB-8.2] the bag holds as many."""
    if not has_changes(state.options) or not state.bag:
        return
    numbers = [range(state.rack.count(tile) + 1) for tile in TILES]
    sets = sorted(spelled(counts, TILES) for counts in product(*numbers))
    yield from (Change(tiles) for tiles in sets if is_rack_size(tiles) and is_bag_enough(state.bag, tiles))


def placements(state: State) -> Iterable[Placement]:
    """All placements of the seat to move, in code-point order of their texts."""
    if state.options.mode == "sandbox":
        return lone_tiles(state)
    return [move for move, _ in scored_placements(state.options, state.board, state.rack)]


def scored_placements(options: Options, board: bytes, rack: str) -> list[tuple[Placement, int]]:
    """All legal placements of a rack on a board with their points, in code-point order of their texts."""
    found = listing(options, board, rack, best_only=False)
    found = found[: found[-1, NUMBER]]
    texts = texts_of(found)
    order = np.argsort(texts, kind="stable")
    tiles = b" ".join(texts[order].tolist()).decode().split(" ")[1::2]
    starts, kinds, points = found[order, START:].T.tolist()
    rows = zip(starts, kinds, tiles, repeat(()), strict=False)
    placed: Iterable[Placement] = map(_placement, rows)
    return list(zip(placed, points, strict=True))


def texts_of(found: Numbers) -> NDArray[np.bytes_]:
    """The texts of listed moves."""
    return found[:, :WORDS].astype(">i8").view(f"S{TEXT}").ravel()


def best_placement(options: Options, board: bytes, rack: str) -> tuple[Placement, int] | None:
    """The placement with the most points, the first in text order among equals; None if there is none."""
    found = listing(options, board, rack, best_only=True)
    if found[-1, NUMBER] == 0:
        return None
    tiles = texts_of(found)[0].decode().partition(" ")[2]
    start, kind, points = found[0, START:].tolist()
    return Placement(start, kind, tiles), points


def listing(options: Options, board: bytes, rack: str, best_only: bool, part: int = 0) -> Numbers:
    """What the kernel lists; repeated with more room if there are more moves than expected.

    `part` asks for some of the lines alone, as `fast.found` describes it; single tiles are always listed.
    """
    joker_at = board.find(OLD_JOKER)
    law, bits = generator_law(options, (joker_at,) if joker_at >= 0 else ())
    counts = np.array(counted(rack, TILES), dtype=np.int64)
    squares = np.frombuffer(board, dtype=np.uint8)
    most = MOST_LISTED_IN_COVER if options.mode == "cover" else MOST_NEW
    found = empty_list(1 if best_only else ROOM, best_only, part)
    list_placements(squares, counts, joker_at, most, law, bits, found)
    if found[-1, NUMBER] >= len(found):
        found = empty_list(int(found[-1, NUMBER]), best_only, part)
        list_placements(squares, counts, joker_at, most, law, bits, found)
    return found


def empty_list(room: int, best_only: bool, part: int = 0) -> Numbers:
    """Room for moves, as `fast.found` describes it."""
    found = np.empty((room + 1, FOUND), dtype=np.int64)
    found[room] = 0
    found[room, BEST_ONLY] = int(best_only)
    found[room, PART] = part
    return found


# --- the sandbox -----------------------------------------------------------------------------


def lone_tiles(state: State) -> Iterator[Placement]:
    """[AB-11.4] The sandbox lists single tiles: each on each empty square or replacing a Joker."""
    digits = [digit for digit in DIGITS if digit in state.rack]
    named = [JOKER + digit for digit in DIGITS] if JOKER in state.rack else []
    for square in sorted(range(len(state.board)), key=lambda square: start_name(square, ACROSS)):
        if state.board[square] == EMPTY:
            yield from (Placement(square, ACROSS, tiles) for tiles in named + digits)
        elif state.board[square] == OLD_JOKER:
            yield from (Placement(square, ACROSS, "=" + digit) for digit in digits)


def takes(state: State) -> Iterator[Take]:
    """[AB-11.4] Any tile on the board can be taken back."""
    squares = [square for square, there in enumerate(state.board) if there != EMPTY]
    yield from (Take(square) for square in sorted(squares, key=lambda square: start_name(square, ACROSS)))
