"""For whoever runs the server: alive? ready? how busy?"""

from ipaddress import ip_address

from fastapi import APIRouter, Request, Response

from ludoteka.core.refusals import Refusal
from ludoteka.server.desk import Desk, address_of
from ludoteka.server.http_shared import desk_of
from ludoteka.server.refusing import NotFound

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def healthz() -> dict[str, str]:
    """The process answers."""
    return {"status": "alive"}


@router.get("/readyz")
async def readyz(request: Request) -> dict[str, str]:
    """The process can serve: the database answers, games are compiled, and it is not closing."""
    house = desk_of(request).house
    if not house.is_ready or house.is_closing:
        raise Refusal("Not ready.")
    try:
        await house.store.ping()
    except Exception as error:
        raise Refusal("The database does not answer.") from error
    return {"status": "ready"}


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Figures for Prometheus; by default for this machine only."""
    desk = desk_of(request)
    if desk.settings.metrics == "off" or (desk.settings.metrics == "local" and not _is_local(request)):
        raise NotFound("There is nothing at this address.")
    return Response(desk.metrics.text(), media_type="text/plain; version=0.0.4")


def _is_local(request: Request) -> bool:
    try:
        return ip_address(address_of(request)).is_loopback
    except ValueError:
        return False


def watch(desk: Desk) -> None:
    """Figures that are looked up when asked for."""
    house, figure = desk.house, desk.metrics.watch
    figure("rooms", "Tables in memory.", lambda: len(house.rooms))
    figure("sockets", "Open sockets.", lambda: desk.sockets)
    figure("pending_appends", "Appends that wait for the disk.", lambda: house.store.writer.waiting)
    figure("bots_waiting", "Bots that wait for a worker.", lambda: house.bots.waiting)
    figure("bots_thinking", "Bots that think now.", lambda: house.bots.thinking)
