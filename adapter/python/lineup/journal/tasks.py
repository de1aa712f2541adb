"""Tasks as the adapter knows them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from .database import Database, Row

State = Literal["accepting", "running", "done", "over"]
_KEPT = 2_000


class TaskRow(NamedTuple):
    """One task. `assigned` is the delivery that brought it; `started`: a handler ran before. `cancel`: the reason given
    with a cancel request (may be empty), None without one. `ending`: the command that reported its outcome."""

    id: str
    conversation_id: str
    assigned: dict[str, Any]
    state: State
    started: bool
    cancel: str | None
    ending: dict[str, Any] | None


class Tasks:
    """The table of tasks."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def add(self, assigned: Mapping[str, Any], state: State) -> bool:
        """Remember a task; False if it is known."""
        sql = "INSERT OR IGNORE INTO tasks (id, conversation_id, assigned, state) VALUES (?, ?, ?, ?)"
        body = json.dumps(assigned, ensure_ascii=False)
        return self._db.run(sql, assigned["taskId"], assigned["conversationId"], body, state) == 1

    def get(self, id: str) -> TaskRow | None:
        """One task."""
        row = self._db.row("SELECT * FROM tasks WHERE id = ?", id)
        return _row(row) if row else None

    def open(self) -> list[TaskRow]:
        """Those that have not ended, oldest first."""
        sql = "SELECT * FROM tasks WHERE state IN ('accepting', 'running') ORDER BY rowid"
        return [_row(row) for row in self._db.rows(sql)]

    def move(self, id: str, to: State) -> None:
        """Another state."""
        self._db.run("UPDATE tasks SET state = ? WHERE id = ?", to, id)

    def keep_ending(self, id: str, command: Mapping[str, Any]) -> None:
        """How it ended, to be said again should the server ask."""
        self._db.run("UPDATE tasks SET ending = ? WHERE id = ?", json.dumps(command, ensure_ascii=False), id)

    def start(self, id: str) -> None:
        """A handler begins."""
        self._db.run("UPDATE tasks SET started = 1 WHERE id = ?", id)

    def cancel(self, id: str, reason: str) -> bool:
        """A cancel was requested; False if it was known or the task has ended."""
        sql = "UPDATE tasks SET cancel = ? WHERE id = ? AND cancel IS NULL AND state IN ('accepting', 'running')"
        return self._db.run(sql, reason, id) == 1

    def step(self, scope: str, key: str) -> str | None:
        """What was noted of a step, or None if it was not done."""
        row = self._db.row("SELECT value FROM steps WHERE scope = ? AND key = ?", scope, key)
        return str(row["value"]) if row else None

    def note_step(self, scope: str, key: str, value: str) -> None:
        """A step was done."""
        self._db.run("INSERT OR REPLACE INTO steps (scope, key, value) VALUES (?, ?, ?)", scope, key, value)

    def forget_steps(self, scope: str) -> None:
        """The scope will not run again."""
        self._db.run("DELETE FROM steps WHERE scope = ?", scope)

    def prune(self) -> None:
        """Forget the oldest tasks that have ended."""
        self._db.run(
            "DELETE FROM tasks WHERE state IN ('done', 'over') AND id NOT IN (SELECT task_id FROM outbox WHERE task_id"
            f" IS NOT NULL) AND rowid < (SELECT coalesce(max(rowid), 0) - {_KEPT} FROM tasks)"
        )


def _row(row: Row) -> TaskRow:
    assigned: dict[str, Any] = json.loads(row["assigned"])
    ending = json.loads(row["ending"]) if row["ending"] else None
    started = bool(row["started"])
    return TaskRow(row["id"], row["conversation_id"], assigned, row["state"], started, row["cancel"], ending)
