"""Legal placements as moves, in text order. The work is done by the kernels in `filling`."""

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from ludoteka.games._lines.multisets import counted
from ludoteka.games.abaku.filling import list_placements
from ludoteka.games.abaku.kernels import INFO, KIND, MOST_NEW, POINTS, START, TEXT, Law, Listed
from ludoteka.games.abaku.lexicon import lexicon
from ludoteka.games.abaku.notation import start_name
from ludoteka.games.abaku.scales import bonuses_now, scale
from ludoteka.games.abaku.types import (
    ACROSS,
    DIGITS,
    EMPTY,
    JOKER,
    OLD_JOKER,
    TILES,
    Options,
    Placement,
    State,
    Take,
)

ROOM = 4096  # moves of almost every turn; more are listed in a second go
MOST_LISTED_IN_COVER = 3  # AB-11.2


def placements(state: State) -> Iterable[Placement]:
    """All placements of the seat to move, in code-point order of their texts."""
    if state.options.mode == "sandbox":
        return lone_tiles(state)
    return [move for move, _ in scored_placements(state.options, state.board, state.rack)]


def scored_placements(options: Options, board: bytes, rack: str) -> list[tuple[Placement, int]]:
    """All legal placements of a rack on a board with their points, in code-point order of their texts."""
    listed = listing(options, board, rack, best_only=False)
    number = int(listed.number[0])
    texts = listed.text[:number].view(f"S{TEXT}").ravel()
    order = np.argsort(texts, kind="stable")
    info = listed.info[order]
    words = (text.decode().partition(" ")[2] for text in texts[order].tolist())
    rows = zip(info[:, START].tolist(), info[:, KIND].tolist(), words, info[:, POINTS].tolist(), strict=True)
    return [(Placement(start, kind, tiles), points) for start, kind, tiles, points in rows]


def best_placement(options: Options, board: bytes, rack: str) -> tuple[Placement, int] | None:
    """The placement with the most points, the first in text order among equals; None if there is none."""
    listed = listing(options, board, rack, best_only=True)
    if listed.number[0] == 0:
        return None
    tiles = bytes(listed.text[0]).rstrip(b"\0").decode().partition(" ")[2]
    start, kind, points = listed.info[0].tolist()
    return Placement(start, kind, tiles), points


def listing(options: Options, board: bytes, rack: str, best_only: bool) -> Listed:
    """What the kernel lists; made again with more room where there were more moves than expected."""
    joker_at = board.find(OLD_JOKER)
    law = law_of(options, joker_at)
    counts = np.array(counted(rack, TILES), dtype=np.int64)
    squares = np.frombuffer(board, dtype=np.uint8)
    most = MOST_LISTED_IN_COVER if options.mode == "cover" else MOST_NEW
    listed = empty_list(1 if best_only else ROOM, best_only)
    list_placements(squares, counts, joker_at, most, law, listed)
    if listed.number[0] > len(listed.text):
        listed = empty_list(int(listed.number[0]), best_only)
        list_placements(squares, counts, joker_at, most, law, listed)
    return listed


def empty_list(room: int, best_only: bool) -> Listed:
    """Room for moves."""
    text: NDArray[np.uint8] = np.empty((room, TEXT), dtype=np.uint8)
    return Listed(text, np.empty((room, INFO), dtype=np.int64), np.zeros(1, dtype=np.int64), int(best_only))


def law_of(options: Options, joker_at: int) -> Law:
    """The options as the kernels need them."""
    numbers = scale(options)
    letter, word = bonuses_now(numbers, options, (joker_at,) if joker_at >= 0 else ())
    lex = lexicon(options.operations, options.result_side)
    return Law(options.kinds, numbers.scale, letter, word, *lex)


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
