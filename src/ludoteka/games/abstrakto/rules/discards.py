"""What each seat puts aside before the game (AS-2), counted from the tile set, the board and the hand."""

from ludoteka.core.game import Seat
from ludoteka.core.refusals import IllegalMove
from ludoteka.games.abstrakto.rules.geometry import kind_rows
from ludoteka.games.abstrakto.types import Counts, Discard, Move, State, counts_of


def laid_counts(state: State, seat: Seat) -> Counts:
    """How many tiles of each type the seat has on the board."""
    return counts_of(
        sum((row & there).bit_count() for row, there in zip(rows, state.board[seat], strict=True))
        for rows in kind_rows(state.size)
    )


def discarded(state: State, seat: Seat) -> Counts:
    """[AS-2.1] What the seat has taken out for good: tile set - placed - hand."""
    laid = laid_counts(state, seat)
    hand = state.hands[seat]
    return counts_of(t - p - h for t, p, h in zip(state.tiles, laid, hand, strict=True))


def has_discarded(state: State, seat: Seat) -> bool:
    """In the discard phase: whether the seat's three tiles are out."""
    return sum(state.hands[seat]) < sum(state.tiles)


def next_to_discard(state: State) -> Seat:
    """[AS-2.6] Seat 0 first, then seat 1."""
    return 1 if has_discarded(state, 0) else 0


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
