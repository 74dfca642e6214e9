"""Abak by the letter of docs/rules/abak.md: slow, obvious, over texts. Knows nothing of the engine.

A board is seen by the mover: own checkers are upper case, points are the mover's own numbers. It has 25
strings (index 1..24, bottom to top), the two bars and the numbers borne off.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

CLASSES = "SGNDEO"
SETS = {"abak": "S" * 9 + "GGNDEO", "classic": "S" * 15}
STARTS = {
    "abak": {24: "ED", 23: "OS", 13: "SSGS", 8: "SGS", 6: "SSSN"},
    "classic": {24: "SS", 13: "SSSSS", 8: "SSS", 6: "SSSSS"},
}
BAR, OFF = 25, 0
Step = tuple[int, int, str]  # source, target, class on the bar ("" elsewhere, or not said)


@dataclass(frozen=True)
class Board:
    points: tuple[str, ...]
    bar: str  # own, sorted
    enemy_bar: str  # lower case, sorted
    off: int
    enemy_off: int


@dataclass(frozen=True)
class Turn:
    dice: tuple[int, ...]  # unused
    general: str = ""  # "forward" or "backward" once it has stepped
    open: int = 0  # the point of a half-done double hit


@dataclass(frozen=True)
class Position:
    board: Board  # as seat 0 sees it
    seat: str
    dice: tuple[int, ...]
    keys: tuple[tuple[str, str], ...]

    def key(self, name: str) -> str:
        found = dict(self.keys)
        if name == "stack_limit":
            return found.get(name, "5" if self.key("setup") == "abak" else "0")
        return found.get(name, DEFAULTS[name])


OPTIONS = "setup=abak stack_limit= druid_exposed=yes match=1 cube=off crawford=yes jacoby=no"
COUNTERS = "scores=0,0 cubeval=1 owner=- postcrawford=no stage=normal left="
DEFAULTS = {word.split("=")[0]: word.split("=")[1] for word in f"{OPTIONS} {COUNTERS}".split()}


# --- boards ------------------------------------------------------------------------------------


def by_class(letters: str) -> str:
    return "".join(sorted(letters, key=lambda x: CLASSES.index(x.upper())))


def turned(board: Board) -> Board:
    """The same board as the other seat sees it."""
    points = ("", *(board.points[25 - p].swapcase() for p in range(1, 25)))
    return Board(points, board.enemy_bar.swapcase(), board.bar.swapcase(), board.enemy_off, board.off)


def seen_by(position: Position, seat: int) -> Board:
    return turned(position.board) if seat else position.board


def start_board(setup: str) -> Board:
    points = [""] * 25
    for point, letters in STARTS[setup].items():
        points[point], points[25 - point] = letters, letters.lower()
    return Board(tuple(points), "", "", 0, 0)


def own_points(board: Board) -> list[int]:
    return [p for p in range(1, 25) if any(x.isupper() for x in board.points[p])]


def pips(board: Board) -> int:
    return sum(p * sum(x.isupper() for x in board.points[p]) for p in range(1, 25)) + 25 * len(board.bar)


def top_run(stack: str) -> str:
    """The unbroken run of one colour that ends at the top."""
    return ["".join(run) for _, run in groupby(stack, str.isupper)][-1] if stack else ""


def in_midfield(point: int) -> bool:
    return 7 <= point <= 18


# --- one step (AK-16.4 d) ----------------------------------------------------------------------


@dataclass(frozen=True)
class Made:
    board: Board
    turn: Turn
    die: int
    checker: str
    hit: str | None = None
    pin: str | None = None


@dataclass(frozen=True)
class Law:
    limit: int
    exposed: bool


def step(board: Board, turn: Turn, law: Law, move: Step) -> Made | str:  # the list of AK-16.4, as it is
    """The board and turn after a step, or the number of the rule that refuses it."""
    source, target, kind = move
    if source == BAR and not kind:
        if len(set(board.bar)) > 1:
            return "AK-14.4"
        kind = board.bar[:1]
    if turn.open and target != turn.open:
        return "AK-7.4"
    if board.bar and source != BAR:
        return "AK-4.1"
    if source == BAR:
        if not kind or kind not in board.bar:
            return "AK-3.2"
        checker = kind
    else:
        stack = board.points[source]
        if not any(x.isupper() for x in stack):
            return "AK-3.2"
        if stack[-1].islower():
            return "AK-8.3"
        checker = stack[-1]
    if target >= source:
        if checker != "N":
            return "AK-3.3"
        if turn.general:
            return "AK-9.2"
        if others_home(board, source):
            return "AK-9.4"
    elif checker == "N" and turn.general == "backward":
        return "AK-9.2"
    if target == OFF and (board.bar or any(p > 6 for p in own_points(board))):
        return "AK-4.4"
    die = die_of(turn, source, target)
    if die == 0:
        return "AK-5.1"
    if target == OFF and die > source and any(p > source for p in own_points(board)):
        return "AK-4.5"
    if source != BAR and target != OFF:
        if checker == "E" and die % 2 == 1:
            return "AK-10.1"
        if checker == "O" and die % 2 == 0:
            return "AK-10.1"
    return landed(
        lifted(board, source, checker), used(turn, die, source, target, checker), law, move, checker, die
    )


def others_home(board: Board, general: int) -> bool:
    """Whether all own checkers but the general at this point are home."""
    for p in own_points(board):
        mine = sum(x.isupper() for x in board.points[p])
        if p == general:
            mine -= 1
        if p > 6 and mine > 0:
            return False
    return not board.bar


def die_of(turn: Turn, source: int, target: int) -> int:
    if target == OFF:
        fitting = sorted(d for d in turn.dice if d >= source)
        return fitting[0] if fitting else 0
    die = abs(source - target)
    return die if die in turn.dice else 0


def used(turn: Turn, die: int, source: int, target: int, checker: str) -> Turn:
    dice = list(turn.dice)
    dice.remove(die)
    general = turn.general
    if checker == "N" and source != BAR:
        general = "backward" if target > source else "forward"
    return replace(turn, dice=tuple(dice), general=general)


def lifted(board: Board, source: int, checker: str) -> Board:
    if source == BAR:
        return replace(board, bar=board.bar.replace(checker, "", 1))
    return with_point(board, source, board.points[source][:-1])


def with_point(board: Board, point: int, stack: str) -> Board:
    points = list(board.points)
    points[point] = stack
    return replace(board, points=tuple(points))


def landed(  # the table of section 6, line by line
    board: Board, turn: Turn, law: Law, move: Step, checker: str, die: int
) -> Made | str:
    """Section 6, with the double hit of section 7."""
    target = move[1]
    if target == OFF:
        return Made(replace(board, off=board.off + 1), turn, die, checker)
    stack = board.points[target]
    if turn.open:
        if checker == "G" or (checker == "D" and in_midfield(target)):
            return "AK-7.4"
        done = replace(
            with_point(board, target, stack[-1] + checker), enemy_bar=by_class(board.enemy_bar + "g")
        )
        return Made(done, replace(turn, open=0), die, checker, hit="G")
    if stack == "":
        return Made(with_point(board, target, checker), turn, die, checker)
    if stack[-1].isupper():
        if law.limit and len(stack) >= law.limit:
            return "AK-1.6"
        return Made(with_point(board, target, stack + checker), turn, die, checker)
    if len(top_run(stack)) >= 2:
        return "AK-6.3"
    enemy = stack[-1]
    if checker == "D" and in_midfield(target):
        return Made(with_point(board, target, stack + checker), turn, die, checker, pin=enemy.upper())
    if enemy == "g" and checker != "G":
        half = with_point(board, target, stack + checker)
        opened = replace(turn, open=target)
        if not any(isinstance(made, Made) for _, made in candidates(half, opened, law)):
            return "AK-7.1"
        return Made(half, opened, die, checker)
    if enemy == "d" and len(stack) > 1 and not law.exposed:
        return "AK-8.7"
    hit = replace(
        with_point(board, target, stack[:-1] + checker), enemy_bar=by_class(board.enemy_bar + enemy)
    )
    return Made(hit, turn, die, checker, hit=enemy.upper())


def candidates(board: Board, turn: Turn, law: Law) -> list[tuple[Step, Made | str]]:
    """Every step that one could think of, with what becomes of it."""
    tried: list[Step] = []
    for die in sorted(set(turn.dice)):
        tried += [(BAR, BAR - die, kind) for kind in sorted(set(board.bar))]
        for point in own_points(board):
            tried.append((point, max(point - die, OFF), ""))
            if point + die <= 24:
                tried.append((point, point + die, ""))
    return [(move, step(board, turn, law, move)) for move in dict.fromkeys(tried)]


# --- whole turns -------------------------------------------------------------------------------


def order(move: Step) -> tuple[int, int, int]:
    """AK-14.6: the higher source, the higher target, the class."""
    source, target, kind = move
    return -source, -target, CLASSES.index(kind) if kind else 0


def sequence_order(moves: tuple[Step, ...]) -> tuple[int, list[tuple[int, int, int]]]:
    return len(moves), [order(move) for move in moves]


def dice_of(roll: tuple[int, ...]) -> tuple[int, ...]:
    return roll * 2 if roll[0] == roll[1] else roll


@lru_cache(maxsize=2)  # one position is asked about several times
def levels(board: Board, turn: Turn, law: Law) -> list[dict[tuple[Board, Turn], tuple[Step, ...]]]:
    """What can be reached with 0, 1, 2 ... steps, each with its first sequence."""
    found: list[dict[tuple[Board, Turn], tuple[Step, ...]]] = [{(board, turn): ()}]
    while found[-1]:
        after: dict[tuple[Board, Turn], tuple[Step, ...]] = {}
        for (here, now), moves in found[-1].items():
            for move, made in candidates(here, now, law):
                if isinstance(made, str):
                    continue
                there, longer = (made.board, made.turn), (*moves, move)
                if there not in after or sequence_order(longer) < sequence_order(after[there]):
                    after[there] = longer
        found.append(after)
    return found[:-1]


def turns(board: Board, roll: tuple[int, ...], law: Law) -> dict[Board, tuple[Step, ...]]:
    """AK-5: every final board with its canonical sequence."""
    found = levels(board, Turn(dice_of(roll)), law)
    closed = [{state: moves for state, moves in level.items() if not state[1].open} for level in found]
    most = max(n for n, level in enumerate(closed) if level)
    if most == 0:
        return {}
    ends = [(state, moves) for state, moves in closed[most].items()]
    if most == 1 and roll[0] != roll[1]:
        with_larger = [(s, m) for s, m in ends if max(roll) not in s[1].dice]
        ends = with_larger or ends
    ends += [(state, moves) for level in closed for state, moves in level.items() if state[0].off == 15]
    first: dict[Board, tuple[Step, ...]] = {}
    for (end, _), moves in ends:
        if end not in first or sequence_order(moves) < sequence_order(first[end]):
            first[end] = moves
    return dict(sorted(first.items(), key=lambda item: sequence_order(item[1])))


def written(board: Board, roll: tuple[int, ...], law: Law, moves: tuple[Step, ...]) -> str:
    """AK-14.3."""
    words = []
    turn = Turn(dice_of(roll))
    for move in moves:
        source, target, kind = move
        made = step(board, turn, law, move)
        assert isinstance(made, Made)
        name = str(source) if source != BAR else f"bar({kind})" if len(set(board.bar)) > 1 else "bar"
        words.append(f"{name}/{target or 'off'}" + ("*" if made.hit else "") + ("^" if made.pin else ""))
        board, turn = made.board, made.turn
    return " ".join(words)


# --- positions as text -------------------------------------------------------------------------


def read(text: str) -> Position:
    points, bar, off, seat, dice, *keys = text.split(" ")
    stacks = ("", *("" if p == "-" else p for p in points.split("/")))
    white, black = map(int, off.split(","))
    letters = "" if bar == "-" else bar
    board = Board(
        stacks,
        by_class("".join(x for x in letters if x.isupper())),
        by_class("".join(x for x in letters if x.islower())),
        white,
        black,
    )
    roll = () if dice == "-" else tuple(sorted(map(int, dice.split("-")), reverse=True))
    pairs = tuple((word.split("=")[0], word.split("=")[1]) for word in keys)
    return Position(board, seat, roll, pairs)


def write(position: Position) -> str:
    board = position.board
    points = "/".join(p or "-" for p in board.points[1:])
    dice = "-".join(map(str, position.dice)) or "-"
    fields = [
        points,
        board.bar + board.enemy_bar or "-",
        f"{board.off},{board.enemy_off}",
        position.seat,
        dice,
    ]
    usual = DEFAULTS | {"stack_limit": "5" if position.key("setup") == "abak" else "0"}
    keys = [f"{key}={position.key(key)}" for key in DEFAULTS if position.key(key) != usual[key]]
    return " ".join(fields + keys)


def with_keys(position: Position, **values: str) -> Position:
    return replace(position, keys=tuple((dict(position.keys) | values).items()))


def law_of(position: Position) -> Law:
    return Law(int(position.key("stack_limit")), position.key("druid_exposed") == "yes")


# --- what is legal, refused, and what follows --------------------------------------------------


def legal(text: str) -> list[str]:
    """The canonical texts of the moves of the seat to act, in order."""
    position = read(text)
    if position.key("stage") == "ask":
        return ["roll", "double"]
    if position.key("stage") == "offered":
        return ["take", "drop"]
    board, law = seen_by(position, int(position.seat)), law_of(position)
    found = turns(board, position.dice, law)
    return [written(board, position.dice, law, moves) for moves in found.values()] or ["pass"]


def refusal(text: str, moves: tuple[Step, ...]) -> tuple[str, int | None] | None:
    """AK-16.4 (d) to (g): the rule that refuses these steps and the number of the step, or None."""
    position = read(text)
    board, law = seen_by(position, int(position.seat)), law_of(position)
    turn = Turn(dice_of(position.dice))
    for number, move in enumerate(moves):
        made = step(board, turn, law, move)
        if isinstance(made, str):
            return made, number
        board, turn = made.board, made.turn
    if turn.open:
        return "AK-7.4", len(moves) - 1
    if board.off == 15:
        return None
    seen = levels(seen_by(position, int(position.seat)), Turn(dice_of(position.dice)), law)
    most = max(n for n, level in enumerate(seen) if any(not state[1].open for state in level))
    if len(moves) < most:
        return "AK-5.2", None
    found = turns(seen_by(position, int(position.seat)), position.dice, law)
    return None if board in found else ("AK-5.3", None)


def after_turn(text: str, moves: tuple[Step, ...]) -> str:
    """The position after a legal turn (no steps: a pass)."""
    position = read(text)
    me = int(position.seat)
    board, law, turn = seen_by(position, me), law_of(position), Turn(dice_of(position.dice))
    for move in moves:
        made = step(board, turn, law, move)
        assert isinstance(made, Made), made
        board, turn = made.board, made.turn
    white = turned(board) if me else board
    if board.off == 15:
        return write(won(replace(position, board=white), me, worth(position, board)[0]))
    return write(begun(replace(position, board=white), 1 - me))


def worth(position: Position, board: Board) -> tuple[int, str]:
    """AK-11: what the mover who has borne off all gets, and the word for it."""
    cube = int(position.key("cubeval"))
    jacoby = position.key("jacoby") == "yes" and position.key("match") == "0" and position.key("cube") == "on"
    if board.enemy_off > 0 or (jacoby and cube == 1):
        return cube, "single"
    stranded = board.enemy_bar or any(x.islower() for p in range(1, 7) for x in board.points[p])
    return (3 * cube, "backgammon") if stranded else (2 * cube, "gammon")


def scores_of(position: Position) -> list[int]:
    return [int(x) for x in position.key("scores").split(",")]


def in_crawford_game(position: Position) -> bool:
    match = int(position.key("match"))
    ruled = position.key("crawford") == "yes" and position.key("cube") == "on" and match >= 2
    return ruled and position.key("postcrawford") == "no" and max(scores_of(position)) == match - 1


def can_double(position: Position, seat: int) -> bool:
    """AK-12.2."""
    match, cube = int(position.key("match")), int(position.key("cubeval"))
    if position.key("cube") == "off" or position.key("owner") == str(1 - seat) or in_crawford_game(position):
        return False
    if match > 0 and scores_of(position)[seat] + cube >= match:
        return False
    return cube < 4096


def begun(position: Position, seat: int) -> Position:
    stage = "ask" if can_double(position, seat) else "normal"
    return with_keys(replace(position, seat=str(seat), dice=()), stage=stage)


def won(position: Position, winner: int, points: int) -> Position:
    scores = scores_of(position)
    scores[winner] += points
    match = int(position.key("match"))
    was_crawford = in_crawford_game(position)
    position = with_keys(
        replace(position, seat="-", dice=()), scores=f"{scores[0]},{scores[1]}", stage="normal"
    )
    if match == 0 or scores[winner] >= match:
        return with_keys(position, stage="over")
    post = "yes" if was_crawford or position.key("postcrawford") == "yes" else "no"
    fresh = replace(position, board=start_board(position.key("setup")))
    return with_keys(fresh, cubeval="1", owner="-", postcrawford=post)


def after_word(text: str, word: str) -> str:
    """The position after a word of the cube."""
    position = read(text)
    cube, doubler = int(position.key("cubeval")), int(position.seat)
    if word == "roll":
        return write(with_keys(position, stage="normal"))
    if word == "double":
        return write(with_keys(position, stage="offered"))
    if word == "take":
        return write(with_keys(position, cubeval=str(2 * cube), owner=str(1 - doubler), stage="normal"))
    return write(won(position, doubler, cube))


def score(text: str, moves: tuple[Step, ...]) -> tuple[int, list[dict[str, object]]]:
    """AK-16.2 for a turn."""
    position = read(text)
    me = int(position.seat)
    board, law, turn = seen_by(position, me), law_of(position), Turn(dice_of(position.dice))
    detail: list[dict[str, object]] = []
    for move in moves:
        made = step(board, turn, law, move)
        assert isinstance(made, Made), made
        source: object = "bar" if move[0] == BAR else move[0]
        target: object = "off" if move[1] == OFF else move[1]
        detail.append(
            {"from": source, "to": target, "checker": made.checker, "hit": made.hit, "pin": made.pin}
        )
        board, turn = made.board, made.turn
    counts = [pips(board), pips(turned(board))]
    end: dict[str, object] = {"pips": counts[::-1] if me else counts}
    points = 0
    if board.off == 15:
        points, end["result"] = worth(position, board)
    return points, [*detail, end]


# --- which positions are refused (AK-15) -------------------------------------------------------


def fault(text: str) -> str | None:
    """The first rule that refuses a position whose fields and keys can be read."""
    position = read(text)
    board = position.board
    own, enemy = "".join(board.points) + board.bar, "".join(board.points) + board.enemy_bar
    mine = [x for x in own if x.isupper()]
    theirs = [x.upper() for x in enemy if x.islower()]
    full = SETS[position.key("setup")]
    if any(letters.count(c) > full.count(c) for letters in (mine, theirs) for c in CLASSES):
        return "AK-15.3"
    if len(mine) + board.off != 15 or len(theirs) + board.enemy_off != 15:
        return "AK-15.3"
    limit = int(position.key("stack_limit"))
    for point in range(1, 25):
        stack = board.points[point]
        runs = ["".join(run) for _, run in groupby(stack, str.isupper)]
        if limit and len(stack) > limit:
            return "AK-15.4"
        if any(len(run) > 1 for run in runs[:-1]) or any(run[0].upper() != "D" for run in runs[1:]):
            return "AK-15.4"
        if len(runs) > 1 and not in_midfield(point):
            return "AK-15.4"
    return "AK-15.5" if is_inconsistent(position) else None


def is_inconsistent(position: Position) -> bool:  # one question a sentence
    """AK-15.5, sentence by sentence."""
    board, match, stage = position.board, int(position.key("match")), position.key("stage")
    scores, cube = scores_of(position), position.key("cubeval")
    if position.seat == "-" and position.dice:
        return True
    if (position.key("owner") == "-") != (cube == "1"):
        return True
    if position.key("cube") == "off" and (cube != "1" or stage in ("ask", "offered")):
        return True
    if position.key("postcrawford") == "yes":
        if position.key("cube") == "off" or position.key("crawford") == "no" or match < 2:
            return True
        if max(scores) < match - 1:
            return True
    if stage != "over":
        if 15 in (board.off, board.enemy_off):
            return True
        if scores != [0, 0] if match == 0 else max(scores) >= match:
            return True
        if in_crawford_game(position) and cube != "1":
            return True
        if stage in ("ask", "offered"):
            return position.seat == "-" or position.dice != () or not can_double(position, int(position.seat))
        return False
    enough = [score > 0 if match == 0 else score >= match for score in scores]
    if position.seat != "-" or sum(enough) != 1:
        return True
    complete = [board.off == 15, board.enemy_off == 15]
    dropped = not any(complete) and position.key("cube") == "on" and match != 1
    return complete != enough and not dropped
