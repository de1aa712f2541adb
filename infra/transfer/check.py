"""Is the data as it must be? Every workspace's log gapless and of one piece with its head, receipts and projections."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from chalicelib.services import items
from chalicelib.services.ports import Item
from infra.transfer.check_log import Workspace, read_workspace
from infra.transfer.stores import Store

MOST_PROBLEMS = 200


@dataclass
class Report:
    """What was read, and what is wrong (one sentence each)."""

    items: int = 0
    workspaces: dict[str, Workspace] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    @property
    def events(self) -> int:
        return sum(workspace.sequence for workspace in self.workspaces.values())

    @property
    def digest(self) -> str:
        """One text for all logs, whatever the engine and the order; epochs do not count."""
        each = sorted(f"{id} {workspace.sequence} {workspace.digest}" for id, workspace in self.workspaces.items())
        return "sha256:" + hashlib.sha256("\n".join(each).encode()).hexdigest()

    def text(self) -> str:
        """For a terminal. No contents."""
        lines = [f"{self.items} items, {len(self.workspaces)} workspaces, {self.events} events."]
        lines += [
            f"  {id}: events 1 to {w.sequence}, {w.projections} projections, epoch {w.epoch}"
            for id, w in sorted(self.workspaces.items())
        ]
        lines += [f"Log {self.digest}"]
        if not self.problems:
            return "\n".join([*lines, "All is well: no gap, and every receipt and projection agrees with the log."])
        shown = [f"  {problem}" for problem in self.problems[:MOST_PROBLEMS]]
        if len(self.problems) > MOST_PROBLEMS:
            shown.append(f"  and {len(self.problems) - MOST_PROBLEMS} more")
        return "\n".join([*lines, f"{len(self.problems)} problems:", *shown])


def verify(store: Store) -> Report:
    """Read everything and compare. Of a table that is written meanwhile and gives no moment (DynamoDB), it may complain
    of what is only new."""
    report = Report()
    for item in store.items():
        report.items += 1
        if items.is_head(item.key):
            id = items.workspace_of(item.key.pk)
            report.workspaces[id] = read_workspace(store, id, item, report.problems)
    for item in store.items():
        _place(report, item)
    for id, workspace in report.workspaces.items():
        for sequence in workspace.uncovered():
            report.problems.append(f"{id}: event {sequence} has no receipt")
    return report


def _place(report: Report, item: Item) -> None:
    """Whose item is it, and does a receipt stand for events of the log?"""
    id = items.workspace_in(item.key)
    if id is None:
        return
    workspace = report.workspaces.get(id)
    if workspace is None:
        # Rows of a workspace may outlive nothing: there is no deleting of workspaces.
        report.problems.append(f"{id}: {item.key.pk} {item.key.sk} is of a workspace without a head")
        return
    receipt = items.receipt_of(item.key)
    if receipt is not None and not workspace.cover(receipt[1], item.data.get("sequence")):
        report.problems.append(f"{id}: the receipt of envelope {receipt[1]} fits no events")
