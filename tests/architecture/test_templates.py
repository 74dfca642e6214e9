"""Sentences for people are templates with named holes: literals, whose holes are filled."""

import ast
from pathlib import Path

import pytest
from tests.architecture.templates import templates


def test_every_template_is_a_literal() -> None:
    assert [one.place for one in templates() if one.text is None] == []


def test_every_hole_is_filled() -> None:
    told = [one for one in templates() if one.text is not None and one.values is not None]
    assert len(told) > 100
    assert [(one.place, one.text) for one in told if one.values is not None and one.holes - one.values] == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('raise IllegalMove("On {square}.", square=1)', [("On {square}.", {"square"})]),
        ('raise IllegalMove(f"On {square}.")', [(None, set())]),
        ('raise IllegalMove("On {}.".format(1))', [(None, set())]),
        ('def f():\n    text = "A" if x else "B"\n    raise BadRequest(text)', [("A", set()), ("B", set())]),
        ('text, rule = "A", "X-1.1"\nraise IllegalMove(text, rule)', [("A", set())]),
        ('counted(3, "{n} tile", "{n} tiles")', [("{n} tile", {"n"}), ("{n} tiles", {"n"})]),
        ('class Own(BadRequest): ...\nraise Own("Stop.")', [("Stop.", set())]),
        ("raise IllegalMove(SENTENCES[rule])", []),
    ],
)
def test_templates_are_read(tmp_path: Path, source: str, found: list[tuple[str | None, set[str]]]) -> None:
    ast.parse(source)
    (tmp_path / "module.py").write_text(source)
    assert [(one.text, set(one.values or ())) for one in templates(tmp_path)] == found
