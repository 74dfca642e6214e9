"""The players: stronger from level to level, quick, and blind to what their seat cannot see."""

from time import process_time

import pytest
from tests.games.abstrakto.matches_of import OPTIONS, Match, begun

from ludoteka.core import match as matches
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Over, Played, Turn
from ludoteka.core.player import AnyPlayer, Budget, Legal
from ludoteka.games.abstrakto.engine import GAME
from ludoteka.games.abstrakto.types import Move
from ludoteka.players import player_for
from ludoteka.players.abstrakto.levels import PROVED
from ludoteka.players.abstrakto.solver import solve


def chosen(player: AnyPlayer, match: Match, seat: int, seed: str) -> tuple[Move, float]:
    legal = Legal(lambda: GAME.legal(match.state, seat))
    answer = player.choose(GAME.view(match.state, seat), legal, Budget(), Source(seed_from(seed)))
    return answer.move, answer.value


def played(players: list[AnyPlayer], options: dict[str, object], seed: str) -> tuple[int, ...]:
    match = begun(options, seed)
    while isinstance(match.awaiting, Turn):
        seat = min(match.awaiting.seats)
        move, _ = chosen(players[seat], match, seat, f"{seed} {match.ply}")
        match = matches.settle(match.then(Played(seat, move)), seed_from(seed))
    assert isinstance(match.awaiting, Over)
    return match.awaiting.result.ranks


@pytest.mark.parametrize(
    ("strong", "weak", "games", "least"), [(1, 0, 30, 19), (2, 1, 12, 10), (2, 0, 12, 10)]
)
def test_stronger_levels_win(strong: int, weak: int, games: int, least: int) -> None:
    players = [player_for(GAME, strong), player_for(GAME, weak)]
    won = 0
    for game in range(games):
        seat = game % 2
        ranks = played(players if seat == 0 else players[::-1], {}, f"arena {game}")
        won += ranks[seat] < ranks[1 - seat]
    assert won >= least


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_whole_matches_of_every_kind(level: int, options: dict[str, object]) -> None:
    """Every choice is legal, and the same view and seed give the same choice."""
    player = player_for(GAME, level)
    match = begun(options, "kinds")
    assert isinstance(match.awaiting, Turn)
    slowest = 0.0
    solve("...../...../...../...../..... 1,1,1|1,1,1 0")  # compiles
    chosen(player, match, min(match.awaiting.seats), "warm")
    while isinstance(match.awaiting, Turn):
        seat = min(match.awaiting.seats)
        began = process_time()
        move, value = chosen(player, match, seat, str(match.ply))
        slowest = max(slowest, process_time() - began)
        assert (move, value) == chosen(player_for(GAME, level), match, seat, str(match.ply))
        match = matches.settle(match.then(Played(seat, move)), seed_from("kinds"))
    assert slowest < 0.4  # CPU seconds on a busy machine; alone it is under 0.2


def test_level_two_is_exact_at_the_end() -> None:
    """Where it claims a win or a draw the solver agrees, and its move keeps it."""
    player = player_for(GAME, 2)
    match = begun({"size": 4}, "exact")
    proved = 0
    while isinstance(match.awaiting, Turn):
        seat = min(match.awaiting.seats)
        move, value = chosen(player, match, seat, str(match.ply))
        match = matches.settle(match.then(Played(seat, move)), seed_from("exact"))
        if abs(value) == PROVED:
            proved += 1
            after = solve(GAME.notation.dump(match.state))
            assert (after.proved, after.value) == (True, 1 if after.seat == seat else -1)
    assert proved
