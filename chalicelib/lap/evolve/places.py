"""The workspace, its agents, its conversations."""

from __future__ import annotations

from typing import Any, cast

from .. import events as ev
from .. import limits
from ..state import Agent, Conversation, LastMessage, Member, Ref, State, Workspace
from .base import Changes, change, create, on


@on(ev.WorkspaceCreated)
def _(state: State, event: ev.WorkspaceCreated) -> Changes:
    workspace = Workspace(
        id=event.workspace_id, name=event.payload.name, created_at=event.received_at, sequence=event.sequence
    )
    return create(state, Ref("workspace", event.workspace_id), workspace)


@on(ev.MemberAdded)
def _(state: State, event: ev.MemberAdded) -> Changes:
    p = event.payload
    member = Member(user_id=p.user_id, name=p.name, role=p.role)

    def rule(workspace: Workspace) -> dict[str, Any]:
        return {"members": [*(m for m in workspace.members if m.user_id != p.user_id), member]}

    return change(state, Ref("workspace", event.workspace_id), event, rule)


@on(ev.AgentPaired)
def _(state: State, event: ev.AgentPaired) -> Changes:
    p = event.payload
    agent = Agent(
        id=p.agent_id, name=p.name, kind=p.kind, runtime=p.runtime, agent_version=p.agent_version,
        grace_seconds=p.grace_seconds, paired_at=event.received_at, sequence=event.sequence,
    )  # fmt: skip
    return create(state, Ref("agent", p.agent_id), agent)


@on(ev.AgentConfirmed)
def _(state: State, event: ev.AgentConfirmed) -> Changes:
    def rule(agent: Agent) -> dict[str, Any]:
        status = "online" if agent.connected else "offline"
        return {"name": event.payload.name, "confirmed": True, "status": status}

    return change(state, Ref("agent", event.payload.agent_id), event, rule)


@on(ev.AgentRenamed)
def _(state: State, event: ev.AgentRenamed) -> Changes:
    return change(state, Ref("agent", event.payload.agent_id), event, lambda _: {"name": event.payload.name})


@on(ev.AgentRevoked)
def _(state: State, event: ev.AgentRevoked) -> Changes:
    def rule(_: Agent) -> dict[str, Any]:
        return {"status": "revoked", "connected": False, "revoked_at": event.received_at}

    return change(state, Ref("agent", event.payload.agent_id), event, rule)


@on(ev.AgentConnected)
def _(state: State, event: ev.AgentConnected) -> Changes:
    p = event.payload

    def rule(agent: Agent) -> dict[str, Any]:
        return {
            "connected": True, "connected_at": event.received_at, "last_seen_at": event.received_at,
            "offline_since": None, "status": "online" if agent.confirmed else "pending",
            "agent_version": p.agent_version, "runtime": p.runtime, "capabilities": p.capabilities,
        }  # fmt: skip

    return change(state, Ref("agent", p.agent_id), event, rule)


@on(ev.AgentDisconnected)
def _(state: State, event: ev.AgentDisconnected) -> Changes:
    p = event.payload

    def rule(agent: Agent) -> dict[str, Any]:
        status = "offline" if agent.confirmed else "pending"
        return {
            "connected": False, "status": status, "last_seen_at": p.last_seen_at, "offline_since": event.received_at
        }  # fmt: skip

    return change(state, Ref("agent", p.agent_id), event, rule)


@on(ev.ConversationCreated)
def _(state: State, event: ev.ConversationCreated) -> Changes:
    conversation = Conversation(
        id=cast("str", event.conversation_id), title=event.payload.title, agent_ids=event.payload.agent_ids,
        created_by=event.actor, created_at=event.received_at, sequence=event.sequence,
    )  # fmt: skip
    return create(state, Ref("conversation", conversation.id), conversation)


@on(ev.ConversationRenamed)
def _(state: State, event: ev.ConversationRenamed) -> Changes:
    ref = Ref("conversation", cast("str", event.conversation_id))
    return change(state, ref, event, lambda _: {"title": event.payload.title})


@on(ev.ConversationArchived)
def _(state: State, event: ev.ConversationArchived) -> Changes:
    ref = Ref("conversation", cast("str", event.conversation_id))
    at = event.received_at if event.payload.archived else None
    return change(state, ref, event, lambda _: {"archived_at": at})


@on(ev.MessageCreated)
def _(state: State, event: ev.MessageCreated) -> Changes:
    last = LastMessage(author=event.actor, excerpt=event.payload.content[: limits.EXCERPT], at=event.received_at)
    ref = Ref("conversation", cast("str", event.conversation_id))
    return change(state, ref, event, lambda _: {"last_message": last, "archived_at": None})
