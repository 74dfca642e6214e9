"""The evaluator: both seats agree, terms add up, what is proved is exact, and good moves are seen as such."""

from dataclasses import replace

import pytest
from tests.games.abstrakto.matches_of import OPTIONS, whole

from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Over, Played, Turn
from ludoteka.core.player import Budget, Evaluation
from ludoteka.games.abstrakto.engine import GAME
from ludoteka.games.abstrakto.types import State
from ludoteka.players import skill
from ludoteka.players.abstrakto.judgement import TreeEvaluator
from ludoteka.players.abstrakto.solved import empty_board
from ludoteka.players.abstrakto.solver import solve

TERMS = ["settled", "contested", "threat", "outlook"]
SOME = Budget(nodes=300)


def position(state: State, seat: int, budget: Budget = SOME) -> Evaluation:
    return TreeEvaluator().position(GAME.view(state, seat), seat, budget, Source(seed_from("judge")))


def sum_of_terms(value: Evaluation) -> float:
    return sum(term.value for term in value.terms)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_terms_add_up_and_what_one_seat_wins_the_other_loses(options: dict[str, object]) -> None:
    """At every stage of a match; with hidden hands each seat judges by its own knowledge, and may differ."""
    for match in list(whole(options, "judge"))[::3]:
        mine, theirs = position(match.state, 0), position(match.state, 1)
        for value in (mine, theirs):
            assert 0.0 <= value.win <= 1.0
            assert sum_of_terms(value) == pytest.approx(value.margin)
        if options.get("discard") != "secret" or isinstance(match.awaiting, Over):
            assert mine.win + theirs.win == pytest.approx(1.0)
            assert mine.margin == pytest.approx(-theirs.margin)


def test_the_end_is_what_the_result_says() -> None:
    for number in range(6):
        *_, last = whole({"size": 3}, f"end {number}")
        assert isinstance(last.awaiting, Over)
        value, result = position(last.state, 0), last.awaiting.result
        assert value.is_exact
        assert value.margin == result.scores[0] - result.scores[1]
        assert value.win == 0.5 + 0.5 * (result.ranks[1] - result.ranks[0])


def test_what_is_proved_is_exact() -> None:
    """Wherever it says so the solver agrees; late positions are exact."""
    exact = 0
    for number in range(3):
        for match in list(whole({"size": 4}, f"proved {number}"))[7:]:
            if not isinstance(match.awaiting, Turn):
                continue
            value = position(match.state, 1, Budget(nodes=20_000))
            if value.is_exact:
                exact += 1
                found = solve(GAME.notation.dump(match.state))
                assert value.win == 0.5 + 0.5 * (found.value if found.seat == 1 else -found.value)
    assert exact >= 6


def test_moves_are_judged_in_their_order_and_the_winning_one_is_seen() -> None:
    """On 3 x 3 cells the first player wins: playouts like a move best that the solver proves to win."""
    state = empty_board(3, (1, 1, 1), "off")
    moves = list(GAME.legal(state, 0))
    values = TreeEvaluator().moves(
        GAME.view(state, 0), moves, Budget(nodes=20_000), Source(seed_from("moves"))
    )
    assert len(values) == len(moves)
    best = max(range(len(moves)), key=lambda number: values[number].win)
    found = solve(GAME.notation.dump(GAME.apply(state, Played(0, moves[best]))))
    assert (found.seat, found.value) == (1, -1)
    for value in values:
        assert [term.name for term in value.terms] == TERMS
        assert sum_of_terms(value) == pytest.approx(value.margin)
        assert value.samples >= 10


def test_moves_near_the_end_are_exact() -> None:
    """What is proved of a move is what the solver says, and near the end of a small board that is all."""
    exact = 0
    for match in list(whole({"size": 3}, "last"))[-4:]:
        if not isinstance(match.awaiting, Turn):
            continue
        state, seat = match.state, min(match.awaiting.seats)
        moves = list(GAME.legal(state, seat))
        values = TreeEvaluator().moves(GAME.view(state, seat), moves, SOME, Source(seed_from("last")))
        for move, value in zip(moves, values, strict=True):
            found = solve(GAME.notation.dump(GAME.apply(state, Played(seat, move))))
            assert value.is_exact
            assert value.win == 0.5 + 0.5 * (found.value if found.seat == seat else -found.value)
            exact += 1
    assert exact >= 5


def test_time_is_kept_and_discards_are_all_alike() -> None:
    state = empty_board(7, (5, 5, 5), "off")
    moves = list(GAME.legal(state, 0))
    values = TreeEvaluator().moves(GAME.view(state, 0), moves, Budget(ms=1), Source(seed_from("ms")))
    assert len(values) == len(moves)
    before = replace(state, phase="discard", turn=None, discard="secret", hands=((6, 6, 6), (6, 6, 6)))
    view = GAME.view(before, 0)
    choices = list(GAME.legal(before, 0))
    values = TreeEvaluator().moves(view, choices, SOME, Source(seed_from("d")))
    assert len(values) == 10
    assert {value.win for value in values} == {0.5}


def test_it_is_declared() -> None:
    declared = skill("abstrakto").evaluator
    assert declared is not None
    assert declared().unit == "areas"
