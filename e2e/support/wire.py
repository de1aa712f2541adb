"""An agent without the SDK, for what the SDK would not send: frames by hand over the credential of a desk."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from types import TracebackType
from typing import Any

from lineup import config
from websockets.sync.client import connect

from e2e.support.desk import Desk

_IDS = itertools.count(1)
_HELLO = {"agentVersion": "1", "runtime": "by hand", "capabilities": []}


class Wire:
    """Says hello, then sends a command at a time and waits until it is taken."""

    def __init__(self, desk: Desk) -> None:
        credential = config.load(desk.adapter.home)
        headers = {"Authorization": f"Bearer {credential.credential}"}
        self._connect = connect(credential.socket, additional_headers=headers, proxy=None)
        self._desk = desk

    def __enter__(self) -> Wire:
        self._socket = self._connect.__enter__()
        self.send("agent.hello", _HELLO, until="system.welcome")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connect.__exit__(kind, error, trace)

    def send_all(self, kind: str, payloads: list[dict[str, Any]], **subject: Any) -> None:
        """Commands of one kind in one frame, until all are taken."""
        frames = [
            {"id": f"{self._desk.agent}-{next(_IDS)}", "type": kind, "version": "0.1",
             "occurredAt": "2026-07-24T12:00:00Z", "payload": payload, **subject}
            for payload in payloads
        ]  # fmt: skip
        self._socket.send(json.dumps(frames))
        taken = 0
        while taken < len(frames):
            taken += sum(frame["type"] == "system.ack" for frame in self._heard())

    def send(self, kind: str, payload: dict[str, Any], until: str = "system.ack", **subject: Any) -> dict[str, Any]:
        """One command; the frame that answers it. A refusal fails the test."""
        frame = {
            "id": f"{self._desk.agent}-{next(_IDS)}", "type": kind, "version": "0.1",
            "occurredAt": "2026-07-24T12:00:00Z", "payload": payload, **subject,
        }  # fmt: skip
        self._socket.send(json.dumps(frame))
        return self.hear(until)

    def stream_words(self, message_id: str, count: int, arrived: Callable[[str], object], **subject: Any) -> None:
        """`word 0 word 1 ...` of a message that is being written, each once `arrived` saw the one before: pieces
        that are sent at once are handled side by side and may pass each other."""
        offset = 0
        for number in range(count):
            text = f"word {number} "
            self.stream({"messageId": message_id, "offset": offset, "text": text}, **subject)
            arrived(text)
            offset += len(text)

    def stream(self, payload: dict[str, Any], **subject: Any) -> None:
        """A piece of text of a message that is being written; nothing answers it."""
        frame = {
            "id": f"{self._desk.agent}-{next(_IDS)}", "type": "message.delta", "version": "0.1",
            "occurredAt": "2026-07-24T12:00:00Z", "payload": payload, **subject,
        }  # fmt: skip
        self._socket.send(json.dumps(frame))

    def hear(self, kind: str) -> dict[str, Any]:
        """The next frame of a type."""
        while True:
            for frame in self._heard():
                if frame["type"] == kind:
                    return frame

    def _heard(self) -> list[dict[str, Any]]:
        """What comes next: a frame, or some together."""
        heard = json.loads(self._socket.recv(timeout=20))
        frames: list[dict[str, Any]] = heard if isinstance(heard, list) else [heard]
        for frame in frames:
            assert frame["type"] != "system.error", frame
        return frames

    def ask(self, task: str, card: dict[str, Any]) -> None:
        """Raise a card, or change the one of that id."""
        subject = {"taskId": task, "conversationId": self._desk.conversation}
        self.send("interaction.requested", {"interaction": card}, **subject)
