"""`ludoteka train`: progress, a learning curve, seed and versions, and going on after a stop."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.cli.conftest import Cli

from ludoteka import players
from ludoteka.core.player import Skill, Training


def learn(
    out: Path,
    *,
    seconds: float,
    threads: int,
    seed: int,
    resume: bool,
    progress: Callable[[Mapping[str, float]], None],
) -> None:
    """Counts to three."""
    kept = out / "weights.txt"
    before = int(kept.read_text()) if resume and kept.is_file() else 0
    for step in range(before + 1, before + 4):
        kept.write_text(str(step))
        progress({"seconds": step * seconds, "wins": 1 - 1 / step, "seed": seed})


@pytest.fixture
def one(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Cli:
    skill = Skill({}, trainings={"counting": Training("Learns to count.", learn, "wins")})
    monkeypatch.setattr(players, "skill", lambda game: skill if game == "nim" else Skill({}))
    return cli


def test_a_training_shows_progress_and_writes_a_curve(one: Cli, tmp_path: Path) -> None:
    answer = one("train", "nim", "--out", str(tmp_path), "--seconds", "2", "--threads", "1", "--seed", "7")
    assert answer.code == 0
    assert "Learns to count." in answer.out
    assert "seconds 6  wins 0.6667" in answer.out
    kept = json.loads((tmp_path / "counting.figures.json").read_text())
    assert (kept["seed"], kept["threads"], len(kept["curve"])) == (7, 1, 3)
    assert {"ludoteka", "python", "numpy"} <= set(kept["versions"])
    assert (tmp_path / "counting.svg").read_text().startswith("<svg")


def test_a_training_goes_on(one: Cli, tmp_path: Path) -> None:
    one("train", "nim", "--out", str(tmp_path))
    answer = one("train", "nim", "counting", "--out", str(tmp_path), "--resume", "--json")
    assert [point["wins"] for point in json.loads(answer.out)["curve"]] == [
        1 - 1 / step for step in range(1, 7)
    ]
    fresh = one("train", "nim", "--out", str(tmp_path), "--json")
    assert len(json.loads(fresh.out)["curve"]) == 3


def test_what_cannot_be_trained_is_refused(one: Cli) -> None:
    assert "learn nothing" in one("train", "pig").err
    assert "Name one of counting" in one("train", "nim", "flying").err
