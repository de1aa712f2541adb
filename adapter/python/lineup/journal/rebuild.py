"""After a snapshot: what the server holds and what the journal holds are brought together (design.md §3).

The journal may be ahead: a restored backup sets the server back, and what has ended or was decided since is told again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..wire import derived_id, envelope, present
from . import notices as n
from .intake import accept, begin, end, resolved

if TYPE_CHECKING:
    from .asks import AskRow
    from .journal import Journal
    from .tasks import TaskRow

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
    known = journal.tasks.get(id)
    if known is not None and known.state in ("done", "over"):
        _end_again(journal, known)
        return []
    if known is None:
        assigned = _assigned(task)
        if task.get("status") == "queued":
            accept(journal, assigned)
        elif journal.tasks.add(assigned, "running"):
            journal.tasks.start(id)  # it ran before, here or where the journal was lost
            found.append(n.TaskReady(id))
    elif task.get("status") == "queued":
        begin(journal, known.assigned)
    if task.get("cancelRequestedAt") and journal.tasks.cancel(id, str(task.get("cancelReason") or "")):
        found.append(n.TaskCancelRequested(id))
    return found


def _end_again(journal: Journal, task: TaskRow) -> None:
    """The server has the task as open, and it is not: its outcome goes once more, under the id that it had."""
    if task.ending is not None:
        journal.outbox.add(task.ending)
        return
    error = "It had ended before the server's data was set back to an earlier time; how, is not known any more."
    command = envelope(
        "task.status_changed", journal.now(), {"status": "failed", "error": error},
        id=derived_id(task.id, "ended"), workspace_id=journal.workspace_id,
        conversation_id=task.conversation_id, task_id=task.id,
    )  # fmt: skip
    journal.tasks.keep_ending(task.id, command)
    journal.outbox.add(command)


def _assigned(task: Projection) -> dict[str, Any]:
    fields = ("conversationId", "title", "description", "createdBy", "attachments")
    return present({"taskId": task["id"], "conversationTitle": "", **{name: task.get(name) for name in fields}})


def _interaction(journal: Journal, interaction: Projection) -> list[n.Notice]:
    if interaction.get("status") == "pending":
        _settle(journal, interaction)
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


def _settle(journal: Journal, interaction: Projection) -> None:
    """A question that was settled here is open there: take it back, so that nobody decides it a second time. One of a
    task that has ended goes with its task."""
    id = str(interaction["id"])
    ask = journal.asks.get(id)
    if ask is None or ask.state == "closed" or (ask.state == "open" and journal.asks.outcome(id) is None):
        return
    if journal.outbox.holds(id, "interaction.withdrawn"):
        return
    reason = "Settled before the server's data was set back to an earlier time."
    command = envelope(
        "interaction.withdrawn", journal.now(), {"interactionId": id, "reason": reason},
        workspace_id=journal.workspace_id, conversation_id=interaction.get("conversationId"),
        task_id=interaction.get("taskId"),
    )  # fmt: skip
    journal.outbox.add(command, id)


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
