"""The library in a few words: one import, five lines, and still values."""

import pickle
import random
import subprocess
import sys
from fractions import Fraction

import pytest
from tests.toys import TOYS, pig

import ludoteka
from ludoteka.core.game import BadRequest, Drawn, Played
from ludoteka.core.record import Record, write


@pytest.mark.parametrize("game", ludoteka.games.ids())
def test_a_random_match_in_five_lines(game: str) -> None:
    match = ludoteka.new(game, seed="x")
    chooser = random.Random(3)
    while not match.is_over and match.ply < 60:
        match = match.play(chooser.choice(match.legal()))
    assert match.ply > 3
    assert str(match) == match.board()
    assert (match.result is not None) == match.is_over


def test_a_whole_match_has_a_result() -> None:
    match = ludoteka.new("abak", setup="classic", seed="x")
    while not match.is_over:
        match = match.play(match.legal()[0])
    assert match.result is not None
    assert sorted(match.result.ranks) == [1, 2]
    assert match.seat is None
    assert match.legal() == []
    assert match.opening.options == {"setup": "classic"}
    assert ludoteka.read(write(Record(match))).match == match


def test_play_is_then_and_nothing_else() -> None:
    match = ludoteka.new("abstrakto", seed="x")
    move = match.legal()[0]
    by_value, by_text = match.play(move), match.play(match.text(move))
    assert match.seat is not None
    assert by_value == by_text == match.then(Played(match.seat, move)).settled()
    assert match.ply + 1 == by_value.ply
    assert by_value.before is match


def test_the_same_seed_gives_the_same_match_and_a_match_can_be_kept() -> None:
    first, second = (ludoteka.new("abaku", seed="x") for _ in range(2))
    assert first == second
    assert first != ludoteka.new("abaku", seed="y")
    again = pickle.loads(pickle.dumps(first.play(first.legal()[0])))
    assert again == first.play(first.legal()[0])


def test_without_a_seed_chance_is_listed_and_told() -> None:
    match = ludoteka.new("abak", setup="classic")
    outcomes = dict(match.outcomes())
    assert sum(outcomes.values()) == 1
    assert set(outcomes.values()) <= {Fraction(1, 36), Fraction(1, 30), Fraction(1, 18)}
    roll = next(iter(outcomes))
    assert match.draw(roll) == match.then(Drawn(roll))
    with pytest.raises(BadRequest, match="Without a seed"):
        match.draw()
    assert list(match.draw(roll).outcomes()) == [] or match.draw(roll).seat is None


def test_looking_back() -> None:
    match = ludoteka.new("kakuro", seed="x")
    assert match.at(0).ply == 0
    assert match.at(-1) is match
    assert match.at(match.ply) is match
    for wrong in (match.ply + 1, -match.ply - 2):
        with pytest.raises(IndexError):
            match.at(wrong)


def test_a_seat_sees_its_own_rack_and_nobody_else_does() -> None:
    match = ludoteka.new("abaku", seed="x")
    mine, others = match.view(0), match.view(None)
    assert mine != others
    assert match.board(0) != match.board(1)
    assert "seed" not in repr(match)


def test_leaving_ends_a_match_of_two() -> None:
    left = ludoteka.new("abstrakto", seed="x").leave(0)
    assert left.result is not None
    assert left.result.rule == "left"


def test_a_text_in_an_event_says_what_to_do() -> None:
    match = ludoteka.new("abak", setup="classic", seed="x")
    with pytest.raises(BadRequest, match=r"Match\.play"):
        match.then(Played(0 if match.seat is None else match.seat, match.text(match.legal()[0])))


def test_where_several_seats_may_act_the_first_is_meant_or_one_is_named() -> None:
    match = ludoteka.new(TOYS["duel"])
    first, second = match.play(match.legal()[0]), match.play(match.legal(1)[0], 1)
    assert isinstance(first.event, Played)
    assert isinstance(second.event, Played)
    assert (first.event.seat, second.event.seat) == (0, 1)
    with pytest.raises(BadRequest, match="Nobody is to act"):
        ludoteka.new("abak").play("24/18")


def test_a_game_of_ones_own_and_its_numbers_of_seats() -> None:
    assert ludoteka.new(pig.GAME, seed="x").opening.seats == 2
    with pytest.raises(BadRequest, match=r"Abak is for 2 seats, not 5\."):
        ludoteka.new("abak", 5)


def test_the_package_names_what_it_has_and_imports_nothing_until_asked() -> None:
    assert {"new", "load", "read", "settle", "games"} <= set(dir(ludoteka))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = ludoteka.nonsense
    program = "import ludoteka, sys; print([name for name in sys.modules if name.startswith('ludoteka.')])"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert told.strip() == "['ludoteka.version']"
