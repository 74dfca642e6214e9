"""A view as a plain-text board for the terminal: enough to play a solo game against the clock."""

from collections.abc import Iterator

from ludoteka.core.game import Seat, View
from ludoteka.core.painting import Line, Painting, Span
from ludoteka.core.sentences import Sentence, counted
from ludoteka.games.kakuro.rules.board import COLUMNS
from ludoteka.games.kakuro.types import MS

GAP = "   "
MARGIN = " " * 8
WIDTH = 7  # room for a sum square with two placed sums: `#34>28v`
LEGEND = "5 silver   5> used across   5v used down   5+ both   ^5 digit tile   ## sum square"


def text(view: View) -> str:
    """Title, board with the placed sums, the table beside it, what happened last and what to do now."""
    lines = [_headline(view), "", *_board(view), ""]
    lines += [*_seats(view), "", *_piles(view)]
    if view["last"] is not None:
        lines.append(_last(view))
    return "\n".join([*lines, "", *_what_now(view)])


def _headline(view: View) -> str:
    if view["open"] is not None:
        return f"Find a row that makes  [ {view['open']} ]{_clock(view)}"
    titles = {
        "layout": "The numbers are being laid out.",
        "deal": "The action tiles are being dealt.",
        "ready": "Ready for the next sum tile?",
        "sum": "A sum tile is being turned over.",
        "tiles": "Everybody takes an action tile.",
        "over": "The game is over.",
    }
    return titles[view["phase"]]


def _clock(view: View) -> str:
    if view["until"] is None:
        return "   no hurry"
    seconds = max(0, view["until"] - view["now"]) / MS
    kind = "to show the row" if view["phase"] == "claim" else "on the hourglass"
    return f"   {seconds:.0f} s {kind}"


# --- the board -------------------------------------------------------------------------------


def _board(view: View) -> list[str]:
    """The frame shows the sums placed at it; sums placed on laid sum squares are shown in their square."""
    if view["board"] is None:
        return ["(no numbers yet)"]
    sums = {(placed["start"], placed["direction"]): placed["value"] for placed in view["sums"]}
    down = [sums.get((f"v{column}", "v"), "") for column in COLUMNS]
    lines = [MARGIN + "".join(f"{column:^{WIDTH}}" for column in COLUMNS).rstrip()]
    lines.append(MARGIN + "".join(f"{f'{value}v' if value else 'v':^{WIDTH}}" for value in down).rstrip())
    for row, cells in enumerate(view["board"], start=1):
        value = sums.get((f">{row}", ">"), "")
        squares = [_square(cell, f"{COLUMNS[i]}{row}", sums) for i, cell in enumerate(cells)]
        lines.append(f" {row} {value!s:>3}> " + "".join(f"{square:^{WIDTH}}" for square in squares).rstrip())
    return [*lines, "", MARGIN + LEGEND]


def _square(cell: View, name: str, sums: dict[tuple[str, str], int]) -> str:
    if cell["tile"] == "sum":
        across, down = sums.get((name, ">")), sums.get((name, "v"))
        placed = f"{f'{across}>' if across else ''}{f'{down}v' if down else ''}"
        return f"#{placed}" if placed else "##"
    cover = "^" if cell["tile"] == "digit" else ""
    mark = {(True, True): "+", (True, False): ">", (False, True): "v", (False, False): ""}
    return f"{cover}{cell['digit']}{mark[cell['across'], cell['down']]}"


# --- beside the board ------------------------------------------------------------------------


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def _name(view: View, seat: Seat) -> str:
    return "You" if seat == view["you"] else f"Seat {seat}"


def _seats(view: View) -> list[str]:
    return [_seat(view, seat) for seat in range(view["seats"])]


def _seat(view: View, seat: Seat) -> str:
    score, pool = view["scores"][seat], view["pools"][seat]
    points = _number(score, "point")
    states = {
        "left": "has left",
        "out": "sits out until the next sum tile",
        "votes": "says impossible",
    }
    said = [words for key, words in states.items() if seat in view[key]]
    said += ["says kakuro!"] if seat == view["buzzer"] else []
    tiles = " ".join(pool) or "none"
    return f"{_name(view, seat):<7} {points:>10}{GAP}tiles: {tiles}" + (f"{GAP}({said[0]})" if said else "")


def _piles(view: View) -> list[str]:
    failed = ", ".join(map(str, view["aside"])) or "none"
    limit = view["options"]["failures"]
    sums, actions = view["sum_pile_size"], view["action_pile_size"]
    return [
        f"Failed sum tiles: {failed} (the game ends with {limit}).",
        f"Still to come: {_number(sums, 'sum tile')}, {_number(actions, 'action tile')}.",
    ]


def _last(view: View) -> str:
    last = view["last"]
    who = _name(view, last["seat"])
    if last["rule"] is None:
        return f"{who} made {last['move']} for {_number(last['points'], 'point')}."
    if last["move"] is None:
        return f"{who} took too long to show the row."
    if last["rule"] == "KA-7.2":
        return f"{who} took the claim back."
    return f"{who} claimed {last['move']}, which was not right ({last['rule']})."


def _what_now(view: View) -> list[str]:
    """What the viewer can type."""
    you, phase = view["you"], view["phase"]
    if phase == "ready" and you is not None and you not in view["left"]:
        return ["Type flip to turn over the next sum tile."]
    racing = phase == "race" and you is not None and you not in view["out"] and you not in view["left"]
    if not racing and not (phase == "claim" and you == view["buzzer"]):
        return [_waiting(view)]
    lines = ["Claim a row: direction, first square, length, then the tiles you use, for instance"]
    lines.append(
        "  >A2:5 F2#D  (A2 to E2, closed by a sum square on F2)   vC1:8 D  (column C, one repetition)"
    )
    lines.append("  B3=7 digit tile on B3   B3~E6 exchange   B3#X sum square on B3 paid with the X")
    return [*lines, _words(view)]


def _words(view: View) -> str:
    if view["phase"] == "claim":
        return "Or type retract to take it back."
    give_up = "possible to take your vote back" if view["you"] in view["votes"] else "impossible to give up"
    buzz = "kakuro! to stop the clock first, or " if view["options"]["buzz"] == "two-step" else ""
    return f"Or type {buzz}{give_up}."


def _waiting(view: View) -> str:
    if view["phase"] == "over":
        best = max(view["scores"], default=0)
        return f"The best score is {best}. Thank you for playing!"
    return "Nothing to do for you now: wait a moment." if view["you"] is not None else "You are watching."


# --- for terminals ---------------------------------------------------------------------------

EXPLAINED = Sentence("5> used across, 5v used down, 5+ both, ^5 a digit tile, ## a sum square.")


def paint(view: View, seat: Seat | None) -> Painting:
    """The board for a terminal, with the placed sums."""
    return Painting(tuple(_painted(view)), tuple(_told(view)), tuple(_notes(view, seat)))


def _painted(view: View) -> Iterator[Line]:
    if view["board"] is None:
        return
    sums = {(placed["start"], placed["direction"]): placed["value"] for placed in view["sums"]}
    yield (Span(MARGIN + "".join(f"{column:^{WIDTH}}" for column in COLUMNS), "quiet"),)
    down = (sums.get((f"v{column}", "v")) for column in COLUMNS)
    yield (Span(MARGIN + "".join(f"{f'{value}v' if value else 'v':^{WIDTH}}" for value in down), "wall"),)
    for row, cells in enumerate(view["board"], start=1):
        begins = Span(f"{sums.get((f'>{row}', '>'), '')!s:>3}> ", "wall")
        yield Span(f" {row} ", "quiet"), begins, *_cells(cells, row, sums)


def _cells(cells: list[View], row: int, sums: dict[tuple[str, str], int]) -> Iterator[Span]:
    for column, cell in zip(COLUMNS, cells, strict=True):
        text = f"{_square(cell, f'{column}{row}', sums):^{WIDTH}}"
        yield Span(text, "wall" if cell["tile"] == "sum" else "used" if cell["red"] else "piece")


def _told(view: View) -> Iterator[tuple[Sentence, ...]]:
    for seat, (score, pool) in enumerate(zip(view["scores"], view["pools"], strict=True)):
        said = [counted(score, "{n} point", "{n} points")]
        said.append(Sentence("action tiles: {tiles}", tiles=" ".join(pool) or "-"))
        if seat in view["left"]:
            said.append(Sentence("has left"))
        elif seat in view["out"]:
            said.append(Sentence("sits out until the next sum tile"))
        yield tuple(said)


def _notes(view: View, seat: Seat | None) -> Iterator[Sentence]:
    yield EXPLAINED
    sums, failed, limit = view["sum_pile_size"], len(view["aside"]), view["options"]["failures"]
    yield counted(sums, "{n} sum tile is still to come.", "{n} sum tiles are still to come.")
    yield Sentence("Sums put aside: {failed} of {limit}.", failed=failed, limit=limit)
    if view["open"] is None:
        return
    yield Sentence("Find a row that makes {sum}.", sum=view["open"])
    if view["until"] is not None:
        seconds = max(0, view["until"] - view["now"]) // MS
        yield counted(seconds, "{n} second is left.", "{n} seconds are left.")
    if seat is not None and view["phase"] == "claim" and seat == view["buzzer"]:
        yield Sentence("Type your row, as in >A2:5, or retract.")
    elif seat is not None and view["phase"] == "race" and seat not in view["out"]:
        yield Sentence(
            "Type a row: > or v, its first square, its length and the tiles used, as in >A2:5 F2#D."
        )
        yield Sentence("B3=7 lays a digit tile, B3~E6 exchanges, B3#X pays a sum square; or type impossible.")
