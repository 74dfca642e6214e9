"""Reference play for reviews: what points, tiles and rows are worth, as the evaluator of the players sees it.

A value counts points ahead of the best of the others. Who is quickest is no decision, so only rows that were
named are judged: by what else was there for the same sum.
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
LENGTHS = {2: "two numbers", 3: "three numbers"}


class RaceReference:
    """Judges a named row by what it leaves of points and tiles."""

    name, version, unit = "points, tiles and rows", 1, "points"
    thresholds = (0.5, 1.0, 2.0)

    def values(self, state: State, rng: Source) -> Sequence[Evaluation]:
        """Everybody's prospects; nothing is hidden."""
        if result(state) is not None:
            return [finished(state, seat) for seat in range(state.seats)]
        held = shares(state)
        return [told(state, seat, held) for seat in range(state.seats)]

    def judge(
        self, view: View, seat: Seat, legal: Sequence[Move], played: Move, rng: Source
    ) -> Sequence[Judged[Move]]:
        """The rows that were worth most, and the one that was named; words are not judged."""
        if not isinstance(played, Claim):
            return []
        state = shown_state(view)
        rounds = rounds_to_come(state)
        best = sorted(rows(state, seat), key=lambda found: -gain(found, rounds))[:CANDIDATES]
        chosen = dict.fromkeys([*(found.claim for found in best), played])
        judged: list[Judged[Move]] = [Judged(claim, _after(state, seat, claim)) for claim in chosen]
        if not best and state.buzzer is None:  # the only right thing was to name no row
            judged.append(Judged(Word.IMPOSSIBLE, _nothing_named(state, seat)))
        return sorted(judged, key=lambda one: -one.worth.margin)

    def why(self, state: State, seat: Seat, played: Move, best: Move) -> Iterable[Fact]:
        """Points and tiles of both rows."""
        if not isinstance(played, Claim):
            return  # words are not judged
        lit = where(state, seat, best)
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
        found = [LENGTHS.get(move.row.length, "four numbers or more")]
        found.append("down" if move.row.direction == DOWN else "across")
        if move.duplications:
            found.append("doubles")
        if paid(move):
            found.append("tiles")
        return found


def _nothing_named(state: State, seat: Seat) -> Evaluation:
    """Whoever names nothing stays in the race."""
    return told(state, seat, shares(state, [other for other in seats_in(state) if other != seat]))


def _after(state: State, seat: Seat, claim: Claim) -> Evaluation:
    """What is left after a row; [KA-6.3] after a wrong claim the others go on without the seat."""
    after = after_claim(state, seat, claim)
    return without(state, seat) if after is None else told(after, seat, shares(after))
