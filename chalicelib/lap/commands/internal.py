"""What the services send: never accepted from a socket."""

from __future__ import annotations

from typing import Literal

from ..ids import Id
from ..text import Line, Title
from ..times import Timestamp
from ..wire import Wire
from .base import AgentFacts, Command, InteractionOnly, Nothing


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
    payload: InteractionOnly


class ExpireGrace(Command):
    """The agent of the envelope's task has been away for its grace period."""

    type: Literal["task.expire_grace"] = "task.expire_grace"
    payload: Nothing = Nothing()


class ExpireCancel(Command):
    """The agent did not confirm a cancel in time."""

    type: Literal["task.expire_cancel"] = "task.expire_cancel"
    payload: Nothing = Nothing()
