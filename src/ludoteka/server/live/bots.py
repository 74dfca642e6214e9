"""Bots think in worker processes, a few at a time, and everybody gets a turn.

The event loop only waits. A worker that thinks too long is stopped and replaced; whoever asked hears of it.
"""

import asyncio
import contextlib
import multiprocessing
import signal
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any

import structlog

from ludoteka.core.game import Millis
from ludoteka.core.kernel import can_change_over, interpret_until_compiled, watch_compiling
from ludoteka.server import traces
from ludoteka.server.catalogue import Catalogue
from ludoteka.server.live.errands import Announce, Compile, Errand, Warm
from ludoteka.server.live.preparation import Preparation

log = structlog.get_logger()


class BotFailed(Exception):
    """A bot raised, died or thought too long."""


# --- the worker's side ---------------------------------------------------------------------------


def worker_main(pipe: Connection, catalogue: Catalogue, is_patient: bool) -> None:
    """Runs errands until the server hangs up; a patient one never makes anybody wait for a compiler."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    watch_compiling(lambda is_compiling: pipe.send((None, is_compiling)))
    if is_patient:
        interpret_until_compiled(at_leisure=True)
    while True:
        try:
            errand: Errand = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer: tuple[bool, Any] = (True, errand.work(catalogue))
        except Exception as error:  # noqa: BLE001  # a bot may raise anything; the server must hear of it
            answer = (False, f"{type(error).__name__}: {error}")
        try:
            pipe.send(answer)
        except OSError:
            return
        if is_patient and can_change_over():  # whoever asked has the answer, and looks at it now
            with contextlib.suppress(Exception):  # it would be said where it matters: in an answer
                Warm(errand.game).work(catalogue)


@contextmanager
def _deaf() -> Iterator[None]:
    """A process started here ignores interrupts from the first moment: Ctrl-C is meant for the server."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


COMPILING_S = 900.0  # a slow machine with a cold cache


class Worker:
    """One process and the pipe to it."""

    def __init__(self, catalogue: Catalogue, is_patient: bool = True) -> None:
        self._catalogue = catalogue
        self._is_patient = is_patient
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        work = (theirs, self._catalogue, self._is_patient)
        self._process = context.Process(target=worker_main, args=work, daemon=True)
        resource_tracker.ensure_running()  # or its start would let this thread receive interrupts again
        with _deaf():
            self._process.start()
        theirs.close()

    @property
    def pid(self) -> int | None:
        return self._process.pid

    def ask(self, errand: Errand, limit_s: float) -> Any:
        """Blocks (in a thread) until the errand is done; raises `BotFailed`."""
        try:
            self._pipe.send(errand)
            fine, answer = self._answer(limit_s)
        except (EOFError, OSError) as error:
            self._replace()
            raise BotFailed("the worker died") from error
        except BotFailed:
            self._replace()
            raise
        if not fine:
            raise BotFailed(answer)
        return answer

    def _answer(self, limit_s: float) -> tuple[bool, Any]:
        """What the worker answers; the time that it compiles does not count as thinking."""
        left, is_compiling = limit_s, False
        while True:
            began = monotonic()
            if not self._pipe.poll(COMPILING_S if is_compiling else left):
                raise BotFailed("thought too long")
            fine, answer = self._pipe.recv()
            if fine is not None:
                return fine, answer
            if not is_compiling:
                left = max(0.0, left - (monotonic() - began))
            is_compiling = answer

    def _replace(self) -> None:
        self.stop()
        self._start()

    def stop(self) -> None:
        self._pipe.close()
        if self._process.is_alive():
            self._process.kill()
        self._process.join()


# --- the server's side ---------------------------------------------------------------------------


def compile_ahead(catalogue: Catalogue, preparation: Preparation, ready: Callable[[str], None]) -> None:
    """Compiles one game after the other in a separate process, so that nobody's moves wait for a compiler.

    The result is then in the cache on disk, from which `ready` may load it quickly in this process. Blocks.
    """
    worker = Worker(catalogue, is_patient=False)
    try:
        while (game := preparation.next()) is not None:
            parts = [Compile(game), *(Compile(game, level.level) for level in catalogue.levels(game))]
            for done, part in enumerate(parts):
                preparation.share = done / len(parts)
                worker.ask(part, COMPILING_S)
            worker.ask(Announce(game), COMPILING_S)
            ready(game)
    finally:
        preparation.end()
        worker.stop()


STRANGERS = "strangers"  # an owner: everybody who asks about a table at which they do not sit


class Bots:
    """The pool: errands wait in one queue per owner; the owner whose bots have thought least comes first."""

    def __init__(self, catalogue: Catalogue, workers: int, limit_ms: Millis, pending: int = 10_000) -> None:
        self._catalogue = catalogue
        self._count = workers
        self._limit_s = limit_ms / 1000
        self._pending = pending
        self._queues: OrderedDict[str, deque[tuple[Errand, asyncio.Future[Any]]]] = OrderedDict()
        self._spent: dict[str, float] = {}  # seconds of thinking of those who wait or have one thinking
        self._some = asyncio.Semaphore(0)
        self._threads = ThreadPoolExecutor(max(1, workers), thread_name_prefix="bot")
        self._tasks: list[asyncio.Task[None]] = []
        self._workers: list[Worker] = []
        self.waiting = 0
        self.thinking = 0

    async def start(self) -> None:
        """Workers start one after another, alongside the first requests."""
        self._tasks = [asyncio.create_task(self._run(), name=f"bots-{n}") for n in range(self._count)]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self._workers:
            worker.stop()
        self._threads.shutdown(wait=True, cancel_futures=True)

    async def ask(self, owner: str, errand: Errand) -> Any:
        """The answer of a worker; raises `BotFailed`."""
        if self.waiting >= self._pending or self._count == 0:
            raise BotFailed("no bot is free")
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(owner, deque()).append((errand, done))
        self.waiting += 1
        self._some.release()
        with traces.span("worker", errand=type(errand).__name__):
            return await done

    async def warm_up(self, games: Sequence[str]) -> None:
        """Every worker imports and compiles every game."""
        errands = [Warm(game) for _ in range(self._count) for game in games]
        answers = (self.ask(f"warm-{n % max(1, self._count)}", errand) for n, errand in enumerate(errands))
        for failure in await asyncio.gather(*answers, return_exceptions=True):
            if isinstance(failure, BaseException):
                log.warning("bot.warm_up_failed", error=str(failure))

    def _next(self) -> tuple[str, Errand, asyncio.Future[Any]]:
        """The first errand of the owner whose bots have thought least; strangers come after players.

        Among equals, whoever has waited longest is next and then goes to the end of the queue.
        """
        owner = min(self._queues, key=lambda one: (one == STRANGERS, self._spent.get(one, 0.0)))
        queue = self._queues.pop(owner)
        errand, done = queue.popleft()
        if queue:
            self._queues[owner] = queue
        self.waiting -= 1
        return owner, errand, done

    def _charge(self, owner: str, seconds: float) -> None:
        """What somebody's bots have thought counts for as long as others are waiting."""
        if not self._queues:
            self._spent.clear()
            return
        self._spent[owner] = self._spent.get(owner, 0.0) + seconds

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        worker = await loop.run_in_executor(self._threads, Worker, self._catalogue)
        self._workers.append(worker)
        while True:
            await self._some.acquire()
            owner, errand, done = self._next()
            if done.cancelled():
                continue
            self.thinking += 1
            began = loop.time()
            try:
                answer = await loop.run_in_executor(self._threads, worker.ask, errand, self._limit_s)
            except BotFailed as failure:
                _fail(done, failure)
            else:
                if not done.done():
                    done.set_result(answer)
            finally:
                self.thinking -= 1
                self._charge(owner, loop.time() - began)


def _fail(done: "asyncio.Future[Any]", failure: BotFailed) -> None:
    if not done.done():
        done.set_exception(failure)
