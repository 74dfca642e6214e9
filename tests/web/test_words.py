"""The page's other languages are whole: every sentence of the server, every option, every level of a bot."""

import json
import re
from pathlib import Path

import pytest
from tests.web.sentences import collected
from tests.web.visiting import GAMES, ROOT

from ludoteka import games, players

SOURCE = ROOT / "src" / "ludoteka"
I18N = ROOT / "web" / "src" / "i18n"
LANGUAGES = sorted(path.stem for path in (I18N / "sentences").glob("*.json"))

# Sentences that nobody at the page can bring about, by the file that makes them.
ELSEWHERE = {
    "position.py": "the page takes positions from the server and from its own lessons only",
    "positions.py": "the same",
    "consistency.py": "the same",
    "record.py": "records are read by the command line",
    "mat.py": "matches of other programs are read by the command line",
    "http_shared.py": "what the framework says about requests that the page does not make",
}
HOLES = re.compile(r"\{(\d)(?:\|[^{}]*)?\}")


def sources() -> list[Path]:
    rooms = ("core", "games", "server", "analysis")
    found = (path for room in rooms for path in (SOURCE / room).rglob("*.py"))
    return sorted(path for path in found if path.name not in ELSEWHERE)


def catalogue(language: str) -> dict[str, dict[str, str]]:
    text = (I18N / "sentences" / f"{language}.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, str]] = json.loads(text)
    return found


def test_every_language_of_the_page_has_sentences_and_rules() -> None:
    text = (I18N / "index.svelte.ts").read_text(encoding="utf-8")
    named = re.search(r"LANGUAGES: [^=]+= \{([^}]+)\}", text)
    assert named is not None
    known = set(re.findall(r"(\w+):", named[1]))
    assert known == {"en", *LANGUAGES}
    assert known == {"en", *(path.name for path in (ROOT / "docs" / "rules").iterdir() if path.is_dir())}


@pytest.fixture(scope="module")
def spoken() -> tuple[dict[str, str], set[str]]:
    return collected(SOURCE, sources())


def test_every_sentence_of_the_server_can_be_read(spoken: tuple[dict[str, str], set[str]]) -> None:
    unread = {place for text, place in spoken[0].items() if not re.search("[a-z]", HOLES.sub("", text))}
    assert not unread, "say the sentence where it is refused, or teach `sentences.py` to follow it"
    assert len(spoken[0]) > 200, "the collector has lost its way"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_sentence_and_no_other(
    spoken: tuple[dict[str, str], set[str]], language: str
) -> None:
    known = catalogue(language)
    sentences, words = spoken
    missing = {text: place for text, place in sentences.items() if text not in known["sentences"]}
    assert not missing, f"not in sentences/{language}.json"
    assert not set(known["sentences"]) - set(sentences), "nobody says these any more"
    assert set(known["words"]) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_fills_only_holes_that_are_there(language: str) -> None:
    for text, translation in catalogue(language)["sentences"].items():
        assert set(HOLES.findall(translation)) <= set(HOLES.findall(text)), text
        assert "{" not in HOLES.sub("", translation), translation


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_options_and_levels_have_words(language: str) -> None:
    text = (I18N / f"{language}.ts").read_text(encoding="utf-8")
    keys = set(re.findall(r'"([^"\n]+)":\s*"', text))
    makers = [level.player for game in GAMES for level in players.levels(game).values()]
    wanted = {f"level.{maker().name}" for maker in makers}
    for game in GAMES:
        for option in games.get(game).info.options:
            wanted.add(f"option.{game}.{option.key}")
            wanted |= {f"option.{game}.{option.key}.{value}" for value in option.values}
    assert not wanted - keys
