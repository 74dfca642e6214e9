"""The players: lawful, deterministic, quick, each level better than the one below; what they are worth."""

import json
from math import log
from statistics import median, pstdev

import pytest
from tests.games.kakuro.positions import KakuroMatch, loaded, worked

from ludoteka.core import match as matches
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Over, Played, Preset, Ticked, Turn
from ludoteka.core.options import Value
from ludoteka.core.player import Answer, Budget, Evaluation, Legal, Player
from ludoteka.games.kakuro.engine import GAME
from ludoteka.games.kakuro.fast import solver
from ludoteka.games.kakuro.types import Move, Word
from ludoteka.players import player_for
from ludoteka.players.kakuro import SKILL
from ludoteka.players.kakuro.evaluation import RaceEvaluator
from ludoteka.players.kakuro.eyes import Noticed
from ludoteka.players.kakuro.levels import Hamster, Lynx, Magpie, Rabbit, Searcher, Snail

FAR = 10**9
EVALUATOR = RaceEvaluator()
EYES = {1: Snail.eye, 3: Magpie.eye, 5: Lynx.eye}
LEVELS = {number: level.player for number, level in SKILL.levels.items()}


def ask(player: Player[Move], match: KakuroMatch, seat: int, rng: Source) -> Answer[Move]:
    view = GAME.view(match.state, seat)
    return player.choose(view, Legal(lambda: GAME.legal(match.state, seat)), Budget(), rng)


def race(levels: list[int], seed: str, options: dict[str, Value] | None = None) -> KakuroMatch:
    """A match in which the shortest wait moves first, and deadlines pass where nobody is quick enough."""
    players = [LEVELS[level]() for level in levels]
    rng, chance = Source(seed_from(f"{seed} minds")), seed_from(seed)
    match = matches.settle(matches.new(GAME, len(players), options or {}), chance)
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


@pytest.mark.parametrize(("better", "worse"), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4)])
def test_each_level_beats_the_one_below(better: int, worse: int) -> None:
    strong, weak = points([better, worse], 12)
    assert strong > weak * 1.1


@pytest.mark.parametrize("seats", [1, 3, 5])
@pytest.mark.parametrize("preset", GAME.info.presets, ids=lambda preset: preset.key)
def test_matches_of_any_level_end_at_any_table(seats: int, preset: Preset) -> None:
    for level in LEVELS:
        options = {**preset.options, "flip": "ready" if level % 2 else "auto"}
        assert isinstance(race([level] * seats, "table", options).awaiting, Over)


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


@pytest.mark.parametrize("level", LEVELS)
def test_same_view_same_seed_same_move(level: int) -> None:
    """Nothing but the view counts: the state made of it has no history, and the answer is the same."""
    for name in ("P1", "P4", "P5", "P8", "P20", "P21"):
        match = loaded(name)
        for seat in match.awaiting.seats if isinstance(match.awaiting, Turn) else ():
            view = json.loads(json.dumps(GAME.view(match.state, seat)))
            legal = list(GAME.legal(match.state, seat))
            copy = LEVELS[level]().choose(view, legal, Budget(), Source(seed_from(name)))
            assert copy == ask(LEVELS[level](), match, seat, Source(seed_from(name)))


# --- what an eye notices -----------------------------------------------------------------------


def tools(found: solver.Found) -> tuple[int, int, int, int]:
    claim = found.claim
    return len(claim.sum_squares), claim.duplications, len(claim.digit_tiles), len(claim.exchanges)


def everywhere() -> list[solver.Found]:
    """Many rows of many kinds."""
    matches_ = [loaded(name) for name in ("P1", "P2", "P4", "P5", "P16", "P20", "P21")]
    return [
        row
        for match in matches_
        for seat in range(match.state.seats)
        for row in solver.rows(match.state, seat)
    ]


def test_low_levels_are_blind_for_some_tiles() -> None:
    rows = everywhere()
    assert sum(map(sum, map(tools, rows))) > 200
    for found in rows:
        _, duplications, digits, exchanges = tools(found)
        assert (Snail.eye.chance(found) > 0) == (duplications + digits + exchanges == 0)
        assert (Rabbit.eye.chance(found) > 0) == (exchanges == 0)
        assert Magpie.eye.chance(found) > 0


def test_what_is_harder_is_noticed_less_and_later() -> None:
    rows = everywhere()
    for eye in (Snail.eye, Rabbit.eye, Magpie.eye, Hamster.eye, Lynx.eye):
        noticed = [row for row in rows if eye.chance(row) > 0]
        easy, hard = min(noticed, key=eye.effort), max(noticed, key=eye.effort)
        assert eye.effort(easy) < eye.effort(hard)
        assert eye.chance(easy) >= eye.chance(hard)
        assert 0.0 <= eye.chance(hard) <= eye.chance(easy) <= eye.notice


def test_rows_are_noticed_as_often_as_stated() -> None:
    eye, rng = Magpie.eye, Source(seed_from("often"))
    found = max(everywhere(), key=lambda row: len(row.paid))
    within = 1.0 - (1.0 - eye.chance(found)) ** eye.looks
    seen = sum(bool(eye.notices([found], rng)) for _ in range(2000)) / 2000
    assert 0.2 < within < 0.98
    assert abs(seen - within) < 0.04


def test_waits_follow_the_stated_distributions() -> None:
    rng = Source(seed_from("waits"))
    found = max(everywhere(), key=Snail.eye.chance)
    for eye in (Snail.eye, Magpie.eye, Lynx.eye):
        first = [
            one.ms
            for _ in range(1500)
            for one in eye.notices([found], rng, looks=1)  # in the first look
        ]
        assert len(first) > 100
        assert min(first) > eye.least
        assert abs(median(first) - eye.least - eye.effort(found)) < 0.15 * eye.effort(found)
        logs = [log((ms - eye.least) / eye.effort(found)) for ms in first]
        assert abs(pstdev(logs) - eye.spread) < 0.1 * eye.spread + 0.03


def test_the_strongest_is_no_quicker_than_people_can_be() -> None:
    rng = Source(seed_from("fair"))
    waits = [ask(Lynx(), loaded("P8"), 0, rng).wait or 0 for _ in range(300)]
    assert min(waits) > 2500
    assert median(waits) > 4500


# --- how they choose ---------------------------------------------------------------------------


def pick(player: Searcher, match: KakuroMatch, seat: int) -> solver.Found | None:
    """What a player takes who has noticed everything at the same moment."""
    seen = [Noticed(player.eye.least, row) for row in solver.rows(match.state, seat)]
    chosen = player.pick(match.state, seat, seen)
    return None if chosen is None else chosen.found


def test_the_magpie_wants_points_and_the_hamster_saves_tiles() -> None:
    match = loaded("P4")
    shiny, thrifty = pick(Magpie(), match, 0), pick(Hamster(), match, 0)
    assert shiny is not None
    assert thrifty is not None
    assert shiny.points == max(row.points for row in solver.rows(match.state, 0))
    assert len(thrifty.paid) < len(shiny.paid)


def test_the_snail_takes_the_first_row_that_it_notices() -> None:
    rows = solver.rows(loaded("P4").state, 0)
    seen = [Noticed(ms, row) for ms, row in enumerate(rows)]
    assert Snail().pick(loaded("P4").state, 0, seen) == seen[0]


BOARD = "92943562/73286451/12673364/75892513/45381798/61972348/84176948/59814761"
DEAR = BOARD + " race 24 7,12,13,14,15,16,17 {} DX7 DD35/{} {}/{}"


def test_the_lynx_ends_a_match_that_it_has_won() -> None:
    """Two failures are there, nobody else has a row: ahead it lets the tile go, behind it cannot."""
    ahead = loaded(DEAR.format("38,39", "-", 30, 20))
    behind = loaded(DEAR.format("38,39", "-", 20, 30))
    assert solver.rows(ahead.state, 0)
    assert not solver.rows(ahead.state, 1)
    assert pick(Lynx(), ahead, 0) is None
    assert pick(Lynx(), behind, 0) is not None


def test_the_lynx_keeps_tiles_early_and_spends_them_at_the_end() -> None:
    early = pick(Lynx(), loaded(DEAR.format("-", "DD35", 0, 0)), 0)
    late = pick(Lynx(), loaded(DEAR.format("38,39", "DD35", 20, 20).replace("7,12,13,14,15,16,17", "7")), 0)
    assert early is not None
    assert late is not None
    assert late.points >= early.points
    assert len(late.paid) > len(early.paid)


def test_a_standing_vote_is_left_standing() -> None:
    match = loaded(worked()["P12"].replace(" 0/0", " 0/0 votes=1 until=60000"))
    assert not solver.rows(match.state, 1)
    for level in (1, 3, 5):
        answer = ask(LEVELS[level](), match, 1, Source(seed_from("vote")))
        assert answer == Answer(Word.POSSIBLE, wait=3_600_000)
        unsaid = ask(LEVELS[level](), loaded("P12"), 1, Source(seed_from("vote")))
        assert (unsaid.move, unsaid.wait) == (Word.IMPOSSIBLE, EYES[level].in_vain)


def test_a_buzzer_without_a_row_retracts() -> None:
    match = loaded("P12").then(Played(1, Word.KAKURO, 5))
    assert ask(LEVELS[5](), match, 1, Source(seed_from("buzz"))) == Answer(Word.RETRACT, wait=0)


def test_alone_it_looks_as_long_as_the_sand_runs() -> None:
    match = loaded("P15")
    assert Lynx()._looks(match.state) == 8  # a minute in looks of eight seconds
    assert Lynx()._looks(loaded("P8").state) == Lynx.eye.looks


def test_levels_are_found_by_the_registry() -> None:
    assert player_for(GAME).name == "lynx"
    assert [player_for(GAME, level).name for level in range(3)] == ["dreamer", "snail", "rabbit"]
    assert all(level.face for level in SKILL.levels.values())


# --- the evaluator -----------------------------------------------------------------------------


def evaluation(match: KakuroMatch, seat: int) -> Evaluation:
    return EVALUATOR.position(GAME.view(match.state, seat), seat, Budget(), Source(seed_from("worth")))


def test_chances_add_up_and_terms_make_the_margin() -> None:
    for name in worked():
        match = loaded(name)
        if not match.state.board:
            continue
        found = [evaluation(match, seat) for seat in range(match.state.seats)]
        assert abs(sum(one.win for one in found) - 1.0) < 1e-9
        for one in found:
            assert abs(sum(term.value for term in one.terms) - one.margin) < 1e-9


def test_what_is_better_is_worth_more() -> None:
    plain = evaluation(loaded(DEAR.format("-", "DD35", 10, 10)), 0)
    ahead = evaluation(loaded(DEAR.format("-", "DD35", 14, 10)), 0)
    poorer = evaluation(loaded(DEAR.format("-", "DD357", 10, 10)), 0)
    assert plain.win < ahead.win < 1.0
    assert abs(ahead.margin - plain.margin - 4.0) < 1e-9
    assert poorer.margin < plain.margin
    assert abs(plain.win - 0.5) < 1e-9


def test_moves_are_judged_by_what_comes_of_them() -> None:
    match = loaded("P5")
    view = GAME.view(match.state, 0)
    texts = [">A1:8 DD", ">A4:8 DD", "impossible", "kakuro!"]
    moves = [GAME.notation.read(match.state, 0, text) for text in texts]
    right, wrong, said, buzzed = EVALUATOR.moves(view, moves, Budget(), Source(seed_from("worth")))
    assert right.win > said.win
    assert wrong == said  # it would be out
    assert {term.name: term.value for term in right.terms}["points"] == 8.0
    assert {term.name for term in buzzed.terms} == {"points", "tiles", "rows"}


def test_the_end_is_certain() -> None:
    first, second, third = (evaluation(loaded("P18"), seat) for seat in range(3))
    assert first.is_exact
    assert (first.win, second.win, third.win) == (0.0, 1.0, 0.0)
    shared = evaluation(loaded("P19"), 0)
    assert shared.win == 0.5
