"""Which squares a move names, read from its text: what hints and "what else was there" light on a board.

The games write places in four ways, and every place is named as their refusals name it:

8H 24, H8 2.4, 8H\\ 12   tiles in a line: across, down, falling (`\\`) or rising (`/`); `.` is there already
>A2:8 C5#3 A1~A2        a row of so many squares, and the squares of the tools beside it
13/8* bar(G)/20         steps from place to place
d4                      a point by itself
"""

import re
from collections.abc import Iterator

LINE = re.compile(r"(?:(\d{1,2})([A-Z])|([A-Z])(\d{1,2}))([\\/]?)")
ITEM = re.compile(r"[*=]?.")
ROW = re.compile(r"([>v])([A-Z])(\d{1,2}):(\d{1,2})")
STEP = re.compile(r"(bar|\d{1,2})(?:\(\w\))?/(off|\d{1,2})[*^]*")
SQUARE = re.compile(r"[A-Z]\d{1,2}")
POINT = re.compile(r"[a-z]\d{1,2}")
WAYS = {"": (0, 1), "\\": (1, 1), "/": (-1, 1)}


def squares_of(text: str) -> tuple[str, ...]:
    """The squares in the order of the text, each once; none where the move is a word."""
    words = text.split()
    return tuple(dict.fromkeys(square for square in _squares(words) if square)) if words else ()


def _squares(words: list[str]) -> Iterator[str]:
    line = LINE.fullmatch(words[0])
    if line is not None and len(words) > 1:
        yield from _along(line, words[1])
        return
    for word in words:
        yield from _named(word)


def _along(line: re.Match[str], items: str) -> Iterator[str]:
    """The squares of new tiles in a line."""
    down = line[3] is not None
    column, row = (line[3], int(line[4])) if down else (line[2], int(line[1]))
    south, east = (1, 0) if down else WAYS[line[5]]
    for i, item in enumerate(ITEM.findall(items)):
        if item != ".":
            yield f"{chr(ord(column) + east * i)}{row + south * i}"


def _named(word: str) -> Iterator[str]:
    """The squares of one word of any other move."""
    if row := ROW.fullmatch(word):
        column, line = ord(row[2]), int(row[3])
        south, east = (1, 0) if row[1] == "v" else (0, 1)
        yield from (f"{chr(column + east * i)}{line + south * i}" for i in range(int(row[4])))
    elif step := STEP.fullmatch(word):
        yield from step.groups()
    elif POINT.fullmatch(word):
        yield word
    elif re.search(r"[~#=]", word):
        yield from SQUARE.findall(word)
