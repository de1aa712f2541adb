"""Commands: imperative, may be refused (§10.1, §10.2). `CLIENT` and `AGENT` say who may send which over a socket.

The subject ids (`conversationId`, `taskId`) are the envelope's. A client chooses the ids of what it creates; an id
left out is the envelope's own id.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from . import limits
from .answers import Response
from .cards import Card
from .envelope import Envelope
from .ids import Id
from .lifecycle import TaskStatus
from .text import Content, Line, Link, Paragraph, Title, Url
from .times import Timestamp
from .wire import Wire

Progress = Annotated[float, Field(ge=0, le=100)]


class Command(Envelope):
    """Base of all commands."""


class _CreateConversation(Wire):
    title: Title
    agent_ids: Annotated[list[Id], Field(max_length=limits.AGENTS_PER_CONVERSATION)] = []


class CreateConversation(Command):
    """Open a conversation with some agents."""

    type: Literal["conversation.create"] = "conversation.create"
    payload: _CreateConversation


class _RenameConversation(Wire):
    title: Title


class RenameConversation(Command):
    """Give the envelope's conversation another title."""

    type: Literal["conversation.rename"] = "conversation.rename"
    payload: _RenameConversation


class _CreateMessage(Wire):
    content: Content
    message_id: Id | None = None
    target_agent_id: Id | None = None
    blocks: Annotated[list[dict[str, Any]], Field(max_length=20)] | None = None
    attachments: Annotated[list[Link], Field(max_length=limits.ATTACHMENTS)] | None = None


class CreateMessage(Command):
    """Say something in the envelope's conversation. A person addresses `targetAgentId`, or the only agent."""

    type: Literal["message.create"] = "message.create"
    payload: _CreateMessage


class _CreateTask(Wire):
    title: Title
    description: Content | None = None
    target_agent_id: Id | None = None
    attachments: Annotated[list[Link], Field(max_length=limits.ATTACHMENTS)] | None = None


class CreateTask(Command):
    """Create a tracked task and post its text as a message. An agent creates tasks for itself only, running at once."""

    type: Literal["task.create"] = "task.create"
    payload: _CreateTask


class _RespondInteraction(Wire):
    interaction_id: Id
    digest: str
    response: Response


class RespondInteraction(Command):
    """Answer a card as it was shown (`digest`)."""

    type: Literal["interaction.respond"] = "interaction.respond"
    payload: _RespondInteraction


class _RequestCancel(Wire):
    reason: Line | None = None
    force: bool = False


class RequestCancel(Command):
    """Ask that the envelope's task stops; `force` ends it without the agent's word, 60 s after the request."""

    type: Literal["task.cancel_requested"] = "task.cancel_requested"
    payload: _RequestCancel = _RequestCancel()


class _Nothing(Wire):
    pass


class AcceptLateReport(Command):
    """Take the late report of a task that was given up as unreachable: reopens it with the reported outcome."""

    type: Literal["task.accept_late"] = "task.accept_late"
    payload: _Nothing = _Nothing()


class _NameAgent(Wire):
    agent_id: Id
    name: Title


class ConfirmAgent(Command):
    """Finish pairing: the person saw name, version and capabilities (§7.1)."""

    type: Literal["agent.confirm"] = "agent.confirm"
    payload: _NameAgent


class RenameAgent(Command):
    """Give an agent another name."""

    type: Literal["agent.rename"] = "agent.rename"
    payload: _NameAgent


class _AgentOnly(Wire):
    agent_id: Id


class RevokeAgent(Command):
    """Withdraw an agent's credential for good."""

    type: Literal["agent.revoke"] = "agent.revoke"
    payload: _AgentOnly


class AcceptTask(Command):
    """The agent takes the envelope's task: queued -> running."""

    type: Literal["task.accepted"] = "task.accepted"
    payload: _Nothing = _Nothing()


class _ReportTask(Wire):
    status: TaskStatus | None = None
    progress: Progress | None = None
    summary: Line | None = None
    error: Paragraph | None = None


class ReportTask(Command):
    """Status, progress (0-100) or a short line about the envelope's task."""

    type: Literal["task.status_changed"] = "task.status_changed"
    payload: _ReportTask


class _CreateChild(Wire):
    parent_task_id: Id
    title: Title
    status: Literal["queued", "running", "succeeded", "failed", "cancelled"] = "queued"


class CreateChildTask(Command):
    """A step of a task, for display; its id is the envelope's `taskId`."""

    type: Literal["task.child_created"] = "task.child_created"
    payload: _CreateChild


class _RequestInteraction(Wire):
    interaction: Card


class RequestInteraction(Command):
    """Ask a person. The same id again with other content, while pending, updates the card."""

    type: Literal["interaction.requested"] = "interaction.requested"
    payload: _RequestInteraction


class _WithdrawInteraction(Wire):
    interaction_id: Id
    reason: Line | None = None


class WithdrawInteraction(Command):
    """The question is moot."""

    type: Literal["interaction.withdrawn"] = "interaction.withdrawn"
    payload: _WithdrawInteraction


class _InteractionOnly(Wire):
    interaction_id: Id


class AcknowledgeInteraction(Command):
    """The agent has the answer safe on its side."""

    type: Literal["interaction.acknowledged"] = "interaction.acknowledged"
    payload: _InteractionOnly


class _CreateArtifact(Wire):
    name: Title
    url: Url
    artifact_id: Id | None = None
    mime_type: Line | None = None
    summary: Line | None = None
    size: Annotated[int, Field(ge=0)] | None = None


class CreateArtifact(Command):
    """A link, file or result of the envelope's task."""

    type: Literal["artifact.created"] = "artifact.created"
    payload: _CreateArtifact


# --- internal: made by the services, never accepted from a socket -------------------------------------------------


class _CreateWorkspace(Wire):
    name: Title
    owner_id: Id
    owner_name: Line


class CreateWorkspace(Command):
    """The first command of every log."""

    type: Literal["workspace.create"] = "workspace.create"
    payload: _CreateWorkspace


class _AddMember(Wire):
    user_id: Id
    name: Line
    role: Literal["owner", "member", "viewer"]


class AddMember(Command):
    """Let a user in, or change the role."""

    type: Literal["member.add"] = "member.add"
    payload: _AddMember


class _PairAgent(Wire):
    agent_id: Id
    name: Title
    kind: Line = "generic"
    runtime: Line | None = None
    agent_version: Line | None = None


class PairAgent(Command):
    """A pairing code was redeemed."""

    type: Literal["agent.pair"] = "agent.pair"
    payload: _PairAgent


class AgentFacts(Wire):
    """What an adapter says of itself when it connects (§10.2)."""

    agent_version: Line | None = None
    runtime: Line | None = None
    capabilities: Annotated[list[Line], Field(max_length=limits.CAPABILITIES)] = []


class _ConnectAgent(AgentFacts):
    agent_id: Id


class ConnectAgent(Command):
    """An adapter said hello."""

    type: Literal["agent.connect"] = "agent.connect"
    payload: _ConnectAgent


class _DisconnectAgent(Wire):
    agent_id: Id
    reason: Literal["closed", "silent"]
    last_seen_at: Timestamp


class DisconnectAgent(Command):
    """The adapter's connection closed, or it was silent for 50 s."""

    type: Literal["agent.disconnect"] = "agent.disconnect"
    payload: _DisconnectAgent


class _Delivered(Wire):
    interaction_id: Id | None = None


class MarkDelivered(Command):
    """A task (the envelope's) or an answer was handed to the agent's connection."""

    type: Literal["system.mark_delivered"] = "system.mark_delivered"
    payload: _Delivered = _Delivered()


class ExpireInteraction(Command):
    """The card's time is over."""

    type: Literal["interaction.expire"] = "interaction.expire"
    payload: _InteractionOnly


class ExpireGrace(Command):
    """The agent of the envelope's task has been away for its grace period."""

    type: Literal["task.expire_grace"] = "task.expire_grace"
    payload: _Nothing = _Nothing()


class ExpireCancel(Command):
    """The agent did not confirm a cancel in time."""

    type: Literal["task.expire_cancel"] = "task.expire_cancel"
    payload: _Nothing = _Nothing()


def _by_type(*models: type[Command]) -> dict[str, type[Command]]:
    return {model.model_fields["type"].default: model for model in models}


_BOTH: tuple[type[Command], ...] = (CreateConversation, RenameConversation, CreateMessage, CreateTask)
CLIENT = _by_type(
    *_BOTH, RespondInteraction, RequestCancel, AcceptLateReport, ConfirmAgent, RenameAgent, RevokeAgent
)  # fmt: skip
AGENT = _by_type(
    *_BOTH, AcceptTask, ReportTask, CreateChildTask, RequestInteraction, WithdrawInteraction, AcknowledgeInteraction,
    CreateArtifact,
)  # fmt: skip
INTERNAL = _by_type(
    CreateWorkspace, AddMember, PairAgent, ConnectAgent, DisconnectAgent, MarkDelivered, ExpireInteraction,
    ExpireGrace, ExpireCancel,
)  # fmt: skip
