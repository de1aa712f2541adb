"""Counters over fixed windows: how often an address, a mail or the whole installation may try something."""

from __future__ import annotations

from . import items
from .failures import refuse
from .ports import Clock, ConditionFailed, Contention, Expect, Item, Put, Table, Version
from .times import seconds


class Rates:
    """Counts in the table, so that they hold over processes."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self._table = table
        self._clock = clock

    def take(self, what: str, who: str, limit: int, window_seconds: int) -> None:
        """Count one try; `rate_limited` beyond `limit` in a window. Under contention the try is refused, not let by."""
        now = seconds(self._clock.now())
        window = now // window_seconds
        key = items.single("rate", f"{what}/{who}/{window}")
        for _ in range(5):
            before = self._table.get([key]).get(key)
            count = int(before.data["count"]) if before else 0
            if count >= limit:
                raise refuse("rate_limited", retryAfter=(window + 1) * window_seconds - now)
            item = Item(key, {"count": count + 1}, expires_at=(window + 1) * window_seconds + 60)
            try:
                self._table.transact([Put(item, Version(before.version) if before else Expect.ABSENT)])
                return
            except (ConditionFailed, Contention):
                continue
        raise refuse("rate_limited")
