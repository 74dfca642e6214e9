"""The players: lawful, deterministic, quick, and each level better than the one below."""

from statistics import median
from time import process_time

import pytest
from tests.games.kakuro.positions import KakuroMatch, loaded, worked

from ludoteka.core import match as matches
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Over, Played, Ticked, Turn
from ludoteka.core.player import Answer, Budget, Legal, Player
from ludoteka.games.kakuro.engine import GAME
from ludoteka.games.kakuro.fast import solver
from ludoteka.games.kakuro.types import Claim, Move, Word
from ludoteka.players import player_for
from ludoteka.players.kakuro import SKILL

FAR = 10**9
LEVELS = {number: level.player for number, level in SKILL.levels.items()}


def ask(player: Player[Move], match: KakuroMatch, seat: int, rng: Source) -> Answer[Move]:
    view = GAME.view(match.state, seat)
    return player.choose(view, Legal(lambda: GAME.legal(match.state, seat)), Budget(), rng)


def race(levels: list[int], seed: str) -> KakuroMatch:
    """A match in which the shortest wait moves first, and deadlines pass where nobody is quick enough."""
    players = [LEVELS[level]() for level in levels]
    rng, chance = Source(seed_from(f"{seed} minds")), seed_from(seed)
    match = matches.settle(matches.new(GAME, len(players)), chance)
    while isinstance(match.awaiting, Turn):
        answers = {seat: ask(players[seat], match, seat, rng) for seat in sorted(match.awaiting.seats)}
        seat = min(answers, key=lambda seat: answers[seat].wait or 0)
        at, until = match.now + (answers[seat].wait or 0), match.awaiting.until
        late = until is not None and at >= until
        match = match.then(Ticked(until or FAR) if late else Played(seat, answers[seat].move, at))
        match = matches.settle(match, chance)
    return match


def points(levels: list[int], number: int) -> list[int]:
    scores = [0] * len(levels)
    for game in range(number):
        match = race(levels, f"match {game}")
        assert isinstance(match.awaiting, Over)
        scores = [score + more for score, more in zip(scores, match.state.scores, strict=True)]
    return scores


@pytest.mark.parametrize(("better", "worse"), [(2, 1), (1, 0), (2, 0)])
def test_each_level_beats_the_one_below(better: int, worse: int) -> None:
    strong, weak = points([better, worse], 12)
    assert strong > weak * 1.2


@pytest.mark.parametrize("seats", [1, 3, 5])
def test_matches_of_one_level_end_at_any_table(seats: int) -> None:
    for level in LEVELS:
        assert isinstance(race([level] * seats, "table").awaiting, Over)


@pytest.mark.parametrize("level", LEVELS)
def test_answers_are_lawful_and_repeatable(level: int) -> None:
    for name in worked():
        match = loaded(name)
        if not isinstance(match.awaiting, Turn):
            continue
        for seat in match.awaiting.seats:
            answers = [ask(LEVELS[level](), match, seat, Source(seed_from(name))) for _ in range(2)]
            assert answers[0] == answers[1]
            assert answers[0].wait is not None
            assert answers[0].wait >= 0
            after = match.then(Played(seat, answers[0].move, match.now))
            assert after.state.last is None or after.state.last.rule in (None, "KA-7.2")


def test_answers_take_less_than_100_ms() -> None:
    ask(LEVELS[2](), loaded("P1"), 0, Source(seed_from("warm")))
    for level in LEVELS:
        start = process_time()
        ask(LEVELS[level](), loaded("P4"), 0, Source(seed_from("any")))
        assert process_time() - start < 0.1


def test_the_beginner_is_blind_for_faces() -> None:
    """It closes rows with sum squares; it never duplicates, exchanges or lays a digit tile."""
    for name in ("P1", "P2", "P4", "P5", "P16", "P20", "P21"):
        match = loaded(name)
        for seat in range(match.state.seats):
            move = ask(LEVELS[1](), match, seat, Source(seed_from(name))).move
            plain = [
                found.points
                for found in solver.rows(match.state, seat)
                if not set(found.claim.digit_tiles + found.claim.exchanges) and not found.claim.duplications
            ]
            if isinstance(move, Claim):
                assert (move.exchanges, move.digit_tiles, move.duplications) == ((), (), 0)
                assert move.row.length == max(plain)
            else:
                assert move is Word.IMPOSSIBLE
                assert not plain


def test_the_quick_eye_takes_the_row_with_most_points() -> None:
    match = loaded("P4")
    answer = ask(LEVELS[2](), match, 0, Source(seed_from("eye")))
    assert isinstance(answer.move, Claim)
    assert answer.value == answer.move.row.length == 6


def test_waits_follow_the_stated_distributions() -> None:
    rng = Source(seed_from("waits"))
    waits = {}
    for level, player in ((1, LEVELS[1]()), (2, LEVELS[2]())):
        answers = [ask(player, loaded("P8"), 0, rng).wait or 0 for _ in range(300)]
        waits[level] = median(answers)
        assert min(answers) > {1: 5000, 2: 1000}[level]
    assert 5000 + 18000 * 0.85 < waits[1] < 5000 + 18000 * 1.15
    assert 1000 + 4000 * 0.85 < waits[2] < 1000 + 4000 * 1.15


def test_a_standing_vote_is_left_standing() -> None:
    match = loaded(worked()["P7"].replace("race 5", "race 4"))
    answer = ask(LEVELS[2](), match, 1, Source(seed_from("vote")))
    if not solver.rows(match.state, 1):
        assert answer == Answer(Word.POSSIBLE, wait=3_600_000)
    assert not solver.rows(loaded("P12").state, 1)
    assert ask(LEVELS[2](), loaded("P12"), 1, Source(seed_from("vote"))).move is Word.IMPOSSIBLE


def test_a_buzzer_without_a_row_retracts() -> None:
    match = loaded("P12").then(Played(1, Word.KAKURO, 5))
    assert ask(LEVELS[2](), match, 1, Source(seed_from("buzz"))) == Answer(Word.RETRACT, wait=0)


def test_levels_are_found_by_the_registry() -> None:
    assert player_for(GAME).name == "quick eye"
    assert player_for(GAME, 0).name == "dreamer"
    assert player_for(GAME, 1).name == "beginner"
