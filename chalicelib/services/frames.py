"""System frames: small makers, and packing of events into frames that fit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from chalicelib.lap import limits
from chalicelib.lap.errors import CODES
from chalicelib.lap.ids import ID_PATTERN
from chalicelib.lap.parse import FrameError, Read, Unknown
from chalicelib.lap.wire import compact, size

from .relay import Accepted, Outcome
from .secrets import new_id

_MARGIN = 1024


class Frames:
    """Makes frames of one workspace at one moment."""

    def __init__(self, now: str, workspace_id: str | None = None) -> None:
        self._now = now
        self._workspace_id = workspace_id

    def frame(self, kind: str, payload: dict[str, Any]) -> dict[str, Any]:
        """An envelope of `kind`; absent instead of null."""
        envelope = {"id": new_id(), "type": kind, "version": limits.VERSION, "occurredAt": self._now}
        if self._workspace_id:
            envelope["workspaceId"] = self._workspace_id
        return {**envelope, "payload": {k: v for k, v in payload.items() if v is not None}}

    def error(
        self, id: str | None, code: str, message: str = "", details: dict[str, Any] | None = None,
        close_code: int | None = None,
    ) -> dict[str, Any]:  # fmt: skip
        """`system.error`."""
        known = CODES[code]
        payload = {
            "id": id, "code": code, "message": message or known.en, "retryable": known.retryable, "details": details,
            "closeCode": close_code,
        }  # fmt: skip
        return self.frame("system.error", payload)

    def outcome(self, outcome: Outcome) -> dict[str, Any]:
        """`system.ack` or `system.error`."""
        if isinstance(outcome, Accepted):
            payload = {"id": outcome.id, "sequence": outcome.sequence, "duplicate": outcome.duplicate}
            return self.frame("system.ack", payload)
        return self.error(outcome.id, outcome.error.code, outcome.error.text, outcome.error.details)

    def misread(self, reading: FrameError | Unknown | Read) -> dict[str, Any] | None:
        """The answer to what could not be read, or a warning about what was not known; None if all is well."""
        match reading:
            case FrameError():
                return self.error(_valid(reading.id), reading.code, reading.text)
            case Unknown():
                kind = reading.type.encode("utf-8", "replace").decode()
                payload = {"id": _valid(reading.id), "code": "unknown_type", "fields": [kind]}
                return self.frame("system.warning", payload)
            case Read() if reading.unknown:
                fields = list(reading.unknown[:20])
                payload = {"id": reading.envelope.id, "code": "unknown_field", "fields": fields}
                return self.frame("system.warning", payload)
        return None

    def feed(
        self, epoch: str, after: int, upto: int, head: int, events: Iterable[tuple[int, dict[str, Any]]]
    ) -> Iterator[dict[str, Any]]:
        """`system.events` frames that cover `(after, upto]`, each within the frame limit, at least one.

        `events` are (sequence, JSON) in order, those of the range that the receiver may see.
        """
        room = limits.FRAME_BYTES - _MARGIN
        page: list[dict[str, Any]] = []
        used, start, last = 0, after, after
        for sequence, event in events:
            bytes_ = size(event) + 1
            if page and used + bytes_ > room:
                yield self._events(epoch, start, last, head, page, more=True)
                page, used, start = [], 0, last
            page.append(event)
            used += bytes_
            last = sequence
        yield self._events(epoch, start, upto, head, page, more=upto < head)

    def _events(
        self, epoch: str, start: int, to: int, head: int, events: list[dict[str, Any]], *, more: bool
    ) -> dict[str, Any]:
        payload = {"epoch": epoch, "from": start, "to": to, "head": head, "events": events, "more": more}
        return self.frame("system.events", payload)


def _valid(id: str | None) -> str | None:
    """An id that may be echoed; what is none (not even valid Unicode, perhaps) is left out."""
    return id if id is not None and re.fullmatch(ID_PATTERN, id) else None


def text_of(frames: list[dict[str, Any]]) -> str:
    """One frame's text: an envelope, or an array of them."""
    return compact(frames[0] if len(frames) == 1 else frames)
