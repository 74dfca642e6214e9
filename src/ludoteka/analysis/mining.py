"""Mining puzzles: positions of matches, proven by the game's own puzzler, kept if they are worth solving.

A position is kept if its answers are proven, it is no other puzzle over again, the strongest level finds an
answer, and the weakest misses it more often than not. How often each level finds one says how hard it is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ludoteka import players
from ludoteka.core import match as matches
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import AnyGame, Millis, Played, Seat, Turn
from ludoteka.core.match import Match, Opening
from ludoteka.core.player import AnyPlayer, Budget, Legal, ask
from ludoteka.core.puzzle import AnyPuzzler, Collection, Proven, Puzzle, id_of, rating_of
from ludoteka.core.refusals import BadRequest

AnyMatch = Match[Any, Any]
TRIES = {1: 6, 2: 3, 3: 3, 4: 2, 5: 2}  # of each level
WEAKEST, STRONGEST = 1, 5
NODES, MANY_NODES = 150, 2500  # that a level may look at: the same answers on every machine
PLAYED_NODES = 60  # in the matches that are mined
A_MATCH = 6  # puzzles of one match, at most
MOST_PLIES = 400
SEATED = (2, 3, 4)  # levels that play the matches


@dataclass(slots=True)
class Miner:
    """Looks through positions and keeps what is worth keeping; `collection` grows."""

    game: AnyGame
    collection: Collection
    puzzler: AnyPuzzler = field(init=False)
    levels: dict[int, AnyPlayer] = field(init=False)
    looked_at: int = 0

    def __post_init__(self) -> None:
        declared = players.skill(self.game.info.id).puzzles
        if declared is None:
            raise BadRequest("{game} has no puzzles.", game=self.game.info.title)
        self.puzzler = declared()
        there = players.levels(self.game.info.id)
        self.levels = {level: there[level].player() for level in TRIES if level in there}

    # --- where positions come from -------------------------------------------------------------

    def self_play(self, wanted: int) -> Iterator[Collection]:
        """Plays matches until there are so many puzzles; the collection after each match."""
        while len(self.collection.puzzles) < wanted:
            number = self.collection.matches
            match = self._played(number)
            self.look_through(match, f"self-play {number}")
            self.collection = replace(self.collection, matches=number + 1)
            yield self.collection

    def _played(self, number: int) -> AnyMatch:
        """One match of self-play: the same seed and number, the same match."""
        seed = seed_from(f"{self.collection.seed} {number}")
        opening: Opening = self.puzzler.openings[number % len(self.puzzler.openings)]
        match = matches.settle(matches.new(self.game, opening.seats, opening.options), seed)
        rng = Source(seed, b"players")
        seated = [self.levels[rng.choose(SEATED)] for _ in range(opening.seats)]
        while isinstance(match.awaiting, Turn) and match.ply < MOST_PLIES:
            match = matches.settle(match.then(_next(match, match.awaiting, seated, rng)), seed)
        return match

    # --- one match -----------------------------------------------------------------------------

    def look_through(self, match: AnyMatch, source: str) -> int:
        """Keeps the puzzles of a match; how many there were."""
        kept = 0
        order = Source(seed_from(source))
        moments = [(at, seat) for at in match for seat in _to_move(at)]
        order.shuffle(moments)  # not always the first ones of a match
        for at, seat in moments:
            if kept < A_MATCH and self._keep(at, seat, f"{source} ply {at.ply}"):
                kept += 1
        return kept

    def _keep(self, match: AnyMatch, seat: Seat, source: str) -> bool:
        for question in self.puzzler.questions:
            self.looked_at += 1
            puzzle = self._puzzle(question, match, seat, source)
            if puzzle is not None:
                puzzles = (*self.collection.puzzles, puzzle)
                self.collection = replace(self.collection, puzzles=puzzles)
                return True
        return False

    def _puzzle(self, question: str, match: AnyMatch, seat: Seat, source: str) -> Puzzle | None:
        state, game = match.state, self.game
        position = game.notation.dump(state)
        name = id_of(game.info.id, question, self.puzzler.essence(state, seat))
        if name in self.collection.by_id:
            return None
        again = matches.load(game, position).state
        if self.puzzler.questions[question].proof == "deep" and self._is_plain(again, seat):
            return None
        proven = self.puzzler.prove(question, again, seat)  # as whoever checks it will prove it
        if proven is None:
            return None
        found = self.found_by_levels(question, again, seat, proven)
        if found is None:
            return None
        answers = tuple(game.notation.write(again, seat, move) for move in proven.answers)
        return Puzzle(
            name,
            question,
            seat,
            position,
            answers,
            round(proven.worth, 4),
            round(proven.margin, 4),
            round(proven.error, 4),
            rating_of(found),
            found,
            source,
        )

    # --- levels --------------------------------------------------------------------------------

    def _is_plain(self, state: Any, seat: Seat) -> bool:
        """Whether the weakest level mostly plays what the strongest does: that spares a long proof."""
        best = self._move(STRONGEST, 0, NODES, state, seat)
        same = sum(
            self._move(WEAKEST, number, NODES, state, seat) == best for number in range(TRIES[WEAKEST])
        )
        return bool(2 * same >= TRIES[WEAKEST])

    def found_by_levels(
        self, question: str, state: Any, seat: Seat, proven: Proven[Any]
    ) -> tuple[tuple[int, int], ...] | None:
        """How often each level finds an answer; None: too easy for the weakest, too hard for all."""
        easy = self._hits(WEAKEST, question, state, seat, proven)
        if 2 * easy >= TRIES[WEAKEST]:
            return None
        hard = self._strongest(question, state, seat, proven)
        if not hard:
            return None
        others = range(WEAKEST + 1, STRONGEST)
        between = [self._hits(level, question, state, seat, proven) for level in others]
        return tuple(zip([easy, *between, hard], TRIES.values(), strict=True))

    def _hits(self, level: int, question: str, state: Any, seat: Seat, proven: Proven[Any]) -> int:
        """How often a level finds an answer in so many tries."""
        return sum(
            self._finds(level, number, NODES, question, state, seat, proven) for number in range(TRIES[level])
        )

    def _strongest(self, question: str, state: Any, seat: Seat, proven: Proven[Any]) -> int:
        """The same of the strongest level, which thinks longer where looking longer finds more."""
        if self._finds(STRONGEST, 0, NODES, question, state, seat, proven):
            return TRIES[STRONGEST]
        if self.puzzler.questions[question].proof == "exact":
            return 0
        return int(self._finds(STRONGEST, 1, MANY_NODES, question, state, seat, proven))

    def _finds(
        self, level: int, number: int, nodes: int, question: str, state: Any, seat: Seat, proven: Proven[Any]
    ) -> bool:
        move = self._move(level, number, nodes, state, seat)
        return self.puzzler.solves(question, state, seat, move, proven.answers)

    def _move(self, level: int, number: int, nodes: int, state: Any, seat: Seat) -> Any:
        rng = Source(seed_from(f"{self.game.notation.dump(state)} {level} {number}"))
        return ask(self.levels[level], self.game, state, seat, Budget(nodes=nodes), rng).move


def _to_move(match: AnyMatch) -> list[Seat]:
    """The seats that have a choice."""
    turn = match.awaiting
    if not isinstance(turn, Turn) or turn.forced is not None:
        return []
    return sorted(turn.seats)


def _next(match: AnyMatch, turn: Turn[Any], seated: Sequence[AnyPlayer], rng: Source) -> Played[Any]:
    """What happens next: of several who may act, the quickest does."""
    game, state = match.game, match.state
    plans: list[tuple[Millis, Seat, Any]] = []
    for seat in sorted(turn.seats):
        legal = Legal(lambda seat=seat: game.legal(state, seat))  # type: ignore[misc]  # bound now
        answer = seated[seat].choose(game.view(state, seat), legal, Budget(nodes=PLAYED_NODES), rng)
        plans.append((answer.wait or 0, seat, answer.move))
    wait, seat, move = min(plans, key=lambda plan: plan[:2])
    at = match.now + wait
    return Played(seat, move, at if turn.until is None else min(at, turn.until - 1))
