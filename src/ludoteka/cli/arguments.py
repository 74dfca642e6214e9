"""Arguments that several commands share: games, options, record files, with suggestions for typos."""

import sys
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated

import typer

from ludoteka import games
from ludoteka.core import options as optionlib
from ludoteka.core.game import AnyGame

MOST_BYTES = 64 << 20  # no record is longer; a wrong file is noticed before it fills memory


def complete_game(incomplete: str) -> list[str]:
    """For shell completion."""
    return [name for name in games.ids() if name.startswith(incomplete)]


Game = Annotated[
    str,
    typer.Argument(metavar="GAME", help="The game's id, see `ludoteka games`.", autocompletion=complete_game),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "-o", metavar="KEY=VALUE", help="An option of the game; may come several times."
    ),
]
Seed = Annotated[
    str | None, typer.Option("--seed", help="A text that fixes all chance; a fresh one if not given.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Position = Annotated[str | None, typer.Option("--position", metavar="TEXT", help="Begin with this position.")]
RecordFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="A record; '-' reads standard input.", allow_dash=True)
]


def find_game(name: str) -> AnyGame:
    """The game with this id; a typo gets a suggestion."""
    known = games.ids()
    wanted = name.strip().lower()
    if wanted in known:
        return games.get(wanted)
    raise typer.BadParameter(f"There is no game {name[:40]!r}. {suggest(wanted, known)}", param_hint="GAME")


def suggest(word: str, known: Iterable[str]) -> str:
    """A sentence that offers the nearest words, or all of them."""
    words = list(known)
    near = get_close_matches(word, words, n=3, cutoff=0.5)
    return f"Did you mean {' or '.join(near)}?" if near else f"There is {', '.join(words) or 'nothing'}."


def read_options(game: AnyGame, given: Iterable[str]) -> dict[str, optionlib.Value]:
    """Options from `key=value` words; a typo gets a suggestion."""
    known = {option.key: option for option in game.info.options}
    found: dict[str, optionlib.Value] = {}
    for word in given:
        key, equals, value = word.partition("=")
        if not equals:
            raise typer.BadParameter(f"An option is KEY=VALUE, not {word[:60]!r}.", param_hint="--option")
        if key not in known:
            text = f"{game.info.title} has no option {key[:40]!r}. {suggest(key, known)}"
            raise typer.BadParameter(text, param_hint="--option")
        found[key] = _value(known[key], value)
    return found


def _value(option: optionlib.Option, text: str) -> optionlib.Value:
    try:
        value = option.read(text)
    except ValueError:
        value = text
    if option.admits(value):
        return value
    if option.is_integer:
        hint = f"It is a whole number from {option.low} to {option.high}."
    else:
        hint = suggest(text, option.values)
    wrong = f"{text[:40]!r} is no value of option {option.key}. {hint}"
    raise typer.BadParameter(wrong, param_hint="--option")


def read_text(path: Path) -> str:
    """The text of a file, or of standard input for '-'."""
    data = sys.stdin.buffer.read(MOST_BYTES + 1) if str(path) == "-" else _bytes(path)
    if len(data) > MOST_BYTES:
        raise typer.BadParameter(f"{path} is too long to be a record.", param_hint="FILE")
    return data.decode("utf-8", "replace")


def _bytes(path: Path) -> bytes:
    if not path.is_file():
        near = suggest(path.name, [f.name for f in path.parent.glob("*")]) if path.parent.is_dir() else ""
        near = near if near.startswith("Did you mean") else ""
        raise typer.BadParameter(f"There is no file {str(path)!r}. {near}".rstrip(), param_hint="FILE")
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)
