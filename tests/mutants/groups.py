"""What is changed, and which tests must notice: each run learns from these which of them reach what."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
GAMES = ("abak", "abaku", "abstrakto", "calculissimo", "kakuro")

# The other tests of the server start it in processes of their own, which do not see a planted fault.
IN_PROCESS = (
    "table", "agreements", "timekeeping", "room", "play", "never_wrong", "looking", "watching", "news",
    "differences", "visibility", "leaks", "endings", "keeping", "people", "fair_seats", "abandoned", "care",
    "bots", "small_doors", "pictures", "words", "identity", "safety", "archive", "bus", "coming_back",
    "outages", "preparation", "reviews", "many_processes", "host", "coach", "ratings", "daily", "again",
    "statistics", "study", "scored", "sittings", "moments",
)  # fmt: skip


@dataclass(frozen=True)
class Group:
    """Modules that belong together, as patterns under `src/ludoteka`, and the tests that look after them."""

    name: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]
    words: str = ""  # of tests shared by all games, only those that name this one
    without: str = "nothing"  # files whose names hold this are left out
    is_interpreted: bool = False  # what was compiled before would hide a fault in a kernel or in its numbers
    limit_s: float = 60.0  # seconds of work of one test: those that take longer are not asked

    @property
    def environment(self) -> dict[str, str]:
        """For the processes of its tests."""
        return {"LUDOTEKA_KERNEL": "python"} if self.is_interpreted else {}

    def files(self) -> list[Path]:
        found = {path for pattern in self.modules for path in (SOURCE / "ludoteka").glob(pattern)}
        return sorted(path for path in found if path.name != "__init__.py" and self.without not in path.name)

    def test_files(self) -> list[Path]:
        found = (path for pattern in self.tests for path in ROOT.glob(pattern))
        return sorted(path for path in found if self.without not in path.name)


def _rules(game: str) -> Group:
    return Group(
        game,
        (f"games/{game}/rules/*.py", f"games/{game}/turns.py", f"games/{game}/moves.py"),
        (f"tests/games/{game}/test_*.py", "tests/examples/test_examples.py", "tests/contract/test_games.py"),
        game,
        is_interpreted=True,
        limit_s=4.0,
    )


GROUPS = {
    group.name: group
    for group in (
        Group(
            "server",
            ("server/table/*.py", "server/live/room.py", "server/live/answers.py", "server/live/bulletin.py",
             "server/live/client.py", "server/live/serial.py", "server/live/scheduler.py",
             "server/live/host.py"),
            tuple(f"tests/server/test_{name}.py" for name in IN_PROCESS),
        ),
        Group(
            "core",
            ("core/*.py",),
            tuple(f"tests/{folder}/test_*.py" for folder in ("core", "engine", "drawing")),
            without="kernel",  # tests of the compiler's door start processes, which would not see the fault
        ),
        *(_rules(game) for game in GAMES),
    )
}  # fmt: skip
