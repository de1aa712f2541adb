"""The user's functions, and what follows from how they end."""

from __future__ import annotations

import asyncio
import inspect
import logging
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import limits
from .errors import JournalError, LineupError, TaskOver
from .redact import redacted
from .sync import SyncMessage, SyncTask

if TYPE_CHECKING:
    from .message import Message
    from .runtime import Runtime
    from .task import Task

log = logging.getLogger("lineup")
TaskHandler = Callable[[Any], Awaitable[str | None] | str | None]
MessageHandler = Callable[[Any], Awaitable[None] | None]


@dataclass
class Handlers:
    """What runs for a task and for a message; plain functions run in threads of their own."""

    task: TaskHandler | None = None
    message: MessageHandler | None = None
    _sync: dict[str, SyncTask] = field(default_factory=dict)

    async def handle(self, task: Task) -> str | None:
        """Run the task's handler."""
        if self.task is None:
            await task.fail("This agent answers messages; it takes no tasks.")
            return None
        if inspect.iscoroutinefunction(self.task):
            result: str | None = await self.task(task)
            return result
        self._sync[task.id] = proxy = SyncTask(task, asyncio.get_running_loop())
        try:
            returned: str | None = await _in_thread(self.task, proxy)
            return returned
        finally:
            del self._sync[task.id]

    def interrupt(self, task: Task, runner: asyncio.Task[None]) -> None:
        """Make the handler stop: cancelled where it awaits, or at its next call of the task where it is a thread. One
        that has not begun looks by itself: asyncio would end it without running a line, and nobody would confirm."""
        if not task.begun:
            return
        proxy = self._sync.get(task.id)
        if proxy is not None:
            proxy.interrupt()
        else:
            runner.cancel()


async def run_task(runtime: Runtime, handlers: Handlers, task: Task) -> None:
    """One run of a task's handler, with its outcome reported. Only errors of the journal come out of here."""
    try:
        await _run_task(runtime, handlers, task)
    except TaskOver:
        log.info("task %s was over before its outcome could be reported", task.id)


async def _run_task(runtime: Runtime, handlers: Handlers, task: Task) -> None:
    task.begun = True
    if task.cancelled.is_set() or task.ended is not None:
        return await _stopped(runtime, task)
    try:
        result = await handlers.handle(task)
    except asyncio.CancelledError:
        await _stopped(runtime, task)
    except JournalError:
        raise
    except Exception as error:
        await _crashed(runtime, task, error)
    else:
        if task.finished is None and task.ended is None:
            await _done(task, result)


async def _stopped(runtime: Runtime, task: Task) -> None:
    """Cancelled: because the process leaves (the task is resumed later), or was told to stop."""
    if runtime.leaving or task.ended is not None or task.finished is not None:
        return
    if task.cancelled.is_set():
        await task.cancel()
    else:
        await task.fail("The handler was cancelled.")


async def _crashed(runtime: Runtime, task: Task, error: Exception) -> None:
    """People read our own errors' texts; of others only the kind, since a text may hold a secret."""
    if task.ended is not None or task.finished is not None or runtime.leaving:
        log.info("a handler ended with %s after its task was over", type(error).__name__)
        return
    if isinstance(error, TaskOver) and task.cancelled.is_set():
        await task.cancel()
    elif isinstance(error, LineupError):
        await task.fail(limits.clipped(redacted(str(error)), limits.PARAGRAPH))
    else:
        log.error("the handler of task %s crashed", task.id, exc_info=error)
        await task.fail(f"The handler stopped with {type(error).__name__}; the agent's own log says more.")


async def _done(task: Task, result: str | None) -> None:
    """A returned text is the summary; one that is too long for that is a message."""
    text = str(result).strip() if result is not None else ""
    if len(text) > limits.LINE or "\n" in text:
        async with task.stream() as out:
            await out.write(text)
    first = text.split("\n", 1)[0]
    await task.succeed(limits.clipped(first, limits.LINE) or None)


async def run_message(
    runtime: Runtime, handlers: Handlers, message: Message, before: asyncio.Task[None] | None
) -> None:  # fmt: skip
    """One run of the message handler, after the conversation's message before it."""
    if before is not None:
        await asyncio.wait([before])
    message.resumed = runtime.journal.messages.begin(message.id)
    await message.take_up()
    try:
        if handlers.message is None:
            pass
        elif inspect.iscoroutinefunction(handlers.message):
            await handlers.message(message)
        else:
            await _in_thread(handlers.message, SyncMessage(message, asyncio.get_running_loop()))
    except JournalError:
        raise
    except Exception as error:
        log.error("the handler of message %s crashed", message.id, exc_info=error)
    with runtime.journal.transaction():
        runtime.journal.messages.handled(message.id)
        runtime.journal.tasks.forget_steps(message.id)


async def _in_thread(function: Callable[[Any], Any], argument: Any) -> Any:
    """Run a plain function beside the loop, in a thread that does not keep the process alive."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Any] = loop.create_future()

    def settle(result: Any, error: BaseException | None) -> None:
        if done.done():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(result)

    def work() -> None:
        result, failure = None, None
        try:
            result = function(argument)
        except Exception as error:
            failure = error
        try:
            loop.call_soon_threadsafe(settle, result, failure)
        except RuntimeError:
            log.debug("a handler ended after its loop")

    threading.Thread(target=work, name="lineup-handler", daemon=True).start()
    return await done
