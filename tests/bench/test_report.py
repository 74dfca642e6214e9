"""The page of figures says what was measured, and names no machine."""

import json
import platform
from pathlib import Path

from tests.architecture.places import ROOT

from ludoteka import bench
from ludoteka.bench import vector
from ludoteka.bench.report import KEPT, PAGE, machine, main, page


def test_the_page_is_fresh() -> None:
    """`python -m ludoteka.bench.report docs` makes it again."""
    docs = ROOT / "docs"
    kept = json.loads((docs / KEPT).read_text(encoding="utf-8"))
    assert (docs / PAGE).read_text(encoding="utf-8") == page(kept)
    assert "vector.abstrakto.steps_per_s" in kept["figures"]


def test_newer_figures_replace_older_ones(tmp_path: Path) -> None:
    for number, name in ((10.0, "b"), (20000.0, "b"), (0.5, "a.ratio")):
        (tmp_path / "new.json").write_text(json.dumps({name: number, f"{name}.spread": 0.25}))
        main([str(tmp_path), str(tmp_path / "new.json"), "--note", "Busy."])
    text = (tmp_path / PAGE).read_text()
    assert "| `a.ratio` | 0.5 | 0.25 |\n| `b` | 20,000 | 0.25 |\n" in text
    assert "\nBusy.\n" in text


def test_a_machine_is_described_without_its_name() -> None:
    words = " ".join(machine().values())
    assert f"{platform.machine()}" in words
    assert not platform.node() or platform.node() not in words


def test_ratios_stand_beside_ours() -> None:
    ours = {name for name, *_ in vector.OURS}
    assert {beside for *_, beside in vector.PEERS} <= ours
    assert "vector" in bench.usual()
    assert "peers" not in bench.names()
    assert "report" not in bench.names()
