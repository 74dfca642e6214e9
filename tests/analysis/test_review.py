"""Reviews: the sums hold, exact references have no second thoughts, luck averages to nothing, classes."""

from typing import Any

import pytest
from tests.analysis.perfect import GOAL, PerfectPig
from tests.toys import pig

from ludoteka.analysis.grades import grade
from ludoteka.analysis.report import Sums, joined, part, review, sums_of
from ludoteka.analysis.review import Decision, Luck, Point, Reviewer, SecondThought
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Draw, Drawn
from ludoteka.core.match import Match, new, settle
from ludoteka.core.player import Evaluation


def played(seed: str, careless: bool) -> Match[Any, Any]:
    """A match of Pig: the first seat banks both dice, the second one too unless it is careless."""
    match = settle(new(pig.GAME, 2, {"goal": GOAL}), seed_from(seed))
    while not match.is_over:
        move = "first" if careless and match.seat == 1 and 1 not in match.state.dice else None
        move = move or ("pass" if 1 in match.state.dice else "both")
        match = settle(match.play(move), seed_from(seed))
    return match


def sums(match: Match[Any, Any]) -> tuple[Sums, Sums]:
    made = part(Reviewer(match, PerfectPig()).findings())
    return sums_of(made, 0), sums_of(made, 1)


def decisions(match: Match[Any, Any]) -> list[Decision]:
    return [one for one in Reviewer(match, PerfectPig()).findings() if isinstance(one, Decision)]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("careless", [False, True])
def test_the_parts_are_the_result_and_nothing_is_left(seed: int, careless: bool) -> None:
    both = sums(played(str(seed), careless))
    for mine in both:
        assert mine.remainder == pytest.approx(0.0, abs=1e-4)
        assert mine.result in (0.0, 1.0)
        assert mine.unknown == pytest.approx(0.0, abs=1e-4), "nothing is hidden"
        assert mine.thoughts == pytest.approx(0.0, abs=1e-4), "the reference is exact"
        assert mine.gifts == pytest.approx(both[1 - mine.seat].loss, abs=1e-4)
    assert both[0].loss == 0.0
    assert (both[1].loss > 0.0) == (careless and both[1].decisions > 0)


def test_luck_averages_to_nothing() -> None:
    """Probability times luck over all rolls, at every roll of a match."""
    match = played("luck", careless=False)
    reference = PerfectPig()
    for before in match:
        if isinstance(before.awaiting, Draw):
            total = [0.0, 0.0]
            for outcome, weight in before.awaiting.chance.weighted():
                after = before.then(Drawn(outcome, before.now))
                reviewer = Reviewer(after, reference)
                (found,) = [
                    one for one in reviewer.findings() if isinstance(one, Luck) and one.ply == after.ply
                ]
                assert found.error == 0.0
                total = [sum_ + float(weight) * luck for sum_, luck in zip(total, found.luck, strict=True)]
            assert total == pytest.approx([0.0, 0.0], abs=1e-9)


def test_the_curve_comes_first_and_findings_in_order() -> None:
    match = played("3", careless=True)
    findings = list(Reviewer(match, PerfectPig()).findings())
    assert all(isinstance(one, Point) for one in findings[: match.ply + 1])
    later = findings[match.ply + 1 :]
    assert not any(isinstance(one, Point) for one in later)
    assert [one.ply for one in later if isinstance(one, SecondThought)] == list(range(match.ply))
    assert [one.ply for one in later if not isinstance(one, SecondThought)] == list(range(1, match.ply + 1))


def test_decisions_have_classes_reasons_and_skills() -> None:
    match = played("3", careless=True)
    bad = [one for one in decisions(match) if one.loss > 0]
    assert bad
    for one in bad:
        assert one.seat == 1
        assert one.played == "first"
        assert one.best[0].move == "both"
        assert one.grade != "best"
        assert one.why[0].sentence.template == "banks {points} more"
    forced = [one for one in decisions(match) if one.is_forced]
    assert all(one.played == "pass" and one.loss == 0.0 for one in forced)
    found, missed = sums(match)[1].skills["sums"]
    assert missed == sum(not one.is_forced and one.grade != "best" for one in decisions(match))
    assert (found, missed) != (0, 0)


def test_the_same_record_the_same_review_in_one_piece_or_many() -> None:
    match = played("again", careless=True)
    whole = review(Reviewer(match, PerfectPig()))
    assert review(Reviewer(match, PerfectPig())) == whole
    firsts = range(0, match.ply, 3)
    some = [part(Reviewer(match, PerfectPig()).events(n, min(n + 3, match.ply))) for n in firsts]
    assert (
        joined(Reviewer(match, PerfectPig()), [part(Reviewer(match, PerfectPig()).curve()), *some]) == whole
    )


def test_leaving_costs_what_the_position_was_worth() -> None:
    match = settle(new(pig.GAME, 2, {"goal": GOAL}), seed_from("leave"))
    while 1 in match.state.dice:
        match = settle(match.play("pass"), seed_from("leave"))
    leaver = match.seat
    assert leaver is not None
    worth = PerfectPig().values(match.state, Source(seed_from("none")))[leaver].win
    gone = decisions(match.leave(leaver))[-1]
    assert gone.played == "leave"
    assert gone.loss == pytest.approx(worth)
    assert gone.grade == "blunder"
    assert all(abs(mine.remainder) < 1e-4 for mine in sums(match.leave(leaver)))


@pytest.mark.parametrize(
    ("best", "played_", "expected"),
    [
        ((0.5, 0.0), (0.5, 0.0), "best"),
        ((0.5, 1.0), (0.49, 0.9), "good"),
        ((0.5, 1.0), (0.48, 0.9), "inaccuracy"),
        ((0.5, 1.0), (0.44, 0.9), "mistake"),
        ((0.5, 1.0), (0.36, 0.9), "blunder"),
        ((0.99, 20.0), (0.985, 17.0), "good"),  # lopsided: by the unit
        ((0.99, 20.0), (0.60, 9.0), "blunder"),
        ((0.01, -20.0), (0.005, -26.0), "mistake"),
    ],
)
def test_classes(best: tuple[float, float], played_: tuple[float, float], expected: str) -> None:
    thresholds = (4.0, 6.0, 10.0)
    assert grade(Evaluation(*best), Evaluation(*played_), thresholds, is_alone=False) == expected


def test_a_loss_that_the_error_covers_is_no_mistake() -> None:
    best, worse = Evaluation(0.6, 5.0, error=3.0, samples=9), Evaluation(0.5, 3.0)
    assert grade(best, worse, (1, 2, 3), is_alone=False) == "good"
    assert grade(Evaluation(0.6, 5.0), worse, (1, 2, 3), is_alone=False) == "mistake"
    assert grade(Evaluation(1.0, 5.0), Evaluation(1.0, 3.5), (1, 2, 3), is_alone=True) == "inaccuracy"
