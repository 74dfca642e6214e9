"""One fault, tried: a forked process in which the tests import the changed module.

The parent has imported what takes long and does not change, and nothing of the project's own.
"""

import ast
import os
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import Any

from tests.mutants.groups import SOURCE

HEAVY = (
    "numpy", "numba", "fastapi", "sqlalchemy.ext.asyncio", "alembic.command", "pydantic", "uvicorn", "httpx",
    "hypothesis", "websockets.sync.client", "structlog", "prometheus_client", "argon2", "psycopg", "pytest",
)  # fmt: skip
KERNELS = "from ludoteka.core.kernel import"


@dataclass(frozen=True)
class Fault:
    """A module as it is to be imported, and the function that is not as it should be."""

    path: Path
    function: str
    tree: ast.Module

    @property
    def runs_uncompiled(self) -> bool:
        """What was compiled before would hide a fault in a kernel, or in a number that kernels know."""
        is_known = not self.function or KERNELS in self.path.read_text("utf-8")
        return is_known and "games" in self.path.parts


class _Changed(SourceFileLoader):
    def __init__(self, name: str, path: str, tree: ast.Module) -> None:
        super().__init__(name, path)
        self._tree = tree

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._tree, self.path, "exec")


class _Finder:
    """Finds one module, changed; everything else is found as always."""

    def __init__(self, path: Path, tree: ast.Module) -> None:
        self._path, self._tree = path, tree
        self._name = ".".join(path.relative_to(SOURCE).with_suffix("").parts)

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name != self._name:
            return None
        loader = _Changed(name, str(self._path), self._tree)
        return spec_from_file_location(name, self._path, loader=loader)


def warm_up() -> None:
    """Imports what every trial needs."""
    for name in HEAVY:
        with suppress(ImportError):
            import_module(name)


class Trial:
    """A changed module and its tests in a process of their own."""

    def __init__(self, fault: Fault, tests: Sequence[str], seconds: float, log: Path) -> None:
        self._end = time.monotonic() + seconds
        self._child = os.fork()
        if self._child == 0:
            try:
                _try(fault, tests, log)
            finally:
                os._exit(70)

    def survived(self) -> bool | None:
        """Whether all tests have passed; None: they have not ended yet. Those that never end have noticed."""
        done, status = os.waitpid(self._child, os.WNOHANG)
        if not done and time.monotonic() < self._end:
            return None
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._child, signal.SIGKILL)  # with all it has started
        if not done:
            os.waitpid(self._child, 0)
        return bool(done) and os.waitstatus_to_exitcode(status) == 0


def _try(fault: Fault, tests: Sequence[str], log: Path) -> None:
    os.setsid()
    with log.open("w", encoding="utf-8") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    if fault.runs_uncompiled:
        os.environ["LUDOTEKA_KERNEL"] = "python"
    finder: Any = _Finder(fault.path, fault.tree)
    sys.meta_path.insert(0, finder)
    code = import_module("pytest").main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests])
    sys.stdout.flush()
    os._exit(int(code))
