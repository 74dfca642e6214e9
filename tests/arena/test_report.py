"""The page about the players, and pictures: they say what the results say."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

from tests.architecture.places import ROOT
from tests.arena.contests import contest, results

from ludoteka.arena.contest import everybody_meets
from ludoteka.arena.drawing import Scale, curve, plot
from ludoteka.arena.report import PAGE, RESULTS, page, take
from ludoteka.arena.summary import summary


def test_the_page_about_the_players_is_fresh() -> None:
    """`python -m ludoteka.arena.report docs` makes it again."""
    assert (ROOT / "docs" / PAGE).read_text(encoding="utf-8") == page(ROOT / "docs")


def test_the_page_says_what_the_results_say(tmp_path: Path) -> None:
    one = contest("0", "1", "2", pairings=everybody_meets(3))
    result = summary(one, results(one, 6)) | {"game": "abaku", "options": {"declare": "on"}}
    (tmp_path / "some.json").write_text(json.dumps({"first": result}))
    (tmp_path / "one.json").write_text(json.dumps(result))
    take(tmp_path, tmp_path / "some.json")
    take(tmp_path, tmp_path / "one.json")
    assert [path.name for path in (tmp_path / RESULTS).iterdir()] == ["abaku-on.json"]
    text = page(tmp_path)
    assert "## Abaku (declare on)" in text
    won = 100 - 100 * result["meetings"][0]["win_rate"]["mean"]
    assert f"| modest (level 1) | random (level 0) | 12 | {won:.1f} % (" in text
    assert text.count("± ") >= 6


def test_a_plot_is_a_picture_with_a_row_for_everybody() -> None:
    one = contest("0", "1", "2", pairings=everybody_meets(3))
    for some in (one, contest("1", "2")):
        picture = ET.fromstring(plot(summary(some, results(some, 4))))
        dots = [part for part in picture if part.tag.endswith("circle")]
        assert len(dots) == len(some.contestants)


def test_a_learning_curve_is_a_picture() -> None:
    picture = ET.fromstring(curve([(0, -1.5), (30, 0.2), (60, 1.1)], "seconds", "points <a game>"))
    (line,) = [part for part in picture if part.tag.endswith("polyline")]
    assert len(line.attrib["points"].split()) == 3


def test_ticks_are_round_numbers() -> None:
    assert Scale(0.0, 1.0, 0, 100).ticks() == [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert Scale(-150, 270, 0, 100).ticks() == [-100.0, 0.0, 100.0, 200.0]
    assert len(Scale(3, 3, 0, 100).ticks()) >= 2
