"""How long modules and functions are: `python -m tests.architecture.sizes` reports, and fails above limits.

A function is measured from its `def` to its last line, docstring included. Data modules are exempt.
"""

import ast
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from statistics import median

from tests.architecture.places import SOURCE

MEDIAN, P90, MODULE = 10, 40, 400
LONGEST = 8  # rows of the report


@dataclass(frozen=True)
class Measured:
    name: str
    lines: int


def modules(root: Path) -> list[Path]:
    """Every module except data: files in a folder `data`, and generated migrations."""
    return [path for path in sorted(root.rglob("*.py")) if not {"data", "versions"} & set(path.parts)]


def functions(root: Path, path: Path) -> Iterator[Measured]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            yield Measured(f"{path.relative_to(root)}:{node.lineno} {node.name}", lines)


def p90(lengths: Sequence[int]) -> int:
    return sorted(lengths)[max(0, ceil(len(lengths) * 0.9) - 1)]


def complaints(root: Path) -> list[str]:
    """What is longer than allowed."""
    files = [Measured(str(path.relative_to(root)), _lines(path)) for path in modules(root)]
    found = [f"{file.name} has {file.lines} lines, at most {MODULE}" for file in files if file.lines > MODULE]
    lengths = [function.lines for path in modules(root) for function in functions(root, path)]
    if lengths and median(lengths) > MEDIAN:
        found.append(f"the median function has {median(lengths)} lines, at most {MEDIAN}")
    if lengths and p90(lengths) > P90:
        found.append(f"one function in ten has more than {p90(lengths)} lines, at most {P90}")
    return found


def report(root: Path) -> str:
    """A short page: the figures, the longest modules and functions."""
    measured = [function for path in modules(root) for function in functions(root, path)]
    lengths = [function.lines for function in measured]
    files = [Measured(str(path.relative_to(root)), _lines(path)) for path in modules(root)]
    rows = [
        f"{len(files)} modules, {len(measured)} functions: median {median(lengths)}, p90 {p90(lengths)} lines"
    ]
    for title, group in (("longest modules", files), ("longest functions", measured)):
        rows.append(f"{title}:")
        rows += [f"  {one.lines:>4}  {one.name}" for one in sorted(group, key=_longest_first)[:LONGEST]]
    return "\n".join(rows)


def _longest_first(one: Measured) -> tuple[int, str]:
    return -one.lines, one.name


def _lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


if __name__ == "__main__":
    print(report(SOURCE))
    wrong = complaints(SOURCE)
    for complaint in wrong:
        print(f"TOO LONG: {complaint}", file=sys.stderr)
    sys.exit(1 if wrong else 0)
