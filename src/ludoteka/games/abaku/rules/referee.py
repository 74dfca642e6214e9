"""The referee: which moves are refused (AB-15), and whether a placement keeps the rules (AB-5)."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from ludoteka.core.kernel import shared
from ludoteka.core.refusals import IllegalMove
from ludoteka.games._lines.tiles import taken
from ludoteka.games.abaku.rules.equations import readings
from ludoteka.games.abaku.rules.placement import Laid, lay, names
from ludoteka.games.abaku.rules.scoring import scored
from ludoteka.games.abaku.types import (
    CENTRE,
    EMPTY,
    OLD_JOKER,
    RACK,
    SIZE,
    Change,
    Move,
    Options,
    Placement,
    Reply,
    State,
    Take,
)

Findings = tuple[int, int, int, int, int]  # lines.POINTS, WHOLE, LINKED, FROM, TO


def judged(state: State, seat: int, move: Move) -> Laid | None:
    """[AB-15] Raises `IllegalMove` for a move that cannot be made; a placement as it lies on the board."""
    check_answer(state, move)
    check_window(state, move)
    if isinstance(move, Take):
        check_take(state, move)
    if isinstance(move, Change):
        check_change(state, move)
    if not isinstance(move, Placement):
        return None
    laid = lay(state.options, state.board, state.racks[seat], move)
    broken = None if state.options.is_disputed else fault(state.options, laid)
    if broken is not None:
        raise broken
    return laid


def check_answer(state: State, move: Move) -> None:
    """[AB-9.2] `accept` and `dispute` are moves of a window only."""
    if isinstance(move, Reply) and state.claim is None:
        raise IllegalMove("There is nothing to accept or dispute now.", "AB-9.2")


def check_window(state: State, move: Move) -> None:
    """[AB-9.3] In a window nothing but an answer is possible."""
    if not isinstance(move, Reply) and state.claim is not None:
        raise IllegalMove("First say whether you accept or dispute the tiles just laid.", "AB-9.3")


def check_take(state: State, move: Take) -> None:
    """[AB-5.8] Tiles on the board stay; [AB-11.4] in the sandbox any tile can be taken back."""
    where = names(move.square)
    if state.options.mode != "sandbox":
        raise IllegalMove("Tiles on the board stay where they are.", "AB-5.8", where)
    if state.board[move.square] == EMPTY:
        raise IllegalMove("There is no tile on that square.", "AB-11.4", where)


# --- changes ---------------------------------------------------------------------------------


def has_changes(options: Options) -> bool:
    """[AB-11.2] In cover and sandbox nothing is drawn or changed."""
    return options.mode == "standard"


def is_rack_size(tiles: str) -> bool:
    """[AB-8.1] A change sets 1 to 5 tiles aside."""
    return 1 <= len(tiles) <= RACK


def is_bag_enough(bag: str, tiles: str) -> bool:
    """[AB-8.2] The bag holds at least as many tiles as are changed (our reading)."""
    return len(bag) >= len(tiles)


def check_change(state: State, move: Change) -> None:
    """[AB-8.1] Refuses a change in the order AB-11.2, 8.1 (also of tiles that are not held), 8.2."""
    where = tuple(move.tiles)
    if not has_changes(state.options):
        raise IllegalMove("All tiles are on your rack already: there is nothing to change.", "AB-11.2")
    if not is_rack_size(move.tiles) or taken(state.rack, move.tiles) is None:
        raise IllegalMove("You can change only tiles that are on your rack.", "AB-8.1", where)
    if not is_bag_enough(state.bag, move.tiles):
        raise IllegalMove("The bag holds only {n} tiles.", "AB-8.2", where, n=len(state.bag))


# --- placements ------------------------------------------------------------------------------


def fault(options: Options, laid: Laid) -> IllegalMove | None:
    """The first of AB-6.3, 5.4, 5.5, 5.6, 5.7, 7.10 that the placement breaks; None: it stands."""
    if options.mode == "sandbox":
        return None
    checks: tuple[Callable[[Options, Laid], IllegalMove | None], ...] = (
        beside_joker,
        opening_off_centre,
        no_equation_of_all,
        unjoined_pair,
        unlinked,
        false_declaration,
    )
    return next((found for check in checks if (found := check(options, laid)) is not None), None)


def beside_joker(_: Options, laid: Laid) -> IllegalMove | None:
    """[AB-6.3] No new digit 1-9 beside an old Joker that stays; a 0 may lie there."""
    for square, digit in laid.digits.items():
        for joker in _jokers_that_stay(laid):
            if digit and square != laid.joker and are_neighbours(square, joker):
                where = names(square, joker)
                return IllegalMove("Only a 0 may lie next to a Joker on the board.", "AB-6.3", where)
    return None


@shared
def are_neighbours(square: int, other: int) -> bool:
    """[AB-6.3] Whether two squares share a side."""
    rows = abs(square // SIZE - other // SIZE)
    columns = abs(square % SIZE - other % SIZE)
    return rows + columns == 1


def opening_off_centre(_: Options, laid: Laid) -> IllegalMove | None:
    """[AB-5.4] The opening covers H8."""
    if laid.is_opening and CENTRE not in laid.digits:
        where = names(*laid.digits)
        return IllegalMove(
            "The first equation of the game must cover the middle square, H8.", "AB-5.4", where
        )
    return None


def no_equation_of_all(options: Options, laid: Laid) -> IllegalMove | None:
    """[AB-5.5] One equation contains all new tiles."""
    _, whole, *_ = findings(options, laid)
    if whole:
        return None
    where = names(*laid.digits)
    return IllegalMove("Your new tiles must all be part of one equation.", "AB-5.5", where)


def unjoined_pair(options: Options, laid: Laid) -> IllegalMove | None:
    """[AB-5.6] Every new tile and old digit side by side are in one equation, unless one is a 0."""
    *_, one, other = findings(options, laid)
    if laid.is_opening or one < 0:
        return None
    where = names(one, other)
    return IllegalMove("These two tiles touch, but no equation holds both of them.", "AB-5.6", where)


def unlinked(options: Options, laid: Laid) -> IllegalMove | None:
    """[AB-5.7] At least one pair of a new tile and an old digit is in one equation."""
    _, _, linked, *_ = findings(options, laid)
    if laid.is_opening or linked:
        return None
    where = names(*laid.digits)
    return IllegalMove("Your tiles must make an equation together with a tile on the board.", "AB-5.7", where)


def false_declaration(options: Options, laid: Laid) -> IllegalMove | None:
    """[AB-7.10] Each declared reading is a reading of its segment under the options."""
    for said, squares in laid.declared:
        digits = "".join(str(laid.board[square]) for square in squares)
        true = readings(digits, options.operations, options.result_side)
        if said.kind >= options.kinds or said.reading not in true:
            where = names(*squares)
            text = "{reading} is not a true equation in this game."
            return IllegalMove(text, "AB-7.10", where, reading=said.reading)
    return None


def points(options: Options, laid: Laid) -> int:
    """[AB-7.1] What the placement scores; [AB-11.3] cover: squares newly covered; [AB-11.4] sandbox: 0."""
    if options.mode == "cover":
        return len(laid.digits) - len(laid.replaced)
    if options.mode == "sandbox":
        return 0
    if options.declare == "manual":
        return sum(segment.points for segment in scored(options, laid))
    return findings(options, laid)[0]


def _jokers_that_stay(laid: Laid) -> Iterator[int]:
    at = laid.before.find(OLD_JOKER)
    while at >= 0:
        if at not in laid.replaced:
            yield at
        at = laid.before.find(OLD_JOKER, at + 1)


def findings(options: Options, laid: Laid) -> Findings:
    """What `lines.judge` finds along all lines."""
    return _judged(options, laid.board, tuple(laid.digits), laid.kind, laid.replaced)


@lru_cache(maxsize=256)
def _judged(
    options: Options,
    board: bytes,
    squares: tuple[int, ...],
    kind: int,
    replaced: tuple[int, ...],
) -> Findings:
    import numpy as np  # only a referee needs arrays: listing the games stays cheap

    from ludoteka.games.abaku.rules.lines import FINDINGS, RUN_LENGTH, RUN_ROWS, judge, law_of

    fresh = np.zeros(len(board), dtype=np.uint8)
    fresh[list(squares)] = 1
    found = np.empty(FINDINGS, dtype=np.int64)
    run = np.empty((RUN_ROWS, RUN_LENGTH), dtype=np.int64)
    new = np.array(squares, dtype=np.int64)
    there = np.frombuffer(board, dtype=np.uint8)
    judge(there, fresh, new, kind, *law_of(options, replaced), run, found)
    one, two, three, four, five = found.tolist()
    return one, two, three, four, five
