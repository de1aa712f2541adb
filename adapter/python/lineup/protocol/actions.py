"""What the machine asks of its host."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .feed import Cursor


@dataclass(frozen=True, slots=True)
class Connect:
    """Open a socket; then call `opened`, or `closed` if that fails."""


@dataclass(frozen=True, slots=True)
class Send:
    """Send this text frame."""

    text: str


@dataclass(frozen=True, slots=True)
class Disconnect:
    """Close the socket; with `abort`, without waiting for a peer that does not answer. `closed` was done already."""

    code: int
    reason: str
    abort: bool = False


@dataclass(frozen=True, slots=True)
class Delivered:
    """New deliveries, in order, and the cursor after them: keep both in one transaction, before anything else."""

    deliveries: tuple[dict[str, Any], ...]
    cursor: Cursor


@dataclass(frozen=True, slots=True)
class Redelivered:
    """A delivery sent again on our question, outside of the feed: its sequence says nothing about the cursor."""

    delivery: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Acked:
    """The command `id` is in the log."""

    id: str
    sequence: int
    duplicate: bool = False


@dataclass(frozen=True, slots=True)
class Rejected:
    """The command `id` was refused for good and left the outbox."""

    id: str
    code: str
    text: str
    details: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class TakeSnapshot:
    """Fetch the snapshot over HTTP; then call `snapshot_taken` or `snapshot_failed`."""

    reason: str


@dataclass(frozen=True, slots=True)
class Welcomed:
    """The server greeted us. `confirmed` is False while a person still has to confirm the agent."""

    name: str
    workspace_name: str
    confirmed: bool


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """Everything that was in the log when we were greeted has been handed over."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The connection is down; the next attempt comes in `seconds`."""

    seconds: float
    code: int
    reason: str


@dataclass(frozen=True, slots=True)
class Stop:
    """No further attempt makes sense (a fatal close code)."""

    code: int
    reason: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something for the log: a frame that could not be read, a warning of the server."""

    code: str
    text: str


Action = (
    Connect | Send | Disconnect | Delivered | Redelivered | Acked | Rejected | TakeSnapshot | Welcomed | CaughtUp
    | Waiting | Stop | Trouble
)  # fmt: skip
