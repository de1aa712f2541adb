"""One WebSocket: the writer that empties its queue, and how it ends."""

from __future__ import annotations

import asyncio
import struct

from aiohttp import WebSocketError, WSMessage, WSMsgType, web

from infra.local.outgoing import Close, Outgoing

#: Detects a silent peer: a ping after this many seconds without a byte, then half as long for the pong. It also keeps
#: a proxy's idle limit (nginx: 60 s) away.
HEARTBEAT = 24.0
#: How long the peer may take to answer a close frame, and how long a full socket may keep one from being sent.
ANSWER_SECONDS = 2.0
SEND_CLOSE_SECONDS = 0.9
#: Above every frame that gets a typed error instead of a close; beyond it aiohttp closes with 1009.
MAX_RECEIVED = 32 * 1024 * 1024
NO_CODE, LOST = 1005, 1006


def new_socket(subprotocol: str | None, heartbeat: float = HEARTBEAT) -> web.WebSocketResponse:
    """Uncompressed, as API Gateway's are."""
    return web.WebSocketResponse(
        timeout=ANSWER_SECONDS,
        heartbeat=heartbeat,
        max_msg_size=MAX_RECEIVED,
        autoclose=False,
        compress=False,
        protocols=(subprotocol,) if subprotocol else (),
    )


def close_code(last: WSMessage) -> int:
    """With what code a socket ended, seen by its last message (RFC 6455 §7.1.5).

    1005 is a close without a code, 1006 a lost connection. For a close of ours it is the peer's answer.
    """
    if last.type is WSMsgType.CLOSE:
        return int(last.data) or NO_CODE
    if last.type is WSMsgType.ERROR and isinstance(last.data, WebSocketError):
        return int(last.data.code)
    return LOST


class Writer:
    """Sends what a connection's queue holds, in its order, until a close was sent or the peer is gone."""

    def __init__(self, socket: web.WebSocketResponse, outgoing: Outgoing, transport: asyncio.Transport | None) -> None:
        self._socket = socket
        self._outgoing = outgoing
        self._transport = transport
        self._close_sent = False
        self._send = asyncio.ensure_future(self._run())
        self._watch = asyncio.ensure_future(self._cut_when_stuck())

    async def finish(self, last: WSMessage) -> None:
        """The reader has ended with `last`: answer the peer's close, or cut what is broken."""
        self._send.cancel()
        self._watch.cancel()
        await asyncio.gather(self._send, self._watch, return_exceptions=True)
        if last.type is not WSMsgType.CLOSE:
            self._cut()
        elif self._close_sent:
            if self._transport is not None:
                self._transport.close()
        else:
            await self._socket.close(code=int(last.data) or 1000, drain=False)

    async def _run(self) -> None:
        try:
            while isinstance(item := await self._outgoing.take(), str):
                await self._socket.send_str(item)
                self._outgoing.sent()
            await self._close(item)
        except ConnectionResetError:
            return  # the reader notices as well, and ends the connection

    async def _close(self, close: Close) -> None:
        """Send the close frame while the reader goes on reading.

        `socket.close` drops the transport at once: with unread frames in it the peer gets a reset, not the code.
        """
        self._close_sent = True
        await self._socket.send_frame(struct.pack("!H", close.code) + _fitting(close.reason), WSMsgType.CLOSE)
        await asyncio.sleep(ANSWER_SECONDS)
        self._cut()

    async def _cut_when_stuck(self) -> None:
        """A peer that does not read would keep the close frame waiting behind what fills its socket."""
        await self._outgoing.close_requested.wait()
        await asyncio.sleep(SEND_CLOSE_SECONDS)
        if not self._close_sent:
            self._cut()

    def _cut(self) -> None:
        if self._transport is not None:
            self._transport.abort()


def _fitting(reason: str) -> bytes:
    """A close frame carries at most 123 bytes of reason, and they must be UTF-8."""
    return reason.encode()[:123].decode(errors="ignore").encode()
