"""Interactions, and how they make their task wait and run again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from .. import events as ev
from ..lifecycle import InteractionStatus
from ..state import Interaction, Ref, State, Task
from .base import RULES, Changes, change, create, on
from .tasks import task_of


@on(ev.InteractionRequested)
def _(state: State, event: ev.InteractionRequested) -> Changes:
    p = event.payload
    interaction = Interaction(
        id=p.interaction.id, conversation_id=cast("str", event.conversation_id), task_id=event.task_id,
        agent_id=p.agent_id, card=p.interaction, digest=p.digest, requested_at=event.received_at,
        sequence=event.sequence,
    )  # fmt: skip
    changes = create(state, Ref("interaction", interaction.id), interaction)
    if event.task_id:

        def rule(task: Task) -> dict[str, Any]:
            return {"status": "waiting_for_human", "open_interactions": [*task.open_interactions, interaction.id]}

        changes |= change(state, task_of(event), event, rule)
    return changes


@on(ev.InteractionUpdated)
def _(state: State, event: ev.InteractionUpdated) -> Changes:
    p = event.payload
    ref = Ref("interaction", p.interaction.id)
    return change(state, ref, event, lambda _: {"card": p.interaction, "digest": p.digest})


@on(ev.InteractionAnswered)
def _(state: State, event: ev.InteractionAnswered) -> Changes:
    def rule(_: Interaction) -> dict[str, Any]:
        return {
            "status": "answered", "response": event.payload.response, "answered_by": event.actor,
            "answered_at": event.received_at,
        }  # fmt: skip

    ref = Ref("interaction", event.payload.interaction_id)
    return change(state, ref, event, rule) | _close(state, event, event.payload.interaction_id)


@on(ev.InteractionDelivered)
def _(state: State, event: ev.InteractionDelivered) -> Changes:
    def rule(_: Interaction) -> dict[str, Any]:
        return {"status": "delivered", "delivered_at": event.received_at}

    return change(state, Ref("interaction", event.payload.interaction_id), event, rule)


@on(ev.InteractionAcknowledged)
def _(state: State, event: ev.InteractionAcknowledged) -> Changes:
    def rule(_: Interaction) -> dict[str, Any]:
        return {"status": "acknowledged", "acknowledged_at": event.received_at}

    return change(state, Ref("interaction", event.payload.interaction_id), event, rule)


def _ended(status: InteractionStatus) -> Callable[[State, Any], Changes]:
    def on_end(state: State, event: ev.InteractionExpired) -> Changes:
        def rule(_: Interaction) -> dict[str, Any]:
            return {"status": status, "ended_at": event.received_at, "reason": event.payload.reason}

        ref = Ref("interaction", event.payload.interaction_id)
        return change(state, ref, event, rule) | _close(state, event, event.payload.interaction_id)

    return on_end


RULES[ev.InteractionExpired] = _ended("expired")
RULES[ev.InteractionWithdrawn] = _ended("withdrawn")
RULES[ev.InteractionCancelled] = _ended("cancelled")


def _close(state: State, event: ev.Event, interaction_id: str) -> Changes:
    """A card is open no more; after the last one a waiting task runs again."""
    if event.task_id is None:
        return {}

    def rule(task: Task) -> dict[str, Any]:
        left = [id for id in task.open_interactions if id != interaction_id]
        resumes = not left and task.status == "waiting_for_human"
        return {"open_interactions": left} | ({"status": "running", "resumed_at": event.received_at} if resumes else {})

    return change(state, task_of(event), event, rule)
