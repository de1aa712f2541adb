"""At most 120 frames a minute on one connection, in bursts of 60 (design.md §5). Streamed text, which comes every
100-250 ms, has a bucket of its own, five times as large.

The bucket lives in the process: a sender that keeps to one frame in flight meets one process at a time, so that it is
exact in the embedded runtime, and within a small factor where several processes serve one abusive connection.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from chalicelib.lap import limits

_STREAM, _STREAM_FACTOR = "/stream", 5
_ABUSE = 200
"""Refused frames in a row after which the connection is closed."""


@dataclass
class _Bucket:
    tokens: float
    at: datetime
    refused: int = 0


class Pacing:
    """Token buckets by connection."""

    def __init__(self, per_minute: int = limits.FRAMES_PER_MINUTE, burst: int = limits.FRAMES_BURST) -> None:
        self._rate = per_minute / 60
        self._burst = burst
        self._buckets: dict[str, _Bucket] = {}

    def allows(self, connection_id: str, now: datetime, *, streams: bool = False) -> bool:
        """Take a token, if there is one."""
        if len(self._buckets) > 10_000:
            self._buckets.clear()
        name = connection_id + _STREAM if streams else connection_id
        factor = _STREAM_FACTOR if streams else 1
        bucket = self._buckets.setdefault(name, _Bucket(self._burst * factor, now))
        gained = max(0.0, (now - bucket.at).total_seconds()) * self._rate * factor
        bucket.tokens = min(self._burst * factor, bucket.tokens + gained)
        bucket.at = now
        if bucket.tokens < 1:
            bucket.refused += 1
            return False
        bucket.tokens -= 1
        bucket.refused = 0
        return True

    def abusive(self, connection_id: str) -> bool:
        """Whether it keeps sending although it was told to slow down."""
        bucket = self._buckets.get(connection_id)
        return bucket is not None and bucket.refused > _ABUSE

    def forget(self, connection_id: str) -> None:
        """The connection is gone."""
        self._buckets.pop(connection_id, None)
        self._buckets.pop(connection_id + _STREAM, None)
