"""`replace` does what the one of `dataclasses` does."""

import dataclasses
from dataclasses import dataclass, field

import pytest

from ludoteka.core.values import replace


@dataclass(frozen=True, slots=True)
class Pair:
    one: int
    other: tuple[int, ...] = ()
    unseen: str = field(default="", compare=False)


@dataclass(frozen=True)
class Two:
    one: int
    other: int


@dataclass(frozen=True)
class Single:
    one: int

    def __post_init__(self) -> None:
        if self.one < 0:
            raise ValueError("Below 0.")


def test_it_is_the_same_as_the_original() -> None:
    pair = Pair(1, (2,), "three")
    for changes in ({}, {"one": 4}, {"other": (5, 6), "unseen": "seven"}):
        ours, theirs = replace(pair, **changes), dataclasses.replace(pair, **changes)
        assert (ours, ours.unseen) == (theirs, theirs.unseen)
    assert pair == Pair(1, (2,), "three")
    assert replace(Two(1, 2), other=3) == Two(1, 3)


def test_a_single_field_and_its_check() -> None:
    assert replace(Single(1), one=2) == Single(2)
    with pytest.raises(ValueError, match="Below 0"):
        replace(Single(1), one=-1)


def test_a_field_that_is_not_there() -> None:
    with pytest.raises(TypeError, match="no field 'two'"):
        replace(Pair(1), two=2)  # type: ignore[call-arg]
