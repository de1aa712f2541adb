"""The task and interaction machines (§6.2, design.md §4) as tables: the only place that says which move is legal."""

from __future__ import annotations

from typing import Literal

TaskStatus = Literal["queued", "running", "waiting_for_human", "succeeded", "failed", "cancelled"]
InteractionStatus = Literal["pending", "answered", "delivered", "acknowledged", "expired", "withdrawn", "cancelled"]
AgentStatus = Literal["pending", "online", "offline", "revoked"]

TASK_MOVES: dict[TaskStatus, frozenset[TaskStatus]] = {
    "queued": frozenset({"running", "failed", "cancelled"}),
    "running": frozenset({"waiting_for_human", "succeeded", "failed", "cancelled"}),
    "waiting_for_human": frozenset({"running", "failed", "cancelled"}),
    "succeeded": frozenset(),
    "failed": frozenset(),
    "cancelled": frozenset(),
}

INTERACTION_MOVES: dict[InteractionStatus, frozenset[InteractionStatus]] = {
    "pending": frozenset({"answered", "expired", "withdrawn", "cancelled"}),
    "answered": frozenset({"delivered", "acknowledged"}),
    "delivered": frozenset({"acknowledged"}),
    "acknowledged": frozenset(),
    "expired": frozenset(),
    "withdrawn": frozenset(),
    "cancelled": frozenset(),
}

TERMINAL: frozenset[TaskStatus] = frozenset(status for status, moves in TASK_MOVES.items() if not moves)
"""A terminal task stays terminal, unless a person accepts a late report (`task.reopened`)."""


def may_move(task: TaskStatus, to: TaskStatus) -> bool:
    """Whether the task machine has this edge."""
    return to in TASK_MOVES[task]


def may_resolve(interaction: InteractionStatus, to: InteractionStatus) -> bool:
    """Whether the interaction machine has this edge."""
    return to in INTERACTION_MOVES[interaction]
