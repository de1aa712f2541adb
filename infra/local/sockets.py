"""WebSockets at /ws: every connection's life as API Gateway's three events.

`$connect` runs before the handshake is accepted; frames go to the pool at once, without keeping their order;
`$disconnect` runs exactly once for each accepted connection, however it ended.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from aiohttp import WSMsgType, web
from aiohttp.http import WS_CLOSED_MESSAGE

from chalicelib.services.ports import GatewayBusy, GatewayGone
from infra.local import answers
from infra.local.callers import Caller
from infra.local.events import SocketScene
from infra.local.gateway import LocalGateway
from infra.local.logs import failure
from infra.local.outgoing import Outgoing
from infra.local.rest import render
from infra.local.runtime import EntryPoints, RenderError
from infra.local.threads import Pool
from infra.local.wire import HEARTBEAT, LOST, Writer, close_code, new_socket

log = logging.getLogger("lineup.sockets")

MAX_FRAME = 128 * 1024
#: Frames of one connection in the pool at once; more wait unread, which slows the sender down.
MAX_IN_FLIGHT = 64
#: How long `$disconnect` waits for frames that arrived before the end.
SETTLE_SECONDS = 2.0
GOING_AWAY = 1001


class Sockets:
    """All WebSockets of the process. `shuffle` delays frames at random, for tests (see `Options`)."""

    def __init__(
        self,
        entry_points: EntryPoints,
        pool: Pool,
        gateway: LocalGateway,
        render_error: RenderError,
        *,
        shuffle: random.Random | None = None,
        heartbeat: float = HEARTBEAT,
    ) -> None:
        self._handlers = entry_points
        self._pool = pool
        self._gateway = gateway
        self._render_error = render_error
        self._shuffle = shuffle
        self._heartbeat = heartbeat
        self._sessions: set[asyncio.Task[Any]] = set()
        self._stopping = False

    async def handle(self, request: web.Request, caller: Caller) -> web.StreamResponse:
        """Serve one connection until its end, or refuse it over HTTP."""
        if not new_socket(None).can_prepare(request):
            return answers.error(426, "upgrade_required", "Open a WebSocket here.", {"Upgrade": "websocket"})
        if self._stopping:
            return answers.error(503, "stopping", "The server is stopping; connect again in a moment.")
        task = asyncio.current_task()
        assert task is not None
        self._sessions.add(task)
        try:
            return await self._serve(request, caller)
        finally:
            self._sessions.discard(task)

    async def close_all(self, timeout: float) -> None:
        """Close every connection with 1001 and see their ends through, for at most `timeout` seconds."""
        self._stopping = True
        self._gateway.close_all(GOING_AWAY, "the server is stopping")
        if self._sessions:
            await asyncio.wait(self._sessions, timeout=timeout)

    async def _serve(self, request: web.Request, caller: Caller) -> web.StreamResponse:
        query = parse_qs(request.rel_url.raw_query_string, keep_blank_values=True)
        scene = SocketScene(secrets.token_urlsafe(12), caller, request.headers, query)
        accepted = await self._connect(scene)
        if isinstance(accepted, web.Response):
            return accepted
        outgoing = Outgoing(asyncio.get_running_loop())
        socket = new_socket(_chosen_subprotocol(accepted), self._heartbeat)
        self._gateway.add(scene.connection_id, outgoing)
        frames = _Frames(self, scene)
        code = LOST
        try:
            if self._stopping:
                outgoing.close(GOING_AWAY, "the server is stopping")
            code = await self._talk(request, socket, outgoing, frames)
        except ConnectionResetError:
            log.debug("the peer left during the handshake")
        finally:
            self._gateway.remove(scene.connection_id)
            await self._disconnect(scene, code, frames)
        return socket

    async def _connect(self, scene: SocketScene) -> Mapping[str, Any] | web.Response:
        """What `$connect` gave, or the refusal to send."""
        try:
            result: dict[str, Any] = await self._pool.run(self._handlers.connect, scene.connect())
        except Exception as problem:
            log.error("$connect failed: %s", failure(problem))
            return answers.error(500, "internal", "Something went wrong here; it was logged.")
        status = int(result["statusCode"])
        if 200 <= status < 300:
            return result
        if result.get("body"):
            return render(result)
        return answers.error(status, "refused", "The connection was refused.")

    async def _talk(
        self, request: web.Request, socket: web.WebSocketResponse, outgoing: Outgoing, frames: _Frames
    ) -> int:
        """Serve the connection until its end; gives its close code."""
        await socket.prepare(request)
        writer = Writer(socket, outgoing, request.transport)
        message = WS_CLOSED_MESSAGE
        try:
            while (message := await socket.receive()).type in (WSMsgType.TEXT, WSMsgType.BINARY):
                if not outgoing.close_requested.is_set():
                    await frames.take(message.type, message.data)
        finally:
            await writer.finish(message)
        return close_code(message)

    async def _disconnect(self, scene: SocketScene, code: int, frames: _Frames) -> None:
        if not self._shuffle:
            await frames.settle()
        try:
            await self._pool.run(self._handlers.disconnect, scene.disconnect(code, ""))
        except Exception as problem:
            log.error("$disconnect failed: %s", failure(problem))

    async def run_frame(self, scene: SocketScene, text: str) -> None:
        """Hand one frame to the handler; its failure is told to the sender, and the connection stays."""
        if self._shuffle:
            await asyncio.sleep(self._shuffle.random() * 0.02)
        try:
            await self._pool.run(self._handlers.message, scene.message(text))
        except Exception as problem:
            log.error("a frame failed: %s", failure(problem))
            self.tell(scene, "internal", "Something went wrong here; it was logged.")

    def tell(self, scene: SocketScene, code: str, message: str) -> None:
        """Send a typed error, unless the connection is gone or full."""
        try:
            self._gateway.post(scene.connection_id, self._render_error(code, message))
        except (GatewayGone, GatewayBusy):
            log.debug("an error was not sent: the connection is gone or full")


class _Frames:
    """The frames of one connection that are being handled."""

    def __init__(self, sockets: Sockets, scene: SocketScene) -> None:
        self._sockets = sockets
        self._scene = scene
        self._slots = asyncio.Semaphore(MAX_IN_FLIGHT)
        self._tasks: set[asyncio.Task[None]] = set()

    async def take(self, kind: WSMsgType, data: Any) -> None:
        """Start handling a frame; waits while too many are being handled. What no handler may get is answered here."""
        if kind is not WSMsgType.TEXT:
            self._sockets.tell(self._scene, "not_text", "Frames are JSON text, not binary.")
        elif len(data) > MAX_FRAME or len(data.encode()) > MAX_FRAME:
            self._sockets.tell(self._scene, "frame_too_large", f"A frame may have at most {MAX_FRAME} bytes.")
        else:
            await self._slots.acquire()
            task = asyncio.ensure_future(self._sockets.run_frame(self._scene, data))
            self._tasks.add(task)
            task.add_done_callback(self._done)

    async def settle(self) -> None:
        """Wait a moment for the frames that arrived before the end, so that what they report is not refused."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=SETTLE_SECONDS)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._slots.release()


def _chosen_subprotocol(accepted: Mapping[str, Any]) -> str | None:
    headers: Mapping[str, str] = accepted.get("headers") or {}
    return next((value for name, value in headers.items() if name.lower() == "sec-websocket-protocol"), None)
