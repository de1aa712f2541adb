"""Events: past tense, frozen, never refused. What the log keeps and browsers receive."""

from __future__ import annotations

from typing import Any, Literal, cast

from .answers import Response
from .cards import Card
from .commands import AgentFacts
from .envelope import Actor, Logged
from .ids import Id
from .lifecycle import TaskStatus
from .text import Link
from .times import Timestamp
from .wire import Wire

Role = Literal["owner", "member", "viewer"]
Outcome = Literal["succeeded", "failed", "cancelled"]


class _Workspace(Wire):
    name: str


class WorkspaceCreated(Logged):
    type: Literal["workspace.created"] = "workspace.created"
    payload: _Workspace


class _Member(Wire):
    user_id: Id
    name: str
    role: Role


class MemberAdded(Logged):
    """A user was let in, or has another role now."""

    type: Literal["member.added"] = "member.added"
    payload: _Member


class _Paired(Wire):
    agent_id: Id
    name: str
    kind: str
    runtime: str | None = None
    agent_version: str | None = None
    grace_seconds: int


class AgentPaired(Logged):
    type: Literal["agent.paired"] = "agent.paired"
    payload: _Paired


class _Named(Wire):
    agent_id: Id
    name: str


class AgentConfirmed(Logged):
    type: Literal["agent.confirmed"] = "agent.confirmed"
    payload: _Named


class AgentRenamed(Logged):
    type: Literal["agent.renamed"] = "agent.renamed"
    payload: _Named


class _Agent(Wire):
    agent_id: Id


class AgentRevoked(Logged):
    type: Literal["agent.revoked"] = "agent.revoked"
    payload: _Agent


class _Connected(AgentFacts):
    agent_id: Id


class AgentConnected(Logged):
    type: Literal["agent.connected"] = "agent.connected"
    payload: _Connected


class _Disconnected(Wire):
    agent_id: Id
    reason: Literal["closed", "silent"]
    last_seen_at: Timestamp


class AgentDisconnected(Logged):
    type: Literal["agent.disconnected"] = "agent.disconnected"
    payload: _Disconnected


class _Conversation(Wire):
    title: str
    agent_ids: list[Id]


class ConversationCreated(Logged):
    type: Literal["conversation.created"] = "conversation.created"
    payload: _Conversation


class _Title(Wire):
    title: str


class ConversationRenamed(Logged):
    type: Literal["conversation.renamed"] = "conversation.renamed"
    payload: _Title


class _Archived(Wire):
    archived: bool


class ConversationArchived(Logged):
    """Put away, or taken out again by a person; a message takes it out without this."""

    type: Literal["conversation.archived"] = "conversation.archived"
    payload: _Archived


class _Message(Wire):
    message_id: Id
    content: str
    target_agent_id: Id | None = None
    blocks: list[dict[str, Any]] | None = None
    attachments: list[Link] | None = None
    opens_task: bool | None = None


class MessageCreated(Logged):
    """`opens_task`: this is the text of the task that was created with it, which the agent gets as `task.assigned`."""

    type: Literal["message.created"] = "message.created"
    payload: _Message


class _TakenUp(Wire):
    message_id: Id
    agent_id: Id


class MessageAcknowledged(Logged):
    """The agent began with the message."""

    type: Literal["message.acknowledged"] = "message.acknowledged"
    payload: _TakenUp


class _Task(Wire):
    agent_id: Id
    title: str
    description: str | None = None
    message_id: Id | None = None
    conversation_title: str
    parent_task_id: Id | None = None
    status: TaskStatus
    attachments: list[Link] | None = None
    retry_of: Id | None = None


class TaskCreated(Logged):
    type: Literal["task.created"] = "task.created"
    payload: _Task


class TaskDelivered(Logged):
    """The agent's connection was handed the task."""

    type: Literal["task.delivered"] = "task.delivered"
    payload: _Agent


class TaskAccepted(Logged):
    type: Literal["task.accepted"] = "task.accepted"
    payload: _Agent


class _Status(Wire):
    agent_id: Id
    status: TaskStatus | None = None
    progress: float | None = None
    summary: str | None = None
    error: str | None = None
    reason: str | None = None
    at: Timestamp


class TaskStatusChanged(Logged):
    """`at`: when it happened, the sender's time if that is believable, else the server's.
    `reason` is a code: agent_unreachable, cancelled_before_start, cancel_forced, cancel_timeout, parent_ended,
    agent_revoked."""

    type: Literal["task.status_changed"] = "task.status_changed"
    payload: _Status


class _Cancel(Wire):
    agent_id: Id
    reason: str | None = None


class TaskCancelRequested(Logged):
    type: Literal["task.cancel_requested"] = "task.cancel_requested"
    payload: _Cancel


class _Late(Wire):
    agent_id: Id
    status: Outcome
    summary: str | None = None
    error: str | None = None
    at: Timestamp


class TaskLateReported(Logged):
    """The agent reported an outcome after the task was given up as unreachable."""

    type: Literal["task.late_reported"] = "task.late_reported"
    payload: _Late


class TaskReopened(Logged):
    """A person accepted the late report: the task has its outcome."""

    type: Literal["task.reopened"] = "task.reopened"
    payload: _Late


class _Artifact(Wire):
    artifact_id: Id
    agent_id: Id
    name: str
    url: str | None = None
    file_id: Id | None = None
    mime_type: str | None = None
    summary: str | None = None
    size: int | None = None


class ArtifactCreated(Logged):
    type: Literal["artifact.created"] = "artifact.created"
    payload: _Artifact


class _Requested(Wire):
    agent_id: Id
    interaction: Card
    digest: str


class InteractionRequested(Logged):
    type: Literal["interaction.requested"] = "interaction.requested"
    payload: _Requested


class InteractionUpdated(Logged):
    """The agent changed a pending card; answers to the old digest are refused."""

    type: Literal["interaction.updated"] = "interaction.updated"
    payload: _Requested


class _Answered(Wire):
    interaction_id: Id
    agent_id: Id
    title: str
    digest: str
    response: Response


class InteractionAnswered(Logged):
    type: Literal["interaction.answered"] = "interaction.answered"
    payload: _Answered


class _Interaction(Wire):
    interaction_id: Id
    agent_id: Id
    title: str
    reason: str | None = None


class InteractionDelivered(Logged):
    type: Literal["interaction.delivered"] = "interaction.delivered"
    payload: _Interaction


class InteractionAcknowledged(Logged):
    type: Literal["interaction.acknowledged"] = "interaction.acknowledged"
    payload: _Interaction


class InteractionExpired(Logged):
    type: Literal["interaction.expired"] = "interaction.expired"
    payload: _Interaction


class InteractionWithdrawn(Logged):
    type: Literal["interaction.withdrawn"] = "interaction.withdrawn"
    payload: _Interaction


class InteractionCancelled(Logged):
    """Its task ended, or its agent was revoked: `reason` is task_ended or agent_revoked."""

    type: Literal["interaction.cancelled"] = "interaction.cancelled"
    payload: _Interaction


class _Denied(Wire):
    action: str
    reason: str
    subject_id: Id | None = None


class AccessDenied(Logged):
    """Somebody tried what the role does not allow."""

    type: Literal["access.denied"] = "access.denied"
    payload: _Denied


Event = (
    WorkspaceCreated | MemberAdded | AgentPaired | AgentConfirmed | AgentRenamed | AgentRevoked | AgentConnected
    | AgentDisconnected | ConversationCreated | ConversationRenamed | ConversationArchived | MessageCreated
    | MessageAcknowledged | TaskCreated | TaskDelivered
    | TaskAccepted | TaskStatusChanged | TaskCancelRequested | TaskLateReported | TaskReopened | ArtifactCreated
    | InteractionRequested | InteractionUpdated | InteractionAnswered | InteractionDelivered | InteractionAcknowledged
    | InteractionExpired | InteractionWithdrawn | InteractionCancelled | AccessDenied
)  # fmt: skip

EVENTS: dict[str, type[Logged]] = {model.model_fields["type"].default: model for model in Event.__args__}


def load_event(data: Any) -> Event:
    """An event from its stored JSON data. Raises ValueError for what is none (pydantic's is one, too)."""
    kind = data.get("type")
    if kind not in EVENTS:
        raise ValueError("not an event of this version")
    return cast(Event, EVENTS[kind].model_validate(data))


__all__ = ["EVENTS", "Actor", "Event", "load_event"]
