"""A WebSocket through the local edge: frames both ways, one's end becomes the other's, API Gateway's limits kept.

The emulator knows no such limits (design.md §2 has them): 32 KB, here of a message, since our senders never split one;
10 minutes without a message, 2 hours in all, after which API Gateway closes with 1001. Whether pings count as traffic
is not documented, so here they do not.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass

import aiohttp
from aiohttp import web

Socket = web.WebSocketResponse | aiohttp.ClientWebSocketResponse
MAX_MESSAGE = 32 * 1024
_GOING_AWAY, _NORMAL = 1001, 1000


@dataclass(frozen=True, slots=True)
class Limits:
    """In seconds."""

    idle: float = 600.0
    life: float = 7200.0


@dataclass(frozen=True, slots=True)
class End:
    """How a socket ended; without a code it was cut."""

    code: int | None
    reason: str = ""


class Line:
    """`near` is the viewer's socket, `far` the origin's."""

    def __init__(self, near: web.WebSocketResponse, far: aiohttp.ClientWebSocketResponse, limits: Limits) -> None:
        self._near = near
        self._far = far
        self._limits = limits
        self._heard = self._began = asyncio.get_running_loop().time()

    async def carry(self) -> End:
        """Hand on what comes until one of the two ends, and tell the other. The end of a viewer's or an origin's that
        was cut is returned without a code: the caller cuts both."""
        up = asyncio.create_task(self._pump(self._near, self._far))
        down = asyncio.create_task(self._pump(self._far, self._near))
        try:
            ended = await self._first(up, down)
        finally:
            for task in (up, down):
                task.cancel()
            await asyncio.gather(up, down, return_exceptions=True)
        end = End(_GOING_AWAY, "Going away") if ended is None else _result(ended)
        if end.code is not None:
            for socket in (self._near, self._far):
                with contextlib.suppress(ConnectionError):
                    await socket.close(code=end.code, message=end.reason.encode())
        return end

    async def _first(self, up: asyncio.Task[End], down: asyncio.Task[End]) -> asyncio.Task[End] | None:
        """The one that ends first; None when the limits are reached."""
        loop = asyncio.get_running_loop()
        while (left := min(self._heard + self._limits.idle, self._began + self._limits.life) - loop.time()) > 0:
            done, _ = await asyncio.wait((up, down), timeout=left, return_when=asyncio.FIRST_COMPLETED)
            if done:
                return done.pop()
        return None

    async def _pump(self, source: Socket, target: Socket) -> End:
        while True:
            message = await source.receive()
            match message.type:
                case aiohttp.WSMsgType.TEXT:
                    await target.send_str(message.data)
                case aiohttp.WSMsgType.BINARY:
                    await target.send_bytes(message.data)
                case aiohttp.WSMsgType.PING:
                    await source.pong(message.data)
                    continue
                case aiohttp.WSMsgType.PONG:
                    continue
                case _:
                    return _end(source, message)
            self._heard = asyncio.get_running_loop().time()


def _result(task: asyncio.Task[End]) -> End:
    """An end that was heard; a frame that could not be handed on is a cut."""
    return End(None) if task.exception() else task.result()


def _end(source: Socket, message: aiohttp.WSMessage) -> End:
    match message.type:
        case aiohttp.WSMsgType.CLOSE:  # one without a code has 0
            return End(message.data or _NORMAL, message.extra or "")
        case aiohttp.WSMsgType.ERROR if isinstance(message.data, aiohttp.WebSocketError):
            return End(message.data.code)
        case aiohttp.WSMsgType.CLOSING:  # by us, as the edge ends
            return End(_GOING_AWAY)
        case _:
            return End(None)
