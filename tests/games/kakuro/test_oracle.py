"""The engine and the naive oracle agree: on what is listed, refused, scored, and on every position after."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from tests.games.kakuro.positions import (
    KakuroMatch,
    begin,
    random_claim_text,
    random_event,
    random_match,
    random_time,
    worked,
)
from tests.oracles import kakuro as oracle
from tests.oracles import kakuro_rows as oracle_rows
from tests.oracles import kakuro_texts as oracle_texts

from ludoteka.core import match as matches
from ludoteka.core.game import Draw, Drawn, Left, Over, Played, Ticked, Turn
from ludoteka.core.refusals import Refusal
from ludoteka.games.kakuro.engine import GAME

NOTATION = GAME.notation
Answer = tuple[str, Any]


def told(match: KakuroMatch) -> oracle_texts.State:
    return oracle_texts.read(NOTATION.dump(match.state))


def engine_answer(work: Callable[[], KakuroMatch]) -> Answer:
    """The position after, or kind and rule of the refusal."""
    try:
        return "ok", NOTATION.dump(work().state)
    except Refusal as refusal:
        return refusal.kind, refusal.rule


def oracle_answer(answer: oracle_texts.State | oracle.Refused) -> Answer:
    return ("ok", oracle_texts.write(answer)) if isinstance(answer, dict) else answer


def play(match: KakuroMatch, seat: int, text: str, at: int) -> KakuroMatch:
    match.admits(seat, at)
    return match.then(Played(seat, NOTATION.read(match.state, seat, text), at))


def agree_on_awaiting(match: KakuroMatch, state: oracle_texts.State) -> None:
    awaited = match.awaiting
    if isinstance(awaited, Over):
        result = awaited.result
        assert (list(result.scores), list(result.ranks), result.rule) == oracle.result(state)
    else:
        assert not oracle.is_over(state)
        seats = sorted(awaited.seats) if isinstance(awaited, Turn) else []
        assert seats == oracle.awaited(state)


def agree_on_listing(match: KakuroMatch, state: oracle_texts.State, seat: int) -> None:
    listed = [NOTATION.write(match.state, seat, move) for move in GAME.legal(match.state, seat)]
    assert listed == oracle_rows.legal(state, seat)


def agree_on_score(match: KakuroMatch, state: oracle_texts.State, seat: int, text: str) -> None:
    try:
        match.admits(seat)
        score = GAME.score(match.state, seat, NOTATION.read(match.state, seat, text))
        found: Any = (score.points, list(score.detail))
    except Refusal as refusal:
        found = (refusal.kind, refusal.rule)
    assert found == oracle_rows.score(state, seat, text)


def agree_on_attempts(match: KakuroMatch, state: oracle_texts.State, dice: Random) -> None:
    """Moves, ticks and leavings, most of them refused, some after their time."""
    words = ["flip", "kakuro!", "impossible", "possible", "retract", "give-up", "KAKURO", "pass", ""]
    for _ in range(4):
        seat, at = dice.randrange(match.state.seats + 1), random_time(match, dice) - dice.choice([0, 0, 0, 1])
        there = seat < match.state.seats
        text = random_claim_text(dice, match, seat) if there and dice.random() < 0.6 else dice.choice(words)
        ours = engine_answer(lambda seat=seat, text=text, at=at: play(match, seat, text, at))  # type: ignore[misc]
        assert ours == oracle_answer(oracle.play(state, seat, text, at)), (text, seat, at)
        agree_on_score(match, state, seat, text)
        ours = engine_answer(lambda at=at: match.then(Ticked(at)))  # type: ignore[misc]
        assert ours == oracle_answer(oracle.tick(state, at))
        ours = engine_answer(lambda seat=seat, at=at: match.then(Left(seat, at)))  # type: ignore[misc]
        assert ours == oracle_answer(oracle.leave(state, seat, at))


def agree_on_draws(match: KakuroMatch, state: oracle_texts.State, dice: Random) -> None:
    texts = ["20", "7", "D/X", "x/d/4", "9", "D", "XX3", "X3/D5", "00", "+3", "1/2/3/4", "12 ", "4/4/4"]
    for text in texts:
        ours = engine_answer(
            lambda text=text: match.then(Drawn(NOTATION.read_outcome(match.state, text), match.now))  # type: ignore[misc]
        )
        assert ours == oracle_answer(oracle.draw(state, text.strip())), (text, oracle_texts.write(state))


def test_events_and_refusals_agree_along_random_matches() -> None:
    """Every event of random matches over all options, and attempts that go wrong, on over 1,000 positions."""
    dice, looked = Random(2007), 0
    while looked < 1100:
        match = begin(dice)
        while not isinstance(match.awaiting, Over):
            state = told(match)
            agree_on_awaiting(match, state)
            if isinstance(match.awaiting, Turn) and dice.random() < 0.5:
                agree_on_attempts(match, state, dice)
                looked += 1
            elif isinstance(match.awaiting, Draw):
                agree_on_draws(match, state, dice)
            match = match.then(random_event(match, dice))
            assert match.before is not None
            assert match.event is not None
            text = GAME.tell(match.before.state, match.event, None)
            assert NOTATION.dump(match.state) == oracle_texts.write(happened(state, match.event, text))
        agree_on_awaiting(match, told(match))


def happened(state: oracle_texts.State, event: Any, text: str) -> oracle_texts.State:
    if isinstance(event, Played):
        after = oracle.play(state, event.seat, text, event.at)
    elif isinstance(event, Drawn):
        after = oracle.draw(state, text)
    elif isinstance(event, Left):
        after = oracle.leave(state, event.seat, event.at)
    else:
        after = oracle.tick(state, event.at)
    assert isinstance(after, dict), after
    return after


def test_listings_agree_on_random_positions() -> None:
    dice, looked = Random(381), 0
    while looked < 1000:
        for match in random_match(dice, failures=9):
            if isinstance(match.awaiting, Turn) and dice.random() < 0.5:
                agree_on_listing(match, told(match), dice.randrange(match.state.seats))
                looked += 1


@pytest.mark.parametrize("name", worked())
def test_worked_positions_agree(name: str) -> None:
    match = matches.load(GAME, worked()[name])
    state = oracle_texts.read(worked()[name])
    assert oracle_texts.write(state) == worked()[name]
    agree_on_awaiting(match, state)
    for seat in range(match.state.seats):
        agree_on_listing(match, state, seat)
    shown = GAME.view(match.state, None)["sums"]
    found = [(placed["start"], placed["direction"], placed["value"]) for placed in shown]
    assert found == oracle_rows.placed_sums(state["board"])
