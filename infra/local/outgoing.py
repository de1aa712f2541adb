"""What waits to be sent on one connection: in order, from any thread, bounded by bytes."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from dataclasses import dataclass

from chalicelib.services.ports import GatewayBusy, GatewayGone

MAX_QUEUED_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Close:
    """The last thing that is sent: a close frame."""

    code: int
    reason: str


class Outgoing:
    """Any thread puts, the connection's own task (on `loop`) takes. A `Close` comes after all that was put before."""

    def __init__(self, loop: asyncio.AbstractEventLoop, max_bytes: int = MAX_QUEUED_BYTES) -> None:
        self._loop = loop
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self._frames: deque[tuple[str, int]] = deque()
        self._bytes = 0
        self._close: Close | None = None
        self._ended = False
        self._wake = asyncio.Event()
        self.close_requested = asyncio.Event()

    def put(self, frame: str) -> None:
        """Raises `GatewayGone` after a close or the end, `GatewayBusy` when too much waits already."""
        size = len(frame.encode())
        with self._lock:
            if self._ended or self._close:
                raise GatewayGone
            if self._bytes + size > self._max_bytes:
                raise GatewayBusy
            self._frames.append((frame, size))
            self._bytes += size
        self._signal()

    def close(self, code: int, reason: str) -> bool:
        """Ask for a close frame; False when one was asked for before."""
        with self._lock:
            if self._ended or self._close:
                return False
            self._close = Close(code, reason)
        self._loop.call_soon_threadsafe(self.close_requested.set)
        self._signal()
        return True

    def end(self) -> None:
        """Forget what waits; nothing more is taken."""
        with self._lock:
            self._ended = True
            self._frames.clear()

    async def take(self) -> str | Close:
        """The next thing to send; it counts as waiting until `sent`."""
        while True:
            self._wake.clear()
            with self._lock:
                if self._frames:
                    return self._frames[0][0]
                if self._close:
                    return self._close
            await self._wake.wait()

    def sent(self) -> None:
        """The frame that was taken last has left."""
        with self._lock:
            if self._frames:
                self._bytes -= self._frames.popleft()[1]

    def _signal(self) -> None:
        self._loop.call_soon_threadsafe(self._wake.set)
