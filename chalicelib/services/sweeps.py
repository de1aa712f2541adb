"""What time brings: expiry, silence, grace, cancel timeouts. Timers say where to look; the rules decide anew."""

from __future__ import annotations

import logging

from chalicelib.lap.commands import Command, ExpireCancel, ExpireGrace, ExpireInteraction
from chalicelib.lap.effects import SetTimer
from chalicelib.lap.envelope import SYSTEM
from chalicelib.lap.state import Ref

from . import items
from .connections import Connections
from .log import Log
from .metrics import UNMETERED, Count
from .ports import Clock, Delete, Expect, Item, Metrics, Put, Table
from .presence import Presence
from .relay import Rejected, Relay
from .secrets import new_id
from .times import stamp
from .traces import trace

_LOG = logging.getLogger("lineup.sweeps")
_PAGE = 50
_NO_HELLO = 1008
"""Not 4400: a stalled network may be why, so the other end may try again."""


class Sweeps:
    """Runs due timers. Twice is harmless: a timer is removed only after its work is committed."""

    def __init__(
        self, table: Table, relay: Relay, log: Log, presence: Presence, connections: Connections, clock: Clock,
        metrics: Metrics = UNMETERED,
    ) -> None:  # fmt: skip
        self._table = table
        self._relay = relay
        self._log = log
        self._presence = presence
        self._connections = connections
        self._clock = clock
        self._metrics = metrics

    def run(self) -> int:
        """Handle all timers that are due now; how many there were."""
        now = stamp(self._clock.now())
        handled = 0
        for partition in items.timer_partitions():
            after: str | None = None
            while due := self._table.query(partition, after=after, before=now + "~", limit=_PAGE):
                after = due[-1].key.sk
                done = [item for item in due if self._try(item)]
                for item in done:
                    self._table.transact([Delete(item.key, Expect.ANY)])
                handled += len(done)
                self._metrics.count(Count.TIMERS_DONE, len(done))
        return handled

    def _try(self, item: Item) -> bool:
        """A timer that fails stays, and holds up no other."""
        try:
            return self._handle(item)
        except Exception as error:
            _LOG.error("timer %s of workspace %s failed: %s", item.data["kind"], item.data["workspaceId"], trace(error))
            self._metrics.count(Count.TIMERS_FAILED)
            return False

    def _handle(self, item: Item) -> bool:
        """Whether the timer did its work; one that met a busy log stays."""
        workspace_id, kind, subject = item.data["workspaceId"], item.data["kind"], item.data["subjectId"]
        if kind == "silent":
            return self._set(workspace_id, self._presence.check_silence(workspace_id, subject))
        if kind == "hello":
            return self._close_silent(subject)
        if kind in ("away", "revoked"):
            return self._agent(workspace_id, subject)
        return self._submit(workspace_id, [self._command(kind, subject)])

    def _close_silent(self, connection_id: str) -> bool:
        """A socket that never said who it is."""
        connection = self._connections.find(connection_id)
        if connection is not None and not connection.greeted:
            self._connections.close(connection, _NO_HELLO, "no hello", "hello_required")
        return True

    def _set(self, workspace_id: str, timer: SetTimer | None) -> bool:
        if timer is not None:
            self._table.transact([Put(items.timer_item(workspace_id, timer), Expect.ANY)])
        return True

    def _agent(self, workspace_id: str, agent_id: str) -> bool:
        """Look at everything that is open with an agent that is away or was revoked."""
        commands = [self.look(ref) for ref, _ in self._log.open_of_agent(workspace_id, agent_id)]
        return all(self._submit(workspace_id, [command]) for command in commands)

    def _submit(self, workspace_id: str, commands: list[Command]) -> bool:
        outcomes = self._relay.submit(workspace_id, SYSTEM, commands)
        return not any(isinstance(o, Rejected) and o.error.retryable for o in outcomes)

    def _command(self, kind: str, subject: str) -> Command:
        base = {"id": new_id(), "occurredAt": stamp(self._clock.now())}
        if kind == "interaction":
            return ExpireInteraction.model_validate({**base, "payload": {"interactionId": subject}})
        model = ExpireGrace if kind == "grace" else ExpireCancel
        return model.model_validate({**base, "taskId": subject})

    def look(self, ref: Ref) -> Command:
        """The command that looks at a projection again."""
        return self._command("interaction" if ref.kind == "interaction" else "grace", ref.id)
