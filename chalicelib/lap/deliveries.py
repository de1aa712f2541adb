"""What an agent receives of the log (§10.3): its own tasks, messages, answers and cancels, and nothing else."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from . import events as ev
from .answers import Response
from .envelope import Actor, Envelope
from .ids import Id
from .lifecycle import TaskStatus
from .text import Link
from .times import Timestamp
from .wire import Wire


class Delivery(Envelope):
    """A frame made from one log event: same `id`, same `sequence`, so that a repeat can be told."""

    workspace_id: Id
    sequence: int
    received_at: Timestamp


class _Assigned(Wire):
    task_id: Id
    title: str
    description: str | None = None
    message_id: Id | None = None
    conversation_title: str
    created_by: Actor
    attachments: list[Link] | None = None


class TaskAssigned(Delivery):
    """A new task with its conversation. Accept it (`task.accepted`) before you start."""

    type: Literal["task.assigned"] = "task.assigned"
    payload: _Assigned


class _Message(Wire):
    message_id: Id
    content: str
    author: Actor
    attachments: list[Link] | None = None


class MessageDelivered(Delivery):
    """A person said something to this agent; with `taskId`, about that task."""

    type: Literal["message.delivered"] = "message.delivered"
    payload: _Message


class _Resolved(Wire):
    interaction_id: Id
    outcome: Literal["answered", "expired", "cancelled"]
    digest: str | None = None
    response: Response | None = None
    answered_by: Actor | None = None
    resolved_at: Timestamp
    reason: str | None = None


class InteractionResolved(Delivery):
    """What became of a card. Only `answered` carries a decision; acknowledge it (`interaction.acknowledged`)."""

    type: Literal["interaction.resolved"] = "interaction.resolved"
    payload: _Resolved


class _Cancel(Wire):
    task_id: Id
    reason: str | None = None


class TaskCancelDelivered(Delivery):
    """A person asks that the task stops. Confirm with `task.status_changed` cancelled."""

    type: Literal["task.cancel_requested"] = "task.cancel_requested"
    payload: _Cancel


class _Ended(Wire):
    task_id: Id
    status: TaskStatus
    reason: str | None = None


class TaskEnded(Delivery):
    """The server or a person ended the task: stop working on it; nothing more will be accepted for it."""

    type: Literal["task.ended"] = "task.ended"
    payload: _Ended


class _Updated(Wire):
    agent_id: Id
    name: str
    confirmed: bool


class AgentUpdated(Delivery):
    """The agent was confirmed or renamed."""

    type: Literal["agent.updated"] = "agent.updated"
    payload: _Updated


DELIVERIES: dict[str, type[Delivery]] = {
    model.model_fields["type"].default: model
    for model in (
        TaskAssigned, MessageDelivered, InteractionResolved, TaskCancelDelivered, TaskEnded, AgentUpdated
    )
}  # fmt: skip
AnyDelivery = Annotated[
    TaskAssigned | MessageDelivered | InteractionResolved | TaskCancelDelivered | TaskEnded | AgentUpdated,
    Field(discriminator="type"),
]


def deliver(event: ev.Event, agent_id: str) -> Delivery | None:
    """What `agent_id` gets of `event`, or None."""
    if _recipient(event) != agent_id:
        return None
    made = _make(event)
    if made is None:
        return None
    kind, payload = made
    return kind.model_validate(
        {
            "id": event.id,
            "type": kind.model_fields["type"].default,
            "workspaceId": event.workspace_id,
            "conversationId": event.conversation_id,
            "taskId": event.task_id,
            "occurredAt": event.occurred_at,
            "receivedAt": event.received_at,
            "correlationId": event.correlation_id,
            "sequence": event.sequence,
            "payload": payload,
        }
    )


def _recipient(event: ev.Event) -> str | None:
    if isinstance(event, ev.MessageCreated):
        return event.payload.target_agent_id
    return getattr(event.payload, "agent_id", None)


def _make(event: ev.Event) -> tuple[type[Delivery], dict[str, Any]] | None:
    match event:
        case ev.TaskCreated() if event.actor.kind != "agent":
            return TaskAssigned, _assigned(event)
        case ev.MessageCreated() if event.actor.kind == "user" and not event.payload.opens_task:
            return MessageDelivered, _message(event)
        case ev.InteractionAnswered():
            p = event.payload
            return InteractionResolved, {
                "interactionId": p.interaction_id, "outcome": "answered", "digest": p.digest, "response": p.response,
                "answeredBy": event.actor, "resolvedAt": event.received_at,
            }  # fmt: skip
        case ev.InteractionExpired():
            return InteractionResolved, _unanswered(event, "expired")
        case ev.InteractionCancelled():
            return InteractionResolved, _unanswered(event, "cancelled")
        case ev.TaskCancelRequested():
            return TaskCancelDelivered, {"taskId": event.task_id, "reason": event.payload.reason}
        case ev.TaskStatusChanged() if event.payload.reason and event.payload.reason != "parent_ended":
            return TaskEnded, {
                "taskId": event.task_id, "status": event.payload.status, "reason": event.payload.reason
            }  # fmt: skip
        case ev.AgentConfirmed() | ev.AgentRenamed():
            named = event.payload
            return AgentUpdated, {"agentId": named.agent_id, "name": named.name, "confirmed": True}
    return None


def _assigned(event: ev.TaskCreated) -> dict[str, Any]:
    p = event.payload
    return {
        "taskId": event.task_id, "title": p.title, "description": p.description, "messageId": p.message_id,
        "conversationTitle": p.conversation_title, "createdBy": event.actor, "attachments": p.attachments,
    }  # fmt: skip


def _message(event: ev.MessageCreated) -> dict[str, Any]:
    p = event.payload
    return {
        "messageId": p.message_id, "content": p.content, "author": event.actor, "attachments": p.attachments
    }  # fmt: skip


def _unanswered(event: ev.InteractionExpired | ev.InteractionCancelled, outcome: str) -> dict[str, Any]:
    return {
        "interactionId": event.payload.interaction_id, "outcome": outcome, "resolvedAt": event.received_at,
        "reason": event.payload.reason,
    }  # fmt: skip
