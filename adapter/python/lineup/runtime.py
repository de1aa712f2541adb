"""Runs handlers: tasks and messages come out of the journal, reports go into it. Lives in the handlers' event loop."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from . import journal as j
from .config import Credential
from .handlers import Handlers, run_message, run_task
from .journal.asks import AskRow
from .journal.rebuild import ask_again
from .link import Failed, Landed, Link, LinkState, News, Synced
from .message import Message
from .observe import Observer, TaskView
from .protocol.clock import ServerClock
from .task import Task

log = logging.getLogger("lineup")


class Runtime:
    """One running agent."""

    def __init__(
        self, journal: j.Journal, clock: ServerClock, handlers: Handlers, observer: Observer, credential: Credential
    ) -> None:
        self.journal = journal
        self.credential = credential
        self.workspace_id = journal.workspace_id
        self.observer = observer
        self.leaving = False
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._clock = clock
        self._handlers = handlers
        self._loop = asyncio.get_running_loop()
        self._link: Link | None = None
        self._running: dict[str, tuple[Task, asyncio.Task[None]]] = {}
        self._views: dict[str, TaskView] = {}
        self._talks: dict[str, asyncio.Task[None]] = {}
        self._waiters: dict[str, list[asyncio.Future[None]]] = defaultdict(list)
        self._resumed = False

    # --- life ----------------------------------------------------------------------------------------------------

    def start(self, link: Link) -> None:
        """Connect. Tasks that ran before are resumed as soon as we know what became of them meanwhile."""
        self._link = link
        link.start()

    async def stop(self, patience: float = 1.0) -> None:
        """Stop handlers (their tasks are handed back at the next start), send what waits, close."""
        self.leaving = True
        handlers = [runner for _, runner in self._running.values()] + list(self._talks.values())
        for runner in handlers:
            runner.cancel()
        if handlers:
            await asyncio.wait(handlers, timeout=patience)
        if self._link is not None:
            await asyncio.to_thread(self._link.stop, 0.5)

    def tell(self, news: Sequence[News]) -> None:
        """News from the link's thread."""
        try:
            self._loop.call_soon_threadsafe(self._hear, news)
        except RuntimeError:
            log.debug("the handlers' loop has ended already")

    def _hear(self, news: Sequence[News]) -> None:
        for item in news:
            self._hear_one(item)

    def _hear_one(self, item: News) -> None:
        match item:
            case LinkState():
                self.observer.link(item)
            case Synced():
                self._resume()
            case Landed():
                self._wake("outbox")
            case Failed():
                if not self.failed.done() and not self.leaving:
                    self.failed.set_exception(item.error)
            case j.TaskReady():
                self._start_task(item.task_id)
            case j.Answered():
                self._wake(item.interaction_id)
            case j.Renamed():
                self.observer.link(LinkState("online", item.name))
            case _:
                self._hear_of_work(item)

    def _hear_of_work(self, item: News) -> None:
        match item:
            case j.TaskCancelRequested():
                self._cancel(item.task_id)
            case j.TaskStopped():
                self._ended(item.task_id, item.reason)
            case j.MessageArrived():
                self._start_message(item.message_id)
            case j.CommandRefused():
                self._refused(item)

    # --- tasks and messages --------------------------------------------------------------------------------------

    def _resume(self) -> None:
        if self._resumed or self.leaving:
            return
        self._resumed = True
        for row in self.journal.tasks.open():
            if row.state == "running":
                self._start_task(row.id)
        for delivery in self.journal.messages.unhandled():
            self._start_message(delivery["id"])

    def _start_task(self, id: str) -> None:
        row = self.journal.tasks.get(id)
        if not self._resumed or self.leaving or id in self._running or row is None or row.state != "running":
            return
        task = Task(self, row)
        self.journal.tasks.start(id)
        self._views[id] = TaskView(id, task.title, "running", resumed=task.resumed)
        self.observer.task(self._views[id])
        runner = asyncio.create_task(run_task(self, self._handlers, task), name=f"task {id}")
        self._running[id] = (task, runner)
        runner.add_done_callback(lambda done: self._task_done(id, done))
        if row.cancel is not None:
            self._cancel(id)

    def _task_done(self, id: str, runner: asyncio.Task[None]) -> None:
        self._running.pop(id, None)
        self._views.pop(id, None)
        if not runner.cancelled() and (error := runner.exception()) is not None and not self.failed.done():
            self.failed.set_exception(error)

    def _cancel(self, id: str) -> None:
        if id in self._running:
            task, runner = self._running[id]
            task.cancelled.set()
            self._handlers.interrupt(task, runner)

    def _ended(self, id: str, reason: str) -> None:
        if id in self._running:
            task, runner = self._running[id]
            task.ended = reason
            self.show(task, status="stopped", line=reason)
            self._handlers.interrupt(task, runner)

    def _start_message(self, id: str) -> None:
        delivery = self.journal.messages.get(id)
        if not self._resumed or self.leaving or delivery is None:
            return
        message = Message(self, delivery)
        if message.task_id is not None:
            self._wake(f"messages of {message.task_id}")
        before = self._talks.get(message.conversation_id)
        runner = asyncio.create_task(run_message(self, self._handlers, message, before), name=f"message {id}")
        self._talks[message.conversation_id] = runner
        runner.add_done_callback(lambda done: self._message_done(message, done))

    def _message_done(self, message: Message, runner: asyncio.Task[None]) -> None:
        if self._talks.get(message.conversation_id) is runner:
            del self._talks[message.conversation_id]
        if not runner.cancelled() and (error := runner.exception()) is not None and not self.failed.done():
            self.failed.set_exception(error)

    def _refused(self, item: j.CommandRefused) -> None:
        running = self._running.get(item.task_id or "")
        if running is not None:
            running[0].refusals.append(item.error)
            self.observer.note(f"the server refused {item.error.command} ({item.error.code})")
        log.info("the server refused %s (%s)", item.error.command, item.error.code)

    # --- for tasks and messages ----------------------------------------------------------------------------------

    def seconds(self) -> float:
        """The server's time, Unix seconds."""
        return self._clock.seconds(time.monotonic())

    def now(self) -> str:
        """The server's time, as envelopes carry it."""
        return self._clock.iso(time.monotonic())

    def _poke(self) -> None:
        if self._link is not None:
            self._link.poke()

    def report(self, scope: str, key: str, command: Mapping[str, Any], note: str = "") -> bool:
        """Keep and send a command once per step, with a note for a later run."""
        sent = self.journal.report(scope, key, command, note)
        self._poke()
        return sent

    def step(self, scope: str, key: str) -> str | None:
        """What was noted of a step, if it was done."""
        return self.journal.tasks.step(scope, key)

    def note(self, scope: str, key: str, value: str) -> None:
        """Note of a step that it was done."""
        with self.journal.transaction():
            self.journal.tasks.note_step(scope, key, value)

    def once(self, scope: str, key: str) -> bool:
        """Note a step that is about to be done; False if it was noted before."""
        with self.journal.transaction():
            first = self.journal.tasks.step(scope, key) is None
            self.journal.tasks.note_step(scope, key, "")
        return first

    def finish(self, task: Task, command: Mapping[str, Any]) -> bool:
        """The task's outcome."""
        kept = self.journal.finish(task.id, command)
        self._poke()
        return kept

    def ask(self, task_id: str, key: str, card: Mapping[str, Any], digest: str, command: Mapping[str, Any]) -> None:
        """A new question."""
        self.journal.ask(task_id, key, card, digest, command)
        self._poke()

    def ask_again(self, ask: AskRow) -> None:
        """A question from before a crash: should the server have lost it or we its answer, both heal now."""
        if self.journal.asks.outcome(ask.interaction_id) is None:
            with self.journal.transaction():
                ask_again(self.journal, ask)
            self._poke()

    def withdraw(self, interaction_id: str, command: Mapping[str, Any]) -> None:
        """Take a question back."""
        self.journal.withdraw(interaction_id, command)
        self._poke()

    async def outcome(self, interaction_id: str) -> dict[str, Any]:
        """What became of a question, as soon as it is known."""
        while (outcome := self.journal.asks.outcome(interaction_id)) is None:
            await self._wait(interaction_id)
        return outcome

    async def flushed(self, task_id: str) -> None:
        """Until no command about this task waits."""
        while self.journal.outbox.count(task_id):
            await self._wait("outbox")

    async def spoken(self, task_id: str) -> None:
        """Until a person says something about this task."""
        await self._wait(f"messages of {task_id}")

    async def _wait(self, name: str) -> None:
        waiter: asyncio.Future[None] = self._loop.create_future()
        self._waiters[name].append(waiter)
        await waiter

    def _wake(self, name: str) -> None:
        for waiter in self._waiters.pop(name, ()):
            if not waiter.done():
                waiter.set_result(None)

    def write_stream(self, message_id: str, conversation_id: str, task_id: str | None, text: str) -> None:
        """Streamed text."""
        if self._link is not None:
            self._link.write_stream(message_id, conversation_id, task_id, text)

    def drop_stream(self, message_id: str) -> None:
        """The streamed message is complete."""
        if self._link is not None:
            self._link.drop_stream(message_id)

    def show(self, task: Task, replayed: bool = False, **changes: Any) -> None:
        """Tell the observer what changed of a task, unless an earlier run of the handler did."""
        view = self._views.get(task.id)
        if view is not None:
            kept = {name: getattr(view, name) for name in ("id", "title", "status", "progress", "line", "resumed")}
            given = {name: value for name, value in changes.items() if value is not None}
            self._views[task.id] = TaskView(**{**kept, **given})
            if not replayed:
                self.observer.task(self._views[task.id])
