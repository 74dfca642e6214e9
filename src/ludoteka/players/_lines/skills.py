"""What arithmetic an equation needs, as keys of a short list: read from the mathematics that people see."""

import re
from collections.abc import Sequence

NUMBER = re.compile(r"\d+")
SIZES = ((20, "to 20"), (100, "to 100"))
SIGNS = {"+": "sums", "−": "differences", "×": "times", "÷": "division"}
POWERS = {"²": "squares", "³": "cubes", "√": "square roots", "∛": "cube roots"}


def skills_of(equations: Sequence[str]) -> list[str]:
    """The skills that some equations need, each once: operations by size, powers and roots, and how many."""
    found: list[str] = []
    for maths in equations:
        found += [f"{name} {_size(maths)}" for sign, name in SIGNS.items() if sign in maths]
        found += [name for sign, name in POWERS.items() if sign in maths]
    if len(equations) > 1:
        found.append("several equations")
    return list(dict.fromkeys(found))


def _size(maths: str) -> str:
    largest = max((int(number) for number in NUMBER.findall(maths)), default=0)
    return next((name for limit, name in SIZES if largest <= limit), "beyond 100")
