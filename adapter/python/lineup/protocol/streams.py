"""Streamed text: not logged, not answered, one frame per interval at most. The final message replaces it.

Each stream keeps its whole text, so that after a lost connection it is simply sent again from its start.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

_PIECE = 4_000
"""Code points in one piece: 24 KB at worst (a control character takes six bytes in JSON)."""


@dataclass
class _Stream:
    conversation_id: str
    task_id: str | None
    text: str = ""
    sent: int = 0


class Streams:
    """The open streams of a connection, by message id."""

    def __init__(self, every: float) -> None:
        self._every = every
        self._open: dict[str, _Stream] = {}
        self._next_at = 0.0
        self._slow_until = 0.0

    def write(self, message_id: str, conversation_id: str, task_id: str | None, text: str) -> None:
        """Append text."""
        self._open.setdefault(message_id, _Stream(conversation_id, task_id)).text += text

    def drop(self, message_id: str) -> None:
        """The final message takes over."""
        self._open.pop(message_id, None)

    def lost(self) -> None:
        """The server may have missed pieces."""
        for stream in self._open.values():
            stream.sent = 0

    def slow_down(self, now: float) -> None:
        """The server asked us to."""
        self._slow_until = now + 10.0

    def next_piece(self, now: float) -> dict[str, Any] | None:
        """`{messageId, offset, text, conversationId, taskId}` of the stream that waits longest, or None."""
        if now < self._next_at:
            return None
        for id, stream in self._open.items():
            if stream.sent < len(stream.text):
                return self._take(id, stream, now)
        return None

    def _take(self, id: str, stream: _Stream, now: float) -> dict[str, Any]:
        piece = {
            "messageId": id, "offset": stream.sent, "text": stream.text[stream.sent : stream.sent + _PIECE],
            "conversationId": stream.conversation_id, "taskId": stream.task_id,
        }  # fmt: skip
        stream.sent += len(str(piece["text"]))
        self._open[id] = self._open.pop(id)
        self._next_at = now + (1.0 if now < self._slow_until else self._every)
        return piece

    def wake_at(self, now: float) -> float | None:
        """When a piece is due."""
        waiting = any(stream.sent < len(stream.text) for stream in self._open.values())
        return max(now, self._next_at) if waiting else None
