"""The link to the server, in a thread with an event loop of its own: it beats on while a handler is busy.

Performs what the connection core asks for: the journal's part first and in one transaction, then the sockets'.
"""

from __future__ import annotations

import asyncio
import logging
import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from . import http
from . import protocol as p
from .config import Credential
from .errors import CredentialInvalid, LineupError, ServerError, Stopped, stopped
from .journal import Journal, Notice
from .protocol.clock import ServerClock
from .socket import Closed, Frame, Opened, Socket

log = logging.getLogger("lineup")
Phase = Literal["connecting", "online", "unconfirmed", "waiting"]
_STOP_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class LinkState:
    """What a person wants to know of the connection. `retry_in` is in seconds."""

    phase: Phase
    text: str = ""
    retry_in: float = 0.0


@dataclass(frozen=True, slots=True)
class Synced:
    """What happened while we were away is in the journal now."""


@dataclass(frozen=True, slots=True)
class Landed:
    """Commands were answered; `left` are still waiting."""

    left: int


@dataclass(frozen=True, slots=True)
class Failed:
    """The link ended for good."""

    error: BaseException


News = Notice | LinkState | Synced | Landed | Failed
Tell = Callable[[Sequence[News]], None]


class Link:
    """`tell` is called in the link's thread, after the journal has what it tells."""

    def __init__(
        self, credential: Credential, journal: Journal, hello: p.Hello, clock: ServerClock, tell: Tell,
        options: p.Options | None = None,
    ) -> None:  # fmt: skip
        self._credential = credential
        self._journal = journal
        self._clock = clock
        self._tell = tell
        self._core = p.Connection(hello, journal.cursor, clock, random.random, options)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._inbox: asyncio.Queue[Callable[[], None]]
        self._socket: Socket | None = None
        self._snapshot: asyncio.Task[None] | None = None
        self._loaded = 0
        self._leave_at: float | None = None
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._main, name="lineup-link", daemon=True)

    # --- from other threads --------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin, and keep the connection up from now on."""
        self._thread.start()
        self._ready.wait()

    def poke(self) -> None:
        """The journal's outbox has something new."""
        self._post(lambda: None)

    def write_stream(self, message_id: str, conversation_id: str, task_id: str | None, text: str) -> None:
        """Streamed text."""
        self._post(partial(self._core.write_stream, message_id, conversation_id, task_id, text))

    def drop_stream(self, message_id: str) -> None:
        """The message is complete."""
        self._post(partial(self._core.drop_stream, message_id))

    def stop(self, flush: float) -> None:
        """Send what waits for at most `flush` seconds, close, and end."""
        self._post(partial(self._leave, time.monotonic() + flush))
        self._thread.join(flush + 2 * _STOP_SECONDS)

    def _post(self, call: Callable[[], None]) -> None:
        if self._loop is not None and not self._loop.is_closed():
            try:
                self._loop.call_soon_threadsafe(self._inbox.put_nowait, call)
            except RuntimeError:
                log.debug("the link has ended already")

    # --- the thread ----------------------------------------------------------------------------------------------

    def _main(self) -> None:
        try:
            asyncio.run(self._run())
        except BaseException as error:
            log.debug("the link ended", exc_info=True)
            self._ready.set()
            self._tell([Failed(error)])

    async def _run(self) -> None:
        self._inbox = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._ready.set()
        while True:
            now = time.monotonic()
            self._load_outbox()
            self._core.tick(now)
            self._perform(self._core.drain(now))
            if self._leave_at is not None and (now >= self._leave_at or not self._core.waiting):
                break
            await self._next(now)
        await self._bye()

    async def _next(self, now: float) -> None:
        """Wait for something to happen, or for the core's next deadline."""
        deadlines = [at for at in (self._core.wake_at(now), self._leave_at) if at is not None]
        timeout = max(0.0, min(deadlines) - time.monotonic()) if deadlines else None
        try:
            call = await asyncio.wait_for(self._inbox.get(), timeout)
        except TimeoutError:
            return
        call()
        while not self._inbox.empty():
            self._inbox.get_nowait()()

    def _leave(self, at: float) -> None:
        self._leave_at = at

    async def _bye(self) -> None:
        self._core.close(1000, "the agent stopped")
        socket = self._socket
        self._perform(self._core.drain(time.monotonic()))
        if socket is not None:
            await asyncio.wait([socket.done], timeout=_STOP_SECONDS)

    def _load_outbox(self) -> None:
        for n, id, body in self._journal.outbox.after(self._loaded):
            self._core.enqueue(id, body)
            self._loaded = n

    # --- what the core asks for ----------------------------------------------------------------------------------

    def _perform(self, actions: list[p.Action]) -> None:
        kept = [a for a in actions if isinstance(a, p.Delivered | p.Redelivered | p.Acked | p.Rejected)]
        news: list[News] = []
        if kept:
            with self._journal.transaction():
                for kept_action in kept:
                    news += self._keep(kept_action)
            self._load_outbox()
            news.append(Landed(self._core.waiting))
        for action in actions:
            news += self._act(action)
        if news:
            self._tell(news)
        if any(isinstance(action, p.Stop) for action in actions):
            raise self._stopped(next(a for a in actions if isinstance(a, p.Stop)))
        if kept:
            self._perform(self._core.drain(time.monotonic()))

    def _keep(self, action: p.Delivered | p.Redelivered | p.Acked | p.Rejected) -> list[Notice]:
        match action:
            case p.Delivered():
                return self._journal.take_in(action.deliveries, action.cursor)
            case p.Redelivered():
                return self._journal.redelivered(action.delivery)
            case p.Acked():
                return self._journal.acked(action)
            case p.Rejected():
                return self._journal.rejected(action)

    def _act(self, action: p.Action) -> list[News]:
        match action:
            case p.Connect():
                self._open()
            case p.Send() if self._socket is not None:
                self._socket.send(action.text)
            case p.Disconnect() if self._socket is not None:
                self._socket.close(action.code, action.reason, abort=action.abort)
                self._socket = None
            case p.TakeSnapshot():
                self._take_snapshot()
            case p.Trouble():
                log.debug("%s: %s", action.code, action.text)
        return self._news_of(action)

    def _news_of(self, action: p.Action) -> list[News]:
        match action:
            case p.Connect():
                return [LinkState("connecting")]
            case p.Welcomed():
                return [self._welcomed(action)]
            case p.CaughtUp():
                return [Synced()]
            case p.Waiting():
                return [self._waiting(action)]
        return []

    def _welcomed(self, action: p.Welcomed) -> LinkState:
        self._journal.set_meta("clock", repr(self._clock.offset + time.monotonic() - time.time()))
        if action.name:
            self._journal.set_meta("name", action.name)
        where = f"{action.name} in {action.workspace_name}" if action.workspace_name else action.name
        return LinkState("online" if action.confirmed else "unconfirmed", where)

    def _waiting(self, action: p.Waiting) -> LinkState:
        why = action.reason or f"closed with {action.code}"
        if action.code == 4409:
            why = "another process connected with this agent's credential"
        return LinkState("waiting", why, action.seconds)

    def _stopped(self, action: p.Stop) -> Stopped:
        advice = {
            4401: "The credential is unknown or was revoked. Pair again: make a code in the web app (Agents), then run"
            f" lineup pair CODE --server {self._credential.server} --replace",
            4403: "The server does not allow this agent to connect.",
            4410: "The server speaks another version of the protocol. Upgrade: pip install -U lineup",
            4400: "The server did not understand this adapter's greeting. Upgrade: pip install -U lineup",
        }
        return stopped(action.code, advice.get(action.code, action.reason))

    # --- sockets and snapshots -----------------------------------------------------------------------------------

    def _open(self) -> None:
        self._socket = socket = Socket(
            self._credential.socket,
            self._credential.credential,
            lambda event: self._heard(socket, event),
            partial(http.revoked, self._credential),
        )

    def _heard(self, socket: Socket, event: Opened | Frame | Closed) -> None:
        """Events of a socket that was given up come too late to matter."""
        self._inbox.put_nowait(lambda: self._on_socket(event) if socket is self._socket else None)

    def _on_socket(self, event: Opened | Frame | Closed) -> None:
        now = time.monotonic()
        match event:
            case Opened():
                self._core.opened(now)
            case Frame():
                self._core.received(event.text, now)
                self._perform(self._core.drain(now))
            case Closed():
                self._socket = None
                self._core.closed(event.code, event.reason, now)

    def _take_snapshot(self) -> None:
        if self._snapshot is None or self._snapshot.done():
            self._snapshot = asyncio.create_task(self._fetch())

    async def _fetch(self) -> None:
        try:
            data = await asyncio.to_thread(http.snapshot, self._credential)
        except CredentialInvalid as error:
            self._inbox.put_nowait(partial(self._refused, str(error)))
        except ServerError as error:
            log.debug("no snapshot: %s", error)
            self._inbox.put_nowait(lambda: self._core.snapshot_failed(time.monotonic()))
        else:
            self._inbox.put_nowait(partial(self._rebuild, data))

    def _refused(self, text: str) -> None:
        if self._socket is not None:
            self._socket.close(1000, "", abort=True)
            self._socket = None
        self._core.closed(4401, text, time.monotonic())

    def _rebuild(self, data: dict[str, Any]) -> None:
        cursor = self._core.position_of(p.Cursor(data["epoch"], data["head"]))
        notices = self._journal.rebuild(data["tasks"], data["interactions"], cursor)
        self._core.snapshot_taken(cursor, time.monotonic())
        if notices:
            self._tell(notices)


__all__ = ["Failed", "Landed", "LineupError", "Link", "LinkState", "News", "Synced"]
