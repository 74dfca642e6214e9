"""Generators beside each other see what one would have seen."""

from pathlib import Path

from ludoteka.bench import crowds
from ludoteka.bench.hosting import hosted


def test_each_generator_plays_its_share(tmp_path: Path) -> None:
    begun: list[bool] = []
    with hosted(f"sqlite:///{tmp_path / 'crowd.sqlite3'}") as host:
        twice = [host, host]  # two generators at one server
        played = crowds.at_once(twice, 4, 0.5, 0, lambda: begun.append(True))
    assert begun == [True]
    assert len(played.times_ms) >= 4
    assert played.took >= 0.5
    assert played.cpu_s > 0
