"""Generators beside each other see what one would have seen."""

import multiprocessing
import os
from pathlib import Path
from typing import Any

import pytest

from ludoteka.bench import crowds
from ludoteka.bench.hosting import ServerProcess, hosted


def test_each_generator_plays_its_share(tmp_path: Path) -> None:
    begun: list[bool] = []
    with hosted(f"sqlite:///{tmp_path / 'crowd.sqlite3'}") as host:
        twice = [host, host]  # two generators at one server
        played = crowds.at_once(twice, 4, 0.5, 0, lambda: begun.append(True))
    assert begun == [True]
    assert len(played.times_ms) >= 4
    assert played.took >= 0.5
    assert played.cpu_s > 0


HOSTS = [ServerProcess("sqlite://", port) for port in (0, 1)]  # nobody goes there


def never_sits(*_: Any) -> None:
    multiprocessing.get_context("spawn").Event().wait()


def ends_at_once(*_: Any) -> None:
    return


def one_dies_while_all_play(*given: Any) -> None:
    given[4].wait()  # everybody sits
    if given[0][0][1] == 1:  # the port
        os._exit(1)
    never_sits()


@pytest.mark.parametrize(
    ("generator", "patience", "sentence"),
    [
        (never_sits, 0.1, "not everybody sat"),
        (ends_at_once, 60, "ended before everybody sat"),
        (one_dies_while_all_play, 60, "ended before it told"),
    ],
)
def test_a_generator_that_fails_leaves_no_other_behind(
    monkeypatch: pytest.MonkeyPatch, generator: Any, patience: float, sentence: str
) -> None:
    monkeypatch.setattr(crowds, "_generate", generator)
    monkeypatch.setattr(crowds, "PATIENCE_S", patience)
    with pytest.raises(RuntimeError, match=sentence):
        crowds.at_once(HOSTS, 2, 0.1, 0, lambda: None)
    assert multiprocessing.active_children() == []
