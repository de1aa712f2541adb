"""What people said to this agent, until a handler is through with it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .database import Database

_KEPT = 500


class Messages:
    """The table of messages; a body is the delivery as it came. `handled`: 0 new, 1 begun, 2 done."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def add(self, delivery: Mapping[str, Any]) -> bool:
        """Remember a message; False if it is known."""
        sql = "INSERT OR IGNORE INTO messages (id, sequence, task_id, body) VALUES (?, ?, ?, ?)"
        body = json.dumps(delivery, ensure_ascii=False)
        return self._db.run(sql, delivery["id"], delivery["sequence"], delivery.get("taskId"), body) == 1

    def get(self, id: str) -> dict[str, Any] | None:
        """One message."""
        return next(iter(self._bodies("id = ?", id)), None)

    def begin(self, id: str) -> bool:
        """A handler begins; whether one began before (and did not finish)."""
        again = bool(self._db.rows("SELECT 1 FROM messages WHERE id = ? AND handled <> 0", id))
        self._db.run("UPDATE messages SET handled = 1 WHERE id = ?", id)
        return again

    def unhandled(self) -> list[dict[str, Any]]:
        """Those that no handler finished, oldest first."""
        return self._bodies("handled < 2")

    def of_task(self, task_id: str) -> list[dict[str, Any]]:
        """All that were said about a task, oldest first."""
        return self._bodies("task_id = ?", task_id)

    def _bodies(self, where: str, *values: Any) -> list[dict[str, Any]]:
        rows = self._db.rows(f"SELECT body FROM messages WHERE {where} ORDER BY sequence, rowid", *values)
        return [json.loads(row["body"]) for row in rows]

    def handled(self, id: str) -> None:
        """A handler is through with it."""
        self._db.run("UPDATE messages SET handled = 2 WHERE id = ?", id)

    def prune(self) -> None:
        """Forget old ones whose task has ended."""
        self._db.run(
            "DELETE FROM messages WHERE handled = 2 AND (task_id IS NULL OR task_id NOT IN (SELECT id FROM tasks WHERE"
            " state IN ('accepting', 'running'))) AND rowid <"
            f" (SELECT coalesce(max(rowid), 0) - {_KEPT} FROM messages)"
        )
