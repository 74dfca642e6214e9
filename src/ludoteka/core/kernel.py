"""`@kernel`: hot loops over flat arrays, compiled by Numba where it is installed, plain Python where not.

`@inlined` is for those whose call would cost more than it is worth: what they do goes into their callers.

Nothing is imported or compiled until a kernel is first called. `LUDOTEKA_KERNEL=python` runs the same code
uncompiled. Compiled code is kept in the user's cache folder, under a hash of all our sources and data that a
kernel's module can reach: Numba itself does not notice an edit in another file.
"""

import hashlib
import os
import shutil
import sys
import threading
from collections.abc import Callable
from functools import cached_property, lru_cache, update_wrapper
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any, Generic, ParamSpec, TypeVar, cast

from ludoteka.core.reach import sources

P = ParamSpec("P")
R = TypeVar("R")

MODE_VARIABLE = "LUDOTEKA_KERNEL"
CACHE_VARIABLE = "LUDOTEKA_CACHE"
# What makes an array. One that is missing here is not missed: Numba refuses the kernel.
MAKERS = {"arange", "array", "astype", "copy", "empty", "full", "ones", "zeros"}
KEPT_CACHES = 3  # the newest folders that survive a clean-up


class Kernel(Generic[P, R]):
    """A function that compiles itself when first called."""

    def __init__(self, function: Callable[P, R], is_inlined: bool = False) -> None:
        self.plain = function
        self.is_inlined = is_inlined
        self._ready: Callable[P, R] | None = None
        self._interpreted: Callable[P, R] | None = None
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        ready = self._ready
        if ready is None:
            ready = self.compiled()
        return ready(*args, **kwargs)

    def compiled(self) -> Callable[P, R]:
        """The Numba dispatcher, or the plain function in Python mode."""
        if self._ready is None:
            self._ready = self._compile() if is_compiled() else self.plain
        return self._ready

    def interpreted(self) -> Callable[P, R]:
        """The same code uncompiled, with all it calls: where starting Numba would cost more than it saves."""
        if self._interpreted is None:
            function = cast(FunctionType, self.plain)
            linked = _linked(function, lambda called: called.interpreted())
            self._interpreted = cast(Callable[P, R], linked)
        return self._interpreted

    @cached_property
    def makes_arrays(self) -> bool:
        """Whether it makes arrays, or something that it calls does.

        All others only borrow what they are given. They are spared counting references, which costs more than
        many of them do, and time to compile.
        """
        function = cast(FunctionType, self.plain)
        names = _names(function.__code__)
        called = (function.__globals__.get(name) for name in names)
        return bool(names & MAKERS) or any(one.makes_arrays for one in called if isinstance(one, Kernel))

    def _compile(self) -> Callable[P, R]:
        numba = _numba()
        function = cast(FunctionType, self.plain)
        linked = _linked(function, lambda called: called.compiled())
        kept = point_cache(function)  # after its callees have pointed to theirs: Numba asks when it decorates
        decorate = numba.njit(
            cache=kept,
            nogil=True,
            boundscheck=False,
            forceinline=self.is_inlined,
            no_cfunc_wrapper=True,  # nobody passes kernels around
            _nrt=self.makes_arrays,
        )
        return cast(Callable[P, R], _once_for_all_numbers(decorate(linked)))


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Marks a function over ints, floats and NumPy arrays as a kernel."""
    return Kernel(function)


def inlined(function: Callable[P, R]) -> Kernel[P, R]:
    """Marks a kernel whose code goes into its callers: it is very small, or has one caller."""
    return Kernel(function, is_inlined=True)


def is_compiled() -> bool:
    """Whether kernels run compiled: Numba is installed and not told otherwise."""
    return os.environ.get(MODE_VARIABLE, "") != "python" and find_spec("numba") is not None


def _linked(function: FunctionType, link: Callable[[Kernel[Any, Any]], object]) -> FunctionType:
    """The same code, with each kernel it calls replaced by its dispatcher, or by its plain code."""
    names = _names(function.__code__)
    scope = dict(function.__globals__)
    for name in names:
        if isinstance(scope.get(name), Kernel):
            scope[name] = link(scope[name])
    linked = FunctionType(
        function.__code__, scope, function.__name__, function.__defaults__, function.__closure__
    )
    update_wrapper(linked, function)
    del linked.__wrapped__  # type: ignore[attr-defined]
    linked.__kwdefaults__ = function.__kwdefaults__
    return linked


def _once_for_all_numbers(dispatcher: Any) -> Any:
    """Makes Numba compile a kernel once for all integers that others call it with.

    Left to itself it compiles a kernel anew, with all that it calls, for every number that stands in a call:
    `f(0)`, `f(1)` and `f(x)` would be three kernels.
    """
    types: Any = import_module("numba.core.types")
    ask = dispatcher.get_call_template

    def ask_plainly(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        plain = tuple(types.unliteral(one) for one in args)
        return ask(plain, {name: types.unliteral(one) for name, one in kws.items()})

    dispatcher.get_call_template = ask_plainly
    return dispatcher


def _names(code: Any) -> set[str]:
    inner = (c for c in code.co_consts if hasattr(c, "co_names"))
    return set(code.co_names).union(*(_names(c) for c in inner))


@lru_cache(maxsize=1)
def _numba() -> Any:
    numba: Any = import_module("numba")
    event: Any = import_module("numba.core.event")
    event.register("numba:compile", _Progress(event.Listener).listener)
    return numba


# --- the cache on disk -----------------------------------------------------------------------


def point_cache(function: FunctionType) -> bool:
    """Tells Numba where to keep this function's code; False: nowhere, the folder cannot be written."""
    folder = cache_folder(function.__module__)
    if folder is None:
        return False
    _numba().config.CACHE_DIR = str(folder)
    return True


@lru_cache(maxsize=256)
def cache_folder(module: str) -> Path | None:
    """The folder for the code of this version of a module, made if missing; None if it cannot be."""
    root = _cache_root() / "kernels" / module
    folder = root / source_hash(module)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
        os.utime(folder)
        clean(root, KEPT_CACHES)
    except OSError:
        return None
    return folder


def clean(root: Path, kept: int) -> None:
    """Removes all but the most recently used folders."""
    folders = sorted(root.iterdir(), key=lambda f: f.stat().st_mtime, reverse=True)
    for old in folders[kept:]:
        shutil.rmtree(old, ignore_errors=True)


def source_hash(module: str) -> str:
    """A hash of every source and data file that a module can reach, of Python and of Numba."""
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


# --- progress --------------------------------------------------------------------------------


class _Progress:
    """Says on a terminal's standard error, once, that compiling takes a while."""

    def __init__(self, listener: type) -> None:
        self._depth = 0
        self._timer: threading.Timer | None = None
        told = self

        class Told(listener):  # type: ignore[misc]
            def on_start(self, event: Any) -> None:
                told.start()

            def on_end(self, event: Any) -> None:
                told.end()

        self.listener = Told()

    def start(self) -> None:
        self._depth += 1
        if self._depth == 1 and sys.stderr is not None and sys.stderr.isatty():
            self._timer = threading.Timer(1.0, self._say)
            self._timer.daemon = True
            self._timer.start()

    def end(self) -> None:
        self._depth -= 1
        if self._depth == 0 and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @staticmethod
    def _say() -> None:
        sys.stderr.write("Preparing the fast engine: this happens once after an update ...\n")
