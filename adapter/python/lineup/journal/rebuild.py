"""After a snapshot: what the server holds and what the journal holds are brought together (design.md §3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..wire import envelope, present
from . import notices as n
from .intake import accept, end, resolved

if TYPE_CHECKING:
    from .asks import AskRow
    from .journal import Journal

Projection = Mapping[str, Any]


def rebuild(journal: Journal, tasks: Sequence[Projection], interactions: Sequence[Projection]) -> list[n.Notice]:
    """`tasks`: those that are open; `interactions`: open ones, and answered ones that we did not acknowledge."""
    found: list[n.Notice] = []
    for task in tasks:
        found += _task(journal, task)
    here = {str(task["id"]) for task in tasks}
    for known in journal.tasks.open():
        if known.id not in here:
            found += end(journal, known.id, "not open any more")
    for interaction in interactions:
        found += _interaction(journal, interaction)
    pending = {str(i["id"]) for i in interactions if i.get("status") == "pending"}
    for ask in journal.asks.unanswered():
        if ask.interaction_id not in pending:
            ask_again(journal, ask)
    return found


def _task(journal: Journal, task: Projection) -> list[n.Notice]:
    id = str(task["id"])
    found: list[n.Notice] = []
    if journal.tasks.get(id) is None:
        assigned = _assigned(task)
        if task.get("status") == "queued":
            accept(journal, assigned)
        elif journal.tasks.add(assigned, "running"):
            journal.tasks.start(id)  # it ran before, here or where the journal was lost
            found.append(n.TaskReady(id))
    if task.get("cancelRequestedAt") and journal.tasks.cancel(id, str(task.get("cancelReason") or "")):
        found.append(n.TaskCancelRequested(id))
    return found


def _assigned(task: Projection) -> dict[str, Any]:
    fields = ("conversationId", "title", "description", "createdBy")
    return present({"taskId": task["id"], "conversationTitle": "", **{name: task.get(name) for name in fields}})


def _interaction(journal: Journal, interaction: Projection) -> list[n.Notice]:
    if interaction.get("status") not in ("answered", "delivered"):
        return []
    response = interaction.get("response") or {}
    if response.get("secret") and response.get("text") is None:
        return []  # asked again below: the secret comes with the answer to that
    payload = {
        "interactionId": interaction["id"], "outcome": "answered", "digest": interaction.get("digest"),
        "response": response, "answeredBy": interaction.get("answeredBy"), "resolvedAt": interaction.get("answeredAt"),
    }  # fmt: skip
    subject = {"conversationId": interaction.get("conversationId"), "taskId": interaction.get("taskId")}
    return resolved(journal, {**subject, "payload": present(payload)})


def ask_again(journal: Journal, ask: AskRow) -> None:
    """Send a question again: the server opens it, or tells once more what became of it."""
    if journal.outbox.holds(ask.interaction_id, "interaction.requested"):
        return
    task = journal.tasks.get(ask.task_id)
    command = envelope(
        "interaction.requested", journal.now(), {"interaction": ask.card}, workspace_id=journal.workspace_id,
        conversation_id=task.conversation_id if task else None, task_id=ask.task_id,
    )  # fmt: skip
    journal.outbox.add(command, ask.interaction_id)
