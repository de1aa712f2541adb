"""What a person said to this agent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .files import Attachment
from .talk import Talk

if TYPE_CHECKING:
    from .runtime import Runtime


class Message(Talk):
    """A person's message. `task_id` names the task that it is about, if any. Answer with `reply` or `stream`.

    `resumed`: a handler began with it before and its process died; replies that were sent are not sent again.
    """

    def __init__(self, runtime: Runtime, delivery: Mapping[str, Any]) -> None:
        payload = delivery["payload"]
        id, task_id = str(delivery["id"]), delivery.get("taskId")
        super().__init__(runtime, id, str(delivery.get("conversationId", "")), task_id, delivery.get("correlationId"))
        self.id = id
        self.text = str(payload.get("content", ""))
        self.author = str((payload.get("author") or {}).get("name", ""))
        self.task_id: str | None = task_id
        self.resumed = False
        self._message_id = str(payload.get("messageId") or id)
        self.received_at = str(delivery.get("receivedAt", ""))
        self.attachments = [Attachment.of(self, told) for told in payload.get("attachments") or []]

    async def take_up(self) -> None:
        """Tell people that this message is not queued any more. The runner does."""
        await self._report("message.acknowledged", {"messageId": self._message_id}, key="taken up")

    async def reply(self, content: str) -> None:
        """Say something back in the same conversation."""
        await self.message(content)
