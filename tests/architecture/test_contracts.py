"""The import contracts hold, and each of them notices a planted violation."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.architecture.places import ROOT, SOURCE

# contract -> (a new module, what it must not import)
PLANTED = {
    "layers": ("core/planted.py", "import ludoteka.games.abak.types"),
    "games": ("games/abak/planted.py", "import ludoteka.games.abaku.types"),
    "players": ("players/abak/planted.py", "import ludoteka.players.abaku.levels"),
    "server": ("server/planted.py", "import ludoteka.players.random"),
    "server-packages": ("server/table/planted.py", "import ludoteka.server.store.store"),
    "server-table": ("server/table/planted_too.py", "import asyncio"),
    "server-messages": ("server/messages/planted.py", "import ludoteka.server.catalogue"),
    "pure": ("games/kakuro/planted.py", "import time"),
    "core": ("core/planted_too.py", "import numpy"),
    "kernels": ("players/planted.py", "import numba"),
    "ratings": ("ratings/planted.py", "import time"),
}
MORE = {
    "players over games": ("layers", "games/abstrakto/planted.py", "import ludoteka.players.random"),
    "games over encoding": ("layers", "encoding/planted.py", "import ludoteka.games"),
    "adapters over vector": ("layers", "vector/planted.py", "import ludoteka.adapters.desk"),
    "analysis over players": ("layers", "players/planted_too.py", "import ludoteka.analysis"),
    "a random module": ("pure", "games/abak/planted_too.py", "import random"),
    "a web framework": ("pure", "core/planted_web.py", "import fastapi"),
    "a database": ("pure", "games/calculissimo/planted.py", "import sqlalchemy"),
    "web over live": ("server-packages", "server/live/planted.py", "import ludoteka.server.web.limits"),
    "live over table": (
        "server-packages",
        "server/table/planted_room.py",
        "import ludoteka.server.live.room",
    ),
    "table over messages": (
        "server-packages",
        "server/messages/planted_too.py",
        "import ludoteka.server.table.ledger",
    ),
    "a database at a table": ("server-table", "server/table/planted_sql.py", "import sqlalchemy"),
    "a game in the server": ("server", "server/planted_too.py", "import ludoteka.games"),
}


def lint(root: Path) -> str:
    command = [
        sys.executable,
        "-c",
        "from importlinter.cli import lint_imports_command as c; c()",
        "--no-cache",
    ]
    environment = {"PYTHONPATH": str(root / "src"), "PATH": "", "COLUMNS": "300", "NO_COLOR": "1"}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the linter says about a copy of our source with every violation in it."""
    root = tmp_path_factory.mktemp("planted")
    shutil.copytree(
        SOURCE, root / "src" / "ludoteka", ignore=shutil.ignore_patterns("__pycache__", "data", "static")
    )
    shutil.copy(ROOT / "pyproject.toml", root)
    for place, line in [*PLANTED.values(), *((place, line) for _, place, line in MORE.values())]:
        (root / "src" / "ludoteka" / place).write_text(f'"""A violation."""\n\n{line}\n')
    return lint(root)


def test_our_source_keeps_every_contract() -> None:
    said = lint(ROOT)
    assert f"Contracts: {len(PLANTED)} kept, 0 broken." in said, said


def test_every_contract_has_a_planted_violation(planted: str) -> None:
    assert f"Contracts: 0 kept, {len(PLANTED)} broken." in planted, planted


@pytest.mark.parametrize(
    "place", [place for place, _ in PLANTED.values()] + [place for _, place, _ in MORE.values()]
)
def test_each_planted_violation_is_named(planted: str, place: str) -> None:
    module = "ludoteka." + place.removesuffix(".py").replace("/", ".")
    assert f"{module} -> " in planted, planted
