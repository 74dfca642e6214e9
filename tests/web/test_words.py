"""The page's other languages are whole: every template of the server, every option, every level of a bot."""

import re
from pathlib import Path

import pytest
from tests.architecture.templates import Template, templates
from tests.web.catalogues import LANGUAGES, SHARED, catalogue, forms, rooms
from tests.web.visiting import GAMES

from ludoteka import games, players
from ludoteka.core.sentences import holes

# Sentences that nobody at the page can bring about, by the module that says them.
ELSEWHERE = {
    "position": "the page takes positions from the server and from its own lessons only",
    "formats": "files of other programs are read by the command line",
    "record": "records are read by the command line",
    "solver": "positions are solved by the command line",
    "http_shared": "what the framework says about requests that the page does not make",
}


def room_of(place: str) -> str | None:
    """Whose catalogue has what is said there: a game's, or the shared one; None: the page never hears it."""
    path = Path(place.rpartition(":")[0])
    if {path.stem, path.parent.name} & ELSEWHERE.keys():
        return None
    if path.parts[0] in {"games", "players"} and path.parts[1] in rooms():
        return path.parts[1]
    return "" if path.parts[0] in {"core", "games", "server", "analysis"} else None


@pytest.fixture(scope="module")
def spoken() -> dict[str, list[Template]]:
    found: dict[str, list[Template]] = {room: [] for room in rooms()}
    for one in templates():
        room = room_of(one.place)
        if room is not None and one.is_key:
            found[room].append(one)
    return found


def test_every_language_of_the_page_has_a_name() -> None:
    text = (SHARED / "index.svelte.ts").read_text(encoding="utf-8")
    named = re.search(r"NAMES = \{([^}]+)\}", text)
    assert named is not None
    assert {"en", *LANGUAGES} <= set(re.findall(r"(\w+):", named[1]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_that_english_rules_decide(language: str) -> None:
    assert catalogue("", language)["words"]["rules.english"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_template_and_no_other(spoken: dict[str, list[Template]], language: str) -> None:
    assert sum(map(len, spoken.values())) > 200, "the collector has lost its way"
    for room, said in spoken.items():
        known = catalogue(room, language)["sentences"]
        assert {one.text: one.place for one in said if one.text not in known} == {}, room
        assert set(known) - {one.text for one in said} == set(), f"{room}: nobody says these any more"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_fills_only_holes_that_are_there(language: str) -> None:
    for room in rooms():
        for template, word in catalogue(room, language)["sentences"].items():
            for text in forms(word):
                assert set(holes(text)) <= set(holes(template)), template


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_declares_has_words(game: str, language: str) -> None:
    info = games.get(game).info
    wanted = {"summary", "lid.say", "lid.short", *(f"preset.{preset.key}" for preset in info.presets)}
    for option in info.options:
        wanted.add(f"option.{option.key}")
        wanted |= {f"option.{option.key}.{value}" for value in option.values}
    own = catalogue(game, language)["words"]
    assert wanted - own.keys() == set()
    declared = {key for key in own if re.match(r"summary$|lid\.|preset\.|option\.", key)}
    assert declared - wanted == set(), "nothing of the game is called so any more"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_bots_have_names(game: str, language: str) -> None:
    own, shared = catalogue(game, language)["words"], catalogue("", language)["words"]
    names = {f"level.{level.name}" for level in players.levels(game).values()}
    assert names - own.keys() - shared.keys() == set()
    assert {key for key in own if key.startswith("level.")} - names == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_sentences_about_bots_are_translated(game: str, language: str) -> None:
    """Whoever chooses a bot is told what to expect of it, in every language."""
    own, shared = catalogue(game, language)["words"], catalogue("", language)["words"]
    wanted = {f"about.{level.name}" for level in players.levels(game).values()}
    there = {key for key in own if key.startswith("about.")}
    assert there - wanted == set()
    assert wanted - there - shared.keys() == set()
