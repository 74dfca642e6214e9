"""The wiring: a catalogue and settings become an app; `run` serves it."""

import asyncio
import gc
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from ludoteka.core.kernel import interpret_until_compiled
from ludoteka.core.refusals import Refusal
from ludoteka.server import logs, traces
from ludoteka.server.catalogue import Catalogue
from ludoteka.server.live.host import Host
from ludoteka.server.live.pairing import Pairer
from ludoteka.server.live.warmup import warm_up
from ludoteka.server.messages.models import MESSAGE_BYTES
from ludoteka.server.settings import Settings
from ludoteka.server.store import migrate
from ludoteka.server.table.timekeeping import Now
from ludoteka.server.web import (
    http_challenges,
    http_daily,
    http_games,
    http_groups,
    http_leaving,
    http_mine,
    http_people,
    http_pictures,
    http_puzzles,
    http_sittings,
    http_tables,
    operations,
    page,
    ws,
)
from ludoteka.server.web.auth import People
from ludoteka.server.web.connections import PatientProtocol
from ludoteka.server.web.context import Context
from ludoteka.server.web.guard import Guard
from ludoteka.server.web.http_shared import on_database, on_http, on_invalid, on_refusal
from ludoteka.server.web.limits import Limits
from ludoteka.server.web.lobby import LobbyBoard
from ludoteka.server.web.metrics import Metrics
from ludoteka.version import __version__

# Longer than proxies and clients keep an idle connection (mostly 60 s): the server must not be the one that
# closes first, or a request already on its way would meet a closed connection.
KEEP_ALIVE_S = 75
# When the collector of Python 3.11 to 3.13 looks: at new objects whenever 5,000 more have come than gone;
# every tenth time also at those that have stayed once, so at some 50,000 at once at most; and every 200th
# time of these at everything that is not frozen. Python 3.14 looks at old objects in small steps and does
# not go by the third number.
THRESHOLDS = (5_000, 10, 200)
REQUESTS_S = 2  # how long a server that stops lets requests finish that are on their way


def create_app(catalogue: Catalogue, settings: Settings | None = None, now: Now | None = None) -> FastAPI:
    """The whole server as an ASGI app; the database is opened when it starts."""
    settings = settings or Settings()
    context = _context(catalogue, settings, now)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        warming = await _start(context)
        try:
            yield
        finally:
            if warming is not None:
                warming.cancel()
            await context.pairer.stop()
            await context.host.stop()

    app = FastAPI(
        title="ludoteka",
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.context = context
    app.add_middleware(Guard, context=context)
    app.add_exception_handler(Refusal, on_refusal)
    app.add_exception_handler(SQLAlchemyError, on_database)
    app.add_exception_handler(RequestValidationError, on_invalid)
    app.add_exception_handler(HTTPException, on_http)
    for module in (
        http_games,
        http_tables,
        http_daily,
        http_pictures,
        http_puzzles,
        http_mine,
        http_challenges,
        http_leaving,
        http_groups,
        http_sittings,
        http_people,
        operations,
        ws,
        page,
    ):
        app.include_router(module.router)
    operations.watch(context)
    return app


def _context(catalogue: Catalogue, settings: Settings, now: Now | None) -> Context:
    host = Host(catalogue, settings, now)
    people = People(host.store, settings, host.time)
    return Context(host, people, Limits(host.time.now), Metrics(), settings, LobbyBoard(host), Pairer(host))


async def _start(context: Context) -> "asyncio.Task[None] | None":
    """Migrates, starts the host, and warms it up while the first people are already coming in."""
    settings = context.settings
    await asyncio.to_thread(migrate.prepare, settings.database, settings.migrate)
    await context.host.start()
    await context.people.start()
    await context.pairer.start()
    if settings.warm:
        return context.host.spawn(warm_up(context.host))
    context.host.is_ready = True
    return None


class Server(uvicorn.Server):
    """Says goodbye on every socket before uvicorn closes it."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()  # whoever comes back now should find the next process, not this one
        app: Any = self.config.app
        await app.state.context.host.say_goodbye()
        for connection in list(self.server_state.connections):
            if isinstance(connection, self.config.ws_protocol_class or ()):
                connection.transport.abort()  # it has heard goodbye, or does not read
        await super().shutdown(sockets)


class Alone(Server):
    """A server that has its process to itself, so it may tell the collector to leave the libraries alone.

    A full collection over everything that was imported stops all tables for a tenth of a second; so does
    one over the 200,000 objects that are made while a thousand people come in, so it looks at fewer at once.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.collect()
        gc.freeze()
        gc.set_threshold(*THRESHOLDS)


def server_for(catalogue: Catalogue, settings: Settings, kind: type[Server] = Server) -> Server:
    """A uvicorn server with the limits that the app relies on."""
    config = uvicorn.Config(
        create_app(catalogue, settings),
        host=settings.host,
        port=settings.port,
        http=PatientProtocol,
        log_config=None,
        access_log=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        server_header=False,
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=True,  # 43 KiB a socket, a sixth of the bytes: decision 0089
        ws_ping_interval=20,
        ws_ping_timeout=40,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=REQUESTS_S,
    )
    return kind(config)


def run(catalogue: Catalogue, settings: Settings | None = None) -> None:
    """Serves until it is stopped; then every socket is told and everything is written."""
    settings = settings or Settings()
    logs.set_up(settings.log)
    if settings.warm:
        interpret_until_compiled(at_leisure=True)
    if settings.traces:
        traces.set_up(settings.traces)
    server_for(catalogue, settings, Alone).run()
    traces.stop()
