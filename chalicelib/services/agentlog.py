"""An agent's connection log: what the diagnostics page shows. No content, no secrets; kept 30 days."""

from __future__ import annotations

from typing import Any, Literal

from . import items
from .ports import Clock, Expect, Item, Key, Put, Table
from .secrets import new_id
from .times import seconds, stamp

Note = Literal["paired", "connected", "disconnected", "silent", "refused", "revoked"]
_KEPT_SECONDS = 30 * 24 * 3600


class AgentLog:
    """Appends and lists notes."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self._table = table
        self._clock = clock

    def note(self, workspace_id: str, agent_id: str, what: Note, detail: str = "", diagnostic: str = "") -> None:
        """Write one line."""
        now = self._clock.now()
        data = {"at": stamp(now), "what": what, "detail": detail, "diagnostic": diagnostic}
        key = Key(items.agent_log(workspace_id, agent_id), new_id())
        item = Item(key, {k: v for k, v in data.items() if v}, expires_at=seconds(now) + _KEPT_SECONDS)
        self._table.transact([Put(item, Expect.ABSENT)])

    def list(self, workspace_id: str, agent_id: str, limit: int = 100) -> list[dict[str, Any]]:
        """The newest lines first."""
        found = self._table.query(items.agent_log(workspace_id, agent_id), limit=limit, reverse=True)
        return [dict(item.data) for item in found]
