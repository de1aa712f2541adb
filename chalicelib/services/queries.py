"""What people and adapters read over HTTP: snapshot, pages of history, an adapter's open work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chalicelib.lap.events import Event, Role
from chalicelib.lap.state import Agent, Conversation, Entity, Ref, Task, Workspace
from chalicelib.lap.wire import dump, size

from . import items
from .drafts import Drafts
from .failures import refuse
from .log import Log
from .ports import Item, Table
from .presence import Presence

SNAPSHOT_PAGE = 400
SNAPSHOT_BYTES = 3 * 1024 * 1024
"""A Lambda answers with at most 6 MB."""
_LISTS = {"agent": "agents", "conversation": "conversations", "task": "tasks", "interaction": "interactions"}


class Queries:
    """Consistent reads."""

    def __init__(self, table: Table, log: Log, presence: Presence, drafts: Drafts) -> None:
        self._table = table
        self._log = log
        self._presence = presence
        self._drafts = drafts

    def entity(self, workspace_id: str, ref: Ref) -> Entity | None:
        """One projection."""
        key = items.projection(workspace_id, ref)
        item = self._table.get([key]).get(key)
        return items.entity_of(item)[1] if item else None

    def agent(self, workspace_id: str, agent_id: str) -> Agent | None:
        """An agent."""
        found = self.entity(workspace_id, Ref("agent", agent_id))
        return found if isinstance(found, Agent) else None

    def workspace(self, workspace_id: str) -> Workspace | None:
        """The workspace."""
        found = self.entity(workspace_id, Ref("workspace", workspace_id))
        return found if isinstance(found, Workspace) else None

    def workspace_name(self, workspace_id: str) -> str:
        """Its name, or empty."""
        workspace = self.workspace(workspace_id)
        return workspace.name if workspace else ""

    def may_speak(self, workspace_id: str, agent_id: str, conversation_id: str | None) -> bool:
        """Whether a confirmed agent is in this conversation."""
        if conversation_id is None:
            return False
        agent, conversation = Ref("agent", agent_id), Ref("conversation", conversation_id)
        keys = [items.projection(workspace_id, ref) for ref in (agent, conversation)]
        found = dict(items.entity_of(item) for item in self._table.get(keys).values())
        who, where = found.get(agent), found.get(conversation)
        return (
            isinstance(who, Agent)
            and who.confirmed
            and who.status != "revoked"
            and isinstance(where, Conversation)
            and agent_id in where.agent_ids
        )

    def role(self, workspace_id: str, user_id: str) -> Role:
        """The user's role; `not_found` for a stranger, who must not learn that the workspace exists."""
        workspace = self.workspace(workspace_id)
        role = workspace.role(user_id) if workspace else None
        if role is None:
            raise refuse("not_found", "There is no such workspace for you.")
        return role

    def snapshot(self, workspace_id: str, after: str | None) -> dict[str, Any]:
        """One page of all projections. The position is read first: each projection says by its own `sequence` which
        later events are in it already, so that applying the log from the first page's `head` gives the truth."""
        head = self._log.head(workspace_id)
        if head is None:
            raise refuse("not_found")
        page: dict[str, Any] = {"epoch": head.epoch, "head": head.sequence}
        page |= {name: [] for name in _LISTS.values()}
        pk = items.head(workspace_id).pk
        found = self._table.query(pk, prefix=items.PROJECTIONS, after=after, limit=SNAPSHOT_PAGE)
        seen = self._presence.lives(workspace_id)
        fitting = _within(found, SNAPSHOT_BYTES)
        for item in fitting:
            ref, entity = items.entity_of(item)
            if ref.kind == "workspace":
                page["workspace"] = dump(entity)
            else:
                page[_LISTS[ref.kind]].append(_with_life(dump(entity), ref, seen))
        if after is None:
            page["drafts"] = self._drafts.of_workspace(workspace_id)
        if len(found) == SNAPSHOT_PAGE or len(fitting) < len(found):
            page["next"] = fitting[-1].key.sk
        return page

    def events(self, workspace_id: str, after: int, limit: int) -> dict[str, Any]:
        """`{epoch, head, events}` after a sequence."""
        head = self._log.head(workspace_id)
        if head is None:
            raise refuse("not_found")
        found = list(self._log.range(workspace_id, after, min(head.sequence, after + limit)))
        return {"epoch": head.epoch, "head": head.sequence, "events": [dump(event) for event in found]}

    def conversation_events(self, workspace_id: str, id: str, before: int | None, limit: int) -> dict[str, Any]:
        """`{events, more}`, newest first."""
        return _page(self._log.of_conversation(workspace_id, id, before, limit), limit)

    def task_events(self, workspace_id: str, id: str, before: int | None, limit: int) -> dict[str, Any]:
        """`{events, more}`, newest first; of a root task with those of its steps."""
        task = self.entity(workspace_id, Ref("task", id))
        root = task.root_task_id if isinstance(task, Task) else None
        if root is not None:
            return _page(self._log.of_step(workspace_id, root, id, before, limit), limit)
        return _page(self._log.of_task(workspace_id, id, before, limit), limit)

    def agent_snapshot(self, workspace_id: str, agent_id: str) -> dict[str, Any]:
        """What an adapter rebuilds from: its open tasks and cards, read after the position. `head` is where it goes on:
        the last position that it told, since messages are in the log only (what it has already, it knows by id)."""
        head = self._log.head(workspace_id)
        if head is None:
            raise refuse("not_found")
        told = self._presence.position(workspace_id, agent_id)
        found = self._log.open_of_agent(workspace_id, agent_id)
        return {
            "epoch": head.epoch,
            "head": head.sequence if told is None else min(told, head.sequence),
            "tasks": [dump(entity) for ref, entity in found if ref.kind == "task"],
            "interactions": [dump(entity) for ref, entity in found if ref.kind == "interaction"],
        }


def _within(found: Sequence[Item], room: int) -> list[Item]:
    """The first items, at least one, that fit into `room` bytes of JSON."""
    fitting: list[Item] = []
    for item in found:
        room -= size(dict(item.data))
        if room < 0 and fitting:
            break
        fitting.append(item)
    return fitting


def _page(events: list[Event], limit: int) -> dict[str, Any]:
    return {"events": [dump(event) for event in events], "more": len(events) == limit}


def _with_life(data: dict[str, Any], ref: Ref, seen: dict[str, str]) -> dict[str, Any]:
    """The last contact is fresher in the presence notes than in the log."""
    if ref.kind == "agent" and ref.id in seen and seen[ref.id] > data.get("lastSeenAt", ""):
        return {**data, "lastSeenAt": seen[ref.id]}
    return data
