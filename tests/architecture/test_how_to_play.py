"""The how-to-play texts: the same pictures and claims in every language, and no number by hand."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.architecture.pictures import PLAY, SOURCES
from tests.architecture.places import ROOT
from tests.web.visiting import GAMES

from ludoteka import games
from ludoteka.cli import texts

WRITTEN = ("en", "cs")  # the languages that every game has; others may be added game by game
FENCE = re.compile(r"^```picture (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CITED = re.compile(r"^<!-- rules: ([^>]*?) -->$", re.MULTILINE)
HOLE = re.compile(r"\{([\w.-]+)\}")
NUMBER = re.compile(r"[A-Z]{2}-\d+\.\d+")
RULE = re.compile(r"^(?:- )?(?:\*\*|)([A-Z]{2}-\d+\.\d+)\b", re.MULTILINE)
INNER = re.compile(r"\*\*([A-Z]{2}-\d+\.\d+)\*\*")
TEXTS = sorted(PLAY.glob("*.md"))


def text(game: str, language: str) -> str:
    return (PLAY / f"{game}.{language}.md").read_text(encoding="utf-8")


def of(path: Path) -> str:
    return path.name.split(".")[0]


def parts(written: str) -> list[str]:
    """The aim, the essence, the chapters."""
    return re.split(r"^## ", written, flags=re.MULTILINE)


def skeleton(written: str) -> list[tuple[str, Any]]:
    """What is the same in all languages, in order: chapters, pictures with their claims, rules."""
    found: list[tuple[int, str, Any]] = [
        (m.start(), "part", m[1]) for m in re.finditer(r"^(#+) ", written, re.M)
    ]
    found += [(m.start(), m[1], sorted(set(HOLE.findall(m[2])))) for m in FENCE.finditer(written)]
    found += [(m.start(), "rules", m[1]) for m in CITED.finditer(written)]
    return [(name, what) for _, name, what in sorted(found)]


def test_every_game_has_its_texts_and_pictures() -> None:
    assert {f"{game}.{language}.md" for game in GAMES for language in WRITTEN} <= {
        path.name for path in TEXTS
    }
    assert {path.stem for path in SOURCES.glob("*.json")} == set(GAMES)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_a_language_has_the_same_pictures_claims_and_rules(path: Path) -> None:
    assert skeleton(path.read_text(encoding="utf-8")) == skeleton(text(of(path), "en"))


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_the_essence_is_six_pictures_and_three_lines(path: Path) -> None:
    aim, essence, *chapters = parts(path.read_text(encoding="utf-8"))
    assert aim.startswith("# ")
    assert len(aim.split("\n\n")) == 3, "the title, the aim in one paragraph, nothing else"
    cards = essence.split("\n### ")[1:]
    assert [len(FENCE.findall(card)) for card in cards] == [1] * 6
    assert max(len(FENCE.findall(card)[0][1]) for card in cards) <= 125, "two lines each"
    assert len(re.findall(r"^- \*\*", essence, re.MULTILINE)) == 3
    assert len(chapters) >= 5


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_a_caption_has_no_number_of_its_own(path: Path) -> None:
    """Points, sums and equations stand in holes, which `make gen` fills with what the engine says."""
    drawn = json.loads((PLAY / "drawn" / f"{of(path)}.json").read_text(encoding="utf-8"))
    for name, caption in FENCE.findall(path.read_text(encoding="utf-8")):
        assert not re.search(r"[\d=+]", HOLE.sub("", caption)), f"{name}: {caption}"
        assert set(HOLE.findall(caption)) <= drawn[name]["claims"].keys(), name


@pytest.mark.parametrize("game", GAMES)
def test_every_picture_and_claim_is_used(game: str) -> None:
    sources = json.loads((SOURCES / f"{game}.json").read_text(encoding="utf-8"))
    fences = FENCE.findall(text(game, "en"))
    assert sorted(name for name, _ in fences) == sorted(sources)
    for name, caption in fences:
        assert sources[name]["claims"].keys() == set(HOLE.findall(caption)), name


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_people_read_neither_notation_nor_rule_numbers_nor_options(path: Path) -> None:
    words = FENCE.sub("", CITED.sub("", path.read_text(encoding="utf-8")))
    assert "`" not in words
    assert not NUMBER.search(words)
    keys = {option.key for option in games.get(of(path)).info.options if "_" in option.key}
    assert not {key for key in keys if key in words}


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_for_players_is_explained_once(game: str) -> None:
    """So that a refusal leads to words for people first."""
    cited = Counter(rule for found in CITED.findall(text(game, "en")) for rule in found.split())
    assert [rule for rule, times in cited.items() if times > 1] == []
    document = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    chapters = [one for one in parts(document)[1:] if "<!-- for programs -->" not in one]
    known = {rule for one in chapters for rule in (*RULE.findall(one), *INNER.findall(one))}
    tables = {
        rule for one in chapters for rule in re.findall(r"^\| ([A-Z]{2}-\d+\.\d+) \|", one, re.MULTILINE)
    }
    everywhere = set(NUMBER.findall(document))
    assert (known | tables) - cited.keys() == set()
    assert cited.keys() - everywhere == set()


@pytest.mark.parametrize("game", GAMES)
def test_the_terminal_reads_them_too(game: str) -> None:
    for language in (*WRITTEN, "xx"):
        told = texts.how_to_play(game, language)
        assert told.startswith(f"# {games.get(game).info.title}"[:5])
        assert not re.search(r"\{|```|<!--", told)
    assert texts.how_to_play(game, "xx") == texts.how_to_play(game, "en") != texts.how_to_play(game, "cs")
    assert "-1.1" in texts.exact_rules(game, "cs")


def test_the_package_carries_them() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for name in ("play", "rules"):
        assert f'"docs/{name}" = "ludoteka/texts/{name}"' in project
