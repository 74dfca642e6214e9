"""A game declares; nobody guesses: no shared room reads its notation, looks into its views, has its words."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import is_typeddict

import pytest
from tests.architecture.places import ROOT, SOURCE
from tests.architecture.test_at_home import NAMED, PAGE, shared

import ludoteka
from ludoteka import games
from ludoteka.core.game import Located

LINES = (SOURCE / "games" / "_lines", PAGE / "games" / "_lines")  # the home of two games, by decision
SCRIPTS = {".ts", ".svelte"}
LITERAL = re.compile(
    r"""(?<=[(,=:\[])\ ?  # what can stand before a regular expression, but not before a quotient
    /((?![*/ ])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\n\[\\])+)/[gimsuvy]*""",
    re.VERBOSE,
)
# Patterns that match a part of some move, but are about something else.
OTHER_PATTERNS = {
    "src/ludoteka/core/record.py": "the keys in a record's header",
    "src/ludoteka/cli/authoring.py": "the names of new packages",
    "web/src/board/grid.ts": "the board's own names of its squares",
}
# Words of a game that are ordinary English in other places.
ORDINARY = (
    "accepted across all auto bar board claim count digit down draw due end event face first free from full "
    "game grid kind last left main match move no now off on open options over owner plain points rack "
    "random ready red result right rule sand scores seat seats secret seen setup small square squares stage "
    "start text tiles timed to turn unseen until value values winner wrong you"
)
# A view is looked into where there is nothing else to draw, under names that the guide gives, and where
# the players of two games share what both views show (decision 195).
LOOKS = {
    "web/src/games/any/look.ts": {"scores"},
    "src/ludoteka/players/_lines/evaluating.py": {"scores"},
    "src/ludoteka/players/_lines/reference.py": {"scores"},
}


def rooms() -> Iterator[tuple[str, str]]:
    """The shared modules that may not name a game, each with its text."""
    for path in shared():
        place = path.relative_to(ROOT).as_posix()
        is_code = path.suffix == ".py" or path.suffix in SCRIPTS
        if is_code and place not in NAMED and not any(path.is_relative_to(home) for home in LINES):
            yield place, path.read_text(encoding="utf-8")


# --- notation ----------------------------------------------------------------------------------


def some_moves() -> set[str]:
    """Moves and their squares from the first turns of every game, but for those that are plain words."""
    found: set[str] = set()
    for game in games.GAMES:
        match = ludoteka.new(game, seed="notation")
        for _ in range(3):
            moves = list(islice(match.legal(), 300))
            found |= {match.text(move) for move in moves}
            assert isinstance(match.game, Located)
            found |= {square for move in moves for square in match.game.where(match.state, 0, move)}
            match = match.play(moves[0])
    return {text for text in found if re.search(r"\d", text)}


def patterns(place: str, text: str) -> Iterator[re.Pattern[str]]:
    """The regular expressions in a module's text."""
    for found in python_patterns(text) if place.endswith(".py") else script_patterns(text):
        yield re.compile(found)


def python_patterns(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            first = node.args[0] if node.args else None
            is_re = isinstance(node.func.value, ast.Name) and node.func.value.id == "re"
            if is_re and isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value


def script_patterns(text: str) -> Iterator[str]:
    for body in LITERAL.findall(text):
        yield re.sub(r"\(\?<(?=\w)", "(?P<", body.replace(r"\p{L}", "a-z"))  # as Python writes it


def reads(pattern: re.Pattern[str], move: str) -> bool:
    """Whether it matches a part of the move with a digit and something else: a square, a step, a rack."""
    return any(
        re.search(r"\d", found[0]) and re.search(r"[^\d\s]", found[0]) for found in pattern.finditer(move)
    )


def readers(place: str, text: str, moves: set[str]) -> list[str]:
    return [one.pattern for one in patterns(place, text) if any(reads(one, move) for move in moves)]


def test_no_shared_room_reads_a_notation() -> None:
    moves = some_moves()
    assert len(moves) > 200
    found = {place: hits for place, text in rooms() if (hits := readers(place, text, moves))}
    assert sorted(found) == sorted(OTHER_PATTERNS), found


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("a.py", 'import re\nSQUARE = re.compile(r"([a-o])(\\d{1,2})")'),
        ("a.py", 'import re\nfound = re.match(r"(\\d+)/(\\d+|off)", text)'),
        ("a.ts", "const SQUARE = /^([A-O])(\\d+)$/;"),
        ("a.svelte", "{#each text.split(/(\\d+[A-O]) /) as part}"),
    ],
)
def test_a_notation_is_noticed(place: str, text: str) -> None:
    assert readers(place, text, {"H8", "b1", "8F 279", "24/23 23/18"})


# --- views and words -----------------------------------------------------------------------------


def own_words() -> set[str]:
    """What games call their options, the values of these, their presets, and what is in their views."""
    found: set[str] = set()
    for game in games.GAMES:
        info, types = games.get(game).info, import_module(f"ludoteka.games.{game}.types")
        for option in info.options:
            found |= {option.key, *option.values}
        found |= {preset.key for preset in info.presets}
        views = [value for value in vars(types).values() if is_typeddict(value)]
        found |= {key for view in views for key in view.__annotations__}
    return found


def literals(place: str, text: str) -> set[str]:
    """The texts between quotation marks."""
    if not place.endswith(".py"):
        return set(re.findall(r"""["'`]([\w-]+)["'`]""", text))
    nodes = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant))
    return {node.value for node in nodes if isinstance(node.value, str)}


def looks(text: str) -> set[str]:
    """What is taken out of something called a view."""
    dotted = re.findall(r"""\bview!?\??\.(\w+)""", text)
    return {*dotted, *re.findall(r"""\bview\)?!?(?:\?\.)?\[["'](\w+)["']\]""", text)}


def test_no_shared_room_looks_into_a_view() -> None:
    own = own_words()
    found = {place: hits for place, text in rooms() if (hits := looks(text) & own)}
    assert found == LOOKS


def test_no_shared_room_has_words_of_a_game() -> None:
    own, ordinary = own_words(), set(ORDINARY.split())
    assert len(own - ordinary) > 100
    found = {word for place, text in rooms() for word in literals(place, text) & own}
    assert found - ordinary == set(), "a word of a game; if it is ordinary English here, say so above"
    assert ordinary - found == set(), "these are no words of a game, or in no shared room any more"


def test_words_and_looks_are_noticed() -> None:
    assert literals("a.py", 'if options["crawford"] == "yes": ...') & own_words() == {"crawford", "yes"}
    assert "racks" in literals("a.ts", 'const hands = view["racks"];')
    assert looks("view.board + view?.racks + view!.bar + view['dice'] + (x as View).cube") == {
        "board",
        "racks",
        "bar",
        "dice",
    }


def test_every_place_is_a_file() -> None:
    assert [place for place in (*OTHER_PATTERNS, *LOOKS) if not Path(ROOT / place).is_file()] == []
