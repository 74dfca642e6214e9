"""Reference play for reviews: playouts, and the solver where it proves the end.

A value counts games: 1 is won, 0 drawn, -1 lost, since only who has more areas counts, not by how many. Where
the solver proves a position the value is exact.
"""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import TypeAlias

from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Over, Played, Seat, View
from ludoteka.core.player import Evaluation, Fact, Judged
from ludoteka.core.sentences import Sentence, counted
from ludoteka.games.abstrakto.engine import GAME
from ludoteka.games.abstrakto.fast.match import numbered_move
from ludoteka.games.abstrakto.types import COLOURS, Move, State
from ludoteka.games.abstrakto.view import area_views
from ludoteka.players.abstrakto.judgement import judged as played_out
from ludoteka.players.abstrakto.judgement import threat
from ludoteka.players.abstrakto.proof import LITTLE, proof_for
from ludoteka.players.abstrakto.thinking import Deadline, Tree, possible_states
from ludoteka.players.abstrakto.tree import go

CANDIDATES = 5  # moves that are judged one by one
PLAYOUTS = 3000  # of a position
FEW = 30  # uncompiled
NO_DEADLINE = Deadline(None)
PROOF = 10.0  # comes before every other reason
States: TypeAlias = Sequence[State]
TRUST = 1.96  # standard errors: 95 %


class TreeReference:
    """Judges a move by the position that it leads to."""

    name, version = "playouts and proofs", 1
    thresholds = (0.05, 0.15, 0.3)

    def unit_of(self, state: State) -> str:
        """Who has more areas wins, by however many."""
        return "games"

    def values(self, state: State, rng: Source) -> Sequence[Evaluation]:
        """Both seats' prospects when both hands are seen."""
        own = value([state], 0)
        return own, Evaluation(1.0 - own.win, -own.margin, error=own.error, is_exact=own.is_exact)

    def judge(
        self, view: View, seat: Seat, legal: Sequence[Move], played: Move | None, rng: Source, effort: int = 1
    ) -> Sequence[Judged[Move]]:
        """The moves that playouts try most, and the one that was played; discards are not judged."""
        if view["turn"] != seat:
            return []
        states = possible_states(view)
        playouts = PLAYOUTS * effort
        made = [] if played is None else [played]
        chosen = dict.fromkeys([*_likely(view, states, rng, playouts), *made])
        after = ((move, [GAME.apply(state, Played(seat, move)) for state in states]) for move in chosen)
        found = [Judged(move, value(there, seat, playouts)) for move, there in after]
        return sorted(found, key=lambda one: -one.worth.margin)

    def why(self, state: State, seat: Seat, played: Move, best: Move) -> Iterable[Fact]:
        """What is proved, the areas as they stand, and what the other seat threatens."""
        known = possible_states(GAME.view(state, seat))
        mine, better = ([GAME.apply(one, Played(seat, move)) for one in known] for move in (played, best))
        where = GAME.where(state, seat, best)
        worths = value(mine, seat), value(better, seat)
        yield from _proved(*worths, where)
        yield from _areas(mine, better, seat, where)
        yield from _chances(*worths, where)

    def skills(self, state: State, seat: Seat, move: Move) -> Sequence[str]:
        """No arithmetic is needed."""
        return ()


def value(states: Sequence[State], seat: Seat, playouts: int = PLAYOUTS) -> Evaluation:
    """What a position brings a seat. The same position always gets the same value, whoever asks."""
    awaited = GAME.awaiting(states[0])
    if isinstance(awaited, Over):
        ranks = awaited.result.ranks
        return _told(0.5 + 0.5 * (ranks[1 - seat] - ranks[seat]), is_exact=True)
    if states[0].turn is None:
        return _told(0.5)  # both have the same chances until chance says who begins
    proof = proof_for(states[0], LITTLE, NO_DEADLINE) if len(states) == 1 else None
    if proof is not None:
        own = proof.value if states[0].turn == seat else -proof.value
        return _told(0.5 + 0.5 * own, is_exact=True)
    rng = Source(seed_from(" ".join(GAME.notation.dump(state) for state in states)))
    return _told(played_out(states, seat, playouts, NO_DEADLINE, rng).win, playouts)


def _told(win: float, playouts: int = PLAYOUTS, *, is_exact: bool = False) -> Evaluation:
    if is_exact:
        return Evaluation(win, 2.0 * win - 1.0, is_exact=True)
    error = 2.0 * TRUST * sqrt(win * (1.0 - win) / playouts)
    return Evaluation(win, 2.0 * win - 1.0, error=error, samples=playouts)


def _likely(view: View, states: Sequence[State], rng: Source, most: int) -> list[Move]:
    """The proved move, or those that playouts try most."""
    proof = proof_for(states[0], LITTLE, NO_DEADLINE) if len(states) == 1 else None
    playouts = most if go.runs_compiled else FEW
    tree = Tree(states, rng, playouts)
    tree.think(playouts, NO_DEADLINE)
    numbers = [one.number for one in tree.seen()[:CANDIDATES]]
    first = [] if proof is None else [proof.move]
    return [numbered_move(number, view["size"]) for number in dict.fromkeys([*first, *numbers])]


# --- reasons -----------------------------------------------------------------------------------


def _proved(one: Evaluation, other: Evaluation, where: tuple[str, ...]) -> Iterable[Fact]:
    """What both moves lead to by force, where that is known of both and differs."""
    if not (one.is_exact and other.is_exact) or other.win <= one.win:
        return
    if one.win == 0.0 and other.win == 1.0:
        said = Sentence("It loses by force; the better move wins by force.")
    elif other.win == 1.0:
        said = Sentence("With best play it is only a draw; the better move wins by force.")
    else:
        said = Sentence("It loses by force; the better move keeps the draw.")
    yield Fact(said, PROOF, where)


def _chances(one: Evaluation, other: Evaluation, where: tuple[str, ...]) -> Iterable[Fact]:
    """What both promise, in wins of a hundred games, where that is not the same."""
    mine, best = round(100 * one.win), round(100 * other.win)
    if mine != best:
        text = "It wins about {mine} of 100 games; the better move {best}."
        yield Fact(Sentence(text, mine=mine, best=best), 0.0, where)


def _areas(mine: States, better: States, seat: Seat, where: tuple[str, ...]) -> Iterable[Fact]:
    """The areas as they stand: everybody sees them, whatever is hidden in a hand."""
    lead, best = lead_of(mine[0], seat), lead_of(better[0], seat)
    if best > lead:
        one = "The better move takes {n} more area at once, or keeps it from the other one."
        two = "The better move takes {n} more areas at once, or keeps them from the other one."
        yield Fact(counted(best - lead, one, two), float(best - lead), where)
    loses, keeps = danger(mine, seat), danger(better, seat)
    if keeps < loses:
        one = "The other one can win {n} area with the next move; after the better one {best}."
        two = "The other one can win {n} areas with the next move; after the better one {best}."
        yield Fact(counted(loses, one, two, best=keeps), 0.8 * (loses - keeps), where)


def lead_of(state: State, seat: Seat) -> int:
    """How many areas a seat has more than the other one."""
    owners = [area["owner"] for area in area_views(state, None)]
    return owners.count(COLOURS[seat]) - owners.count(COLOURS[1 - seat])


def danger(states: States, seat: Seat) -> int:
    """How many areas the other seat can win with its next move, whatever it may hold."""
    if states[0].turn != 1 - seat:
        return 0
    return round(max(0.0, -threat(states, seat, float(lead_of(states[0], seat)))))
