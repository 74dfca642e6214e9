"""Traces: where the time of a request goes, sent to a collector of OpenTelemetry if one is named.

Spans never hold what people wrote, who they are, or a position: names of steps and of kinds only.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ludoteka.server.store.faults import Fault

_tracer: Any = None
_provider: Any = None


def set_up(collector: str) -> None:
    """From now on spans go to this address (OTLP over HTTP); raises `Fault` where the extra is missing."""
    global _tracer, _provider
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        wanted = "pip install 'ludoteka[server,telemetry]'"
        raise Fault(f"LUDOTEKA_TRACES needs OpenTelemetry: {wanted}, or unset it.") from error
    _provider = TracerProvider(resource=Resource.create({"service.name": "ludoteka"}))
    _provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=collector)))
    _tracer = _provider.get_tracer("ludoteka")


def stop() -> None:
    """Sends what waits."""
    global _tracer, _provider
    if _provider is not None:
        _provider.shutdown()
    _tracer = _provider = None


@contextmanager
def span(name: str, **about: str) -> Iterator[None]:
    """A step of the work; what is done inside it, in other tasks too, is a part of it."""
    if _tracer is None:
        yield
        return
    with _tracer.start_as_current_span(name, attributes=about):
        yield
