"""One name, one meaning: what several parts of the house could each have is defined once."""

import ast
from collections import defaultdict
from pathlib import Path

from tests.architecture.places import SOURCE

# A game's own rooms, players and measurements may use words that other games use too.
LOCAL = {"bench", "games", "players"}
# The form in which something of the core crosses the wire has its name.
ON_THE_WIRE = {"Alternative", "Bank", "Finding", "Level"}
# Names that say the same of two things which never meet.
APART = {"Draft", "Effort", "Fault", "Sheet"}
ONCE = {"Budget", "Option", "Said", "Table", "settle"}


def defined(root: Path = SOURCE) -> dict[str, list[str]]:
    """Where each class, and each public function of a module, is defined."""
    found = defaultdict(list)
    for path in sorted(root.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                found[node.name].append(path.relative_to(root).as_posix())
    return found


def test_a_class_of_a_shared_room_has_a_name_of_its_own() -> None:
    shared = {
        name: [place for place in places if place.partition("/")[0] not in LOCAL]
        for name, places in defined().items()
        if name[0].isupper()
    }
    twice = {name for name, places in shared.items() if len(places) > 1}
    assert twice == ON_THE_WIRE | APART, {name: shared[name] for name in twice - ON_THE_WIRE - APART}


def test_these_are_defined_at_most_once() -> None:
    found = defined()
    assert {name: found[name] for name in ONCE if len(found[name]) > 1} == {}


def test_a_second_definition_is_noticed(tmp_path: Path) -> None:
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text("class Table: ...\n", encoding="utf-8")
    assert defined(tmp_path)["Table"] == ["one.py", "two.py"]
