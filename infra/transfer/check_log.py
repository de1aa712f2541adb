"""One workspace's log: read in order, folded, and compared with what is stored beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from chalicelib.lap.events import Event, load_event
from chalicelib.lap.evolve import evolve
from chalicelib.lap.ids import derived_id
from chalicelib.lap.limits import OPEN_IN_TREE
from chalicelib.lap.state import Entity, Ref, State, Task, Unloaded
from chalicelib.lap.wire import canonical
from chalicelib.services import items
from chalicelib.services.ports import Item, Table

PAGE = 500
#: One command makes a few events, and ends at most all that is open below a task.
MOST_EVENTS = 4 * OPEN_IN_TREE


@dataclass
class Workspace:
    """What is known of a workspace whose log was read."""

    id: str
    epoch: str
    sequence: int
    digest: str = ""
    projections: int = 0
    ids: list[str] = field(default_factory=list)
    covered: bytearray = field(default_factory=bytearray)

    def cover(self, envelope: str, sequence: Any) -> bool:
        """Whether a receipt's last sequence ends a run of events that follow from its envelope; marks them."""
        if not isinstance(sequence, int) or not 1 <= sequence <= len(self.ids):
            return False
        first = derived_id(self.id, envelope, 0)
        for start in range(sequence, max(0, sequence - MOST_EVENTS), -1):
            if self.ids[start - 1] == first:
                run = self.ids[start - 1 : sequence]
                self.covered[start - 1 : sequence] = b"\1" * len(run)
                return run == [derived_id(self.id, envelope, number) for number in range(len(run))]
        return False

    def uncovered(self) -> Iterator[int]:
        """Events that no receipt stands for."""
        return (number for number, done in enumerate(self.covered, 1) if not done)


def read_workspace(table: Table, id: str, head: Item, problems: list[str]) -> Workspace:
    """Read the log and the projections; what is wrong is appended to `problems`."""
    workspace = Workspace(id, str(head.data.get("epoch", "")), int(head.data.get("sequence", 0)))
    if not workspace.epoch:
        problems.append(f"{id}: the head has no epoch")
    folded: dict[Ref, Entity] = {}
    digest = hashlib.sha256()
    for number, item in enumerate(_log(table, id), 1):
        if item.key.sk != items.position(number):
            problems.append(f"{id}: {item.key.sk} stands where event {number} should")
            break
        if number > workspace.sequence:
            problems.append(f"{id}: there are events after the head, {workspace.sequence}")
            break
        _read(workspace, number, item, folded, problems)
        digest.update(canonical(dict(item.data)).encode("utf-8", "surrogatepass") + b"\n")
    if len(workspace.ids) < workspace.sequence:
        problems.append(f"{id}: the head is {workspace.sequence}, the log ends at {len(workspace.ids)}")
    workspace.digest = digest.hexdigest()
    workspace.covered = bytearray(len(workspace.ids))
    _compare(table, workspace, folded, problems)
    return workspace


def _log(table: Table, id: str) -> Iterator[Item]:
    yield from _all(table, items.log(id), None)


def _all(table: Table, pk: str, prefix: str | None) -> Iterator[Item]:
    after: str | None = None
    while page := table.query(pk, prefix=prefix, after=after, limit=PAGE):
        yield from page
        after = page[-1].key.sk


def _read(workspace: Workspace, number: int, item: Item, folded: dict[Ref, Entity], problems: list[str]) -> None:
    try:
        event = load_event(dict(item.data))
        folded |= _fold(workspace.id, folded, event)
    except (ValueError, KeyError):
        problems.append(f"{workspace.id}: event {number} cannot be read")
        workspace.ids.append("")
        return
    workspace.ids.append(event.id)
    if event.sequence != number:
        problems.append(f"{workspace.id}: event {number} says that it is {event.sequence}")
    task = folded.get(Ref("task", event.task_id)) if event.task_id else None
    root = (task.root_task_id or task.id) if isinstance(task, Task) else None
    if item.indexes != items.event_item(event, root).indexes:
        problems.append(f"{workspace.id}: event {number} is listed in the wrong place")


def _fold(id: str, folded: dict[Ref, Entity], event: Event) -> dict[Ref, Entity]:
    """What the event makes of the projections that it touches; only those are handed over, so a long log folds in
    linear time."""
    known: dict[Ref, Entity | None] = {}
    while True:
        try:
            return evolve(State(id, event.sequence - 1, known, complete=False), event).entities()
        except Unloaded as missing:
            known |= {ref: folded.get(ref) for ref in missing.refs}


def _compare(table: Table, workspace: Workspace, folded: dict[Ref, Entity], problems: list[str]) -> None:
    left = dict(folded)
    for item in _all(table, items.head(workspace.id).pk, items.PROJECTIONS):
        workspace.projections += 1
        try:
            ref, entity = items.entity_of(item)
        except (ValueError, KeyError, StopIteration):
            problems.append(f"{workspace.id}: the projection {item.key.sk} cannot be read")
            continue
        expected = left.pop(ref, None)
        if expected is None:
            problems.append(f"{workspace.id}: {ref.kind} {ref.id} is not in the log")
        elif expected != entity or item.indexes != items.entity_item(workspace.id, ref, entity).indexes:
            problems.append(f"{workspace.id}: {ref.kind} {ref.id} is not what the log makes of it")
    problems += [f"{workspace.id}: {ref.kind} {ref.id} is in the log only" for ref in left]
