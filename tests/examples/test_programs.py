"""The programs in `examples/` run; the learner gets better; the notebook's cells say what they promise."""

import json
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from tests.architecture.places import ROOT

from ludoteka.arena.drawing import curve

EXAMPLES = ROOT / "examples"
SAID = {
    "random_library.py": ("Result(",),
    "random_engine.py": ("'kind': 'over'",),
    "random_pettingzoo.py": ("player_0", " moments"),
    "random_gymnasium.py": ("against level 1: ", "matches in 64 lanes: "),
    "random_openspiel.py": ("returns: [",),
    "random_vector.py": ("turns a second",),
}
SHORT = {"random_vector.py": ["--lanes", "64", "--steps", "100"]}


@pytest.mark.parametrize("name", sorted(SAID))
def test_a_random_agent_plays(name: str) -> None:
    command = [sys.executable, str(EXAMPLES / name), *SHORT.get(name, [])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert all(words in done.stdout for words in SAID[name]), done.stdout


def test_the_learner_gets_better_and_draws_it(tmp_path: Path) -> None:
    learner: dict[str, Any] = runpy.run_path(str(EXAMPLES / "learner.py"))
    points = learner["learn"](10)
    assert 0.4 < points[0][1] < 0.6
    assert points[-1][1] > points[0][1] + 0.08
    picture = ET.fromstring(curve(points, "updates", "won"))
    assert any(part.tag.endswith("polyline") for part in picture)


def test_the_notebook_runs_and_holds_no_outputs(capsys: pytest.CaptureFixture[str]) -> None:
    cells = json.loads((EXAMPLES / "first_look.ipynb").read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)
            exec(compile("".join(cell["source"]), cell["id"], "exec"), names)
    assert names["ended"] > 1000
    assert "matches; the first player won" in capsys.readouterr().out


def test_every_example_is_listed() -> None:
    listed = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert all(f"({path.name})" in listed for path in EXAMPLES.iterdir() if path.suffix in (".py", ".ipynb"))
