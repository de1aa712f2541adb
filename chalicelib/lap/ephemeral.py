"""Frames outside the log: greeting, heartbeat, answers, the event feed, streamed text (design.md §3, §4)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from . import limits
from .commands import AgentFacts
from .envelope import Envelope
from .ids import Id
from .lifecycle import AgentStatus
from .mine import Entry
from .text import Text
from .times import Timestamp
from .wire import Wire


class _ClientHello(Wire):
    ticket: str | None = None
    epoch: str | None = None
    cursor: Annotated[int, Field(ge=0)] | None = None


class ClientHello(Envelope):
    """A browser's first frame (with its one-time ticket), and later its way to ask for what it missed."""

    type: Literal["client.hello"] = "client.hello"
    payload: _ClientHello


class _AgentHello(AgentFacts):
    epoch: str | None = None
    last_sequence: Annotated[int, Field(ge=0)] | None = None


class AgentHello(Envelope):
    """An adapter's first frame, and later its way to ask for what it missed (§10.2)."""

    type: Literal["agent.hello"] = "agent.hello"
    payload: _AgentHello


class _Beat(Wire):
    epoch: str | None = None
    cursor: Annotated[int, Field(ge=0)] | None = None


class ClientHeartbeat(Envelope):
    type: Literal["client.heartbeat"] = "client.heartbeat"
    payload: _Beat


class AgentHeartbeat(Envelope):
    type: Literal["agent.heartbeat"] = "agent.heartbeat"
    payload: _Beat


class _Delta(Wire):
    message_id: Id
    offset: Annotated[int, Field(ge=0, le=limits.CONTENT)]
    text: Annotated[Text, Field(max_length=limits.CONTENT)]


class MessageDelta(Envelope):
    """Streamed text of a message that is being written: `text` continues at `offset` (code points). Not in the log;
    the final `message.create` with this `messageId` replaces it."""

    type: Literal["message.delta"] = "message.delta"
    payload: _Delta


class Draft(Wire):
    """The text so far of a message that is being written."""

    message_id: Id
    agent_id: Id
    conversation_id: Id
    task_id: Id | None = None
    text: str


class Limits(Wire):
    """What a sender must keep to."""

    frame_bytes: int = limits.FRAME_BYTES
    event_bytes: int = limits.EVENT_BYTES
    frame_envelopes: int = limits.FRAME_ENVELOPES
    frames_per_minute: int = limits.FRAMES_PER_MINUTE


class AgentSelf(Wire):
    """What an adapter learns of itself."""

    id: Id
    name: str
    status: AgentStatus
    workspace_name: str


class _Welcome(Wire):
    epoch: str
    head: int
    floor: int
    heartbeat_seconds: int = limits.HEARTBEAT_SECONDS
    limits: Limits = Limits()
    now: Timestamp
    agent: AgentSelf | None = None
    drafts: list[Draft] | None = None


class SystemWelcome(Envelope):
    """The answer to hello; the replay follows. `floor`: the log is kept from this sequence on."""

    type: Literal["system.welcome"] = "system.welcome"
    payload: _Welcome


class _HeartbeatAnswer(Wire):
    epoch: str
    head: int
    now: Timestamp


class SystemHeartbeat(Envelope):
    """The answer to a heartbeat: a `head` beyond the cursor means that a push was lost; say hello again."""

    type: Literal["system.heartbeat"] = "system.heartbeat"
    payload: _HeartbeatAnswer


class _Ack(Wire):
    id: Id
    sequence: int
    duplicate: bool = False


class SystemAck(Envelope):
    """The envelope `id` is committed; `sequence` is its last event's (or the head, if it changed nothing)."""

    type: Literal["system.ack"] = "system.ack"
    payload: _Ack


class _Error(Wire):
    id: Id | None = None
    code: str
    message: str
    retryable: bool
    close_code: int | None = None
    details: dict[str, Any] | None = None


class SystemError_(Envelope):
    """The envelope `id` was refused; with `closeCode`, the connection is about to be closed with it."""

    type: Literal["system.error"] = "system.error"
    payload: _Error


class _Warning(Wire):
    id: Id | None = None
    code: Literal["unknown_type", "unknown_field"]
    fields: list[str] | None = None


class SystemWarning(Envelope):
    """Something was not understood and was ignored or kept as it came."""

    type: Literal["system.warning"] = "system.warning"
    payload: _Warning


class _Events(Wire):
    epoch: str
    from_: int = Field(alias="from")
    to: int
    head: int
    events: list[dict[str, Any]]
    more: bool = False


class SystemEvents(Envelope):
    """A range of the log, `from` exclusive, `to` inclusive, in workspace sequence; `events` holds those that this
    receiver may see. `from` beyond the receiver's cursor means a gap: say hello again."""

    type: Literal["system.events"] = "system.events"
    payload: _Events


class _Resync(Wire):
    reason: Literal["epoch", "floor", "ahead", "too_far"]
    epoch: str
    head: int


class SystemResyncRequired(Envelope):
    """The cursor cannot be continued: take the snapshot. A normal path, not an error."""

    type: Literal["system.resync_required"] = "system.resync_required"
    payload: _Resync


class _Mine(Wire):
    entries: list[Entry]


class SystemMine(Envelope):
    """To one person's pages only: pins, read positions, snoozes or drafts changed, here or on another device."""

    type: Literal["system.mine"] = "system.mine"
    payload: _Mine


FROM_CLIENT: dict[str, type[Envelope]] = {
    "client.hello": ClientHello,
    "client.heartbeat": ClientHeartbeat,
}
FROM_AGENT: dict[str, type[Envelope]] = {
    "agent.hello": AgentHello,
    "agent.heartbeat": AgentHeartbeat,
    "message.delta": MessageDelta,
}
FROM_SERVER: dict[str, type[Envelope]] = {
    model.model_fields["type"].default: model
    for model in (
        SystemWelcome, SystemHeartbeat, SystemAck, SystemError_, SystemWarning, SystemEvents, SystemResyncRequired,
        SystemMine, MessageDelta,
    )
}  # fmt: skip
