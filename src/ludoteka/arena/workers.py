"""Where bouts are played: in this process, in several on this machine, or on a Dask cluster.

Each is an executor of the standard library, so the code that runs a contest is the same for all.
"""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_context
from typing import Any, ParamSpec, TypeVar

from ludoteka.arena.contest import Contest
from ludoteka.arena.matches import warm
from ludoteka.core.refusals import BadRequest

P = ParamSpec("P")
R = TypeVar("R")


class Here(Executor):
    """Plays in this process, when asked."""

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        done: Future[R] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


def cores() -> int:
    """How many processes can work at once here."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def workers(contest: Contest, processes: int, cluster: str | None = None) -> Iterator[Executor]:
    """The workers. What can be compiled is compiled here first: once, not by every worker."""
    if cluster is not None:
        with _cluster(cluster) as executor:
            yield executor
    elif processes == 1:
        yield Here()
    else:
        warm(contest)
        with _pool(contest, processes) as executor:
            yield executor


@contextmanager
def _pool(contest: Contest, processes: int) -> Iterator[Executor]:
    pool = ProcessPoolExecutor(processes, get_context("spawn"), initializer=_begin, initargs=(contest,))
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin(contest: Contest) -> None:
    """A worker leaves Ctrl-C to the process that asked, and warms up before it is timed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warm(contest)


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    try:
        distributed: Any = import_module("distributed")  # an optional extra, and untyped
    except ImportError:
        raise BadRequest("A cluster needs Dask: pip install 'ludoteka[cluster]'.") from None
    client = distributed.Client(address)
    try:
        yield client.get_executor(pure=False)
    finally:
        client.close()


def breadth(executor: Executor, processes: int) -> int:
    """How many bouts are asked for ahead of the one that is awaited."""
    return 0 if isinstance(executor, Here) else 2 * processes
