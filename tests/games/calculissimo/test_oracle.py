"""The engine against the naive oracle: lists, scores, refusals, and every kind of event."""

import random
import re
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from typing import TypeAlias

import pytest
from tests.games.calculissimo.positions import (
    played_positions,
    random_match,
    random_move,
    random_options,
    scattered_positions,
)
from tests.oracles import calculissimo as oracle

from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Draw, Drawn, IllegalMove, Left, Over, Played, Ticked, Turn
from ludoteka.core.match import Match, load
from ludoteka.core.refusals import BadNotation
from ludoteka.games.calculissimo.engine import GAME
from ludoteka.games.calculissimo.types import Move, Placement, State

PLAYED, SCATTERED = 30, 80  # positions of one case; ten cases of each: 1100 in all


def text_of(state: State) -> str:
    return GAME.notation.dump(state)


def compare_legal(rng: random.Random, state: State) -> None:
    awaited = GAME.awaiting(state)
    assert isinstance(awaited, Turn)
    seat = min(awaited.seats)
    pos = oracle.Pos(text_of(state))
    assert pos.text() == text_of(state)
    moves = list(GAME.legal(state, seat))
    texts = [GAME.notation.write(state, seat, move) for move in moves]
    assert texts == oracle.legal(pos, seat), pos.text()
    for move, text in rng.sample(list(zip(moves, texts, strict=True)), min(4, len(moves))):
        score = GAME.score(state, seat, move)
        assert (score.points, score.detail) == oracle.score(pos, seat, text), (pos.text(), text)


@pytest.mark.parametrize("case", range(10))
def test_legal_in_played_positions(case: int) -> None:
    rng = random.Random(f"played {case}")
    for state in islice(played_positions(rng), PLAYED):
        compare_legal(rng, state)


@pytest.mark.parametrize("case", range(10))
def test_legal_on_scattered_chips(case: int) -> None:
    rng = random.Random(f"scattered {case}")
    for state in islice(scattered_positions(rng), SCATTERED):
        compare_legal(rng, state)


def random_text(rng: random.Random, state: State) -> str:
    """Moves of every kind, most of them wrong in some way."""
    size = state.size
    letter, number = chr(ord("A") + rng.randrange(size)), str(rng.randint(1, size))
    line = rng.choice((letter + number, number + letter))
    own = state.racks[state.seat or 0] or "1"
    items = ("+-x/123456789" + own * 6).replace("*", "")
    laid = "".join(
        rng.choice((rng.choice(items), rng.choice(items), ".", "*" + rng.choice("+-x/12345")))
        for _ in range(rng.randint(1, 5))
    )
    return rng.choice(
        (f"{line} {laid}",) * 8
        + ("pass", "accept", "dispute", "swap " + "".join(rng.sample(own, rng.randint(1, len(own)))))
    )


def judged(state: State, seat: int, text: str) -> object:
    """What the engine says of a text: a refusing rule, or points and detail."""
    try:
        score = GAME.score(state, seat, GAME.notation.read(state, seat, text))
    except IllegalMove as refusal:
        return refusal.rule
    return score.points, score.detail


def judged_by_oracle(state: State, seat: int, text: str) -> object:
    try:
        return oracle.score(oracle.Pos(text_of(state)), seat, text)
    except oracle.Refused as refusal:
        return refusal.rule


@pytest.mark.parametrize("case", range(4))
def test_refusals_and_scores_of_random_texts(case: int) -> None:
    """Each of several hundred positions gets moves of every kind; both name the same rule."""
    rng = random.Random(f"texts {case}")
    seen: set[object] = set()
    sources = (scattered_positions(rng), played_positions(rng))
    for source in sources:
        for state in islice(source, 40):
            awaited = GAME.awaiting(state)
            assert isinstance(awaited, Turn)
            seat = min(awaited.seats)
            for _ in range(25):
                text = random_text(rng, state)
                try:
                    move = GAME.notation.read(state, seat, text)
                except BadNotation:
                    continue
                text = GAME.notation.write(state, seat, move)
                found = judged(state, seat, text)
                assert found == judged_by_oracle(state, seat, text), (text_of(state), text)
                seen.add(found if isinstance(found, str) else "good")
    assert {"CA-3.1", "CA-3.2", "CA-3.3", "CA-3.6", "CA-4.2", "CA-6.5", "CA-7.3", "good"} <= seen


@pytest.mark.parametrize("case", range(8))
def test_what_is_tried_on_scattered_chips_is_refused_or_scored_alike(case: int) -> None:
    """Without listing moves: quick even where kernels run uncompiled."""
    rng = random.Random(f"tried {case}")
    for state in islice(scattered_positions(rng), 40):
        for _ in range(12):
            text = random_text(rng, state)
            with suppress(BadNotation):
                text = GAME.notation.write(state, 0, GAME.notation.read(state, 0, text))
                found = judged(state, 0, text)
                assert found == judged_by_oracle(state, 0, text), (text_of(state), text)


@pytest.mark.parametrize("case", range(6))
def test_turns_follow_each_other_alike_from_scattered_chips(case: int) -> None:
    """Tries, swaps, passes, claims, clocks and people who leave, without listing moves."""
    rng = random.Random(f"turns {case}")
    for state in islice(scattered_positions(rng), 12):
        match = load(GAME, text_of(state))
        for _ in range(14):
            if isinstance(match.awaiting, Over):
                break
            match, pos = next_by_both(rng, match, tried_move)
            assert text_of(match.state) == pos.text()


def tried_move(rng: random.Random, match: Match[State, Move], seat: int) -> Move:
    """An answer, or the first of some texts that is not refused; else a pass."""
    state = match.state
    words = ["accept", "dispute"] if state.claim else ["pass"]
    for text in [] if state.claim else (random_text(rng, state) for _ in range(30)):
        with suppress(BadNotation):
            move = GAME.notation.read(state, seat, text)
            if not isinstance(judged_by_oracle(state, seat, GAME.notation.write(state, seat, move)), str):
                return move
    return GAME.notation.read(state, seat, rng.choice(words))


Choose: TypeAlias = Callable[[random.Random, Match[State, Move], int], Move]


def next_by_both(
    rng: random.Random, match: Match[State, Move], choose: Choose = random_move
) -> tuple[Match[State, Move], oracle.Pos]:
    """One random event, and what the oracle makes of it."""
    pos, awaited = oracle.Pos(text_of(match.state)), match.awaiting
    notation = GAME.notation
    if isinstance(awaited, Draw):
        outcome = awaited.chance.sample(Source(seed_from(str(rng.random()))))
        text = notation.write_outcome(match.state, outcome)
        read = notation.read_outcome(match.state, text)
        assert read == outcome
        return match.then(Drawn(read)), oracle.draw(pos, text)
    assert isinstance(awaited, Turn)
    assert sorted(awaited.seats) == pos.awaited()
    at = match.now + rng.choice((0, 0, 1000, 20_000, 59_999))
    if rng.random() < 0.05 and awaited.until is not None:
        late = max(match.now, awaited.until + rng.choice((0, 5, 70_000)))
        return match.then(Ticked(late)), oracle.tick(pos, late)
    if rng.random() < 0.02:
        seat = rng.choice([s for s in range(match.state.seats) if s not in match.state.left])
        return match.then(Left(seat, at)), oracle.leave(pos, seat, at)
    seat = rng.choice(sorted(awaited.seats))
    move = choose(rng, match, seat)
    text = notation.write(match.state, seat, move)
    at = at if awaited.until is None or at < awaited.until else max(match.now, awaited.since)
    return match.then(Played(seat, move, at)), oracle.play(pos, seat, text, at)


@pytest.mark.parametrize("case", range(12))
def test_whole_matches(case: int) -> None:
    """Every state of random matches over all options, from the start draw to the end."""
    rng = random.Random(f"matches {case}")
    match = random_match(rng, {**random_options(rng), "swap": "free"})  # being stuck is dear to find out
    if case % 2 == 0:
        match = next(iter(match))
    for _ in range(200):
        if isinstance(match.awaiting, Over):
            break
        match, pos = next_by_both(rng, match)
        assert text_of(match.state) == pos.text()
    if isinstance(match.awaiting, Over):
        assert list(match.awaiting.result.ranks) == oracle.ranks(oracle.Pos(text_of(match.state)))


def shuffled(rng: random.Random, text: str) -> str:
    """The same chips on the same squares in another order: most are false."""
    line, items = text.split(" ")
    parts = re.findall(r"\*.|.", items)
    new = [part for part in parts if part != "."]
    rng.shuffle(new)
    return line + " " + "".join(part if part == "." else new.pop() for part in parts)


@pytest.mark.parametrize("case", range(6))
def test_false_claims(case: int) -> None:
    """With referee=dispute false placements are claimed, disputed and accepted."""
    rng = random.Random(f"claims {case}")
    premiums = rng.choice(("every", "once-best"))
    match = random_match(rng, {"referee": "dispute", "board": "mini", "premiums": premiums})
    false = 0
    for _ in range(60):
        awaited = match.awaiting
        if isinstance(awaited, Turn) and match.state.claim is None:
            seat = min(awaited.seats)
            true = [m for m in GAME.legal(match.state, seat) if isinstance(m, Placement)]
            if true:
                text = shuffled(rng, GAME.notation.write(match.state, seat, rng.choice(true)))
                pos = oracle.play(oracle.Pos(text_of(match.state)), seat, text, match.now)
                false += oracle.reckon(pos, text)[0] != ""
                move = GAME.notation.read(match.state, seat, text)
                match = match.then(Played(seat, move, match.now))
                assert text_of(match.state) == pos.text()
        if isinstance(match.awaiting, Over):
            break
        match, pos = next_by_both(rng, match)
        assert text_of(match.state) == pos.text()
    assert false > 0
