"""What comes from the server, written down: a delivery and the cursor behind it are one transaction.

Each function gives the notices that follow; a delivery that was seen before changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ..wire import derived_id, envelope, present
from . import notices as n
from .asks import gist_of

if TYPE_CHECKING:
    from .journal import Journal

Delivery = Mapping[str, Any]
Rule = Callable[["Journal", Delivery], list[n.Notice]]


def take_in(journal: Journal, delivery: Delivery) -> list[n.Notice]:
    """One delivery of the feed, inside the caller's transaction."""
    rule = _RULES.get(str(delivery.get("type")))
    if rule is None or not journal.first_time(str(delivery.get("id")), int(delivery["sequence"])):
        return []
    return rule(journal, delivery)


def _assigned(journal: Journal, delivery: Delivery) -> list[n.Notice]:
    payload = delivery["payload"]
    task = present(
        {
            **payload,
            "taskId": payload["taskId"],
            "conversationId": delivery.get("conversationId"),
            "correlationId": delivery.get("correlationId") or delivery["id"],
        }
    )
    accept(journal, task)
    return []


def accept(journal: Journal, task: Mapping[str, Any]) -> None:
    """Take a task that nobody runs: the handler starts when the server says that it may."""
    if journal.tasks.add(task, "accepting"):
        begin(journal, task)


def begin(journal: Journal, task: Mapping[str, Any]) -> None:
    """Tell the server that the task is ours; saying so twice is fine."""
    command = envelope(
        "task.accepted", journal.now(), id=derived_id(task["taskId"], "accept"), workspace_id=journal.workspace_id,
        conversation_id=task["conversationId"], task_id=task["taskId"], correlation_id=task.get("correlationId"),
    )  # fmt: skip
    journal.outbox.add(command)


def _message(journal: Journal, delivery: Delivery) -> list[n.Notice]:
    return [n.MessageArrived(str(delivery["id"]))] if journal.messages.add(delivery) else []


def resolved(journal: Journal, delivery: Delivery) -> list[n.Notice]:
    """An outcome, from the feed or sent again. The answer that counts here is acknowledged, however often it is told;
    another one never is: a person must not read that it was followed."""
    payload = delivery["payload"]
    id = str(payload["interactionId"])
    changed = journal.asks.record(id, payload)
    if payload.get("outcome") == "answered":
        ask = journal.asks.get(id)
        if ask is None or ask.gist == gist_of(payload):
            which = {"interactionId": id, "resolvedAt": payload["resolvedAt"]}
            _reply(journal, delivery, "interaction.acknowledged", which)
        else:  # the server's data was set back, and a card that had been settled was answered anew
            _reply(journal, delivery, "message.create", {"content": _SETTLED})
    return [n.Answered(id)] if changed else []


def _reply(journal: Journal, delivery: Delivery, kind: str, payload: Mapping[str, Any]) -> None:
    """Answer an outcome, under an id and a time that follow from it, too: once, however often we hear it."""
    id, at = str(delivery["payload"]["interactionId"]), str(delivery["payload"]["resolvedAt"])
    command = envelope(
        kind, at, payload, id=derived_id(id, kind, at), workspace_id=journal.workspace_id,
        conversation_id=delivery.get("conversationId"), task_id=delivery.get("taskId"),
    )  # fmt: skip
    journal.outbox.add(command, id)


_SETTLED = (
    "This answer was **not** followed. The server's data was set back to an earlier time; before that, this question"
    " had been settled, and I went on by what was decided then. Ask me to undo it if that is not what you want."
)


def _cancel(journal: Journal, delivery: Delivery) -> list[n.Notice]:
    payload = delivery["payload"]
    id = str(payload["taskId"])
    known = journal.tasks.cancel(id, str(payload.get("reason") or ""))
    return [n.TaskCancelRequested(id)] if known else []


def _ended(journal: Journal, delivery: Delivery) -> list[n.Notice]:
    payload = delivery["payload"]
    return end(journal, str(payload["taskId"]), str(payload.get("reason") or payload.get("status")))


def end(journal: Journal, id: str, reason: str) -> list[n.Notice]:
    """The server ended a task. What waits in the outbox about it still goes: a late report is kept there."""
    task = journal.tasks.get(id)
    if task is None or task.state in ("done", "over"):
        return []
    journal.close_task(id, "over")
    return [n.TaskStopped(id, reason)]


def _updated(journal: Journal, delivery: Delivery) -> list[n.Notice]:
    name = str(delivery["payload"].get("name", ""))
    journal.set_meta("name", name)
    return [n.Renamed(name)]


_RULES: dict[str, Rule] = {
    "task.assigned": _assigned,
    "message.delivered": _message,
    "interaction.resolved": resolved,
    "task.cancel_requested": _cancel,
    "task.ended": _ended,
    "agent.updated": _updated,
}
