"""The puzzles that ship are what they claim to be: a sample is proven anew on every run, all by `test-long`.

The sample rotates with the commit: every run of one commit looks at the same puzzles, the next commit at
others. `LUDOTEKA_SAMPLE` names another one.
"""

import os
import random
import subprocess
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from tests.architecture.places import ROOT
from tests.oracles import abaku as abaku_oracle
from tests.oracles import abstrakto as abstrakto_oracle
from tests.oracles import calculissimo as calculissimo_oracle
from tests.oracles import kakuro_rows, kakuro_texts

from ludoteka import games, players
from ludoteka.analysis.mining import TRIES, Miner
from ludoteka.analysis.puzzles import pose, posed, ratings
from ludoteka.core import match as matches
from ludoteka.core.player import Skill
from ludoteka.core.puzzle import AnyPuzzler, Collection, Puzzle, id_of, rating_of
from ludoteka.core.refusals import BadRequest

GAMES = [game for game in games.GAMES if players.skill(game).puzzles is not None]
FEWEST = 200  # that ship with each game
SAMPLE = {"abak": 1, "abstrakto": 3}  # of the others `USUAL`
USUAL = 6
TEXTS = 40  # other moves that an oracle scores


def puzzler_of(game: str) -> AnyPuzzler:
    declared = players.skill(game).puzzles
    assert declared is not None
    return declared()


@cache
def collection(game: str) -> Collection:
    return puzzler_of(game).collection()


@cache
def turn() -> str:
    """What the sample depends on: the commit, where there is one."""
    if chosen := os.environ.get("LUDOTEKA_SAMPLE"):
        return chosen
    asked = ["git", "rev-parse", "HEAD"]
    found = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    return found.stdout.strip() or "no commit"


def sample(game: str, number: int | None = None) -> list[Puzzle]:
    kept = collection(game).puzzles
    count = min(len(kept), SAMPLE.get(game, USUAL) if number is None else number)
    return random.Random(f"{turn()} {game}").sample(kept, count)


def prove_anew(game: str, one: Puzzle) -> None:
    """The puzzler proves the same from the position alone."""
    puzzler, there = puzzler_of(game), games.get(game)
    state = matches.load(there, one.position).state
    proven = puzzler.prove(one.question, state, one.seat)
    assert proven is not None, one
    texts = tuple(there.notation.write(state, one.seat, move) for move in proven.answers)
    assert set(texts) == set(one.answers), one
    assert proven.worth == pytest.approx(one.worth, abs=1e-3)
    assert proven.margin == pytest.approx(one.margin, abs=1e-3)
    assert one.margin >= puzzler.questions[one.question].margin
    assert one.id == id_of(game, one.question, puzzler.essence(state, one.seat))


@pytest.mark.parametrize("game", GAMES)
def test_a_sample_is_proven_anew(game: str) -> None:
    for one in sample(game):
        prove_anew(game, one)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_all_are_proven_anew(game: str) -> None:
    for one in collection(game).puzzles:
        prove_anew(game, one)


# --- by oracles that share no code -----------------------------------------------------------------


def best_by_abaku(one: Puzzle, texts: list[str]) -> list[int]:
    tried = (abaku_oracle.judge(abaku_oracle.Table(one.position), one.seat, text) for text in texts)
    return [0 if found is None else found.points() for found in tried]


def best_by_calculissimo(one: Puzzle, texts: list[str]) -> list[int]:
    position = calculissimo_oracle.Pos(one.position)
    return [calculissimo_oracle.score(position, one.seat, text)[0] for text in texts]


def best_by_kakuro(one: Puzzle, texts: list[str]) -> list[int]:
    state = kakuro_texts.read(one.position)
    found = (kakuro_rows.score(state, one.seat, text) for text in texts)
    return [-1 if isinstance(points[0], str) else points[0] for points in found]


SCORES: dict[str, Callable[[Puzzle, list[str]], list[int]]] = {
    "abaku": best_by_abaku,
    "calculissimo": best_by_calculissimo,
    "kakuro": best_by_kakuro,
}


@pytest.mark.parametrize("game", [game for game in GAMES if game in SCORES])
def test_an_oracle_scores_the_answers_and_other_moves(game: str) -> None:
    there, scores = games.get(game), SCORES[game]
    for one in sample(game):
        state = matches.load(there, one.position).state
        assert set(scores(one, list(one.answers))) == {one.worth}, one
        moves = (there.notation.write(state, one.seat, move) for move in there.legal(state, one.seat))
        others = [text for text in moves if text not in one.answers and text[0] not in "cipsk"]
        chosen = random.Random(one.id).sample(others, min(TEXTS, len(others)))
        best = max(scores(one, chosen), default=0)
        assert best <= one.worth, one  # the same points: another way to enter an answer
        puzzler = puzzler_of(game)
        proven = [there.notation.read(state, one.seat, text) for text in one.answers]
        for text, points in zip(chosen, scores(one, chosen), strict=True):
            move = there.notation.read(state, one.seat, text)
            assert puzzler.solves(one.question, state, one.seat, move, proven) == (points == one.worth)
            assert points == one.worth or points <= one.worth - one.margin


def test_exhaustive_search_finds_no_longer_row() -> None:
    """Where no exchange multiplies the ways, all of them are tried."""
    few = [one for one in sample("kakuro", 200) if _is_small(one)][:3]
    assert few
    for one in few:
        state = kakuro_texts.read(one.position)
        pool = state["pools"][one.seat]
        rows = kakuro_rows.cheapest_rows(state["board"], state["open"], pool)
        assert max(int(name.rpartition(":")[2]) for name in rows) == one.worth


def _is_small(one: Puzzle) -> bool:
    pool = kakuro_texts.read(one.position)["pools"][one.seat]
    return "X" not in pool and len(pool) <= 2


def wins(spot: Any, seat: int, known: dict[str, bool]) -> bool:
    """Whether a seat can force a win: every line to the end, by the oracle."""
    key = abstrakto_oracle.dump(spot)
    if key not in known:
        if spot.phase == "over":
            _, ranks, _ = abstrakto_oracle.result(spot)
            known[key] = ranks[seat] < ranks[1 - seat]
        else:
            mover = int(spot.phase)
            after = (abstrakto_oracle.place(spot, mover, p) for p in abstrakto_oracle.placements(spot, mover))
            known[key] = (any if mover == seat else all)(wins(one, seat, known) for one in after)
    return known[key]


def test_minimax_by_the_oracle_agrees_on_the_shortest() -> None:
    """The puzzles with the fewest lines left: each move wins if and only if it is an answer."""
    few = sorted(collection("abstrakto").puzzles, key=_lines)[:2]
    for one in few:
        spot, known = spot_of(one.position), dict[str, bool]()
        mover = int(spot.phase)
        assert mover == one.seat
        winning = {
            abstrakto_oracle.name(p)
            for p in abstrakto_oracle.placements(spot, mover)
            if wins(abstrakto_oracle.place(spot, mover, p), mover, known)
        }
        assert winning == set(one.answers), one


def _lines(one: Puzzle) -> int:
    spot = spot_of(one.position)
    tiles = sum(sum(hand.values()) for hand in spot.hands)
    moves = [len(abstrakto_oracle.placements(spot, seat)) for seat in (0, 1)]
    return int((max(moves) + 1) ** min(tiles, 4) * tiles)


def spot_of(text: str) -> Any:
    """A position of the default options, as the oracle has it."""
    board, hands, phase = text.split()[:3]
    rows = board.split("/")
    tiles = {
        (x, y): "bo".index(sign) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign in "bo"
    }
    first, second = (
        dict(zip(abstrakto_oracle.TYPES, map(int, hand.split(",")), strict=True)) for hand in hands.split("|")
    )
    size = (len(rows) - 1) // 2
    full = abstrakto_oracle.default_set(size)
    return abstrakto_oracle.Spot(
        size, tiles, (first, second), phase, "agreed", full, "random", pie=False, swapped=False, skipped=None
    )


# --- what is kept --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_what_ships(game: str) -> None:
    kept, puzzler, there = collection(game), puzzler_of(game), games.get(game)
    assert kept.game == game
    assert kept.version == puzzler.version
    assert kept.seed
    assert len(kept.puzzles) >= FEWEST
    assert len(kept.by_id) == len(kept.puzzles)
    for one in kept.puzzles:
        state = matches.load(there, one.position).state
        assert there.notation.dump(state) == one.position
        assert one.seat in there.awaiting(state).seats  # type: ignore[union-attr]  # a turn
        assert one.answers
        assert one.question in puzzler.questions
        assert one.margin >= puzzler.questions[one.question].margin
        assert 3 * one.error <= one.margin + 1e-3
        assert tuple(tries for _, tries in one.found) == tuple(TRIES.values())
        assert 2 * one.found[0][0] < one.found[0][1]  # the weakest misses it mostly
        assert one.found[-1][0] > 0  # the strongest finds it
        assert one.rating == rating_of(one.found)


@pytest.mark.parametrize("game", GAMES)
def test_there_is_something_to_choose_from_and_every_answer_is_right(game: str) -> None:
    for one in sample(game):
        there = pose(games.get(game), puzzler_of(game), one)
        state, write = there.match.state, there.game.notation.write
        legal = [write(state, one.seat, move) for move in there.game.legal(state, one.seat)]
        assert set(legal) - set(one.answers)
        for text in one.answers:
            found = there.answered(text)
            assert found.is_right
            assert found.best.move == text
            assert not found.why
        given_up = there.answered(None)
        assert not given_up.is_right
        assert given_up.best.move == one.answers[0]
        assert given_up.tells.text


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_answer_is_explained(game: str) -> None:
    """By the reasons of a review; the same position gives the same ones."""
    (one,) = sample(game, 1)
    there = pose(games.get(game), puzzler_of(game), one)
    state, write = there.match.state, there.game.notation.write
    proven = [there.game.notation.read(state, one.seat, text) for text in one.answers]
    wrong = next(
        move
        for move in there.game.legal(state, one.seat)
        if not there.puzzler.solves(one.question, state, one.seat, move, proven)
    )
    found = there.answered(write(state, one.seat, wrong))
    assert not found.is_right
    assert found.best.move == one.answers[0]
    assert found.json()["best"]["described"] is not None
    assert len(found.why) <= 3


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_mining_gives_the_same_levels_again(game: str) -> None:
    """How often each level finds can be counted again; when levels have changed, mine again."""
    (one,) = sample(game, 1)
    miner = Miner(games.get(game), Collection(game, 1, "any", 0))
    state = matches.load(miner.game, one.position).state
    proven = miner.puzzler.prove(one.question, state, one.seat)
    assert proven is not None
    assert miner.found_by_levels(one.question, state, one.seat, proven) == one.found


def test_games_without_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "skill", lambda _: Skill({}))
    ratings.cache_clear()
    assert ratings(GAMES[0]) == {}
    with pytest.raises(BadRequest, match="has no puzzles"):
        posed(GAMES[0], "x")
    ratings.cache_clear()
    monkeypatch.undo()
    with pytest.raises(BadRequest, match="no such puzzle"):
        posed(GAMES[0], "x")


# --- the same puzzle -----------------------------------------------------------------------------


def essence(game: str, position: str, seat: int) -> str:
    return puzzler_of(game).essence(matches.load(games.get(game), position).state, seat)


def test_turned_and_mirrored_boards_are_one_puzzle() -> None:
    one = collection("abstrakto").puzzles[0]
    board, rest = one.position.split(" ", 1)
    rows = board.split("/")
    images = [
        rows,
        rows[::-1],
        [row[::-1] for row in rows],
        ["".join(column) for column in zip(*rows, strict=True)],
    ]
    found = {essence("abstrakto", f"{'/'.join(image)} {rest}", one.seat) for image in images}
    assert len(found) == 1
    hands, turn_of = rest.split()[:2]
    swapped = board.translate(str.maketrans("bo", "ob"))
    mine, other = hands.split("|")
    mirrored = f"{swapped} {other}|{mine} {1 - int(turn_of)}"
    assert essence("abstrakto", mirrored, 1 - one.seat) in found


def test_across_and_down_are_one_puzzle() -> None:
    fresh = next(
        one for one in collection("kakuro").puzzles if not set(one.position.split()[0]) & set("#^>v+")
    )
    board, rest = fresh.position.split(" ", 1)
    turned = "/".join("".join(column) for column in zip(*board.split("/"), strict=True))
    assert essence("kakuro", f"{turned} {rest}", fresh.seat) == essence("kakuro", fresh.position, fresh.seat)
