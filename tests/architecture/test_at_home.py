"""What belongs to a game stays in its folders: nobody else knows its name, its title or its rule numbers."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.architecture.places import ROOT, RULES, SOURCE

from ludoteka import games

PAGE = ROOT / "web" / "src"
ROOMS = (SOURCE / "games", SOURCE / "players", SOURCE / "bench", PAGE / "games")
KINDS = {".py", ".ts", ".svelte", ".json", ".css", ".html"}
# Where a game is named all the same, and why.
NAMED = {
    "src/ludoteka/games/__init__.py": "the registry: one line a game",
    "web/src/games/registry.ts": "the page's registry",
    "src/ludoteka/games/_lines/__init__.py": "says which two games share it, by decision",
    "src/ludoteka/games/_lines/shelf.py": "shows how the files of a game are named",
    "src/ludoteka/cli/app.py": "the help names the games that come along",
    "src/ludoteka/cli/playing.py": "the help shows a command as people type it",
    "src/ludoteka/bench/page.py": "measures two boards in a browser",
    "src/ludoteka/bench/vector.py": "measures each game with its options beside a game of another project",
}


def prefixes() -> set[str]:
    """The letters that each rules document numbers its rules with."""
    texts = [(RULES / f"{game}.md").read_text(encoding="utf-8") for game in games.GAMES]
    return {found[1] for text in texts if (found := re.search(r"\b([A-Z]{2,3})-\d+\.\d+", text))}


def words() -> re.Pattern[str]:
    names = {*games.GAMES, *(games.get(game).info.title for game in games.GAMES)}
    numbers = rf"(?:{'|'.join(sorted(prefixes()))})-\d"
    return re.compile(rf"(?<![A-Za-z])(?:(?i:{'|'.join(map(re.escape, names))})(?![a-z])|{numbers})")


def is_at_home(path: Path) -> bool:
    """In a folder or module of a game: `games/<id>/`, `players/<id>/`, `bench/<id>.py`."""
    own = rf"(?:{'|'.join(games.GAMES)})(?:_\w+)?"
    return any(
        re.fullmatch(own, path.relative_to(room).parts[0].partition(".")[0])
        for room in ROOMS
        if path.is_relative_to(room)
    )


def shared() -> Iterator[Path]:
    for root in (SOURCE, PAGE):
        for path in sorted(root.rglob("*")):
            kept = path.suffix in KINDS and not {"static", "__pycache__"} & set(path.parts)
            if kept and not is_at_home(path):
                yield path


def test_every_document_numbers_its_rules() -> None:
    assert len(prefixes()) == len(games.GAMES)


def test_no_shared_room_knows_a_game() -> None:
    known, found = words(), {}
    for path in shared():
        if hits := sorted(set(known.findall(path.read_text(encoding="utf-8")))):
            found[path.relative_to(ROOT).as_posix()] = hits
    assert {place: hits for place, hits in found.items() if place not in NAMED} == {}
    assert sorted(NAMED) == sorted(found), "these name no game any more"


@pytest.mark.parametrize("text", ["if game == 'kakuro':", "t('lesson.abak.1')", "see AB-7.6", "AbakuView"])
def test_a_game_is_noticed(text: str) -> None:
    assert words().search(text)


@pytest.mark.parametrize("text", ["abstraktor", "the tabak shop", "CAB-7", "an abacus"])
def test_other_words_are_fine(text: str) -> None:
    assert not words().search(text)
