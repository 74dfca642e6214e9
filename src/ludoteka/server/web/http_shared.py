"""What all HTTP routes share: the context, and how a refusal becomes an answer."""

from typing import Any

import structlog
from fastapi import Request
from fastapi.encoders import jsonable_encoder
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from ludoteka.core.refusals import BadRequest, Refusal
from ludoteka.core.sentences import Sentence
from ludoteka.server.messages.bodies import Problem
from ludoteka.server.messages.errors import (
    Later,
    NotFound,
    NotYours,
    Occupied,
    Stale,
    TooFast,
    WhoAreYou,
    refused,
)
from ludoteka.server.messages.models import Incoming
from ludoteka.server.web.context import Context

log = structlog.get_logger()
STATUS: dict[type[Refusal], int] = {
    NotFound: 404,
    NotYours: 403,
    WhoAreYou: 401,
    Occupied: 409,
    Stale: 409,
    TooFast: 429,
}
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": text}
    for status, text in {
        400: "The request is wrong, or the rules refuse it.",
        401: "Name, password or token do not fit.",
        403: "Not yours to do, or a page of another origin.",
        404: "There is no such thing.",
        409: "Taken, or the table has moved on.",
        413: "The body is too large.",
        415: "The body is not JSON.",
        422: "The body has wrong or unknown fields.",
        429: "Too fast.",
        503: "Not just now.",
    }.items()
}
SENTENCES = {
    404: Sentence("Not Found"),
    405: Sentence("Method Not Allowed"),
    413: Sentence("That is too much at once."),
}


class Bodiless(Incoming):
    """An empty object."""


def context_of(request: Request) -> Context:
    """The context of this app."""
    context: Context = request.app.state.context
    return context


async def on_refusal(request: Request, error: Exception) -> JSONResponse:
    """A refusal as an answer."""
    assert isinstance(error, Refusal)
    status = STATUS.get(type(error), 400 if error.kind != "internal" else 503)
    headers = {"Retry-After": str(int(error.after) + 1)} if isinstance(error, Later) else None
    context_of(request).metrics.refused.labels(error.kind).inc()
    return problem(error, status, headers, getattr(request.state, "key", None))


async def on_database(request: Request, error: Exception) -> JSONResponse:
    """The database failed, which is no fault of whoever asked."""
    log.error("http.database", path=request.url.path, error=type(error).__name__)
    return await on_refusal(request, Later("The table cannot be reached just now. Please try again."))


def problem(
    error: Refusal, status: int, headers: dict[str, str] | None = None, key: str | None = None
) -> JSONResponse:
    """A refusal as JSON; `key` is that of the action it refuses."""
    return JSONResponse(jsonable_encoder(Problem(error=refused(error, key))), status, headers)


async def on_invalid(_request: Request, error: Exception) -> JSONResponse:
    """What is wrong with a body or a parameter, without repeating what was sent."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return problem(BadRequest("The body must be JSON."), 422)
    where = ".".join(str(part) for part in first["loc"][1:])[:80]
    what = first["msg"][:200]
    if not where:
        return problem(BadRequest("The body: {what}.", what=what), 422)
    return problem(BadRequest("{field}: {what}.", field=where, what=what), 422)


async def on_http(_request: Request, error: Exception) -> JSONResponse:
    """No such path or method."""
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    unknown = Sentence("{what}", what=str(error.detail))
    return problem(NotFound(SENTENCES.get(error.status_code, unknown)), error.status_code, headers)
