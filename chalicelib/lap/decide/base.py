"""The context of one decision."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, NoReturn, TypeVar, cast

from .. import limits
from ..commands import Command, RespondInteraction
from ..effects import Effect
from ..envelope import Actor, Logged
from ..errors import Refused
from ..events import AccessDenied, Event
from ..evolve import evolve
from ..ids import derived_id
from ..state import Agent, Conversation, Interaction, State, Task
from ..times import iso
from ..wire import dump, size

C = TypeVar("C", bound=Command)
Rule = Callable[["Deciding", Any], None]
RULES: dict[type[Command], Rule] = {}


def rule(kind: type[C]) -> Callable[[Callable[[Deciding, C], None]], Callable[[Deciding, C], None]]:
    """Register the rule of a command."""

    def register(function: Callable[[Deciding, C], None]) -> Callable[[Deciding, C], None]:
        RULES[kind] = function
        return function

    return register


class Deciding:
    """One decision under way. `state` moves with each emitted event, so that a rule sees what it has done."""

    def __init__(self, state: State, command: Command, actor: Actor, now: datetime) -> None:
        self.before = self.state = state
        self.command = command
        self.actor = actor
        self.now = iso(now)
        self.events: list[Event] = []
        self.effects: list[Effect] = []
        self.keeps_unknown = True
        """Whether payload fields that this version does not know go into the first event."""

    # --- doing ---

    def emit(self, kind: type[Logged], payload: dict[str, Any], **subject: str | None) -> None:
        """Append an event. `subject` overrides conversation_id or task_id of the command's envelope."""
        command = self.command
        event = kind.model_validate(
            {
                "id": derived_id(self.state.workspace_id, command.id, len(self.events)),
                "type": kind.model_fields["type"].default,
                "workspaceId": self.state.workspace_id,
                "conversationId": subject.get("conversation_id", command.conversation_id),
                "taskId": subject.get("task_id", command.task_id),
                "occurredAt": command.occurred_at,
                "receivedAt": self.now,
                "correlationId": command.correlation_id or command.id,
                "sequence": self.state.head + 1,
                "actor": self.actor,
                "extra": self._extra(),
                "payload": payload,
            }
        )
        if size(dump(event)) > limits.EVENT_BYTES:
            raise Refused("event_too_large")
        self.state = evolve(self.state, cast("Event", event))
        self.events.append(cast("Event", event))

    def _extra(self) -> dict[str, Any] | None:
        if self.events or not self.keeps_unknown:
            return None
        return getattr(self.command, "payload").model_extra or None  # noqa: B009 - every command has its own payload type

    def effect(self, effect: Effect) -> None:
        """Ask for a side effect."""
        self.effects.append(effect)

    def refuse(self, code: str, message: str = "", **details: Any) -> NoReturn:
        """Refuse the command; nothing is appended."""
        raise Refused(code, message, details or None)

    # --- who may ---

    def check_sender(self) -> None:
        """Strangers, viewers and agents that were revoked or not confirmed may do nothing."""
        command = self.command
        if command.workspace_id not in (None, self.state.workspace_id):
            self.refuse("wrong_workspace")
        if self.actor.kind == "user":
            workspace = self.state.workspace()
            role = workspace.role(self.actor.id) if workspace else None
            if role is None:
                self.refuse("not_found", "There is no such workspace for you.")
            if role == "viewer":
                self.refuse("not_allowed", "Viewers can read but not act.", role=role)
        elif self.actor.kind == "agent":
            agent = self.state.agent(self.actor.id)
            if agent is None or agent.status == "revoked":
                self.refuse("agent_revoked")
            if not agent.confirmed:
                self.refuse("agent_not_confirmed")

    def owner_only(self) -> None:
        """Refuse users who are not owners."""
        workspace = self.state.workspace()
        if self.actor.kind == "user" and (workspace is None or workspace.role(self.actor.id) != "owner"):
            self.refuse("not_allowed", "Only an owner may do this.")

    def audit_of(self, refusal: Refused) -> Deciding:
        """A decision that only records the attempt, where the role did not allow it; otherwise an empty one."""
        fresh = Deciding(self.before, self.command, self.actor, datetime.fromisoformat(self.now))
        fresh.keeps_unknown = False
        if refusal.code == "not_allowed" and self.actor.kind == "user":
            answered = self.command.payload.interaction_id if isinstance(self.command, RespondInteraction) else None
            command_type = self.command.type
            fresh.emit(
                AccessDenied,
                {"action": command_type, "reason": refusal.text, "subjectId": answered},
                conversation_id=None,
                task_id=None,
            )
        return fresh

    # --- what there is ---

    def agent(self, id: str) -> Agent:
        """The agent, or `not_found`."""
        return self.state.agent(id) or self.refuse("not_found", "There is no such agent.")

    def conversation(self, id: str | None) -> Conversation:
        """The conversation, or `not_found`; an agent sees only its own."""
        found = self.state.conversation(id) if id else None
        if found is None or (self.actor.kind == "agent" and self.actor.id not in found.agent_ids):
            self.refuse("not_found", "There is no such conversation.")
        return found

    def task(self, id: str | None) -> Task:
        """The task, or `not_found`; an agent sees only its own."""
        found = self.state.task(id) if id else None
        if found is None or (self.actor.kind == "agent" and self.actor.id != found.agent_id):
            self.refuse("not_found", "There is no such task.")
        return found

    def interaction(self, id: str) -> Interaction:
        """The interaction, or `not_found`; an agent sees only its own."""
        found = self.state.interaction(id)
        if found is None or (self.actor.kind == "agent" and self.actor.id != found.agent_id):
            self.refuse("not_found", "There is no such card.")
        return found

    def subject(self, task: Task) -> dict[str, str | None]:
        """The envelope subject of events about `task`."""
        return {"conversation_id": task.conversation_id, "task_id": task.id}
