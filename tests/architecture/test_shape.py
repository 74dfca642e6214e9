"""One shape for all games: the rooms and doors that the table in docs/guide/add-a-game.md lists."""

import ast
import inspect
import re
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pytest
from tests.architecture.places import ROOT, SOURCE

from ludoteka.games import GAMES

GUIDE = ROOT / "docs" / "guide" / "add-a-game.md"
ROW = re.compile(r"^\| `(\w+)(?:\.py|/)` \| (.*) \|(.*)\|$", re.MULTILINE)
DOOR = re.compile(r"`(\w+)(?:\((.*?)\))?`")
EVERY_GAME = pytest.mark.parametrize("game", GAMES)


@dataclass(frozen=True)
class Room:
    name: str
    is_needed: bool
    doors: tuple[tuple[str, str], ...]  # a name, and the parameters of a function


def told() -> dict[str, Room]:
    """The rooms that the guide lists."""
    rows = ROW.findall(GUIDE.read_text(encoding="utf-8"))
    return {
        name: Room(name, "*if needed:*" not in what, tuple(DOOR.findall(doors))) for name, what, doors in rows
    }


def folder(game: str) -> Path:
    return SOURCE / "games" / game


def rooms(game: str) -> set[str]:
    names = {path.stem for path in folder(game).iterdir() if path.is_dir() or path.suffix == ".py"}
    return names - {"__init__", "__pycache__"}


def test_the_guide_lists_rooms_and_doors() -> None:
    assert len(told()) == 19
    assert sum(len(room.doors) for room in told().values()) >= 20


def test_every_folder_is_a_game_of_the_registry() -> None:
    folders = {path.name for path in (SOURCE / "games").iterdir() if path.is_dir()}
    assert {name for name in folders if not name.startswith("_")} == set(GAMES)


@EVERY_GAME
def test_a_game_has_the_rooms_that_the_guide_lists(game: str) -> None:
    assert rooms(game) - set(told()) == set(), "a room with a name of its own"
    assert {room.name for room in told().values() if room.is_needed} - rooms(game) == set(), "a missing room"


@EVERY_GAME
def test_a_room_has_the_doors_that_the_guide_lists(game: str) -> None:
    for room in told().values():
        if room.name not in rooms(game) or not room.doors:
            continue
        module = import_module(f"ludoteka.games.{game}.{room.name}")
        for name, parameters in room.doors:
            door = getattr(module, name, None)
            assert door is not None, f"{room.name}.{name}"
            if parameters:
                assert inspect.isfunction(door), f"{room.name}.{name}"
                assert len(inspect.signature(door).parameters) == len(parameters.split(",")), (
                    f"{room.name}.{name}"
                )


@EVERY_GAME
def test_an_engine_is_composition(game: str) -> None:
    """Every method asks another room and returns its answer: nothing is decided here."""
    tree = ast.parse((folder(game) / "engine.py").read_text(encoding="utf-8"))
    methods = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert len(methods) >= 5
    for method in methods:
        *before, last = method.body
        assert isinstance(last, ast.Return), method.name
        assert all(isinstance(node, ast.Expr | ast.ImportFrom) for node in before), method.name
