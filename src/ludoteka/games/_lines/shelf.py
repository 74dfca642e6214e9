"""Shelves of named data files: the package's own, and those added by whoever runs the program.

A folder is added by `add_data_folder`, or by the environment variable `LUDOTEKA_DATA` (several folders are
separated as in `PATH`). A game's files are in the folder itself or in a subfolder with the game's id:
`house.board` or `abaku/house.board`. Requests, positions and records only ever give names.
"""

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Generic, TypeVar, cast

from ludoteka.games._lines.files import BrokenFile

T = TypeVar("T")

VARIABLE = "LUDOTEKA_DATA"
NAME = re.compile(r"[a-z][a-z0-9-]{0,31}")

_added: list[Path] = []


class UnknownName(KeyError):
    """No file with this name is on the shelf."""


def add_data_folder(path: str | Path) -> None:
    """Adds a folder of board and tile files for this process; raises `NotADirectoryError`."""
    folder = Path(path)
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is not a folder.")
    if folder not in _added:
        _added.append(folder)


def remove_data_folder(path: str | Path) -> None:
    """Takes back what `add_data_folder` added."""
    _added.remove(Path(path))


def data_folders() -> tuple[Path, ...]:
    """All added folders; earlier ones take precedence."""
    named = os.environ.get(VARIABLE, "")
    return (*_added, *(Path(place) for place in named.split(os.pathsep) if place))


@dataclass(frozen=True)
class Shelf(Generic[T]):
    """The files of one kind of one game: `Shelf("abaku", "board", ("pinwheel", "blank"), parse)`.

    The package's own files are in `ludoteka/games/<game>/data/`; `parse` turns a text into what the game
    uses and raises `BrokenFile`.
    """

    game: str
    suffix: str
    own: tuple[str, ...]
    parse: Callable[[str], T]

    def get(self, name: str) -> T:
        """What the file with this name holds; raises `UnknownName`, or `BrokenFile` for an added one."""
        return cast(T, _read(self, name, () if name in self.own else data_folders()))

    def names(self) -> tuple[str, ...]:
        """The package's names, then those of usable added files."""
        good = {place.stem for place in self._files() if self._problem(place) is None}
        return (*self.own, *sorted(good))

    def is_added(self, name: str) -> bool:
        """Whether the name stands for a file that is not the package's."""
        return name not in self.own

    def problems(self) -> list[str]:
        """One sentence for each file for this game that cannot be used, with line and reason.

        Only files in a folder with the game's id are checked: others may belong to another game.
        """
        mine = (place for place in self._files() if place.parent.name == self.game)
        found = ((place, self._problem(place)) for place in mine)
        return [f"{place}: {problem}" for place, problem in found if problem]

    def _files(self) -> Iterator[Path]:
        for folder in data_folders():
            for place in (folder / self.game, folder):
                yield from sorted(place.glob(f"*.{self.suffix}"))

    def _problem(self, place: Path) -> str | None:
        if not NAME.fullmatch(place.stem):
            return "a name is a small letter, then small letters, digits and hyphens, at most 32"
        if place.stem in self.own:
            return f"the name {place.stem} belongs to the package"
        try:
            self.parse(_text(place))
        except BrokenFile as broken:
            return str(broken)
        return None

    def text(self, name: str, folders: tuple[Path, ...]) -> str:
        """The text of a file of the package or of one of the folders; raises `UnknownName`."""
        file = f"{name}.{self.suffix}"
        if name in self.own:
            return files(f"ludoteka.games.{self.game}").joinpath("data", file).read_text("utf-8")
        if NAME.fullmatch(name):
            for folder in folders:
                for place in (folder / self.game / file, folder / file):
                    if place.is_file():
                        return _text(place)
        raise UnknownName(name[:40])


@lru_cache(maxsize=64)
def _read(shelf: Shelf[T], name: str, folders: tuple[Path, ...]) -> T:
    return shelf.parse(shelf.text(name, folders))


def _text(place: Path) -> str:
    try:
        return place.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as reason:
        raise BrokenFile(0, f"the file cannot be read ({type(reason).__name__})") from None
