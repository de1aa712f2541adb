"""Runs a server on a thread of its own, so that tests use real sockets."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from infra.local.options import Options
from infra.local.server import Server
from tests.local.sample import Sample


class Running:
    """A served `Sample`. `stop` gives whether everything ended in time."""

    def __init__(self, sample: Sample, options: Options, **settings: Any) -> None:
        self.sample = sample
        self.server = Server(options, sample.runtime(), **settings)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="server")
        self._stopped: bool | None = None

    def start(self) -> None:
        self._thread.start()
        try:
            asyncio.run_coroutine_threadsafe(self.server.start(), self._loop).result(20)
        except BaseException:
            self._end()
            raise

    def stop(self) -> bool:
        if self._stopped is None:
            self._stopped = asyncio.run_coroutine_threadsafe(self.server.stop(), self._loop).result(30)
            self._end()
        return self._stopped

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(20)
        self._loop.close()

    @property
    def url(self) -> str:
        return self.server.url

    @property
    def ws(self) -> str:
        return self.server.url.replace("http", "ws", 1) + "/ws"

    def http(self, **settings: Any) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=20, trust_env=False, **settings)


@contextmanager
def running(sample: Sample, options: Options, **settings: Any) -> Iterator[Running]:
    runner = Running(sample, options, **settings)
    runner.start()
    try:
        yield runner
    finally:
        runner.stop()
