"""The fields of a request: each has the right type, or is refused with a sentence."""

from typing import Any

from ludoteka.core.match import Match
from ludoteka.core.refusals import BadRequest
from ludoteka.core.sentences import Sentence

LATEST = 10**15 - 1  # ms; no real time is beyond it
KINDS = {
    str: Sentence("a text"),
    int: Sentence("a whole number"),
    bool: Sentence("true or false"),
    dict: Sentence("an object"),
    list: Sentence("a list"),
}

Request = dict[str, Any]


def text(request: Request, key: str) -> str:
    """A required text."""
    value = request.get(key)
    if value is None:
        raise missing(key)
    if not isinstance(value, str):
        raise BadRequest("'{key}' must be {kind}.", key=key, kind=KINDS[str])
    return value


def whole(request: Request, key: str, most: int = 10**6) -> int:
    """A required whole number from 0 to `most`."""
    value = request.get(key)
    if value is None:
        raise missing(key)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise BadRequest("'{key}' must be a whole number, 0 or more.", key=key)
    return value


def some(request: Request, key: str) -> int | None:
    """A whole number from 1 on, or nothing."""
    value: int | None = optional(request, key, int)
    if value is not None and value < 1:
        raise BadRequest("'{key}' must be a whole number, 1 or more.", key=key)
    return value


def at(request: Request, match: Match[Any, Any]) -> int:
    """When it happens; if the request does not say, the time of the event before."""
    return match.now if request.get("at") is None else whole(request, "at", LATEST)


def optional(request: Request, key: str, kind: type, default: Any = None) -> Any:
    """A value of a type, or the default where it is missing or null."""
    value = request.get(key)
    if value is None:
        return default
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise BadRequest("'{key}' must be {kind}.", key=key, kind=KINDS[kind])
    return value


def names(request: Request) -> tuple[str, ...]:
    """The names of the players."""
    given = optional(request, "names", list, [])
    if not all(isinstance(name, str) for name in given):
        raise BadRequest("'names' must be a list of texts.")
    return tuple(given)


def missing(key: str) -> BadRequest:
    """The refusal of a request without a field."""
    return BadRequest("'{key}' is missing.", key=key)
