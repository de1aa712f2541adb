"""When to take the snapshot: at once, and if the server keeps asking for it, ever more slowly."""

from __future__ import annotations

from collections.abc import Callable

from .backoff import Backoff


class Resync:
    """`busy` while a snapshot is wanted or under way: the feed is not to be read then. `random` gives [0, 1)."""

    def __init__(self, random: Callable[[], float]) -> None:
        self._backoff = Backoff(0.5, 30.0, random)
        self._in_a_row = 0
        self.busy = False
        self.retry_at: float | None = None

    def required(self, now: float) -> bool:
        """The server asks for it; True if it is to be taken now."""
        if self.busy:
            return False
        self.busy = True
        self._in_a_row += 1
        if self._in_a_row > 1:
            self.retry_at = now + self._backoff.next()
            return False
        self._backoff.reset()
        return True

    def failed(self, now: float, *, live: bool) -> None:
        """It could not be had. Without a connection the next hello decides anew."""
        self.busy = live
        self.retry_at = now + self._backoff.next() if live else None

    def due(self, now: float) -> bool:
        """Whether it is to be tried again now."""
        if self.retry_at is None or now < self.retry_at:
            return False
        self.retry_at = None
        return True

    def taken(self) -> None:
        """We have it."""
        self.busy = False

    def feed_works(self) -> None:
        """A frame of the feed continued ours."""
        self._in_a_row = 0

    def lost(self) -> None:
        """The connection is gone."""
        self.busy = False
        self.retry_at = None
