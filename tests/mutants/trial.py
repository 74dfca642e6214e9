"""One fault, tried: a forked process in which the tests import the changed module.

The parent has imported what takes long and does not change, and nothing of the project's own.
"""

import ast
import os
import re
import signal
import sys
import time
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from math import ceil
from pathlib import Path
from resource import RLIMIT_CPU, setrlimit
from types import CodeType, MappingProxyType
from typing import Any, Literal, TypeAlias

from tests.mutants.groups import SOURCE

HEAVY = (
    "numpy", "numba", "fastapi", "sqlalchemy.ext.asyncio", "alembic.command", "pydantic", "uvicorn", "httpx",
    "websockets.sync.client", "structlog", "prometheus_client", "argon2", "psycopg", "pytest",
)  # fmt: skip
PYTEST = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
PYTEST += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # its plugins are imported already
NOT_FOUND = 4  # what pytest ends with when there is no such test
FIRST = 12  # tests that are tried before the files of the others are even read
FAILED = re.compile(r"^(?:FAILED|ERROR) (tests/.+?)(?: - |$)", re.MULTILINE)


@dataclass(frozen=True)
class Fault:
    """A module as it is to be imported."""

    path: Path
    tree: ast.Module


Outcome: TypeAlias = Literal["survived", "noticed", "endless"]
WAITING = 20
ENDLESS = (-signal.SIGXCPU, -signal.SIGKILL)


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
    """A changed module and its tests in a process of their own.

    What turns in circles is stopped after so many `seconds` of work, however busy the machine is; what waits
    for ever, after so many times longer.
    """

    def __init__(
        self,
        fault: Fault | None,
        tests: Sequence[str],
        seconds: float,
        log: Path,
        environment: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._log = log
        self._end = time.monotonic() + WAITING * seconds
        self._child = os.fork()
        if self._child == 0:
            try:
                setrlimit(RLIMIT_CPU, (ceil(seconds), ceil(seconds) + 1))
                os.environ.update(environment)
                _try(fault, tests, log)
            except BaseException:  # noqa: BLE001 - nothing of the parent may go on here
                traceback.print_exc()
            finally:
                os._exit(70)

    def outcome(self) -> Outcome | None:
        """What has become of it; None: its tests are still running."""
        done, status = os.waitpid(self._child, os.WNOHANG)
        if not done and time.monotonic() < self._end:
            return None
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._child, signal.SIGKILL)  # with all it has started
        if not done:
            os.waitpid(self._child, 0)
            return "endless"
        code = os.waitstatus_to_exitcode(status)
        return "survived" if code == 0 else "endless" if code in ENDLESS else "noticed"

    def failed(self) -> str:
        """The test that failed; empty if none was named, as when a module could not be imported."""
        named = FAILED.search(self._log.read_text("utf-8"))
        return named.group(1) if named else ""


def _try(fault: Fault | None, tests: Sequence[str], log: Path) -> None:
    os.setsid()
    with log.open("w", encoding="utf-8") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    if fault is not None:
        finder: Any = _Finder(fault.path, fault.tree)
        sys.meta_path.insert(0, finder)
    code = 0
    for some in (tests[:FIRST], tests[FIRST:]):
        if some and not code:
            code = _code_of(some)
            if code == NOT_FOUND:  # the fault is in the name of a test, or its file cannot be imported
                code = _code_of(sorted({test.partition("::")[0] for test in some}))
    os._exit(code)


def _code_of(tests: Sequence[str]) -> int:
    code = int(import_module("pytest").main([*PYTEST, *tests]))
    sys.stdout.flush()
    return code
