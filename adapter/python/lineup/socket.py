"""One WebSocket: a reader and a writer beside each other, so that a peer that does not read never blocks the link."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from .http import reason as cause
from .version import VERSION

LOST = 1006
_REFUSED = {401: 4401}
"""HTTP answers to the handshake that are as final as a close code."""
_HINTS = {
    404: "the server has no socket there: check --server (a path may be missing)",
    403: "the server or a proxy before it forbids this connection",
    407: "the proxy wants a password: look at HTTPS_PROXY",
    426: "a proxy before the server does not pass WebSockets on",
    429: "too many connections from here",
}


@dataclass(frozen=True, slots=True)
class Opened:
    """The handshake is done."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame came in."""

    text: str | bytes


@dataclass(frozen=True, slots=True)
class Closed:
    """It is over, or never opened."""

    code: int
    reason: str


Emit = Callable[[Opened | Frame | Closed], None]


class Socket:
    """Connects as soon as it is made; `emit` hears of everything, `Closed` last.

    Some gateways answer every refused handshake with 403, whatever the server's reason. `revoked` is then asked, in a
    thread, whether the credential is the reason: that is final, a 403 of a proxy is not.
    """

    def __init__(self, url: str, credential: str, emit: Emit, revoked: Callable[[], bool]) -> None:
        self._url = url
        self._credential = credential
        self._emit = emit
        self._revoked = revoked
        self._outbox: asyncio.Queue[str] = asyncio.Queue()
        self._connection: ClientConnection | None = None
        self._closing: tuple[int, str] | None = None
        self.done = asyncio.create_task(self._run())

    def send(self, text: str) -> None:
        """Send a text frame, after those before it."""
        self._outbox.put_nowait(text)

    def close(self, code: int, reason: str, *, abort: bool = False) -> None:
        """Close; with `abort` at once, without a word to the peer."""
        if self._connection is None or abort:
            if self._connection is not None:
                self._connection.transport.abort()
            self.done.cancel()
        else:
            self._closing = (code, reason)
            self._outbox.put_nowait("")

    async def _run(self) -> None:
        try:
            self._connection = await self._open()
        except InvalidStatus as error:
            status = error.response.status_code
            if status == 403 and await asyncio.to_thread(self._revoked):
                status = 401
            hint = _HINTS.get(status, "the server is not ready")
            self._emit(Closed(_REFUSED.get(status, LOST), "" if status in _REFUSED else f"HTTP {status}: {hint}"))
            return
        except (OSError, WebSocketException, EOFError, ImportError) as error:  # ImportError: a SOCKS proxy's package
            self._emit(Closed(LOST, cause(error)))
            return
        self._emit(Opened())
        await self._talk(self._connection)

    async def _open(self) -> ClientConnection:
        return await connect(
            self._url,
            additional_headers={"Authorization": f"Bearer {self._credential}"},
            user_agent_header=f"lineup-python/{VERSION}",
            open_timeout=15,
            close_timeout=1,
            ping_interval=None,  # the protocol has heartbeats of its own
            max_size=4 * 1024 * 1024,
        )

    async def _talk(self, connection: ClientConnection) -> None:
        writer = asyncio.create_task(self._write(connection))
        try:
            async for text in connection:
                self._emit(Frame(text))
        except ConnectionClosed:
            pass  # told below, with its code
        finally:
            writer.cancel()
        self._emit(Closed(connection.close_code or LOST, connection.close_reason or ""))

    async def _write(self, connection: ClientConnection) -> None:
        try:
            while text := await self._outbox.get():
                await connection.send(text)
            if self._closing is not None:
                await connection.close(*self._closing)
        except ConnectionClosed:
            return  # the reader tells
