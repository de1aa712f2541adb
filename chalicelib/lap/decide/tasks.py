"""Tasks: creation, acceptance, reports, children, artifacts."""

from __future__ import annotations

from typing import Any

from .. import commands as cm
from .. import events as ev
from .. import limits
from ..ids import derived_id
from ..lifecycle import TERMINAL, TaskStatus, may_move
from ..state import Ref, Task
from .base import Deciding, rule
from .conversations import addressee
from .trees import check_room


@rule(cm.CreateTask)
def create_task(d: Deciding, command: cm.CreateTask) -> None:
    """First the task, then its text as a message (§7.2). An agent's own task runs at once."""
    p = command.payload
    id = command.task_id or command.id
    if d.state.task(id) is not None:
        d.refuse("id_conflict", "A task with this id exists.")
    conversation = d.conversation(command.conversation_id)
    by_agent = d.actor.kind == "agent"
    agent_id = d.actor.id if by_agent else addressee(d, conversation, p.target_agent_id)
    if agent_id is None:
        d.refuse("invalid_request", "This conversation has no agent to give the task to.")
    if p.retry_of is not None:
        _check_retry(d, d.task(p.retry_of), conversation.id)
    message_id = None if by_agent else derived_id(command.id, "message")
    created = {
        "agentId": agent_id,
        "title": p.title,
        "description": p.description,
        "messageId": message_id,
        "conversationTitle": conversation.title,
        "status": "running" if by_agent else "queued",
        "attachments": p.attachments,
        "retryOf": p.retry_of,
    }
    d.emit(ev.TaskCreated, created, task_id=id)
    if message_id:
        message = {
            "messageId": message_id,
            "content": p.description or p.title,
            "targetAgentId": agent_id,
            "attachments": p.attachments,
            "opensTask": True,
        }
        d.emit(ev.MessageCreated, message, task_id=id)


def _check_retry(d: Deciding, before: Task, conversation_id: str) -> None:
    """What is tried again has ended, and was here."""
    if before.conversation_id != conversation_id:
        d.refuse("not_found", "The task to try again is in another conversation.")
    if not before.terminal:
        d.refuse("illegal_transition", f"The task to try again is {before.status}.", status=before.status)


@rule(cm.AcceptTask)
def accept_task(d: Deciding, command: cm.AcceptTask) -> None:
    """queued -> running; accepting a task that runs already is fine."""
    task = d.task(command.task_id)
    if task.status in ("running", "waiting_for_human"):
        return
    move(d, task, "running")
    d.emit(ev.TaskAccepted, {"agentId": task.agent_id}, **d.subject(task))


@rule(cm.MarkDelivered)
def mark_delivered(d: Deciding, command: cm.MarkDelivered) -> None:
    """The connection was handed a task or an answer; once is enough."""
    if command.payload.interaction_id:
        interaction = d.interaction(command.payload.interaction_id)
        if interaction.status == "answered":
            payload = {
                "interactionId": interaction.id,
                "agentId": interaction.agent_id,
                "title": interaction.card.title,
            }
            d.emit(
                ev.InteractionDelivered, payload, conversation_id=interaction.conversation_id,
                task_id=interaction.task_id,
            )  # fmt: skip
        return
    task = d.task(command.task_id)
    if task.status == "queued" and task.delivered_at is None:
        d.emit(ev.TaskDelivered, {"agentId": task.agent_id}, **d.subject(task))


@rule(cm.ReportTask)
def report_task(d: Deciding, command: cm.ReportTask) -> None:
    """Progress while it lives, one outcome at its end. A late outcome of a task given up is kept beside it."""
    p = command.payload
    task = d.task(command.task_id)
    if task.terminal:
        _report_on_ended(d, task, command)
        return
    if p.status == "queued" and task.status != "queued":
        move(d, task, "queued")
    if task.status == "queued" and p.status != "queued":
        if p.status in ("cancelled", "failed"):
            move(d, task, p.status)
        else:
            d.emit(ev.TaskAccepted, {"agentId": task.agent_id}, **d.subject(task))
    if p.status == "waiting_for_human" and not task.open_interactions:
        d.refuse("illegal_transition", "A task waits exactly while a card is open: send the card.", status=task.status)
    if p.status in TERMINAL:
        end_task(d, task.id, p.status, _report(d, task, command))
        return
    news = {k: v for k, v in _report(d, task, command).items() if k != "at" and v is not None}
    if news:
        _emit_status(d, task, {**_report(d, task, command)})


def _report(d: Deciding, task: Task, command: cm.ReportTask) -> dict[str, Any]:
    p = command.payload
    progress = 100 if p.status == "succeeded" else p.progress
    return {"progress": progress, "summary": p.summary, "error": p.error, "at": _believable(d, task)}


def _believable(d: Deciding, task: Task) -> str:
    """The sender's time if it lies between the last thing known and now: a report that waited on the agent's disk
    keeps its own time, a wrong clock does not count. That the server gave the task up says nothing of the agent."""
    known = (task.accepted_at or task.created_at) if task.terminal else task.reported_at
    said = d.command.occurred_at
    return said if known <= said <= d.now else d.now


def _emit_status(d: Deciding, task: Task, fields: dict[str, Any]) -> None:
    d.emit(ev.TaskStatusChanged, {"agentId": task.agent_id, **fields}, **d.subject(task))


def _report_on_ended(d: Deciding, task: Task, command: cm.ReportTask) -> None:
    p = command.payload
    if task.reason == "agent_unreachable" and p.status in TERMINAL:
        late = {"agentId": task.agent_id, "status": p.status, "summary": p.summary, "error": p.error, "at": d.now}
        late["at"] = _believable(d, task)
        d.emit(ev.TaskLateReported, late, **d.subject(task))
        return
    if p.status == task.status:
        return
    d.refuse("illegal_transition", f"The task is {task.status}.", status=task.status, reason=task.reason)


def move(d: Deciding, task: Task, to: TaskStatus) -> None:
    """Refuse a move that the machine does not have."""
    if not may_move(task.status, to):
        d.refuse("illegal_transition", f"The task is {task.status}.", status=task.status, reason=task.reason)


def end_task(d: Deciding, task_id: str, status: TaskStatus, fields: dict[str, Any]) -> None:
    """Bring a task to its end: its open cards are cancelled, its open children end with it, then it ends itself."""
    task = d.task(task_id)
    d.state.need([Ref("interaction", id) for id in task.open_interactions])
    for id in task.open_interactions:
        interaction = d.interaction(id)
        payload = {
            "interactionId": id,
            "agentId": task.agent_id,
            "title": interaction.card.title,
            "reason": "task_ended",
        }
        d.emit(ev.InteractionCancelled, payload, **d.subject(task))
    d.state.need([Ref("task", id) for id in task.open_children])
    for id in task.open_children:
        end_task(d, id, "cancelled", {"reason": "parent_ended", "at": d.now})
    task = d.task(task_id)
    if task.status == "queued" and status == "succeeded":
        d.emit(ev.TaskAccepted, {"agentId": task.agent_id}, **d.subject(task))
        task = d.task(task_id)
    move(d, task, status)
    _emit_status(d, task, {**fields, "status": status})


@rule(cm.CreateChildTask)
def create_child(d: Deciding, command: cm.CreateChildTask) -> None:
    """A step of a running task; the same id again is the same step."""
    p = command.payload
    parent = d.task(p.parent_task_id)
    id = command.task_id or command.id
    if id == parent.id:
        d.refuse("invalid_request", "A task is not its own child: give the child its own taskId.")
    if (existing := d.state.task(id)) is not None:
        if existing.parent_task_id == parent.id:
            return
        d.refuse("id_conflict", "A task with this id exists.")
    if parent.terminal:
        d.refuse("illegal_transition", f"The task is {parent.status}.", status=parent.status)
    if parent.depth + 1 > limits.CHILD_DEPTH or parent.child_count >= limits.CHILDREN:
        d.refuse("limit_reached", f"At most {limits.CHILDREN} children, {limits.CHILD_DEPTH} levels deep.")
    if p.status not in TERMINAL:
        check_room(d, parent)
    conversation = d.conversation(parent.conversation_id)
    if parent.status == "queued":
        d.emit(ev.TaskAccepted, {"agentId": parent.agent_id}, **d.subject(parent))
    created = {
        "agentId": parent.agent_id,
        "title": p.title,
        "conversationTitle": conversation.title,
        "parentTaskId": parent.id,
        "status": p.status,
    }
    d.emit(ev.TaskCreated, created, task_id=id, conversation_id=parent.conversation_id)


@rule(cm.CreateArtifact)
def create_artifact(d: Deciding, command: cm.CreateArtifact) -> None:
    """A result of a task; allowed after its end too (a result that waited on the agent's disk)."""
    p = command.payload
    task = d.task(command.task_id)
    id = p.artifact_id or command.id
    if any(artifact.id == id for artifact in task.artifacts):
        return
    if len(task.artifacts) >= limits.ARTIFACTS:
        d.refuse("limit_reached", f"At most {limits.ARTIFACTS} artifacts a task.")
    payload = {
        "artifactId": id,
        "agentId": task.agent_id,
        "name": p.name,
        "url": p.url,
        "fileId": p.file_id,
        "mimeType": p.mime_type,
        "summary": p.summary,
        "size": p.size,
    }
    d.emit(ev.ArtifactCreated, payload, **d.subject(task))
