"""Who may lay what where, who is skipped, and who may take over the first tile (AS-3, AS-4, AS-5, AS-10)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NoReturn

from ludoteka.core.game import Seat
from ludoteka.core.kernel import shared
from ludoteka.core.refusals import IllegalMove
from ludoteka.core.sentences import Sentence, Value, counted
from ludoteka.games.abstrakto.rules.geometry import kind_at, kind_rows, overlapped, point_name, point_names
from ludoteka.games.abstrakto.types import KIND_NAMES, NO_SLOT, Counts, Place, Rows, State

# --- slots -----------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def free_rows(board: tuple[Rows, Rows], size: int) -> Rows:
    """[AS-3.3] The points where a tile would overlap no other."""
    blue, orange = board
    tiles = (0, *(b | o for b, o in zip(blue, orange, strict=True)), 0)
    points = (1 << 2 * size + 1) - 1
    return tuple(points & ~overlapped(tiles[y] | tiles[y + 1] | tiles[y + 2]) for y in range(2 * size + 1))


def slot_rows(state: State, kinds: Iterable[int]) -> Rows:
    """The free slots of some types."""
    free = free_rows(state.board, state.size)
    return tuple([row & there for row, there in zip(free, _rows_of(state.size, tuple(kinds)), strict=True)])


@lru_cache(maxsize=128)
def _rows_of(size: int, kinds: tuple[int, ...]) -> Rows:
    """All slots of some types."""
    by_kind = kind_rows(size)
    return tuple(sum(by_kind[kind][y] for kind in kinds) for y in range(2 * size + 1))


def kinds_in(hand: Counts) -> list[int]:
    """[AS-4.2] The types that a hand holds."""
    return [kind for kind, number in enumerate(hand) if number]


def open_rows(state: State, seat: Seat) -> Rows:
    """[AS-4.1] The points where the seat can lay a tile of its hand."""
    return slot_rows(state, kinds_in(state.hands[seat]))


# --- one placement ---------------------------------------------------------------------------


def check_placement(state: State, seat: Seat, move: Place) -> int:
    """The type of the tile to be laid; refuses what AS-13 lists, in its order."""
    kind = _kind_for(state, move)
    _check_hand(state.hands[seat], kind, move)
    _check_room(state, move)
    return kind


def _kind_for(state: State, move: Place) -> int:
    """[AS-3.2] The type that the point takes; some points take none."""
    kind = kind_at(move.x, move.y, state.size)
    if kind == NO_SLOT:
        name = point_name(move.x, move.y)
        raise IllegalMove(
            "No tile fits on {point}: corners and the ends of the lines at the edge stay empty.",
            "AS-3.2",
            (name,),
            point=name,
        )
    return kind


def _check_hand(hand: Counts, kind: int, move: Place) -> None:
    """[AS-4.2] The tile comes from the hand."""
    if kind not in kinds_in(hand):
        name = point_name(move.x, move.y)
        raise IllegalMove(
            "The point {point} takes a {kind}, and you have none left.",
            "AS-4.2",
            (name,),
            point=name,
            kind=KIND_NAMES[kind],
        )


def _check_room(state: State, move: Place) -> None:
    """[AS-3.3] No two tiles overlap."""
    if hit := tiles_hit(state, move):
        sentence = counted(
            len(hit),
            "There is no room on {point}: your tile would overlap the tile on {tiles}.",
            "There is no room on {point}: your tile would overlap the tiles on {tiles}.",
            point=point_name(move.x, move.y),
            tiles=joined(hit),
        )
        raise IllegalMove(sentence, "AS-3.3", hit)


def tiles_hit(state: State, move: Place) -> tuple[str, ...]:
    """[AS-3.3] The centres of the tiles that a placement would overlap, in reading order (our reading)."""
    blue, orange = state.board
    near = overlapped(1 << move.x)
    rows = range(2 * state.size + 1)
    hit = ((blue[y] | orange[y]) & near if abs(y - move.y) < 2 else 0 for y in rows)
    return tuple(point_names(hit))


def joined(names: Sequence[str]) -> Value:
    """Points in a sentence: `d3 and f3`, `d3 and f3 and e5`."""
    *others, last = names
    return Sentence("{points} and {last}", points=joined(others), last=last) if others else last


# --- who moves -------------------------------------------------------------------------------


def is_able(state: State, seat: Seat) -> bool:
    """[AS-4.4] Some tile of the hand has a placement; the swap does not make a seat able (AS-10.2)."""
    return any(open_rows(state, seat))


@shared
def mover(seat: int, is_able: bool, is_other_able: bool) -> int:
    """[AS-4.4] Who moves when the turn comes to a seat: one that is not able is skipped by one that is.

    [AS-5.1] -1: neither is able, the game is over. [AS-5.2] One alone goes on to the end (our reading).
    """
    if is_able:
        return seat
    return 1 - seat if is_other_able else -1


def refuse_pass() -> NoReturn:
    """[AS-4.3] Nobody passes by choice."""
    raise IllegalMove("You cannot pass: whoever can lay a tile must lay one.", "AS-4.3")


# --- the pie rule ----------------------------------------------------------------------------


@shared
def is_swap_open(own: int, other: int, was_swapped: bool) -> bool:
    """[AS-10.2] One tile lies on the board, it is the other's, and nobody has swapped."""
    return own == 0 and other == 1 and not was_swapped


def is_after_first_tile(state: State, seat: Seat) -> bool:
    """[AS-10.2] Whether the situation is that of a swap."""
    own, other = (sum(row.bit_count() for row in state.board[s]) for s in (seat, 1 - seat))
    return is_swap_open(own, other, state.swapped)


def can_swap(state: State, seat: Seat) -> bool:
    """[AS-10.1] Whether a seat whose turn it is may swap."""
    return state.pie == "on" and is_after_first_tile(state, seat)


def check_swap(state: State, seat: Seat) -> None:
    """[AS-10.1] Without the pie rule there is no swap; [AS-10.2] with it there is one moment for it."""
    if state.pie == "off":
        raise IllegalMove("This game is played without the pie rule, so you cannot swap.", "AS-10.1")
    if not is_after_first_tile(state, seat):
        raise IllegalMove(
            "You can swap only once, and only right after the other player's first tile.", "AS-10.2"
        )
