"""What arithmetic an equation needs, as keys of a short list: read from the mathematics that people see."""

import re
from collections.abc import Sequence

from ludoteka.core.description import Item
from ludoteka.core.sentences import Sentence

NUMBER = re.compile(r"\d+")
SIZES = (20, 100)  # numbers up to these; the rest is beyond
SIGNS = {
    "+": (Sentence("sums to 20"), Sentence("sums to 100"), Sentence("sums beyond 100")),
    "−": (Sentence("differences to 20"), Sentence("differences to 100"), Sentence("differences beyond 100")),
    "×": (Sentence("times to 20"), Sentence("times to 100"), Sentence("times beyond 100")),
    "÷": (Sentence("division to 20"), Sentence("division to 100"), Sentence("division beyond 100")),
}
POWERS = {
    "²": Sentence("squares"),
    "³": Sentence("cubes"),
    "√": Sentence("square roots"),
    "∛": Sentence("cube roots"),
}
SEVERAL = Sentence("several equations")
BOTH_WAYS = Sentence("across and down at once")
BONUS = Sentence("bonus squares")
JOKER = Sentence("Joker")


def skills_of(items: Sequence[Item], *, with_joker: bool = False) -> list[str]:
    """The skills that the equations of a move need, each once: operations by size, powers, how they lie."""
    equations = [item for item in items if item.maths]
    found: list[Sentence] = []
    for maths in (item.maths for item in equations):
        found += [sizes[_size(maths)] for sign, sizes in SIGNS.items() if sign in maths]
        found += [name for sign, name in POWERS.items() if sign in maths]
    if len(equations) > 1:
        found.append(SEVERAL)
    if len({_way(item.where) for item in equations} - {""}) > 1:
        found.append(BOTH_WAYS)
    if any(item.notes for item in equations):
        found.append(BONUS)
    if with_joker and equations:
        found.append(JOKER)
    return list(dict.fromkeys(one.template for one in found))


def _size(maths: str) -> int:
    largest = max((int(number) for number in NUMBER.findall(maths)), default=0)
    return sum(largest > limit for limit in SIZES)


def _way(squares: Sequence[str]) -> str:
    """How an equation lies; empty where its squares do not say."""
    columns, rows = {square[:1] for square in squares}, {square[1:] for square in squares}
    if len(squares) < 2 or (len(columns) > 1 and len(rows) > 1):
        return ""
    return "across" if len(rows) == 1 else "down"
