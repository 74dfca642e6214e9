"""Calculissimo once more, slow and obvious, from the rules document alone. Works on position texts.

Boards are read out of the rules document; calculations are done with `Fraction`; legal moves are found by
trying every sequence of chips on every line.
"""

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path
from typing import Any

RULES = (Path(__file__).parents[2] / "docs" / "rules" / "calculissimo.md").read_text(encoding="utf-8")
ORDER = "123456789+-x/*"
LETTERS = {c: "*" + f for c, f in zip("abcdefghipmv", "123456789+-/", strict=True)}
DEFAULTS: dict[str, str] = {
    "board": "std",
    "chips": "std",
    "start": "draw",
    "premiums": "once-best",
    "jokers": "face",
    "swap": "free",
    "end": "bag-and-out",
    "referee": "auto",
    "turn_seconds": "0",
}
KEYS = ("passes", "idle", "clock", "due", "claim", "asked", "over", "left")
Square = tuple[int, int]


def grids() -> dict[str, list[str]]:
    std = RULES.split("```board\n")[1].split("```")[0].split("\n")[:-1]
    mini = RULES.split("Board `mini`: `")[1].split("`")[0].split("/")
    plain = ["." * 15] * 7 + ["." * 7 + "*" + "." * 7] + ["." * 15] * 7
    return {"std": [row.replace(" ", "") for row in std], "mini": mini, "plain": plain}


GRIDS = grids()


class Refused(Exception):
    def __init__(self, rule: str) -> None:
        super().__init__(rule)
        self.rule = rule


class Pos:
    """A position taken apart. `board` maps squares to items: `6`, or `*6` for a joker."""

    def __init__(self, text: str) -> None:
        board, racks, bag, scores, seat, *words = text.split(" ")
        given = dict(word.split("=") for word in words)
        self.o = {key: given.get(key, default) for key, default in DEFAULTS.items()}
        self.grid = GRIDS[self.o["board"]]
        self.n = len(self.grid)
        self.board: dict[Square, str] = {}
        for r, row in enumerate(board.split("/")):
            for c, sign in enumerate(row):
                if sign != ".":
                    self.board[r, c] = LETTERS.get(sign, sign.replace(":", "/"))
        self.racks = [unset(rack) for rack in racks.split("|")]
        self.bag = unset(bag)
        self.scores = [int(score) for score in scores.split(",")]
        self.seat = None if seat == "-" else int(seat)
        self.passes, self.idle, self.clock = (int(given.get(k, 0)) for k in ("passes", "idle", "clock"))
        self.due = given["due"].split(",") if "due" in given else []
        self.claim = given.get("claim", "").replace(",", " ").replace(":", "/")
        self.asked = [int(s) for s in given["asked"].split(",")] if "asked" in given else []
        self.over = given.get("over", "")
        self.left = [int(s) for s in given["left"].split(",")] if "left" in given else []

    def text(self) -> str:
        back = {item: sign for sign, item in LETTERS.items()}
        squares = (
            [
                (back.get(i, i.replace("/", ":")) if (i := self.board.get((r, c))) else ".")
                for c in range(self.n)
            ]
            for r in range(self.n)
        )
        fields = [
            "/".join("".join(row) for row in squares),
            "|".join(to_set(rack) for rack in self.racks),
            to_set(self.bag),
            ",".join(map(str, self.scores)),
            "-" if self.seat is None else str(self.seat),
        ]
        fields += [f"{k}={v}" for k, v in self.o.items() if v != DEFAULTS[k]]
        values = {
            **{k: str(getattr(self, k)) if getattr(self, k) else "" for k in ("passes", "idle", "clock")},
            "due": ",".join(self.due),
            "claim": self.claim.replace(" ", ",").replace("/", ":"),
            "asked": ",".join(map(str, self.asked)),
            "over": self.over,
            "left": ",".join(map(str, self.left)),
        }
        return " ".join(fields + [f"{k}={values[k]}" for k in KEYS if values[k]])

    @property
    def stay(self) -> list[int]:
        return [s for s in range(len(self.racks)) if s not in self.left]

    @property
    def is_over(self) -> bool:
        return bool(self.over) or (bool(self.left) and len(self.stay) < 2)

    def awaited(self) -> list[int]:
        if self.is_over or self.due:
            return []
        return self.asked if self.claim else [s for s in [self.seat] if s is not None]


def unset(text: str) -> str:
    return "" if text == "0" else text.replace(":", "/")


def to_set(chips: str) -> str:
    return in_order(chips).replace("/", ":") or "0"


def in_order(chips: str) -> str:
    return "".join(sorted(chips, key=ORDER.index))


def less(chips: str, some: str) -> str:
    assert not Counter(some) - Counter(chips)
    return in_order("".join((Counter(chips) - Counter(some)).elements()))


# --- moves as texts --------------------------------------------------------------------------


def read_line(line: str) -> tuple[Square, bool]:
    down = line[0].isalpha()
    letter, number = (line[0], line[1:]) if down else (line[-1], line[:-1])
    return (int(number) - 1, ord(letter) - ord("A")), down


def named(square: Square) -> str:
    return chr(ord("A") + square[1]) + str(square[0] + 1)


def laid_out(move: str) -> list[tuple[Square, str]]:
    line, items = move.split(" ")
    (row, column), down = read_line(line)
    return [
        ((row + i, column) if down else (row, column + i), item)
        for i, item in enumerate(re.findall(r"\*.|.", items))
    ]


# --- CA-3, CA-4, CA-5 ------------------------------------------------------------------------


def neighbours(square: Square) -> list[Square]:
    r, c = square
    return [(r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c)]


def logo(pos: Pos) -> Square:
    return next((r, c) for r, row in enumerate(pos.grid) for c, sign in enumerate(row) if sign == "*")


def ca3(pos: Pos, seat: int, move: str) -> str:
    """The first rule of CA-3 that is broken, or nothing."""
    spots = laid_out(move)
    new = {square: item for square, item in spots if item != "."}
    if any(max(square) >= pos.n for square, _ in spots):
        return "CA-3.1"
    if any((square in pos.board) != (item == ".") for square, item in spots):
        return "CA-3.2"
    if Counter(item[0] for item in new.values()) - Counter(pos.racks[seat]):
        return "CA-3.3"
    if "*x" in new.values():
        return "CA-3.4"
    if not pos.board:
        return "" if logo(pos) in new else "CA-3.5"
    if not any(near in pos.board for square in new for near in neighbours(square)):
        return "CA-3.6"
    return ""


def run_through(board: dict[Square, str], square: Square, down: bool) -> list[Square]:
    step = (1, 0) if down else (0, 1)
    while (before := (square[0] - step[0], square[1] - step[1])) in board:
        square = before
    run = []
    while square in board:
        run.append(square)
        square = (square[0] + step[0], square[1] + step[1])
    return run


def calculate(numbers: list[int], signs: list[str]) -> Fraction:
    terms, pluses = [Fraction(numbers[0])], []
    for sign, number in zip(signs, numbers[1:], strict=True):
        if sign == "x":
            terms[-1] *= number
        elif sign == "/":
            terms[-1] /= number
        else:
            pluses.append(sign)
            terms.append(Fraction(number))
    total = terms[0]
    for sign, term in zip(pluses, terms[1:], strict=True):
        total = total + term if sign == "+" else total - term
    return total


def is_good(number: Fraction) -> bool:
    return number.denominator == 1 and number > 0


def broken(faces: str) -> str:
    """Which of CA-4.2 to 4.4 a run breaks."""
    if not re.fullmatch(r"[1-9]([-+x/][1-9])+", faces):
        return "CA-4.2"
    if faces.count("x") > 1:
        return "CA-4.3"
    return "" if is_good(calculate([int(f) for f in faces[::2]], list(faces[1::2]))) else "CA-4.4"


def reckon(pos: Pos, move: str) -> tuple[str, int, list[dict[str, Any]]]:
    """The rule of CA-4 that is broken (or nothing), points and detail."""
    new = {square: item for square, item in laid_out(move) if item != "."}
    board = pos.board | new
    _, down = read_line(move.split(" ")[0])
    first = next(iter(new))
    ways = [(first, down), *((square, not down) for square in new)]
    runs = [(run_through(board, square, way), way) for square, way in ways]
    runs = [(run, way) for run, way in runs if len(run) > 1]
    texts = ["".join(board[square][-1] for square in run) for run, _ in runs]
    faults = sorted(fault for text in texts if (fault := broken(text)))
    rule = "CA-4.1" if not runs else faults[0] if faults else ""
    totals = [
        worth
        for a in assignments(pos, new, runs)
        if (worth := total(pos, new, board, runs, a, lenient=False))
    ]
    if not rule and not totals:
        rule = "CA-4.5"
    if rule:
        totals = [
            w for a in assignments(pos, new, runs) if (w := total(pos, new, board, runs, a, lenient=True))
        ]
    points, detail = max(totals, key=lambda found: found[0])
    return rule, points, detail


def assignments(
    pos: Pos, new: dict[Square, str], runs: list[tuple[list[Square], bool]]
) -> Iterator[dict[Square, set[bool]]]:
    """For each premium square with a new chip, the directions in which it acts."""
    squares = sorted(square for square in new if pos.grid[square[0]][square[1]] != ".")
    choices: list[list[set[bool]]] = []
    for square in squares:
        ways = sorted(way for run, way in runs if square in run)
        once = pos.o["premiums"] == "once-best" and len(ways) == 2
        choices.append([{False}, {True}] if once else [set(ways)])
    for chosen in product(*choices):
        yield dict(zip(squares, chosen, strict=True))


def total(
    pos: Pos,
    new: dict[Square, str],
    board: dict[Square, str],
    runs: list[tuple[list[Square], bool]],
    acting: dict[Square, set[bool]],
    lenient: bool,
) -> tuple[int, list[dict[str, Any]]] | None:
    """Points and detail with one assignment; None if it is not admissible."""
    points, detail = 0, []
    for run, way in runs:
        faces = "".join(board[square][-1] for square in run)
        rule = broken(faces)
        numbers, power, acted = [], 1, []
        for square in run:
            item = board[square]
            kind = pos.grid[square[0]][square[1]] if square in new and way in acting.get(square, ()) else "."
            joker = item[0] == "*" and pos.o["jokers"] == "face"
            factor = {"G": 2, "B": 3}.get(kind, 1) if item[-1].isdigit() and not joker else 1
            power *= {"Y": 2, "P": 3, "*": 2}.get(kind, 1)
            if factor > 1 or kind in "YP*":
                words = {"G": "green", "B": "blue", "Y": "yellow", "P": "purple", "*": "logo"}
                acted.append({"square": named(square), "kind": words[kind]})
            if item[-1].isdigit():
                numbers.append(int(item[-1]) * factor)
        face = None if rule else calculate([int(f) for f in faces[::2]], list(faces[1::2]))
        value = Fraction(0) if rule else calculate(numbers, list(faces[1::2]))
        if not is_good(value):
            if not lenient:
                return None
            rule = rule or "CA-4.5"
        worth = 0 if rule else int(value) * power
        points += worth
        detail.append(
            {
                "direction": "down" if way else "across",
                "squares": [named(square) for square in run],
                "text": faces,
                "face": None if face is None else int(face),
                "value": worth,
                "premiums": [] if rule else acted,
                "rule": rule or None,
            }
        )
    return points, detail


# --- legal moves -----------------------------------------------------------------------------


def sequences(rack: str) -> Iterator[tuple[str, ...]]:
    """Every way to lay some chips one after the other, jokers with every face."""
    orders = {order for size in range(1, len(rack) + 1) for order in permutations(rack, size)}
    for order in orders:
        faces = (["*" + f for f in "123456789+-/"] if chip == "*" else [chip] for chip in order)
        yield from product(*faces)


def placements(pos: Pos, seat: int) -> Iterator[str]:
    """All placements that keep CA-3 and CA-4."""
    by_size: dict[int, list[tuple[str, ...]]] = {}
    for sequence in sequences(pos.racks[seat]):
        by_size.setdefault(len(sequence), []).append(sequence)
    for r, c, down in product(range(pos.n), range(pos.n), (False, True)):
        line = named((r, c)) if down else f"{r + 1}{chr(ord('A') + c)}"
        for size, choices in by_size.items():
            squares = free_ahead(pos, (r, c), down, size)
            if not squares or (size == 1 and down) or not is_placed_well(pos, squares):
                continue
            for items in choices:
                laid = dict(zip(squares, items, strict=True))
                text = "".join(laid.get(at, ".") for at in between(squares[0], squares[-1]))
                if looks_right(pos, laid, squares[0], down) and not reckon(pos, f"{line} {text}")[0]:
                    yield f"{line} {text}"


def looks_right(pos: Pos, laid: dict[Square, str], first: Square, down: bool) -> bool:
    """CA-4.2 for the run along the placement, asked first: most sequences fail here."""
    board = pos.board | laid
    run = run_through(board, first, down)
    faces = "".join(board[square][-1] for square in run)
    return len(run) == 1 or re.fullmatch(r"[1-9]([-+x/][1-9])+", faces) is not None


def free_ahead(pos: Pos, square: Square, down: bool, size: int) -> list[Square]:
    """The first `size` free squares of a line from a free square on; empty if there are fewer."""
    if square in pos.board:
        return []
    r, c = square
    ahead = [(k, c) for k in range(r, pos.n)] if down else [(r, k) for k in range(c, pos.n)]
    free = [s for s in ahead if s not in pos.board][:size]
    return free if len(free) == size else []


def between(first: Square, last: Square) -> list[Square]:
    return [(r, c) for r in range(first[0], last[0] + 1) for c in range(first[1], last[1] + 1)]


def is_placed_well(pos: Pos, squares: list[Square]) -> bool:
    if not pos.board:
        return logo(pos) in squares
    return any(near in pos.board for square in squares for near in neighbours(square))


def legal(pos: Pos, seat: int) -> list[str]:
    if pos.claim:
        return ["accept", "dispute"]
    placed = sorted(placements(pos, seat))
    swapped: set[str] = set()
    if pos.o["swap"] == "free" or not placed:
        rack = pos.racks[seat]
        for keep in product((False, True), repeat=len(rack)):
            chips = in_order("".join(chip for chip, k in zip(rack, keep, strict=True) if k))
            if chips and len(chips) <= len(pos.bag):
                swapped.add("swap " + chips)
    return [*placed, *sorted(swapped), "pass"]


# --- what moves do ---------------------------------------------------------------------------


def score(pos: Pos, seat: int, move: str) -> tuple[int, list[dict[str, Any]]]:
    """Points and detail of a well-formed move of an awaited seat; raises `Refused`."""
    if bool(pos.claim) != (move in ("accept", "dispute")):
        raise Refused("CA-7.3")
    if move.startswith("swap "):
        chips = move[5:]
        if Counter(chips) - Counter(pos.racks[seat]):
            raise Refused("CA-6.4")
        if len(chips) > len(pos.bag):
            raise Refused("CA-6.5")
        if pos.o["swap"] == "stuck" and next(placements(pos, seat), None):
            raise Refused("CA-6.6")
    if move[0].isalpha() and move[:2].isalpha():
        return 0, []
    if rule := ca3(pos, seat, move):
        raise Refused(rule)
    rule, points, detail = reckon(pos, move)
    if rule and pos.o["referee"] == "auto":
        raise Refused(rule)
    return points, detail


def play(pos: Pos, seat: int, move: str, at: int = 0) -> Pos:
    """The position after a move; raises `Refused`."""
    pos = Pos(pos.text())
    limit = 1000 * int(pos.o["turn_seconds"])
    if limit and at >= pos.clock + limit:
        raise Refused("CA-7.5")
    score(pos, seat, move)
    if move == "accept":
        pos.asked.remove(seat)
        return pos if pos.asked else stand(pos, at)
    if move == "dispute":
        return take_back(pos, at) if reckon(pos, pos.claim)[0] else stand(pos, at)
    if limit:
        pos.clock = at
    if move == "pass":
        return take_back(pos, at)
    if move.startswith("swap "):
        chips = move[5:]
        pos.racks[seat] = less(pos.racks[seat], chips)
        pos.bag = in_order(pos.bag + chips)
        pos.passes, pos.idle = 0, pos.idle + 1
        pos.due = ["draw", str(len(chips))]
        return pos
    if pos.o["referee"] == "dispute":
        pos.claim, pos.asked = move, [s for s in pos.stay if s != seat]
        return pos
    pos.claim = move
    return stand(pos, at)


def stand(pos: Pos, at: int) -> Pos:
    move, seat = pos.claim, pos.seat
    assert seat is not None
    _, points, _ = reckon(pos, move)
    new = {square: item for square, item in laid_out(move) if item != "."}
    pos.scores[seat] += points
    pos.board |= new
    pos.racks[seat] = less(pos.racks[seat], "".join(item[0] for item in new.values()))
    pos.claim, pos.asked, pos.passes, pos.idle = "", [], 0, 0
    if pos.o["turn_seconds"] != "0":
        pos.clock = at
    count = min(len(new), len(pos.bag))
    if count:
        pos.due = ["again" if len(new) == 7 else "draw", str(count)]
        return pos
    return finish_turn(pos, placed=True, again=False)


def take_back(pos: Pos, at: int) -> Pos:
    pos.claim, pos.asked = "", []
    pos.passes, pos.idle = pos.passes + 1, pos.idle + 1
    if pos.o["turn_seconds"] != "0":
        pos.clock = at
    return finish_turn(pos, placed=False, again=False)


def finish_turn(pos: Pos, placed: bool, again: bool) -> Pos:
    n, seat = len(pos.stay), pos.seat
    assert seat is not None
    rule = ""
    if not pos.bag and placed and not pos.racks[seat]:
        rule = "CA-8.1"
    elif not pos.bag and pos.o["end"] == "bag-empty":
        rule = "CA-8.2"
    elif not pos.bag and pos.passes >= n:
        rule = "CA-8.3"
    elif pos.passes >= 2 * n:
        rule = "CA-8.4"
    elif pos.idle >= 4 * n:
        rule = "CA-8.5"
    if rule:
        for s, rack in enumerate(pos.racks):
            pos.scores[s] -= sum(int(chip) if chip.isdigit() else 10 for chip in rack)
        pos.over, pos.seat, pos.passes, pos.idle, pos.clock = rule, None, 0, 0, 0
    elif not again:
        pos.seat = follower(pos, seat)
    return pos


def follower(pos: Pos, seat: int) -> int:
    seat = (seat + 1) % len(pos.racks)
    return seat if seat not in pos.left else follower(pos, seat)


def draw(pos: Pos, chips: str) -> Pos:
    """The position after chance brought these chips."""
    pos = Pos(pos.text())
    if pos.due[0] == "first":
        drawing = [int(s) for s in pos.due[1:]]
        worth = {s: int(c) if c.isdigit() else 0 for s, c in zip(drawing, chips, strict=True)}
        best = [s for s in drawing if worth[s] == max(worth.values())]
        if len(best) > 1:
            pos.due = ["first", *map(str, best)]
        else:
            pos.due, pos.seat = ["deal"], best[0]
        return pos
    kind, seat = pos.due[0], pos.seat
    assert seat is not None
    if kind == "deal":
        while pos.racks[seat]:
            seat = (seat + 1) % len(pos.racks)
    pos.bag = less(pos.bag, chips)
    pos.racks[seat] = in_order(pos.racks[seat] + chips)
    if kind == "deal":
        pos.due = ["deal"] if not all(pos.racks) else []
        return pos
    pos.due = []
    return finish_turn(pos, placed=False, again=kind == "again")


def tick(pos: Pos, at: int) -> Pos:
    """The position after time has passed."""
    pos = Pos(pos.text())
    limit = 1000 * int(pos.o["turn_seconds"])
    while limit and pos.awaited() and at >= pos.clock + limit:
        end = pos.clock + limit
        pos = stand(pos, end) if pos.claim else take_back(pos, end)
    return pos


def leave(pos: Pos, seat: int, at: int) -> Pos:
    """The position after a seat has left."""
    pos = Pos(pos.text())
    pos.left.append(seat)
    if len(pos.stay) < 2:
        return pos
    pos.bag = in_order(pos.bag + pos.racks[seat])
    pos.racks[seat] = ""
    if seat == pos.seat:
        pos.claim, pos.asked = "", []
        pos.seat = follower(pos, seat)
        if pos.o["turn_seconds"] != "0":
            pos.clock = at
    elif seat in pos.asked:
        pos.asked.remove(seat)
        if not pos.asked:
            return stand(pos, at)
    return pos


def ranks(pos: Pos) -> list[int]:
    placed = {s: 1 + sum(pos.scores[o] > pos.scores[s] for o in pos.stay) for s in pos.stay}
    for i, seat in enumerate(reversed(pos.left)):
        placed[seat] = len(pos.stay) + 1 + i
    return [placed[s] for s in range(len(pos.racks))]
