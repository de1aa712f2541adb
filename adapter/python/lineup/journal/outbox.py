"""Commands that are not answered yet, in order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..wire import written
from .database import Database


class Sent(NamedTuple):
    """What the outbox remembers of a command."""

    id: str
    type: str
    task_id: str | None
    interaction_id: str | None


class Outbox:
    """A queue on disk."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def add(
        self, command: Mapping[str, Any], interaction_id: str | None = None, task_id: str | None = None
    ) -> None:  # fmt: skip
        """Append a command. Raises TooLarge. The same id twice is once. `task_id` is the task whose handler says it,
        where that is not the command's own (a step)."""
        self._db.run(
            "INSERT OR IGNORE INTO outbox (id, type, task_id, interaction_id, body) VALUES (?, ?, ?, ?, ?)",
            command["id"], command["type"], task_id or command.get("taskId"), interaction_id, written(command),
        )  # fmt: skip

    def after(self, n: int) -> list[tuple[int, str, str]]:
        """`(n, id, body)` of what came after position `n`."""
        return [(row["n"], row["id"], row["body"]) for row in self._db.rows(
            "SELECT n, id, body FROM outbox WHERE n > ? ORDER BY n", n
        )]  # fmt: skip

    def take(self, id: str) -> Sent | None:
        """Remove an answered command."""
        row = self._db.row("SELECT id, type, task_id, interaction_id FROM outbox WHERE id = ?", id)
        if row is None:
            return None
        self._db.run("DELETE FROM outbox WHERE id = ?", id)
        return Sent(row["id"], row["type"], row["task_id"], row["interaction_id"])

    def count(self, task_id: str | None = None) -> int:
        """How many wait (of one task)."""
        where = "" if task_id is None else " WHERE task_id = ?"
        row = self._db.row(f"SELECT count(*) AS n FROM outbox{where}", *([task_id] if task_id else []))
        return int(row["n"]) if row else 0

    def holds(self, interaction_id: str, type: str) -> bool:
        """Whether a command about this question waits."""
        sql = "SELECT 1 FROM outbox WHERE interaction_id = ? AND type = ?"
        return self._db.row(sql, interaction_id, type) is not None
