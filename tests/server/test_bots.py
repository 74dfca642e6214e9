"""The processes that bots think in."""

import signal
import sys
from pathlib import Path

import pytest
from tests.server.toy_catalogue import CATALOGUE

from ludoteka.server.live.bots import BotFailed, Worker
from ludoteka.server.live.errands import Warm


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
