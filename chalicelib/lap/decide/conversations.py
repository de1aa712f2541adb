"""Conversations and messages."""

from __future__ import annotations

from .. import commands as cm
from .. import events as ev
from ..effects import DropDraft
from ..state import Conversation
from .base import Deciding, rule


@rule(cm.CreateConversation)
def create_conversation(d: Deciding, command: cm.CreateConversation) -> None:
    """A conversation with known, live agents; an agent opens one with itself."""
    id = command.conversation_id or command.id
    if d.state.conversation(id) is not None:
        d.refuse("id_conflict", "A conversation with this id exists.")
    agents = list(dict.fromkeys(command.payload.agent_ids))
    if d.actor.kind == "agent":
        agents = [d.actor.id]
    for agent_id in agents:
        if d.agent(agent_id).status == "revoked":
            d.refuse("agent_revoked")
    d.emit(ev.ConversationCreated, {"title": command.payload.title, "agentIds": agents}, conversation_id=id)


@rule(cm.RenameConversation)
def rename_conversation(d: Deciding, command: cm.RenameConversation) -> None:
    """Nothing happens if it has the title already."""
    if d.conversation(command.conversation_id).title != command.payload.title:
        d.emit(ev.ConversationRenamed, {"title": command.payload.title})


@rule(cm.ArchiveConversation)
def archive_conversation(d: Deciding, command: cm.ArchiveConversation) -> None:
    """Nothing happens if it is so already."""
    archived = command.payload.archived
    if (d.conversation(command.conversation_id).archived_at is not None) != archived:
        d.emit(ev.ConversationArchived, {"archived": archived})


@rule(cm.AcknowledgeMessage)
def acknowledge_message(d: Deciding, command: cm.AcknowledgeMessage) -> None:
    """By an agent of the conversation."""
    if d.actor.id not in d.conversation(command.conversation_id).agent_ids:
        d.refuse("not_found", "This agent is not in that conversation.")
    d.emit(ev.MessageAcknowledged, {"messageId": command.payload.message_id, "agentId": d.actor.id})


@rule(cm.CreateMessage)
def create_message(d: Deciding, command: cm.CreateMessage) -> None:
    """A person's message has one addressee; an agent's has none."""
    p = command.payload
    conversation = d.conversation(command.conversation_id)
    if command.task_id and d.task(command.task_id).conversation_id != conversation.id:
        d.refuse("not_found", "That task is in another conversation.")
    target = addressee(d, conversation, p.target_agent_id) if d.actor.kind == "user" else None
    message_id = p.message_id or command.id
    d.emit(
        ev.MessageCreated,
        {
            "messageId": message_id,
            "content": p.content,
            "targetAgentId": target,
            "blocks": p.blocks,
            "attachments": p.attachments,
        },
    )
    if d.actor.kind == "agent":
        d.effect(DropDraft(message_id))


def addressee(d: Deciding, conversation: Conversation, wanted: str | None) -> str | None:
    """The agent that a person's words go to: the one named, or the conversation's only one."""
    if wanted is None and len(conversation.agent_ids) > 1:
        d.refuse("ambiguous_agent")
    target = wanted or next(iter(conversation.agent_ids), None)
    if target is None:
        return None
    if target not in conversation.agent_ids:
        d.refuse("not_found", "That agent is not in this conversation.")
    agent = d.agent(target)
    if agent.status == "revoked":
        d.refuse("agent_revoked")
    if not agent.confirmed:
        d.refuse("agent_not_confirmed")
    return target
