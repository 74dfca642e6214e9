"""The engine and a naive reading of the rules document agree, over all options."""

from random import Random
from typing import Any

import pytest
from tests.games.abstrakto import spots
from tests.oracles import abstrakto as oracle

from ludoteka.core import match as matches
from ludoteka.core.game import Draw, Drawn, Over, Played, Turn
from ludoteka.core.refusals import BadNotation, Refusal
from ludoteka.games.abstrakto.engine import GAME
from ludoteka.games.abstrakto.types import Move, State

Match = matches.Match[State, Move]


def texts(match: Match, seat: int) -> list[str]:
    return [GAME.notation.write(match.state, seat, move) for move in GAME.legal(match.state, seat)]


def tried(match: Match, seat: int, text: str) -> tuple[str, str | None, tuple[str, ...]] | str:
    """The position after a move text, or the refusal."""
    try:
        match.admits(seat)
        move = GAME.notation.read(match.state, seat, text)
        return GAME.notation.dump(match.then(Played(seat, move)).state)
    except Refusal as refusal:
        return refusal.kind, refusal.rule, refusal.where


def expected(spot: oracle.Spot, seat: int, text: str) -> tuple[str, str | None, tuple[str, ...]] | str:
    try:
        return oracle.dump(oracle.play(spot, seat, text))
    except oracle.Refused as refused:
        return refused.said


def compare(match: Match, spot: oracle.Spot, rng: Random) -> None:
    """Everything that can be asked of a position."""
    assert GAME.notation.dump(match.state) == oracle.dump(spot)
    viewer = rng.choice((0, 1, None))
    seen = {k: v for k, v in GAME.view(match.state, viewer).items() if k not in ("left", "last")}
    assert seen == oracle.view(spot, viewer)
    awaited = match.awaiting
    if isinstance(awaited, Over):
        found = awaited.result
        assert (list(found.scores), list(found.ranks), found.rule) == oracle.result(spot)
    if not isinstance(awaited, Turn):
        return
    assert set(awaited.seats) == oracle.to_act(spot)
    seat = rng.choice(sorted(awaited.seats))
    moves = oracle.legal(spot, seat)
    assert texts(match, seat) == moves
    for text in (*some_texts(rng, spot), rng.choice(moves)):
        who = rng.choice((seat, seat, 1 - seat))
        assert tried(match, who, text) == expected(spot, who, text)
    chosen = rng.choice(moves)
    score = GAME.score(match.state, seat, GAME.notation.read(match.state, seat, chosen))
    assert (score.points, list(score.detail)) == oracle.score(spot, seat, chosen)


def some_texts(rng: Random, spot: oracle.Spot) -> list[str]:
    """Points near and far, and every other kind of move, in any case and spacing."""
    near = [(x + rng.randint(-1, 1), y + rng.randint(-1, 1)) for x, y in list(spot.tiles)[:3]]
    points = [*rng.sample(oracle.points(spot.size), 4), *near]
    names = [oracle.name(p) for p in points if min(p) >= 0 and max(p) <= 2 * spot.size]
    letters = "".join(rng.choices("SLX", k=3))
    words = ["swap", "PASS", f"discard {letters}", "t1", "a0", f"a{2 * spot.size + 2}", "discard SS", ""]
    return [*names, names[0].upper().replace("1", " 1"), *rng.sample(words, 3)]


@pytest.mark.parametrize("seed", range(40))
def test_random_positions(seed: int) -> None:
    rng = Random(seed)
    compared = 0
    while compared < 50:
        spot = spots.spot(rng)
        if oracle.refusal(spot) is not None:
            continue
        spot = oracle.canonical(spot)
        compare(matches.load(GAME, oracle.dump(spot)), spot, rng)
        compared += 1


def test_spoiled_positions() -> None:
    """`load` accepts and refuses what it should, by the first rule that applies."""
    rng = Random(77)
    seen: set[str | None] = set()
    for _ in range(1500):
        spot = spots.spoiled(rng, spots.spot(rng))
        rule = oracle.refusal(spot)
        seen.add(rule)
        if rule is None:
            found = GAME.notation.dump(GAME.notation.load(oracle.dump(spot)))
            assert found == oracle.dump(oracle.canonical(spot))
        else:
            with pytest.raises(BadNotation) as refused:
                GAME.notation.load(oracle.dump(spot))
            assert refused.value.rule == rule, oracle.dump(spot)
    rules = {"AS-3.2", "AS-3.3", "AS-9.4", "AS-9.5", "AS-9.6", "AS-9.7", "AS-9.8"}
    assert seen == {None, *rules}


OPTIONS: tuple[dict[str, Any], ...] = (
    {"size": 3, "discard": "secret"},
    {"size": 2, "discard": "random", "first": "orange"},
    {"size": 3, "discard": "agreed:0,0,0", "pie": "on"},
    {"size": 4, "discard": "agreed:1,0,1", "first": "blue"},
    {"size": 2, "tiles": "3,9,1", "discard": "secret", "first": "blue"},
    {"size": 5, "discard": "random"},
    {"size": 6, "tiles": "3,3,3", "pie": "on"},
    {},
)


def begun(options: dict[str, Any]) -> oracle.Spot:
    """How a match starts, by AS-2."""
    size = options.get("size", 7)
    full = oracle.default_set(size)
    if "tiles" in options:
        full = dict(zip("SLX", map(int, options["tiles"].split(",")), strict=True))
    mode = options.get("discard", "agreed")
    out = mode.partition(":")[2] or "1,1,1"
    less = dict.fromkeys("SLX", 0)
    if mode.startswith("agreed"):
        less = dict(zip("SLX", map(int, out.split(",")), strict=True))
    hands = tuple({t: full[t] - less[t] for t in "SLX"} for _ in (0, 1))
    phase = "start" if mode.startswith("agreed") else "discard"
    first = options.get("first", "random")
    pie = options.get("pie") == "on"
    spot = oracle.Spot(size, {}, (hands[0], hands[1]), phase, mode, full, first, pie, False, None)  # noqa: FBT003
    return oracle.come(spot, oracle.NAMES.index(first)) if phase == "start" and first != "random" else spot


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_whole_matches(number: int) -> None:
    options = OPTIONS[number]
    rng = Random(number)
    for _ in range(max(1, 8 - 2 * options.get("size", 7) // 2)):
        match, spot = matches.new(GAME, 2, options), begun(options)
        while not isinstance(match.awaiting, Over):
            compare(match, spot, rng)
            if isinstance(match.awaiting, Draw):
                match, spot = drawn(match, spot, rng)
                continue
            seat = rng.choice(sorted(match.awaiting.seats))
            text = rng.choice(texts(match, seat))
            match = match.then(Played(seat, GAME.notation.read(match.state, seat, text)))
            spot = oracle.play(spot, seat, text)
        compare(match, spot, rng)


def drawn(match: Match, spot: oracle.Spot, rng: Random) -> tuple[Match, oracle.Spot]:
    if spot.phase == "start":
        colour = rng.choice(oracle.NAMES)
        after = oracle.come(spot, oracle.NAMES.index(colour))
        return match.then(Drawn(GAME.notation.read_outcome(match.state, colour))), after
    rest = [t for t in "SLX" for _ in range(spot.set[t])]
    word = "".join(rng.sample(rest, 3))
    seat = int(sum(spot.hands[0].values()) < sum(spot.set.values()))
    after = oracle.discard(spot, seat, word)
    return match.then(Drawn(GAME.notation.read_outcome(match.state, word.lower()))), after
