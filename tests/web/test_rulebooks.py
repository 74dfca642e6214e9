"""The rules in other languages say the same: rule by rule, notation by notation, table by table."""

from pathlib import Path

import pytest
from tests.web.rulebooks import RULES, Document, is_notation, notation, signs
from tests.web.visiting import GAMES

LANGUAGES = sorted(path.name for path in RULES.iterdir() if path.is_dir())
TRANSLATIONS = [RULES / language / f"{game}.md" for language in LANGUAGES for game in GAMES]


def pair(path: Path) -> tuple[Document, Document]:
    return Document(RULES / path.name), Document(path)


def test_every_language_has_the_rules_of_every_game() -> None:
    assert LANGUAGES
    there = {path for language in LANGUAGES for path in (RULES / language).iterdir()}
    assert there == set(TRANSLATIONS)


@pytest.mark.parametrize("path", TRANSLATIONS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_same_rules_in_the_same_order(path: Path) -> None:
    english, other = pair(path)
    assert other.rules == english.rules
    assert len(english.rules) > 40
    assert [name for name, _ in other.parts] == [name for name, _ in english.parts]


@pytest.mark.parametrize("path", TRANSLATIONS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_same_notation_in_every_rule(path: Path) -> None:
    english, other = pair(path)
    for (name, text), (_, translated) in zip(english.parts, other.parts, strict=True):
        for kind, wanted in notation(text).items():
            found = notation(translated)[kind]
            assert found == wanted, f"{name}, {kind}: {wanted - found} lost, {found - wanted} new"


@pytest.mark.parametrize("path", TRANSLATIONS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_same_tables_and_blocks(path: Path) -> None:
    english, other = pair(path)
    for row, translated in zip(english.rows, other.rows, strict=True):
        for cell, found in zip(row, translated, strict=True):
            assert notation(found) == notation(cell), f"{cell} became {found}"
            assert found == cell or not is_notation(cell), f"{cell} became {found}"
    for block, found_block in zip(english.blocks, other.blocks, strict=True):
        same = found_block == block
        assert same or [signs(line) for line in found_block] == [signs(line) for line in block]
