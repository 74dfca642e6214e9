"""The random source and the kinds of chance."""

import hashlib
import hmac
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteka.core.chance import Bag, Chance, Choice, Dice, Source, commitment, seed_from

SEED = seed_from("a table in Brno")


def test_the_stream_is_the_documented_hash() -> None:
    block = hmac.new(SEED, b"ludoteka draw " + (7).to_bytes(8, "big") + b"|" + bytes(8), hashlib.sha256)
    expected = int.from_bytes(block.digest()[:8], "big") % 6
    assert Source.for_draw(SEED, 7).below(6) == expected


def test_known_values_never_change() -> None:
    """Records written today must verify in ten years, on any machine."""
    rng = Source.for_draw(seed_from("golden"), 1)
    assert [rng.below(6) for _ in range(10)] == GOLDEN_DICE
    assert commitment(seed_from("golden")) == GOLDEN_COMMITMENT


GOLDEN_DICE = [0, 3, 1, 4, 4, 1, 2, 2, 5, 1]
GOLDEN_COMMITMENT = "0cc51f199bebebc71cc14a96f36d82e0b0e754ab42226c753036cfdc2f9ae6be"


def test_below_is_uniform_and_unbiased() -> None:
    rng = Source(SEED)
    counts = Counter(rng.below(7) for _ in range(70_000))
    assert set(counts) == set(range(7))
    # chi squared with 6 degrees of freedom: 22.5 is passed by chance once in a thousand
    assert sum((n - 10_000) ** 2 / 10_000 for n in counts.values()) < 22.5


def test_rejection_leaves_no_modulo_bias() -> None:
    """A bound just above half the range shows the bias at once where there is one."""
    bound = 3 * 2**62
    rng = Source(SEED)
    low = sum(rng.below(bound) < bound // 3 for _ in range(9000))
    assert abs(low - 3000) < 200


@given(st.integers(1, 2**300))
def test_below_stays_below(bound: int) -> None:
    assert 0 <= Source(SEED).below(bound) < bound


def test_bounds_and_seeds_are_checked() -> None:
    with pytest.raises(ValueError, match="bound"):
        Source(SEED).below(0)
    with pytest.raises(ValueError, match="32 bytes"):
        Source(b"short")


def test_seed_texts() -> None:
    assert seed_from("ab" * 32) == bytes.fromhex("ab" * 32)
    assert seed_from("AB" * 32) == seed_from("ab" * 32)
    assert seed_from("zz" * 32) != seed_from("zz" * 31)
    assert len(seed_from("\ud800")) == 32


def test_shuffle_reaches_every_order() -> None:
    seen = set()
    rng = Source(SEED)
    for _ in range(300):
        items = [1, 2, 3, 4]
        rng.shuffle(items)
        seen.add(tuple(items))
    assert len(seen) == 24


CHANCES: list[Chance] = [
    Dice(2),
    Dice(3, 4),
    Choice((("blue", 1), ("orange", 2), ("never", 0))),
    Bag((("1", 2), ("2", 1), ("*", 1)), (2, 1)),
    Bag((("a", 3),), (1, 1, 1)),
    Bag((("a", 1), ("b", 2)), (0, 3)),
]


@pytest.mark.parametrize("chance", CHANCES, ids=repr)
def test_outcomes_are_all_there_and_probabilities_add_up(chance: Chance) -> None:
    outcomes = list(chance.outcomes())
    assert len(set(outcomes)) == len(outcomes)
    assert all(chance.allows(outcome) for outcome in outcomes)
    assert sum((chance.probability(outcome) for outcome in outcomes), Fraction(0)) == 1
    rng = Source(SEED)
    sampled = Counter(chance.sample(rng) for _ in range(3000))
    for outcome in outcomes:
        expected = float(chance.probability(outcome)) * 3000
        assert abs(sampled[outcome] - expected) < 6 * expected**0.5 + 1
    assert set(sampled) <= set(outcomes)


def test_what_cannot_happen_is_not_allowed() -> None:
    bag = Bag((("1", 2), ("2", 1)), (2, 1))
    assert bag.allows((("1", "1"), ("2",)))
    for wrong in ((("1", "1"), ("1",)), (("1",), ("2",)), (("1", "3"), ("2",)), "11", (("1", "1"),), (1, 2)):
        assert not bag.allows(wrong)
        assert bag.probability(wrong) == 0
    assert not Dice(2).allows((0, 7))
    assert not Dice(2).allows((1,))
    assert not Choice((("a", 0), ("b", 1))).allows("a")
    with pytest.raises(ValueError, match="does not hold"):
        Bag((("1", 1),), (2,))


def test_groups_are_unordered_and_written_in_one_order() -> None:
    bag = Bag((("2", 2), ("1", 2)), (2, 2))
    assert bag.canonical((("1", "2"), ("2", "1"))) == (("2", "1"), ("2", "1"))


@pytest.mark.parametrize(("bits", "size"), [(1, 8), (56, 8), (57, 9), (64, 9), (65, 10)])
def test_a_large_bound_takes_as_many_bytes_as_are_documented(bits: int, size: int) -> None:
    """At least eight, and at least seven bits more than the bound: or what comes after it would shift."""
    stream = b"".join(hmac.digest(SEED, b"|" + number.to_bytes(8, "big"), "sha256") for number in range(2))
    rng, bound = Source(SEED), 1 << bits
    assert rng.below(bound) == int.from_bytes(stream[:size], "big") % bound
    assert rng.below(256) == stream[size + 7]
