"""What the site needs beside the pages: links to files that the site does not hold become plain text."""

import re
from typing import Any

ELSEWHERE = re.compile(r"\[([^\]]+)\]\((?:\.\./)+(?:(?:src|tests|web)/[^)]*|[A-Z]+\.md)\)")


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Called by MkDocs for each page."""
    return ELSEWHERE.sub(r"\1", markdown)
