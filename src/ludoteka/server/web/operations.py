"""For whoever runs the server: alive? ready? how busy?"""

from ipaddress import ip_address

from fastapi import APIRouter, Request, Response

from ludoteka.core.refusals import Refusal
from ludoteka.server.messages.errors import NotFound
from ludoteka.server.web.context import Context
from ludoteka.server.web.http_shared import context_of

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def healthz() -> dict[str, str]:
    """The process answers."""
    return {"status": "alive"}


@router.get("/readyz")
async def readyz(request: Request) -> dict[str, str]:
    """The process can serve: the database answers and saves, games are compiled, and it is not closing."""
    host = context_of(request).host
    if not host.is_ready or host.is_closing:
        raise Refusal("Not ready.")
    if not host.can_save:
        raise Refusal("Nothing can be saved just now: is the disk full, or the database away?")
    try:
        await host.store.ping()
    except Exception as error:
        raise Refusal("The database does not answer.") from error
    return {"status": "ready"}


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Figures for Prometheus; by default for this machine only."""
    context = context_of(request)
    asking = "" if request.client is None else request.client.host
    if not _may_read(context.settings.metrics, asking):
        raise NotFound("There is nothing at this address.")
    return Response(context.metrics.text(), media_type="text/plain; version=0.0.4")


def _may_read(whose: str, address: str) -> bool:
    """`private`: a Prometheus in the same network; whoever comes through the proxy has a public address."""
    if whose in ("all", "off"):
        return whose == "all"
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return found.is_loopback or (whose == "private" and found.is_private)


def watch(context: Context) -> None:
    """Figures that are read on demand."""
    host, figure = context.host, context.metrics.watch
    figure("rooms", "Tables in memory.", lambda: len(host.rooms))
    figure("sockets", "Open sockets.", lambda: context.sockets)
    figure("pending_appends", "Appends that wait for the disk.", lambda: host.store.writer.waiting)
    figure("bots_waiting", "Bots that wait for a worker.", lambda: host.bots.waiting)
    figure("bots_thinking", "Bots that think now.", lambda: host.bots.thinking)
    figure("can_save", "1 while the database saves, as the last sign of life says.", lambda: host.can_save)
    archived = "Tables that this process has moved to the archive."
    figure("archived_tables", archived, lambda: host.upkeep.archived)
