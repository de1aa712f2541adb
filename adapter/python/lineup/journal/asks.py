"""Questions by stable key, and what became of them. A question is never asked twice."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from ..wire import digest
from .database import Database, Row


class AskRow(NamedTuple):
    """A question that was asked. `state`: open, withdrawn, or closed (its task has ended). `gist`: which outcome counts
    (see `gist_of`), also when the outcome itself is forgotten."""

    interaction_id: str
    task_id: str
    key: str
    card: dict[str, Any]
    digest: str
    state: str
    gist: str | None


class Asks:
    """The tables of questions and outcomes."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def add(self, interaction_id: str, task_id: str, key: str, card: Mapping[str, Any], digest: str) -> None:
        """Remember a question before it is sent."""
        sql = "INSERT INTO asks (interaction_id, task_id, key, card, digest) VALUES (?, ?, ?, ?, ?)"
        self._db.run(sql, interaction_id, task_id, key, json.dumps(card, ensure_ascii=False), digest)

    def get(self, interaction_id: str) -> AskRow | None:
        """One question."""
        row = self._db.row("SELECT * FROM asks WHERE interaction_id = ?", interaction_id)
        return _row(row) if row else None

    def of_task(self, task_id: str) -> list[AskRow]:
        """In the order in which they were asked."""
        return [_row(row) for row in self._db.rows("SELECT * FROM asks WHERE task_id = ? ORDER BY rowid", task_id)]

    def unanswered(self) -> list[AskRow]:
        """Open questions without an outcome."""
        sql = (
            "SELECT * FROM asks WHERE state = 'open' AND interaction_id NOT IN (SELECT interaction_id FROM answers)"
            " ORDER BY rowid"
        )
        return [_row(row) for row in self._db.rows(sql)]

    def withdraw(self, interaction_id: str) -> None:
        """The question is moot."""
        self._db.run("UPDATE asks SET state = 'withdrawn' WHERE interaction_id = ?", interaction_id)

    def outcome(self, interaction_id: str) -> dict[str, Any] | None:
        """What became of a question: the payload of `interaction.resolved`, or `{outcome: 'refused', ...}`."""
        row = self._db.row("SELECT outcome FROM answers WHERE interaction_id = ?", interaction_id)
        if row is None:
            return None
        outcome: dict[str, Any] = json.loads(row["outcome"])
        return outcome

    def record(self, interaction_id: str, outcome: Mapping[str, Any]) -> bool:
        """Keep an outcome; the first one counts. False if nothing changed."""
        ask = self.get(interaction_id)
        if ask is not None and ask.state == "closed":
            return False
        sql = "INSERT OR IGNORE INTO answers (interaction_id, outcome) VALUES (?, ?)"
        if self._db.run(sql, interaction_id, json.dumps(outcome, ensure_ascii=False)) == 0:
            return False
        self._db.run("UPDATE asks SET gist = ? WHERE interaction_id = ?", gist_of(outcome), interaction_id)
        return True

    def close_task(self, task_id: str) -> None:
        """The task has ended: forget what was said, secrets above all; keep that it was asked."""
        said = self._db.run(
            "DELETE FROM answers WHERE interaction_id IN (SELECT interaction_id FROM asks WHERE task_id = ?)", task_id
        )
        if said:
            self._db.scrub()
        self._db.run("UPDATE asks SET state = 'closed', card = '{}' WHERE task_id = ?", task_id)


def _row(row: Row) -> AskRow:
    card: dict[str, Any] = json.loads(row["card"])
    return AskRow(row["interaction_id"], row["task_id"], row["key"], card, row["digest"], row["state"], row["gist"])


def gist_of(outcome: Mapping[str, Any]) -> str:
    """Equal for the same outcome told again, another for every other one. A secret answer is known by its time."""
    response = outcome.get("response") or {}
    said = outcome.get("resolvedAt") if response.get("secret") else response
    return digest([outcome.get("outcome"), outcome.get("digest"), said])
