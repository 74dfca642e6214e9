"""`@kernel`: hot loops over flat arrays, compiled by Numba where it is installed, plain Python elsewhere.

`@shared` is for functions that both Python and kernels call, such as a rule about one number: Python calls
the function itself, a kernel calls it compiled. `@inlined` is for kernels whose call would cost more than the
work they do: their code goes into their callers.

Nothing is imported or compiled until a kernel is first called. `LUDOTEKA_KERNEL=python` runs the same code
uncompiled. Compiled code is kept on disk (kernel_cache.py). A process that people are waiting for can
be patient (`interpret_until_compiled`): it runs uncompiled code until another process has compiled it, and
loads the result at once or, `at_leisure`, when it has nothing else to do (`changing_over`).
"""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, lru_cache, update_wrapper
from importlib import import_module
from importlib.util import find_spec
from types import FunctionType
from typing import Any, Generic, ParamSpec, TypeVar, cast

from ludoteka.core.kernel_cache import cache_folder, mark_compiled, was_compiled

P = ParamSpec("P")
R = TypeVar("R")

MODE_VARIABLE = "LUDOTEKA_KERNEL"
# What makes an array. An omission here would not go unnoticed: Numba would refuse the kernel.
MAKERS = {"arange", "array", "astype", "copy", "empty", "full", "ones", "zeros"}
_MARK = "__kernel__"  # on a shared function: the kernel that other kernels call in its place
_linking = threading.RLock()  # one thread at a time decorates: Numba's cache folder is a global setting


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
            is_waiting = _must_wait(self.__module__)
            if is_waiting:
                _waiting.add(self.__module__)
            ready = self.interpreted() if is_waiting else self.compiled()
        return ready(*args, **kwargs)

    def compiled(self) -> Callable[P, R]:
        """The Numba dispatcher, or the plain function in Python mode; the same one for every thread."""
        if self._ready is None:
            with _linking:
                if self._ready is None:
                    self._ready = self._compile() if is_compiled() else self.plain
        return self._ready

    @property
    def runs_compiled(self) -> bool:
        """Whether a call now would run compiled code, for tables that pay off only then."""
        return is_compiled() and (self._ready is not None or not _must_wait(self.__module__))

    def interpreted(self) -> Callable[P, R]:
        """The same code uncompiled, with all it calls, where starting Numba would cost more than it saves."""
        if self._interpreted is None:
            function = cast(FunctionType, self.plain)
            linked = _linked(function, lambda called: called.interpreted())
            self._interpreted = cast(Callable[P, R], linked)
        return self._interpreted

    @cached_property
    def makes_arrays(self) -> bool:
        """Whether it, or something that it calls, makes arrays.

        All others only borrow what they are given. They need no reference counting, which would cost more
        than the work many of them do and take longer to compile.
        """
        function = cast(FunctionType, self.plain)
        names = _names(function.__code__)
        called = (_kernel_of(function.__globals__.get(name)) for name in names)
        return bool(names & MAKERS) or any(one.makes_arrays for one in called if one is not None)

    def _compile(self) -> Callable[P, R]:
        numba = _numba()
        function = cast(FunctionType, self.plain)
        linked = _linked(function, lambda called: called.compiled())
        with _cache_at(function.__module__) as is_kept:
            decorate = numba.njit(
                cache=is_kept,
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
    """Marks a kernel to be inlined: it is very small, or has a single caller."""
    return Kernel(function, is_inlined=True)


def shared(function: Callable[P, R]) -> Callable[P, R]:
    """Marks a function that Python calls as it is and that kernels call compiled."""
    setattr(function, _MARK, Kernel(function))
    return function


# --- playing while somebody else compiles ----------------------------------------------------

_is_patient = False
_at_leisure = False
_decorated: set[str] = set()  # modules whose kernels this process has compiled or loaded
_waiting: set[str] = set()  # modules whose kernels ran uncompiled
_changed_over: set[str] = set()  # modules that were loaded at leisure
_here = threading.local()  # `changes`: this thread has nothing better to do than to load


def interpret_until_compiled(at_leisure: bool = False) -> None:
    """From now on this process runs kernels uncompiled until another one has compiled them into the cache.

    Loading them takes seconds: it is done by the next call or, `at_leisure`, only within `changing_over`.
    """
    global _is_patient, _at_leisure  # modes of the process, like the environment variable
    _is_patient, _at_leisure = True, at_leisure


def can_change_over() -> bool:
    """Whether there is compiled code by now for kernels that this process has run uncompiled."""
    return any(was_compiled(module) for module in _waiting - _changed_over)


@contextmanager
def changing_over() -> Iterator[None]:
    """What is called in here loads its compiled code, if there is any. Nobody should be waiting meanwhile."""
    ready = {module for module in _waiting if was_compiled(module)}
    _here.changes = True
    try:
        yield
    finally:
        _here.changes = False
        _changed_over.update(_decorated | ready)


def announce_compiled() -> None:
    """Tells patient processes that the kernels this one has called are in the cache."""
    for module in sorted(_decorated):
        mark_compiled(module)


def _must_wait(module: str) -> bool:
    """Whether compiling would keep somebody waiting; where nothing can be cached, it is done at once."""
    if not _is_patient or not is_compiled() or cache_folder(module) is None:
        return False
    if not was_compiled(module):
        return True
    return _at_leisure and module not in _changed_over and not getattr(_here, "changes", False)


def is_compiled() -> bool:
    """Whether kernels run compiled: Numba is installed and has not been turned off."""
    return os.environ.get(MODE_VARIABLE, "") != "python" and find_spec("numba") is not None


def _kernel_of(value: object) -> Kernel[Any, Any] | None:
    """The kernel that a name in a kernel's code refers to, if any."""
    found = value if isinstance(value, Kernel) else getattr(value, _MARK, None)
    return found if isinstance(found, Kernel) else None


def _linked(function: FunctionType, link: Callable[[Kernel[Any, Any]], object]) -> FunctionType:
    """The same code, with each kernel it calls replaced by its dispatcher, or by its plain code."""
    scope = dict(function.__globals__)
    for name in _names(function.__code__):
        called = _kernel_of(scope.get(name))
        if called is not None:
            scope[name] = link(called)
    linked = FunctionType(
        function.__code__, scope, function.__name__, function.__defaults__, function.__closure__
    )
    update_wrapper(linked, function)
    for mark in ("__wrapped__", _MARK):
        linked.__dict__.pop(mark, None)
    linked.__kwdefaults__ = function.__kwdefaults__
    return linked


def _once_for_all_numbers(dispatcher: Any) -> Any:
    """Makes Numba compile a kernel once for all integers that it is called with.

    Left alone, Numba compiles a kernel, and all that it calls, anew for every literal number in a call:
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


@contextmanager
def _cache_at(module: str) -> Iterator[bool]:
    """While this lasts, Numba caches what is decorated in this module's folder; False: nowhere.

    Numba reads the folder from a global setting when it decorates. The setting is restored afterwards, so
    that other people's functions are cached where they want them.
    """
    folder = cache_folder(module)
    _decorated.add(module)
    config = _numba().config
    before = config.CACHE_DIR
    if folder is not None:
        config.CACHE_DIR = str(folder)
    try:
        yield folder is not None
    finally:
        config.CACHE_DIR = before


# --- progress --------------------------------------------------------------------------------


_watchers: list[Callable[[bool], None]] = []
_compilations = 0


def compilations() -> int:
    """How often this process has compiled so far."""
    return _compilations


def watch_compiling(told: Callable[[bool], None]) -> None:
    """From now on `told` hears when this process begins to compile (True), and when it has ended (False)."""
    _watchers.append(told)


class _Progress:
    """Says once, on standard error if that is a terminal, that compiling takes a while."""

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
        if self._depth == 1:
            self._tell(is_compiling=True)
        if self._depth == 1 and sys.stderr is not None and sys.stderr.isatty():
            self._timer = threading.Timer(1.0, self._say)
            self._timer.daemon = True
            self._timer.start()

    def end(self) -> None:
        global _compilations  # one count a process
        self._depth -= 1
        if self._depth == 0:
            _compilations += 1
            self._tell(is_compiling=False)
        if self._depth == 0 and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @staticmethod
    def _tell(*, is_compiling: bool) -> None:
        for told in _watchers:
            told(is_compiling)

    @staticmethod
    def _say() -> None:
        sys.stderr.write("Preparing the fast engine: this happens once after an update ...\n")
