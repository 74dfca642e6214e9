"""Ratings as a fold: order, leaderboards that bots and friends cannot lift, what is at stake."""

import random
from itertools import count

import pytest
from tests.oracles.ratings import naive_ratings

from ludoteka.ratings.fold import (
    ESTABLISHED,
    MONTH_MS,
    OPPONENTS,
    Form,
    Place,
    RatedMatch,
    Standings,
    at_stake,
    fitting,
    fold,
)
from ludoteka.ratings.glicko import Rating

BOT = Rating(1500, 40)
LADDER = {0: Rating(900, 50), 1: Rating(1340, 50), 2: Rating(1700, 50)}
numbers = count(1)


def duel(at: int, first: str | Rating, second: str | Rating, score: float = 1.0) -> RatedMatch:
    ranks = {1.0: (1, 2), 0.5: (1, 1), 0.0: (2, 1)}[score]
    sides = zip((first, second), ranks, strict=True)
    places = [Place(*((one, rank) if isinstance(one, str) else (None, rank, one))) for one, rank in sides]
    return RatedMatch(f"m{next(numbers):06}", at, tuple(places))


def settled(names: list[str]) -> list[RatedMatch]:
    """Everybody plays bots until their ratings are established."""
    return [duel(n * 1000 + k, name, BOT, float(n % 2)) for n in range(30) for k, name in enumerate(names)]


def test_the_fold_of_random_matches_equals_a_naive_one() -> None:
    rng, names = random.Random(5), ["ada", "bob", "cyd", "dan"]
    results = []
    for number in range(200):
        seated = rng.sample(names, rng.choice([2, 2, 3]))
        places = [Place(name, rng.randint(1, 2)) for name in seated]
        if rng.random() < 0.3:
            places.append(Place(None, rng.randint(1, 2), BOT))
        results.append(RatedMatch(f"m{number}", rng.randrange(10**10), tuple(places)))
    standings, changes = fold(results)
    plain = [
        (r.at, r.match, [(p.who, p.rank, None if p.anchor is None else p.anchor.rating) for p in r.places])
        for r in results
    ]
    naive = naive_ratings(plain)
    assert len(changes) == 200
    for name in names:
        assert standings.forms[name].rating.rating == pytest.approx(naive[name][0], abs=1e-4)
        assert standings.forms[name].rating.deviation == pytest.approx(naive[name][1], abs=1e-4)


def test_the_order_in_which_matches_are_told_does_not_matter() -> None:
    results = [*settled(["ada", "bob"]), duel(10**6, "ada", "bob"), duel(10**6, "bob", "ada", 0.5)]
    shuffled = random.Random(1).sample(results, len(results))
    assert fold(results)[0].forms == fold(shuffled)[0].forms


def test_bots_lift_a_rating_but_not_the_leaderboard() -> None:
    before, _ = fold(settled(["ada"]))
    after, _ = fold([*settled(["ada"]), *(duel(10**6 + n, "ada", Rating(2300, 40)) for n in range(50))])
    assert after.forms["ada"].rating.rating > before.forms["ada"].rating.rating + 300
    assert after.forms["ada"].board == before.forms["ada"].board == Rating()
    assert not after.forms["ada"].is_on_board


def test_a_friend_lifts_the_leaderboard_only_as_far_as_three_matches_do() -> None:
    people = ["ada", "friend", *(f"other{n}" for n in range(OPPONENTS))]
    base = settled(people)
    fair = [duel(10**7 + n, "ada", f"other{n % OPPONENTS}", float(n % 2)) for n in range(3 * OPPONENTS)]
    few = [duel(10**8 + n, "ada", "friend") for n in range(3)]
    many = [duel(10**8 + n, "ada", "friend") for n in range(100)]
    with_few, _ = fold([*base, *fair, *few])
    with_many, _ = fold([*base, *fair, *many])
    one, other = with_few.forms["ada"], with_many.forms["ada"]
    assert one.is_on_board
    assert (one.board.rating, one.opponents) == (other.board.rating, other.opponents)
    assert other.rating.rating > one.rating.rating
    alone, _ = fold([*base, *many])
    assert not alone.forms["ada"].is_on_board


def test_newcomers_do_not_count_for_the_leaderboard() -> None:
    """Nobody climbs by beating names that were made up for it."""
    made_up = [duel(10**6 + n, "ada", f"nobody{n}") for n in range(40)]
    standings, _ = fold([*settled(["ada"]), *made_up])
    assert standings.forms["ada"].board_matches == 0
    assert standings.forms["ada"].opponents == 0


def test_a_month_later_a_friend_counts_again() -> None:
    base = settled(["ada", "friend"])
    standings, _ = fold([*base, *(duel(MONTH_MS - 10 + n, "ada", "friend") for n in range(10))])
    month_end = standings.forms["ada"].board_matches
    more, _ = fold([*base, *(duel(MONTH_MS - 10 + n, "ada", "friend") for n in range(20))])
    assert (month_end, more.forms["ada"].board_matches) == (3, 6)


def test_a_rating_is_provisional_first_and_again_after_a_long_time() -> None:
    assert Form().is_provisional
    standings, _ = fold(settled(["ada"]))
    form = standings.forms["ada"]
    assert not form.is_provisional
    assert form.at_time(form.at).rating == form.rating
    assert form.at_time(form.at + 3 * 365 * 86_400_000).is_provisional
    assert form.rating.deviation < ESTABLISHED


def test_what_is_at_stake_is_what_happens() -> None:
    standings = Standings()
    for result in settled(["ada", "bob"]):
        standings.enter(result)
    now = 10**6
    me, other = (standings.forms[name].at_time(now) for name in ("ada", "bob"))
    stakes = list(at_stake(me, [other.rating]))
    for score, stake in zip((1.0, 0.5, 0.0), stakes, strict=True):
        trial = Standings(dict(standings.forms), {})
        after = trial.enter(duel(now, "ada", "bob", score)).after["ada"]
        assert round(after.rating.rating) - round(me.rating.rating) == stake
    assert stakes[0] > 0 > stakes[2]


def test_the_fitting_bot() -> None:
    assert fitting(LADDER, Form()) == 1
    assert fitting(LADDER, Form(rating=Rating(1690, 60), matches=20)) == 2
    assert fitting({}, Form()) is None
