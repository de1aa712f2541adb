"""What people send; the first four are an agent's too (§10.1)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from .. import limits
from ..answers import Response
from ..ids import Id
from ..text import Content, Line, Link, Title
from ..wire import Wire
from .base import Command, Nothing


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


class _ArchiveConversation(Wire):
    archived: bool


class ArchiveConversation(Command):
    """Put the envelope's conversation away, or take it out again; a new message takes it out by itself."""

    type: Literal["conversation.archive"] = "conversation.archive"
    payload: _ArchiveConversation


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
    retry_of: Id | None = None


class CreateTask(Command):
    """Create a tracked task and post its text as a message. An agent creates tasks for itself only, running at once.
    `retryOf`: the task of the same conversation, ended by now, that is tried again."""

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


class AcceptLateReport(Command):
    """Take the late report of a task that was given up as unreachable: reopens it with the reported outcome."""

    type: Literal["task.accept_late"] = "task.accept_late"
    payload: Nothing = Nothing()


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
