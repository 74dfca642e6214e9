"""Figures for Prometheus: a registry for each app, so that two apps in one process do not mix."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """What whoever runs the server wants to see."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "ludoteka_http_requests", "HTTP requests by method and status.", ["method", "status"],
            registry=self.registry,
        )  # fmt: skip
        self.messages = Counter(
            "ludoteka_ws_messages", "Messages of clients by kind.", ["do"], registry=self.registry
        )
        self.refused = Counter(
            "ludoteka_refused", "Actions and questions that were refused.", ["why"], registry=self.registry
        )
        self.dropped = Counter(
            "ludoteka_dropped_clients", "Sockets that the server closed.", ["why"], registry=self.registry
        )
        self.durable = Histogram(
            "ludoteka_action_seconds", "From an action's arrival until it is durable and sent.",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
            registry=self.registry,
        )  # fmt: skip

    def watch(self, name: str, text: str, value: Callable[[], float]) -> None:
        """A figure that is read on demand."""
        Gauge(f"ludoteka_{name}", text, registry=self.registry).set_function(value)

    def text(self) -> bytes:
        return generate_latest(self.registry)
