"""The processes that bots think in."""

import asyncio
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from time import sleep
from typing import cast

import pytest
from tests.server.toy_catalogue import CATALOGUE

from ludoteka.core import kernel
from ludoteka.server.catalogue import Catalogue
from ludoteka.server.live.bots import BotFailed, Bots, Worker
from ludoteka.server.live.errands import Errand, Warm


@pytest.mark.skipif(sys.platform != "linux", reason="signals are read from /proc")
def test_a_worker_never_hears_an_interrupt() -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    worker = Worker(CATALOGUE)
    try:
        assert blocked(worker) >> signal.SIGINT - 1 & 1, "not even before its first line runs"
        assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before
        with pytest.raises(BotFailed, match="this bot is broken"):  # it works, as far as that bot does
            worker.ask(Warm(next(iter(CATALOGUE.ids()))), 60)
    finally:
        worker.stop()


def blocked(worker: Worker) -> int:
    lines = Path(f"/proc/{worker.pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1], 16) for line in lines if line.startswith("SigBlk"))


@dataclass(frozen=True, slots=True)
class Dawdle:
    """Takes longer than a bot may think: all of it compiling, or not."""

    is_compiling: bool
    game: str = ""

    def work(self, _: Catalogue) -> str:
        if self.is_compiling:
            kernel._Progress._tell(is_compiling=True)
        sleep(1.5)
        if self.is_compiling:
            kernel._Progress._tell(is_compiling=False)
        return "done"


def test_the_time_that_a_worker_compiles_is_not_taken_from_the_bot() -> None:
    compiling, thinking = (cast(Errand, Dawdle(is_compiling=one)) for one in (True, False))
    worker = Worker(CATALOGUE)
    try:
        worker.ask(compiling, 60)  # it has started by now
        assert worker.ask(compiling, 0.7) == "done"
        with pytest.raises(BotFailed, match="too long"):
            worker.ask(thinking, 0.7)
    finally:
        worker.stop()


@dataclass(frozen=True, slots=True)
class Ponder:
    """A strong bot's turn."""

    game: str = ""

    def work(self, _: Catalogue) -> str:
        sleep(0.03)
        return "done"


def test_a_guest_with_fifty_tables_delays_only_himself() -> None:
    """Another guest's turns come between his: each waits for one or two of the fifty, never for all."""
    order: list[str] = []

    async def ask(bots: Bots, owner: str) -> None:
        await bots.ask(owner, cast(Errand, Ponder()))
        order.append(owner)

    async def evening() -> None:
        bots = Bots(CATALOGUE, 1, 60_000)
        await bots.start()
        try:
            await ask(bots, "nobody")  # the worker has started by now
            many = [asyncio.create_task(ask(bots, "fifty")) for _ in range(50)]
            await asyncio.sleep(0.1)
            for _ in range(5):
                before = len(order)
                await ask(bots, "one")
                assert len(order) - before <= 4  # those that finished meanwhile, and this one
            await asyncio.gather(*many)
        finally:
            await bots.stop()

    asyncio.run(evening())
    assert order.count("fifty") == 50
    assert "one" not in order[-20:]
