"""The levels of Abak and its evaluator: what they choose, within which bounds, and how well they foresee."""

from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
import pytest

from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Draw, Drawn, Over, Played, Turn
from ludoteka.core.player import AnyPlayer, Budget, ask
from ludoteka.games.abak.engine import GAME
from ludoteka.games.abak.fast.listing import find_turns
from ludoteka.games.abak.types import Move, Options, State
from ludoteka.players.abak import SKILL, levels, search, selfplay
from ludoteka.players.abak.levels import Legate, Thinker
from ludoteka.players.abak.lookahead import desk
from ludoteka.players.abak.network import MONEY
from ludoteka.players.abak.weights import WIDTHS, shipped

START = "ss/-/-/-/-/SSSSS/-/SSS/-/-/-/sssss/SSSSS/-/-/-/sss/-/sssss/-/-/-/-/SS - 0,0"
CONTACT = "ss/-/-/-/S/SSSS/S/SSS/-/-/-/ssss/SSSS/-/-/s/sss/-/sssss/-/-/-/-/SS - 0,0"
POSITIONS = (
    f"{START} 0 3-1 setup=classic",
    f"{CONTACT} 0 6-4 setup=classic match=0",
    "ens/os/-/G/ss/SS/G/E/s/d/S/-/s/s/-/-/sg/S/O/DS/NSS/SS/g/- s 0,0 1 3-3",
    "OS/G/SE/-/SD/SN/-/-/-/-/-/-/-/-/-/-/-/-/so/ss/-/-/g/sss - 6,7 0 3-2",
)


def load(text: str) -> State:
    state: State = GAME.notation.load(text)
    return state


def choice(player: AnyPlayer, state: State, seed: str = "x", budget: Budget | None = None) -> Move:
    seat = min(turn.seats) if isinstance(turn := GAME.awaiting(state), Turn) else 0
    move: Move = ask(player, GAME, state, seat, budget or Budget(), Source(seed_from(seed))).move
    return move


def play(players: list[AnyPlayer], options: Options, seed: str, most: int = 3000) -> State:
    """A whole match, or its first `most` events."""
    state = GAME.start(options, 2)
    dice, rng = Source(seed_from(f"dice {seed}")), Source(seed_from(seed))
    for _ in range(most):
        awaited = GAME.awaiting(state)
        if isinstance(awaited, Over):
            break
        if isinstance(awaited, Draw):
            state = GAME.apply(state, Drawn(awaited.chance.sample(dice), 0))
            continue
        seat = min(awaited.seats)
        move = ask(players[seat], GAME, state, seat, Budget(nodes=2000), rng).move
        state = GAME.apply(state, Played(seat, move, 0))
    return state


# --- the levels --------------------------------------------------------------------------------


@pytest.mark.parametrize("level", SKILL.levels)
@pytest.mark.parametrize("text", POSITIONS)
def test_the_same_view_and_seed_give_the_same_legal_move(level: int, text: str) -> None:
    """Where a game was before cannot matter: the state's history is not in the view."""
    state = load(text)
    again = load(GAME.notation.dump(state))
    seat = state.seat
    first = choice(SKILL.levels[level].player(), state)
    assert first in list(GAME.legal(state, seat))
    assert choice(SKILL.levels[level].player(), again) == first


@pytest.mark.parametrize(
    "options",
    [
        Options(match=3, cube="on"),
        Options(setup="classic", match=0, cube="on", jacoby="yes"),
        Options(stack_limit=0, druid_exposed="no"),
        Options(setup="classic", match=2, stack_limit=5, crawford="no", cube="on"),
    ],
)
def test_every_level_plays_under_every_option(options: Options) -> None:
    for level in SKILL.levels:
        most = 3000 if level <= 3 else 60
        players = [SKILL.levels[level].player(), SKILL.levels[1].player()]
        state = play(players, options, f"any {level}", most)
        assert level > 3 or isinstance(GAME.awaiting(state), Over)


def test_level_3_without_errors_chooses_as_the_trainer_does() -> None:
    """What the player plays for points is what self-play played."""

    class Plain(Thinker):
        name = "plain"

    for text in POSITIONS:
        state = load(text)
        options = replace(state.options, match=0)
        state = replace(state, options=options)
        net, (high, low), me = shipped(options.setup), state.dice, state.seat
        space = desk(net)
        space.nodes[0, :28] = np.frombuffer(state.board, np.int64)
        limit, exposed = options.limit, options.exposed
        found = find_turns(space.nodes, space.table, space.leaves, me, high, low, limit, exposed)
        width = WIDTHS[options.setup]
        best = selfplay.choose_turn(
            net, space.scratch, space.nodes, space.leaves, found >> 3, me, width, space.worths
        )
        assert choice(Plain(), state) == list(GAME.legal(state, me))[best]


def test_an_error_is_a_softmax_over_what_turns_promise() -> None:
    """Two turns that differ by the error are chosen e : 1."""
    judged = search.Judged((0, 1), (0.3, 0.27), 0, 2)
    rng = Source(seed_from("softmax"))
    first = sum(levels._place(judged, 0.03, rng) == 0 for _ in range(4000))
    assert first / 4000 == pytest.approx(np.e / (1 + np.e), abs=0.03)


def test_level_4_looks_ahead_less_in_abak_than_in_classic(monkeypatch: pytest.MonkeyPatch) -> None:
    """Decision 450: two turns that are close, instead of eight."""
    asked: dict[str, tuple[search.Width, ...]] = {}

    def watched(mind: search.Mind, view: Any, known: Any, widths: Any, budget: Budget) -> search.Judged:
        asked[view["options"]["setup"]] = widths
        return search.search(mind, view, known, widths, budget)

    monkeypatch.setattr(levels, "search", watched)
    for text in POSITIONS:
        choice(Legate(), load(text))
    assert asked == {"classic": (search.Width(8, 0.25),), "abak": (search.Width(2, 0.01),)}


class Sure(Thinker):
    """Looks ahead with whatever is as good as the best, which is the best alone."""

    name = "sure"
    sights: ClassVar = dict.fromkeys(("abak", "classic"), levels.Sight((search.Width(8, 0.0),)))


def test_nobody_looks_ahead_with_the_one_turn_that_is_left() -> None:
    """At level 4 of Abak most turns are clear at once: a look ahead would be thrown away."""
    for text in POSITIONS:
        state = load(text)
        answer = ask(Sure(), GAME, state, state.seat, Budget(), Source(seed_from("x")))
        turns = search.turns_in(GAME.view(state, state.seat))
        assert answer.detail == {"depth": 0, "nodes": len(turns.moves)}


# --- budgets -----------------------------------------------------------------------------------


class Wide(Thinker):
    """Looks two rolls ahead with two turns, however clear the choice is."""

    name = "wide"
    sights: ClassVar = dict.fromkeys(
        ("abak", "classic"), levels.Sight((search.Width(8, 9.0), search.Width(2, 9.0)))
    )


def test_nodes_bound_a_search_and_more_of_them_look_deeper() -> None:
    state, seen = load(POSITIONS[1]), []
    for nodes in (1, 3000, None):
        answer = ask(Wide(), GAME, state, 0, Budget(nodes=nodes), Source(seed_from("x")))
        assert isinstance(answer.detail, dict)
        seen.append((answer.detail["depth"], answer.detail["nodes"]))
    assert [depth for depth, _ in seen] == [0, 1, 2]
    assert seen[0][1] < 100
    assert 3000 <= seen[1][1] < 4500  # one candidate's rolls more than allowed at most


def test_time_bounds_a_search_by_the_clock_it_is_given() -> None:
    """The clock ticks 10 ms a look: after 85 % of the time the search ends."""
    ticks = iter(range(10_000))
    limits = search.Limits(Budget(ms=100), np.zeros(1, np.int64), lambda: next(ticks) * 0.01)
    assert sum(not limits.are_reached for _ in range(50)) == 8


# --- the evaluator -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        *POSITIONS,
        f"{START} 0 - setup=classic match=5 cube=on scores=2,3 stage=ask",
        f"{START} 1 - setup=classic match=5 cube=on scores=2,3 stage=offered",
        f"{START} - - setup=classic",
    ],
)
def test_what_one_seat_wins_the_other_loses(text: str) -> None:
    assert SKILL.evaluator is not None
    evaluator, state = SKILL.evaluator(), load(text)
    view, rng = GAME.view(state, 0), Source(seed_from("x"))
    mine, theirs = (evaluator.position(view, seat, Budget(), rng) for seat in (0, 1))
    assert mine.win + theirs.win == pytest.approx(1)
    assert mine.margin + theirs.margin == pytest.approx(0, abs=1e-6)
    assert sum(mine.kinds.values()) == pytest.approx(1)
    assert sum(term.value for term in mine.terms) == pytest.approx(mine.margin)


def test_the_value_of_a_roll_is_that_of_its_best_turn() -> None:
    assert SKILL.evaluator is not None
    evaluator, state = SKILL.evaluator(), load(POSITIONS[1])
    view, rng = GAME.view(state, 0), Source(seed_from("x"))
    moves = list(GAME.legal(state, 0))
    values = evaluator.moves(view, moves, Budget(), rng)
    assert len(values) == len(moves)
    best = evaluator.position(view, 0, Budget(), rng)
    assert best.margin == max(value.margin for value in values)


def test_gammons_count_for_points_and_not_where_one_point_decides() -> None:
    assert SKILL.evaluator is not None
    evaluator, rng = SKILL.evaluator(), Source(seed_from("x"))
    margins = []
    for match in (0, 1):
        state = load(f"{CONTACT} 0 - setup=classic match={match}")
        value = evaluator.position(GAME.view(state, 0), 0, Budget(), rng)
        kinds = np.array(list(value.kinds.values()))
        margins.append((value.margin, kinds))
    assert margins[0][0] == pytest.approx(float(margins[0][1] @ MONEY))
    assert margins[1][0] == pytest.approx(float(2 * margins[1][1][:3].sum() - 1))


def test_races_are_counted_out() -> None:
    """One checker each on the ace point, White has just moved: Black rolls and wins."""
    one = "S/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/s - 14,14 1 - setup=classic"
    assert SKILL.evaluator is not None
    state = load(one)
    value = SKILL.evaluator().position(GAME.view(state, 0), 0, Budget(), Source(seed_from("x")))
    assert value.win == pytest.approx(0, abs=1e-6)
