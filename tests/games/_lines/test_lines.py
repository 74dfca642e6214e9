"""Names, tile strings, multisets and data files that two games share."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteka.games._lines import shelf, squares, tiles
from ludoteka.games._lines.files import BrokenFile, read_counts, read_grid

ORDER = "0123456789*"
MARKED = {"*": "0123456789", "=": "0123456789"}


@pytest.mark.parametrize("down", [False, True])
def test_every_line_name_is_read_back(down: bool) -> None:
    for row in range(15):
        for column in range(15):
            name = squares.line_name(row, column, down)
            assert squares.read_line(name.lower(), 15) == (row, column, down)
    assert squares.line_name(7, 7, down=False) == "8H"
    assert squares.line_name(7, 7, down=True) == squares.square_name(7, 7) == "H8"


@pytest.mark.parametrize(
    "text", ["", "H", "8", "H0", "H08", "08H", "P1", "16H", "H16", "H8 ", "HH", "88", "H²", "é8", "H123"]
)
def test_what_names_no_line(text: str) -> None:
    assert squares.read_line(text, 15) is None


def test_a_square_is_named_column_first() -> None:
    assert squares.read_square("h8", 15) == (7, 7)
    assert squares.read_square("8H", 15) is None


@given(st.text(max_size=6))
def test_any_text_can_be_asked_for_a_line(text: str) -> None:
    line = squares.read_line(text, 15)
    assert line is None or squares.line_name(*line) == text.upper()


def test_tile_strings() -> None:
    assert tiles.split_items("12.*4=7", "0123456789", MARKED, 15) == ("1", "2", ".", "*4", "=7")
    for wrong in ["", ".1", "1.", "*", "1*", "=", "=*", "1a", "**2", "1 2", "1" * 16, "٣"]:
        assert tiles.split_items(wrong, "0123456789", MARKED, 15) is None


@given(st.lists(st.sampled_from(ORDER)))
def test_multisets_there_and_back(bag: list[str]) -> None:
    text = tiles.arranged(bag, ORDER)
    assert tiles.spelled(tiles.counted(bag, ORDER), ORDER) == text
    assert tiles.taken(text, bag) == ""
    assert dict(tiles.contents(text, ORDER)) == {tile: bag.count(tile) for tile in set(bag)}


def test_what_is_not_there_cannot_be_taken() -> None:
    assert tiles.taken("0057*", "05") == "07*"
    assert tiles.taken("0057*", "55") is None
    assert not tiles.holds("1", "2")
    assert tiles.is_made_of("0*", ORDER)
    assert not tiles.is_made_of("0x", ORDER)


GRID = "# a board\n\n. d .   # first row\n...\nT.T\n"


def test_a_grid() -> None:
    assert read_grid(GRID, ".dT", range(1, 16)) == (".d.", "...", "T.T")


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        (".d.\n.x.\n...", 2, "'x'"),
        (".d.\n..\n...", 2, "2 squares"),
        ("...\n" * 4, 4, "too many"),
        ("...\n...\n", 2, "ends after 2"),
        ("", 0, "ends after 0"),
        ("." * 16, 1, "16 squares"),
        ("." * 100_001, 0, "too long"),
    ],
)
def test_a_broken_grid_names_line_and_reason(text: str, line: int, word: str) -> None:
    with pytest.raises(BrokenFile) as broken:
        read_grid(text, ".dT", range(1, 16))
    assert broken.value.line == line
    assert word in broken.value.reason


def test_counts() -> None:
    assert read_counts("1 10\n* 1 # joker", "012*") == (0, 10, 0, 1)
    for text, line in [("1 10\n1 2", 2), ("x 1", 1), ("1", 1), ("1 100", 1), ("1 -2", 1), ("1 ²", 1)]:
        with pytest.raises(BrokenFile) as broken:
            read_counts(text, "012*")
        assert broken.value.line == line


def grid(text: str) -> tuple[str, ...]:
    return read_grid(text, ".dT", range(1, 16))


SHELF = shelf.Shelf("abaku", "board", ("pinwheel",), grid)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "abaku").mkdir()
    shelf.add_data_folder(tmp_path)
    yield tmp_path
    shelf.remove_data_folder(tmp_path)


def test_added_files_are_found_by_name(folder: Path) -> None:
    (folder / "house.board").write_text(GRID)
    (folder / "abaku" / "garden.board").write_text("T")
    (folder / "abaku" / "broken.board").write_text("x")
    (folder / "abaku" / "pinwheel.board").write_text("T")
    (folder / "abaku" / "Bad Name.board").write_text("T")
    assert SHELF.get("house") == (".d.", "...", "T.T")
    assert SHELF.get("garden") == ("T",)
    assert SHELF.names() == ("pinwheel", "garden", "house")
    with pytest.raises(BrokenFile, match="line 1"):
        SHELF.get("broken")
    assert [p.rpartition("/")[2].partition(":")[0] for p in SHELF.problems()] == [
        "Bad Name.board",
        "broken.board",
        "pinwheel.board",
    ]


@pytest.mark.parametrize("name", ["nothing", "../house", "abaku/house", "House", "", "a" * 33, "house.board"])
def test_unknown_names_and_paths_are_refused(folder: Path, name: str) -> None:
    (folder / "house.board").write_text(GRID)
    with pytest.raises(shelf.UnknownName):
        SHELF.get(name)


def test_the_environment_names_folders_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "house.board").write_text(GRID)
    monkeypatch.setenv(shelf.VARIABLE, str(tmp_path))
    assert SHELF.get("house") == (".d.", "...", "T.T")
    (tmp_path / "binary.board").write_bytes(b"\xff\xfe")
    with pytest.raises(BrokenFile, match="cannot be read"):
        SHELF.get("binary")


def test_only_a_folder_can_be_added(tmp_path: Path) -> None:
    with pytest.raises(NotADirectoryError):
        shelf.add_data_folder(tmp_path / "missing")
