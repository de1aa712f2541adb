"""The embedded runtime's life: opens everything in order, serves, and closes everything in the other order."""

from __future__ import annotations

import asyncio
import logging
import random
import socket
from contextlib import ExitStack
from typing import Any

from aiohttp import web

from infra.local import folder, logs
from infra.local.clock import AdvancedClock, Schedule, SystemClock
from infra.local.control import Control
from infra.local.downloads import Downloads
from infra.local.feed import Feed
from infra.local.files import FOLDER, DiskFiles
from infra.local.front import Front
from infra.local.gateway import LocalGateway
from infra.local.listener import listen, public_url
from infra.local.options import Options
from infra.local.outbox import OutboxMailer
from infra.local.protocol import TypedProtocol
from infra.local.rest import Api
from infra.local.runtime import EntryPoints, Parts, Runtime
from infra.local.sockets import Sockets
from infra.local.threads import Pool, isolate
from infra.local.wire import HEARTBEAT

log = logging.getLogger("lineup.server")

#: Addresses may hold secrets, so requests are not logged one by one.
_NO_ACCESS_LOG = logging.getLogger("lineup.access")
_NO_ACCESS_LOG.disabled = True

#: Seconds that sockets, requests and handlers get to end by themselves.
STOP_SECONDS = 5.0


class Server:
    """One start of the runtime, for one event loop: `await start()`, later `await stop()`.

    `url` and `sign_in_url` (None where there is nobody to sign in) are known after the start.
    """

    def __init__(
        self, options: Options, runtime: Runtime, *, tick_seconds: float = 1.0, heartbeat: float = HEARTBEAT
    ) -> None:
        self.url = ""
        self.sign_in_url: str | None = None
        self.outbox_key = ""
        self._options = options
        self._runtime = runtime
        self._tick_seconds = tick_seconds
        self._heartbeat = heartbeat
        self._opened = ExitStack()

    async def start(self) -> None:
        """Serve. Raises `StartRefused`, and leaves nothing open then."""
        logs.hush_websocket_library()
        folder.prepare(self._options.data)
        with ExitStack() as opened:
            await self._open(opened)
            self._opened = opened.pop_all()

    async def stop(self) -> bool:
        """Close sockets with 1001 and let handlers end; whether they did. If not, the database is left as it is."""
        self._feed.request_stop()
        self._schedule.request_stop()
        self._accepting.close()
        self._control.stop()
        await self._sockets.close_all(STOP_SECONDS)
        await self._runner.cleanup()
        ended = await asyncio.to_thread(lambda: all([self._feed.join(STOP_SECONDS), self._schedule.join(STOP_SECONDS)]))
        drained = await self._pool.drain(STOP_SECONDS)
        if ended and drained:
            self._opened.close()
        else:
            log.error("a handler did not end in time")
        return ended and drained

    async def _open(self, opened: ExitStack) -> None:
        options, gateway = self._options, LocalGateway()
        clock = AdvancedClock(options.clock_ahead) if options.clock_ahead else SystemClock()
        table = self._runtime.open_table(options.data / folder.DATABASE)
        opened.callback(table.close)
        listener = listen(options.host, options.port)
        opened.callback(listener.close)
        self.url = public_url(options, listener.getsockname()[1])
        mailer = OutboxMailer(options.data / folder.OUTBOX, clock)
        secret = folder.secret(options.data)
        files = DiskFiles(options.data / FOLDER, secret, clock)
        services = self._runtime.build_services(Parts(table, gateway, mailer, files, clock, options, self.url, secret))
        entry_points = self._runtime.load_entry_points()
        self._prepare(entry_points, gateway)
        self._feed = Feed(table, lambda event: self._pool.call(entry_points.on_head_change, event), clock)
        self._schedule = Schedule(
            lambda event: self._pool.call(entry_points.on_schedule, event), clock, self._tick_seconds
        )
        self.outbox_key = folder.outbox_key(secret)
        api = Api(entry_points, self._pool)
        front = Front(options, api, self._sockets, mailer, self.outbox_key, Downloads(files))
        self._runner = web.AppRunner(front.application(), shutdown_timeout=STOP_SECONDS)
        await self._runner.setup()
        self._accepting = await self._accept(listener)
        self._feed.start()
        self._schedule.start()
        self.sign_in_url = self._sign_in_url(services, None)
        self._control = Control(options.data, lambda email: self._sign_in_link(services, email))
        await self._control.start()

    def _sign_in_url(self, services: Any, email: str | None) -> str | None:
        token = self._runtime.sign_in_link(services, email)
        return f"{self.url}/#/link/{token}" if token else None

    async def _sign_in_link(self, services: Any, email: str | None) -> str:
        return await asyncio.to_thread(self._sign_in_url, services, email) or ""

    async def _accept(self, listener: socket.socket) -> asyncio.Server:
        """As `web.SockSite` does, with a protocol of our own."""
        loop, manager = asyncio.get_running_loop(), self._runner.server
        assert manager is not None
        return await loop.create_server(
            lambda: TypedProtocol(manager, loop=loop, access_log=_NO_ACCESS_LOG), sock=listener
        )

    def _prepare(self, entry_points: EntryPoints, gateway: LocalGateway) -> None:
        isolate(entry_points)
        logs.adopt(entry_points.app)
        self._pool = Pool(entry_points.app)
        self._sockets = Sockets(
            entry_points,
            self._pool,
            gateway,
            self._runtime.render_error,
            shuffle=random.Random(0) if self._options.shuffle_frames else None,
            heartbeat=self._heartbeat,
        )
