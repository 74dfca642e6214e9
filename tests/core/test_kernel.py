"""Kernels: lazy, compiled or plain, with a cache that notices every edit."""

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludoteka.core import kernel as kernels
from ludoteka.core import kernel_cache
from ludoteka.core.kernel import Kernel, kernel, shared

STEP = 3


@kernel
def add(number: int) -> int:
    """One more step."""
    return number + STEP


@kernel
def total(numbers: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> int:
    found = 0
    for index in range(len(numbers)):
        found += add(numbers[index])
    return found


def test_kernels_call_kernels() -> None:
    assert total(np.arange(4)) == 6 + 4 * STEP
    assert total.plain(np.arange(4)) == 18
    assert repr(add.plain).startswith("<function add")
    assert add.__doc__ == "One more step."


@kernel
def minus(one: int, other: int) -> int:
    return one - other


@kernel
def mixed(number: int) -> int:
    return minus(1, 0) + minus(number, 1) + minus(number, other=number) + minus(STEP, number)


@pytest.mark.skipif(not kernels.is_compiled(), reason="plain Python compiles nothing")
def test_a_kernel_is_compiled_once_for_all_numbers() -> None:
    assert mixed(7) == mixed.plain(7) == 3
    compiled: Any = minus.compiled()
    assert len(compiled.signatures) == 1


@kernel
def make(number: int) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    return np.zeros(number, dtype=np.int64)


@kernel
def made(number: int) -> int:
    return len(make(number))


@kernel
def made_in_secret(numbers: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> int:
    return int((numbers + numbers)[0])


def test_only_who_makes_arrays_counts_references() -> None:
    assert (add.makes_arrays, total.makes_arrays) == (False, False)
    assert (make.makes_arrays, made.makes_arrays) == (True, True)
    assert made(5) == 5
    numbers = np.arange(4)
    before = sys.getrefcount(numbers)
    assert total(numbers) == 18
    assert sys.getrefcount(numbers) == before


@pytest.mark.skipif(not kernels.is_compiled(), reason="plain Python compiles nothing")
def test_an_array_that_is_made_in_secret_is_refused() -> None:
    from numba.core.errors import NumbaError

    with pytest.raises(NumbaError):
        made_in_secret(np.arange(4))


@shared
def is_even(number: int) -> bool:
    return number % 2 == 0


@shared
def is_odd(number: int) -> bool:
    return not is_even(number)


@kernel
def odd_ones(numbers: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> int:
    found = 0
    for index in range(len(numbers)):
        if is_odd(numbers[index]):
            found += 1
    return found


def test_a_shared_function_is_itself_in_python_and_compiled_in_a_kernel() -> None:
    assert type(is_odd).__name__ == "function"
    assert is_odd(3)
    assert is_odd(3) is not is_odd(4)
    numbers = np.arange(9)
    assert odd_ones(numbers) == odd_ones.interpreted()(numbers) == 4


@pytest.mark.skipif(not kernels.is_compiled(), reason="plain Python compiles nothing")
def test_threads_that_ask_at_once_get_the_same_code() -> None:
    """Decorating is slow enough that unguarded threads would each make a dispatcher of their own."""

    def triple(number: int) -> int:
        return number * 3

    for _ in range(5):
        fresh = Kernel(triple)
        start = threading.Barrier(8)

        def ask(one: Kernel[[int], int] = fresh, start: threading.Barrier = start) -> object:
            start.wait()
            return one.compiled()

        with ThreadPoolExecutor(8) as pool:
            asked = [pool.submit(ask) for _ in range(8)]
            assert len({id(one.result()) for one in asked}) == 1


@pytest.mark.skipif(not kernels.is_compiled(), reason="plain Python compiles nothing")
def test_the_cache_folder_of_other_peoples_functions_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    config: Any = import_module("numba").config
    monkeypatch.setattr(config, "CACHE_DIR", "somewhere else")

    def quadruple(number: int) -> int:
        return number * 4

    Kernel(quadruple).compiled()
    assert config.CACHE_DIR == "somewhere else"


PROGRAM = """
import sys
sys.path.insert(0, {folder!r})
import ludoteka.core.kernel, ludoteka.core.match, ludoteka.games
assert "numba" not in sys.modules and "numpy" not in sys.modules
import mine
assert "numba" not in sys.modules
print(mine.twice(21), "numba" in sys.modules)
"""

MINE = """
from ludoteka.core.kernel import kernel
import other
@kernel
def twice(number: int) -> int:
    return number * FACTOR
FACTOR = other.FACTOR
"""


def _run(folder: Path, **variables: str) -> str:
    # Python's own cache tells files apart by second and size: an edit of one letter can hide in it.
    kept = {"LUDOTEKA_CACHE": str(folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    environment = {**os.environ, **kept, **variables}
    found = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM.format(folder=str(folder))],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return found.stdout.strip()


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "other.py").write_text("FACTOR = 2")
    return tmp_path


def test_nothing_is_imported_until_the_first_call(mine: Path) -> None:
    assert _run(mine) == "42 True"
    assert list((mine / "cache" / "kernels" / "mine").iterdir())


PATIENT = """
import sys, time
sys.path.insert(0, {folder!r})
from ludoteka.core import kernel
kernel.interpret_until_compiled()
import mine
assert mine.twice(21) == 42
assert "numba" not in sys.modules, "it compiled instead of going on"
print("waiting", flush=True)
sys.stdin.readline()
assert mine.twice(21) == 42
print("numba" in sys.modules)
"""
COMPILER = """
import sys
sys.path.insert(0, {folder!r})
from ludoteka.core import kernel
import mine
mine.twice(21)
kernel.announce_compiled()
"""


@pytest.mark.skipif(not kernels.is_compiled(), reason="plain Python compiles nothing")
def test_a_patient_process_plays_on_uncompiled_and_changes_over_by_itself(mine: Path) -> None:
    assert _changed_over(mine, PATIENT) == "True\n"


def _changed_over(mine: Path, program: str) -> str:
    """What a patient program says at its end, after another process has compiled for it."""
    environment = {**os.environ, "LUDOTEKA_CACHE": str(mine / "cache")}
    start = [sys.executable, "-W", "error", "-c"]
    patient = subprocess.Popen(
        [*start, program.format(folder=str(mine))],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert patient.stdout is not None
    assert patient.stdout.readline() == "waiting\n"
    subprocess.run([*start, COMPILER.format(folder=str(mine))], env=environment, check=True)
    told, _ = patient.communicate("go on\n", timeout=60)
    assert patient.returncode == 0
    return told


@pytest.mark.skipif(not kernels.is_compiled(), reason="plain Python compiles nothing")
def test_where_nothing_can_be_kept_nobody_waits_for_it(mine: Path) -> None:
    (mine / "cache").write_text("a file where the folder should be")
    patient = PATIENT.replace('assert "numba" not', 'assert "numba"').partition("print")[0]
    environment = {**os.environ, "LUDOTEKA_CACHE": str(mine / "cache")}
    command = [sys.executable, "-W", "error", "-c", patient.format(folder=str(mine))]
    subprocess.run(command, env=environment, check=True)


LEISURE = """
import sys
sys.path.insert(0, {folder!r})
from ludoteka.core import kernel
kernel.interpret_until_compiled(at_leisure=True)
import mine
assert mine.twice(21) == 42
assert not kernel.can_change_over()
print("waiting", flush=True)
sys.stdin.readline()
assert kernel.can_change_over()
assert mine.twice(21) == 42
assert "numba" not in sys.modules, "it loaded while somebody waited"
with kernel.changing_over():
    assert mine.twice(21) == 42
assert not kernel.can_change_over()
print("numba" in sys.modules)
"""


@pytest.mark.skipif(not kernels.is_compiled(), reason="plain Python compiles nothing")
def test_whoever_changes_over_at_leisure_does_so_when_told(mine: Path) -> None:
    assert _changed_over(mine, LEISURE) == "True\n"


CALLING = """
from ludoteka.core.kernel import kernel
from package.called import plus
from package.factor import FACTOR
@kernel
def twice(number: int) -> int:
    return plus(number) * FACTOR
"""
CALLED = """
from ludoteka.core.kernel import inlined
@inlined
def plus(number: int) -> int:
    return number + 1
"""


def test_an_edit_is_noticed_where_kernels_call_those_of_other_modules(mine: Path) -> None:
    """The code of each is kept with its own module's, whose sources decide whether it is still good."""
    (mine / "mine.py").write_text("from package.calling import twice")
    (mine / "package").mkdir()
    files = {"__init__": "", "calling": CALLING, "called": CALLED, "factor": "FACTOR = 2"}
    for name, text in files.items():
        (mine / "package" / f"{name}.py").write_text(text)
    assert _run(mine) == "44 True"
    kept = {(path.parents[2].name, path.name.split("-")[0]) for path in mine.rglob("*.nbi")}
    assert kept >= {("package.called", "called.plus"), ("package.calling", "calling.twice")}
    assert {module.split(".")[1] == name.split(".")[0] for module, name in kept} == {True}
    (mine / "package" / "factor.py").write_text("FACTOR = 3")
    assert _run(mine) == "66 True"


def test_plain_python_on_demand(mine: Path) -> None:
    assert _run(mine, LUDOTEKA_KERNEL="python") == "42 False"


def test_a_cache_that_cannot_be_written_is_done_without(mine: Path) -> None:
    (mine / "cache").write_text("a file where the folder should be")
    assert _run(mine) == "42 True"


@pytest.fixture
def packaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package whose module `a` imports `b`, which imports `c` relatively; `d` is not reached."""
    package = tmp_path / "packaged"
    (package / "data").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "a.py").write_text("from packaged import b")
    (package / "b.py").write_text("def late():\n    from .c import FACTOR")
    (package / "c.py").write_text("FACTOR = 2")
    (package / "d.py").write_text("import packaged.a")
    (package / "data" / "a.board").write_text("...")
    monkeypatch.syspath_prepend(tmp_path)
    return package


@pytest.mark.parametrize("file", ["__init__.py", "a.py", "b.py", "c.py", "data/a.board"])
def test_the_hash_covers_every_file_that_is_reached(packaged: Path, file: str) -> None:
    before = kernel_cache.source_hash("packaged.a")
    assert kernel_cache.source_hash("packaged.a") == before
    with (packaged / file).open("a") as opened:
        opened.write("\n# an edit")
    assert kernel_cache.source_hash("packaged.a") != before


def test_the_hash_leaves_out_what_is_not_reached(packaged: Path) -> None:
    before = kernel_cache.source_hash("packaged.a")
    (packaged / "d.py").write_text("FACTOR = 3")
    assert kernel_cache.source_hash("packaged.a") == before


def test_old_caches_are_cleaned_but_none_that_may_be_in_use(tmp_path: Path) -> None:
    hour = kernel_cache.IN_USE
    for age, used in enumerate((9 * hour, 9 * hour - 1, 8 * hour + 1, 8 * hour - 1, hour)):
        folder = tmp_path / f"old{age}"
        folder.mkdir()
        os.utime(folder, (used, used))
    kernel_cache.clean(tmp_path, 2)
    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["old0", "old1", "old2"]


def test_what_was_compiled_into_a_folder_that_is_gone_is_not_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOTEKA_CACHE", str(tmp_path))
    kernel_cache.cache_folder.cache_clear()
    folder = kernel_cache.cache_folder("ludoteka.core.kernel")
    assert folder is not None
    folder.rmdir()
    kernel_cache.mark_compiled("ludoteka.core.kernel")
    assert not kernel_cache.was_compiled("ludoteka.core.kernel")
    kernel_cache.cache_folder.cache_clear()


def test_threads_that_ask_for_a_folder_at_once_all_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOTEKA_CACHE", str(tmp_path))
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(20):
            kernel_cache.cache_folder.cache_clear()
            with ThreadPoolExecutor(6) as pool:
                asked = [pool.submit(kernel_cache.cache_folder, "ludoteka.core.kernel") for _ in range(6)]
                assert None not in [one.result() for one in asked]
    finally:
        sys.setswitchinterval(before)
        kernel_cache.cache_folder.cache_clear()
