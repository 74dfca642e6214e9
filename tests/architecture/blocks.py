"""Fenced code blocks of our pages."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.architecture.places import ROOT

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = sorted(
    [
        ROOT / "README.md",
        ROOT / "ARCHITECTURE.md",
        ROOT / "CONTRIBUTING.md",
        *(ROOT / "docs" / "guide").glob("*.md"),
    ]
)


@dataclass(frozen=True)
class Block:
    page: Path
    line: int
    language: str
    code: str

    def padded(self) -> str:
        """The code on the lines it has in the page, so that an error names the right one."""
        return "\n" * (self.line - 1) + self.code


def blocks(page: Path, language: str) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        if found[1] == language:
            yield Block(page, text.count("\n", 0, found.start(2)) + 1, language, found[2])
