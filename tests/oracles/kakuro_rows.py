"""Kakuro slowly, continued: what `legal` lists, what `score` says, and the cheapest tiles for each row."""

from typing import Any

from tests.oracles.kakuro import Irregular, Refused, awaited, forbidden, judge
from tests.oracles.kakuro_texts import (
    POOL_ORDER,
    READING_ORDER,
    State,
    cost,
    digit,
    holds,
    in_order,
    is_silver,
    neighbours,
    read_move,
    row_squares,
    take,
    used,
    write_move,
)

# --- legal (KA-14) and score (KA-15.1) -----------------------------------------------------------


def legal(state: State, seat: int) -> list[str]:
    texts: list[str] = []
    if seat not in awaited(state):
        return texts
    words = ("flip", "kakuro!", "impossible", "possible", "retract")
    texts += [word for word in words if forbidden(state, seat, {"word": word}) is None]
    if state["phase"] in ("race", "claim"):
        for direction in ">v":
            for first in READING_ORDER:
                for length in range(2, 9):
                    squares = row_squares(direction, first, length)
                    if len(squares) == length:
                        texts += row_claims(state, seat, direction, squares)
    return texts


def row_claims(state: State, seat: int, direction: str, squares: list[str]) -> list[str]:
    """(a), (b), (c) of one row: each candidate is completed, paid and judged."""
    board, pool = state["board"], state["pools"][seat]
    if any(board[square] == "#" for square in squares):
        return []
    empty: dict[str, Any] = {"direction": direction, "first": squares[0], "length": len(squares)}
    empty |= {"exchanges": [], "digits": [], "sums": [], "doubles": 0}
    candidates = [empty]
    for square in squares:
        figures = [figure for figure in "123456789" if figure in pool and figure != board[square]]
        candidates += [empty | {"digits": [(square, figure)]} for figure in figures]
    for square in [s for s in squares if "X" in pool and is_silver(board[s])]:
        for figure in "123456789":
            outside = (s for s in READING_ORDER if board[s] == figure and s not in squares)
            other = next(outside, None)
            if other is not None and board[square] != figure:
                pair = tuple(sorted((square, other), key=READING_ORDER.index))
                candidates.append(empty | {"exchanges": [pair]})
    claims = (complete(board, state["open"], pool, squares, claim) for claim in candidates)
    return [write_move(claim) for claim in claims if claim is not None]


def complete(
    board: dict[str, str], total: int, pool: str, squares: list[str], claim: dict[str, Any]
) -> dict[str, Any] | None:
    """Adds the necessary `D` and sum squares (KA-14.3); None: not regular, or not to be paid so."""
    shown = {square: board[square] for square in squares} | dict(claim["digits"])
    for one, other in claim["exchanges"]:
        shown |= {one: board[other], other: board[one]}
    digits = [digit(shown[square]) for square in squares]
    if sum(digits) != total:
        return None
    claim = claim | {"doubles": sum(digits.count(d) - 1 for d in set(digits)), "sums": []}
    if not holds(pool, cost(claim)):
        return None
    rest = in_order(take(pool, cost(claim)))
    for square in neighbours(claim["direction"], squares):
        if square is not None and board[square] != "#":
            if not rest:
                return None
            claim["sums"].append((square, rest[-1]))
            rest = rest[:-1]
    try:
        judge(board, total, claim)
    except Irregular:
        return None
    return claim


def score(state: State, seat: int, text: str) -> tuple[int, list[Any]] | Refused:
    if seat not in awaited(state):
        return "bad-request", None
    move = read_move(text)
    if move is None:
        return "bad-notation", "KA-13.1"
    if rule := forbidden(state, seat, move):
        return "illegal-move", rule
    if "word" in move:
        return 0, []
    try:
        board = judge(state["board"], state["open"], move)
    except Irregular as refusal:
        return "illegal-move", str(refusal)
    squares = row_squares(move["direction"], move["first"], move["length"])
    frame = squares[0][1] if move["direction"] == ">" else squares[0][0]
    digits = [digit(board[square]) for square in squares]
    detail = {
        "row": f"{move['direction']}{move['first']}:{move['length']}",
        "start": neighbours(move["direction"], squares)[0] or move["direction"] + frame,
        "squares": squares,
        "digits": digits,
        "sum": sum(digits),
        "paid": cost(move),
        "turned": [square for square in squares if is_silver(state["board"][square])],
        "points": len(squares),
    }
    return len(squares), [detail]


def placed_sums(board: dict[str, str]) -> list[tuple[str, str, int]]:
    """KA-1.8: start, direction and value of every placed sum tile, across first, by first square."""
    found = []
    for direction in ">v":
        for first in READING_ORDER:
            before = neighbours(direction, [first])[0]
            if board[first] == "#" or (before is not None and board[before] != "#"):
                continue
            run = row_squares(direction, first, 8)
            ends = [i for i, square in enumerate(run) if board[square] == "#"]
            run = run[: ends[0]] if ends else run
            if used(board[first], direction):
                frame = first[1] if direction == ">" else first[0]
                found.append((before or direction + frame, direction, sum(digit(board[s]) for s in run)))
    return found


# --- the cheapest set of tiles for each row, by trying everything --------------------------------


def cheapest_rows(board: dict[str, str], total: int, pool: str) -> dict[str, str]:
    """Row name to the cheapest tiles: fewest; then fewest D, fewest X, fewest 1, .. fewest 9."""
    best: dict[str, str] = {}
    for direction in ">v":
        for first in READING_ORDER:
            for length in range(2, 9):
                squares = row_squares(direction, first, length)
                if len(squares) < length or any(board[s] == "#" for s in squares):
                    continue
                for tiles in every_way(board, total, pool, direction, squares):
                    name = f"{direction}{first}:{length}"
                    if name not in best or price(tiles) < price(best[name]):
                        best[name] = tiles
    return best


def price(tiles: str) -> tuple[int, list[int]]:
    return len(tiles), [tiles.count(face) for face in POOL_ORDER]


def every_way(board: dict[str, str], total: int, pool: str, direction: str, squares: list[str]) -> list[str]:
    """The tiles of every regular claim of this row: all sets of tiles, all places for them."""
    found = []
    around = [s for s in neighbours(direction, squares) if s is not None and board[s] != "#"]
    if not all(is_silver(board[s]) for s in around) or any(used(board[s], direction) for s in squares):
        return []  # KA-5.2 and KA-4.5: no tile can help
    for mask in range(2 ** len(pool)):
        tiles = [tile for place, tile in enumerate(pool) if mask >> place & 1]
        for turned in range(2 ** len(tiles)):
            backs = [tile for place, tile in enumerate(tiles) if turned >> place & 1]
            faces = [tile for place, tile in enumerate(tiles) if not turned >> place & 1]
            if len(backs) == len(around) and some_way(
                board, total, direction, squares, list(zip(around, backs, strict=True)), faces
            ):
                found.append(in_order("".join(tiles)))
    return found


def some_way(
    board: dict[str, str],
    total: int,
    direction: str,
    squares: list[str],
    sums: list[tuple[str, str]],
    faces: list[str],
) -> bool:
    """Whether these faces can be used up in a regular claim with these sum squares."""
    claim: dict[str, Any] = {"direction": direction, "first": squares[0], "length": len(squares)}
    claim |= {"exchanges": [], "digits": [], "sums": sums, "doubles": faces.count("D")}
    silver = [s for s in READING_ORDER if is_silver(board[s])]
    return any_claim(board, total, claim, [f for f in faces if f != "D"], silver, squares)


def any_claim(
    board: dict[str, str],
    total: int,
    claim: dict[str, Any],
    faces: list[str],
    silver: list[str],
    squares: list[str],
) -> bool:
    if not faces:
        try:
            judge(board, total, claim)
        except Irregular:
            return False
        return True
    tile, rest = faces[0], faces[1:]
    if tile == "X":
        ways = [
            claim | {"exchanges": [*claim["exchanges"], (a, b)]}
            for i, a in enumerate(silver)
            for b in silver[i + 1 :]
        ]
    else:
        ways = [claim | {"digits": [*claim["digits"], (square, tile)]} for square in squares]
    return any(any_claim(board, total, way, rest, silver, squares) for way in ways)
