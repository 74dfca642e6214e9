"""Each rule is cited in its game's code and shown by an example; each citation exists."""

import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest
from tests.architecture.places import ROOT, RULES, SOURCE, kept_files

RULE = re.compile(r"\b[A-Z]{2}-\d+\.\d+\b")
DEFINED = re.compile(r"^\s*[-*|]?\s*([A-Z]{2}-\d+\.\d+)(?=[ |])|\*\*([A-Z]{2}-\d+\.\d+)\*\*", re.MULTILINE)
GAMES = sorted(path.stem for path in RULES.glob("*.md") if (SOURCE / "games" / path.stem).is_dir())


def definitions(text: str) -> frozenset[str]:
    """The rules that a text defines: `- **AB-1.1** ...`, `- AK-1.1 ...`, `| AK-6.1 | ...`."""
    return frozenset(first or second for first, second in DEFINED.findall(text))


@lru_cache(maxsize=16)
def defined(game: str) -> frozenset[str]:
    return definitions((RULES / f"{game}.md").read_text(encoding="utf-8"))


def cited_in(paths: Iterator[Path]) -> dict[str, Path]:
    return {rule: path for path in paths for rule in RULE.findall(path.read_text(encoding="utf-8"))}


def shown(game: str) -> set[str]:
    found: set[str] = set()
    for path in (ROOT / "tests" / "examples" / game).glob("*.toml"):
        examples = tomllib.loads(path.read_text(encoding="utf-8")).get("example", [])
        found.update(rule for example in examples for rule in example.get("rules", []))
    return found


def missing(rules: set[str] | frozenset[str]) -> list[str]:
    return sorted(rules, key=lambda rule: [int(part) for part in rule[3:].split(".")])


def test_every_game_has_a_rules_document() -> None:
    from ludoteka import games

    assert sorted(games.GAMES) == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_cited_by_its_game(game: str) -> None:
    cited = cited_in((SOURCE / "games" / game).rglob("*.py"))
    assert missing(defined(game) - set(cited)) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_shown_by_an_example(game: str) -> None:
    assert missing(defined(game) - shown(game)) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_example_names_rules_that_exist(game: str) -> None:
    assert missing(shown(game) - defined(game)) == []


def test_every_citation_exists() -> None:
    every = frozenset[str]().union(*(defined(game) for game in GAMES))
    prefixes = {rule[:2] for rule in every}
    endings = {".py", ".ts", ".svelte", ".md", ".toml"}
    files = (path for path in kept_files() if path.suffix in endings and path.parent != RULES)
    dangling = {
        f"{path.relative_to(ROOT)}: {rule}" for rule, path in cited_in(files).items() if rule not in every
    }
    assert not {line for line in dangling if line.rpartition(" ")[2][:2] in prefixes}


@pytest.mark.parametrize("game", GAMES)
def test_a_rules_document_refers_to_its_own_rules(game: str) -> None:
    text = (RULES / f"{game}.md").read_text(encoding="utf-8")
    own = {rule[:2] for rule in defined(game)}
    referred = {rule for rule in RULE.findall(text) if rule[:2] in own}
    assert missing(referred - defined(game)) == []


def test_the_three_ways_to_define_a_rule_are_seen() -> None:
    text = "- **XX-1.1** one. **XX-1.2** two, see XX-9.9.\n- XX-2.1 three\n| XX-3.1 | four |\nXX-4.4, named\n"
    assert definitions(text) == {"XX-1.1", "XX-1.2", "XX-2.1", "XX-3.1"}
