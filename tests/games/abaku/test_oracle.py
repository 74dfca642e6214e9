"""The engine and the naive oracle agree: legal moves, scores, refusals, what follows."""

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any, TypeAlias

import pytest
from tests.games.abaku import positions
from tests.oracles import abaku as oracle

from ludoteka.core import match
from ludoteka.core.game import Draw, Drawn, Left, Over, Played, Ticked, Turn
from ludoteka.core.refusals import IllegalMove
from ludoteka.games.abaku.engine import GAME
from ludoteka.games.abaku.types import Placement, State

POSITIONS = 2000
BATCHES = 20


def texts(state: State, seat: int) -> list[str]:
    return [GAME.notation.write(state, seat, move) for move in GAME.legal(state, seat)]


def engine_says(state: State, seat: int, move: str) -> tuple[str, Any]:
    try:
        score = GAME.score(state, seat, GAME.notation.read(state, seat, move))
    except IllegalMove as refused:
        return "refused", refused.rule
    return "scored", (score.points, list(score.detail))


def oracle_says(position: str, seat: int, move: str) -> tuple[str, Any]:
    try:
        tried = oracle.judge(oracle.Table(position), seat, move)
    except oracle.Refused as refused:
        return "refused", refused.rule
    return "scored", (tried.points(), tried.detail()) if tried else (0, [])


@pytest.mark.parametrize("batch", range(BATCHES))
def test_legal_score_and_apply_agree(batch: int) -> None:
    rng = Random(f"positions {batch}")
    for number in range(POSITIONS // BATCHES):
        position = positions.position(rng, most=rng.choices([1, 2, 3], [60, 33, 7])[0])
        table = oracle.Table(position)
        state = GAME.notation.load(position)
        assert GAME.notation.dump(state) == position
        listed = texts(state, 0)
        assert listed == oracle.legal(table), f"batch {batch} number {number}: {position}"
        moves = [positions.attempt(rng, table) for _ in range(3)] + rng.sample(listed, min(3, len(listed)))
        for move in moves:
            if " " in move and move[0] not in "cst" and rng.random() < 0.5:
                move = positions.declared(rng, table, move)
            expected = oracle_says(position, 0, move)
            assert engine_says(state, 0, move) == expected, f"{move} in {position}"
            if expected[0] == "scored":
                after = oracle.Table(position)
                oracle.play(after, 0, move, 0)
                event = Played(0, GAME.notation.read(state, 0, move), 0)
                assert GAME.notation.dump(GAME.apply(state, event)) == after.text(), f"{move} in {position}"


@pytest.mark.parametrize("batch", range(8))
def test_what_is_tried_anywhere_is_refused_or_scored_alike(batch: int) -> None:
    """Without listing moves: quick even where kernels run uncompiled."""
    rng = Random(f"tried {batch}")
    for _ in range(40):
        position = positions.position(rng)
        table, state = oracle.Table(position), GAME.notation.load(position)
        for _ in range(8):
            move = positions.attempt(rng, table)
            if " " in move and move[0] not in "cst" and rng.random() < 0.3:
                move = positions.declared(rng, table, move)
            assert engine_says(state, 0, move) == oracle_says(position, 0, move), f"{move} in {position}"


def test_turns_to_miss_are_missed_alike_whoever_has_how_many() -> None:
    """Also where everybody has very many: whole rounds of them are missed at once."""
    empty = "/".join(["." * 15] * 15)
    many = GAME.notation.load(f"{empty} 1|2 4567 0,0 0 miss=999999999,999999999")
    after = GAME.apply(many, Played(0, GAME.notation.read(many, 0, "skip"), 0))
    assert (after.seat, after.miss) == (1, (0, 0))
    for miss in product(range(4), repeat=3):
        position = f"{empty} 1|2|3 4567 0,0,0 0" + (f" miss={','.join(map(str, miss))}" if any(miss) else "")
        table, state = oracle.Table(position), GAME.notation.load(position)
        oracle.play(table, 0, "skip", 0)
        skipped = GAME.apply(state, Played(0, GAME.notation.read(state, 0, "skip"), 0))
        assert GAME.notation.dump(skipped) == table.text()


@pytest.mark.parametrize("batch", range(4))
def test_full_racks_agree(batch: int) -> None:
    """Racks of four and five digits; with a Joker in sight the oracle would take minutes for them."""
    rng = Random(f"full racks {batch}")
    found = 0
    while found < 10:
        position = positions.position(rng, most=5)
        state = GAME.notation.load(position)
        if len(state.rack) > 3 and "*" not in position and state.options.mode == "standard":
            assert texts(state, 0) == oracle.legal(oracle.Table(position)), position
            found += 1


@pytest.mark.parametrize("seed", range(40))
def test_whole_matches_agree(seed: int) -> None:
    """Random matches, event by event: moves, draws, leaving, clocks, disputes."""
    rng = Random(f"match {seed}")
    chosen = {k: v for k, v in positions.options(rng).items() if k != "mode"}
    seats = rng.randint(2, 4)
    game = match.new(GAME, seats, chosen)
    table = oracle.Table(GAME.notation.dump(game.state))
    for _ in range(400):
        assert GAME.notation.dump(game.state) == table.text()
        if isinstance(game.awaiting, Over):
            return
        game = step(rng, game, table, listed_move)
    pytest.fail("the match does not end")


@pytest.mark.parametrize("batch", range(6))
def test_turns_follow_each_other_alike_from_any_position(batch: int) -> None:
    """Skips, changes, tries, disputes, clocks and people who leave, without listing moves."""
    rng = Random(f"turns {batch}")
    for _ in range(15):
        position = positions.position(rng)
        game, table = match.load(GAME, position), oracle.Table(position)
        for _ in range(12):
            assert GAME.notation.dump(game.state) == table.text()
            if isinstance(game.awaiting, Over):
                break
            game = step(rng, game, table, guessed_move)


Choose: TypeAlias = Callable[[Random, match.Match[Any, Any], oracle.Table, int], Any]


def step(
    rng: Random, game: match.Match[Any, Any], table: oracle.Table, choose: Choose
) -> match.Match[Any, Any]:
    at = game.now + rng.randint(0, 4000)
    if isinstance(game.awaiting, Draw):
        return drawn(rng, game, table)
    assert isinstance(game.awaiting, Turn)
    assert sorted(game.awaiting.seats) == table.to_act()
    until = game.awaiting.until
    if rng.random() < 0.02:
        seat = rng.choice(table.staying())
        oracle.leave(table, seat, at)
        return game.then(Left(seat, at))
    if until is not None and (at >= until or rng.random() < 0.05):
        at = max(at, until + rng.randint(0, 3000))
        oracle.tick(table, at)
        return game.then(Ticked(at))
    seat = rng.choice(sorted(game.awaiting.seats))
    move = choose(rng, game, table, seat)
    oracle.play(table, seat, GAME.notation.write(game.state, seat, move), at)
    return game.then(Played(seat, move, at))


def listed_move(rng: Random, game: match.Match[Any, Any], table: oracle.Table, seat: int) -> Any:
    """A listed move; where players are their own referees, also one that breaks a rule."""
    legal = list(GAME.legal(game.state, seat))
    placed = [move for move in legal if isinstance(move, Placement)]
    move = rng.choice(placed if placed and rng.random() < 0.8 else legal)
    if table.options["referee"] == "dispute" and isinstance(move, Placement) and rng.random() < 0.3:
        return false_placement(rng, game, table, seat) or move
    return move


def guessed_move(rng: Random, game: match.Match[Any, Any], table: oracle.Table, seat: int) -> Any:
    """An answer, a placement found by trying, a change if one is possible, or a skip."""
    notation, state = GAME.notation, game.state
    if table.claim:
        return notation.read(state, seat, rng.choice(["accept", "accept", "dispute"]))
    rack = state.racks[seat]
    if rack and rng.random() < 0.5 and (found := false_placement(rng, game, table, seat)) is not None:
        return found
    change = "change " + "".join(rng.sample(rack, rng.randint(min(1, len(rack)), len(rack))))
    possible = rack and oracle_says(table.text(), seat, change)[0] == "scored"
    return notation.read(state, seat, change if possible and rng.random() < 0.5 else "skip")


def false_placement(rng: Random, game: match.Match[Any, Any], table: oracle.Table, seat: int) -> Any:
    for _ in range(20):
        text = positions.attempt(rng, table)
        if " " in text and oracle_says(table.text(), seat, text)[0] == "scored" and text[0] not in "cst":
            return GAME.notation.read(game.state, seat, text)
    return None


def drawn(rng: Random, game: match.Match[Any, Any], table: oracle.Table) -> match.Match[Any, Any]:
    assert isinstance(game.awaiting, Draw)
    what = game.awaiting.what
    tiles = rng.sample(table.bag, what.get("count", 1) * len(what["seats"]))
    size = what.get("count", 1)
    groups = ["".join(tiles[n * size : (n + 1) * size]) for n in range(len(what["seats"]))]
    text = ("|" if what["event"] == "racks" else "").join(groups)
    outcome = GAME.notation.read_outcome(game.state, text)
    oracle.draw(table, text)
    return game.then(Drawn(outcome, game.now))
