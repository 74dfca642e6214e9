"""Where compiled kernels are kept: one folder for each version of a module and everything it can reach.

Numba itself does not notice an edit in another file, so the folder's name is a hash over every source and
data file that a module depends on: its own, and those of everything it imports from its package.
"""

import ast
import hashlib
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

CACHE_VARIABLE = "LUDOTEKA_CACHE"
KEPT_CACHES = 3  # the newest folders that survive a clean-up
IN_USE = 60 * 60  # seconds: whoever opened a folder has compiled into it, or loaded from it, by then
_DONE = ".compiled"
_PARSING = threading.Lock()  # up to Python 3.12 two threads that parse at once can raise SystemError


@lru_cache(maxsize=256)
def cache_folder(module: str) -> Path | None:
    """The folder for the code of this version of a module, made if missing; None if that is impossible."""
    root = _cache_root() / "kernels" / module
    folder = root / source_hash(module)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}-{threading.get_ident()}"
        probe.touch()
        probe.unlink()
        os.utime(folder)
        clean(root, KEPT_CACHES)
    except OSError:
        return None
    return folder


def mark_compiled(module: str) -> None:
    """Notes that the kernels of a module have been compiled into its folder, if that is still there."""
    folder = cache_folder(module)
    if folder is not None and folder.is_dir():
        (folder / _DONE).touch()


def was_compiled(module: str) -> bool:
    """Whether that has been noted; cheap, since it is asked often until it is so."""
    folder = cache_folder(module)
    return folder is not None and (folder / _DONE).exists()


def clean(root: Path, kept: int) -> None:
    """Removes all but the most recently used folders, and leaves those that another process may be using."""
    used = sorted(((folder.stat().st_mtime, folder) for folder in root.iterdir()), reverse=True)
    for at, old in used[kept:]:
        if at < used[0][0] - IN_USE:
            shutil.rmtree(old, ignore_errors=True)


def source_hash(module: str) -> str:
    """A hash of every source and data file that a module can reach, and of Python and Numba."""
    digest = hashlib.sha256(f"{sys.version_info[:3]} {_numba_version()}".encode())
    for path in sources(module):
        digest.update(str(path).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:20]


def _numba_version() -> str:
    try:
        return version("numba")
    except PackageNotFoundError:
        return "none"


def _cache_root() -> Path:
    if chosen := os.environ.get(CACHE_VARIABLE):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "ludoteka" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ludoteka"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludoteka"


# --- what a module depends on ----------------------------------------------------------------


def sources(module: str) -> list[Path]:
    """The files of a module and of everything it imports from its own top-level package; sorted."""
    found: dict[str, Path] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        path = None if name in found else _file(name)
        if path is not None:
            found[name] = path
            waiting += _imports(name, path, path.read_bytes())
    files = set(found.values())
    return sorted(files.union(*(_data(path.parent) for path in files)))


def _file(name: str) -> Path | None:
    """The file of a module, found without importing it."""
    return _found(name, tuple(sys.path))


@lru_cache(maxsize=1024)  # asked for thousands of times while a process starts
def _found(name: str, _places: tuple[str, ...]) -> Path | None:
    top, *rest = name.split(".")
    spec = find_spec(top)
    if spec is None:
        return None
    if not rest and spec.origin is not None:
        return Path(spec.origin) if Path(spec.origin).is_file() else None
    places = (Path(place).joinpath(*rest) for place in spec.submodule_search_locations or ())
    files = (file for place in places for file in (place.with_suffix(".py"), place / "__init__.py"))
    return next((file for file in files if file.is_file()), None)


@lru_cache(maxsize=1024)  # most files are reached from many modules
def _imports(name: str, path: Path, text: bytes) -> frozenset[str]:
    """Every module of the same top-level package that a source names, parents included."""
    top = name.partition(".")[0]
    with _PARSING:
        nodes = ast.walk(ast.parse(text))
    named = {imported for node in nodes for imported in _named(node, name, path)}
    ours = {imported for imported in named if imported.partition(".")[0] == top}
    return frozenset(ours | {name.rpartition(".")[0] or top})


def _named(node: ast.AST, name: str, path: Path) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = _base(node, name, path)
        yield base
        yield from (f"{base}.{alias.name}" for alias in node.names)


def _base(node: ast.ImportFrom, name: str, path: Path) -> str:
    if not node.level:
        return node.module or ""
    parts = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    parts = parts[: len(parts) - node.level + 1]
    return ".".join([*parts, node.module] if node.module else parts)


def _data(folder: Path) -> set[Path]:
    return {file for file in folder.glob("data/**/*") if file.is_file()}
