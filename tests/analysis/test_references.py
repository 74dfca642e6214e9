"""The references of the games: sums, exact cases, values that agree, reasons counted again on the board."""

from typing import Any

import numpy as np
import pytest

import ludoteka
from ludoteka import players
from ludoteka.analysis.report import part, reviewer_of, sums_of
from ludoteka.analysis.review import Decision, Depth, Luck, Reviewer, SecondThought
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.description import Item
from ludoteka.core.game import Draw, Drawn, Played, Scores, Ticked, Turn
from ludoteka.core.match import Match
from ludoteka.core.player import Budget, ask
from ludoteka.core.sentences import Sentence
from ludoteka.games.abak.rules.boards import bar_letters, point_letters
from ludoteka.games.abak.turns import apply as turned
from ludoteka.games.abak.turns import board_after
from ludoteka.games.calculissimo.types import Move, Word
from ludoteka.players._lines.skills import skills_of
from ludoteka.players._lines.table import Candidate
from ludoteka.players.calculissimo.reference import CalculissimoReference

AnyMatch = Match[Any, Any]
ABAK: dict[str, Any] = {"setup": "classic"}
SMALL: dict[str, Any] = {"size": 3, "first": "blue"}


def played(game: str, levels: tuple[int, int], seed: str, most: int = 1000, **options: Any) -> AnyMatch:
    """A match of two players; after `most` events one of them leaves."""
    match: AnyMatch = ludoteka.new(game, seed=seed, **options)
    seats = [players.player_for(match.game, level) for level in levels]
    while not match.is_over:
        assert isinstance(match.awaiting, Turn)
        assert match.seat is not None
        if match.ply >= most:
            return match.leave()
        source, budget = Source(seed_from(f"{seed} {match.ply}")), Budget(nodes=400)
        answers = {
            seat: ask(seats[seat], match.game, match.state, seat, budget, source)
            for seat in match.awaiting.seats
        }
        seat = min(answers, key=lambda one: answers[one].wait or 0)
        at = match.now + (answers[seat].wait or 0)
        until = match.awaiting.until
        if until is not None and at >= until:
            match = match.then(Ticked(until)).settled()
        else:
            match = match.play(answers[seat].move, seat, at)
    return match


@pytest.fixture(scope="module")
def backgammon() -> AnyMatch:
    return played("abak", (3, 1), "study", **ABAK)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("abak", {"setup": "classic", "cube": "on", "match": 3}),
        ("abak", {"match": 0}),
        ("abstrakto", {"size": 4}),
        ("abstrakto", {"size": 4, "discard": "secret"}),
        ("kakuro", {}),
        ("abaku", {}),
        ("abaku", {"scoring": "values", "referee": "dispute"}),
        ("calculissimo", {}),
    ],
    ids=str,
)
def test_the_parts_are_the_result(game: str, options: dict[str, Any]) -> None:
    most = 40 if game in ("abak", "abstrakto", "kakuro") else 12
    match = played(game, (2, 1), f"{game} {options}", most=most, **options)
    made = part(reviewer_of(match).findings())
    for seat in range(2):
        sums = sums_of(made, seat)
        assert sums.remainder == pytest.approx(0.0, abs=1e-4)
        assert sums.loss >= 0.0
    assert all(one["loss"] >= 0.0 for one in made["decisions"])
    if "secret" not in options.values() and game in ("abak", "abstrakto"):
        assert all(abs(sums_of(made, seat).unknown) < 1e-4 for seat in range(2)), "nothing is hidden"


def test_a_solved_board_has_no_second_thoughts_once_it_is_proved() -> None:
    match = played("abstrakto", (1, 1), "solved", **SMALL)
    reviewer = reviewer_of(match)
    proved = {one.ply for one in reviewer.way if all(worth.is_exact for worth in reviewer.static(one))}
    assert len(proved) > len(reviewer.way) // 2
    for one in reviewer.findings():
        if isinstance(one, SecondThought) and one.ply in proved:
            assert one.value == pytest.approx((0.0, 0.0))
        if isinstance(one, Decision) and {one.ply - 1, one.ply} <= proved:
            assert one.loss in (0.0, 1.0, 2.0)


def test_luck_of_the_dice_averages_to_nothing(backgammon: AnyMatch) -> None:
    for before in list(backgammon)[1:40:7]:
        if not isinstance(before.awaiting, Draw):
            continue
        total = 0.0
        for outcome, weight in before.awaiting.chance.weighted():
            after = before.then(Drawn(outcome, before.now))
            reviewer = Reviewer(after, reviewer_of(backgammon).reference)
            (found,) = [one for one in reviewer.events(before.ply, after.ply) if isinstance(one, Luck)]
            assert found.error == 0.0
            total += float(weight) * found.luck[0]
        assert total == pytest.approx(0.0, abs=1e-9)


def test_a_state_after_a_move_is_worth_what_the_move_is(backgammon: AnyMatch) -> None:
    reference = reviewer_of(backgammon).reference
    source = Source(seed_from("worth"))
    for before in list(backgammon)[2:60:9]:
        if isinstance(before.awaiting, Turn) and before.awaiting.forced is None:
            seat = before.seat
            assert seat is not None
            legal = before.legal()
            judged = reference.judge(before.view(seat), seat, legal, legal[0], source)
            assert legal[0] in [one.move for one in judged]
            for one in judged[:3]:
                after = turned(before.state, Played(seat, one.move))
                assert reference.values(after, source)[seat].margin == pytest.approx(one.worth.margin)


def test_whoever_looks_further_judges_all_equally_far_and_the_best_first(backgammon: AnyMatch) -> None:
    reference = reviewer_of(backgammon).reference
    before = next(
        one for one in list(backgammon)[6:] if isinstance(one.awaiting, Turn) and len(one.legal()) > 6
    )
    seat, legal = before.seat, before.legal()
    assert seat is not None
    first = reference.judge(before.view(seat), seat, legal, None, Source(seed_from("far")))
    last = first[-1].move  # far behind at first sight, and still looked at as far as the others
    judged = reference.judge(before.view(seat), seat, legal, last, Source(seed_from("far")), effort=2)
    margins = [one.worth.margin for one in judged]
    assert margins == sorted(margins, reverse=True)
    assert last in [one.move for one in judged]


# --- reasons, counted again with none of the code that gave them ----------------------------------


def rolls_that_hit(state: Any, seat: int, board: bytes) -> int:
    """Of 36 rolls, by listing every legal turn of the other seat with the game's own rules."""
    from dataclasses import replace

    from ludoteka.games.abak.engine import GAME

    def suffering(there: bytes) -> int:
        held = sum(
            letters[0].islower() == bool(seat) for letters in point_letters(there) if _is_mixed(letters)
        )
        return len(bar_letters(there)[seat]) + held

    total = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            rolled = replace(state, board=board, seat=1 - seat, dice=(high, low), stage="normal")
            turns = [move for move in GAME.legal(rolled, 1 - seat) if move.steps]
            hit = any(suffering(board_after(rolled, move)) > suffering(board) for move in turns)
            total += hit * (1 if high == low else 2)
    return total


def _is_mixed(letters: str) -> bool:
    return bool(letters) and letters[0].islower() != letters[-1].islower()


def test_every_number_of_a_reason_is_right(backgammon: AnyMatch) -> None:
    reviewer, checked = reviewer_of(backgammon), set()
    for one in reviewer.events(0, 60):
        if not isinstance(one, Decision) or not one.why or one.played in ("double", "take", "drop", "roll"):
            continue
        state, seat = backgammon.at(one.ply - 1).state, one.seat
        moves = [backgammon.game.notation.read(state, seat, text) for text in (one.played, one.best[0].move)]
        mine, best = (board_after(state, move) for move in moves)
        for fact in one.why:
            said, values = fact.sentence.template, fact.sentence.values
            if "of 36 rolls" in said:
                assert values["mine"] == rolls_that_hit(state, seat, mine)
                assert values["best"] == rolls_that_hit(state, seat, best)
                checked.add("rolls")
            if "hits {n}" in said:
                assert values["n"] == len(bar_letters(best)[1 - seat]) - len(bar_letters(mine)[1 - seat])
                checked.add("hits")
            if "holds {n}" in said:
                assert values["n"] == _points_held(best, seat) - _points_held(mine, seat)
                checked.add("held")
    assert {"rolls", "held"} <= checked


def _points_held(board: bytes, seat: int) -> int:
    mine = "snegdo" if seat else "SNEGDO"
    return sum(len(x) > 1 and x[-1] in mine and x[-2] in mine for x in point_letters(board))


def test_a_missed_play_is_told_with_its_points_and_what_it_needs() -> None:
    match = played("abaku", (3, 1), "points", most=14)
    checked = 0
    for one in reviewer_of(match).findings():
        if not isinstance(one, Decision) or not one.why:
            continue
        before = match.at(one.ply - 1)
        assert isinstance(before.game, Scores)
        scores = [
            before.game.score(
                before.state, one.seat, before.game.notation.read(before.state, one.seat, text)
            ).points
            for text in (one.played, one.best[0].move)
        ]
        for fact in one.why:
            if "there was a move" in fact.sentence.template:
                assert [fact.sentence.values["mine"], fact.sentence.values["best"]] == scores
                assert one.skills
                checked += 1
    assert checked


@pytest.mark.parametrize(
    ("better", "mine", "said"),
    [
        ("12", "9", "The better move keeps 1 2 instead of 9, worth about 5 points more."),
        ("12", "", "The better move keeps 1 2, worth about 5 points more."),
        ("", "9", "The better move keeps nothing, worth about 5 points more."),
    ],
)
def test_what_stays_is_told_in_words_for_chips_and_tiles_alike(better: str, mine: str, said: str) -> None:
    def keeping(tiles: str) -> Candidate[Move]:
        return Candidate(Word.PASS, 0.0, 0.0, np.array([tiles.count(face) for face in reference.faces]), 0)

    reference = CalculissimoReference()
    assert reference._kept(keeping(better), keeping(mine), 5).text == said


@pytest.mark.parametrize(
    ("game", "options"), [("abaku", {"mode": "cover"}), ("abaku", {}), ("kakuro", {})], ids=str
)
def test_who_plays_alone_is_reviewed_too(game: str, options: dict[str, Any]) -> None:
    match: AnyMatch = ludoteka.new(game, seats=1, seed="alone", **options)
    for _ in range(3):
        match = match.play(match.legal()[0])
    made = part(reviewer_of(match.leave()).findings())
    assert sums_of(made, 0).remainder == pytest.approx(0.0, abs=1e-4)


@pytest.mark.parametrize("game", ["abaku", "calculissimo"])
def test_who_left_is_nobodys_rival_and_cannot_win(game: str) -> None:
    match: AnyMatch = ludoteka.new(game, seats=3, seed="three")
    for _ in range(4):
        match = match.play(max(match.legal(), key=lambda move: len(str(move))))
    leaver = max(range(3), key=lambda seat: match.view(None)["scores"][seat])
    stayed = match.leave(leaver)
    assert not stayed.is_over
    values = reviewer_of(stayed).reference.values(stayed.state, Source(seed_from("any")))
    assert values[leaver].win == 0.0
    assert sum(one.win for one in values) == pytest.approx(1.0)
    first, second = (values[seat].margin for seat in range(3) if seat != leaver)
    assert first == pytest.approx(-second)  # the two that play on compare with each other alone


def test_skills_are_read_from_mathematics() -> None:
    assert skills_of([Item("2 + 6 = 8")]) == ["sums to 20"]
    assert skills_of([Item("√289 = 17"), Item("9 × 12 = 108")]) == [
        "square roots",
        "times beyond 100",
        "several equations",
    ]
    assert skills_of([Item("3² = 9"), Item("40 ÷ 8 = 5"), Item("9 − 4 = 5")]) == [
        "squares",
        "division to 100",
        "differences to 20",
        "several equations",
    ]
    assert skills_of([]) == []
    across = Item("1 + 2 = 3", where=("A1", "B1", "C1"), notes=(Sentence("B1 ×2"),))
    down = Item("1 + 4 = 5", where=("A1", "A2", "A3"))
    assert skills_of([across, down], with_joker=True) == [
        "sums to 20",
        "several equations",
        "across and down at once",
        "bonus squares",
        "Joker",
    ]


def test_kakuro_says_what_was_there() -> None:
    match = played("kakuro", (1, 1), "rows")
    found = [one for one in reviewer_of(match).findings() if isinstance(one, Decision) and one.why]
    for one in found:
        before = match.at(one.ply - 1)
        best = before.game.notation.read(before.state, one.seat, one.best[0].move)
        for fact in one.why:
            if "was there" in fact.sentence.template:
                assert isinstance(before.game, Scores)
                said = fact.sentence.values
                assert (
                    said.get("best", said.get("n")) == before.game.score(before.state, one.seat, best).points
                )


@pytest.mark.parametrize("game", ["abaku", "calculissimo"])
def test_two_reviews_agree_within_the_stated_error(game: str) -> None:
    """Other samples, other numbers: what both say of a move differs by less than their errors."""
    match = played(game, (2, 2), "agree")
    both = [reviewer_of(match, Depth(seed=seed)).events(0, 14) for seed in ("one", "two")]
    first, second = ([one for one in found if isinstance(one, Decision) and one.best] for found in both)
    assert [one.ply for one in first] == [one.ply for one in second]
    apart = []
    for one, other in zip(first, second, strict=True):
        known = {candidate.move: candidate for candidate in other.best}
        for mine in one.best:
            if mine.move in known:
                theirs = known[mine.move]
                apart.append(abs(mine.value - theirs.value) <= mine.error + theirs.error + 1e-9)
    assert len(apart) >= 8
    assert sum(apart) >= 0.9 * len(apart)
