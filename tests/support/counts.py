"""Metrics in memory."""

from __future__ import annotations

from collections import Counter

from chalicelib.services.metrics import Count, Time


class Counted:
    """`ports.Metrics` that a test reads."""

    def __init__(self) -> None:
        self.counts: Counter[Count] = Counter()
        self.times: list[tuple[Time, float]] = []
        self.flushed = 0

    def count(self, name: Count, value: int = 1) -> None:
        if value:
            self.counts[name] += value

    def time(self, name: Time, milliseconds: float) -> None:
        self.times.append((name, milliseconds))

    def flush(self) -> None:
        self.flushed += 1
