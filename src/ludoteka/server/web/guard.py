"""The door: headers on every answer, foreign origins and oversized bodies turned away, requests counted."""

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludoteka.core.refusals import BadRequest
from ludoteka.server import traces
from ludoteka.server.messages.errors import NotFound, NotYours, TooFast
from ludoteka.server.messages.models import MESSAGE_BYTES, STUDY_BYTES
from ludoteka.server.web.context import Context, address_of
from ludoteka.server.web.http_shared import problem

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
TOO_MUCH = "That is too much at once."
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class Guard:
    """Plain ASGI: it stands in front of everything except sockets."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app = app
        self._context = context
        self._headers = dict(HEADERS)
        if context.settings.https:
            self._headers["Strict-Transport-Security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def out(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._finish(scope, message)
            await send(message)

        answer = self._objection(scope)
        if answer is not None:
            await answer(scope, receive, out)
            return
        with traces.span("http", method=scope["method"]):
            await self._app(scope, _bounded(receive, _limit(scope)), out)

    def _finish(self, scope: Scope, message: Message) -> None:
        headers = MutableHeaders(scope=message)
        for name, value in self._headers.items():
            headers.setdefault(name, value)
        if scope["path"].startswith("/api"):
            headers.setdefault("Cache-Control", "no-store")
        self._context.metrics.requests.labels(scope["method"], message["status"]).inc()

    def _objection(self, scope: Scope) -> ASGIApp | None:
        headers = Headers(scope=scope)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 12 or int(length) > _limit(scope):
            return problem(BadRequest(TOO_MUCH), 413)
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:
            return problem(NotFound("There is nothing at this address."), 404)
        connection = HTTPConnection(scope)
        if scope["method"] not in SAFE and not self._context.is_welcome(connection):
            return problem(NotYours("This page belongs to another server."), 403)
        if _has_body(headers) and not _is_json(headers):
            return problem(BadRequest("The body must be JSON."), 415)
        try:
            self._context.limits.check(
                "address", address_of(connection), self._context.settings.rates.address
            )
        except TooFast as refusal:
            return problem(refusal, 429, {"Retry-After": str(int(refusal.after) + 1)})
        return None


def _has_body(headers: Headers) -> bool:
    return headers.get("content-length", "0") != "0" or "transfer-encoding" in headers


def _is_json(headers: Headers) -> bool:
    return headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"


def _limit(scope: Scope) -> int:
    return STUDY_BYTES if scope["path"] == "/api/study" else MESSAGE_BYTES


def _bounded(receive: Receive, limit: int) -> Receive:
    """A body that does not state its length is counted as it arrives."""
    size = 0

    async def counted() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > limit:
            raise HTTPException(413, TOO_MUCH)
        return message

    return counted
