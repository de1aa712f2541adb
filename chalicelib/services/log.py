"""Reading the log: the head, ranges, and a conversation's or a task's own events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from chalicelib.lap.events import Event, load_event
from chalicelib.lap.state import Entity, Ref, Task

from . import items
from .ports import Item, Key, Table
from .secrets import new_id

PAGE = 200
MAX_KEYS = 100
"""Of one read (`Table.get`)."""
TOO_FAR = 5_000
"""More missed events than this are not replayed: the snapshot is shorter."""


@dataclass(frozen=True, slots=True)
class Head:
    """The position of a workspace's log."""

    epoch: str
    sequence: int
    floor: int


class Hole(Exception):
    """A sequence is missing in a range that was committed. Never skip it: stop and try again."""


def with_new_epoch(head: Item) -> Item:
    """The same position in a new epoch: no cursor of before continues here, each client takes its snapshot. For a log
    that was set back (a restored backup) or that now lives twice (a copy)."""
    return replace(head, data={**head.data, "epoch": new_id()})


class Log:
    """Consistent reads of one table's logs."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def head(self, workspace_id: str) -> Head | None:
        """The position, or None if there is no such workspace."""
        key = items.head(workspace_id)
        item = self._table.get([key]).get(key)
        if item is None:
            return None
        return Head(item.data["epoch"], int(item.data["sequence"]), int(item.data["floor"]))

    def range(self, workspace_id: str, after: int, upto: int) -> Iterator[Event]:
        """Events of `(after, upto]` in order. Raises `Hole`."""
        while after < upto:
            found = self._table.query(
                items.log(workspace_id), after=items.position(after), before=items.position(upto + 1), limit=PAGE
            )
            if not found:
                raise Hole(f"{workspace_id}: nothing after {after} up to {upto}")
            for item in found:
                event = load_event(dict(item.data))
                if event.sequence != after + 1:
                    raise Hole(f"{workspace_id}: {event.sequence} after {after}")
                after = event.sequence
                yield event

    def of_conversation(self, workspace_id: str, id: str, before: int | None, limit: int) -> list[Event]:
        """The conversation's events before a sequence, newest first."""
        return self._indexed(workspace_id, "lsi1", id, before, limit)

    def of_task(self, workspace_id: str, id: str, before: int | None, limit: int) -> list[Event]:
        """The events of a root task and of all its steps before a sequence, newest first."""
        return self._indexed(workspace_id, "lsi2", id, before, limit)

    def of_step(self, workspace_id: str, root: str, id: str, before: int | None, limit: int) -> list[Event]:
        """The events of one step, found among its root's."""
        found: list[Event] = []
        while len(found) < limit:
            page = self.of_task(workspace_id, root, before, PAGE)
            found += [event for event in page if event.task_id == id]
            if len(page) < PAGE:
                break
            before = page[-1].sequence
        return found[:limit]

    def _indexed(self, workspace_id: str, index: str, id: str, before: int | None, limit: int) -> list[Event]:
        found = self._table.query(
            items.log(workspace_id),
            prefix=f"{id}#",
            before=f"{id}#{items.position(before)}" if before is not None else None,
            limit=limit,
            reverse=True,
            index=index,
        )
        return [load_event(dict(item.data)) for item in found]

    def attached(self, workspace_id: str, tasks: Sequence[Task]) -> dict[str, list[Any]]:
        """What was attached to these tasks when they were created, as JSON, by their ids: their projections have it
        not."""
        at = {Key(items.log(workspace_id), items.position(task.created_sequence)): task.id for task in tasks}
        keys, found = list(at), dict[str, list[Any]]()
        for start in range(0, len(keys), MAX_KEYS):
            for key, item in self._table.get(keys[start : start + MAX_KEYS]).items():
                if attachments := item.data["payload"].get("attachments"):
                    found[at[key]] = attachments
        return found

    def open_of_agent(self, workspace_id: str, agent_id: str) -> list[tuple[Ref, Entity]]:
        """An agent's root tasks that have not ended, and its cards that are open or whose answer it has not
        acknowledged."""
        found: list[tuple[Ref, Entity]] = []
        for prefix in (items.open_tasks(agent_id), items.open_cards(agent_id)):
            found += self._all(items.head(workspace_id).pk, prefix)
        return found

    def _all(self, pk: str, prefix: str) -> list[tuple[Ref, Entity]]:
        found: list[tuple[Ref, Entity]] = []
        after: str | None = None
        while page := self._table.query(pk, prefix=prefix, after=after, limit=PAGE, index="lsi1"):
            found += [items.entity_of(item) for item in page]
            after = page[-1].indexes["lsi1"]
        return found
