"""The players: legal, repeatable, blind to what is hidden, quick, each stronger than the last; a batch."""

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.games.calculissimo.positions import random_match

from ludoteka.analysis.hints import steps_to_a_good_move
from ludoteka.bench.calculissimo import DREW, greedy_games
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Drawn, Over, Played, Turn
from ludoteka.core.match import Match, load, new, settle
from ludoteka.core.player import AnyPlayer, Budget, Legal, Term
from ludoteka.games.calculissimo.engine import GAME
from ludoteka.games.calculissimo.moves import placements_of
from ludoteka.games.calculissimo.rules.turn import PASSED, SWAPPED
from ludoteka.games.calculissimo.types import CHIPS, Move, Options, State
from ludoteka.players import levels, skill
from ludoteka.players._lines.leaves import read
from ludoteka.players._lines.racing import chance_to_win
from ludoteka.players._lines.racks import place_of
from ludoteka.players.calculissimo.evaluation import CalculissimoEvaluator
from ludoteka.players.calculissimo.levels import Planner, Strategist
from ludoteka.players.calculissimo.playouts import LEFT
from ludoteka.players.calculissimo.table import (
    JOKERS_AT_ONCE,
    ROOM,
    CalculissimoTable,
    held,
    numbers_of,
    seen_in,
)

FEW = Budget(nodes=48)
LEVELS = (1, 2, 3, 4, 5)
EMPTY = "/".join(["." * 15] * 15)

POSITIONS = (
    f"{EMPTY[: 7 * 16]}.....6:2+9.....{EMPTY[7 * 16 + 15 :]} 12358+x|1234-+: 1122334455667788+-x* 12,9 0",
    f"{EMPTY[: 7 * 16]}.....6:2+9.....{EMPTY[7 * 16 + 15 :]} 1358+*|123-+:|77+ 1122-x 0,9,30 0 swap=stuck",
    f"{EMPTY[: 7 * 16]}.....6:2+9.....{EMPTY[7 * 16 + 15 :]} 25+|34- 9 0,5 0 referee=dispute end=bag-empty",
)


def choose(player: AnyPlayer, match: Match[State, Move], seat: int, seed: str) -> Any:
    legal: Legal[Move] = Legal(lambda: GAME.legal(match.state, seat))
    return player.choose(GAME.view(match.state, seat), legal, FEW, Source(seed_from(seed)))


def play_out(match: Match[State, Move], players: list[AnyPlayer], seed: str) -> tuple[int, ...]:
    while isinstance(match.awaiting, Turn):
        seat = min(match.awaiting.seats)
        answer = choose(players[seat], match, seat, f"{seed} {match.ply}")
        match = settle(match.then(Played(seat, answer.move, match.now)), seed_from(seed))
    assert isinstance(match.awaiting, Over)
    return match.awaiting.result.scores


@pytest.mark.parametrize("weaker", [0, 1, 2, 3])
def test_each_level_beats_the_one_before(weaker: int) -> None:
    made = {number: level.player for number, level in levels("calculissimo").items()}
    won = 0
    for game in range(8):
        match: Match[State, Move] = settle(
            new(GAME, 2, {"start": "seat0", "board": "mini", "chips": "mini"}), seed_from(f"l{game}")
        )
        strong = game % 2
        players = [made[weaker](), made[weaker]()]
        players[strong] = made[weaker + 1]()
        scores = play_out(match, players, f"levels {game}")
        won += scores[strong] > scores[1 - strong]
    assert won >= (6 if weaker < 2 else 4)


@pytest.mark.parametrize("level", LEVELS)
def test_players_are_legal_and_repeatable_under_all_options(level: int) -> None:
    player = levels("calculissimo")[level].player()
    rng = random.Random(f"players {level}")
    for game in range(6):
        match = random_match(rng)
        for _ in range(12 if level < 5 else 4):
            if not isinstance(match.awaiting, Turn):
                break
            seat = min(match.awaiting.seats)
            answer = choose(player, match, seat, "once")
            assert answer.move in list(GAME.legal(match.state, seat))
            assert choose(player, match, seat, "once") == answer
            match = settle(match.then(Played(seat, answer.move, match.now)), seed_from(f"{level} {game}"))


def test_answers_to_claims() -> None:
    board = EMPTY[: 7 * 16] + ".....6:2+9....." + EMPTY[7 * 16 + 15 :]
    made = {number: level.player for number, level in levels("calculissimo").items()}
    cases = {
        "8K,-9": ("accept", *["dispute"] * 4),
        "8K,9": ("dispute",) * 5,
        "8K,+9": ("accept",) * 5,
    }
    for claim, expected in cases.items():
        match: Match[State, Move] = load(
            GAME, f"{board} 9-+|12 123 0,0 0 referee=dispute claim={claim} asked=1"
        )
        found = tuple(choose(made[level](), match, 1, "a").move.value for level in LEVELS)
        assert found == expected


@pytest.mark.parametrize("rack", ["1234+-*", "123+-**", "12+-***", "1+-****"])
def test_players_weigh_no_flood_of_placements_with_many_jokers(rack: str) -> None:
    """Four jokers could be laid in millions of ways; the jokers that are held back keep lists short."""
    match: Match[State, Move] = load(
        GAME,
        "/".join(["." * 15] * 5)
        + "/.....3x4-1+1+3./.......-...x.+./.....6:2+9.7.5./.......+...+.../.......3...5.../"
        + "/".join(["." * 15] * 5)
        + f" {rack}|1 123456789+-x:* 0,0 0",
    )
    view = GAME.view(match.state, 0)
    seen, table = seen_in(view), CalculissimoTable(view)
    for jokers in (1, JOKERS_AT_ONCE):
        found = placements_of(seen.grid, seen.options, seen.board, held(seen.rack, jokers))
        assert 0 < len(found.placements) < ROOM
    assert len(table.candidates(12)) == 12
    for level in LEVELS:
        choose(levels("calculissimo")[level].player(), match, 0, "x")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("text", POSITIONS)
def test_the_same_view_and_seed_give_the_same_move(level: int, text: str) -> None:
    """The leak test: racks and bag are dealt anew behind the view, and nothing changes."""
    state = GAME.notation.load(text)
    view, found = GAME.view(state, 0), set()
    for deal in range(3):
        dealt = GAME.notation.dump(GAME.imagine(view, Source(seed_from(f"deal {deal}"))))
        found.add(choose(levels("calculissimo")[level].player(), load(GAME, dealt), 0, "x").move)
    assert len(found) == 1
    assert found <= set(GAME.legal(state, 0))


def test_uncompiled_code_answers_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where playouts would take minutes, the best by points and rack is played."""
    monkeypatch.setattr(CalculissimoTable, "is_fast", False)
    answer = choose(levels("calculissimo")[5].player(), load(GAME, POSITIONS[0]), 0, "x")
    assert answer.detail["playouts"] == 0


@pytest.mark.parametrize("text", POSITIONS)
@pytest.mark.parametrize("ms", [100, 300, 2000])
def test_a_player_keeps_to_its_time(text: str, ms: int) -> None:
    """The clock is in the test's hand: every playout takes three milliseconds of it."""
    passed = [0.0]

    class Slow(CalculissimoTable):
        def playout(self, *asked: Any) -> Any:
            passed[0] += 0.003
            return super().playout(*asked)

    class Timed(Strategist):
        def table(self, view: Any) -> CalculissimoTable:
            return Slow(view)

    view = GAME.view(GAME.notation.load(text), 0)
    answer = Timed(lambda: passed[0]).choose(view, (), Budget(ms=ms), Source(seed_from("x")))
    assert isinstance(answer.detail, dict)
    assert 0 < answer.detail["playouts"] <= ms / 3
    assert 1000 * passed[0] <= ms


# --- the evaluator -----------------------------------------------------------------------------


@pytest.mark.parametrize("text", POSITIONS)
def test_terms_add_up_to_the_margin(text: str) -> None:
    skilled = skill("calculissimo").evaluator
    assert skilled is not None
    state = GAME.notation.load(text)
    moves = list(GAME.legal(state, 0))[-300:]
    values = skilled().moves(GAME.view(state, 0), moves, FEW, Source(seed_from("x")))
    assert len(values) == len(moves)
    for value in values:
        assert [term.name for term in value.terms] == ["lead", "points", "rack", "opens"]
        assert sum(term.value for term in value.terms) == pytest.approx(value.margin)
    assert any(value.samples and value.error > 0 for value in values)


def test_what_one_seat_wins_the_other_loses() -> None:
    skilled = skill("calculissimo").evaluator
    assert skilled is not None
    view = GAME.view(GAME.notation.load(POSITIONS[0]), 0)
    mine, theirs = (skilled().position(view, seat, FEW, Source(seed_from("x"))) for seat in (0, 1))
    assert mine.win + theirs.win == pytest.approx(1)
    assert mine.margin + theirs.margin == pytest.approx(0)


def test_seats_that_left_count_in_no_lead() -> None:
    skilled = skill("calculissimo").evaluator
    assert skilled is not None
    board = POSITIONS[0].split()[0]
    state = GAME.notation.load(f"{board} 12358+x|1234-+:|0 1122334455667788 30,20,90 0 left=2")
    view = GAME.view(state, 0)
    mine, other, gone = (skilled().position(view, seat, FEW, Source(seed_from("x"))) for seat in (0, 1, 2))
    assert mine.terms[0] == Term("lead", 10.0)
    assert mine.win + other.win == pytest.approx(1)
    assert gone.win == 0


def test_the_own_rack_is_seen() -> None:
    """Of two chips unseen a lead of 100 lasts longer than of nine: the own seven do not count."""
    board = POSITIONS[0].split()[0]
    state = GAME.notation.load(f"{board} 1234567|12 0 100,0 1")
    value = CalculissimoEvaluator().position(GAME.view(state, 0), 0, FEW, Source(seed_from("x")))
    assert value.win == pytest.approx(chance_to_win(100.0, CalculissimoTable.spread, 2.0))


def test_hints_come_from_the_strongest_player() -> None:
    state = GAME.notation.load(POSITIONS[0])
    hints = steps_to_a_good_move(GAME, GAME.view(state, 0), 0, list(GAME.legal(state, 0)))
    assert len(hints) == 3
    assert hints[-1].move is not None


def test_level_4_believes_a_quarter_of_what_stays() -> None:
    """Decision 450: points count in full, what the rack keeps in part."""
    view = GAME.view(settle(new(GAME, 2, {"start": "seat0"}), seed_from("trust")).state, 0)
    whole, part = Strategist().table(view), Planner().table(view)
    for move in (one.move for one in whole.candidates(5)):
        there, here = whole.candidate(move), part.candidate(move)
        assert here.points == there.points
        assert there.left != 0
        assert here.left == pytest.approx(0.25 * there.left)


# --- training ----------------------------------------------------------------------------------


def test_some_seconds_of_training_beat_random_play_and_a_resume_goes_on(tmp_path: Path) -> None:
    seen: list[Mapping[str, float]] = []
    learns = skill("calculissimo").trainings["std"].train
    for resume in (False, True):
        learns(tmp_path, seconds=2, threads=1, seed=1, resume=resume, progress=seen.append)
    assert [point["seconds"] for point in seen] == [0.5 * n for n in range(1, 9)]
    with (tmp_path / "std.npz").open("rb") as file:
        leaves = read(file)
    worths = [leaves[place_of(numbers_of(chip), LEFT)] for chip in "x2"]
    assert worths[0] > worths[1]  # a times sign is what everybody wants

    class Fresh(CalculissimoTable):
        def __init__(self, view: Any) -> None:
            super().__init__(view)
            self.leaves = leaves

    class Learned(Planner):
        def table(self, view: Any) -> CalculissimoTable:
            return Fresh(view)

    for game in range(3):
        match: Match[State, Move] = settle(new(GAME, 2, {"start": "seat0"}), seed_from(f"t{game}"))
        one, other = play_out(match, [Learned(), levels("calculissimo")[0].player()], f"trained {game}")
        assert one > other


# --- the batch -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        Options(start="seat0"),
        Options(start="seat0", board="mini", chips="mini", premiums="every", jokers="full", end="bag-empty"),
    ],
)
def test_games_of_the_batch_are_games(options: Options) -> None:
    """Replayed through `Match` with the greedy player, every game comes out the same."""
    number, seats = 3, 3
    batch = greedy_games(number, 11, options, seats, keep_logs=True)
    player = levels("calculissimo")[3].player()
    for game in range(number):
        given = {o.key: getattr(options, o.key) for o in GAME.info.options}
        match: Match[State, Move] = new(GAME, seats, given)
        for row in batch.logs[game].tolist():
            if row[0] == DREW:
                drawn = tuple(chip for chip, count in zip(CHIPS, row[2:], strict=True) for _ in range(count))
                match = match.then(Drawn((drawn,)))
                continue
            assert isinstance(match.awaiting, Turn)
            assert match.awaiting.seats == {row[1]}
            answer = choose(player, match, row[1], "greedy")
            text = GAME.notation.write(match.state, row[1], answer.move)
            assert (text == "pass", text.startswith("swap")) == (row[0] == PASSED, row[0] == SWAPPED)
            match = match.then(Played(row[1], answer.move, 0))
        assert isinstance(match.awaiting, Over)
        result = match.awaiting.result
        assert result.scores == tuple(batch.scores[game].tolist())
        assert result.rule == f"CA-8.{batch.endings[game]}"


def test_the_same_seed_gives_the_same_batch() -> None:
    one, two = greedy_games(3, 5), greedy_games(3, 5)
    assert np.array_equal(one.scores, two.scores)
    assert not np.array_equal(one.scores, greedy_games(3, 6).scores)
