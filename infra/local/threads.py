"""The pool that runs the product's synchronous handlers, as Lambda would: many at once, each alone with its request.

`app.current_request` is one attribute of the Chalice object. In Lambda that is one request at a time; here it becomes
one per thread (as in `chalice.local.LocalChalice`, which leaves `lambda_context` shared and keeps the last request).
"""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from chalice.app import Chalice, EventSourceHandler
from chalice.local import LambdaContext

from infra.local.runtime import EntryPoints, Event, Handler

THREADS = 32
TIMEOUT_MS = 29_000  # API Gateway's limit for an integration


class _PerThread:
    """An attribute whose value belongs to the thread that set it; None elsewhere."""

    def __init__(self) -> None:
        self._values = threading.local()

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        return getattr(self._values, "value", None)

    def __set__(self, instance: object, value: Any) -> None:
        self._values.value = value


def isolate(entry_points: EntryPoints) -> None:
    """Make the handlers safe to call from several threads at once."""
    app = entry_points.app
    attributes = {"current_request": _PerThread(), "lambda_context": _PerThread()}
    app.__class__ = type("PerThreadApp", (type(app),), attributes)
    # `configure` keeps Chalice from looking for an AWS region on the first frame.
    app.websocket_api.configure("localhost", "ws")
    for handler in (*app.handler_map.values(), *entry_points.socket_handlers().values()):
        if isinstance(handler, EventSourceHandler):
            # A generator until the first call, which two threads would both iterate.
            handler.middleware_handlers = list(handler.middleware_handlers)


class Pool:
    """A bounded number of threads for handlers. `app` is the one whose request is forgotten after each call."""

    def __init__(self, app: Chalice, threads: int = THREADS) -> None:
        self._app = app
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="handler")

    async def run(self, handler: Handler, event: Event) -> Any:
        """What the handler gives; raises what it raises."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, self.call, handler, event)

    def call(self, handler: Handler, event: Event) -> Any:
        """The same, on the caller's own thread."""
        try:
            return handler(event, LambdaContext("lineup-local", 256, TIMEOUT_MS))
        finally:
            self._app.current_request = None

    async def drain(self, timeout: float) -> bool:
        """Take nothing new and wait for what runs; whether all ended within `timeout` seconds."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        ended = threading.Thread(target=self._executor.shutdown, name="drain", daemon=True)
        ended.start()
        await asyncio.to_thread(ended.join, timeout)
        return not ended.is_alive()
