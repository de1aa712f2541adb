"""Addresses whose mail came back: no code is sent there for a while, and whoever asks for one is told why.

Without this a person would wait for a mail that cannot come, and the sender's reputation would suffer for all others.
"""

from __future__ import annotations

from typing import Literal

from . import items
from .metrics import UNMETERED, Count
from .ports import Clock, Expect, Item, Key, Metrics, Put, Table
from .secrets import Keys
from .times import seconds

KEEP_SECONDS = 14 * 24 * 3600
Reason = Literal["bounce", "complaint"]


class ReturnedMail:
    """Known by a keyed hash of the address only."""

    def __init__(self, table: Table, keys: Keys, clock: Clock, metrics: Metrics = UNMETERED) -> None:
        self._table = table
        self._keys = keys
        self._clock = clock
        self._metrics = metrics

    def note(self, email: str, reason: Reason) -> None:
        """Mail to `email` came back for good, or its reader complained. Again starts the time anew."""
        self._metrics.count(Count.BOUNCES)
        expires = seconds(self._clock.now()) + KEEP_SECONDS
        self._table.transact([Put(Item(self._key(email), {"reason": reason}, expires_at=expires), Expect.ANY)])

    def reason(self, email: str) -> Reason | None:
        """Why no mail goes to `email`, if none does."""
        key = self._key(email)
        item = self._table.get([key]).get(key)
        return item.data["reason"] if item else None

    def _key(self, email: str) -> Key:
        return items.single("returned", self._keys.hash("email", email.strip().lower()))
