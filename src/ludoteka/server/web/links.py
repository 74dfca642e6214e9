"""What readers of links (messengers, networks) are told about a table or a day: a title, names, a picture.

The tags go into the page's head. Everything that people typed is escaped; nothing is told about a table that
only its players may see.
"""

from html import escape
from urllib.parse import urlsplit

from fastapi import Request
from pydantic import TypeAdapter, ValidationError
from sqlalchemy.exc import SQLAlchemyError

from ludoteka.core.game import Pictured
from ludoteka.core.refusals import Refusal
from ludoteka.server.live.pictures import CARD_WIDTH
from ludoteka.server.live.room import Room
from ludoteka.server.messages.models import TableId
from ludoteka.server.table.visibility import Eyes
from ludoteka.server.web.context import Context, address_of

HEIGHT = 630
TABLE = "t/"  # how the page's address of a table begins
DAY = "daily"
MOST_PLY = 6  # digits
ID = TypeAdapter[str](TableId)


async def tags_for(path: str, request: Request) -> str:
    """The tags for the table or the day that an address names; none if there is nothing to tell."""
    context: Context = request.app.state.context
    kind, _, name = path.partition("/")
    try:
        if kind == DAY:
            context.limits.check("links", address_of(request), context.settings.rates.pictures)
            return await _day(name, request)
        if kind + "/" != TABLE or not _is_id(name):
            return ""
        context.limits.check("links", address_of(request), context.settings.rates.pictures)
        return await _tags(await context.host.room(name), request)
    except (Refusal, SQLAlchemyError):
        return ""  # the page says itself what is wrong


async def _day(name: str, request: Request) -> str:
    """A game's board of a day, and the result that whoever passes it on has reached."""
    dailies = request.app.state.context.host.dailies
    game, _, told = name.partition("/")
    day = dailies.calendar.named(told or "today", request.app.state.context.host.time.now())
    asked = request.query_params.get("try", "")
    table = asked if _is_id(asked) else ""
    mine, _bars = await dailies.achieved(game, day, table)
    info = request.app.state.context.host.game(game).info
    title = f"{info.title} {day.isoformat()}"
    if mine is not None:
        title += f": {mine.name}, {mine.score} ({mine.rank}/{mine.of})"
    origin, query = _origin(request), f"?try={table}" if mine is not None else ""
    place = f"daily/{game}/{day.isoformat()}"
    image = f"{origin}/api/{place}/picture.png{query}"
    return _written(title, info.summary, f"{origin}/{place}{query}", image)


def _is_id(name: str) -> bool:
    try:
        ID.validate_python(name)
    except ValidationError:
        return False
    return True


async def _tags(room: Room, request: Request) -> str:
    sight = await room.sight(Eyes())
    if not sight.is_welcome:
        return ""
    info = room.ledger.frame.game.info
    names = [row.name for row in room.ledger.people if row.name]
    title = f"{info.title}: {', '.join(names)}" if names else info.title
    image = None
    if isinstance(room.ledger.frame.game, Pictured):
        image = f"{_origin(request)}/api/tables/{room.id}/picture.png{_asked_ply(request)}"
    return _written(title, info.summary, f"{_origin(request)}/{TABLE}{room.id}", image)


def _written(title: str, about: str, address: str, image: str | None) -> str:
    """The tags themselves."""
    found = {"og:site_name": "Ludoteka", "og:type": "website", "og:title": title, "og:description": about}
    found["og:url"] = address
    card = {"twitter:card": "summary", "twitter:title": title}
    if image is not None:
        found |= {"og:image": image, "og:image:type": "image/png", "og:image:alt": title}
        found |= {"og:image:width": str(CARD_WIDTH), "og:image:height": str(HEIGHT)}
        card |= {"twitter:card": "summary_large_image", "twitter:image": image}
    lines = [_tag("property", key, value) for key, value in found.items()]
    return "\n".join([*lines, *(_tag("name", key, value) for key, value in card.items()), ""])


def _tag(kind: str, key: str, value: str) -> str:
    return f'    <meta {kind}="{key}" content="{escape(value)}" />'


def _origin(request: Request) -> str:
    """Where this page is, as whoever asked knows it."""
    parts = urlsplit(str(request.base_url))
    scheme = "https" if request.app.state.context.settings.https else parts.scheme
    return f"{scheme}://{parts.netloc}"


def _asked_ply(request: Request) -> str:
    ply = request.query_params.get("ply", "")
    return f"?ply={ply}" if ply.isascii() and ply.isdigit() and len(ply) <= MOST_PLY else ""
