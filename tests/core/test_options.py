"""What an option admits, and how it is told to programs: words, numbers, free text."""

from typing import Any

import pytest

from ludoteka.core.options import Option

WORDS = Option("first", "blue", "Who begins.", values=("blue", "orange"))
NUMBER = Option("goal", 5, "The points that win.", low=3, high=9)
FREE = Option("board", "std", "The board.", values=("std", "mini"), free=True)
DERIVED = Option("tiles", None, "How many.", low=0, high=4, derived=" Follows from the board.")


@pytest.mark.parametrize(
    ("option", "value", "fits"),
    [
        (WORDS, "blue", True),
        (WORDS, "green", False),
        (WORDS, "", False),
        (WORDS, 1, False),
        (WORDS, None, False),
        (NUMBER, 3, True),
        (NUMBER, 9, True),
        (NUMBER, 2, False),
        (NUMBER, 10, False),
        (NUMBER, True, False),
        (NUMBER, "5", False),
        (FREE, "mini", True),
        (FREE, "my own", True),
        (FREE, 7, False),
    ],
)
def test_an_option_admits_values_of_its_kind_and_range(option: Option, value: Any, fits: bool) -> None:
    assert option.admits(value) is fits


@pytest.mark.parametrize(
    ("option", "schema"),
    [
        (WORDS, {"type": "string", "default": "blue", "enum": ["blue", "orange"]}),
        (NUMBER, {"type": "integer", "default": 5, "minimum": 3, "maximum": 9}),
        (FREE, {"type": "string", "default": "std", "examples": ["std", "mini"]}),
        (DERIVED, {"type": "integer", "minimum": 0, "maximum": 4}),
    ],
)
def test_an_option_is_a_json_schema(option: Option, schema: dict[str, object]) -> None:
    """Words are an enumeration; where other texts are possible they are only examples."""
    assert option.schema() == schema | {"description": option.text + option.derived}
