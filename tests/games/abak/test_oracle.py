"""The engine against a naive reading of the rules (tests/oracles/abak.py), on random positions and texts."""

import random
from itertools import islice

import pytest
from tests.games.abak.positions import strewn, walked
from tests.oracles import abak as oracle

from ludoteka.core.game import Played
from ludoteka.core.refusals import BadNotation, IllegalMove, Refusal
from ludoteka.games.abak import moves as listing
from ludoteka.games.abak.engine import GAME
from ludoteka.games.abak.types import BAR, LETTERS, OFF, SETUPS, Move, Options, Setup, State, Step

KEYS = (
    "",
    "druid_exposed=no",
    "match=0 cube=on jacoby=yes",
    "match=5 cube=on scores=3,4",
    "match=3 scores=1,2",
)


def _spoken(steps: tuple[oracle.Step, ...]) -> Move:
    return Move(tuple(Step(s, t, LETTERS.index(kind) + 1 if kind else 0) for s, t, kind in steps))


def _engine_refusal(state: State, move: Move) -> tuple[str | None, tuple[str, ...]] | None:
    try:
        GAME.apply(state, Played(state.seat, move))
    except BadNotation as refusal:
        return (refusal.rule if refusal.rule == "AK-14.4" else "wrong kind"), refusal.where
    except IllegalMove as refusal:
        return refusal.rule, refusal.where
    return None


def _agree(text: str, rng: random.Random) -> None:
    """Legal moves, results, scores and refusals of one position."""
    state = GAME.notation.load(text)
    moves = list(GAME.legal(state, state.seat))
    texts = [GAME.notation.write(state, state.seat, move) for move in moves]
    assert texts == oracle.legal(text), text
    for move in rng.sample(moves, min(3, len(moves))):
        steps = _naive(move)
        after = GAME.apply(state, Played(state.seat, move))
        assert GAME.notation.dump(after) == oracle.after_turn(text, steps), (text, move)
        if steps:
            score = GAME.score(state, state.seat, move)
            assert (score.points, list(score.detail)) == oracle.score(text, steps), (text, move)
    for _ in range(3):
        _agree_on_refusal(text, state, _babbled(rng, state, moves))


def _naive(move: Move) -> tuple[oracle.Step, ...]:
    return tuple((s, t, LETTERS[kind - 1] if kind else "") for s, t, kind in move.steps)


def _agree_on_refusal(text: str, state: State, steps: tuple[oracle.Step, ...]) -> None:
    expected = oracle.refusal(text, steps)
    found = _engine_refusal(state, _spoken(steps))
    if expected is None:
        assert found is None, (text, steps)
        return
    rule, number = expected
    names = {BAR: "bar", OFF: "off"}
    where = () if number is None else tuple(names.get(p, str(p)) for p in steps[number][:2])
    assert found == (rule, where), (text, steps)


def _babbled(rng: random.Random, state: State, moves: list[Move]) -> tuple[oracle.Step, ...]:
    """Steps that might be a turn: a legal one shuffled, cut or bent, or any numbers."""
    steps = list(_naive(rng.choice(moves)))
    rng.shuffle(steps)
    if rng.randrange(3) == 0:
        steps = steps[: rng.randrange(len(steps) + 1)]
    if not steps or rng.randrange(3) == 0:
        steps.insert(rng.randrange(len(steps) + 1), _any_step(rng, state))
    return tuple(steps)


def _any_step(rng: random.Random, state: State) -> oracle.Step:
    source = rng.choice((BAR, *range(1, 25)))
    die = rng.choice(state.dice)
    target = rng.choice((source - die, source - die, source + die, rng.randint(0, 24)))
    kind = rng.choice(("", *LETTERS)) if source == BAR else ""
    return source, min(max(target, OFF), 24), kind


@pytest.mark.parametrize("setup", ["abak", "classic"])
def test_positions_of_random_play(setup: Setup) -> None:
    rng = random.Random(f"walked {setup}")
    for text in islice(walked(rng, Options(setup)), 700):
        _agree(text, rng)


@pytest.mark.parametrize("setup", ["abak", "classic"])
def test_strewn_positions(setup: Setup) -> None:
    rng = random.Random(f"strewn {setup}")
    for number in range(1400):
        limit = rng.choice((None, None, None, 0, 5, 7))
        _agree(strewn(rng, setup, KEYS[number % len(KEYS)], limit), rng)


def test_strewn_positions_hold_every_sort_of_pin() -> None:
    """The generator above must not miss what makes Abak special."""
    rng = random.Random("strewn abak")
    points = [p for _ in range(400) for p in strewn(rng, "abak").split(" ")[0].split("/")]
    shapes = {"".join("W" if x.isupper() else "b" for x in p) for p in points}
    assert {"Wb", "bW", "Wbb", "bWb", "WbW"} <= shapes


def test_the_oracle_agrees_on_the_counts_of_the_rules() -> None:
    start = oracle.write(oracle.Position(oracle.start_board("abak"), "0", (3, 1), ()))
    assert len(oracle.legal(start)) == 35
    classic = oracle.write(
        oracle.Position(oracle.start_board("classic"), "0", (6, 5), (("setup", "classic"),))
    )
    assert len(oracle.legal(classic)) == 7


def test_positions_are_refused_by_the_same_rule() -> None:
    rng = random.Random("faults")
    seen = set()
    for _ in range(3000):
        text = _spoilt(rng, strewn(rng, rng.choice(SETUPS), rng.choice(KEYS)))
        expected = oracle.fault(text)
        try:
            found = None
            loaded = GAME.notation.load(text)
            assert oracle.read(GAME.notation.dump(loaded)).board == oracle.read(text).board
        except Refusal as refusal:
            found = refusal.rule
        assert found == expected, text
        seen.add(found)
    assert seen == {None, "AK-15.3", "AK-15.4", "AK-15.5"}


def _spoilt(rng: random.Random, text: str) -> str:
    """A readable position with something changed."""
    points, bar, off, seat, dice, *keys = text.split(" ")
    stacks = points.split("/")
    values = dict(key.split("=") for key in keys)
    what = rng.randrange(6)
    if what == 0:
        rng.shuffle(stacks)
    elif what == 1:
        stacks[rng.randrange(24)] = "".join(rng.choices("SGNDEOsgndeo", k=rng.randint(1, 3)))
    elif what == 2:
        off = rng.choice(("15,0", "0,15", "15,15", "0,0", off))
    elif what == 3:
        seat, dice = rng.choice("01-"), rng.choice(("-", dice))
    for _ in range(rng.randrange(4)):
        key = rng.choice(("cubeval", "owner", "postcrawford", "stage", "scores", "match", "cube"))
        values[key] = rng.choice(
            {
                "cubeval": ("1", "2", "4096"),
                "owner": ("-", "0", "1"),
                "postcrawford": ("yes", "no"),
                "stage": ("normal", "ask", "offered", "over"),
                "scores": ("0,0", "4,0", "4,4", "5,0", "1,6"),
                "match": ("0", "1", "2", "5"),
                "cube": ("on", "off"),
            }[key]
        )
        if key == "stage" and rng.randrange(3):
            seat, dice = ("-" if values[key] == "over" else rng.choice("01")), "-"
    if rng.randrange(4) == 0:
        bar = "-"
    return " ".join(["/".join(stacks), bar, off, seat, dice, *(f"{k}={v}" for k, v in values.items())])


def test_words_of_the_cube() -> None:
    rng = random.Random("cube")
    for _ in range(600):
        text = strewn(rng, rng.choice(SETUPS), "match=5 cube=on")
        points, bar, off, seat, _, *keys = text.split(" ")
        stage = rng.choice(("ask", "offered"))
        value, owner = rng.choice((("1", "-"), ("2", seat)))
        scores = rng.choice(("0,0", "1,2", "2,1", "2,2", "1,4", "4,2"))
        more = f"scores={scores} cubeval={value} owner={owner} stage={stage} postcrawford="
        more += "yes" if "4" in scores else "no"
        text = " ".join([points, bar, off, seat, "-", *keys, more])
        if oracle.fault(text):
            continue
        state = GAME.notation.load(text)
        seat_to_act = 1 - state.seat if stage == "offered" else state.seat
        moves = list(GAME.legal(state, seat_to_act))
        assert [move.word for move in moves] == oracle.legal(text)
        for move in moves:
            after = GAME.apply(state, Played(seat_to_act, move))
            assert GAME.notation.dump(after) == oracle.after_word(text, move.word)


def test_turns_are_judged_alike_in_any_order() -> None:
    """A legal turn backwards is accepted or refused as the oracle says."""
    rng = random.Random("orders")
    for text in islice(walked(rng, Options("abak"), every=4), 150):
        state = GAME.notation.load(text)
        known = listing.turns(state)
        for move in known.moves[:20]:
            _agree_on_refusal(text, state, tuple(reversed(_naive(move))))
