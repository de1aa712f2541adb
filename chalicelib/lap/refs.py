"""Which projections a command's rules will look at, as far as the command tells: the relay reads them in one go.

A wrong guess costs a second read (`Unloaded`), never a wrong decision.
"""

from __future__ import annotations

from . import commands as cm
from .envelope import Actor
from .state import Ref


def refs(workspace_id: str, command: cm.Command, actor: Actor) -> set[Ref]:
    """The projections to load before `decide`."""
    found: set[Ref] = set()
    if actor.kind == "user":
        found.add(Ref("workspace", workspace_id))
    if actor.kind == "agent":
        found.add(Ref("agent", actor.id))
    if command.conversation_id:
        found.add(Ref("conversation", command.conversation_id))
    if command.task_id:
        found.add(Ref("task", command.task_id))
    return found | _payload_refs(workspace_id, command)


def _payload_refs(workspace_id: str, command: cm.Command) -> set[Ref]:
    payload = getattr(command, "payload", None)
    found: set[Ref] = set()
    for field, kind in (
        ("target_agent_id", "agent"),
        ("agent_id", "agent"),
        ("interaction_id", "interaction"),
        ("parent_task_id", "task"),
        ("retry_of", "task"),
    ):
        if id := getattr(payload, field, None):
            found.add(Ref(kind, id))  # type: ignore[arg-type]
    match command:
        case cm.CreateConversation():
            found |= {Ref("agent", id) for id in command.payload.agent_ids}
            found.add(Ref("conversation", command.conversation_id or command.id))
        case cm.CreateTask() | cm.CreateChildTask():
            found.add(Ref("task", command.task_id or command.id))
        case cm.RequestInteraction():
            found.add(Ref("interaction", command.payload.interaction.id))
        case cm.CreateWorkspace() | cm.AddMember():
            found.add(Ref("workspace", workspace_id))
    return found
