"""Reference play for reviews: what points, tiles and rows are worth, as the evaluator of the players sees it.

A value counts points ahead of the best of the others. Who is quickest is no decision, so only rows that were
named are judged, by what else was there for the same sum; and "impossible", where a row was there.
"""

from collections.abc import Iterable, Sequence

from ludoteka.core.chance import Source
from ludoteka.core.game import Seat, View
from ludoteka.core.player import Evaluation, Fact, Judged
from ludoteka.core.sentences import Sentence, counted
from ludoteka.games.kakuro.fast.solver import rows
from ludoteka.games.kakuro.imagine import shown_state
from ludoteka.games.kakuro.rules.claims import paid, points_for
from ludoteka.games.kakuro.rules.rounds import seats_in
from ludoteka.games.kakuro.turns import result
from ludoteka.games.kakuro.types import DOWN, Claim, Move, State, Word
from ludoteka.games.kakuro.view import where
from ludoteka.players.kakuro.evaluation import finished, told, without
from ludoteka.players.kakuro.worth import after_claim, gain, rounds_to_come, shares, worth_of

CANDIDATES = 12
WRONG = 10.0  # comes before every other reason
LENGTHS = {2: Sentence("two numbers"), 3: Sentence("three numbers")}
LONGER = Sentence("four numbers or more")
ACROSS, DOWNWARDS = Sentence("rows across"), Sentence("rows down")
DOUBLES, TILES = Sentence("doubles"), Sentence("action tiles")


class RaceReference:
    """Judges a named row by what it leaves of points and tiles."""

    name, version = "points, tiles and rows", 2
    thresholds = (0.5, 1.0, 2.0)

    def unit_of(self, state: State) -> str:
        """Points ahead of the best of the others."""
        return "points"

    def values(self, state: State, rng: Source) -> Sequence[Evaluation]:
        """Everybody's prospects; nothing is hidden."""
        if result(state) is not None:
            return [finished(state, seat) for seat in range(state.seats)]
        held = shares(state)
        return [told(state, seat, held) for seat in range(state.seats)]

    def judge(
        self, view: View, seat: Seat, legal: Sequence[Move], played: Move | None, rng: Source, effort: int = 1
    ) -> Sequence[Judged[Move]]:
        """The rows that were worth most, and what was named instead; other words are not judged."""
        if played is not None and not isinstance(played, Claim) and played is not Word.IMPOSSIBLE:
            return []
        state = shown_state(view)
        rounds = rounds_to_come(state)
        best = sorted(rows(state, seat), key=lambda found: -gain(found, rounds))[:CANDIDATES]
        made: list[Move] = [] if played is None else [played]
        chosen = dict.fromkeys([*(found.claim for found in best), *made])
        judged: list[Judged[Move]] = [Judged(move, _promised(state, seat, move)) for move in chosen]
        if played is Word.IMPOSSIBLE and not best:
            return []  # it was right, and there was nothing to choose
        if not best and state.buzzer is None:  # the only right thing was to name no row
            judged.append(Judged(Word.IMPOSSIBLE, _nothing_named(state, seat)))
        return sorted(judged, key=lambda one: -one.worth.margin)

    def why(self, state: State, seat: Seat, played: Move, best: Move) -> Iterable[Fact]:
        """Points and tiles of both rows."""
        lit = where(state, seat, best)
        if not isinstance(played, Claim):
            if isinstance(best, Claim):
                yield _overlooked(best, lit)
            return
        if after_claim(state, seat, played) is None:
            yield Fact(Sentence("The row does not hold: it brings nothing."), WRONG, lit)
        if not isinstance(best, Claim):
            return
        mine, better = points_for(played.row.length), points_for(best.row.length)
        if better > mine:
            text = "It brings {mine} points; a row that brings {best} was there."
            yield Fact(Sentence(text, mine=mine, best=better), float(better - mine), lit)
        spent, less = paid(played), paid(best)
        if len(less) < len(spent):
            one = "The better row costs {n} fewer action tile."
            other = "The better row costs {n} fewer action tiles."
            rounds = rounds_to_come(state)
            saved = worth_of(spent, rounds) - worth_of(less, rounds)
            yield Fact(counted(len(spent) - len(less), one, other), saved, lit)

    def skills(self, state: State, seat: Seat, move: Move) -> Sequence[str]:
        """How many numbers, which way, with which help."""
        if not isinstance(move, Claim):
            return ()
        found = [LENGTHS.get(move.row.length, LONGER), DOWNWARDS if move.row.direction == DOWN else ACROSS]
        if move.duplications:
            found.append(DOUBLES)
        if paid(move):
            found.append(TILES)
        return [one.template for one in found]


def _overlooked(best: Claim, lit: tuple[str, ...]) -> Fact:
    """What was there when somebody said that nothing was."""
    points = points_for(best.row.length)
    one = "A row that brings {n} point was there."
    other = "A row that brings {n} points was there."
    return Fact(counted(points, one, other), float(points), lit)


def _promised(state: State, seat: Seat, move: Move) -> Evaluation:
    return _after(state, seat, move) if isinstance(move, Claim) else without(state, seat)


def _nothing_named(state: State, seat: Seat) -> Evaluation:
    """Whoever names nothing stays in the race."""
    return told(state, seat, shares(state, [other for other in seats_in(state) if other != seat]))


def _after(state: State, seat: Seat, claim: Claim) -> Evaluation:
    """What is left after a row; [KA-6.3] after a wrong claim the others go on without the seat."""
    after = after_claim(state, seat, claim)
    return without(state, seat) if after is None else told(after, seat, shares(after))
