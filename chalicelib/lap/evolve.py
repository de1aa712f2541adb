"""evolve(state, event) -> state: the fold of the log. Twin of `web/src/lap/evolve.ts`; vectors pin both.

Each rule returns the projections that it changes. An event at or before a projection's `sequence` changes nothing, so
that a snapshot may be read while the log grows and events may come twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from . import events as ev
from . import limits
from .lifecycle import TERMINAL, InteractionStatus
from .state import (
    Agent,
    Artifact,
    Conversation,
    Entity,
    Interaction,
    LastMessage,
    LateReport,
    Member,
    Ref,
    State,
    Task,
    Workspace,
)  # fmt: skip

E = TypeVar("E", bound=Entity)
Changes = dict[Ref, Entity]
_RULES: dict[type, Callable[[State, Any], Changes]] = {}


def evolve(state: State, event: ev.Event) -> State:
    """`state` with `event` folded in. An event of another workspace is a programming error (ValueError)."""
    if event.workspace_id != state.workspace_id:
        raise ValueError("an event of another workspace")
    rule = _RULES.get(type(event))
    changes = rule(state, event) if rule else {}
    return state.at(max(state.head, event.sequence), changes)


def _on(kind: type) -> Callable[[Callable[[State, Any], Changes]], Callable[[State, Any], Changes]]:
    def register(rule: Callable[[State, Any], Changes]) -> Callable[[State, Any], Changes]:
        _RULES[kind] = rule
        return rule

    return register


def _create(state: State, ref: Ref, entity: Entity) -> Changes:
    return {} if state.get(ref) is not None else {ref: entity}


def _change(state: State, ref: Ref, event: ev.Event, rule: Callable[[E], dict[str, Any]]) -> Changes:
    entity = state.get(ref)
    if entity is None or entity.sequence >= event.sequence:
        return {}
    update = rule(cast("E", entity))
    return {ref: entity.model_copy(update={**update, "sequence": event.sequence})}


# --- workspace and agents ------------------------------------------------------------------------------------------


@_on(ev.WorkspaceCreated)
def _(state: State, event: ev.WorkspaceCreated) -> Changes:
    workspace = Workspace(
        id=event.workspace_id, name=event.payload.name, created_at=event.received_at, sequence=event.sequence
    )
    return _create(state, Ref("workspace", event.workspace_id), workspace)


@_on(ev.MemberAdded)
def _(state: State, event: ev.MemberAdded) -> Changes:
    p = event.payload
    member = Member(user_id=p.user_id, name=p.name, role=p.role)

    def rule(workspace: Workspace) -> dict[str, Any]:
        return {"members": [*(m for m in workspace.members if m.user_id != p.user_id), member]}

    return _change(state, Ref("workspace", event.workspace_id), event, rule)


@_on(ev.AgentPaired)
def _(state: State, event: ev.AgentPaired) -> Changes:
    p = event.payload
    agent = Agent(
        id=p.agent_id, name=p.name, kind=p.kind, runtime=p.runtime, agent_version=p.agent_version,
        grace_seconds=p.grace_seconds, paired_at=event.received_at, sequence=event.sequence,
    )  # fmt: skip
    return _create(state, Ref("agent", p.agent_id), agent)


@_on(ev.AgentConfirmed)
def _(state: State, event: ev.AgentConfirmed) -> Changes:
    def rule(agent: Agent) -> dict[str, Any]:
        status = "online" if agent.connected else "offline"
        return {"name": event.payload.name, "confirmed": True, "status": status}

    return _change(state, Ref("agent", event.payload.agent_id), event, rule)


@_on(ev.AgentRenamed)
def _(state: State, event: ev.AgentRenamed) -> Changes:
    return _change(state, Ref("agent", event.payload.agent_id), event, lambda _: {"name": event.payload.name})


@_on(ev.AgentRevoked)
def _(state: State, event: ev.AgentRevoked) -> Changes:
    def rule(_: Agent) -> dict[str, Any]:
        return {"status": "revoked", "connected": False, "revoked_at": event.received_at}

    return _change(state, Ref("agent", event.payload.agent_id), event, rule)


@_on(ev.AgentConnected)
def _(state: State, event: ev.AgentConnected) -> Changes:
    p = event.payload

    def rule(agent: Agent) -> dict[str, Any]:
        return {
            "connected": True, "connected_at": event.received_at, "last_seen_at": event.received_at,
            "offline_since": None, "status": "online" if agent.confirmed else "pending",
            "agent_version": p.agent_version, "runtime": p.runtime, "capabilities": p.capabilities,
        }  # fmt: skip

    return _change(state, Ref("agent", p.agent_id), event, rule)


@_on(ev.AgentDisconnected)
def _(state: State, event: ev.AgentDisconnected) -> Changes:
    p = event.payload

    def rule(agent: Agent) -> dict[str, Any]:
        status = "offline" if agent.confirmed else "pending"
        return {
            "connected": False, "status": status, "last_seen_at": p.last_seen_at, "offline_since": event.received_at
        }  # fmt: skip

    return _change(state, Ref("agent", p.agent_id), event, rule)


# --- conversations -------------------------------------------------------------------------------------------------


@_on(ev.ConversationCreated)
def _(state: State, event: ev.ConversationCreated) -> Changes:
    conversation = Conversation(
        id=cast("str", event.conversation_id), title=event.payload.title, agent_ids=event.payload.agent_ids,
        created_by=event.actor, created_at=event.received_at, sequence=event.sequence,
    )  # fmt: skip
    return _create(state, Ref("conversation", conversation.id), conversation)


@_on(ev.ConversationRenamed)
def _(state: State, event: ev.ConversationRenamed) -> Changes:
    ref = Ref("conversation", cast("str", event.conversation_id))
    return _change(state, ref, event, lambda _: {"title": event.payload.title})


@_on(ev.MessageCreated)
def _(state: State, event: ev.MessageCreated) -> Changes:
    last = LastMessage(author=event.actor, excerpt=event.payload.content[: limits.EXCERPT], at=event.received_at)
    ref = Ref("conversation", cast("str", event.conversation_id))
    return _change(state, ref, event, lambda _: {"last_message": last})


# --- tasks ---------------------------------------------------------------------------------------------------------


def _task(event: ev.Event) -> Ref:
    return Ref("task", cast("str", event.task_id))


@_on(ev.TaskCreated)
def _(state: State, event: ev.TaskCreated) -> Changes:
    p = event.payload
    parent = state.task(p.parent_task_id) if p.parent_task_id else None
    terminal = p.status in TERMINAL
    task = Task(
        id=cast("str", event.task_id), conversation_id=cast("str", event.conversation_id),
        parent_task_id=p.parent_task_id, depth=parent.depth + 1 if parent else 0, agent_id=p.agent_id,
        title=p.title, description=p.description, created_by=event.actor, created_at=event.received_at,
        status=p.status, accepted_at=None if p.status == "queued" else event.received_at,
        ended_at=event.received_at if terminal else None, reported_at=event.received_at, sequence=event.sequence,
    )  # fmt: skip
    changes = _create(state, _task(event), task)
    if parent:

        def rule(up: Task) -> dict[str, Any]:
            opened = up.open_children if terminal else [*up.open_children, task.id]
            return {"child_count": up.child_count + 1, "open_children": opened}

        changes |= _change(state, Ref("task", parent.id), event, rule)
    return changes


@_on(ev.TaskDelivered)
def _(state: State, event: ev.TaskDelivered) -> Changes:
    return _change(state, _task(event), event, lambda _: {"delivered_at": event.received_at})


@_on(ev.TaskAccepted)
def _(state: State, event: ev.TaskAccepted) -> Changes:
    def rule(_: Task) -> dict[str, Any]:
        return {"status": "running", "accepted_at": event.received_at, "reported_at": event.received_at}

    return _change(state, _task(event), event, rule)


@_on(ev.TaskStatusChanged)
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

    return _change(state, _task(event), event, rule) | _leave_parent(state, event, p.status)


def _leave_parent(state: State, event: ev.Event, status: str | None) -> Changes:
    """A child that ended is no longer open in its parent."""
    task = state.task(cast("str", event.task_id)) if status in TERMINAL else None
    if task is None or task.parent_task_id is None:
        return {}

    def rule(parent: Task) -> dict[str, Any]:
        return {"open_children": [id for id in parent.open_children if id != task.id]}

    return _change(state, Ref("task", task.parent_task_id), event, rule)


@_on(ev.TaskCancelRequested)
def _(state: State, event: ev.TaskCancelRequested) -> Changes:
    def rule(_: Task) -> dict[str, Any]:
        return {
            "cancel_requested_at": event.received_at, "cancel_requested_by": event.actor,
            "cancel_reason": event.payload.reason,
        }  # fmt: skip

    return _change(state, _task(event), event, rule)


@_on(ev.TaskLateReported)
def _(state: State, event: ev.TaskLateReported) -> Changes:
    p = event.payload
    late = LateReport(status=p.status, summary=p.summary, error=p.error, at=p.at)
    return _change(state, _task(event), event, lambda _: {"late_report": late})


@_on(ev.TaskReopened)
def _(state: State, event: ev.TaskReopened) -> Changes:
    p = event.payload

    def rule(task: Task) -> dict[str, Any]:
        return {
            "status": p.status, "ended_at": p.at, "reason": None, "error": p.error, "late_report": None,
            "summary": task.summary if p.summary is None else p.summary,
            "progress": 100 if p.status == "succeeded" else task.progress,
        }  # fmt: skip

    return _change(state, _task(event), event, rule)


@_on(ev.ArtifactCreated)
def _(state: State, event: ev.ArtifactCreated) -> Changes:
    p = event.payload
    artifact = Artifact(
        id=p.artifact_id, name=p.name, url=p.url, mime_type=p.mime_type, summary=p.summary, size=p.size,
        created_at=event.received_at,
    )  # fmt: skip

    def rule(task: Task) -> dict[str, Any]:
        return {"artifacts": [*task.artifacts, artifact]}

    return _change(state, _task(event), event, rule)


# --- interactions --------------------------------------------------------------------------------------------------


@_on(ev.InteractionRequested)
def _(state: State, event: ev.InteractionRequested) -> Changes:
    p = event.payload
    interaction = Interaction(
        id=p.interaction.id, conversation_id=cast("str", event.conversation_id), task_id=event.task_id,
        agent_id=p.agent_id, card=p.interaction, digest=p.digest, requested_at=event.received_at,
        sequence=event.sequence,
    )  # fmt: skip
    changes = _create(state, Ref("interaction", interaction.id), interaction)
    if event.task_id:

        def rule(task: Task) -> dict[str, Any]:
            return {"status": "waiting_for_human", "open_interactions": [*task.open_interactions, interaction.id]}

        changes |= _change(state, _task(event), event, rule)
    return changes


@_on(ev.InteractionUpdated)
def _(state: State, event: ev.InteractionUpdated) -> Changes:
    p = event.payload
    ref = Ref("interaction", p.interaction.id)
    return _change(state, ref, event, lambda _: {"card": p.interaction, "digest": p.digest})


@_on(ev.InteractionAnswered)
def _(state: State, event: ev.InteractionAnswered) -> Changes:
    def rule(_: Interaction) -> dict[str, Any]:
        return {
            "status": "answered", "response": event.payload.response, "answered_by": event.actor,
            "answered_at": event.received_at,
        }  # fmt: skip

    ref = Ref("interaction", event.payload.interaction_id)
    return _change(state, ref, event, rule) | _close(state, event, event.payload.interaction_id)


@_on(ev.InteractionDelivered)
def _(state: State, event: ev.InteractionDelivered) -> Changes:
    def rule(_: Interaction) -> dict[str, Any]:
        return {"status": "delivered", "delivered_at": event.received_at}

    return _change(state, Ref("interaction", event.payload.interaction_id), event, rule)


@_on(ev.InteractionAcknowledged)
def _(state: State, event: ev.InteractionAcknowledged) -> Changes:
    def rule(_: Interaction) -> dict[str, Any]:
        return {"status": "acknowledged", "acknowledged_at": event.received_at}

    return _change(state, Ref("interaction", event.payload.interaction_id), event, rule)


def _ended(status: InteractionStatus) -> Callable[[State, Any], Changes]:
    def on_end(state: State, event: ev.InteractionExpired) -> Changes:
        def rule(_: Interaction) -> dict[str, Any]:
            return {"status": status, "ended_at": event.received_at, "reason": event.payload.reason}

        ref = Ref("interaction", event.payload.interaction_id)
        return _change(state, ref, event, rule) | _close(state, event, event.payload.interaction_id)

    return on_end


_RULES[ev.InteractionExpired] = _ended("expired")
_RULES[ev.InteractionWithdrawn] = _ended("withdrawn")
_RULES[ev.InteractionCancelled] = _ended("cancelled")


def _close(state: State, event: ev.Event, interaction_id: str) -> Changes:
    """A card is open no more; after the last one a waiting task runs again."""
    if event.task_id is None:
        return {}

    def rule(task: Task) -> dict[str, Any]:
        left = [id for id in task.open_interactions if id != interaction_id]
        resumes = not left and task.status == "waiting_for_human"
        return {"open_interactions": left} | ({"status": "running", "resumed_at": event.received_at} if resumes else {})

    return _change(state, _task(event), event, rule)
