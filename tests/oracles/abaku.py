"""Abaku, read naively from docs/rules/abaku.md: slow, obvious, without a line of what it checks."""

import re
from collections import Counter
from functools import cache
from itertools import permutations, product
from typing import Any

ORDER = "0123456789*"
PINWHEEL = """
T..t...T...d..T ..d...d.d...t.. .t...D.......d. d...D..d..D...t ...D.......D...
.....t...t..D.. .d....d.d....d. T..d...D...d..T .d....d.d....d. ..D..t...t.....
...D.......D... t...D..d..D...d .d.......D...t. ..t...d.d...d.. T..d...T...t..T
""".split()  # noqa: SIM905 - easier to compare
NAMES = ["add", "sub", "mul", "div", "square", "cube", "sqrt", "cbrt"]
PRESETS = {"all": NAMES, "add-sub": NAMES[:2], "mul-div": NAMES[2:4], "no-powers": NAMES[:4]}
DEFAULTS: dict[str, Any] = {
    "board": "pinwheel",
    "scoring": "tiles",
    "operations": "all",
    "diagonals": "off",
    "result_side": "right",
    "referee": "auto",
    "declare": "auto",
    "turn_seconds": 0,
    "mode": "standard",
    "joker": "on",
    "replace_bonus": "off",
    "idle_rounds": 3,
}
WAYS = {"across": (0, 1), "down": (1, 0), "falling": (1, 1), "rising": (-1, 1)}
Square = tuple[int, int]


class Refused(Exception):
    """A move that a rule refuses."""

    def __init__(self, rule: str) -> None:
        super().__init__(rule)
        self.rule = rule


# --- AB-4 ------------------------------------------------------------------------------------


def formulas(a: int, b: int | None) -> list[tuple[str, str, int]]:
    """Every operation on A (and B): its name, how it is written, its result (0: none)."""
    if b is not None:
        return [
            ("add", f"{a}+{b}", a + b),
            ("sub", f"{a}-{b}", a - b),
            ("mul", f"{a}x{b}", a * b),
            ("div", f"{a}/{b}", a // b if a % b == 0 else 0),
        ]
    two = [r for r in near(a, 2) if r * r == a]
    three = [r for r in near(a, 3) if r**3 == a]
    return [
        ("square", f"{a}^2", a**2),
        ("cube", f"{a}^3", a**3),
        ("sqrt", f"sqrt({a})", sum(two)),
        ("cbrt", f"cbrt({a})", sum(three)),
    ]


def near(a: int, root: int) -> list[int]:
    guess = round(a ** (1 / root))
    return [guess - 1, guess, guess + 1]


def pieces(text: str) -> list[list[str]]:
    """The string cut into two or three numbers without leading zeros."""
    found = [[text[:i], text[i:]] for i in range(1, len(text))]
    found += [[text[:i], text[i:j], text[j:]] for i in range(1, len(text)) for j in range(i + 1, len(text))]
    return [parts for parts in found if all(part[0] != "0" for part in parts)]


def plain_readings(text: str, names: list[str]) -> set[str]:
    found = set()
    for *operands, result in pieces(text):
        b = int(operands[1]) if len(operands) == 2 else None
        for name, written, value in formulas(int(operands[0]), b):
            if name in names and value == int(result) > 0:
                found.add(f"{written}={result}")
    return found


def first_readings(text: str, names: list[str]) -> set[str]:
    found = set()
    for result, *operands in pieces(text):
        b = int(operands[1]) if len(operands) == 2 else None
        for name, written, value in formulas(int(operands[0]), b):
            if name in names and value == int(result) > 0:
                found.add(f"{result}={written}")
    return found


@cache
def readings(text: str, operations: str, side: str) -> tuple[str, ...]:
    names = PRESETS.get(operations) or operations.split(",")
    found = plain_readings(text, names)
    if side == "either":
        found |= first_readings(text, names)
    if side == "mirror":
        found |= {"<" + reading for reading in plain_readings(text[::-1], names)}
    return tuple(sorted(found))


# --- texts -----------------------------------------------------------------------------------


def sort(tiles: Any) -> str:
    return "".join(sorted(tiles, key=ORDER.index))


def square_name(square: Square) -> str:
    return "ABCDEFGHIJKLMNO"[square[1]] + str(square[0] + 1)


def start_name(square: Square, way: str) -> str:
    letter, number = "ABCDEFGHIJKLMNO"[square[1]], str(square[0] + 1)
    if way == "down":
        return letter + number
    return number + letter + {"across": "", "falling": "\\", "rising": "/"}[way]


def read_start(text: str) -> tuple[Square, str]:
    if text[0].isalpha():
        return (int(text[1:]) - 1, "ABCDEFGHIJKLMNO".index(text[0])), "down"
    way = {"\\": "falling", "/": "rising"}.get(text[-1], "across")
    body = text.rstrip("\\/")
    return (int(body[:-1]) - 1, "ABCDEFGHIJKLMNO".index(body[-1])), way


def on_board(square: Square) -> bool:
    return 0 <= square[0] < 15 and 0 <= square[1] < 15


def ahead(square: Square, way: str, steps: int) -> Square:
    return square[0] + steps * WAYS[way][0], square[1] + steps * WAYS[way][1]


class Table:
    """A position: plain attributes, changed in place."""

    def __init__(self, position: str) -> None:
        board, racks, bag, scores, seat, *keys = position.split()
        self.board = {
            (r, c): sign
            for r, row in enumerate(board.split("/"))
            for c, sign in enumerate(row)
            if sign != "."
        }
        self.racks = ["" if rack == "-" else rack for rack in racks.split("|")]
        self.bag = "" if bag == "-" else bag
        self.scores = [int(score) for score in scores.split(",")]
        self.seat = int(seat)
        given = dict(key.split("=", 1) for key in keys)
        self.options = {k: type(d)(given.get(k, d)) for k, d in DEFAULTS.items()}
        zeros = ",".join("0" * len(self.racks))
        self.skips, self.seen, self.miss = (
            [int(n) for n in given.get(key, zeros).split(",")] for key in ("skips", "seen", "miss")
        )
        self.idle, self.began = int(given.get("idle", 0)), int(given.get("began", 0))
        self.out = [int(n) for n in given["out"].split(",")] if "out" in given else []
        self.accepted = [int(n) for n in given["accepted"].split(",")] if "accepted" in given else []
        self.draw = given.get("draw", "")
        self.claim = given.get("claim", "").replace("_", " ")
        self.over = given.get("over", "")

    def text(self) -> str:
        rows = ["".join(self.board.get((r, c), ".") for c in range(15)) for r in range(15)]
        fixed = ["/".join(rows), "|".join(rack or "-" for rack in self.racks), self.bag or "-"]
        fixed += [",".join(map(str, self.scores)), str(self.seat)]
        keys = {k: v for k, v in self.options.items() if v != DEFAULTS[k]}
        for key in ("skips", "seen", "miss"):
            numbers = getattr(self, key)
            keys |= {key: ",".join(map(str, numbers))} if any(numbers) else {}
        keys |= {"idle": self.idle} if self.idle else {}
        keys |= {"out": ",".join(map(str, self.out))} if self.out else {}
        keys |= {"draw": self.draw} if self.draw else {}
        keys |= {"claim": self.claim.replace(" ", "_")} if self.claim else {}
        keys |= {"accepted": ",".join(map(str, self.accepted))} if self.accepted else {}
        keys |= {"began": self.began} if self.began else {}
        keys |= {"over": self.over} if self.over else {}
        return " ".join([*fixed, *(f"{k}={v}" for k, v in keys.items())])

    def staying(self) -> list[int]:
        return [seat for seat in range(len(self.racks)) if seat not in self.out]

    def to_act(self) -> list[int]:
        if self.over or self.draw:
            return []
        if self.claim:
            return [s for s in self.staying() if s != self.seat and s not in self.accepted]
        return [self.seat]

    def ways(self) -> list[str]:
        return list(WAYS)[: 4 if self.options["diagonals"] == "on" else 2]


# --- AB-5 to AB-7 ----------------------------------------------------------------------------


class Try:
    """A placement laid on a copy of the board."""

    def __init__(self, table: Table, seat: int, move: str) -> None:
        start, tiles, *declared = move.split()
        self.table = table
        self.square, self.way = read_start(start)
        self.items = re.findall(r"[*=]?[0-9]|\.", tiles)
        self.squares = [ahead(self.square, self.way, n) for n in range(len(self.items))]
        self.declared = [(*read_start(d.split(":")[0]), d.split(":")[1]) for d in declared]
        self.old = {s: t for s, t in table.board.items() if t != "*"}
        self.jokers = {s for s, t in table.board.items() if t == "*"}
        self.new: dict[Square, str] = {}
        self.found: dict[str, list[list[Square]]] = {}
        self.rack = table.racks[seat]
        self.lay()

    def lay(self) -> None:
        if self.way not in self.table.ways() or not all(on_board(s) for s in self.squares):
            raise Refused("AB-5.1")
        self.replaced = []
        for square, item in zip(self.squares, self.items, strict=True):
            if item == ".":
                good = square in self.old
            elif item[0] == "=":
                good = square in self.jokers
            else:
                good = square not in self.old and square not in self.jokers
            if not good:
                raise Refused("AB-5.2")
            if item != ".":
                self.new[square] = item[-1]
            if item[0] == "=":
                self.replaced.append(square)
        used = Counter("*" if item[0] == "*" else item[-1] for item in self.items if item != ".")
        held = Counter(self.rack + "*" * len(self.replaced))
        if used - held:
            raise Refused("AB-5.3")
        self.left = sort((held - used).elements())
        self.digits = {**self.old, **self.new}
        self.check_declarations()

    def check_declarations(self) -> None:
        if self.declared and self.table.options["declare"] == "auto":
            raise Refused("AB-7.8")
        for start, way, reading in self.declared:
            squares = self.declared_squares(start, way, reading)
            digits = self.spoken_digits(reading)
            if [self.digits.get(s) for s in squares] != list(digits):
                raise Refused("AB-7.9")
            if not any(s in self.new for s in squares):
                raise Refused("AB-7.9")

    def spoken_digits(self, reading: str) -> str:
        digits = "".join(re.findall("[0-9]", re.sub(r"\^[23]", "", reading)))
        return digits[::-1] if reading[0] == "<" else digits

    def declared_squares(self, start: Square, way: str, reading: str) -> list[Square]:
        return [ahead(start, way, n) for n in range(len(self.spoken_digits(reading)))]

    def segments(self, way: str) -> list[list[Square]]:
        """All segments of this kind of line that hold a new tile and are equations."""
        if way not in self.found:
            runs = {tuple(self.run(square, way)) for square in self.new}
            parts = [run[i:j] for run in runs for i in range(len(run)) for j in range(i + 2, len(run) + 1)]
            with_new = [part for part in parts if any(s in self.new for s in part)]
            true = [part for part in with_new if self.true("".join(self.digits[s] for s in part))]
            self.found[way] = [list(part) for part in sorted(true)]
        return self.found[way]

    def run(self, square: Square, way: str) -> list[Square]:
        """The unbroken tiles of a line through a square, old Jokers being holes."""
        while ahead(square, way, -1) in self.digits:
            square = ahead(square, way, -1)
        squares = [square]
        while ahead(squares[-1], way, 1) in self.digits:
            squares.append(ahead(squares[-1], way, 1))
        return squares

    def true(self, text: str) -> tuple[str, ...]:
        return readings(text, self.table.options["operations"], self.table.options["result_side"])

    def fault(self) -> str | None:
        """The first rule broken of AB-6.3, 5.4, 5.5, 5.6, 5.7, 7.10."""
        if self.table.options["mode"] == "sandbox":
            return None
        for square, digit in self.new.items():
            beside = [ahead(square, way, n) for way in ("across", "down") for n in (-1, 1)]
            if digit != "0" and any(s in self.jokers and s not in self.replaced for s in beside):
                return "AB-6.3"
        opening = not self.table.board
        if opening and (7, 7) not in self.new:
            return "AB-5.4"
        ways = self.table.ways() if len(self.new) == 1 else [self.way]
        if not any(set(self.new) <= set(segment) for way in ways for segment in self.segments(way)):
            return "AB-5.5"
        if not opening:
            joined = False
            for way in self.table.ways():
                for square in self.new:
                    for n in (-1, 1):
                        other = ahead(square, way, n)
                        if other not in self.old:
                            continue
                        together = any(square in seg and other in seg for seg in self.segments(way))
                        joined = joined or together
                        exempt = "0" in (self.new[square], self.old[other])
                        if way in ("across", "down") and not together and not exempt:
                            return "AB-5.6"
            if not joined:
                return "AB-5.7"
        for start, way, reading in self.declared:
            squares = self.declared_squares(start, way, reading)
            if way not in self.table.ways() or reading not in self.true(
                "".join(self.digits[s] for s in squares)
            ):
                return "AB-7.10"
        return None

    def bonus(self, square: Square) -> str:
        options = self.table.options
        if square not in self.new or options["board"] == "blank" or options["mode"] != "standard":
            return "."
        if options["scoring"] not in ("tiles", "values"):
            return "."
        if square in self.replaced and options["replace_bonus"] == "off":
            return "."
        return PINWHEEL[square[0]][square[1]]

    def worth(self, squares: list[Square]) -> int:
        scoring = self.table.options["scoring"]
        if self.table.options["mode"] != "standard":
            return 0
        if scoring == "equations":
            return 1
        if scoring == "tile-operation":
            return 2 + sum(s in self.new for s in squares)
        total = 0
        for s in squares:
            value = int(self.digits[s]) if scoring == "values" else 1
            total += value * {"d": 2, "t": 3}.get(self.bonus(s), 1)
        for s in squares:
            total *= {"D": 2, "T": 3}.get(self.bonus(s), 1)
        return total

    def detail(self) -> list[dict[str, Any]]:
        chosen: list[tuple[int, Square, int, list[Square], list[str]]] = []
        if self.table.options["declare"] == "manual":
            for start, way, reading in self.declared:
                squares = self.declared_squares(start, way, reading)
                entry = (list(WAYS).index(way), start, len(squares), squares)
                same = [c for c in chosen if c[:4] == entry]
                if same:
                    same[0][4].append(reading)
                else:
                    chosen.append((*entry, [reading]))
        else:
            for way in self.table.ways():
                for squares in self.segments(way):
                    true = list(self.true("".join(self.digits[s] for s in squares)))
                    chosen.append((list(WAYS).index(way), squares[0], len(squares), squares, true))
        return [
            {
                "squares": [square_name(s) for s in squares],
                "readings": sorted(texts),
                "bonuses": [
                    {"square": square_name(s), "kind": self.bonus(s)} for s in squares if self.bonus(s) != "."
                ],
                "points": self.worth(squares),
            }
            for _, _, _, squares, texts in sorted(chosen, key=lambda c: c[:3])
        ]

    def points(self) -> int:
        if self.table.options["mode"] == "cover":
            return len(self.new) - len(self.replaced)
        return sum(part["points"] for part in self.detail())


# --- AB-8 to AB-11: what is refused, what happens --------------------------------------------


def judge(table: Table, seat: int, move: str) -> Try | None:
    """The placement, or None for another move; raises the rule that refuses it."""
    words = move.split()
    if words[0] in ("accept", "dispute"):
        if not table.claim:
            raise Refused("AB-9.2")
        return None
    if table.claim:
        raise Refused("AB-9.3")
    if words[0] == "skip":
        return None
    if words[0] == "take":
        if table.options["mode"] != "sandbox":
            raise Refused("AB-5.8")
        if read_start(words[1])[0] not in table.board:
            raise Refused("AB-11.4")
        return None
    if words[0] == "change":
        if table.options["mode"] != "standard":
            raise Refused("AB-11.2")
        if Counter(words[1]) - Counter(table.racks[seat]) or len(words[1]) > 5:
            raise Refused("AB-8.1")
        if len(words[1]) > len(table.bag):
            raise Refused("AB-8.2")
        return None
    attempt = Try(table, seat, move)
    fault = None if table.options["referee"] == "dispute" else attempt.fault()
    if fault:
        raise Refused(fault)
    return attempt


def play(table: Table, seat: int, move: str, at: int) -> None:
    attempt = judge(table, seat, move)
    mover, mode = table.seat, table.options["mode"]
    if attempt and table.options["referee"] == "dispute":
        table.claim = move
        clock(table, at)
    elif attempt:
        stand(table, attempt, at)
    elif move == "skip" and mode != "standard":
        table.over = "AB-11.3" if mode == "cover" else "AB-11.5"
    elif move == "skip":
        table.skips[mover] += 1
        table.idle += 1
        end_of_turn(table, at)
    elif move.startswith("change"):
        tiles = move.split()[1]
        table.racks[mover] = sort((Counter(table.racks[mover]) - Counter(tiles)).elements())
        table.draw = "change:" + tiles
        table.skips[mover] = table.seen[mover] = 0
        table.idle += 1
        clock(table, at)
    elif move.startswith("take"):
        tile = table.board.pop(read_start(move.split()[1])[0])
        table.racks[0] = sort(table.racks[0] + tile)
    elif move == "accept":
        table.accepted = sorted([*table.accepted, seat])
        close_if_accepted(table, at)
    else:
        dispute(table, seat, at)


def clock(table: Table, at: int) -> None:
    if table.options["turn_seconds"]:
        table.began = at


def close_if_accepted(table: Table, at: int) -> None:
    if table.claim and not table.to_act():
        stand(table, Try(table, table.seat, table.claim), at)


def dispute(table: Table, seat: int, at: int) -> None:
    attempt = Try(table, table.seat, table.claim)
    if not attempt.fault():
        table.miss[seat] += 1
        stand(table, attempt, at)
        return
    table.claim, table.accepted = "", []
    table.scores[table.seat] -= len(attempt.new)
    table.skips[table.seat] = table.seen[table.seat] = 0
    table.idle += 1
    end_of_turn(table, at)


def stand(table: Table, attempt: Try, at: int) -> None:
    mover = table.seat
    table.scores[mover] += attempt.points()
    table.claim, table.accepted = "", []
    clock(table, at)
    for square, item in zip(attempt.squares, attempt.items, strict=True):
        if item != ".":
            table.board[square] = "*" if item[0] == "*" else item[-1]
    table.racks[mover] = attempt.left
    if table.options["mode"] != "standard":
        if table.options["mode"] == "cover" and not attempt.left:
            table.over = "AB-11.3"
        return
    table.idle = 0
    table.skips[mover] = table.seen[mover] = 0
    for seat in table.staying():
        if seat != mover and table.skips[seat]:
            table.seen[seat] = 1
    if not table.racks[mover] and not table.bag:
        for seat in table.staying():
            if seat != mover:
                table.scores[seat] -= worth(table, seat)
                table.scores[mover] += reward(table, seat)
        table.over = "AB-10.1"
    elif min(5 - len(table.racks[mover]), len(table.bag)) > 0:
        table.draw = "refill"
    else:
        end_of_turn(table, at)


def worth(table: Table, seat: int) -> int:
    if table.options["scoring"] == "values":
        return sum(30 if tile == "*" else int(tile) for tile in table.racks[seat])
    return sum(10 if tile == "*" else 1 for tile in table.racks[seat])


def reward(table: Table, seat: int) -> int:
    if table.options["scoring"] == "values":
        return sum(int(tile) for tile in table.racks[seat] if tile != "*")
    return len(table.racks[seat])


def end_of_turn(table: Table, at: int) -> None:
    mover = table.seat
    clock(table, at)
    if len(table.racks) > 1 and table.skips[mover] >= 3 and table.bag and table.seen[mover]:
        drop(table, mover)
    staying = table.staying()
    if table.out and len(staying) == 1:
        finish(table, "AB-10.3")
    elif all(table.skips[seat] >= 2 for seat in staying):
        deduct(table)
        finish(table, "AB-10.2")
    elif table.options["idle_rounds"] and table.idle >= table.options["idle_rounds"] * len(staying):
        deduct(table)
        finish(table, "AB-10.4")
    else:
        next_seat(table)


def deduct(table: Table) -> None:
    for seat in table.staying():
        table.scores[seat] -= worth(table, seat)


def finish(table: Table, rule: str) -> None:
    table.over = rule
    table.claim, table.accepted = "", []
    while table.seat in table.out:
        table.seat = (table.seat + 1) % len(table.racks)


def drop(table: Table, seat: int) -> None:
    table.bag = sort(table.bag + table.racks[seat])
    table.racks[seat] = ""
    table.skips[seat] = table.seen[seat] = table.miss[seat] = 0
    table.out.append(seat)
    table.accepted = [other for other in table.accepted if other != seat]


def next_seat(table: Table) -> None:
    while True:
        table.seat = (table.seat + 1) % len(table.racks)
        if table.seat in table.out:
            continue
        if table.miss[table.seat] == 0:
            return
        table.miss[table.seat] -= 1


def leave(table: Table, seat: int, at: int) -> None:
    if len(table.racks) == 1:
        table.over = "AB-10.3"
        return
    mover = table.seat
    drop(table, seat)
    if len(table.staying()) == 1:
        finish(table, "AB-10.3")
    elif seat == mover:
        table.claim, table.accepted = "", []
        next_seat(table)
        clock(table, at)
    else:
        close_if_accepted(table, at)


def tick(table: Table, at: int) -> None:
    limit = 1000 * table.options["turn_seconds"]
    while limit and not table.over and not table.draw and at >= table.began + limit:
        until = table.began + limit
        if table.claim:
            table.accepted = [seat for seat in table.staying() if seat != table.seat]
            close_if_accepted(table, until)
        else:
            play(table, table.seat, "skip", until)


def draw(table: Table, outcome: str) -> None:
    event, _, detail = table.draw.partition(":")
    table.draw = ""
    if event == "first":
        seats = [int(seat) for seat in detail.split(",")]
        heights = {s: -1 if t == "*" else int(t) for s, t in zip(seats, outcome, strict=True)}
        best = [seat for seat in seats if heights[seat] == max(heights.values())]
        if len(best) > 1:
            table.draw = "first:" + ",".join(map(str, best))
        else:
            table.seat, table.draw = best[0], "racks"
        return
    table.bag = sort((Counter(table.bag) - Counter(outcome.replace("|", ""))).elements())
    if event == "racks":
        table.racks = [sort(rack) for rack in outcome.split("|")]
        return
    table.racks[table.seat] = sort(table.racks[table.seat] + outcome)
    table.bag = sort(table.bag + detail)
    end_of_turn(table, table.began)


# --- every legal move, by trying all ---------------------------------------------------------


def legal(table: Table, most: int = 6) -> list[str]:
    """All moves that `legal` lists, for the seat to move (placements of at most `most` new tiles)."""
    if table.claim:
        return ["accept", "dispute"]
    moves = {"skip", *(move for move in candidates(table, most) if is_legal(table, move))}
    rack, mode = table.racks[table.seat], table.options["mode"]
    if mode == "standard":
        for size in range(1, min(5, len(table.bag)) + 1):
            moves |= {"change " + sort(tiles) for tiles in permutations(rack, size)}
    if mode == "sandbox":
        moves |= {"take " + start_name(square, "across") for square in table.board}
    return sorted(moves)


def is_legal(table: Table, move: str) -> bool:
    try:
        attempt = Try(table, table.seat, move)
        return attempt.fault() is None
    except Refused:
        return False


def candidates(table: Table, most: int) -> set[str]:
    """Every way to lay 1 to `most` tiles of the rack along a line, from every square, over old tiles."""
    rack, found = table.racks[table.seat], set()
    most = {"cover": 3, "sandbox": 1}.get(table.options["mode"], most)
    more = rack + "*" * ("*" in table.board.values())
    for size in range(1, min(most, len(more)) + 1):
        hands = {hand for tiles in set(permutations(more, size)) for hand in product(*map(named, tiles))}
        for way in table.ways() if size > 1 else ["across"]:
            for start in product(range(15), range(15)):
                pattern = spread(table, start, way, size)
                for hand in hands if pattern else ():
                    if "=" in pattern or "*" in rack or "*" not in "".join(hand):
                        found.add(f"{start_name(start, way)} {filled(pattern, hand)}")
    return {text for text in found if "=*" not in text}


def named(tile: str) -> list[str]:
    return ["*" + digit for digit in "0123456789"] if tile == "*" else [tile]


def spread(table: Table, start: Square, way: str, size: int) -> list[str]:
    """Where `size` tiles go from a square on: `.` passes an old digit, `=` replaces a Joker, "" is empty."""
    if table.board.get(start, "*") != "*":
        return []
    pattern, square = [], start
    for _ in range(size):
        while table.board.get(square, "*") != "*":
            pattern.append(".")
            square = ahead(square, way, 1)
        if not on_board(square):
            return []
        pattern.append("=" if square in table.board else "")
        square = ahead(square, way, 1)
    if table.options["mode"] == "sandbox" or not table.board or touching(table, start, way, len(pattern)):
        return pattern
    return []


def filled(pattern: list[str], hand: tuple[str, ...]) -> str:
    tiles = iter(hand)
    return "".join(mark if mark == "." else mark + next(tiles) for mark in pattern)


def touching(table: Table, start: Square, way: str, length: int) -> bool:
    """Whether anything old lies on or around these squares: AB-5.7 needs it."""
    return any(
        (r + dr, c + dc) in table.board
        for r, c in (ahead(start, way, n) for n in range(length))
        for dr in (-1, 0, 1)
        for dc in (-1, 0, 1)
    )
