"""What is one person's alone in a workspace: pins, read positions, snoozes, drafts (`lap/mine.py`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from chalicelib.lap import limits
from chalicelib.lap.mine import Change
from chalicelib.lap.wire import dump, size

from . import items
from .connections import Connections
from .failures import refuse
from .frames import Frames
from .ports import Clock, ConditionFailed, Contention, Delete, Expect, Item, Key, Put, Table, Version, Write
from .times import seconds, stamp

MOST = 2_000
_PAGE = 200
_ROOM = 1024 * 1024
_FORGOTTEN_SECONDS = 90 * 24 * 3600
_FORGOTTEN = ("seen", "dismissed", "snooze", "draft")
_TRIES = 5


class Mine:
    """Entries of one user in one workspace. The last writer of an entry wins; of a read position, the furthest."""

    def __init__(self, table: Table, connections: Connections, clock: Clock) -> None:
        self._table = table
        self._connections = connections
        self._clock = clock

    def all(self, workspace_id: str, user_id: str) -> list[dict[str, Any]]:
        """All entries, `{kind, id, value, at}`. Drafts come last, the newest first, as far as one answer has room."""
        found = [dict(item.data) for item in self._items(workspace_id, user_id)]
        drafts = sorted((e for e in found if e["kind"] == "draft"), key=lambda e: e["at"], reverse=True)
        room, kept = _ROOM, [entry for entry in found if entry["kind"] != "draft"]
        for draft in drafts:
            room -= size(draft)
            if room < 0:
                break
            kept.append(draft)
        return kept

    def _items(self, workspace_id: str, user_id: str) -> list[Item]:
        found: list[Item] = []
        after: str | None = None
        while True:
            page = self._table.query(items.mine(workspace_id, user_id), after=after, limit=_PAGE)
            found += page
            if len(page) < _PAGE:
                return found
            after = page[-1].key.sk

    def change(self, workspace_id: str, user_id: str, changes: Sequence[Change]) -> list[dict[str, Any]]:
        """Keep the changes; the entries as they are kept now. Tells the person's open pages. `limit_reached` if there
        would be more than `MOST` entries."""
        for _ in range(_TRIES):
            try:
                kept = self._keep(workspace_id, user_id, {f"{c.kind}#{c.id}": c for c in changes})
            except (ConditionFailed, Contention):
                continue
            self._tell(workspace_id, user_id, kept)
            return kept
        raise refuse("busy")

    def _keep(self, workspace_id: str, user_id: str, changes: Mapping[str, Change]) -> list[dict[str, Any]]:
        pk, now = items.mine(workspace_id, user_id), self._clock.now()
        before = self._table.get([Key(pk, name) for name in changes])
        self._check_room(workspace_id, user_id, sum(c.value is not None for c in changes.values()) - len(before))
        kept: list[dict[str, Any]] = []
        writes: list[Write] = []
        for name, change in changes.items():
            key = Key(pk, name)
            known = before.get(key)
            if known is not None and _is_older(change, known):
                kept.append(dict(known.data))
                continue
            value = None if change.value is None else dump(change.value)
            entry = {"kind": change.kind, "id": change.id, "value": value, "at": stamp(now)}
            expires = seconds(now) + _FORGOTTEN_SECONDS if change.kind in _FORGOTTEN else None
            expect = Version(known.version) if known else Expect.ABSENT
            if value is not None:
                writes.append(Put(Item(key, entry, expires_at=expires), expect))
            elif known is not None:
                writes.append(Delete(key, expect))
            kept.append(entry)
        if writes:
            self._table.transact(writes)
        return kept

    def _check_room(self, workspace_id: str, user_id: str, more: int) -> None:
        if more > 0 and len(self._items(workspace_id, user_id)) + more > MOST:
            raise refuse("limit_reached", f"At most {MOST} pins, marks and drafts a person.")

    def _tell(self, workspace_id: str, user_id: str, entries: list[dict[str, Any]]) -> None:
        """A frame to each open page; what fits into no frame is found with the next reading of all."""
        frames = Frames(stamp(self._clock.now()), workspace_id)
        told = [frames.frame("system.mine", {"entries": [entry]}) for entry in entries]
        told = [frame for frame in told if size(frame) < limits.FRAME_BYTES]
        for connection in self._connections.of_workspace(workspace_id):
            if connection.kind == "client" and connection.actor_id == user_id:
                self._connections.post_together(connection, told)


def _is_older(change: Change, known: Item) -> bool:
    """A read position only grows."""
    if change.kind != "read" or change.value is None:
        return False
    return bool(known.data["value"]["sequence"] >= change.value.sequence)
