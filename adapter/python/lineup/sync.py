"""The same handles for handlers that are plain functions: each call waits."""

from __future__ import annotations

import asyncio
import concurrent.futures
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from .answers import Answer
from .cards import A, Card, Link
from .errors import TaskOver

if TYPE_CHECKING:
    from .files import Attachment
    from .message import Message
    from .stream import Stream
    from .task import Step, StepStatus, Task

T = TypeVar("T")


class Waiter:
    """Runs coroutines on the handlers' loop and waits; `interrupt` ends all waits with TaskOver."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._interrupted = False
        self._pending: set[concurrent.futures.Future[Any]] = set()

    def wait(self, call: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The coroutine's result."""
        if self._interrupted:
            raise TaskOver("the task was told to stop")
        future = asyncio.run_coroutine_threadsafe(call(), self.loop)
        self._pending.add(future)
        try:
            return future.result()
        except concurrent.futures.CancelledError:
            raise TaskOver("the task was told to stop") from None
        finally:
            self._pending.discard(future)

    def interrupt(self) -> None:
        """No call succeeds any more."""
        self._interrupted = True
        for future in tuple(self._pending):
            future.cancel()


class SyncStream:
    """`with task.stream() as out: out.write("...")`."""

    def __init__(self, stream: Stream, waiter: Waiter) -> None:
        self._stream, self._waiter = stream, waiter

    def write(self, text: str) -> None:
        """Append text."""
        self._waiter.wait(lambda: self._stream.write(text))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._waiter.wait(self._stream.finish)


class SyncStep:
    """See `Step`."""

    def __init__(self, step: Step, waiter: Waiter) -> None:
        self._step, self._waiter = step, waiter
        self.id, self.title = step.id, step.title

    def start(self, line: str | None = None) -> None:
        """It is being worked on."""
        self._waiter.wait(lambda: self._step.start(line))

    def progress(self, percent: float, line: str | None = None) -> None:
        """How far it is."""
        self._waiter.wait(lambda: self._step.progress(percent, line))

    def succeed(self, line: str | None = None) -> None:
        """It is done."""
        self._waiter.wait(lambda: self._step.succeed(line))

    def fail(self, error: str) -> None:
        """It did not work out."""
        self._waiter.wait(lambda: self._step.fail(error))


class SyncAttachment:
    """See `Attachment`."""

    def __init__(self, attachment: Attachment, waiter: Waiter) -> None:
        self._attachment, self._waiter = attachment, waiter
        self.name, self.url, self.file_id = attachment.name, attachment.url, attachment.file_id
        self.mime_type, self.size = attachment.mime_type, attachment.size

    def download(self) -> bytes:
        """The file's bytes."""
        return self._waiter.wait(self._attachment.download)

    def save(self, folder: str | Path) -> Path:
        """Download it into a folder; its path."""
        return self._waiter.wait(lambda: self._attachment.save(folder))


class SyncTask:
    """See `Task`: the same, for a handler that is a plain function."""

    def __init__(self, task: Task, loop: asyncio.AbstractEventLoop) -> None:
        self._task, self._waiter = task, Waiter(loop)
        self.id, self.title, self.text = task.id, task.title, task.text
        self.conversation_id, self.conversation_title = task.conversation_id, task.conversation_title
        self.created_by, self.resumed = task.created_by, task.resumed
        self.attachments = [SyncAttachment(each, self._waiter) for each in task.attachments]

    @property
    def cancelled(self) -> bool:
        """Whether a person asked that it stops. The next call then raises TaskOver: let it pass."""
        return self._task.cancelled.is_set()

    @property
    def answers(self) -> dict[str, Answer]:
        """Answers that are here already."""
        return self._task.answers

    def progress(self, percent: float, line: str | None = None) -> None:
        """How far it is."""
        self._waiter.wait(lambda: self._task.progress(percent, line))

    def message(self, content: str, *, attachments: Sequence[Link | str | Path] = ()) -> None:
        """Say something about the task, with links and files."""
        self._waiter.wait(lambda: self._task.message(content, attachments=attachments))

    def upload(self, path: str | Path, *, name: str | None = None, mime_type: str | None = None) -> Link:
        """Upload a file, so that it can be attached."""
        return self._waiter.wait(lambda: self._task.upload(path, name=name, mime_type=mime_type))

    def stream(self) -> SyncStream:
        """Write a message piece by piece."""
        return SyncStream(self._task.stream(), self._waiter)

    def child(self, title: str, status: StepStatus = "running") -> SyncStep:
        """Add a step."""
        return SyncStep(self._waiter.wait(lambda: self._task.child(title, status)), self._waiter)

    def artifact(
        self, name: str | None = None, *, url: str | None = None, path: str | Path | None = None,
        summary: str | None = None, mime_type: str | None = None, size: int | None = None,
    ) -> None:  # fmt: skip
        """A result: an address, or a file."""
        made = partial(self._task.artifact, name, url=url, path=path, summary=summary, mime_type=mime_type, size=size)
        self._waiter.wait(made)

    def ask(self, card: Card[A], *, key: str | None = None) -> A:
        """Put a question to a person and wait."""
        return self._waiter.wait(lambda: self._task.ask(card, key=key))

    def once(self, key: str) -> bool:
        """True the first time in this task's life, over restarts too."""
        return self._waiter.wait(lambda: self._task.once(key))

    def succeed(self, summary: str | None = None) -> None:
        """It is done."""
        self._waiter.wait(lambda: self._task.succeed(summary))

    def fail(self, error: str) -> None:
        """It did not work out."""
        self._waiter.wait(lambda: self._task.fail(error))

    def next_message(self) -> SyncMessage:
        """Wait for the next thing that a person says about this task."""
        return SyncMessage(self._waiter.wait(self._task.next_message), self._waiter.loop)

    def flush(self) -> None:
        """Wait until the server has everything."""
        self._waiter.wait(self._task.flush)

    def interrupt(self) -> None:
        """For the runner: the handler has to stop."""
        self._waiter.interrupt()


class SyncMessage:
    """See `Message`."""

    def __init__(self, message: Message, loop: asyncio.AbstractEventLoop) -> None:
        self._message, self._waiter = message, Waiter(loop)
        self.id, self.text, self.author = message.id, message.text, message.author
        self.conversation_id, self.task_id, self.resumed = message.conversation_id, message.task_id, message.resumed
        self.attachments = [SyncAttachment(each, self._waiter) for each in message.attachments]

    def reply(self, content: str) -> None:
        """Say something back."""
        self._waiter.wait(lambda: self._message.reply(content))

    def stream(self) -> SyncStream:
        """Write a reply piece by piece."""
        return SyncStream(self._message.stream(), self._waiter)
