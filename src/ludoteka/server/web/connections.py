"""Connections that ask nothing or read nothing: they are closed, and cannot use up all descriptors."""

import asyncio
import sys
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

SILENT_S = 30.0  # until a connection must have asked something, headers, body and all, and read its answer
KEPT_BACK = 128  # descriptors for the database, the bots, files, and whoever is being answered
UNLIMITED = 1_000_000


def most_connections() -> int:
    """How many connections this process can hold beside everything else that needs a descriptor."""
    if sys.platform == "win32":
        return UNLIMITED
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return UNLIMITED if soft == resource.RLIM_INFINITY else max(KEPT_BACK, soft - KEPT_BACK)


_Base: Any = AutoHTTPProtocol


class PatientProtocol(_Base):  # type: ignore[misc]  # one of two classes of uvicorn, which has no common type
    """HTTP as uvicorn speaks it, with an end to patience."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        if len(self.connections) >= most_connections():
            transport.abort()
            return
        super().connection_made(transport)
        self._owed_since: float | None = None
        self._deaf_since: float | None = None
        self._note()

    def connection_lost(self, error: Exception | None) -> None:
        if self.transport is not None:  # it was taken in
            super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._note()

    def pause_writing(self) -> None:
        """Whoever asked does not read; what they were sent fills all that can wait for them."""
        super().pause_writing()
        self._deaf_since = self.loop.time()
        self.loop.call_later(SILENT_S, self._abort_if_deaf, self._deaf_since)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._deaf_since = None

    def _note(self) -> None:
        """When whoever is there began to owe us the rest of a request."""
        if not self._is_owed():
            self._owed_since = None
        elif self._owed_since is None:
            self._owed_since = self.loop.time()
            self.loop.call_later(SILENT_S, self._close_if_owed, self._owed_since)

    def _is_owed(self) -> bool:
        """No request yet, one without its whole body, or the beginning of one more.

        A connection that rests after its answer is closed by uvicorn's own timer, which its next byte stops.
        """
        if self.cycle is None or self.cycle.more_body:
            return True
        return self.cycle.response_complete and self.timeout_keep_alive_task is None

    def _close_if_owed(self, since: float) -> None:
        if self._is_ours() and self._owed_since == since and not self.transport.is_closing():
            self.transport.close()

    def _abort_if_deaf(self, since: float) -> None:
        if self._is_ours() and self._deaf_since == since:
            self.transport.abort()

    def _is_ours(self) -> bool:
        """A connection that became a socket has another protocol by now."""
        return self.transport is not None and self.transport.get_protocol() is self
