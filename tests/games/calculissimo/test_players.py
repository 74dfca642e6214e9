"""The players: legal, repeatable, each level stronger than the one before, quick; and games in a batch."""

import random
from time import process_time
from typing import Any

import numpy as np
import pytest
from tests.games.calculissimo.positions import random_match

from ludoteka.bench.calculissimo import DREW, greedy_games
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Drawn, Over, Played, Turn
from ludoteka.core.match import Match, load, new, settle
from ludoteka.core.player import AnyPlayer, Budget, Legal
from ludoteka.games.calculissimo.engine import GAME
from ludoteka.games.calculissimo.rules.turn import PASSED, SWAPPED
from ludoteka.games.calculissimo.types import CHIPS, Move, Options, State
from ludoteka.players import levels

EMPTY = "/".join(["." * 15] * 15)


def choose(player: AnyPlayer, match: Match[State, Move], seat: int, seed: str) -> Any:
    legal: Legal[Move] = Legal(lambda: GAME.legal(match.state, seat))
    return player.choose(GAME.view(match.state, seat), legal, Budget(), Source(seed_from(seed)))


def play_out(match: Match[State, Move], players: list[AnyPlayer], seed: str) -> tuple[int, ...]:
    while isinstance(match.awaiting, Turn):
        seat = min(match.awaiting.seats)
        answer = choose(players[seat], match, seat, f"{seed} {match.ply}")
        match = settle(match.then(Played(seat, answer.move, match.now)), seed_from(seed))
    assert isinstance(match.awaiting, Over)
    return match.awaiting.result.scores


@pytest.mark.parametrize("weaker", [0, 1])
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
    assert won >= 6


@pytest.mark.parametrize("level", [1, 2])
def test_players_are_legal_and_repeatable_under_all_options(level: int) -> None:
    player = levels("calculissimo")[level].player()
    rng = random.Random(f"players {level}")
    for game in range(6):
        match = random_match(rng)
        for _ in range(12):
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
    cases = {"8K,-9": ("accept", "dispute"), "8K,9": ("dispute", "dispute"), "8K,+9": ("accept", "accept")}
    for claim, expected in cases.items():
        match: Match[State, Move] = load(
            GAME, f"{board} 9-+|12 123 0,0 0 referee=dispute claim={claim} asked=1"
        )
        found = tuple(choose(made[level](), match, 1, "a").move.value for level in (1, 2))
        assert found == expected


@pytest.mark.parametrize("rack", ["1234+-*", "123+-**", "12+-***", "1+-****"])
def test_players_are_quick_with_many_jokers(rack: str) -> None:
    """200 ms on a quiet machine; the limit here leaves room for a slow one."""
    match: Match[State, Move] = load(
        GAME,
        "/".join(["." * 15] * 5)
        + "/.....3x4-1+1+3./.......-...x.+./.....6:2+9.7.5./.......+...+.../.......3...5.../"
        + "/".join(["." * 15] * 5)
        + f" {rack}|1 123456789+-x:* 0,0 0",
    )
    for level in (1, 2):
        player = levels("calculissimo")[level].player()
        choose(player, match, 0, "warm")
        start = process_time()
        choose(player, match, 0, "measured")
        assert process_time() - start < 1.0


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
    player = levels("calculissimo")[2].player()
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
