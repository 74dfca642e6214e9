"""The levels: stronger ones win, windows are answered, nothing hidden matters, kernels play by the rules."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludoteka.analysis.hints import steps_to_a_good_move
from ludoteka.bench.abaku import play_games
from ludoteka.core import match
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Drawn, Over, Played, Turn
from ludoteka.core.player import AnyPlayer, Budget, Legal, Term
from ludoteka.games.abaku.engine import GAME
from ludoteka.games.abaku.fast.found import TEXT
from ludoteka.games.abaku.types import TILES, Change, Reply, Skip
from ludoteka.players._lines.leaves import read
from ludoteka.players._lines.racks import place_of, places
from ludoteka.players.abaku import SKILL
from ludoteka.players.abaku.levels import Greedy, Planner, Strategist
from ludoteka.players.abaku.playouts import LEFT
from ludoteka.players.abaku.table import AbakuTable, numbers_of
from ludoteka.players.abaku.training import AbakuWorker
from ludoteka.players.random import RandomPlayer

LEVELS = {level: one.player for level, one in SKILL.levels.items()}
BOARD = "/".join(["." * 15] * 7 + [".......24......"] + ["." * 15] * 7)
POSITIONS = (
    f"{BOARD} 12368|45577 0011223344556677889900112233* 12,9 0",
    f"{BOARD} 1236*|45577|12389 00112233445566778899 0,9,20 0",
    f"{BOARD} 24|455 67 0,5 0 referee=dispute declare=manual",
)


FEW = Budget(nodes=48)


def chosen(
    player: AnyPlayer, game: match.Match[Any, Any], seat: int, rng: Source, budget: Budget = FEW
) -> Any:
    legal: Legal[Any] = Legal(lambda: GAME.legal(game.state, seat))
    return player.choose(GAME.view(game.state, seat), legal, budget, rng).move


def played(
    players: list[AnyPlayer], number: int, options: dict[str, object], most: int = 9999
) -> tuple[int, ...]:
    """The scores after a game, or after its first `most` moves."""
    seed = seed_from(f"players {number}")
    rng = Source(seed)
    game = match.settle(match.new(GAME, len(players), options), seed)
    while isinstance(game.awaiting, Turn):
        if game.ply > most:
            return tuple(game.state.scores)
        seat = min(game.awaiting.seats)
        game = match.settle(game.then(Played(seat, chosen(players[seat], game, seat, rng), game.now)), seed)
    assert isinstance(game.awaiting, Over)
    return game.awaiting.result.scores


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [(LEVELS[1], RandomPlayer), (LEVELS[2], LEVELS[1]), (LEVELS[4], LEVELS[2]), (Planner, LEVELS[3])],
)
def test_a_higher_level_wins(stronger: Any, weaker: Any) -> None:
    lead = 0
    for number in range(4):
        scores = played([stronger(), weaker()] if number % 2 else [weaker(), stronger()], number, {})
        lead += (scores[0] - scores[1]) * (1 if number % 2 else -1)
    assert lead > 0


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "options",
    [
        {"referee": "dispute", "declare": "manual"},
        {"diagonals": "on", "result_side": "mirror", "scoring": "values"},
        {"scoring": "equations", "replace_bonus": "on", "operations": "add-sub"},
        {"scoring": "tile-operation", "board": "blank", "joker": "off"},
    ],
)
def test_players_play_every_variant(level: int, options: dict[str, object]) -> None:
    scores = played([LEVELS[level](), LEVELS[level]()], 7, options, 9999 if level < 5 else 16)
    assert max(scores) > 3


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", [1, 3, 4])
def test_players_play_with_any_number_of_seats(level: int, seats: int) -> None:
    players = [LEVELS[level](), *(LEVELS[4]() for _ in range(seats - 1))]
    scores = played(players, 9, {}, 9999 if level < 5 else 20)
    assert len(scores) == seats
    assert max(scores) > 20


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("claim", "disputes"), [("8J_1", True), ("9H_4", False)])
def test_players_dispute_what_is_false(level: int, claim: str, disputes: bool) -> None:
    game = match.load(GAME, f"{BOARD} 14|22 55 0,0 0 referee=dispute claim={claim}")
    assert chosen(LEVELS[level](), game, 1, Source(seed_from("x"))) == Reply(disputes)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("mode", ["cover", "sandbox"])
def test_players_play_alone(level: int, mode: str) -> None:
    game = match.load(GAME, f"{BOARD} 0123 - 0 0 mode={mode}")
    move = chosen(LEVELS[level](), game, 0, Source(seed_from("x")))
    assert isinstance(game.then(Played(0, move, 0)).awaiting, Turn | Over)


# --- what the upper levels rest on -------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("text", POSITIONS)
def test_the_same_view_and_seed_give_the_same_move(level: int, text: str) -> None:
    """The leak test: racks and bag are dealt anew behind the view, and nothing changes."""
    state = GAME.notation.load(text)
    view, moves = GAME.view(state, 0), set()
    for deal in range(3):
        other = match.load(GAME, GAME.notation.dump(GAME.imagine(view, Source(seed_from(f"deal {deal}")))))
        moves.add(chosen(LEVELS[level](), other, 0, Source(seed_from("x"))))
    (move,) = moves
    assert getattr(move, "_replace", lambda **_: move)(declared=()) in list(GAME.legal(state, 0))


@pytest.mark.parametrize("text", POSITIONS)
@pytest.mark.parametrize("ms", [100, 300, 2000])
def test_a_player_keeps_to_its_time(text: str, ms: int) -> None:
    """The clock is in the test's hand: every playout takes three milliseconds of it."""
    passed = [0.0]

    class Slow(AbakuTable):
        def playout(self, *asked: Any) -> Any:
            passed[0] += 0.003
            return super().playout(*asked)

    class Timed(Strategist):
        def table(self, view: Any) -> AbakuTable:
            return Slow(view)

    view = GAME.view(GAME.notation.load(text), 0)
    answer = Timed(lambda: passed[0]).choose(view, (), Budget(ms=ms), Source(seed_from("x")))
    assert isinstance(answer.detail, dict)
    assert 0 < answer.detail["playouts"] <= ms / 3
    assert 1000 * passed[0] <= ms


def test_uncompiled_code_answers_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where playouts would take minutes, the best by points and rack is played."""
    monkeypatch.setattr(AbakuTable, "is_fast", False)
    answer = LEVELS[5]().choose(
        GAME.view(GAME.notation.load(POSITIONS[0]), 0), (), Budget(), Source(bytes(32))
    )
    assert isinstance(answer.detail, dict)
    assert answer.detail["playouts"] == 0


def test_playouts_lay_and_score_like_the_game() -> None:
    """A greedy game of the kernel against itself ends with the scores of the batch of the same rules."""
    worker = AbakuWorker("tiles")
    noughts = np.zeros((2, places(worker.kinds, worker.most)))
    scores = [worker.duel(noughts, seed) for seed in range(12)]
    other, _, _ = play_games(12, seed=3)
    assert np.mean(scores) == pytest.approx(np.mean(other), rel=0.15)
    assert worker.duel(noughts, 1) == scores[1]


def test_some_seconds_of_training_beat_random_play_and_a_resume_goes_on(tmp_path: Path) -> None:
    seen: list[Mapping[str, float]] = []
    for resume in (False, True):
        SKILL.trainings["tiles"].train(
            tmp_path, seconds=2, threads=1, seed=1, resume=resume, progress=seen.append
        )
    assert [point["seconds"] for point in seen] == [0.5 * n for n in range(1, 9)]
    with (tmp_path / "tiles.npz").open("rb") as file:
        leaves = read(file)
    assert leaves[place_of(numbers_of("*"), LEFT)] > leaves[place_of(numbers_of("0"), LEFT)]

    class Fresh(AbakuTable):
        def __init__(self, view: Any) -> None:
            super().__init__(view)
            self.leaves = leaves

    class Learned(Planner):
        def table(self, view: Any) -> AbakuTable:
            return Fresh(view)

    scores = [played([Learned(), RandomPlayer()], number, {}) for number in range(3)]
    assert all(one > other for one, other in scores)


# --- the evaluator -----------------------------------------------------------------------------


@pytest.mark.parametrize("text", POSITIONS)
def test_terms_add_up_to_the_margin(text: str) -> None:
    assert SKILL.evaluator is not None
    state = GAME.notation.load(text)
    moves = list(GAME.legal(state, 0))
    values = SKILL.evaluator().moves(GAME.view(state, 0), moves, Budget(nodes=60), Source(seed_from("x")))
    assert len(values) == len(moves)
    for value in values:
        assert [term.name for term in value.terms] == ["lead", "points", "rack", "opens"]
        assert sum(term.value for term in value.terms) == pytest.approx(value.margin)
        assert 0 <= value.win <= 1
    looked = [value for value in values if value.samples]
    assert looked
    assert all(value.error > 0 for value in looked)


def test_what_one_seat_wins_the_other_loses() -> None:
    assert SKILL.evaluator is not None
    view = GAME.view(GAME.notation.load(POSITIONS[0]), 0)
    mine, theirs = (
        SKILL.evaluator().position(view, seat, Budget(nodes=60), Source(seed_from("x"))) for seat in (0, 1)
    )
    assert mine.win + theirs.win == pytest.approx(1)
    assert mine.margin + theirs.margin == pytest.approx(0)


def test_a_lead_at_the_end_is_won() -> None:
    assert SKILL.evaluator is not None
    state = GAME.notation.load(f"{BOARD} 1|2 - 30,20 0 over=AB-10.2")
    value = SKILL.evaluator().position(GAME.view(state, 1), 1, Budget(), Source(seed_from("x")))
    assert (value.win, value.margin, value.is_exact) == (0.0, -10.0, True)


def test_seats_that_are_out_count_in_no_lead() -> None:
    assert SKILL.evaluator is not None
    judge, budget = SKILL.evaluator(), Budget(nodes=60)
    state = GAME.notation.load(f"{BOARD} 12368|45577|- 0011223344 30,20,90 0 out=2")
    view = GAME.view(state, 0)
    mine = judge.position(view, 0, budget, Source(seed_from("x")))
    assert mine.terms[0] == Term("lead", 10.0)
    other, gone = (judge.position(view, seat, budget, Source(seed_from("x"))) for seat in (1, 2))
    assert mine.win + other.win == pytest.approx(1)
    assert gone.win == 0


def test_what_is_changed_goes_into_the_bag_after_the_draw() -> None:
    """[AB-8.1] The bag holds nothing but noughts: a change of all tiles draws noughts, whatever the seed.

    The other seat holds a nought, too, so that none of the changed tiles can be on its rack.
    """
    state = GAME.notation.load(f"{BOARD} 11111|0 0000000 0,0 0")
    table = AbakuTable(GAME.view(state, 0))
    change, skip = table.candidate(Change("11111")), table.candidate(Skip())
    assert [table.playout(change, 1, seed)[0][1] for seed in range(20)] == [
        table.playout(skip, 1, seed)[0][1] for seed in range(20)
    ]
    brought = {table.playout(change, 2, seed)[0][0] for seed in range(20)}
    assert len(brought) == 1


def test_hints_come_from_the_strongest_player() -> None:
    state = GAME.notation.load(POSITIONS[0])
    hints = steps_to_a_good_move(GAME, GAME.view(state, 0), 0, list(GAME.legal(state, 0)))
    assert len(hints) == 3
    assert hints[-1].move is not None


def test_a_batch_game_is_a_match() -> None:
    """The kernel's log, played again through `Match`, brings the same scores."""
    scores, turns, log = play_games(3, seed=11)
    first = int(turns[2, 1])
    game = match.new(GAME, 2, {}).then(Drawn((("1",), ("0",)) if first == 0 else (("0",), ("1",)), 0))
    deal = tuple(_tiles(log[row]) for row in (0, 1))
    game = game.then(Drawn(deal, 0))
    for turn in range(2, int(turns[2, 0]) + 2):
        assert isinstance(game.awaiting, Turn)
        (seat,) = game.awaiting.seats
        text = bytes(log[turn, :TEXT]).rstrip(b"\0").decode()
        if text[0] not in "cs":
            assert chosen(Greedy(), game, seat, Source(seed_from("x"))) == GAME.notation.read(
                game.state, seat, text
            )
        game = game.then(Played(seat, GAME.notation.read(game.state, seat, text), 0))
        if _tiles(log[turn]):
            game = game.then(Drawn((_tiles(log[turn]),), 0))
    assert isinstance(game.awaiting, Over)
    assert list(game.awaiting.result.scores) == scores[2].tolist()


def _tiles(row: Any) -> tuple[str, ...]:
    return tuple(tile for tile, number in zip(TILES, row[TEXT:].tolist(), strict=True) for _ in range(number))
