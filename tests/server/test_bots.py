"""The processes that bots think in."""

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
from ludoteka.server.live.bots import BotFailed, Worker
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
