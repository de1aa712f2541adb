"""Signs of life: our heartbeats, the peer's silence, the age of the connection."""

from __future__ import annotations

from collections.abc import Callable

from .options import Options


class Beats:
    """Deadlines of one connection. `random` gives [0, 1)."""

    def __init__(self, options: Options, random: Callable[[], float]) -> None:
        self._options = options
        self._random = random
        self._every = options.heartbeat
        self.opened_at = 0.0
        self._heard_at = 0.0
        self._beat_at = 0.0
        self._retire_at = 0.0

    def start(self, now: float) -> None:
        """The socket opened. The first beat is jittered, so that adapters do not beat together after a server start."""
        self.opened_at = self._heard_at = now
        self._beat_at = now + self._random() * self._every
        self._retire_at = now + self._options.reconnect_at * (0.98 + 0.04 * self._random())

    def every(self, seconds: object) -> None:
        """The server's wish; never slower than the peer's silence would allow."""
        if isinstance(seconds, int | float) and not isinstance(seconds, bool) and seconds >= 1:
            self._every = min(float(seconds), self._options.heartbeat)

    def heard(self, now: float) -> None:
        """Any frame counts."""
        self._heard_at = now

    def due(self, now: float) -> bool:
        """Whether to send a beat now; the next one is then scheduled."""
        if now < self._beat_at:
            return False
        self._beat_at = now + self._every
        return True

    def dead(self, now: float) -> bool:
        """Whether the peer has been silent for too long."""
        return now >= self._heard_at + self._options.dead_after

    def old(self, now: float) -> bool:
        """Whether it is time for a planned reconnect."""
        return now >= self._retire_at

    def steady(self, now: float) -> bool:
        """Whether the connection lived long enough to count as a success."""
        return now - self.opened_at >= self._options.steady_after

    @property
    def wake_at(self) -> float:
        """The next deadline."""
        return min(self._beat_at, self._heard_at + self._options.dead_after, self._retire_at)
