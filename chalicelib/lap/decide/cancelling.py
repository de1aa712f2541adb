"""How a task ends without its agent's word: cancel requests, force, timeouts, grace, late reports (§7.4, §11)."""

from __future__ import annotations

from .. import commands as cm
from .. import events as ev
from .. import limits
from ..effects import SetTimer
from ..times import plus
from .base import Deciding, rule
from .tasks import end_task
from .trees import open_tree


@rule(cm.RequestCancel)
def request_cancel(d: Deciding, command: cm.RequestCancel) -> None:
    """A request is not a cancel: only a task that never reached its agent ends at once."""
    task = d.task(command.task_id)
    if task.terminal:
        if task.status == "cancelled":
            return
        d.refuse("illegal_transition", f"The task is {task.status}.", status=task.status)
    if command.payload.force:
        _force(d, command)
        return
    if task.cancel_requested_at is not None:
        return
    d.emit(ev.TaskCancelRequested, {"agentId": task.agent_id, "reason": command.payload.reason}, **d.subject(task))
    if task.status == "queued" and task.delivered_at is None:
        end_task(d, task.id, "cancelled", {"reason": "cancelled_before_start", "at": d.now})
    else:
        d.effect(SetTimer(plus(d.now, limits.CANCEL_TIMEOUT_SECONDS), "cancel", task.id))


def _force(d: Deciding, command: cm.RequestCancel) -> None:
    task = d.task(command.task_id)
    if task.cancel_requested_at is None:
        d.refuse("too_early", "Ask the agent to stop first.")
    allowed = plus(task.cancel_requested_at, limits.FORCE_CANCEL_SECONDS)
    if d.now < allowed:
        d.refuse("too_early", allowedAt=allowed)
    end_task(d, task.id, "cancelled", {"reason": "cancel_forced", "at": d.now})


@rule(cm.ExpireCancel)
def expire_cancel(d: Deciding, command: cm.ExpireCancel) -> None:
    """The agent did not confirm in time."""
    task = d.state.task(command.task_id or "")
    if task is None or task.terminal or task.cancel_requested_at is None:
        return
    due = plus(task.cancel_requested_at, limits.CANCEL_TIMEOUT_SECONDS)
    if d.now < due:
        d.effect(SetTimer(due, "cancel", task.id))
        return
    end_task(d, task.id, "cancelled", {"reason": "cancel_timeout", "at": d.now})


@rule(cm.ExpireGrace)
def expire_grace(d: Deciding, command: cm.ExpireGrace) -> None:
    """A task fails when its agent was away for the grace period while the task waited for the agent, not for a person
    (who may be asked by a step of it). The clock starts anew when a person's answer hands the task back. A revoked
    agent's tasks fail at once."""
    task = d.state.task(command.task_id or "")
    if task is None or task.terminal or task.parent_task_id is not None:
        return
    agent = d.agent(task.agent_id)
    if agent.status == "revoked":
        end_task(d, task.id, "failed", {"reason": "agent_revoked", "at": d.now})
        return
    tree = open_tree(d, task)
    if agent.offline_since is None or task.status != "running" or any(step.open_interactions for step in tree):
        return
    waiting_since = max(agent.offline_since, task.accepted_at or "", *(step.resumed_at or "" for step in tree))
    due = plus(waiting_since, agent.grace_seconds)
    if d.now < due:
        d.effect(SetTimer(due, "grace", task.id))
        return
    end_task(d, task.id, "failed", {"reason": "agent_unreachable", "at": d.now})


@rule(cm.AcceptLateReport)
def accept_late(d: Deciding, command: cm.AcceptLateReport) -> None:
    """The only way out of a terminal state, and only by a person."""
    task = d.task(command.task_id)
    late = task.late_report
    if late is None:
        d.refuse("illegal_transition", "There is no late report.", status=task.status)
    d.emit(
        ev.TaskReopened,
        {
            "agentId": task.agent_id,
            "status": late.status,
            "summary": late.summary,
            "error": late.error,
            "at": late.at,
        },
        **d.subject(task),
    )
