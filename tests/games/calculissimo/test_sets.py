"""Boards and chip sets as data: those of the package, and those an owner adds."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.oracles import calculissimo as oracle

from ludoteka.core import record
from ludoteka.core.chance import seed_from
from ludoteka.core.game import BadNotation, BadRequest
from ludoteka.core.match import new, settle
from ludoteka.games._lines import shelf
from ludoteka.games._lines.files import BrokenFile
from ludoteka.games.calculissimo.engine import GAME
from ludoteka.games.calculissimo.options import BOARDS, CHIP_SETS, read_board, read_chips

ROWS = ["." * 9] * 4 + ["....*..G."] + ["." * 9] * 4


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "house.board").write_text("# ours\n" + "\n".join(" ".join(row) for row in ROWS), "utf-8")
    (tmp_path / "house.chips").write_text("1 20  # many\n+ 30\n* 1\n", "utf-8")
    (tmp_path / "few.chips").write_text("1 14\n", "utf-8")
    (tmp_path / "broken.board").write_text("..\n", "utf-8")
    shelf.add_data_folder(tmp_path)
    yield tmp_path
    shelf.remove_data_folder(tmp_path)


@pytest.mark.parametrize("name", ["std", "plain", "mini"])
def test_boards_of_the_package_are_those_of_the_rules(name: str) -> None:
    assert list(BOARDS.get(name).rows) == oracle.GRIDS[name]


def test_the_standard_board_has_the_premiums_that_the_rules_count() -> None:
    squares = "".join(BOARDS.get("std").rows)
    assert [squares.count(kind) for kind in "GBYP*"] == [24, 12, 12, 8, 1]


def test_chip_sets_have_the_numbers_of_the_rules() -> None:
    assert CHIP_SETS.get("std") == (6,) * 9 + (16, 14, 6, 6, 4)
    assert CHIP_SETS.get("mini") == (3,) * 9 + (9, 8, 4, 4, 2)
    assert [sum(CHIP_SETS.get(name)) for name in ("std", "mini")] == [100, 54]


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ("\n".join(["." * 8] * 8), 1, "8 squares"),
        ("\n".join(["." * 26] * 26), 1, "26 squares"),
        ("\n".join([*ROWS[:3], "....?....", *ROWS[4:]]), 4, "'?'"),
        ("\n".join([*ROWS[:8], "........"]), 9, "8 squares"),
        ("\n".join(ROWS[:8]), 8, "8 rows"),
        ("\n".join([*ROWS, "........."]), 10, "too many"),
        ("\n".join(["." * 9] * 9), 0, "no logo"),
        ("\n".join(["# two", *ROWS[:8], "*........"]), 10, "second logo"),
        ("", 0, "0 rows"),
    ],
)
def test_a_broken_board_names_line_and_reason(text: str, line: int, word: str) -> None:
    with pytest.raises(BrokenFile) as caught:
        read_board(text)
    assert caught.value.line == line
    assert word in caught.value.reason


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ("1 5\n0 3", 2, "'0'"),
        ("1 5\n1 5", 2, "twice"),
        ("+ 100", 1, "0 to 99"),
        ("+", 1, "number"),
        ("+ -1", 1, "number"),
    ],
)
def test_a_broken_chip_set_names_line_and_reason(text: str, line: int, word: str) -> None:
    with pytest.raises(BrokenFile) as caught:
        read_chips(text)
    assert caught.value.line == line
    assert word in caught.value.reason


def test_division_may_be_written_with_a_colon() -> None:
    assert read_chips("/ 3") == read_chips(": 3")


def test_added_sets_are_played_with(house: Path) -> None:
    match = settle(new(GAME, 2, {"board": "house", "chips": "house"}), seed_from("house"))
    view = GAME.view(match.state, 0)
    assert view["grid"] == ROWS
    assert (view["bag"], len(view["board"])) == (51 - 14, 9)
    assert GAME.notation.load(GAME.notation.dump(match.state)) == match.state


def test_names_that_cannot_be_used_are_refused(house: Path) -> None:
    for options in (
        {"board": "broken"},
        {"board": "unknown"},
        {"chips": "few"},
        {"chips": "../few"},
        {"board": ""},
    ):
        with pytest.raises(BadRequest) as caught:
            new(GAME, 2, options)
        assert caught.value.rule == "CA-1.4"
    assert "few" in CHIP_SETS.names()
    assert "broken" not in BOARDS.names()


def test_names_of_the_package_cannot_be_redefined(house: Path) -> None:
    (house / "std.board").write_text("\n".join(ROWS), "utf-8")
    assert BOARDS.get("std").size == 15


def test_records_carry_added_sets_and_refuse_others(house: Path) -> None:
    match = settle(new(GAME, 2, {"board": "house", "chips": "house"}), seed_from("house"))
    assert GAME.annex(match.state) == {"board": "/".join(ROWS), "chips": "120 +30 *1"}
    text = record.write(record.Record(match))
    assert record.read(text, lambda _: GAME).match == match
    for old, changed in (("*..G", "*..B"), ("+30", "+29")):
        with pytest.raises(BadNotation):
            record.read(text.replace(old, changed), lambda _: GAME)


def test_records_of_the_package_carry_nothing_more() -> None:
    assert GAME.annex(new(GAME, 2).state) == {}
