"""What agents send (§10.2)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ..cards import Card
from ..ids import Id
from ..lifecycle import TaskStatus
from ..text import Line, Link, Paragraph, Title
from ..times import Timestamp
from ..wire import Wire
from .base import Command, InteractionOnly, Nothing

Progress = Annotated[float, Field(ge=0, le=100)]


class _AcknowledgeMessage(Wire):
    message_id: Id


class AcknowledgeMessage(Command):
    """The agent takes up a message that was said to it in the envelope's conversation; until then it is queued."""

    type: Literal["message.acknowledged"] = "message.acknowledged"
    payload: _AcknowledgeMessage


class AcceptTask(Command):
    """The agent takes the envelope's task: queued -> running."""

    type: Literal["task.accepted"] = "task.accepted"
    payload: Nothing = Nothing()


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


class _AcknowledgeInteraction(InteractionOnly):
    resolved_at: Timestamp | None = None


class AcknowledgeInteraction(Command):
    """The agent has the answer safe on its side. `resolvedAt`, as the answer came with it, says which answer."""

    type: Literal["interaction.acknowledged"] = "interaction.acknowledged"
    payload: _AcknowledgeInteraction


class _CreateArtifact(Link):
    artifact_id: Id | None = None
    summary: Line | None = None


class CreateArtifact(Command):
    """A link, an uploaded file or a result of the envelope's task."""

    type: Literal["artifact.created"] = "artifact.created"
    payload: _CreateArtifact
