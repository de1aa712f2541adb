"""Tasks, their steps and artifacts."""

from __future__ import annotations

from typing import Any, cast

from .. import events as ev
from ..lifecycle import TERMINAL
from ..state import Artifact, LateReport, Ref, State, Task
from .base import Changes, change, create, on


def task_of(event: ev.Event) -> Ref:
    return Ref("task", cast("str", event.task_id))


@on(ev.TaskCreated)
def _(state: State, event: ev.TaskCreated) -> Changes:
    p = event.payload
    parent = state.task(p.parent_task_id) if p.parent_task_id else None
    terminal = p.status in TERMINAL
    task = Task(
        id=cast("str", event.task_id), conversation_id=cast("str", event.conversation_id),
        parent_task_id=p.parent_task_id, root_task_id=(parent.root_task_id or parent.id) if parent else None,
        retry_of=p.retry_of, depth=parent.depth + 1 if parent else 0, agent_id=p.agent_id,
        title=p.title, description=p.description, created_by=event.actor, created_at=event.received_at,
        created_sequence=event.sequence,
        status=p.status, accepted_at=None if p.status == "queued" else event.received_at,
        ended_at=event.received_at if terminal else None, reported_at=event.received_at, sequence=event.sequence,
    )  # fmt: skip
    changes = create(state, task_of(event), task)
    if parent:

        def rule(up: Task) -> dict[str, Any]:
            opened = up.open_children if terminal else [*up.open_children, task.id]
            return {"child_count": up.child_count + 1, "open_children": opened}

        changes |= change(state, Ref("task", parent.id), event, rule)
    return changes


@on(ev.TaskDelivered)
def _(state: State, event: ev.TaskDelivered) -> Changes:
    return change(state, task_of(event), event, lambda _: {"delivered_at": event.received_at})


@on(ev.TaskAccepted)
def _(state: State, event: ev.TaskAccepted) -> Changes:
    def rule(_: Task) -> dict[str, Any]:
        return {"status": "running", "accepted_at": event.received_at, "reported_at": event.received_at}

    return change(state, task_of(event), event, rule)


@on(ev.TaskStatusChanged)
def _(state: State, event: ev.TaskStatusChanged) -> Changes:
    p = event.payload

    def rule(task: Task) -> dict[str, Any]:
        update: dict[str, Any] = {"reported_at": event.received_at}
        for name in ("status", "progress", "summary", "error", "reason"):
            if getattr(p, name) is not None:
                update[name] = getattr(p, name)
        if p.status == "running" and task.accepted_at is None:
            update["accepted_at"] = event.received_at
        if p.status in TERMINAL:
            update["ended_at"] = p.at
        return update

    return change(state, task_of(event), event, rule) | _leave_parent(state, event, p.status)


def _leave_parent(state: State, event: ev.Event, status: str | None) -> Changes:
    """A child that ended is no longer open in its parent."""
    task = state.task(cast("str", event.task_id)) if status in TERMINAL else None
    if task is None or task.parent_task_id is None:
        return {}

    def rule(parent: Task) -> dict[str, Any]:
        return {"open_children": [id for id in parent.open_children if id != task.id]}

    return change(state, Ref("task", task.parent_task_id), event, rule)


@on(ev.TaskCancelRequested)
def _(state: State, event: ev.TaskCancelRequested) -> Changes:
    def rule(_: Task) -> dict[str, Any]:
        return {
            "cancel_requested_at": event.received_at, "cancel_requested_by": event.actor,
            "cancel_reason": event.payload.reason,
        }  # fmt: skip

    return change(state, task_of(event), event, rule)


@on(ev.TaskLateReported)
def _(state: State, event: ev.TaskLateReported) -> Changes:
    p = event.payload
    late = LateReport(status=p.status, summary=p.summary, error=p.error, at=p.at)
    return change(state, task_of(event), event, lambda _: {"late_report": late})


@on(ev.TaskReopened)
def _(state: State, event: ev.TaskReopened) -> Changes:
    p = event.payload

    def rule(task: Task) -> dict[str, Any]:
        return {
            "status": p.status, "ended_at": p.at, "reason": None, "error": p.error, "late_report": None,
            "summary": task.summary if p.summary is None else p.summary,
            "progress": 100 if p.status == "succeeded" else task.progress,
        }  # fmt: skip

    return change(state, task_of(event), event, rule)


@on(ev.ArtifactCreated)
def _(state: State, event: ev.ArtifactCreated) -> Changes:
    p = event.payload
    artifact = Artifact(
        id=p.artifact_id, name=p.name, url=p.url, file_id=p.file_id, mime_type=p.mime_type, summary=p.summary,
        size=p.size, created_at=event.received_at,
    )  # fmt: skip

    def rule(task: Task) -> dict[str, Any]:
        return {"artifacts": [*task.artifacts, artifact]}

    return change(state, task_of(event), event, rule)
