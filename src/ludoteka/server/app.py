"""The wiring: a catalogue and settings become an app; `run` serves it."""

import asyncio
import contextlib
import gc
import socket
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import structlog
import uvicorn
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from ludoteka import __version__
from ludoteka.core.refusals import Refusal
from ludoteka.server import http_people, http_tables, logs, operations, page, ws
from ludoteka.server.auth import People
from ludoteka.server.bots import BotFailed, compile_ahead
from ludoteka.server.catalogue import Catalogue
from ludoteka.server.desk import Desk
from ludoteka.server.guard import Guard
from ludoteka.server.house import House
from ludoteka.server.http_shared import on_http, on_invalid, on_refusal
from ludoteka.server.limits import Limits
from ludoteka.server.metrics import Metrics
from ludoteka.server.settings import Settings
from ludoteka.server.sheets import MESSAGE_BYTES
from ludoteka.server.store import migrate
from ludoteka.server.timekeeping import Now
from ludoteka.server.warming import warm

log = structlog.get_logger()

# Longer than proxies and clients keep an idle connection (mostly 60 s): who closes first must not be the
# one who is asked, or a request that is on its way just then meets a closed door.
KEEP_ALIVE_S = 75


def create_app(catalogue: Catalogue, settings: Settings | None = None, now: Now | None = None) -> FastAPI:
    """The whole server as an ASGI app; the database is opened when it starts."""
    settings = settings or Settings()
    desk = _desk(catalogue, settings, now)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        warming = await _start(desk)
        try:
            yield
        finally:
            if warming is not None:
                warming.cancel()
            await desk.house.stop()

    app = FastAPI(
        title="ludoteka",
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.desk = desk
    app.add_middleware(Guard, desk=desk)
    app.add_exception_handler(Refusal, on_refusal)
    app.add_exception_handler(RequestValidationError, on_invalid)
    app.add_exception_handler(HTTPException, on_http)
    for module in (http_tables, http_people, operations, ws, page):
        app.include_router(module.router)
    operations.watch(desk)
    return app


def _desk(catalogue: Catalogue, settings: Settings, now: Now | None) -> Desk:
    house = House(catalogue, settings, now)
    people = People(house.store, settings, house.time)
    return Desk(house, people, Limits(house.time.now), Metrics(), settings)


async def _start(desk: Desk) -> "asyncio.Task[None] | None":
    """Migrates, opens the house, and warms it up while the first people already come in."""
    settings = desk.settings
    if settings.migrate is True or (settings.migrate is None and settings.is_sqlite):
        await asyncio.to_thread(migrate.upgrade, settings.database)
    elif not await asyncio.to_thread(migrate.is_current, settings.database):
        raise RuntimeError("The database has an old schema: run the migrations first.")
    await desk.house.start()
    await desk.people.start()
    if settings.warm:
        return desk.house.spawn(_warm_up(desk))
    desk.house.is_ready = True
    return None


async def _warm_up(desk: Desk) -> None:
    """Compiles in a process of its own, loads what it made here, then in the bots' workers."""
    house, games = desk.house, list(desk.house.catalogue.ids())
    try:
        load = partial(_load, house.catalogue)
        await _beside(partial(compile_ahead, house.catalogue, games, load))
    except BotFailed as failed:  # stopped from outside, with the whole server perhaps: no fault of ours
        log.warning("house.warm_up_stopped", why=str(failed))
    except Exception:
        log.exception("house.warm_up_failed")
    house.is_ready = True
    await house.bots.warm_up(games)


def _load(catalogue: Catalogue, game: str) -> None:
    warm(catalogue.game(game))


class Server(uvicorn.Server):
    """Says goodbye on every socket before uvicorn closes it."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        app: Any = self.config.app
        await app.state.desk.house.say_goodbye()
        await super().shutdown(sockets)


class Alone(Server):
    """A server that has its process to itself, and so may tell the collector to leave the libraries alone.

    A full collection over everything that was imported stops all tables for a tenth of a second.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.collect()
        gc.freeze()
        gc.set_threshold(10_000, 20, 50)


async def _beside(work: Callable[[], None]) -> None:
    """Work in a thread that nobody waits for at the end: a server that must stop does not compile on."""
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


def server_for(catalogue: Catalogue, settings: Settings, kind: type[Server] = Server) -> Server:
    """A uvicorn server with the limits that the app relies on."""
    config = uvicorn.Config(
        create_app(catalogue, settings),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        server_header=False,
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=False,  # 400 compressors would cost more memory than everything else
        ws_ping_interval=20,
        ws_ping_timeout=40,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=int(settings.drain_s) + 5,
    )
    return kind(config)


def run(catalogue: Catalogue, settings: Settings | None = None) -> None:
    """Serves until somebody stops it; then every socket is told and everything is written."""
    settings = settings or Settings()
    logs.set_up(settings.log)
    server_for(catalogue, settings, Alone).run()
