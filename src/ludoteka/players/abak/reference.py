"""Reference play for reviews: the network, one roll ahead of every turn, with the cube and the score.

In a game for points a value counts points; in a match it runs from -1, lost, to 1, won, whatever its length.
Before a roll a position is worth what the network sees one roll ahead; with the dice on the table, what it
sees on the boards that the turns lead to.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from ludoteka.core.chance import Source
from ludoteka.core.game import Draw, Drawn, Played, Seat, View
from ludoteka.core.player import Evaluation, Fact, Judged
from ludoteka.games.abak.imagine import imagine
from ludoteka.games.abak.turns import apply, awaiting, result
from ludoteka.games.abak.types import CUBE_WORDS, NOBODY, Move, State
from ludoteka.games.abak.view import view as view_of
from ludoteka.players.abak.cube import Prospects, worth_with_cube
from ludoteka.players.abak.facts import facts
from ludoteka.players.abak.levels import prospects
from ludoteka.players.abak.search import Mind, board_of, turns_in
from ludoteka.players.abak.stakes import match_chance, standing_of

CANDIDATES = 12  # turns that are looked at one roll ahead
FURTHER = 4  # of those, one more, where somebody takes the time


class NetworkReference:
    """Judges what was played by what the network thinks of where it leads."""

    name, version = "network, one roll ahead", 1
    thresholds = (0.05, 0.12, 0.28)

    def unit_of(self, state: State) -> str:
        """Points in a game for points; a match is won or lost, whatever its length."""
        return "matches" if state.options.match else "points"

    def values(self, state: State, rng: Source) -> Sequence[Evaluation]:
        """Both seats' prospects; nothing is hidden."""
        return self._told(state, is_ahead=False)

    def _told(self, state: State, *, is_ahead: bool) -> tuple[Evaluation, Evaluation]:
        seat, worth = _worth(state, is_ahead=is_ahead)
        own = _told(state, seat, worth)
        return (own, _other(own)) if seat == 0 else (_other(own), own)

    def judge(
        self, view: View, seat: Seat, legal: Sequence[Move], played: Move | None, rng: Source, effort: int = 1
    ) -> Sequence[Judged[Move]]:
        """The turns that look best and the one that was played, each by where it leads."""
        state = imagine(view, rng)
        made = [] if played is None else [Move(played.steps, played.word)]
        chosen = dict.fromkeys([*_likely(view, legal), *made])
        judged = _sorted(Judged(move, self._after(state, seat, move, rng)) for move in chosen)
        if effort == 1:
            return judged
        further = dict.fromkeys([*(one.move for one in judged[:FURTHER]), *made])  # all equally far
        return _sorted(Judged(move, self._further(state, seat, move, rng)) for move in further)

    def _after(self, state: State, seat: Seat, move: Move, rng: Source) -> Evaluation:
        return self.values(apply(state, Played(seat, move)), rng)[seat]

    def _further(self, state: State, seat: Seat, move: Move, rng: Source) -> Evaluation:
        """One roll further: the mean over every roll of the other seat, answered and looked ahead."""
        after = apply(state, Played(seat, move))
        awaited = awaiting(after)
        if not isinstance(awaited, Draw):
            return self.values(after, rng)[seat]
        rolls = [(apply(after, Drawn(roll)), float(chance)) for roll, chance in awaited.chance.weighted()]
        seen = [(self._told(there, is_ahead=True)[seat], chance) for there, chance in rolls]
        win, margin = (sum(getattr(one, what) * chance for one, chance in seen) for what in ("win", "margin"))
        return Evaluation(win, margin)

    def why(self, state: State, seat: Seat, played: Move, best: Move) -> Iterable[Fact]:
        """What can be counted on the boards, and the chances behind a word about the cube."""
        return facts(state, seat, played, best)

    def skills(self, state: State, seat: Seat, move: Move) -> Sequence[str]:
        """No arithmetic is needed."""
        return ()


def _likely(view: View, legal: Sequence[Move]) -> list[Move]:
    """Words about the cube; of the turns those that the network likes best as they look."""
    if view["stage"] in CUBE_WORDS:
        return list(legal)
    known = turns_in(view)
    mind = Mind(view, standing_of(view, view["seat"]).stakes())
    worths = mind.judge(board_of(view), known.boards(), view["seat"])
    return [known.moves[number] for number in np.argsort(-worths, kind="stable")[:CANDIDATES]]


def _sorted(judged: Iterable[Judged[Move]]) -> list[Judged[Move]]:
    return sorted(judged, key=lambda one: -one.worth.margin)


def _worth(state: State, *, is_ahead: bool) -> tuple[Seat, float]:
    """What a state is worth, and to which seat."""
    ended = result(state)
    if ended is not None:
        return 0, _ended(state, ended.ranks)
    view = view_of(state, None)
    if state.seat == NOBODY:
        return 0, _between_games(view)
    if state.stage == "offered":
        return state.seat, _doubled(prospects(view, state.seat))
    if state.stage == "ask":
        mine = prospects(view, state.seat)
        return state.seat, max(_rolled(mine), _doubled(mine))
    return state.seat, _rolled(
        _dice_rolled(view, is_ahead=is_ahead) if state.dice else prospects(view, state.seat)
    )


def _ended(state: State, ranks: Sequence[int]) -> float:
    """The whole match; in a game for points those that were won, and one for a match that was left."""
    if state.options.match == 0 and not state.left:
        return float(state.scores[0] - state.scores[1])
    return 1.0 if ranks[0] < ranks[1] else -1.0


def _between_games(view: View) -> float:
    """Before an opening roll both seats have the same chances in the game; the score decides."""
    standing = standing_of(view, 0)
    if standing.mine == 0:
        return float(view["scores"][0] - view["scores"][1])
    return 2.0 * match_chance(standing.mine, standing.theirs, standing.has_cube, standing.has_crawford) - 1.0


def _rolled(mine: Prospects) -> float:
    return worth_with_cube(mine, mine.standing.cube, mine.standing.owner)


def _doubled(mine: Prospects) -> float:
    """The other seat takes or drops, whichever is worse for the doubler."""
    cube = mine.standing.cube
    return min(worth_with_cube(mine, 2 * cube, 1), mine.standing.worth(cube))


def _dice_rolled(view: View, *, is_ahead: bool) -> Prospects:
    """The prospects of the seat that has rolled, after the turn that looks best; or a roll further."""
    me, standing = view["seat"], standing_of(view, view["seat"])
    known, mind = turns_in(view), Mind(view, standing.stakes())
    if not known.moves:
        return Prospects(mind.chances(board_of(view), me, is_ahead=False), standing)
    best = int(np.argmax(mind.judge(board_of(view), known.boards(), me)))
    return Prospects(mind.chances(known.board(best), me, is_ahead=is_ahead), standing)


def _told(state: State, seat: Seat, worth: float) -> Evaluation:
    """A match is won as often as its value says; a game for points as often as the board says."""
    is_over = result(state) is not None
    if state.options.match:
        return Evaluation((1.0 + worth) / 2.0, worth, is_exact=is_over)
    if is_over:
        return Evaluation(float(worth > 0), worth, is_exact=True)
    if state.seat == NOBODY:
        return Evaluation(0.5, worth)
    return Evaluation(prospects(view_of(state, None), seat).win, worth)


def _other(own: Evaluation) -> Evaluation:
    return Evaluation(1.0 - own.win, -own.margin, is_exact=own.is_exact)
