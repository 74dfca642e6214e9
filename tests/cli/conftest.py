"""The command line over the toy games: registered for a test, called in this process."""

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from tests import toys

from ludoteka import games
from ludoteka.cli.app import call


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str


Cli = Callable[..., Outcome]


@pytest.fixture
def toy_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    places = {name: f"tests.toys.{name}:GAME" for name in toys.ids()}
    monkeypatch.setattr(games, "GAMES", places)
    games._places.cache_clear()
    games._load.cache_clear()
    yield
    games._places.cache_clear()
    games._load.cache_clear()


@pytest.fixture
def cli(toy_games: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Runs a command, with lines for its standard input."""

    def run(*arguments: str, lines: str = "") -> Outcome:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
        code = call(list(arguments))
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return run
