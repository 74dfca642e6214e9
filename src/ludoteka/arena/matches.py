"""The matches of one bout, in the match's own time: nobody waits for real, not even in a race."""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from time import perf_counter, process_time

from ludoteka.arena.contest import Bout, Contest, Effort, Finished, Pairing, PlayedBout
from ludoteka.arena.contestants import Contestant, contestant, is_level
from ludoteka.arena.outside import Fault, Outside
from ludoteka.core import match as matches
from ludoteka.core import record as records
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import AnyGame, Left, Millis, Over, Played, Seat, Ticked, Turn
from ludoteka.core.record import AnyMatch, Record
from ludoteka.core.refusals import Refusal

PATIENCE: Millis = 3000  # how long a contestant without an opinion waits in a race
WARMING = 400  # events of a match that is played only to warm up


@dataclass(slots=True)
class Stage:
    """A game and its contestants; made once in every process and used for all its bouts."""

    contest: Contest
    game: AnyGame
    contestants: tuple[Contestant, ...]
    efforts: dict[int, Effort] = field(default_factory=dict)

    def play(self, bout: Bout) -> PlayedBout:
        """All matches of a bout."""
        self.efforts = dict.fromkeys(bout.pairing, Effort())
        seed = self.contest.chance_of(bout)
        finished = tuple(self._match(sitting, seed) for sitting in self.contest.sittings(bout))
        return PlayedBout(bout, finished, dict(self.efforts))

    def _match(self, sitting: Pairing, seed: bytes) -> Finished:
        match = matches.settle(self._opening(sitting), seed)
        faults: list[str] = []
        while isinstance(match.awaiting, Turn) and match.ply < self.contest.events:
            try:
                match = self._step(match, match.awaiting, sitting, seed)
            except Fault as fault:
                faults.append(str(fault))
                match = match.then(Left(fault.seat, match.now))
            match = matches.settle(match, seed)
        return self._finished(match, sitting, seed, tuple(faults))

    def _opening(self, sitting: Pairing) -> AnyMatch:
        return matches.new(self.game, len(sitting), dict(self.contest.options))

    def _step(self, match: AnyMatch, turn: Turn[object], sitting: Pairing, seed: bytes) -> AnyMatch:
        """The next event: whoever is first."""
        seats = sorted(turn.seats) if turn.live else [min(turn.seats)]
        plans = [self._plan(match, seat, sitting[seat], seed, live=turn.live) for seat in seats]
        move = min(plans, key=lambda plan: plan.at)
        if turn.until is not None and move.at >= turn.until:
            return match.then(Ticked(turn.until))
        try:
            return match.then(move)
        except Refusal as refusal:
            name = self.contestants[sitting[move.seat]].name
            raise Fault(move.seat, f"{name} made a move that is refused: {refusal}") from None

    def _plan(
        self, match: AnyMatch, seat: Seat, contestant: int, seed: bytes, *, live: bool
    ) -> Played[object]:
        rng = Source(seed_from(f"{seed.hex()} seat {seat} ply {match.ply}"))
        player = self.contestants[contestant]
        clock = perf_counter if isinstance(player, Outside) else process_time
        start = clock()
        answer = player.answer(match, seat, self.contest.budget, rng)
        self.efforts[contestant] += Effort(1, clock() - start)
        wait = answer.wait if answer.wait is not None else PATIENCE if live else 0
        return Played(seat, answer.move, match.now + wait)

    def _finished(self, match: AnyMatch, sitting: Pairing, seed: bytes, faults: tuple[str, ...]) -> Finished:
        names = tuple(self.contestants[one].name for one in sitting)
        text = records.write(Record(match, names, seed)) if self.contest.records else ""
        if not isinstance(match.awaiting, Over):
            return Finished(sitting, (), (), "", match.ply, faults, text)
        result = match.awaiting.result
        return Finished(sitting, result.scores, result.ranks, result.rule, match.ply, faults, text)

    def names(self) -> list[str]:
        """What the contestants are called."""
        return [one.name for one in self.contestants]


@lru_cache(maxsize=4)
def stage(contest: Contest) -> Stage:
    """The table of a contest in this process; raises `BadRequest` for a contestant that is not there."""
    game = contest.get_game(contest.game)
    return Stage(contest, game, tuple(contestant(contest, game, word) for word in contest.contestants))


def play(contest: Contest, bout: Bout) -> PlayedBout:
    """Plays a bout: what a worker is asked to do."""
    return stage(contest).play(bout)


def warm(contest: Contest) -> None:
    """Hurries through a match for each level, so that whatever is compiled or loaded is there."""
    hurried = replace(contest, ms=1, nodes=1, events=WARMING, pairs=False, records=False)
    levels = [one for one, word in enumerate(contest.contestants) if is_level(word)]
    for one in levels:
        stage(hurried).play(Bout((one,) * len(contest.pairings[0]), 0))
