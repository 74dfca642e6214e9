"""What can be counted on two boards: hits, shots, pins, checkers borne off, pips; the chances of the cube."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ludoteka.core.game import Seat
from ludoteka.core.player import Fact
from ludoteka.core.sentences import Sentence, counted
from ludoteka.games.abak.moves import turns_of
from ludoteka.games.abak.rules.boards import bar_letters, pips, point_letters
from ludoteka.games.abak.rules.matches import borne_off
from ludoteka.games.abak.turns import board_after
from ludoteka.games.abak.types import CUBE_WORDS, DROP, HOME, POINTS, TAKE, Move, State
from ludoteka.games.abak.view import view
from ludoteka.players.abak.cube import cash_point, take_point
from ludoteka.players.abak.levels import prospects
from ludoteka.players.abak.lookahead import ROLLS

A_SHOT, A_HIT, A_PIN, A_CHECKER, A_PIP = 0.016, 0.25, 0.3, 0.12, 0.012  # rough worths, to order the facts
A_POINT, A_STEP = 0.08, 0.06


@dataclass(frozen=True, slots=True)
class Counts:
    """What is counted on a board that a seat leaves behind."""

    on_bar: int  # of the other seat
    pinned: int  # of the other seat
    off: int
    pips: int
    shots: int  # of 36 rolls, how many hit or pin a checker
    held: int  # points with two or more own checkers on top
    back: int  # own checkers in the other's home or on the bar


def counts(state: State, seat: Seat, board: bytes) -> Counts:
    """The counts of a board on which the other seat is to roll."""
    return Counts(
        len(bar_letters(board)[1 - seat]),
        pinned(board, 1 - seat),
        borne_off(board, seat),
        pips(board)[seat],
        shots(state, seat, board),
        len(_held_points(board, seat)),
        back(board, seat),
    )


def shots(state: State, seat: Seat, board: bytes) -> int:
    """How many of 36 rolls let the other seat hit or pin a checker of this one."""
    before = _suffering(board, seat)
    options, found = state.options, 0
    for high, low in ROLLS:
        known = turns_of(board, 1 - seat, high, low, options.limit, options.exposed)
        if any(_suffering(known.board(n), seat) > before for n in range(len(known.paths))):
            found += 1 if high == low else 2
    return found


def back(board: bytes, seat: Seat) -> int:
    """How many checkers still stand in the other seat's home or on the bar."""
    points = point_letters(board)
    home = points[:HOME] if seat else points[POINTS - HOME :]
    return sum(_is_own(x, seat) for letters in home for x in letters) + len(bar_letters(board)[seat])


def _held_points(board: bytes, seat: Seat) -> list[str]:
    """The points on which two or more own checkers lie on top."""
    return [x for x in point_letters(board) if len(x) > 1 and _is_own(x[-1], seat) and _is_own(x[-2], seat)]


def _is_own(letter: str, seat: Seat) -> bool:
    return letter.islower() if seat else letter.isupper()


def pinned(board: bytes, seat: Seat) -> int:
    """How many of a seat's checkers lie under another colour."""
    return sum(_is_own(x, seat) for letters in point_letters(board) for x in _lower(letters))


def _lower(letters: str) -> str:
    """The checkers of a stack below one of the other colour."""
    changes = [n for n in range(1, len(letters)) if letters[n].isupper() != letters[n - 1].isupper()]
    return letters[: changes[-1]] if changes else ""


def _suffering(board: bytes, seat: Seat) -> int:
    return len(bar_letters(board)[seat]) + pinned(board, seat)


def facts(state: State, seat: Seat, played: Move, best: Move) -> Iterator[Fact]:
    """What the best move has over the played one."""
    if state.stage in CUBE_WORDS:
        yield from _cube_facts(state, seat, best)
        return
    mine = counts(state, seat, board_after(state, played))
    better = counts(state, seat, board_after(state, best))
    yield from _compared(mine, better)
    yield from _chances(state, seat, played, best)


def _chances(state: State, seat: Seat, played: Move, best: Move) -> Iterator[Fact]:
    """What both promise, in wins of a hundred games, where that is not the same."""
    mine, better = (round(100 * win_after(state, seat, move)) for move in (played, best))
    if mine != better:
        text = "It wins about {mine} of 100 games; the better turn {best}."
        yield Fact(Sentence(text, mine=mine, best=better), 0.0)


def win_after(state: State, seat: Seat, move: Move) -> float:
    """The chance to win the game after a turn, as the network sees it."""
    after = replace(state, board=board_after(state, move), seat=1 - seat, dice=(), stage="normal")
    return prospects(view(after, None), seat).win


def _compared(mine: Counts, best: Counts) -> Iterator[Fact]:
    """Sentences about what is better, each with both numbers."""
    if best.shots < mine.shots:
        text = "{mine} of 36 rolls hit or pin one of your checkers; after the better turn {best}."
        yield Fact(Sentence(text, mine=mine.shots, best=best.shots), A_SHOT * (mine.shots - best.shots))
    if best.pips < mine.pips:
        text = "It leaves you {mine} pips from home; the better turn {best}."
        yield Fact(Sentence(text, mine=mine.pips, best=best.pips), A_PIP * (mine.pips - best.pips))
    if best.back < mine.back:
        text = "It leaves {mine} of your checkers far back; the better turn {best}."
        yield Fact(Sentence(text, mine=mine.back, best=best.back), A_STEP * (mine.back - best.back))
    yield from _more(mine, best)


def _more(mine: Counts, best: Counts) -> Iterator[Fact]:
    """What the best turn does more of."""
    if (hits := best.on_bar - mine.on_bar) > 0:
        one, other = "The better turn hits {n} more checker.", "The better turn hits {n} more checkers."
        yield Fact(counted(hits, one, other), A_HIT * hits)
    if (pins := best.pinned - mine.pinned) > 0:
        one, other = "The better turn pins {n} more checker.", "The better turn pins {n} more checkers."
        yield Fact(counted(pins, one, other), A_PIN * pins)
    if (off := best.off - mine.off) > 0:
        one = "The better turn bears off {n} more checker."
        other = "The better turn bears off {n} more checkers."
        yield Fact(counted(off, one, other), A_CHECKER * off)
    if (held := best.held - mine.held) > 0:
        one = "The better turn holds {n} more point with two checkers."
        other = "The better turn holds {n} more points with two checkers."
        yield Fact(counted(held, one, other), A_POINT * held)


def _cube_facts(state: State, seat: Seat, best: Move) -> Iterator[Fact]:
    """The chance to win beside the chance that decides."""
    mine = prospects(view(state, None), seat)
    win, cube = round(100 * mine.win), mine.standing.cube
    if best.word in (TAKE, DROP):
        point = take_point(mine, cube)
        said = Sentence(
            "You win about {win} of 100; a take needs {point}.", win=win, point=round(100 * point)
        )
    else:
        point = cash_point(mine, cube)
        text = "You win about {win} of 100; from {point} on the other one should drop."
        said = Sentence(text, win=win, point=round(100 * point))
    yield Fact(said, abs(mine.win - point))
