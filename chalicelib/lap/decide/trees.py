"""A root task and the open steps below it: they wait together and end together."""

from __future__ import annotations

from .. import limits
from ..state import Ref, Task
from .base import Deciding


def root_of(d: Deciding, task: Task) -> Task:
    """The task that a person gave, of which `task` is a step (or itself)."""
    while task.parent_task_id is not None:
        task = d.task(task.parent_task_id)
    return task


def open_tree(d: Deciding, root: Task) -> list[Task]:
    """`root` and its open descendants, level by level."""
    found, level = [root], root.open_children
    while level:
        d.state.need([Ref("task", id) for id in level])
        steps = [d.task(id) for id in level]
        found += steps
        level = [id for step in steps for id in step.open_children]
    return found


def check_room(d: Deciding, task: Task) -> None:
    """Refuse one more step or card where the tree could then no longer end in one transaction."""
    tree = open_tree(d, root_of(d, task))
    if len(tree) - 1 + sum(len(step.open_interactions) for step in tree) >= limits.OPEN_IN_TREE:
        d.refuse("limit_reached", f"At most {limits.OPEN_IN_TREE} open steps and cards below one task.")
