"""`ports.Gateway` of this process: the open connections, and posts to them from any thread."""

from __future__ import annotations

import threading

from chalicelib.services.ports import GatewayGone
from infra.local.outgoing import Outgoing

MAX_POST_BYTES = 32 * 1024


class LocalGateway:
    """Knows a connection from the moment `$connect` accepted it (API Gateway answers 410 before that, too)."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: dict[str, Outgoing] = {}

    def post(self, connection_id: str, data: str) -> None:
        """Queue one text frame. Raises `GatewayGone`, `GatewayBusy`, or `ValueError` for a frame over 32 KiB."""
        if len(data.encode()) > MAX_POST_BYTES:
            raise ValueError(f"a frame has at most {MAX_POST_BYTES} bytes")
        with self._lock:
            outgoing = self._open.get(connection_id)
        if outgoing is None:
            raise GatewayGone
        outgoing.put(data)

    def close(self, connection_id: str, code: int, reason: str) -> None:
        """Send what waits, then the close frame; a connection that is gone is fine."""
        with self._lock:
            outgoing = self._open.get(connection_id)
        if outgoing is not None:
            outgoing.close(code, reason)

    def add(self, connection_id: str, outgoing: Outgoing) -> None:
        with self._lock:
            self._open[connection_id] = outgoing

    def remove(self, connection_id: str) -> None:
        with self._lock:
            outgoing = self._open.pop(connection_id, None)
        if outgoing is not None:
            outgoing.end()

    def close_all(self, code: int, reason: str) -> None:
        with self._lock:
            everyone = list(self._open.values())
        for outgoing in everyone:
            outgoing.close(code, reason)
