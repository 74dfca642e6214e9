"""Sockets: one for each table a client follows, and one for the lobby."""

import asyncio
import contextlib
import json
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import structlog
from fastapi import APIRouter, WebSocket
from pydantic import BaseModel, ValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocketDisconnect

from ludoteka.core.game import Millis
from ludoteka.core.refusals import BadRequest, Refusal
from ludoteka.server import traces
from ludoteka.server.live import answers
from ludoteka.server.live.client import Client
from ludoteka.server.live.room import Room
from ludoteka.server.messages import wire
from ludoteka.server.messages.errors import Closing, Later, NotFound, TooFast, bye, refused
from ludoteka.server.messages.models import MESSAGE_BYTES
from ludoteka.server.messages.wire import Bye
from ludoteka.server.store.guests import GuestRow
from ludoteka.server.table.actions import Actor
from ludoteka.server.table.visibility import is_delayed
from ludoteka.server.web.context import Context, actor, address_of
from ludoteka.server.web.http_tables import may_watch
from ludoteka.server.web.limits import Bucket

log = structlog.get_logger()
router = APIRouter()
CODES = {"shutdown": 4000, "slow": 4001, "too-fast": 4002, "bad-message": 4003, "gone": 4004, "busy": 4006}
NOT_ALLOWED = 4005
STRIKES = 20  # messages that are ill-formed or too fast before the socket is closed
GOODBYE_S = 1.0
T = TypeVar("T")
UNDER_WAY = 32  # actions, and questions, of one socket that wait for an answer; more are refused
PAUSE_S = 1.0  # after which they are welcome again


@router.websocket("/ws/tables/{table}")
async def table_socket(socket: WebSocket, table: str, since: int = 0, differences: bool = False) -> None:
    """Follows a table: news as they become durable, actions and questions in between."""
    context: Context = socket.app.state.context
    await socket.accept()
    admitted = await _let_in(socket, _admit(context, socket, table))
    if admitted is None:
        return
    guest, room, way = admitted
    client = Client(None if guest is None else guest.id, context.settings.outbox, differences, way)
    context.sockets += 1
    try:
        await _Connection(context, socket, room, client, guest).run(since)
    finally:
        context.sockets -= 1


async def _let_in(socket: WebSocket, coming: Awaitable[T]) -> T | None:
    """None: whoever came has heard why not, and whether to come back."""
    try:
        return await coming
    except Refusal as refusal:
        await _turn_away(socket, refusal)
        return None
    except SQLAlchemyError as error:  # the database is away, which its operator hears once more: in a line
        log.error("ws.database", error=type(error).__name__)
    except Exception:
        log.exception("ws.not_admitted")
    await _turn_away(socket, Later("The table cannot be reached just now. Please try again."))
    return None


async def _admit(context: Context, socket: WebSocket, table: str) -> tuple[GuestRow | None, Room, str]:
    """Who comes, the room they want, and by which session; raises a `Refusal`."""
    guest = (await _greet(context, socket)).guest
    if not table.isalnum():  # a database need not take it for a text
        raise NotFound("There is no such table.")
    way = "" if guest is None else await context.way_of(socket, guest)
    room = await context.host.room(table[:30])
    eyes = room.eyes_of(None if guest is None else guest.id)
    await may_watch((room, await room.sight(eyes)))
    watching = sum(not client.eyes.seats for client in room.clients)
    if not eyes.seats and watching >= context.settings.spectators:
        raise Later("Too many people watch this table already.")
    return guest, room, way


@dataclass(frozen=True, slots=True)
class _Greeted:
    """Somebody who was let in: a guest, or nobody known."""

    guest: GuestRow | None


async def _greet(context: Context, socket: WebSocket) -> _Greeted:
    """Who comes, if there is room for anybody at all."""
    if not context.is_welcome(socket):
        raise BadRequest("This page belongs to another server.")
    if context.host.is_closing:
        raise Closing
    context.limits.check("socket", address_of(socket), context.settings.rates.sockets)
    if context.sockets >= context.settings.sockets:
        raise Later("The server is full just now. Please try again in a moment.")
    guest, _ = await context.who(socket)
    return _Greeted(None if guest is None else await context.people.presentable(guest))


async def _turn_away(socket: WebSocket, refusal: Refusal) -> None:
    """Says no, and whether it is worth coming back, and when."""
    if not isinstance(refusal, Later):
        code = CODES["gone"] if isinstance(refusal, NotFound) else NOT_ALLOWED
        await _close(socket, bye("gone", refusal.sentence, retry=False), code)
        return
    why: wire.Goodbye = "busy"
    if isinstance(refusal, Closing | TooFast):
        why = "shutdown" if isinstance(refusal, Closing) else "too-fast"
    await _close(socket, bye(why, refusal.sentence, retry=True, after=refusal.after), CODES[why])


async def _close(socket: WebSocket, bye: Bye, code: int) -> None:
    with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
        await socket.send_text(bye.model_dump_json())
        await socket.close(code)


class _Connection:
    """One open socket of one table."""

    def __init__(
        self, context: Context, socket: WebSocket, room: Room, client: Client, guest: GuestRow | None
    ) -> None:
        self._context = context
        self._socket = socket
        self._room = room
        self._client = client
        self._guest = guest
        self._actor: Actor | None = None if guest is None else actor(guest)
        self._bucket: Bucket = context.limits.bucket(context.settings.rates.socket)
        self._strikes = 0
        self._acting: set[asyncio.Task[None]] = set()
        self._questions: asyncio.Queue[Any] = asyncio.Queue(UNDER_WAY)

    async def run(self, since: int) -> None:
        sending = asyncio.create_task(self._send())
        reading = asyncio.create_task(self._read())
        answering = asyncio.create_task(self._answer_questions())
        gone = asyncio.create_task(self._client.gone.wait())
        try:
            await self._room.join(self._client, since)
            await asyncio.wait({reading, sending, gone}, return_when=asyncio.FIRST_COMPLETED)
            await self._say_goodbye(sending)
        finally:
            await _end(reading, answering, sending, gone, *self._acting)
            await self._room.part(self._client)

    async def _say_goodbye(self, sending: "asyncio.Task[None]") -> None:
        """Tells a client that was dropped why, if it reads at all."""
        bye = self._client.farewell
        if bye is None:
            return
        self._context.metrics.dropped.labels(bye.why).inc()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_S):
                await asyncio.gather(sending, return_exceptions=True)
                await _close(self._socket, bye, CODES[bye.why])

    async def _send(self) -> None:
        send = self._socket.send
        while (message := await self._client.next()) is not None:
            await send({"type": "websocket.send", "text": message})

    async def _read(self) -> None:
        while self._client.farewell is None:
            message = await self._socket.receive()
            arrived = self._context.host.time.now()  # before any queue in which it may have to wait
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            self._hear(text if text is not None else "", arrived)

    # --- messages --------------------------------------------------------------------------------

    def _hear(self, text: str, arrived: Millis) -> None:
        try:
            if len(text) > MESSAGE_BYTES:
                raise ValueError("too large")
            said = wire.FROM_CLIENT.validate_json(text)
        except ValueError as error:
            self._strike("bad-message", _unread(error), *_marks(text))
            return
        self._context.metrics.messages.labels(said.do).inc()
        key, number = getattr(said, "key", None), getattr(said, "id", None)
        wait = self._bucket.take(self._context.limits.now())
        if wait:
            self._strike("too-fast", TooFast(wait), key, number)
            return
        self._strikes = max(0, self._strikes - 1)
        is_action = isinstance(said, wire.Action)
        if isinstance(said, wire.Listen):
            self._client.listens = said.scored
        elif len(self._acting) >= UNDER_WAY if is_action else self._questions.full():
            self._strike("too-fast", TooFast(PAUSE_S), key, number)  # reading never waits: see decision 87
        elif is_action:
            self._begin(said, arrived)
        else:
            self._questions.put_nowait(said)

    def _begin(self, said: Any, arrived: Millis) -> None:
        """An action goes to the table at once, whatever else this client is waiting for."""
        task = asyncio.create_task(self._reply(said, self._act(said, arrived)))
        self._acting.add(task)
        task.add_done_callback(self._acting.discard)

    async def _answer_questions(self) -> None:
        """One question after another, each after the actions sent before it."""
        while True:
            said = await self._questions.get()
            if self._acting:
                await asyncio.wait(self._acting)
            await self._reply(said, _QUESTIONS[type(said)](self, said))

    async def _reply(self, said: Any, work: Awaitable[BaseModel | None]) -> None:
        """Sends the answer of an action or a question, or the refusal."""
        key, number = getattr(said, "key", None), getattr(said, "id", None)
        try:
            answer = await work
            if answer is not None:
                self._push(answer)
        except Refusal as refusal:
            self._context.metrics.refused.labels(refusal.kind).inc()
            self._push(refused(refusal, key, number))
        except Exception:
            log.exception("ws.failed", table=self._room.id, do=said.do)
            self._push(refused(Refusal("Something went wrong here. Please try again."), key, number))

    def _strike(self, why: wire.Goodbye, refusal: Refusal, key: str | None, number: int | None) -> None:
        self._strikes += 1
        self._push(refused(refusal, key, number))
        if self._strikes >= STRIKES:
            self._client.drop(bye(why, refusal.sentence, retry=why == "too-fast", after=Later.after))

    def _push(self, message: BaseModel) -> None:
        self._client.push(message.model_dump_json())

    async def _act(self, said: Any, arrived: Millis) -> wire.Done | None:
        """None: the room has shown the result, to this client too. A delayed one sees it later."""
        if self._actor is None:
            raise BadRequest("You are only watching: sit down first.")
        await self._context.check_action(self._actor, self._room, said)
        began = time.perf_counter()
        with traces.span("action", do=said.do):
            lines = await self._room.act(self._actor, said, arrived, self._client)
        self._context.metrics.durable.observe(time.perf_counter() - began)
        is_shown = lines and not is_delayed(self._room.ledger, self._client.eyes)
        return None if is_shown else self._room.done(self._actor, said.key)

    # --- questions -------------------------------------------------------------------------------

    async def score(self, said: wire.AskScore) -> wire.Scored:
        return await answers.score(self._room, self._client.eyes, said.seat, said.move, said.id)

    async def examine(self, said: wire.AskExamine) -> wire.Examined:
        return await answers.examine(self._room, self._client.eyes, said.seat, said.move, said.id)

    async def legal(self, said: wire.AskLegal) -> wire.Moves:
        return await answers.legal(self._room, self._client.eyes, said.seat, said.limit, said.id)

    async def steps(self, said: wire.AskSteps) -> wire.StepList:
        return await answers.steps(self._room, self._client.eyes, said.seat, said.prefix, said.id)

    async def hint(self, said: wire.AskHint) -> wire.Hinted:
        return await answers.hint(
            self._room, self._context.host.bots, self._client.eyes, said.seat, said.step, said.id
        )

    async def alternatives(self, said: wire.AskAlternatives) -> wire.Alternatives:
        return await answers.alternatives(
            self._room,
            self._context.host.bots,
            await self._room.sight(self._client.eyes),
            said.ply,
            said.id,
        )

    async def ping(self, said: wire.Ping) -> wire.Pong:
        return wire.Pong(id=said.id, at=self._room.at)


_QUESTIONS: dict[type, Callable[[_Connection, Any], Awaitable[BaseModel]]] = {
    wire.AskScore: _Connection.score,
    wire.AskExamine: _Connection.examine,
    wire.AskLegal: _Connection.legal,
    wire.AskSteps: _Connection.steps,
    wire.AskHint: _Connection.hint,
    wire.AskAlternatives: _Connection.alternatives,
    wire.Ping: _Connection.ping,
}


def _marks(text: str) -> tuple[str | None, int | None]:
    """The key and the id of a message that could not be read, if they can be found."""
    key, number = None, None
    with contextlib.suppress(ValueError, RecursionError):
        found = json.loads(text[:MESSAGE_BYTES])
        if isinstance(found, dict):
            key = found["key"] if isinstance(found.get("key"), str) else None
            number = found["id"] if isinstance(found.get("id"), int) else None
    return None if key is None else key[:64], number


def _unread(error: ValueError) -> BadRequest:
    """What was wrong with a message, and where."""
    if not isinstance(error, ValidationError):
        return BadRequest("That message could not be read.")
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    field = ".".join(str(part) for part in first["loc"])[:80]
    return BadRequest("That message could not be read: {field} {what}", field=field, what=first["msg"][:180])


async def _end(*tasks: "asyncio.Task[Any]") -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


# --- the lobby -----------------------------------------------------------------------------------


@router.websocket("/ws/lobby")
async def lobby_socket(socket: WebSocket) -> None:
    """Sends the lobby at once and whenever it has changed, at most once a second."""
    context: Context = socket.app.state.context
    await socket.accept()
    greeted = await _let_in(socket, _greet(context, socket))
    if greeted is None:
        return
    guest = greeted.guest
    context.sockets += 1
    looker = "" if guest is None else guest.id
    context.host.lookers[looker] += bool(looker)
    reading = asyncio.create_task(_until_gone(socket))
    sending = asyncio.create_task(_send_lobby(context, socket, None if guest is None else guest.id))
    try:
        await asyncio.wait({reading, sending}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        context.sockets -= 1
        context.host.lookers[looker] -= bool(looker)
        context.host.lookers += Counter()  # those who are not there any more go
        await _end(reading, sending)


async def _until_gone(socket: WebSocket) -> None:
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


async def _send_lobby(context: Context, socket: WebSocket, guest: str | None) -> None:
    sent = ""
    while not context.host.is_closing:
        found = await _let_in(socket, context.lobby.text(guest))
        if found is None:
            return
        text, seen = found
        if text != sent:
            await socket.send_text(text)
            sent = text
        await asyncio.sleep(1)
        await context.host.lobby_news(seen)
