"""Where things are in the repository, and what belongs to it."""

import subprocess
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "ludoteka"
RULES = ROOT / "docs" / "rules"
GOLDEN = ROOT / "tests" / "golden"
LEFT_OUT = {".git", ".venv", ".venv-uv", "node_modules", "__pycache__", "dist", "build", "static"}


@lru_cache(maxsize=1)
def kept_files() -> tuple[Path, ...]:
    """Every file that is, or is about to be, under version control; all files where there is no git."""
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    asked = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=False)
    if asked.returncode == 0:
        names = [name for name in asked.stdout.split("\0") if name]
        return tuple(ROOT / name for name in names if (ROOT / name).is_file())
    found = (path for path in ROOT.rglob("*") if path.is_file())
    return tuple(path for path in found if not LEFT_OUT & set(path.relative_to(ROOT).parts))
