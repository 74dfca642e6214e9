"""Compiles and loads every game before anybody waits for it, while the first people come in."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from functools import partial

import structlog

from ludoteka.core.kernel import changing_over
from ludoteka.core.warmup import warm
from ludoteka.server.catalogue import Catalogue
from ludoteka.server.live.bots import BotFailed, compile_ahead
from ludoteka.server.live.host import Host

log = structlog.get_logger()


async def warm_up(host: Host) -> None:
    """Compiles in a separate process, then loads the result here and in the bots' workers."""
    try:
        load = partial(_load, host.catalogue)
        await _beside(partial(compile_ahead, host.catalogue, host.preparation, load))
    except BotFailed as failed:  # stopped from outside, perhaps with the whole server: not our fault
        log.warning("host.warm_up_stopped", why=str(failed))
    except Exception:
        log.exception("host.warm_up_failed")
    host.is_ready = True
    await host.bots.warm_up(list(host.catalogue.ids()))


def _load(catalogue: Catalogue, game: str) -> None:
    with changing_over():
        warm(catalogue.game(game))


async def _beside(work: Callable[[], None]) -> None:
    """Work in a thread that nobody waits for at the end: a server that must stop does not go on compiling."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()

    def finish(error: Exception | None) -> None:
        if not done.done():
            done.set_exception(error) if error else done.set_result(None)

    def run_it() -> None:
        error: Exception | None = None
        try:
            work()
        except Exception as raised:  # noqa: BLE001 - it is raised again where it is awaited
            error = raised
        with contextlib.suppress(RuntimeError):  # the loop is closed already
            loop.call_soon_threadsafe(finish, error)

    threading.Thread(target=run_it, name="warm-up", daemon=True).start()
    await done
