"""Random positions of Abaku as texts, over all options."""

from random import Random
from typing import Any

from tests.oracles import abaku as oracle

EQUATIONS = """
112 123 236 24 248 39 42 48 11 111 5510 8412 1248 2510 6612 93 981 33 27 327 505 1055 734 15
""".split()  # noqa: SIM905 - easier to read
VALUES: dict[str, list[Any]] = {
    "board": ["pinwheel", "blank"],
    "scoring": ["tiles", "values", "tile-operation", "equations"],
    "operations": ["all", "all", "all", "add-sub", "mul-div", "no-powers", "add,square", "sub,mul,cbrt"],
    "diagonals": ["off", "off", "on"],
    "result_side": ["right", "right", "either", "mirror"],
    "referee": ["auto", "auto", "auto", "dispute"],
    "declare": ["auto", "auto", "manual"],
    "turn_seconds": [0, 0, 10],
    "mode": ["standard"] * 8 + ["cover", "sandbox"],
    "joker": ["on"],
    "replace_bonus": ["off", "on"],
    "idle_rounds": [3, 1, 0],
}


def options(rng: Random) -> dict[str, Any]:
    """Any options that go together."""
    chosen = {key: rng.choice(values) for key, values in VALUES.items()}
    if chosen["mode"] != "standard":
        chosen |= {"referee": "auto", "declare": "auto", "turn_seconds": 0}
    return {key: value for key, value in chosen.items() if value != oracle.DEFAULTS[key]}


def board(rng: Random, joker: bool = True) -> list[list[str]]:
    """Some equations crossing each other, some stray digits, perhaps a Joker; perhaps nothing at all."""
    squares = [["."] * 15 for _ in range(15)]
    if rng.random() < 0.05:
        return squares
    row, column = rng.choice([(7, 7), (rng.randrange(15), rng.randrange(15))])
    for _ in range(rng.randint(1, 5)):
        down = rng.random() < 0.5
        for sign in rng.choice(EQUATIONS):
            if row < 15 and column < 15 and squares[row][column] == ".":
                squares[row][column] = sign
            row, column = (row + 1, column) if down else (row, column + 1)
        row = max(0, min(14, row - rng.randint(0, 4)))
        column = max(0, min(14, column - rng.randint(0, 4)))
    for _ in range(rng.choice([0, 0, 1, 3])):
        squares[rng.randrange(15)][rng.randrange(15)] = rng.choice("0123456789")
    if joker:
        taken = [(r, c) for r in range(15) for c in range(15) if squares[r][c] != "."]
        row, column = rng.choice(taken)
        squares[row][column] = "*"
    return squares


def position(rng: Random, most: int = 3) -> str:
    """A position with racks of at most `most` tiles that `load` accepts."""
    chosen = options(rng)
    study = chosen.get("mode", "standard") != "standard"
    seats = 1 if study else rng.randint(2 if chosen.get("referee") == "dispute" else 1, 4)
    where = rng.choices(["board", "rack", "nowhere"], [15, 8, 77])[0]
    rows = board(rng, joker=where == "board")
    if all(sign == "." for row in rows for sign in row) and where == "board":
        where = "nowhere"
    racks = [rack(rng, rng.randint(1, most)) for _ in range(seats)]
    if where == "rack":
        racks[0] = oracle.sort(racks[0][: most - 1] + "*")
    bag = "" if study else rack(rng, rng.choice([0, 0, 1, 4]))
    keys = [f"{key}={value}" for key, value in chosen.items()]
    skips = [rng.choice([0, 0, 1, 2, 3]) if not study else 0 for _ in racks]
    if any(skips):
        seen = [rng.randint(0, 1) if number else 0 for number in skips]
        keys.append("skips=" + ",".join(map(str, skips)))
        keys += ["seen=" + ",".join(map(str, seen))] if any(seen) else []
    if seats > 2 and rng.random() < 0.3:
        keys.append("miss=" + ",".join(str(rng.choice([0, 1])) for _ in racks))
    idle = 0 if study else rng.choice([0, 0, 2])
    keys += [f"idle={idle}"] if idle else []
    scores = ",".join(str(rng.randint(-20, 90)) for _ in racks)
    board_text = "/".join("".join(row) for row in rows)
    text = f"{board_text} {'|'.join(racks)} {bag or '-'} {scores} 0 {' '.join(keys)}"
    return oracle.Table(text).text()


def rack(rng: Random, size: int) -> str:
    return oracle.sort(rng.choice("0112234567899") for _ in range(size))


def attempt(rng: Random, table: oracle.Table) -> str:
    """Some move text, mostly refused: tiles of the rack (or not) somewhere near old tiles."""
    if rng.random() < 0.08:
        return rng.choice(["skip", "accept", "dispute", "change " + rack(rng, 1), "take 8H", "take 1A"])
    r, c = rng.choice(list(table.board) or [(7, 7)])
    start = (max(0, min(14, r + rng.randint(-2, 1))), max(0, min(14, c + rng.randint(-2, 1))))
    way = rng.choice(["across", "down", "across", "down", "falling", "rising"])
    hand = rng.sample(table.racks[table.seat], rng.randint(1, min(3, len(table.racks[table.seat]))))
    items: list[str] = []
    square = start
    while hand:
        there = table.board.get(square)
        if there and there != "*" and items and rng.random() < 0.95:
            items.append(".")
        else:
            tile = hand.pop()
            mark = "=" if there == "*" else ""
            items.append(mark + tile if tile != "*" else "*" + rng.choice("0123456789"))
        square = oracle.ahead(square, way, 1)
    if len(items) == 1 and way in table.ways():
        way = "across"
    return f"{oracle.start_name(start, way)} {''.join(items[:15])}"


def declared(rng: Random, table: oracle.Table, move: str) -> str:
    """The move with some of its equations declared, perhaps a wrong one among them."""
    try:
        tried = oracle.Try(table, table.seat, move)
    except oracle.Refused:
        return move + rng.choice(["", " 8H:1+1=2"])
    found = []
    for way in table.ways():
        for squares in tried.segments(way):
            reading = rng.choice(tried.true("".join(tried.digits[s] for s in squares)))
            found.append((list(oracle.WAYS).index(way), squares[0], len(squares), reading, way))
    chosen = sorted(rng.sample(found, rng.randint(0, len(found))))
    words = [f"{oracle.start_name(start, way)}:{reading}" for _, start, _, reading, way in chosen]
    if rng.random() < 0.15:
        words = [rng.choice(["8H:1+1=2", "H8:2^2=4"])]
    return " ".join([move, *words])
