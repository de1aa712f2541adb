"""What a receiver missed: pages of the log after its cursor, or the word that it must take the snapshot."""

from __future__ import annotations

from .connections import Connection, Connections
from .fanout import Fanout
from .frames import Frames
from .log import PAGE, TOO_FAR, Head, Log
from .ports import Clock
from .presence import Presence
from .times import stamp


class Replay:
    """Answers a cursor."""

    def __init__(
        self, log: Log, fanout: Fanout, connections: Connections, presence: Presence, clock: Clock
    ) -> None:  # fmt: skip
        self._log = log
        self._fanout = fanout
        self._connections = connections
        self._presence = presence
        self._clock = clock

    def run(self, connection: Connection, epoch: str | None, cursor: int | None) -> None:
        """Post what is after the cursor. Without one, an adapter is told to take its snapshot; a browser does that by
        itself and is told nothing. An adapter is never too far behind, since its snapshot has no messages: it gets
        `TOO_FAR` events at a time and, seeing that the head is beyond them, asks again."""
        head = self._log.head(connection.workspace_id)
        if head is None:
            return
        if cursor is None and epoch is None:
            if connection.kind == "client":
                return
            self._resync(connection, head, "floor")
            return
        reason = _resync_reason(head, epoch, cursor or 0)
        if reason == "too_far" and connection.kind == "agent":
            reason = None
        if reason is not None:
            self._resync(connection, head, reason)
            return
        if connection.kind == "agent":
            self._presence.reached(connection, cursor or 0)
        self._pages(connection, head, cursor or 0)

    def _pages(self, connection: Connection, head: Head, after: int) -> None:
        send = self._fanout.to_client if connection.kind == "client" else self._fanout.to_agent
        end = min(head.sequence, after + TOO_FAR)
        while True:
            upto = min(after + PAGE, end)
            events = list(self._log.range(connection.workspace_id, after, upto))
            if not send(connection, head, after, upto, events) or upto >= end:
                return
            after = upto

    def _resync(self, connection: Connection, head: Head, reason: str) -> None:
        frames = Frames(stamp(self._clock.now()), connection.workspace_id)
        payload = {"reason": reason, "epoch": head.epoch, "head": head.sequence}
        self._connections.post(connection, [frames.frame("system.resync_required", payload)])


def _resync_reason(head: Head, epoch: str | None, cursor: int) -> str | None:
    if epoch != head.epoch:
        return "epoch"
    if cursor > head.sequence:
        return "ahead"
    if cursor + 1 < head.floor:
        return "floor"
    if head.sequence - cursor > TOO_FAR:
        return "too_far"
    return None
