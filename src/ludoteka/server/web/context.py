"""What a request needs: who is asking, how fast, and what they may have. Shared by HTTP and sockets."""

from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from ludoteka.server.live import farewell
from ludoteka.server.live.host import Host
from ludoteka.server.live.pairing import Pairer
from ludoteka.server.live.room import Room
from ludoteka.server.messages import wire
from ludoteka.server.messages.errors import NotFound, WhoAreYou
from ludoteka.server.messages.models import Me
from ludoteka.server.settings import Settings
from ludoteka.server.store.guests import GuestRow
from ludoteka.server.table import actions
from ludoteka.server.table.actions import Actor, AnyAction
from ludoteka.server.table.naming import name_key
from ludoteka.server.web.auth import COOKIE, People
from ludoteka.server.web.limits import Limits
from ludoteka.server.web.lobby import LobbyBoard
from ludoteka.server.web.metrics import Metrics


@dataclass
class Context:
    """Everything that a request needs."""

    host: Host
    people: People
    limits: Limits
    metrics: Metrics
    settings: Settings
    lobby: LobbyBoard
    pairer: Pairer
    sockets: int = 0

    # --- who -------------------------------------------------------------------------------------

    async def who(self, connection: HTTPConnection) -> tuple[GuestRow | None, bool]:
        """The guest or bot account behind a request (and whether its cookie is due for renewal)."""
        header = connection.headers.get("authorization")
        if header is not None:
            kind, _, token = header.partition(" ")
            if kind.lower() != "bearer" or not token.strip():
                raise WhoAreYou("Say 'Bearer' and a token.")
            self.limits.check("token", address_of(connection), self.settings.rates.address)
            return await self.people.by_token(token.strip()), False
        return await self.people.by_cookie(connection.cookies.get(COOKIE))

    async def guest(self, request: Request, response: Response) -> GuestRow:
        """The guest behind a request that changes something; a newcomer becomes one."""
        rates = self.settings.rates
        guest, is_old = await self.who(request)
        if guest is None:
            self.limits.check("newcomer", address_of(request), rates.newcomers)
            guest, is_old = await self.people.newcomer(), True
        guest = await self.people.presentable(guest)
        self.limits.check("guest", guest.id, rates.guest)
        if is_old:
            await self.give_cookie(request, response, guest)
        return guest

    async def give_cookie(self, request: Request, response: Response, guest: GuestRow) -> None:
        device = request.headers.get("user-agent", "")
        response.set_cookie(
            COOKIE,
            await self.people.cookie_for(guest, request.cookies.get(COOKIE), device),
            max_age=self.settings.session_days * 86_400,
            httponly=True,
            secure=self.settings.https,
            samesite="lax",
            path="/",
        )

    async def way_of(self, connection: HTTPConnection, guest: GuestRow) -> str:
        """The session or the bot account by which somebody comes; empty: a cookie without a session."""
        if guest.is_bot:
            return guest.id
        return await self.people.session_of(connection.cookies.get(COOKIE), guest) or ""

    async def end_session(self, guest: GuestRow, session: str) -> None:
        """The cookie of this session stops working, wherever it is kept, and its sockets close."""
        is_theirs = await farewell.end_session(self.host, guest.id, session)
        self.people.forget_session(session)
        if not is_theirs:
            raise NotFound("You have no such session.")

    async def check_action(self, actor: Actor, room: Room, action: AnyAction) -> None:
        """Refuses what somebody has done too often: speaking, or opening tables, as a rematch does."""
        if isinstance(action, wire.Say):
            self.limits.check("chat", actor.guest, self.settings.rates.chat)
        if actions.brings_rematch(room.ledger, action) and not room.has_done(actor, action.key):
            self.limits.check("tables", actor.guest, self.settings.rates.tables)
            await self.host.holdings.check_rematch(actor, room)
            await self.host.holdings.check_rated(actor, room.ledger.frame.allows)

    def check_password(self, connection: HTTPConnection, name: str) -> None:
        """Passwords are not tried out, whatever spelling of the name they are tried with."""
        rate = self.settings.rates.passwords
        self.limits.check("password", address_of(connection), (rate[0] * 5, rate[1] * 5))
        self.limits.check("password of", name_key(name), rate)

    # --- from where ------------------------------------------------------------------------------

    def is_welcome(self, connection: HTTPConnection) -> bool:
        """Whether the page behind a request is ours: browsers always name their origin."""
        origin = connection.headers.get("origin")
        if origin is None:
            return True
        if origin in self.settings.origins:
            return True
        return bool(origin) and _host(origin) == connection.headers.get("host")


def _host(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from (behind a proxy: what the proxy says), for whoever counts."""
    return network_of(connection.client.host) if connection.client is not None else "unknown"


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """An address, or the network in which one customer has as many addresses of IPv6 as they like."""
    try:
        found = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, 64), strict=False))


def actor(guest: GuestRow) -> Actor:
    """A guest as somebody who acts at a table."""
    return Actor(guest.id, guest.name, guest.is_bot)


def me(guest: GuestRow | None) -> Me:
    """A guest as they see themselves."""
    if guest is None:
        return Me(id=None, name="", claimed=False, bot=False)
    return Me(id=guest.id, name=guest.name, claimed=guest.password is not None, bot=guest.is_bot)
