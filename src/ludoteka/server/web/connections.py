"""Connections that ask nothing: they are closed, and cannot use up the descriptors of the process."""

import asyncio
import sys
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

SILENT_S = 30.0  # until a connection must have asked something, headers and all
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
        self.loop.call_later(SILENT_S, self._close_if_silent)

    def connection_lost(self, error: Exception | None) -> None:
        if self.transport is not None:  # it was taken in
            super().connection_lost(error)

    def _close_if_silent(self) -> None:
        """A connection that became a socket has another protocol by now."""
        is_ours = self.transport is not None and self.transport.get_protocol() is self
        if is_ours and self.cycle is None and not self.transport.is_closing():
            self.transport.close()
