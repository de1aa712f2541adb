"""One socket's life: open, hello, frames, close (design.md §3, §4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from chalicelib.lap import commands, ephemeral, limits
from chalicelib.lap.envelope import Envelope
from chalicelib.lap.ephemeral import AgentHeartbeat, AgentHello, ClientHello, MessageDelta
from chalicelib.lap.errors import BAD_HELLO, CREDENTIAL, NOT_ALLOWED, PROTOCOL, SLOW_DOWN, Refused
from chalicelib.lap.parse import FrameError, Read, Reading, read_frame

from .accounts import Accounts
from .agentlog import AgentLog
from .connections import Connection, Connections
from .drafts import Drafts
from .frames import Frames
from .log import Log
from .pacing import Pacing
from .ports import Clock
from .presence import Presence
from .queries import Queries
from .relay import Rejected, Relay
from .replay import Replay
from .times import stamp

_CLIENT = {**commands.CLIENT, **ephemeral.FROM_CLIENT}
_AGENT = {**commands.AGENT, **ephemeral.FROM_AGENT}
UNKNOWN_SOCKET = 1012
"""Service restart (IANA's registry of close codes): come back."""


class Sessions:
    """What happens on sockets."""

    def __init__(
        self, *, connections: Connections, presence: Presence, relay: Relay, replay: Replay, log: Log, drafts: Drafts,
        accounts: Accounts, agent_log: AgentLog, pacing: Pacing, clock: Clock,
        queries: Queries,
    ) -> None:  # fmt: skip
        self._connections = connections
        self._presence = presence
        self._relay = relay
        self._replay = replay
        self._log = log
        self._drafts = drafts
        self._accounts = accounts
        self._agent_log = agent_log
        self._pacing = pacing
        self._clock = clock
        self._queries = queries

    def opened(self, connection: Connection) -> None:
        """The handshake was allowed."""
        self._connections.open(connection)

    def closed(self, connection_id: str) -> None:
        """The socket is gone; saying so twice is fine."""
        connection = self._connections.find(connection_id)
        if connection is None:
            return
        self._connections.forget(connection)
        self._pacing.forget(connection_id)
        if connection.kind == "agent" and connection.greeted:
            self._presence.disconnected(connection)
            self._agent_log.note(connection.workspace_id, connection.actor_id, "disconnected")

    def received(self, connection_id: str, text: str) -> None:
        """One text frame. Whatever it holds, the connection gets an answer. A socket without a row is closed, so
        that it comes back and says who it is: a restored table has no row of it."""
        connection = self._connections.find(connection_id)
        if connection is None:
            self._connections.close(Connection(connection_id, "client"), UNKNOWN_SOCKET, "unknown connection")
            return
        readings = read_frame(text, _AGENT if connection.kind == "agent" else _CLIENT)
        streams = all(isinstance(r, Read) and isinstance(r.envelope, MessageDelta) for r in readings)
        if not self._pacing.allows(connection_id, self._clock.now(), streams=streams):
            self._slow_down(connection)
            return
        if connection.kind == "agent" and connection.greeted:
            self._presence.touch(connection)
        if not connection.greeted:
            self._first(connection, readings)
            return
        self._answer(connection, readings)

    def failed(self, connection_id: str, code: Literal["internal", "busy"] = "internal") -> None:
        """A frame could not be handled: its sender may try again. Who it is was perhaps not found out."""
        frame = Frames(stamp(self._clock.now())).error(None, code)
        self._connections.post(Connection(connection_id, "client"), [frame])

    def _slow_down(self, connection: Connection) -> None:
        if self._pacing.abusive(connection.id):
            self._connections.close(connection, SLOW_DOWN, "slow down", "rate_limited")
        else:
            self._connections.post(connection, [self._frames(connection).error(None, "rate_limited")])

    def _frames(self, connection: Connection) -> Frames:
        return Frames(stamp(self._clock.now()), connection.workspace_id or None)

    # --- hello ---

    def _first(self, connection: Connection, readings: Sequence[Reading]) -> None:
        reading = readings[0]
        if isinstance(reading, FrameError) and reading.code == "protocol_version":
            self._connections.close(connection, PROTOCOL, "protocol version", "protocol_version")
        elif isinstance(reading, Read) and isinstance(reading.envelope, ClientHello | AgentHello):
            self._answer(connection, readings)
        else:
            frames = self._frames(connection)
            answers = [
                frames.error(r.envelope.id, "hello_required") if isinstance(r, Read) else frames.misread(r)
                for r in readings
            ]
            self._connections.post_together(connection, [answer for answer in answers if answer])

    def _hello(self, connection: Connection, hello: ClientHello | AgentHello) -> Connection:
        """Register first, then read the head, welcome, replay: what is appended meanwhile is pushed as well."""
        if isinstance(hello, AgentHello):
            return self._agent_hello(connection, hello)
        return self._client_hello(connection, hello)

    def _client_hello(self, connection: Connection, hello: ClientHello) -> Connection:
        if not connection.greeted:
            taken = self._accounts.take_ticket(hello.payload.ticket or "")
            if taken is None:
                self._connections.close(connection, BAD_HELLO, "ticket unknown or used", "unauthenticated")
                return connection
            who = Connection(connection.id, "client", taken.workspace_id, taken.user_id, taken.name)
            greeted = self._connections.greet(who)
            if greeted is None:
                return connection
            connection = greeted
        self._welcome(connection, hello.id, {"drafts": self._drafts.of_workspace(connection.workspace_id) or None})
        self._replay.run(connection, hello.payload.epoch, hello.payload.cursor)
        return connection

    def _agent_hello(self, connection: Connection, hello: AgentHello) -> Connection:
        agent = self._queries.agent(connection.workspace_id, connection.actor_id)
        if agent is None or agent.status == "revoked":
            self._connections.close(connection, CREDENTIAL, "credential revoked", "credential_invalid")
            return connection
        first = not connection.greeted
        if first:
            greeted = self._connections.greet(connection)
            if greeted is None:
                return connection
            connection = greeted
            outcome = self._presence.connected(connection, hello)
            if isinstance(outcome, Rejected):
                self._refuse_hello(connection, outcome.error)
                return connection
            self._agent_log.note(connection.workspace_id, connection.actor_id, "connected")
        status = "online" if agent.confirmed else "pending"
        myself = {
            "id": agent.id, "name": agent.name, "status": status,
            "workspaceName": self._queries.workspace_name(connection.workspace_id),
        }  # fmt: skip
        self._welcome(connection, hello.id, {"agent": myself})
        self._replay.run(connection, hello.payload.epoch, hello.payload.last_sequence)
        return connection

    def _refuse_hello(self, connection: Connection, error: Refused) -> None:
        if error.code == "agent_revoked":
            self._connections.close(connection, CREDENTIAL, "credential revoked", "credential_invalid")
        elif error.retryable:
            self._connections.close(connection, 1013, "try again", error.code)
        else:
            self._connections.close(connection, NOT_ALLOWED, error.code, error.code)

    def _welcome(self, connection: Connection, correlation: str, extra: dict[str, Any]) -> None:
        head = self._log.head(connection.workspace_id)
        if head is None:
            return
        frame = self._frames(connection).frame(
            "system.welcome",
            {
                "epoch": head.epoch,
                "head": head.sequence,
                "floor": head.floor,
                "heartbeatSeconds": limits.HEARTBEAT_SECONDS,
                "limits": ephemeral.Limits().model_dump(by_alias=True),
                "now": stamp(self._clock.now()),
                **extra,
            },
        )
        self._connections.post(connection, [{**frame, "correlationId": correlation}])

    # --- frames after hello ---

    def _answer(self, connection: Connection, readings: Sequence[Reading]) -> None:
        """All commands of a frame are one submission; the answers go back as one frame."""
        frames = self._frames(connection)
        answers = [frame for reading in readings if (frame := frames.misread(reading)) is not None]
        envelopes = [reading.envelope for reading in readings if isinstance(reading, Read)]
        for envelope in envelopes:
            if not isinstance(envelope, commands.Command):
                connection = self._special(connection, envelope, answers)
            if not connection.greeted:
                return  # hello was refused: what comes behind it is nobody's
        batch = [envelope for envelope in envelopes if isinstance(envelope, commands.Command)]
        if batch:
            outcomes = self._relay.submit(connection.workspace_id, connection.actor, batch)
            answers += [frames.outcome(outcome) for outcome in outcomes]
        if answers:
            self._connections.post_together(connection, answers)

    def _special(self, connection: Connection, envelope: Envelope, answers: list[dict[str, Any]]) -> Connection:
        if isinstance(envelope, ClientHello | AgentHello):
            return self._hello(connection, envelope)
        if isinstance(envelope, MessageDelta):
            self._stream(connection, envelope, answers)
        elif (head := self._log.head(connection.workspace_id)) is not None:
            if isinstance(envelope, AgentHeartbeat) and envelope.payload.epoch == head.epoch:
                self._presence.reached(connection, min(envelope.payload.cursor or 0, head.sequence))
            payload = {"epoch": head.epoch, "head": head.sequence, "now": stamp(self._clock.now())}
            answers.append(self._frames(connection).frame("system.heartbeat", payload))
        return connection

    def _stream(self, connection: Connection, delta: MessageDelta, answers: list[dict[str, Any]]) -> None:
        if not self._queries.may_speak(connection.workspace_id, connection.actor_id, delta.conversation_id):
            message = "Stream into a conversation of yours, once you are confirmed."
            answers.append(self._frames(connection).error(delta.id, "not_allowed", message))
            return
        self._drafts.stream(connection, delta)
