"""What the site needs beside the pages: plain words where it lacks a file or cannot draw a picture."""

import json
import re
from pathlib import Path
from typing import Any

from ludoteka.cli.texts import plain

ELSEWHERE = re.compile(r"\[([^\]]+)\]\((?:\.\./)+(?:(?:src|tests|web)/[^)]*|[A-Z]+\.md)\)")


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Called by MkDocs for each page: how-to-play texts keep the captions of their pictures."""
    source = Path(page.file.abs_src_path)
    drawn = source.parent / "drawn" / f"{source.name.split('.')[0]}.json"
    if drawn.is_file():
        markdown = plain(markdown, json.loads(drawn.read_text(encoding="utf-8")))
    return ELSEWHERE.sub(r"\1", markdown)
