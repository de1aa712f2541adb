"""Streamed text: shown while it is written, then replaced by the final message."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Self

from .wire import compact, derived_id, digest, size

if TYPE_CHECKING:
    from .talk import Talk

_MOST_CHARACTERS = 15_000
_MOST_BYTES = 20_000
_PIECE = 3_000


class Stream:
    """One message being written. A text too long for one message goes on in a next one.

    A resumed handler streams again under the same message id; what was finished before the crash is not said twice.
    """

    def __init__(self, talk: Talk, number: int) -> None:
        self._talk = talk
        self._runtime = talk._runtime
        self._number = number
        self._part = 0
        self._text = ""
        self._bytes = 0
        self._begin()

    def _begin(self) -> None:
        self._key = f"stream/{self._number}/{self._part}"
        self._id = derived_id(self._talk._scope, self._key)
        self._before = self._runtime.step(self._talk._scope, self._key)
        self._text, self._bytes = "", 0

    async def write(self, text: str) -> None:
        """Append text; it is on people's screens a moment later."""
        for start in range(0, len(text), _PIECE):
            piece = text[start : start + _PIECE]
            length = size(compact(piece))
            if len(self._text) + len(piece) > _MOST_CHARACTERS or self._bytes + length > _MOST_BYTES:
                await self.finish()
                self._part += 1
                self._begin()
            self._text += piece
            self._bytes += length
            if self._before is None:
                self._runtime.write_stream(self._id, self._talk.conversation_id, self._talk._task_id, piece)

    async def finish(self) -> None:
        """The message is complete; without any text there is none."""
        if self._text.strip():
            content = digest(self._text)
            if self._before == content:
                return
            if self._before is not None:
                self._key += "/" + content
                self._id = derived_id(self._talk._scope, self._key)
            await self._talk._report(
                "message.create", {"content": self._text}, key=self._key, ids={"messageId": self._id}, note=content
            )
        self._runtime.drop_stream(self._id)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._runtime.leaving:
            await self.finish()
