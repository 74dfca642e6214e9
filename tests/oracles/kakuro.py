"""Kakuro once more, slowly and from the words of `docs/rules/kakuro.md` alone.

A state is a dict read from a position text; the board is a dict from square name to token (`5`, `5>`, `^5+`,
`#`). Nothing here is clever and nothing comes from the engine. What `legal` lists is in `kakuro_rows.py`.
"""

import copy
from typing import Any

from tests.oracles.kakuro_texts import (
    POOL_ORDER,
    State,
    cost,
    digit,
    holds,
    is_silver,
    mark,
    neighbours,
    read_board,
    read_move,
    row_squares,
    take,
    used,
)

Refused = tuple[str, str | None]  # kind and rule
EXTRA = {1: 3, 2: 2, 3: 1, 4: 1, 5: 1}


class Irregular(Exception):
    """A claim that is not regular, by the rule named."""


# --- judging a claim (KA-16, lines 7 to 10) ----------------------------------------------------


def judge(board: dict[str, str], total: int, claim: dict[str, Any]) -> dict[str, str]:
    board = dict(board)
    squares = row_squares(claim["direction"], claim["first"], claim["length"])
    around = neighbours(claim["direction"], squares)
    for one, other in claim["exchanges"]:
        if not is_silver(board[one]) or not is_silver(board[other]):
            raise Irregular("KA-5.2")
        board[one], board[other] = board[other], board[one]
    for square, figure in claim["digits"]:
        if square not in squares:
            raise Irregular("KA-5.4")
        if not is_silver(board[square]):
            raise Irregular("KA-5.2")
        board[square] = "^" + figure
    for square, _ in claim["sums"]:
        if square not in around:
            raise Irregular("KA-5.3")
        if not is_silver(board[square]):
            raise Irregular("KA-5.2")
        board[square] = "#"
    judge_row(board, total, claim, squares, around)
    for square in squares:
        board[square] = mark(board[square], claim["direction"])
    return board


def judge_row(
    board: dict[str, str],
    total: int,
    claim: dict[str, Any],
    squares: list[str],
    around: tuple[str | None, str | None],
) -> None:
    if len(squares) < 2:
        raise Irregular("KA-4.1")
    if any(board[square] == "#" for square in squares):
        raise Irregular("KA-4.2")
    for square, rule in zip(around, ("KA-4.3", "KA-4.4"), strict=True):
        if square is not None and board[square] != "#":
            raise Irregular(rule)
    if any(used(board[square], claim["direction"]) for square in squares):
        raise Irregular("KA-4.5")
    digits = [digit(board[square]) for square in squares]
    if sum(digits) != total:
        raise Irregular("KA-4.6")
    if claim["doubles"] != sum(digits.count(d) - 1 for d in set(digits)):
        raise Irregular("KA-4.7")


# --- what is awaited ---------------------------------------------------------------------------


def staying(state: State) -> list[int]:
    return [seat for seat in range(len(state["pools"])) if seat not in state["left"]]


def seats_in(state: State) -> list[int]:
    return [seat for seat in staying(state) if seat not in state["out"]]


def is_over(state: State) -> bool:
    return state["phase"] == "over" or bool(state["left"] and len(staying(state)) < 2)


def awaited(state: State) -> list[int]:
    """The seats that may act; none where chance is awaited or the game is over."""
    if is_over(state):
        return []
    by_phase = {"ready": staying(state), "race": seats_in(state), "claim": [state["buzzer"]]}
    return by_phase.get(state["phase"], [])


def result(state: State) -> tuple[list[int], list[int], str]:
    stay = staying(state)
    merit = [(score, len(pool)) for score, pool in zip(state["scores"], state["pools"], strict=True)]
    ranks = [0] * len(merit)
    for seat in stay:
        ranks[seat] = 1 + sum(1 for other in stay if merit[other] > merit[seat])
    for place, seat in enumerate(reversed(state["left"])):
        ranks[seat] = len(stay) + 1 + place
    if state["left"] and len(stay) < 2:
        return state["scores"], ranks, "left"
    rule = "KA-9.1" if len(state["aside"]) >= state["failures"] else "KA-9.2"
    return state["scores"], ranks, rule


# --- moves happen ------------------------------------------------------------------------------


def play(state: State, seat: int, text: str, at: int) -> State | Refused:
    if seat not in awaited(state) or at < state["now"]:
        return "bad-request", None
    move = read_move(text)
    if move is None:
        return "bad-notation", "KA-13.1"
    if state["until"] is not None and at >= state["until"]:
        return "illegal-move", "KA-7.8"
    if rule := forbidden(state, seat, move):
        return "illegal-move", rule
    new = copy.deepcopy(state)
    if "word" in move:
        say(new, seat, move["word"], at)
        return new
    try:
        new["board"] = judge(state["board"], state["open"], move)
    except Irregular as refusal:
        if state["wrong"] == "refuse":
            return "illegal-move", str(refusal)
        wrong(new, seat, at)
        return new
    new["now"] = at
    new["pools"][seat] = take(new["pools"][seat], cost(move))
    new["scores"][seat] += move["length"]
    end_round(new)
    return new


def forbidden(state: State, seat: int, move: dict[str, Any]) -> str | None:
    word = move.get("word", "claim")
    phases = {"flip": ["ready"], "retract": ["claim"], "claim": ["race", "claim"]}
    if state["phase"] not in phases.get(word, ["race"]):
        return "KA-3.1"
    if word == "kakuro!" and state["buzz"] == "one-step":
        return "KA-7.1"
    if word == "impossible" and seat in state["votes"]:
        return "KA-7.4"
    if word == "possible" and seat not in state["votes"]:
        return "KA-7.5"
    if word == "claim" and not holds(state["pools"][seat], cost(move)):
        return "KA-5.1"
    return None


def say(state: State, seat: int, word: str, at: int) -> None:
    if word == "flip":
        state["phase"], state["now"] = "sum", at
    elif word == "kakuro!":
        state["sand"] = None if state["until"] is None else state["until"] - at
        state["phase"], state["buzzer"], state["now"] = "claim", seat, at
        state["until"] = at + state["claim_seconds"] * 1000
    elif word == "retract":
        wrong(state, seat, at)
    else:
        state["now"] = at
        state["votes"] = state["votes"] | {seat} if word == "impossible" else state["votes"] - {seat}
        look_at_votes(state, at)


def wrong(state: State, seat: int, at: int) -> None:
    state["out"].add(seat)
    state["votes"].discard(seat)
    back_to_race(state, at)
    look_at_votes(state, at)


def back_to_race(state: State, at: int) -> None:
    state["now"] = at
    if state["phase"] == "claim":
        state["phase"], state["buzzer"] = "race", None
        state["until"] = None if state["sand"] is None else at + state["sand"]
        state["sand"] = None


def look_at_votes(state: State, at: int) -> None:
    there = seats_in(state)
    if all(seat in state["votes"] for seat in there):
        fail(state)
    elif state["until"] is None and len(state["votes"]) >= len(there) / 2:
        state["until"] = at + state["hourglass_seconds"] * 1000


def fail(state: State) -> None:
    state["aside"].append(state["open"])
    end_round(state)


def end_round(state: State) -> None:
    total = state["open"]
    state |= {"open": None, "out": set(), "votes": set(), "buzzer": None, "until": None, "sand": None}
    seats = staying(state)
    if len(state["aside"]) >= state["failures"]:
        state["phase"] = "over"
        return
    wanted = total % 2 == 1 or not any(state["pools"]) or len(state["pools"]) == 1
    if wanted and len(state["pile"]) >= len(seats):
        state["phase"] = "tiles"
    else:
        next_round(state)


def next_round(state: State) -> None:
    if not state["sums"]:
        state["phase"] = "over"
    else:
        state["phase"] = "ready" if state["flip"] == "ready" else "sum"


def tick(state: State, at: int) -> State | Refused:
    if at < state["now"]:
        return "bad-request", None
    if is_over(state) or state["until"] is None or at < state["until"]:
        return state
    new = copy.deepcopy(state)
    if new["phase"] == "claim":
        wrong(new, new["buzzer"], at)
    else:
        new["now"] = at
        fail(new)
    return new


def leave(state: State, seat: int, at: int) -> State | Refused:
    if not awaited(state) or seat not in staying(state) or at < state["now"]:
        return "bad-request", None
    new = copy.deepcopy(state)
    new["left"].append(seat)
    new["now"] = at
    if len(staying(new)) < 2:
        return new
    new["pile"] += new["pools"][seat]
    new["pools"][seat] = ""
    new["votes"].discard(seat)
    new["out"].discard(seat)
    if new["buzzer"] == seat:
        back_to_race(new, at)
    if new["phase"] == "race":
        look_at_votes(new, at)
    return new


# --- chance (KA-11) ----------------------------------------------------------------------------


def draw(state: State, text: str) -> State | Refused:
    new = copy.deepcopy(state)
    if state["phase"] == "sum":
        if not (1 <= len(text) <= 2 and all(c in "0123456789" for c in text)):
            return "bad-notation", "KA-11.1"
        if int(text) not in state["sums"]:
            return "illegal-move", "KA-11.2"
        new["sums"].remove(int(text))
        new["open"], new["phase"] = int(text), "race"
        if len(new["pools"]) == 1 and new["solo_timer"] == "on":
            new["until"] = new["now"] + new["hourglass_seconds"] * 1000
        return new
    if state["phase"] == "layout":
        return lay_out(new, text)
    if state["phase"] in ("deal", "tiles"):
        return give_tiles(new, text.upper())
    return "bad-request", None


def lay_out(state: State, text: str) -> State | Refused:
    rows = text.split("/")
    if len(rows) != 8 or any(len(r) != 8 or not set(r) <= set("123456789") for r in rows):
        return "bad-notation", "KA-11.1"
    if any(text.count(figure) > 8 for figure in "123456789"):
        return "illegal-move", "KA-11.2"
    state["board"] = read_board(text)
    state["phase"] = "deal"
    return state


def give_tiles(state: State, text: str) -> State | Refused:
    seats, groups = staying(state), text.split("/")
    each = EXTRA[len(state["pools"])] if state["phase"] == "deal" else 1
    if len(groups) != len(seats) or any(len(g) != each or not set(g) <= set(POOL_ORDER) for g in groups):
        return "bad-notation", "KA-11.1"
    if not holds(state["pile"], text.replace("/", "")):
        return "illegal-move", "KA-11.2"
    for seat, group in zip(seats, groups, strict=True):
        state["pools"][seat] += group
        state["pile"] = take(state["pile"], group)
    next_round(state)
    return state
