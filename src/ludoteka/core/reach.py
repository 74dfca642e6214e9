"""Which source and data files a module can depend on: its own, and those of all it imports of its package."""

import ast
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

DATA = {".board", ".tiles", ".chips", ".toml"}


def sources(module: str) -> list[Path]:
    """The files of a module and, followed through its imports, of its own top-level package; sorted."""
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
    """Where a module lies; found without importing it."""
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
    return {file for file in folder.glob("data/**/*") if file.suffix in DATA and file.is_file()}
