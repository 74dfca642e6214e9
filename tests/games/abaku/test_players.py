"""The levels: stronger ones win, windows are answered, the batch kernel plays by the rules."""

from typing import Any

import pytest

from ludoteka.bench.abaku import play_games
from ludoteka.core import match
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Drawn, Over, Played, Turn
from ludoteka.core.player import AnyPlayer, Budget, Legal
from ludoteka.games.abaku.engine import GAME
from ludoteka.games.abaku.fast.found import TEXT
from ludoteka.games.abaku.types import TILES, Reply
from ludoteka.players.abaku import SKILL
from ludoteka.players.random import RandomPlayer

LEVELS = {level: one.player for level, one in SKILL.levels.items()}
BOARD = "/".join(["." * 15] * 7 + [".......24......"] + ["." * 15] * 7)


def chosen(player: AnyPlayer, game: match.Match[Any, Any], seat: int, rng: Source) -> Any:
    legal: Legal[Any] = Legal(lambda: GAME.legal(game.state, seat))
    return player.choose(GAME.view(game.state, seat), legal, Budget(), rng).move


def played(players: list[AnyPlayer], number: int, options: dict[str, object]) -> tuple[int, ...]:
    seed = seed_from(f"players {number}")
    rng = Source(seed)
    game = match.settle(match.new(GAME, len(players), options), seed)
    while isinstance(game.awaiting, Turn):
        seat = min(game.awaiting.seats)
        game = match.settle(game.then(Played(seat, chosen(players[seat], game, seat, rng), game.now)), seed)
    assert isinstance(game.awaiting, Over)
    return game.awaiting.result.scores


@pytest.mark.parametrize(("stronger", "weaker"), [(LEVELS[1], RandomPlayer), (LEVELS[2], LEVELS[1])])
def test_a_higher_level_wins(stronger: Any, weaker: Any) -> None:
    lead = 0
    for number in range(4):
        scores = played([stronger(), weaker()] if number % 2 else [weaker(), stronger()], number, {})
        lead += (scores[0] - scores[1]) * (1 if number % 2 else -1)
    assert lead > 0


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize(
    "options",
    [
        {"referee": "dispute", "declare": "manual"},
        {"diagonals": "on", "result_side": "mirror", "scoring": "values"},
    ],
)
def test_players_play_every_variant(level: int, options: dict[str, object]) -> None:
    scores = played([LEVELS[level](), LEVELS[level]()], 7, options)
    assert max(scores) > 20


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize(("claim", "disputes"), [("8J_1", True), ("9H_4", False)])
def test_players_dispute_what_is_false(level: int, claim: str, disputes: bool) -> None:
    game = match.load(GAME, f"{BOARD} 14|22 55 0,0 0 referee=dispute claim={claim}")
    assert chosen(LEVELS[level](), game, 1, Source(seed_from("x"))) == Reply(disputes)


@pytest.mark.parametrize("mode", ["cover", "sandbox"])
def test_players_play_alone(mode: str) -> None:
    game = match.load(GAME, f"{BOARD} 0123 - 0 0 mode={mode}")
    move = chosen(LEVELS[2](), game, 0, Source(seed_from("x")))
    assert isinstance(game.then(Played(0, move, 0)).awaiting, Turn | Over)


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
            assert chosen(LEVELS[2](), game, seat, Source(seed_from("x"))) == GAME.notation.read(
                game.state, seat, text
            )
        game = game.then(Played(seat, GAME.notation.read(game.state, seat, text), 0))
        if _tiles(log[turn]):
            game = game.then(Drawn((_tiles(log[turn]),), 0))
    assert isinstance(game.awaiting, Over)
    assert list(game.awaiting.result.scores) == scores[2].tolist()


def _tiles(row: Any) -> tuple[str, ...]:
    return tuple(tile for tile, number in zip(TILES, row[TEXT:].tolist(), strict=True) for _ in range(number))
