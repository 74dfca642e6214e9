"""Kakuro slowly: the texts of positions and moves, and the geometry, from the words of the rules alone."""

from functools import cache
from typing import Any

State = dict[str, Any]

COLUMNS = "ABCDEFGH"
READING_ORDER = [f"{c}{r}" for r in range(1, 9) for c in COLUMNS]
POOL_ORDER = "DX123456789"
OPTIONS: dict[str, Any] = {
    "buzz": "two-step",
    "wrong": "out",
    "hourglass_seconds": 60,
    "claim_seconds": 60,
    "solo_timer": "on",
    "failures": 3,
    "flip": "auto",
}


# --- position texts (KA-12) --------------------------------------------------------------------


def read(text: str) -> State:
    fields = text.split()
    state: State = {
        "board": read_board(fields[0]),
        "phase": fields[1],
        "open": None if fields[2] == "-" else int(fields[2]),
        "sums": [] if fields[3] == "-" else [int(v) for v in fields[3].split(",")],
        "aside": [] if fields[4] == "-" else [int(v) for v in fields[4].split(",")],
        "pile": fields[5].replace("-", ""),
        "pools": [pool.replace("-", "") for pool in fields[6].split("/")],
        "scores": [int(score) for score in fields[7].split("/")],
        "out": set(),
        "votes": set(),
        "left": [],
        "buzzer": None,
        "now": 0,
        "until": None,
        "sand": None,
        **OPTIONS,
    }
    for field in fields[8:]:
        key, value = field.split("=")
        if key in ("out", "votes"):
            state[key] = {int(seat) for seat in value.split(",")}
        elif key == "left":
            state[key] = [int(seat) for seat in value.split(",")]
        else:
            state[key] = int(value) if value.isdigit() else value
    return state


def read_board(text: str) -> dict[str, str]:
    tokens: list[str] = []
    for sign in text.replace("/", "").replace("-", ""):
        if sign in ">v+" or (tokens and tokens[-1] == "^"):
            tokens[-1] += sign
        else:
            tokens.append(sign)
    return dict(zip(READING_ORDER, tokens, strict=False))


def write(state: State) -> str:
    board = state["board"]
    rows = ["".join(board[f"{c}{r}"] for c in COLUMNS) for r in range(1, 9)] if board else ["-"]
    words = [
        "/".join(rows),
        state["phase"],
        str(state["open"] or "-"),
        ",".join(str(v) for v in sorted(state["sums"])) or "-",
        ",".join(str(v) for v in sorted(state["aside"])) or "-",
        in_order(state["pile"]) or "-",
        "/".join(in_order(pool) or "-" for pool in state["pools"]),
        "/".join(str(score) for score in state["scores"]),
    ]
    words += [f"{k}={','.join(str(s) for s in sorted(state[k]))}" for k in ("out", "votes") if state[k]]
    words += [f"buzzer={state['buzzer']}"] if state["buzzer"] is not None else []
    words += [f"now={state['now']}"] if state["now"] else []
    words += [f"{key}={state[key]}" for key in ("until", "sand") if state[key] is not None]
    words += [f"{key}={state[key]}" for key, default in OPTIONS.items() if state[key] != default]
    if state["left"]:
        words.append(f"left={','.join(str(s) for s in state['left'])}")
    return " ".join(words)


def in_order(tiles: str) -> str:
    return "".join(sorted(tiles, key=POOL_ORDER.index))


# --- geometry ----------------------------------------------------------------------------------


@cache
def line_of(direction: str, square: str) -> list[str]:
    if direction == ">":
        return [s for s in READING_ORDER if s[1] == square[1]]
    return [s for s in READING_ORDER if s[0] == square[0]]


@cache
def row_squares(direction: str, first: str, length: int) -> list[str]:
    line = line_of(direction, first)
    place = line.index(first)
    return line[place : place + length]


def neighbours(direction: str, squares: list[str]) -> tuple[str | None, str | None]:
    """The square before (None: frame) and after (None: edge)."""
    line = line_of(direction, squares[0])
    first, last = line.index(squares[0]), line.index(squares[-1])
    return (line[first - 1] if first > 0 else None), (line[last + 1] if last < 7 else None)


def is_silver(token: str) -> bool:
    return token in list("123456789")


def digit(token: str) -> int:
    return int(token.strip("^>v+"))


def used(token: str, direction: str) -> bool:
    return token[-1] == direction or token[-1] == "+"


def mark(token: str, direction: str) -> str:
    if token[-1] in ">v":
        return token[:-1] + "+"
    return token + direction


# --- moves (KA-13) -----------------------------------------------------------------------------


def read_move(text: str) -> dict[str, Any] | None:
    """A word or claim as a dict; None: not a move text."""
    text = text.strip().lower()
    while "  " in text:
        text = text.replace("  ", " ")
    for sign in ":~=#":
        text = text.replace(f" {sign}", sign).replace(f"{sign} ", sign)
    words = {"kakuro": "kakuro!", "give-up": "impossible"}
    text = words.get(text, text)
    if text in ("flip", "kakuro!", "impossible", "possible", "retract"):
        return {"word": text}
    text = text.removeprefix("claim ")
    if not text or text[0] not in ">v":
        return None
    head, *tools = text[1:].strip().upper().split(" ")
    first, colon, length = head.partition(":")
    if first not in READING_ORDER or not colon or length not in list("12345678"):
        return None
    if len(row_squares(text[0], first, int(length))) < int(length):
        return None
    claim: dict[str, Any] = {"direction": text[0], "first": first, "length": int(length)}
    claim |= {"exchanges": [], "digits": [], "sums": [], "doubles": 0}
    return claim if all(read_tool(tool, claim) for tool in tools) else None


def read_tool(tool: str, claim: dict[str, Any]) -> bool:
    if tool and set(tool) == {"D"}:
        claim["doubles"] += len(tool)
        return True
    square, sign, rest = tool[:2], tool[2:3], tool[3:]
    if square not in READING_ORDER:
        return False
    if sign == "~" and rest in READING_ORDER and rest != square:
        claim["exchanges"].append(tuple(sorted((square, rest), key=READING_ORDER.index)))
    elif sign == "=" and rest in list("123456789"):
        claim["digits"].append((square, rest))
        claim["digits"].sort(key=lambda d: (READING_ORDER.index(d[0]), d[1]))
    elif sign == "#" and rest in list(POOL_ORDER):
        claim["sums"].append((square, rest))
        claim["sums"].sort(key=lambda s: (READING_ORDER.index(s[0]), POOL_ORDER.index(s[1])))
    else:
        return False
    return True


def write_move(move: dict[str, Any]) -> str:
    if "word" in move:
        return str(move["word"])
    words = [f"{move['direction']}{move['first']}:{move['length']}"]
    words += [f"{a}~{b}" for a, b in move["exchanges"]]
    words += [f"{s}={d}" for s, d in move["digits"]]
    words += [f"{s}#{f}" for s, f in move["sums"]]
    words += ["D" * move["doubles"]] if move["doubles"] else []
    return " ".join(words)


def cost(claim: dict[str, Any]) -> str:
    tiles = "D" * claim["doubles"] + "X" * len(claim["exchanges"])
    tiles += "".join(d for _, d in claim["digits"]) + "".join(f for _, f in claim["sums"])
    return in_order(tiles)


def holds(pool: str, tiles: str) -> bool:
    return all(pool.count(tile) >= tiles.count(tile) for tile in tiles)


def take(pool: str, tiles: str) -> str:
    for tile in tiles:
        pool = pool.replace(tile, "", 1)
    return pool
