"""The agent: handlers, and what connects them to people."""

from __future__ import annotations

import asyncio
import contextlib
import platform
import signal
import threading
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from . import config, limits
from .errors import ConfigError, InvalidValue
from .handlers import Handlers
from .journal import Journal
from .link import Link
from .message import Message
from .observe import Observer
from .protocol import Hello, Options
from .protocol.clock import ServerClock
from .runtime import Runtime
from .sync import SyncMessage, SyncTask
from .task import Task
from .version import VERSION

OnTask = TypeVar("OnTask", bound=Callable[[Task], Awaitable[str | None]] | Callable[[SyncTask], str | None])
OnMessage = TypeVar("OnMessage", bound=Callable[[Message], Awaitable[None]] | Callable[[SyncMessage], None])
_CAPABILITIES = 40


class Agent:
    """An agent that people can give tasks and messages to.

    agent = lineup.Agent(capabilities=["migrations"])

    @agent.task
    async def handle(task): ...

    agent.run()
    """

    def __init__(
        self, *, capabilities: Sequence[str] = (), version: str = VERSION, runtime: str | None = None,
        home: str | Path | None = None, options: Options | None = None,
    ) -> None:  # fmt: skip
        if len(capabilities) > _CAPABILITIES:
            raise InvalidValue(f"an agent names at most {_CAPABILITIES} capabilities")
        named = tuple(limits.filled("a capability", text, limits.LINE) for text in capabilities)
        self._hello = Hello(version, runtime or f"Python {platform.python_version()}", named)
        self.home = home
        self._options = options
        self._handlers = Handlers()
        self._stopping: tuple[asyncio.AbstractEventLoop, asyncio.Event] | None = None

    def task(self, handler: OnTask) -> OnTask:
        """Decorator: runs for each task, `async` or plain. The text it returns is the task's summary."""
        self._handlers.task = handler
        return handler

    def message(self, handler: OnMessage) -> OnMessage:
        """Decorator: runs for each message of a person, one after the other in each conversation."""
        self._handlers.message = handler
        return handler

    def run(self, *, home: str | Path | None = None, observer: Observer | None = None) -> None:
        """Work until Ctrl-C (or SIGTERM). Raises ConfigError, JournalError, or Stopped when no retry would help."""
        asyncio.run(self._run(home, observer))

    async def _run(self, home: str | Path | None, observer: Observer | None) -> None:
        with _signals(self.stop):
            await self.serve(home=home, observer=observer)

    def stop(self) -> None:
        """End `run` or `serve`, from any thread. Tasks that are not done are handed back at the next start."""
        if self._stopping is not None:
            loop, event = self._stopping
            loop.call_soon_threadsafe(event.set)

    async def serve(self, *, home: str | Path | None = None, observer: Observer | None = None) -> None:
        """As `run`, inside an event loop that is running already."""
        folder = config.home(home or self.home)
        credential = config.load(folder)
        clock = ServerClock(time.time() - time.monotonic())
        path = config.journal_path(folder, credential.agent_id)
        journal = Journal(path, credential.workspace_id, lambda: clock.iso(time.monotonic()))
        try:
            if config.load(folder) != credential:
                raise ConfigError(f"{folder} was paired anew this very moment. Start again.")
            clock.offset += float(journal.meta("clock") or 0.0)
            runtime = Runtime(journal, clock, self._handlers, observer or Observer(), credential)
            link = Link(credential, journal, self._hello, clock, runtime.tell, self._options)
            await self._serve(runtime, link)
        finally:
            journal.close()

    async def _serve(self, runtime: Runtime, link: Link) -> None:
        stop = asyncio.Event()
        self._stopping = asyncio.get_running_loop(), stop
        runtime.start(link)
        stopped = asyncio.create_task(stop.wait())
        ends: list[asyncio.Future[Any]] = [stopped, runtime.failed]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopped.cancel()
            self._stopping = None
            await runtime.stop()
        if runtime.failed.done():
            runtime.failed.result()


@contextlib.contextmanager
def _signals(stop: Callable[[], None]) -> Iterator[None]:
    """Ctrl-C and SIGTERM stop politely the first time; a second Ctrl-C ends at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def polite(number: int, frame: object) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        stop()

    before = {number: signal.signal(number, polite) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
