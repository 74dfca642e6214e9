"""A rules document cut into what must be the same in every language: numbers of rules, notation, tables."""

import re
from collections import Counter
from pathlib import Path

from tests.web.visiting import ROOT

RULES = ROOT / "docs" / "rules"
SPAN = re.compile(r"`[^`]+`")
NAME = re.compile(r"(?:AB|CA|KA|AS|AK)-\d+(?:\.\d+)?")
NUMBER = re.compile(r"\d+")
READINGS = ("our reading", "náš výklad")  # how each language marks what the printed rules leave open
MARK = "(*)"
WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


class Document:
    """One document in one language."""

    def __init__(self, path: Path) -> None:
        self.lines = path.read_text(encoding="utf-8").split("\n")
        self.blocks: list[list[str]] = []
        self.prose: list[str] = []
        inside = False
        for line in self.lines:
            if line.startswith("```"):
                inside = not inside
                self.blocks += [[]] if inside else []
            elif inside:
                self.blocks[-1].append(line)
            else:
                self.prose.append(line)

    @property
    def rules(self) -> list[str]:
        """The numbers of the rules, where they stand for their texts."""
        return [part[0] for part in self.parts if part[0]]

    @property
    def parts(self) -> list[tuple[str, str]]:
        """The document rule by rule, and chapter by chapter between them, without its tables."""
        found = [("", "")]
        for line in self.prose:
            if line.startswith("#"):
                found.append(("", line))
            elif not line.startswith("|"):
                found += self._begun(line, found)
        return found

    @staticmethod
    def _begun(line: str, found: list[tuple[str, str]]) -> list[tuple[str, str]]:
        pieces = re.split(r"(?=\*\*(?:AB|CA|KA|AS|AK)-\d+\.\d+\*\* )|^(?=- AK-\d+\.\d+ )", line)
        begun = []
        for piece in pieces:
            match = re.match(r"(?:- )?\*{0,2}((?:AB|CA|KA|AS|AK)-\d+\.\d+)\*{0,2} ", piece)
            if match:
                begun.append((match[1], piece))
            elif begun:
                begun[-1] = (begun[-1][0], begun[-1][1] + piece)
            else:
                found[-1] = (found[-1][0], f"{found[-1][1]} {piece}")
        return begun

    @property
    def rows(self) -> list[list[str]]:
        """The rows of all tables."""
        tables = [line for line in self.prose if line.startswith("|")]
        return [re.split(r"(?<!\\)\|", line.strip().strip("|")) for line in tables]


def notation(text: str) -> dict[str, Counter[str]]:
    """What no translation changes: code, numbers of rules, numbers, and the mark of our own readings."""
    for mark in READINGS:
        text = text.replace(mark, MARK)
    plain = SPAN.sub(" ", text)
    numbers = NAME.sub(" ", plain)
    return {
        "code": Counter(SPAN.findall(text)),
        "rules": Counter(NAME.findall(plain)),
        "numbers": Counter(NUMBER.findall(numbers)),
        "readings": Counter({MARK: plain.count(MARK)}),
    }


def signs(line: str) -> str:
    """A line of a block without its words."""
    return re.sub(r"\s+", "", WORD.sub("", line))


def is_notation(cell: str) -> bool:
    """A cell without words of a language."""
    return not WORD.search(NAME.sub("", SPAN.sub("", cell)))
