"""What a board file and a tile-set file look like, and what is wrong with a broken one.

Both are lines of text; `#` starts a comment, and spaces are ignored.
"""

from collections.abc import Container, Iterator

MOST_COUNT = 99
MOST_SIGNS = 100_000  # no board or tile set needs more


class BrokenFile(ValueError):
    """A data file that cannot be used: the line (from 1; 0: the whole file) and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line = line
        self.reason = reason


def read_grid(text: str, symbols: str, sizes: Container[int]) -> tuple[str, ...]:
    """The rows of a square board: as many rows as squares in each, and an allowed size."""
    rows: list[str] = []
    last = 0
    for number, content in _lines(text):
        last = number
        for symbol in content:
            if symbol not in symbols:
                raise BrokenFile(number, f"{symbol!r} is no square; squares are {' '.join(symbols)}")
        if len(content) not in sizes:
            raise BrokenFile(number, f"a row cannot have {len(content)} squares")
        if rows and len(content) != len(rows[0]):
            raise BrokenFile(number, f"{len(content)} squares, but the first row has {len(rows[0])}")
        if rows and len(rows) == len(rows[0]):
            raise BrokenFile(number, f"one row too many: {len(rows)} squares a row need {len(rows)} rows")
        rows.append(content)
    if not rows or len(rows) < len(rows[0]):
        wanted = f"{len(rows[0])} are needed" if rows else "a board has some"
        raise BrokenFile(last, f"the file ends after {len(rows)} rows, {wanted}")
    return tuple(rows)


def read_counts(text: str, order: str) -> tuple[int, ...]:
    """How many tiles there are of each kind in `order`: lines with a kind and its number; missing: 0."""
    numbers: dict[str, int] = {}
    for line, content in _lines(text):
        kind, number = content[0], content[1:]
        if kind not in order:
            raise BrokenFile(line, f"{kind!r} is no kind of tile; kinds are {' '.join(order)}")
        if kind in numbers:
            raise BrokenFile(line, f"{kind!r} is counted twice")
        if not (number.isascii() and number.isdigit()) or len(number) > 2:
            raise BrokenFile(line, f"a number from 0 to {MOST_COUNT} must follow {kind!r}")
        numbers[kind] = int(number)
    return tuple(numbers.get(kind, 0) for kind in order)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Every line that is not empty, without comments and spaces, with its number."""
    if len(text) > MOST_SIGNS:
        raise BrokenFile(0, f"the file is too long (more than {MOST_SIGNS} signs)")
    for number, line in enumerate(text.split("\n"), start=1):
        content = "".join(line.partition("#")[0].split())
        if content:
            yield number, content
