"""Structured logs: one event per line, for people or for machines, and never a secret."""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any, Literal

import structlog

SECRET = ("password", "token", "cookie", "secret", "seed", "authorization")
HIDDEN = "(hidden)"


def hide_secrets(_logger: object, _name: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Anything named like a secret is kept out of the log, whoever passes it."""
    for key in event:
        if any(word in key.lower() for word in SECRET):
            event[key] = HIDDEN
    return event


def set_up(kind: Literal["json", "console", "off"]) -> None:
    """Logs go to standard error; uvicorn's own lines about each request are left out."""
    logging.getLogger("uvicorn.access").disabled = True
    level = logging.CRITICAL if kind == "off" else logging.INFO  # nothing here is logged as critical
    renderer: Any = structlog.processors.JSONRenderer()
    if kind == "console":
        renderer = structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(),
            exception_formatter=structlog.dev.plain_traceback,  # the other one prints local variables
        )
    processors: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        hide_secrets,
    ]
    if kind == "json":
        processors.append(structlog.processors.format_exc_info)
    structlog.configure(
        processors=[*processors, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
