"""The outbox: commands in order, one frame in flight, sent again until answered (design.md §3)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from .. import limits
from .backoff import Backoff
from .options import Options


class Queued(NamedTuple):
    """A command waiting: its id and its JSON text, which never changes (the server compares content)."""

    number: int
    id: str
    body: str
    bytes: int


class Outgoing:
    """Which frame to send next. `random` gives [0, 1)."""

    def __init__(self, options: Options, random: Callable[[], float]) -> None:
        self._options = options
        self._queue: deque[Queued] = deque()
        self._flight: dict[str, Queued] = {}
        self._again: list[Queued] = []
        self._sent_at = 0.0
        self._not_before = 0.0
        self._backoff = Backoff(0.2, 5.0, random)
        self._tokens = options.frames_burst
        self._tokens_at: float | None = None
        self.frame_envelopes = limits.FRAME_ENVELOPES
        self.frame_bytes = limits.FRAME_BYTES
        self._alone = False
        self._count = 0

    def __len__(self) -> int:
        return len(self._queue) + len(self._flight) + len(self._again)

    def add(self, id: str, body: str) -> None:
        """Put a command at the end."""
        self._count += 1
        self._queue.append(Queued(self._count, id, body, len(body.encode())))

    def hold(self, until: float) -> None:
        """Send nothing before `until`."""
        self._not_before = max(self._not_before, until)

    def release(self) -> None:
        """Whatever was waited for is here."""
        self._not_before = 0.0

    def next_frame(self, now: float) -> str | None:
        """The frame to send now, if any: what is in flight for too long, or else what waits."""
        if now < self._not_before or not len(self):
            return None
        if self._flight and now < self._sent_at + self._options.answer_within:
            return None
        if not self._token(now):
            return None
        if not self._flight:
            self._take()
        self._sent_at = now
        return _frame([queued.body for queued in self._flight.values()])

    def _take(self) -> None:
        used = 2
        while self._queue and len(self._flight) < (1 if self._alone else self.frame_envelopes):
            used += self._queue[0].bytes + 1
            if self._flight and used > self.frame_bytes:
                break
            queued = self._queue.popleft()
            self._flight[queued.id] = queued

    def _token(self, now: float) -> bool:
        """Pace frames below the server's limit; what waits meanwhile goes together."""
        gained = 0.0 if self._tokens_at is None else (now - self._tokens_at) * self._options.frames_per_second
        self._tokens = min(self._options.frames_burst, self._tokens + max(0.0, gained))
        self._tokens_at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def acked(self, id: str) -> bool:
        """The command is in the log; False if we were not waiting for this."""
        if self._flight.pop(id, None) is None:
            return False
        self._backoff.reset()
        self._landed()
        return True

    def refused(self, id: str, retryable: bool, now: float) -> bool:
        """The command was refused; True if it left the outbox for good."""
        queued = self._flight.pop(id, None)
        if queued is None:
            return False
        if retryable:
            self._again.append(queued)
            self.hold(now + self._backoff.next())
        self._landed()
        return not retryable

    def frame_refused(self, retryable: bool, now: float) -> Queued | None:
        """The whole frame was refused. If that is for good, its commands go one by one; the one that goes alone and is
        refused again is returned: it left the outbox."""
        if not self._flight:
            return None
        self.hold(now + self._backoff.next() + 0.5)
        dropped = None
        if not retryable:
            if len(self._flight) == 1:
                dropped = self._flight.popitem()[1]
            self._alone = True
        self._return()
        return dropped

    def _landed(self) -> None:
        if not self._flight:
            self._alone = False
            self._return()

    def _return(self) -> None:
        """What has to go again goes first, in its old order."""
        self._queue.extendleft(sorted([*self._again, *self._flight.values()], reverse=True))
        self._again.clear()
        self._flight.clear()

    def lost(self) -> None:
        """The connection is gone: nobody will answer what is in flight."""
        self._return()
        self._not_before = 0.0
        self._tokens, self._tokens_at = self._options.frames_burst, None

    def wake_at(self, now: float) -> float | None:
        """When `next_frame` may give something, None if only new input can change that."""
        if not len(self):
            return None
        at = self._sent_at + self._options.answer_within if self._flight else now
        return max(at, self._not_before, self._next_token(now))

    def _next_token(self, now: float) -> float:
        if self._tokens >= 1 or self._tokens_at is None:
            return now
        return self._tokens_at + (1 - self._tokens) / self._options.frames_per_second


def _frame(bodies: list[str]) -> str:
    return bodies[0] if len(bodies) == 1 else f"[{','.join(bodies)}]"
