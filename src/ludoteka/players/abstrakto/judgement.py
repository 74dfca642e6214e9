"""What a position is worth to a seat: playouts say who wins and by how many areas, named terms say why.

A margin is a sum: the lead in areas that nothing can change any more (`settled`), in those that can still
change, as they stand (`contested`), what the best next move wins at once (`threat`), and what the playouts
expect beyond that (`outlook`). Where the solver proves the end, the chance to win is exact (`is_exact`); the
margin stays that of the playouts.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import exp

from ludoteka.core.chance import Source
from ludoteka.core.game import Over, Played, Seat, View
from ludoteka.core.player import Budget, Evaluation, Term
from ludoteka.games.abstrakto.engine import GAME
from ludoteka.games.abstrakto.types import COLOURS, AreaView, Discard, Move, State
from ludoteka.games.abstrakto.view import area_views
from ludoteka.players.abstrakto.evaluation import AREAS, looks
from ludoteka.players.abstrakto.proof import GLANCE, LITTLE, proof_for, proof_of
from ludoteka.players.abstrakto.thinking import Deadline, Seen, Tree, possible_states
from ludoteka.players.abstrakto.tree import go

PLAYOUTS = 20_000  # for a position, or for all moves together
ROUNDS, KEPT = 3, 4  # moves are judged in rounds with equal shares; after each a quarter of them goes on
FEWEST = 20  # playouts of a move


class TreeEvaluator:
    """Playouts, as the players make them."""

    unit = "areas"

    def position(self, view: View, seat: Seat, budget: Budget, rng: Source) -> Evaluation:
        """What the position promises a seat if both go on well."""
        if view["phase"] == "over":
            return finished(view, seat)
        if view["phase"] == "discard":
            return Evaluation(0.5, 0.0)  # both have the same tiles, and chance says who begins
        if view["phase"] == "start":
            return self._before_the_start(view, seat, budget, rng)
        deadline, states = Deadline(budget.ms), possible_states(view)
        proof = proof_of(view, LITTLE.within(budget), deadline)
        seen = told(
            judged(states, seat, _playouts(budget), deadline, rng), terms(view["areas"], states, seat)
        )
        return (
            seen if proof is None else as_proved(seen, proof.value if view["turn"] == seat else -proof.value)
        )

    def moves(self, view: View, moves: Sequence[Move], budget: Budget, rng: Source) -> Sequence[Evaluation]:
        """What each move promises the seat that makes it; the promising ones are looked at longer."""
        if view["phase"] == "discard" or any(isinstance(move, Discard) for move in moves):
            return [Evaluation(0.5, 0.0) for _ in moves]
        seat: Seat = view["turn"]
        deadline = Deadline(budget.ms)
        after = [_after(view, seat, move) for move in moves]
        seen = self._in_rounds(after, seat, _playouts(budget), deadline, rng)
        return [
            _proved_too(told(one, terms(area_views(states[0], seat), states, seat)), states, seat, deadline)
            for one, states in zip(seen, after, strict=True)
        ]

    def _in_rounds(
        self, after: list[list[State]], seat: Seat, playouts: int, deadline: Deadline, rng: Source
    ) -> list[Seen]:
        seen = [judged(states, seat, 0, deadline, rng) for states in after]
        left = list(range(len(after)))
        for _ in range(ROUNDS):
            number = max(FEWEST, playouts // ROUNDS // max(1, len(left)))
            for place in left:
                if not deadline.has_passed():
                    seen[place] = judged(after[place], seat, number, deadline, rng)
            left = sorted(left, key=lambda place: -seen[place].win)[: max(2, len(left) // KEPT)]
        return seen

    def _before_the_start(self, view: View, seat: Seat, budget: Budget, rng: Source) -> Evaluation:
        """Either seat may be the one that begins."""
        half = replace(budget, nodes=max(1, _playouts(budget) // 2), ms=_half(budget.ms))
        both = [self.position({**view, "phase": "play", "turn": first}, seat, half, rng) for first in (0, 1)]
        win, margin = (sum(values) / 2 for values in zip(*((e.win, e.margin) for e in both), strict=True))
        return Evaluation(win, margin, terms=(Term("outlook", margin),), samples=both[0].samples)


def _proved_too(seen: Evaluation, states: Sequence[State], seat: Seat, deadline: Deadline) -> Evaluation:
    """A judgement of the position after a move, exact where the game is over or a glance proves its end."""
    if _are_over(states):
        return replace(seen, is_exact=True)
    state = states[0]
    proof = proof_for(state, GLANCE, deadline) if len(states) == 1 and GLANCE.pays(state) else None
    return seen if proof is None else as_proved(seen, proof.value if state.turn == seat else -proof.value)


# --- playouts ----------------------------------------------------------------------------------


def judged(states: Sequence[State], seat: Seat, playouts: int, deadline: Deadline, rng: Source) -> Seen:
    """What a position brings a seat; with no playouts, or uncompiled, by the areas as they are."""
    if _are_over(states) or playouts < 2 or not go.runs_compiled:
        return _by_areas(states[0], seat)
    tree = Tree(states, rng, playouts)
    tree.think(playouts, deadline)
    seen = tree.outcome()
    mover = states[0].turn if tree.seen() else 0
    return seen if mover == seat else seen.turned()


def _by_areas(state: State, seat: Seat) -> Seen:
    """What the areas say as they stand: a guess, or all there is to say about a game that is over."""
    lead = _lead(area_views(state, None), seat)
    win = 1.0 / (1.0 + exp(-lead))
    awaited = GAME.awaiting(state)
    if isinstance(awaited, Over):
        ranks = awaited.result.ranks
        win = 0.5 + 0.5 * (ranks[1 - seat] - ranks[seat])
    return Seen(-1, 0, win, lead, 0.0)


def _after(view: View, seat: Seat, move: Move) -> list[State]:
    """The states that a move may lead to."""
    return [GAME.apply(state, Played(seat, move)) for state in possible_states(view)]


def _are_over(states: Sequence[State]) -> bool:
    return all(state.turn is None for state in states)


def _playouts(budget: Budget) -> int:
    return PLAYOUTS if budget.nodes is None else budget.nodes


def _half(ms: int | None) -> int | None:
    return None if ms is None else max(1, ms // 2)


# --- words for it ------------------------------------------------------------------------------


def _lead(areas: Sequence[AreaView], seat: Seat) -> float:
    owners = [area["owner"] for area in areas]
    return float(owners.count(COLOURS[seat]) - owners.count(COLOURS[1 - seat]))


def terms(areas: Sequence[AreaView], states: Sequence[State], seat: Seat) -> tuple[Term, ...]:
    """What can be seen on the board, in areas, without looking ahead."""
    settled = _lead([area for area in areas if area["settled"]], seat)
    contested = _lead([area for area in areas if not area["settled"]], seat)
    return (
        Term("settled", settled),
        Term("contested", contested),
        Term("threat", threat(states, seat, settled + contested)),
    )


def threat(states: Sequence[State], seat: Seat, lead: float) -> float:
    """What the best next move wins at once, whoever's it is; nothing where kernels run uncompiled."""
    mover = states[0].turn
    if mover is None or not go.runs_compiled:
        return 0.0
    own = lead if mover == seat else -lead
    best = max(float(looks(state)[:, AREAS].max()) for state in states if state.turn == mover)
    return best - own if mover == seat else own - best


def told(seen: Seen, parts: tuple[Term, ...]) -> Evaluation:
    """A judgement as an evaluation whose terms add up to its margin."""
    rest = seen.lead - sum(part.value for part in parts)
    every = (*parts, Term("outlook", rest))
    return Evaluation(seen.win, seen.lead, terms=every, error=seen.error, samples=seen.playouts)


def as_proved(seen: Evaluation, own: int) -> Evaluation:
    """The same with the result that is proved: 1 won, 0 drawn, -1 lost."""
    return replace(seen, win=0.5 + 0.5 * own, is_exact=True)


def finished(view: View, seat: Seat) -> Evaluation:
    """The game is over: all is known."""
    lead = float(view["controlled"][seat] - view["controlled"][1 - seat])
    win = 0.5 if view["winner"] is None else float(view["winner"] == seat)
    return Evaluation(win, lead, terms=(Term("settled", lead),), is_exact=True)
