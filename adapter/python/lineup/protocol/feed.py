"""The position in the log: which deliveries are new, and whether something is missing (design.md §3).

A frame covers `(from, to]`. It continues ours iff `from <= cursor`; what it holds beyond the cursor is new. `target`
is the furthest position that the server spoke of: while it is ahead of the cursor for longer than a moment, a push was
lost, and `check_at` says when to ask for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Cursor:
    """A position; the sequence means nothing without the epoch."""

    epoch: str
    sequence: int


class Feed:
    """Reads `system.events` payloads."""

    def __init__(self, cursor: Cursor | None, recheck: float) -> None:
        self.cursor = cursor
        self._recheck = recheck
        self._target = 0
        self._asked_until = 0.0
        self.check_at: float | None = None

    def reset(self, cursor: Cursor) -> None:
        """Continue from a snapshot's position."""
        self.cursor = cursor
        self._target = 0
        self.check_at = None

    def heard(self, epoch: object, head: object, now: float) -> None:
        """The server's log has reached `head`."""
        if self.cursor is not None and epoch == self.cursor.epoch:
            self._target = max(self._target, head if isinstance(head, int) else 0)
            if self._target <= self.cursor.sequence:
                return
        if self.check_at is None:
            self.check_at = now + self._recheck

    def asked(self, now: float) -> None:
        """We asked for what is missing: give the answer time."""
        self._asked_until = now + 2 * self._recheck
        if self.check_at is not None:
            self.check_at = self._asked_until

    def lost(self) -> None:
        """The connection is gone; the next hello asks anyway."""
        self._target = 0
        self.check_at = None

    def read(self, payload: dict[str, Any], now: float) -> tuple[dict[str, Any], ...] | None:
        """The new deliveries of a frame (the cursor then is behind them), or None if something before it is missing."""
        start, to = payload.get("from"), payload.get("to")
        if self.cursor is None or payload.get("epoch") != self.cursor.epoch:
            self.heard(payload.get("epoch"), None, now)
            return None
        if not isinstance(start, int) or not isinstance(to, int):
            return ()
        self.heard(payload.get("epoch"), payload.get("head"), now)
        if start > self.cursor.sequence:
            self.heard(self.cursor.epoch, to, now)
            if now >= self._asked_until:
                self.check_at = now
            return None
        new = tuple(event for event in _events(payload) if event["sequence"] > self.cursor.sequence)
        self._advance(to, now)
        return new

    def _advance(self, to: int, now: float) -> None:
        assert self.cursor is not None
        if to <= self.cursor.sequence:
            return
        self.cursor = Cursor(self.cursor.epoch, to)
        self.check_at = now + self._recheck if self._target > to else None


def _events(payload: dict[str, Any]) -> list[dict[str, Any]]:
    events = payload.get("events")
    listed = events if isinstance(events, list) else []
    return [event for event in listed if isinstance(event, dict) and isinstance(event.get("sequence"), int)]
