"""The workspace, its members and its agents."""

from __future__ import annotations

from .. import commands as cm
from .. import events as ev
from .. import limits
from ..effects import CloseConnections, SetTimer
from ..errors import CREDENTIAL
from ..times import plus
from .base import Deciding, rule

_NOWHERE: dict[str, str | None] = {"conversation_id": None, "task_id": None}


@rule(cm.CreateWorkspace)
def create_workspace(d: Deciding, command: cm.CreateWorkspace) -> None:
    """The first two events of a log: the workspace and its owner."""
    if d.state.workspace() is not None:
        d.refuse("id_conflict", "The workspace exists.")
    p = command.payload
    d.emit(ev.WorkspaceCreated, {"name": p.name}, **_NOWHERE)
    d.emit(ev.MemberAdded, {"userId": p.owner_id, "name": p.owner_name, "role": "owner"}, **_NOWHERE)


@rule(cm.AddMember)
def add_member(d: Deciding, command: cm.AddMember) -> None:
    """Owners let people in and change roles; the last owner stays one."""
    d.owner_only()
    p = command.payload
    workspace = d.state.workspace()
    if workspace is None:
        d.refuse("not_found")
    owners = [m.user_id for m in workspace.members if m.role == "owner"]
    if owners == [p.user_id] and p.role != "owner":
        d.refuse("illegal_transition", "A workspace needs an owner.")
    d.emit(ev.MemberAdded, {"userId": p.user_id, "name": p.name, "role": p.role}, **_NOWHERE)


@rule(cm.PairAgent)
def pair_agent(d: Deciding, command: cm.PairAgent) -> None:
    """A new agent, not yet confirmed: it can connect, but neither speak nor be given work."""
    p = command.payload
    if d.state.agent(p.agent_id) is not None:
        d.refuse("id_conflict")
    paired = {
        "agentId": p.agent_id,
        "name": p.name,
        "kind": p.kind,
        "runtime": p.runtime,
        "agentVersion": p.agent_version,
        "graceSeconds": limits.GRACE_SECONDS,
    }
    d.emit(ev.AgentPaired, paired, **_NOWHERE)


@rule(cm.ConfirmAgent)
def confirm_agent(d: Deciding, command: cm.ConfirmAgent) -> None:
    """The person saw what connected, and named it."""
    agent = d.agent(command.payload.agent_id)
    if agent.status == "revoked":
        d.refuse("agent_revoked")
    if agent.confirmed:
        _rename(d, agent.id, agent.name, command.payload.name)
        return
    d.emit(ev.AgentConfirmed, {"agentId": agent.id, "name": command.payload.name}, **_NOWHERE)


@rule(cm.RenameAgent)
def rename_agent(d: Deciding, command: cm.RenameAgent) -> None:
    """Nothing happens if it has the name already."""
    agent = d.agent(command.payload.agent_id)
    _rename(d, agent.id, agent.name, command.payload.name)


def _rename(d: Deciding, agent_id: str, before: str, name: str) -> None:
    if before != name:
        d.emit(ev.AgentRenamed, {"agentId": agent_id, "name": name}, **_NOWHERE)


@rule(cm.RevokeAgent)
def revoke_agent(d: Deciding, command: cm.RevokeAgent) -> None:
    """For good. The timer ends its open tasks and cards, of which this decision knows none."""
    agent = d.agent(command.payload.agent_id)
    d.effect(CloseConnections(agent.id, CREDENTIAL))
    d.effect(SetTimer(d.now, "revoked", agent.id))
    if agent.status != "revoked":
        d.emit(ev.AgentRevoked, {"agentId": agent.id}, **_NOWHERE)


@rule(cm.ConnectAgent)
def connect_agent(d: Deciding, command: cm.ConnectAgent) -> None:
    """An event only if something changed: a flapping line fills no log."""
    p = command.payload
    agent = d.agent(p.agent_id)
    if agent.status == "revoked":
        d.refuse("agent_revoked")
    facts = (p.agent_version, p.runtime, p.capabilities)
    if agent.connected and facts == (agent.agent_version, agent.runtime, agent.capabilities):
        return
    payload = {
        "agentId": agent.id,
        "agentVersion": p.agent_version,
        "runtime": p.runtime,
        "capabilities": p.capabilities,
    }
    d.emit(ev.AgentConnected, payload, **_NOWHERE)


@rule(cm.DisconnectAgent)
def disconnect_agent(d: Deciding, command: cm.DisconnectAgent) -> None:
    """Offline once; a second notice changes nothing."""
    p = command.payload
    agent = d.state.agent(p.agent_id)
    if agent is None or not agent.connected:
        return
    payload = {"agentId": agent.id, "reason": p.reason, "lastSeenAt": p.last_seen_at}
    d.emit(ev.AgentDisconnected, payload, **_NOWHERE)
    d.effect(SetTimer(plus(d.now, agent.grace_seconds), "away", agent.id))
