"""The law of a turn: discarding, placing, skipping, the end, the pie rule (AS-2 to AS-5, AS-10)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NoReturn, TypeVar

from ludoteka.core.game import Seat
from ludoteka.core.kernel import kernel
from ludoteka.core.refusals import IllegalMove
from ludoteka.games.abstrakto.geometry import (
    columns_of,
    kind_at,
    kind_rows,
    overlapped,
    places,
    point_name,
    point_names,
)
from ludoteka.games.abstrakto.types import (
    COLOURS,
    DISCARDED,
    KIND_NAMES,
    NO_SLOT,
    Counts,
    Discard,
    Move,
    Pass,
    Place,
    Rows,
    State,
    Swap,
)

T = TypeVar("T")

# --- placing ---------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def free_rows(board: tuple[Rows, Rows], size: int) -> Rows:
    """[AS-3.3] The points where a tile would overlap no other."""
    blue, orange = board
    tiles = (0, *(b | o for b, o in zip(blue, orange, strict=True)), 0)
    points = (1 << 2 * size + 1) - 1
    reach = overlapped.interpreted()
    return tuple(points & ~reach(tiles[y] | tiles[y + 1] | tiles[y + 2]) for y in range(2 * size + 1))


def slot_rows(state: State, kinds: Iterable[int]) -> Rows:
    """The free slots of some types."""
    by_kind = kind_rows(state.size)
    chosen = [by_kind[kind] for kind in kinds]
    free = free_rows(state.board, state.size)
    return tuple(row & sum(kind[y] for kind in chosen) for y, row in enumerate(free))


def kinds_in(hand: Counts) -> list[int]:
    """[AS-4.2] The types that a hand holds."""
    return [kind for kind, number in enumerate(hand) if number]


def placements(state: State, seat: Seat) -> Iterator[Place]:
    """[AS-4.1] Where the seat can lay a tile of its hand, in reading order of points."""
    points = places(state.size)
    for y, row in enumerate(slot_rows(state, kinds_in(state.hands[seat]))):
        for x in columns_of(row):
            yield points[y][x]


def is_able(state: State, seat: Seat) -> bool:
    """[AS-4.4] Some tile of the hand has a placement; the swap does not make a seat able (AS-10.2)."""
    return any(slot_rows(state, kinds_in(state.hands[seat])))


def check_placement(state: State, seat: Seat, move: Place) -> int:
    """The type of the tile to be laid; refuses what AS-13 lists, in its order."""
    name = point_name(move.x, move.y)
    kind = kind_at.interpreted()(move.x, move.y, state.size)
    if kind == NO_SLOT:
        text = f"No tile fits on {name}: corners and the ends of the lines at the edge stay empty."
        raise IllegalMove(text, "AS-3.2", (name,))
    if not state.hands[seat][kind]:
        text = f"The point {name} takes a {KIND_NAMES[kind]}, and you have none left."
        raise IllegalMove(text, "AS-4.2", (name,))
    if hit := tiles_hit(state, move):
        others = "the tile" if len(hit) == 1 else "the tiles"
        text = f"There is no room on {name}: your tile would overlap {others} on {' and '.join(hit)}."
        raise IllegalMove(text, "AS-3.3", hit)
    return kind


def tiles_hit(state: State, move: Place) -> tuple[str, ...]:
    """[AS-3.3] The centres of the tiles that a placement would overlap, in reading order (our reading)."""
    blue, orange = state.board
    near = overlapped.interpreted()(1 << move.x)
    rows = range(2 * state.size + 1)
    hit = ((blue[y] | orange[y]) & near if abs(y - move.y) < 2 else 0 for y in rows)
    return tuple(point_names(hit))


def placed(state: State, seat: Seat, move: Place) -> State:
    """[AS-4.1] A tile goes from the hand to the board and stays there [AS-3.4]; the turn goes on."""
    kind = check_placement(state, seat, move)
    tiles = list(state.board[seat])
    tiles[move.y] |= 1 << move.x
    hand = list(state.hands[seat])
    hand[kind] -= 1
    laid = replace(
        state,
        board=_with(state.board, seat, tuple(tiles)),
        hands=_with(state.hands, seat, _counts(hand)),
        last=move,
    )
    return turn_to(laid, 1 - seat)


# --- turns and the end -----------------------------------------------------------------------


@kernel
def mover(seat: int, is_able: bool, is_other_able: bool) -> int:
    """[AS-4.4] Who moves when the turn comes to a seat: one that is not able is skipped by one that is.

    [AS-5.1] -1: neither is able, the game is over. [AS-5.2] One alone goes on to the end (our reading).
    """
    if is_able:
        return seat
    return 1 - seat if is_other_able else -1


def turn_to(state: State, seat: Seat) -> State:
    """[AS-4.4] The state when the turn comes to a seat; `skipped` remembers the one that was passed over."""
    turn = mover.interpreted()(seat, is_able(state, seat), is_able(state, 1 - seat))
    if turn < 0:
        return replace(state, phase="over", turn=None, skipped=None)
    return replace(state, phase="play", turn=turn, skipped=None if turn == seat else seat)


# --- preparation -----------------------------------------------------------------------------


def laid_counts(state: State, seat: Seat) -> Counts:
    """How many tiles of each type the seat has on the board."""
    return _counts(
        sum((row & there).bit_count() for row, there in zip(rows, state.board[seat], strict=True))
        for rows in kind_rows(state.size)
    )


def discarded(state: State, seat: Seat) -> Counts:
    """[AS-2.1] What the seat has taken out for good: tile set - placed - hand."""
    laid = laid_counts(state, seat)
    hand = state.hands[seat]
    return _counts(t - p - h for t, p, h in zip(state.tiles, laid, hand, strict=True))


def has_discarded(state: State, seat: Seat) -> bool:
    """In the discard phase: whether the seat's three tiles are out."""
    return sum(state.hands[seat]) < sum(state.tiles)


def next_to_discard(state: State) -> Seat:
    """[AS-2.6] Seat 0 first, then seat 1."""
    return 1 if has_discarded(state, 0) else 0


def without(state: State, seat: Seat, tiles: Counts) -> State:
    """[AS-2.3] The hand after a discard; when both are done, the start is next [AS-2.6]."""
    hand = _counts(h - t for h, t in zip(state.hands[seat], tiles, strict=True))
    done = replace(state, hands=_with(state.hands, seat, hand), last=None)
    both = has_discarded(done, 0) and has_discarded(done, 1)
    return prepared(done) if both else done


def prepared(state: State) -> State:
    """[AS-2.5] After the discards: chance gives the starting seat, or the option does."""
    if state.first == "random":
        return replace(state, phase="start")
    return turn_to(state, COLOURS.index(state.first))


def choices(tiles: Counts) -> Iterator[Discard]:
    """[AS-8.3] Every choice of three tiles of a set, from SSS to XXX in the order S < L < X."""
    for s in range(DISCARDED, -1, -1):
        for line in range(DISCARDED - s, -1, -1):
            choice = (s, line, DISCARDED - s - line)
            if is_within(choice, tiles):
                yield Discard(choice)


def is_within(choice: Counts, tiles: Counts) -> bool:
    """Whether the tiles hold the choice."""
    return all(c <= t for c, t in zip(choice, tiles, strict=True))


def check_discard(state: State, move: Move) -> None:
    """[AS-2.4] In the discard phase every move but `discard` is refused, and in others `discard` is."""
    if state.phase != "discard":
        if isinstance(move, Discard):
            raise IllegalMove("Tiles are discarded before the game begins, and only in secret.", "AS-2.4")
        return
    if not isinstance(move, Discard):
        raise IllegalMove("First choose the three tiles that you will not play with.", "AS-2.4")
    if not is_within(move.tiles, state.tiles):
        raise IllegalMove("You do not have that many tiles of one type to discard.", "AS-2.4")


# --- the pie rule ----------------------------------------------------------------------------


@kernel
def is_swap_open(own: int, other: int, was_swapped: bool) -> bool:
    """[AS-10.2] One tile lies on the board, it is the other's, and nobody has swapped."""
    return own == 0 and other == 1 and not was_swapped


def can_swap(state: State, seat: Seat) -> bool:
    """[AS-10.2] Whether the situation is that of a swap."""
    own, other = (sum(row.bit_count() for row in state.board[s]) for s in (seat, 1 - seat))
    return is_swap_open.interpreted()(own, other, state.swapped)


def check_swap(state: State, seat: Seat) -> None:
    """[AS-10.1] Without the pie rule there is no swap."""
    if state.pie == "off":
        raise IllegalMove("This game is played without the pie rule, so you cannot swap.", "AS-10.1")
    if not can_swap(state, seat):
        text = "You can swap only once, and only right after the other player's first tile."
        raise IllegalMove(text, "AS-10.2")


def swapped(state: State, seat: Seat) -> State:
    """[AS-10.3] The tile becomes the swapping seat's, the hands are exchanged, and the other seat moves."""
    check_swap(state, seat)
    (blue, orange), (first, second) = state.board, state.hands
    sides = replace(state, board=(orange, blue), hands=(second, first), swapped=True, last=None)
    return turn_to(sides, 1 - seat)


# --- any move --------------------------------------------------------------------------------


def played(state: State, seat: Seat, move: Move) -> State:
    """The state after a move; the order of refusals is that of AS-13."""
    check_discard(state, move)
    if isinstance(move, Discard):
        return without(state, seat, move.tiles)
    if isinstance(move, Pass):
        refuse_pass()
    if isinstance(move, Swap):
        return swapped(state, seat)
    return placed(state, seat, move)


def refuse_pass() -> NoReturn:
    """[AS-4.3] Nobody passes by choice."""
    raise IllegalMove("You cannot pass: whoever can lay a tile must lay one.", "AS-4.3")


def legal(state: State, seat: Seat) -> Iterator[Move]:
    """[AS-8.3] Placements in reading order, then the swap; in the discard phase the choices."""
    if state.phase == "discard":
        yield from choices(state.tiles)
        return
    yield from placements(state, seat)
    if state.pie == "on" and can_swap(state, seat):
        yield Swap()


def _counts(numbers: Iterable[int]) -> Counts:
    s, line, x = numbers
    return s, line, x


def _with(pair: tuple[T, T], seat: Seat, item: T) -> tuple[T, T]:
    return (item, pair[1]) if seat == 0 else (pair[0], item)
