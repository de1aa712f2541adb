"""What tasks, steps and messages share: saying something, once per step, kept on disk before it is sent."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from . import limits
from .cards import Link
from .errors import InvalidValue, ServerError, TooLarge
from .files import Local, download, link_of, upload
from .protocol.backoff import Backoff
from .wire import digest, envelope, present, uuid7

if TYPE_CHECKING:
    from .config import Credential
    from .runtime import Runtime
    from .stream import Stream

log = logging.getLogger("lineup")
T = TypeVar("T")


class Talk:
    """A scope of reports. When a resumed handler says again what it said before the crash, nothing is sent."""

    def __init__(
        self, runtime: Runtime, scope: str, conversation_id: str, task_id: str | None, correlation_id: str | None
    ) -> None:
        self._runtime = runtime
        self._scope = scope
        self.conversation_id = conversation_id
        self._task_id = task_id
        self._correlation_id = correlation_id
        self._said: Counter[str] = Counter()

    async def message(self, content: str, *, attachments: Sequence[Link | str | Path] = ()) -> None:
        """Say something in the conversation (markdown, at most 16,000 characters), with links and files; a path is
        uploaded. Raises TooLarge, and what `upload` does."""
        limits.filled("a message", content, limits.CONTENT)
        if len(attachments) > limits.ATTACHMENTS:
            raise TooLarge("a message", len(attachments), limits.ATTACHMENTS, "attachments")
        made = [each if isinstance(each, Link) else await self.upload(each) for each in attachments]
        links = [link.wire() for link in made] or None
        await self._report("message.create", {"content": content, "attachments": links})

    async def upload(self, path: str | Path, *, name: str | None = None, mime_type: str | None = None) -> Link:
        """Upload a file (at most 10 MB), so that it can be attached, to a card too. It is tried until the server has
        it; the same content under the same name is not sent again by a resumed handler. Raises OSError, TooLarge,
        InvalidValue, or Refused for a type that the server does not take."""
        file = await asyncio.to_thread(Local.read, path, name, mime_type)
        step = f"file/{file.sha256}/{file.mime_type}/{file.name}"
        if (known := self._runtime.step(self._scope, step)) is not None:
            return link_of(json.loads(known))
        link = await self._tried(partial(upload, file=file))
        self._runtime.note(self._scope, step, json.dumps(link.wire()))
        return link

    async def download(self, file_id: str) -> bytes:
        """The bytes of an uploaded file. Raises Refused if there is none."""
        return await self._tried(partial(download, file_id=file_id))

    async def _tried(self, ask: Callable[[Credential], T]) -> T:
        """Until the server has answered; a handler that is cancelled stops waiting."""
        backoff = Backoff(0.5, 20, random.random)
        while True:
            try:
                return await asyncio.to_thread(ask, self._runtime.credential)
            except ServerError as error:
                log.info("a file waits for the server: %s", error)
                await asyncio.sleep(backoff.next())

    def stream(self) -> Stream:
        """Write a message piece by piece: `async with task.stream() as out: await out.write("...")`."""
        from .stream import Stream

        return Stream(self, self._times("stream"))

    def _times(self, key: str) -> int:
        """How often this was said before in this run."""
        self._said[key] += 1
        return self._said[key] - 1

    def _command(self, kind: str, payload: Mapping[str, Any], task_id: str | None = None) -> dict[str, Any]:
        return envelope(
            kind, self._runtime.now(), payload, workspace_id=self._runtime.workspace_id,
            conversation_id=self.conversation_id, task_id=task_id or self._task_id,
            correlation_id=self._correlation_id,
        )  # fmt: skip

    async def _report(
        self, kind: str, payload: Mapping[str, Any], *, task_id: str | None = None, key: str | None = None,
        ids: Mapping[str, str] | None = None, note: str = "",
    ) -> bool:  # fmt: skip
        """Send a command once; False if this step was sent before a crash. `ids` are not part of what is said."""
        said = key or f"{kind}/{task_id or ''}/{digest(present(payload))}"
        step = said if key else f"{said}/{self._times(said)}"
        sent = self._runtime.report(self._scope, step, self._command(kind, {**payload, **(ids or {})}, task_id), note)
        await asyncio.sleep(0)  # lets a cancel reach a handler that only reports
        return sent


def number(progress: float) -> float:
    """A progress within its bounds. Raises InvalidValue."""
    if isinstance(progress, bool) or not 0 <= progress <= 100:
        raise InvalidValue("progress is a number from 0 to 100")
    return progress


def status_payload(
    status: str | None = None, progress: float | None = None, summary: str | None = None, error: str | None = None
) -> dict[str, Any]:
    """The payload of `task.status_changed`, checked."""
    limits.text("the line", summary or "", limits.LINE)
    limits.text("the error", error or "", limits.PARAGRAPH)
    checked = None if progress is None else number(progress)
    return present({"status": status, "progress": checked, "summary": summary, "error": error})


__all__ = ["Talk", "number", "status_payload", "uuid7"]
