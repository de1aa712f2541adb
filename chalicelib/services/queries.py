"""What people and adapters read over HTTP: snapshot, pages of history, an adapter's open work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from chalicelib.lap.events import Event, Role
from chalicelib.lap.state import Agent, Conversation, Entity, Ref, Task, Workspace
from chalicelib.lap.wire import dump, size

from . import items
from .drafts import Drafts
from .failures import refuse
from .log import Log
from .ports import Table
from .presence import Presence

SNAPSHOT_PAGE = 400
PAGE_BYTES = 1536 * 1024
"""Of JSON in UTF-8. A Lambda answers 6 MB at most, in a JSON text within a JSON text where every character beyond ASCII
and every quote is escaped twice: measured 2.3 times as much for Chinese, 3.5 times for emoji."""
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
        fitting = found[: _fitting(item.data for item in found)]
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
        """`{epoch, head, events}` after a sequence; there are more while the last one is below `head`."""
        head = self._log.head(workspace_id)
        if head is None:
            raise refuse("not_found")
        found = [dump(event) for event in self._log.range(workspace_id, after, min(head.sequence, after + limit))]
        return {"epoch": head.epoch, "head": head.sequence, "events": found[: _fitting(found)]}

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

    def agent_snapshot(self, workspace_id: str, agent_id: str, after: str = "") -> dict[str, Any]:
        """One page of what an adapter rebuilds from: its open tasks (with what was attached to them) and cards, read
        after the position; `next` leads to the next page. `head` is where it goes on: the last position that it told,
        since messages are in the log only (what it has already, it knows by id)."""
        head = self._log.head(workspace_id)
        if head is None:
            raise refuse("not_found")
        told = self._presence.position(workspace_id, agent_id)
        listed = self._log.open_of_agent(workspace_id, agent_id)
        attached = self._log.attached(workspace_id, [entity for _, entity in listed if isinstance(entity, Task)])
        opened = {
            items.projection(workspace_id, ref).sk: dump(entity)
            | ({"attachments": attached[ref.id]} if ref.kind == "task" and ref.id in attached else {})
            for ref, entity in listed
        }
        names = sorted(name for name in opened if name > after)
        shown = names[: _fitting(opened[name] for name in names)]
        page = {
            "epoch": head.epoch,
            "head": head.sequence if told is None else min(told, head.sequence),
            "tasks": [opened[name] for name in shown if name.startswith("p#task#")],
            "interactions": [opened[name] for name in shown if name.startswith("p#interaction#")],
        }
        return page | ({"next": shown[-1]} if len(shown) < len(names) else {})


def _fitting(found: Iterable[Mapping[str, Any]]) -> int:
    """How many of the first, at least one, fit into a page."""
    room, count = PAGE_BYTES, 0
    for data in found:
        room -= size(dict(data))
        if room < 0 and count:
            break
        count += 1
    return count


def _page(events: list[Event], limit: int) -> dict[str, Any]:
    found = [dump(event) for event in events]
    fitting = _fitting(found)
    return {"events": found[:fitting], "more": len(found) == limit or fitting < len(found)}


def _with_life(data: dict[str, Any], ref: Ref, seen: dict[str, str]) -> dict[str, Any]:
    """The last contact is fresher in the presence notes than in the log."""
    if ref.kind == "agent" and ref.id in seen and seen[ref.id] > data.get("lastSeenAt", ""):
        return {**data, "lastSeenAt": seen[ref.id]}
    return data
