"""The size report: our source is within its limits, and the report notices when something is not."""

from pathlib import Path

from tests.architecture import sizes
from tests.architecture.places import SOURCE


def test_our_modules_and_functions_are_short() -> None:
    assert sizes.complaints(SOURCE) == []


def test_a_long_module_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "long.py").write_text("x = 1\n" * (sizes.MODULE + 1))
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "table.py").write_text("x = 1\n" * 5000)
    assert sizes.complaints(tmp_path) == [f"long.py has {sizes.MODULE + 1} lines, at most {sizes.MODULE}"]


def test_long_functions_are_noticed(tmp_path: Path) -> None:
    body = "    pass\n" * 50
    (tmp_path / "a.py").write_text(f"def one():\n{body}\n\nasync def two():\n{body}\n")
    found = sizes.complaints(tmp_path)
    assert len(found) == 2
    assert "median" in found[0]
    assert "one in ten" in found[1] or "one function in ten" in found[1]


def test_the_report_names_the_longest(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def short():\n    pass\n\n\ndef longer():\n    pass\n    pass\n")
    page = sizes.report(tmp_path)
    assert page.startswith("1 modules, 2 functions: median 2.5, p90 3 lines")
    assert page.index("longer") < page.index("short")
