"""Fan-out: the change of a HEAD item is a doorbell; what is new is read from the log (design.md §3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from chalicelib.lap.commands import MarkDelivered
from chalicelib.lap.deliveries import Delivery, InteractionResolved, TaskAssigned, deliver
from chalicelib.lap.envelope import SYSTEM
from chalicelib.lap.events import Event
from chalicelib.lap.ids import derived_id
from chalicelib.lap.times import parse
from chalicelib.lap.wire import dump

from .connections import Connection, Connections
from .correlation import also
from .deliveries import Secrets
from .frames import Frames
from .log import Head, Log
from .metrics import UNMETERED, Time
from .ports import Clock, Metrics
from .relay import Relay
from .times import stamp

Change = tuple[str, int, int]
"""workspace, old sequence, new sequence."""
_MARK_AT_ONCE = 10


class Fanout:
    """Posts new events to the open sockets of their workspace."""

    def __init__(
        self, log: Log, connections: Connections, relay: Relay, secrets: Secrets, clock: Clock,
        metrics: Metrics = UNMETERED,
    ) -> None:  # fmt: skip
        self._log = log
        self._connections = connections
        self._relay = relay
        self._secrets = secrets
        self._clock = clock
        self._metrics = metrics

    def ring(self, changes: Iterable[Change]) -> None:
        """Changes of one batch, in any order and more than once: one range per workspace."""
        ranges: dict[str, tuple[int, int]] = {}
        for workspace_id, old, new in changes:
            low, high = ranges.get(workspace_id, (old, new))
            ranges[workspace_id] = (min(low, old), max(high, new))
        for workspace_id, (after, upto) in ranges.items():
            self._range(workspace_id, after, upto)

    def _range(self, workspace_id: str, after: int, upto: int) -> None:
        open_now = self._connections.of_workspace(workspace_id)
        if not open_now or after >= upto:
            return
        head = self._log.head(workspace_id)
        if head is None:
            return
        upto = min(upto, head.sequence)  # the record of a head that a restored backup took back
        if after >= upto:
            return
        events = list(self._log.range(workspace_id, after, upto))
        shared = self._feed(head, workspace_id, after, upto, [(e.sequence, dump(e)) for e in events])
        failed: list[Exception] = []
        for connection in open_now:
            try:
                if connection.kind == "client":
                    self._connections.post(connection, shared)
                else:
                    self.to_agent(connection, head, after, upto, events)
            except Exception as error:  # a table in trouble while one agent is served: the others come first
                failed.append(error)
        also("ranges", [f"{workspace_id} {after}-{upto}"])
        self._metrics.time(Time.FAN_OUT_LAG, self._age(events[0]))
        if failed:
            raise failed[0]

    def _age(self, event: Event) -> float:
        """Milliseconds since it was received."""
        return (self._clock.now() - parse(event.received_at)).total_seconds() * 1000

    def _feed(
        self, head: Head, workspace_id: str, after: int, upto: int, events: Iterable[tuple[int, dict[str, Any]]]
    ) -> list[dict[str, Any]]:
        frames = Frames(stamp(self._clock.now()), workspace_id)
        return list(frames.feed(head.epoch, after, upto, head.sequence, events))

    def to_client(self, connection: Connection, head: Head, after: int, upto: int, events: Sequence[Event]) -> bool:
        """Post a range to a browser."""
        listed = [(event.sequence, dump(event)) for event in events]
        return self._connections.post(connection, self._feed(head, connection.workspace_id, after, upto, listed))

    def to_agent(self, connection: Connection, head: Head, after: int, upto: int, events: Sequence[Event]) -> bool:
        """Post a range to an adapter: its own deliveries, and the position even if there are none. What was handed
        over is marked so."""
        made = [d for event in events if (d := deliver(event, connection.actor_id)) is not None]
        listed = [(d.sequence, dump(self._secrets.reveal(d))) for d in made]
        posted = self._connections.post(connection, self._feed(head, connection.workspace_id, after, upto, listed))
        if posted:
            self._mark(connection.workspace_id, made)
        return posted

    def _mark(self, workspace_id: str, deliveries: Sequence[Delivery]) -> None:
        marks = [mark for delivery in deliveries if (mark := _mark_of(delivery, stamp(self._clock.now())))]
        for start in range(0, len(marks), _MARK_AT_ONCE):
            self._relay.submit(workspace_id, SYSTEM, marks[start : start + _MARK_AT_ONCE])


def _mark_of(delivery: Delivery, now: str) -> MarkDelivered | None:
    """Delivered again is marked again: the rule sees that it was."""
    subject: dict[str, Any] = {"conversationId": delivery.conversation_id, "taskId": delivery.task_id}
    match delivery:
        case TaskAssigned():
            payload: dict[str, Any] = {}
        case InteractionResolved(payload=p) if p.outcome == "answered":
            payload = {"interactionId": p.interaction_id}
        case _:
            return None
    id = derived_id(delivery.id, "delivered", now)
    return MarkDelivered.model_validate({"id": id, "occurredAt": now, **subject, "payload": payload})
