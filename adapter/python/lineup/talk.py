"""What tasks, steps and messages share: saying something, once per step, kept on disk before it is sent."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import limits
from .cards import Link
from .errors import InvalidValue, TooLarge
from .wire import digest, envelope, present, uuid7

if TYPE_CHECKING:
    from .runtime import Runtime
    from .stream import Stream


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

    async def message(self, content: str, *, attachments: Sequence[Link] = ()) -> None:
        """Say something in the conversation (markdown, at most 16,000 characters). Raises TooLarge."""
        limits.filled("a message", content, limits.CONTENT)
        if len(attachments) > limits.ATTACHMENTS:
            raise TooLarge("a message", len(attachments), limits.ATTACHMENTS, "attachments")
        links = [link.wire() for link in attachments] or None
        await self._report("message.create", {"content": content, "attachments": links})

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
