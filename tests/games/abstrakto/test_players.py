"""The players: stronger from level to level, quick, and blind to what their seat cannot see."""

import os
import subprocess
import sys
from dataclasses import replace
from functools import partial
from itertools import count

import pytest
from tests.games.abstrakto.matches_of import OPTIONS, Match, begun, whole

from ludoteka.core import match as matches
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Over, Played, Turn
from ludoteka.core.kernel import MODE_VARIABLE
from ludoteka.core.player import Answer, AnyPlayer, Budget, Legal
from ludoteka.games.abstrakto.engine import GAME
from ludoteka.games.abstrakto.imagine import is_consistent, possible_hands
from ludoteka.games.abstrakto.types import Move, State
from ludoteka.players import player_for
from ludoteka.players.abstrakto import SKILL
from ludoteka.players.abstrakto.levels import PROVED, Geometer
from ludoteka.players.abstrakto.solved import empty_board
from ludoteka.players.abstrakto.solver import solve
from ludoteka.players.abstrakto.thinking import SPARE, Deadline, Tree, possible_states

FEW, PLENTY = Budget(nodes=300), Budget(nodes=1_000_000)


def asked(player: AnyPlayer, state: State, seat: int, seed: str, budget: Budget = FEW) -> Answer[Move]:
    legal = Legal(lambda: GAME.legal(state, seat))
    return player.choose(GAME.view(state, seat), legal, budget, Source(seed_from(seed)))


def chosen(player: AnyPlayer, match: Match, seat: int, seed: str, budget: Budget = FEW) -> tuple[Move, float]:
    answer = asked(player, match.state, seat, seed, budget)
    return answer.move, answer.value


def played(
    players: list[AnyPlayer], options: dict[str, object], seed: str, budget: Budget
) -> tuple[int, ...]:
    match = begun(options, seed)
    while isinstance(match.awaiting, Turn):
        seat = min(match.awaiting.seats)
        move, _ = chosen(players[seat], match, seat, f"{seed} {match.ply}", budget)
        match = matches.settle(match.then(Played(seat, move)), seed_from(seed))
    assert isinstance(match.awaiting, Over)
    return match.awaiting.result.ranks


@pytest.mark.parametrize(
    ("strong", "weak", "games", "least"),
    [(1, 0, 30, 19), (2, 1, 12, 10), (2, 0, 12, 10), (3, 2, 24, 14), (4, 3, 12, 8), (5, 4, 8, 5)],
)
def test_stronger_levels_win(strong: int, weak: int, games: int, least: int) -> None:
    """Level 5 has a twenty-fourth of its playouts here."""
    players = [player_for(GAME, strong), player_for(GAME, weak)]
    won = 0
    for game in range(games):
        seat = game % 2
        order = players if seat == 0 else players[::-1]
        ranks = played(order, {}, f"arena {game}", Budget(nodes=5000))
        won += ranks[seat] < ranks[1 - seat]
    assert won >= least


@pytest.mark.parametrize("level", SKILL.levels)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_whole_matches_of_every_kind(level: int, options: dict[str, object]) -> None:
    """Every choice is legal, and the same view and seed give the same choice."""
    player = player_for(GAME, level)
    match = begun(options, "kinds")
    assert isinstance(match.awaiting, Turn)
    while isinstance(match.awaiting, Turn):
        seat = min(match.awaiting.seats)
        move, value = chosen(player, match, seat, str(match.ply))
        assert (move, value) == chosen(player_for(GAME, level), match, seat, str(match.ply))
        match = matches.settle(match.then(Played(seat, move)), seed_from("kinds"))


@pytest.mark.parametrize("level", SKILL.levels)
def test_what_is_hidden_changes_nothing(level: int) -> None:
    """States with other hidden hands look the same to the seat to move, and get the same answer."""
    compared = 0
    moments = [
        one.state for one in whole({"size": 5, "discard": "secret"}, "leak") if one.state.turn is not None
    ]
    for state in moments[::4]:
        seat = state.turn
        assert seat is not None
        view = GAME.view(state, seat)
        others = [_with_hand(state, 1 - seat, hand) for hand in possible_hands(state, view, 1 - seat)]
        same = [other for other in others if is_consistent(other) and other != state]
        answers = {asked(player_for(GAME, level), one, seat, "leak").move for one in [state, *same[:3]]}
        assert len(answers) == 1
        assert all(GAME.view(one, seat) == view for one in same)
        compared += len(same)
    assert compared >= 5


def _with_hand(state: State, seat: int, hand: tuple[int, int, int]) -> State:
    hands = (hand, state.hands[1]) if seat == 0 else (state.hands[0], hand)
    return replace(state, hands=hands)


def test_a_hidden_hand_is_thought_of_in_all_its_ways() -> None:
    moments = whole({"size": 4, "discard": "secret"}, "ways")
    state = next(one.state for one in moments if one.state.turn is not None)
    seat = state.turn
    assert seat is not None
    states = possible_states(GAME.view(state, seat))
    assert len({state.hands[1 - seat] for state in states}) == len(states) == 10
    assert state in states


# --- exact play --------------------------------------------------------------------------------


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


WON = ((2, (0, 0, 1)), (2, (1, 1, 1)), (2, (2, 2, 2)), (3, (1, 1, 1)), (3, (1, 2, 1)), (3, (2, 2, 2)))


@pytest.mark.parametrize(("size", "hand"), [*WON, (3, (3, 3, 3)), (4, (2, 2, 2))])
@pytest.mark.parametrize("other", ["perfect", 1, 4])
def test_level_5_wins_the_boards_that_are_won(
    size: int, hand: tuple[int, int, int], other: str | int
) -> None:
    """Against the solver's defence, and against others, whose moves the proof must know as well."""
    state = empty_board(size, hand, "off")
    while state.turn is not None:
        if state.turn == 0:
            move = asked(Geometer(), state, 0, "won", PLENTY).move
        elif isinstance(other, int):
            move = asked(player_for(GAME, other), state, 1, str(state.board)).move
        else:
            move = GAME.notation.read(state, 1, solve(GAME.notation.dump(state), 500).line[0])
        state = GAME.apply(state, Played(state.turn, move))
    assert has_blue_won(state)


@pytest.mark.parametrize(("size", "hand"), [(2, (1, 1, 1)), (2, (2, 2, 2)), (3, (1, 1, 1))])
def test_level_5_wins_whatever_the_other_does(size: int, hand: tuple[int, int, int]) -> None:
    """Every reply to every one of its moves is tried."""
    waiting, ends = [empty_board(size, hand, "off")], 0
    while waiting:
        state = waiting.pop()
        if state.turn is None:
            assert has_blue_won(state)
            ends += 1
        elif state.turn == 0:
            waiting.append(GAME.apply(state, Played(0, asked(Geometer(), state, 0, "all", PLENTY).move)))
        else:
            waiting += [GAME.apply(state, Played(1, move)) for move in GAME.legal(state, 1)]
    assert ends > size


def has_blue_won(state: State) -> bool:
    awaited = GAME.awaiting(state)
    return isinstance(awaited, Over) and awaited.result.ranks == (1, 2)


# --- budgets -----------------------------------------------------------------------------------


def test_time_ends_a_search_by_the_clock_it_is_given() -> None:
    now = [0.0]
    deadline = Deadline(1000, lambda: now[0])
    now[0] = 0.5 * SPARE - 0.001
    assert not deadline.has_passed(0.5)
    now[0] = 0.5 * SPARE + 0.001
    assert deadline.has_passed(0.5)
    assert not deadline.has_passed()
    now[0] = SPARE + 0.001
    assert deadline.has_passed()
    assert not Deadline(None).has_passed()


def test_the_time_given_is_kept_and_used() -> None:
    """By a clock that goes on by a millisecond whenever it is looked at."""
    state, playouts = empty_board(7, (5, 5, 5), "off"), []
    for ms in (10, 100, 300):
        now = count(0.0, 0.001)
        tree = Tree(possible_states(GAME.view(state, 0)), Source(seed_from("time")), 1 << 40)
        tree.think(1 << 40, Deadline(ms, partial(next, now)))
        playouts.append(tree.playouts)
        assert SPARE * ms <= 1000 * next(now) <= ms + 1
    assert 2 <= playouts[0] < playouts[1] < playouts[2]


def test_a_player_whose_time_is_up_still_moves() -> None:
    state = empty_board(7, (5, 5, 5), "off")
    answer = asked(Geometer(), state, 0, "late", Budget(ms=0))
    assert answer.detail == {**(answer.detail or {}), "playouts": 2}
    assert answer.move in list(GAME.legal(state, 0))


@pytest.mark.parametrize("level", [3, 4, 5])
def test_nodes_are_playouts_and_two_are_enough_for_a_move(level: int) -> None:
    match = begun({}, "nodes")
    seat = match.state.turn
    assert seat is not None
    for nodes in (1, 2, 150):
        answer = asked(player_for(GAME, level), match.state, seat, "nodes", Budget(nodes=nodes))
        assert answer.detail is not None
        assert answer.move in list(GAME.legal(match.state, seat))
        assert answer.detail == {**answer.detail, "playouts": max(2, nodes)}
        assert answer.pv[0] == GAME.notation.write(match.state, seat, answer.move)


def test_an_empty_board_is_thought_of_once_for_all_its_images() -> None:
    """Of 197 moves 33 are different; the answer may be any image of the best."""
    state = empty_board(7, (5, 5, 5), "off")
    tree = Tree(possible_states(GAME.view(state, 0)), Source(seed_from("images")), 3000)
    tree.think(3000, Deadline(None))
    seen = tree.seen()
    assert len(seen) <= 33
    images = [set(tree.images_of_move(one.number)) for one in seen]
    assert sum(map(len, images)) == len(set().union(*images))
    for begin in images[0]:
        assert tree.line(begin)[0] == begin


UNCOMPILED = """
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.player import Budget, ask
from ludoteka.games.abstrakto.engine import GAME
from ludoteka.players.abstrakto import SKILL
from ludoteka.players.abstrakto.solved import empty_board
state, rng = empty_board(9, (7, 7, 7), "off"), Source(seed_from("first"))
answers = [ask(level.player(), GAME, state, 0, Budget(), rng) for level in SKILL.levels.values()]
legal = list(GAME.legal(state, 0))
assert all(answer.move in legal for answer in answers)
assert len(SKILL.evaluator().moves(GAME.view(state, 0), legal[:3], Budget(), rng)) == 3
print(sum((answer.detail or {}).get("playouts", 0) for answer in answers))
"""


def test_the_first_answer_does_not_wait_for_a_compiler() -> None:
    """All levels and the evaluator, on the largest board: no playouts, which uncompiled take minutes."""
    environment = {**os.environ, MODE_VARIABLE: "python"}
    done = subprocess.run(
        [sys.executable, "-c", UNCOMPILED], env=environment, capture_output=True, text=True, check=True
    )
    assert int(done.stdout) == 0
