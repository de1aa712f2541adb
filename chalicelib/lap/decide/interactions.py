"""Cards and answers: the part where a mistake costs most. Silence never approves; the first answer wins."""

from __future__ import annotations

from typing import Any

from .. import commands as cm
from .. import events as ev
from .. import limits
from ..answers import BadAnswer, InputResponse, fit, masked
from ..cards import Card, InputCard, digest
from ..effects import DropSecret, KeepSecret, Redeliver, SetTimer
from ..state import Interaction, Ref
from ..times import plus
from ..wire import dump
from .base import Deciding, rule
from .trees import check_room, root_of


@rule(cm.RequestInteraction)
def request_interaction(d: Deciding, command: cm.RequestInteraction) -> None:
    """Open a card. The same id again: the same card, an update while pending, the recorded outcome afterwards."""
    card = command.payload.interaction
    d.state.need(_looked_at(command))
    existing = d.state.interaction(card.id)
    if existing is not None:
        _request_again(d, existing, card)
        return
    conversation_id = command.conversation_id
    if command.task_id:
        task = d.task(command.task_id)
        if task.terminal:
            d.refuse("illegal_transition", f"The task is {task.status}.", status=task.status)
        if len(task.open_interactions) >= limits.OPEN_INTERACTIONS:
            d.refuse("limit_reached", f"At most {limits.OPEN_INTERACTIONS} open cards a task.")
        check_room(d, task)
        if task.status == "queued":
            d.emit(ev.TaskAccepted, {"agentId": task.agent_id}, **d.subject(task))
        conversation_id = task.conversation_id
    else:
        d.conversation(conversation_id)
    _open(d, card, ev.InteractionRequested, conversation_id, command.task_id)


def _looked_at(command: cm.RequestInteraction) -> list[Ref]:
    refs = [Ref("interaction", command.payload.interaction.id)]
    if command.task_id:
        refs.append(Ref("task", command.task_id))
    return refs


def _open(
    d: Deciding, card: Card, kind: type[ev.InteractionRequested | ev.InteractionUpdated],
    conversation_id: str | None, task_id: str | None,
) -> None:  # fmt: skip
    if card.expires_at is not None and card.expires_at <= d.now:
        d.refuse("invalid_request", "expiresAt is in the past.")
    payload = {"agentId": d.actor.id, "interaction": dump(card), "digest": digest(card)}
    d.emit(kind, payload, conversation_id=conversation_id, task_id=task_id)
    if card.expires_at is not None:
        d.effect(SetTimer(card.expires_at, "interaction", card.id))


def _request_again(d: Deciding, existing: Interaction, card: Card) -> None:
    if existing.agent_id != d.actor.id:
        d.refuse("id_conflict", "A card with this id exists.")
    lapsed = existing.card.expires_at is not None and existing.card.expires_at <= d.now
    if existing.status == "pending" and lapsed:
        # Its time was over before this came: an update must not bring back what a person was told is expired.
        d.emit(ev.InteractionExpired, {**_names(existing), "reason": "not_answered"}, **_subject(existing))
    elif existing.status != "pending":
        d.effect(Redeliver(existing.agent_id, existing.id))
    elif digest(card) != existing.digest:
        _open(d, card, ev.InteractionUpdated, existing.conversation_id, existing.task_id)


@rule(cm.RespondInteraction)
def respond(d: Deciding, command: cm.RespondInteraction) -> None:
    """Record an answer to exactly the card that was shown."""
    p = command.payload
    interaction = d.interaction(p.interaction_id)
    card = interaction.card
    if d.actor.token is not None and card.risk == "high":
        d.refuse("not_allowed", "A high-risk card is decided by a person, not with a developer token.")
    if interaction.status == "pending" and d.agent(interaction.agent_id).status == "revoked":
        d.refuse("agent_revoked", "The agent was revoked: nobody would hear the answer.")
    if interaction.status == "pending" and card.expires_at is not None and card.expires_at <= d.now:
        d.refuse("expired", expiresAt=card.expires_at)
    if interaction.status == "pending" and p.digest != interaction.digest:
        d.refuse("digest_mismatch", digest=interaction.digest)
    try:
        response = fit(card, p.response)
    except ValueError as error:
        if interaction.status == "pending":
            # The standard library's own complaint about an address would repeat the answer.
            why = str(error) if isinstance(error, BadAnswer) else "the text is not a valid address"
            d.refuse("invalid_answer", why[:1].upper() + why[1:] + ".")
        _refuse_resolved(d, interaction)
    if interaction.status != "pending":
        if _same_answer(interaction, masked(card, response)):
            return
        _refuse_resolved(d, interaction)
    secret = isinstance(card, InputCard) and bool(card.input.secret)
    d.keeps_unknown = not secret  # a client may have put the secret into a field that this version does not know
    d.emit(
        ev.InteractionAnswered,
        {**_names(interaction), "digest": interaction.digest, "response": dump(masked(card, response))},
        **_subject(interaction),
    )
    if secret and isinstance(response, InputResponse):
        d.effect(KeepSecret(interaction.id, response.text or ""))
    _restart_grace(d, interaction)


def _same_answer(interaction: Interaction, response: Any) -> bool:
    """The same person's decision again (a double click, a second tab). Secrets cannot be compared: never the same."""
    stored = interaction.response
    if stored is None or (isinstance(stored, InputResponse) and stored.secret):
        return False
    return dump(stored) == dump(response)


def _refuse_resolved(d: Deciding, interaction: Interaction) -> None:
    if interaction.status in ("expired", "withdrawn", "cancelled"):
        d.refuse(interaction.status, endedAt=interaction.ended_at, reason=interaction.reason)
    by = interaction.answered_by
    d.refuse(
        "already_resolved",
        by=dump(by) if by else None,
        at=interaction.answered_at,
        response=dump(interaction.response) if interaction.response else None,
    )


def _restart_grace(d: Deciding, interaction: Interaction) -> None:
    """An answer given while the agent is away: the task now waits for the agent."""
    agent = d.state.agent(interaction.agent_id)
    if interaction.task_id and agent is not None and agent.offline_since is not None:
        root = root_of(d, d.task(interaction.task_id))
        d.effect(SetTimer(plus(d.now, agent.grace_seconds), "grace", root.id))


@rule(cm.WithdrawInteraction)
def withdraw(d: Deciding, command: cm.WithdrawInteraction) -> None:
    """The agent takes the question back; too late after an answer."""
    interaction = d.interaction(command.payload.interaction_id)
    if interaction.status == "withdrawn":
        return
    if interaction.status != "pending":
        _refuse_resolved(d, interaction)
    payload = {**_names(interaction), "reason": command.payload.reason}
    d.emit(ev.InteractionWithdrawn, payload, **_subject(interaction))


@rule(cm.AcknowledgeInteraction)
def acknowledge(d: Deciding, command: cm.AcknowledgeInteraction) -> None:
    """The agent has the answer on its disk. After a restored backup that may be another answer than the one here."""
    interaction = d.interaction(command.payload.interaction_id)
    which = command.payload.resolved_at
    if interaction.answered_at is not None and which is not None and which != interaction.answered_at:
        d.refuse("illegal_transition", "The card was answered anew.", status=interaction.status)
    if interaction.status in ("answered", "delivered"):
        d.emit(ev.InteractionAcknowledged, _names(interaction), **_subject(interaction))
        d.effect(DropSecret(interaction.id))
    elif interaction.status == "pending":
        d.refuse("illegal_transition", "The card is still open.", status=interaction.status)


@rule(cm.ExpireInteraction)
def expire(d: Deciding, command: cm.ExpireInteraction) -> None:
    """Nobody answered: its own outcome, never a refusal and never an approval. A revoked agent's cards
    are cancelled, and its secrets dropped: nobody would hear the answer."""
    interaction = d.state.interaction(command.payload.interaction_id)
    if interaction is None:
        return
    if interaction.status != "pending":
        if d.agent(interaction.agent_id).status == "revoked":
            d.effect(DropSecret(interaction.id))
        return
    if d.agent(interaction.agent_id).status == "revoked":
        d.emit(ev.InteractionCancelled, {**_names(interaction), "reason": "agent_revoked"}, **_subject(interaction))
        return
    if interaction.card.expires_at is None:
        return
    if d.now < interaction.card.expires_at:
        d.effect(SetTimer(interaction.card.expires_at, "interaction", interaction.id))
        return
    d.emit(ev.InteractionExpired, {**_names(interaction), "reason": "not_answered"}, **_subject(interaction))
    _restart_grace(d, interaction)


def _names(interaction: Interaction) -> dict[str, Any]:
    return {"interactionId": interaction.id, "agentId": interaction.agent_id, "title": interaction.card.title}


def _subject(interaction: Interaction) -> dict[str, str | None]:
    return {"conversation_id": interaction.conversation_id, "task_id": interaction.task_id}
