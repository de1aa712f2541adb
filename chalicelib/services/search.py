"""Search over a workspace's conversations, tasks and messages: reads what is there, keeps no index.

Titles are found at once. Messages are looked through from the newest, some thousand events a page; a page says how far
it came, and the reader asks on. Nothing is written for it, so that old data is found on every engine (ADR 0012).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from chalicelib.lap.state import Conversation, Ref, Task
from chalicelib.lap.wire import size

from . import items
from .matching import excerpt, matches, words_of
from .ports import Item, Table

Kind = Literal["all", "conversations", "messages", "tasks"]
MOST_HITS = 20
_EVENTS = 2_000
_BYTES = 4 * 1024 * 1024
_PAGE = 400


class Search:
    """Reads one table."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def find(self, workspace_id: str, query: str, kind: Kind, before: int | None) -> dict[str, Any]:
        """`{hits, searchedTo, next?}`: with `before`, messages only. `searchedTo` is the oldest sequence looked at;
        `next`, where it is there, is the `before` of the next page."""
        words = words_of(query)
        if not words:
            return {"hits": [], "searchedTo": 0}
        hits: list[dict[str, Any]] = []
        if before is None:
            hits += self._conversations(workspace_id, words) if kind in ("all", "conversations") else []
            hits += self._tasks(workspace_id, words) if kind in ("all", "tasks") else []
        if kind not in ("all", "messages"):
            return {"hits": hits, "searchedTo": 0}
        found, reached, more = self._messages(workspace_id, words, before)
        page = {"hits": hits + found, "searchedTo": reached}
        return page | ({"next": reached} if more else {})

    # --- titles ---

    def _conversations(self, workspace_id: str, words: list[str]) -> list[dict[str, Any]]:
        found = [
            {"kind": "conversation", "conversationId": one.id, "title": one.title, **_excerpt(one.title, words),
             "at": one.last_message.at if one.last_message else one.created_at}
            for one in self._projections(workspace_id, "conversation")
            if isinstance(one, Conversation) and matches(one.title, words)
        ]  # fmt: skip
        return sorted(found, key=lambda hit: str(hit["at"]), reverse=True)[:MOST_HITS]

    def _tasks(self, workspace_id: str, words: list[str]) -> list[dict[str, Any]]:
        found = [
            {"kind": "task", "conversationId": one.conversation_id, "taskId": one.id, "title": one.title,
             **_excerpt(_said(one) if matches(_said(one), words) else one.title, words), "at": one.created_at}
            for one in self._projections(workspace_id, "task")
            if isinstance(one, Task) and matches(f"{one.title}\n{_said(one)}", words)
        ]  # fmt: skip
        return sorted(found, key=lambda hit: str(hit["at"]), reverse=True)[:MOST_HITS]

    def _projections(self, workspace_id: str, kind: Literal["conversation", "task"]) -> Iterator[object]:
        pk, prefix = items.head(workspace_id).pk, f"{items.PROJECTIONS}{kind}#"
        after: str | None = None
        while page := self._table.query(pk, prefix=prefix, after=after, limit=_PAGE):
            yield from (items.entity_of(item)[1] for item in page)
            after = page[-1].key.sk

    # --- messages ---

    def _messages(
        self, workspace_id: str, words: list[str], before: int | None
    ) -> tuple[list[dict[str, Any]], int, bool]:
        """The hits, the oldest sequence looked at, and whether there is more behind it."""
        found: list[Item] = []
        looked, room, reached = 0, _BYTES, before or 0
        while looked < _EVENTS and room > 0:
            limit = items.position(reached) if reached else None
            page = self._table.query(items.log(workspace_id), before=limit, limit=_PAGE, reverse=True)
            for item in page:
                reached = int(item.key.sk)
                room -= size(dict(item.data))
                if item.data["type"] == "message.created" and matches(item.data["payload"]["content"], words):
                    found.append(item)
                if len(found) == MOST_HITS:
                    return self._told(workspace_id, found, words), reached, reached > 1
            looked += len(page)
            if len(page) < _PAGE:
                return self._told(workspace_id, found, words), reached, False
        return self._told(workspace_id, found, words), reached, reached > 1

    def _told(self, workspace_id: str, found: list[Item], words: list[str]) -> list[dict[str, Any]]:
        titles = self._titles(workspace_id, {str(item.data["conversationId"]) for item in found})
        return [_message(dict(item.data), titles, words) for item in found]

    def _titles(self, workspace_id: str, conversations: set[str]) -> dict[str, str]:
        if not conversations:
            return {}
        keys = [items.projection(workspace_id, Ref("conversation", id)) for id in conversations]
        found = (items.entity_of(item)[1] for item in self._table.get(keys).values())
        return {one.id: one.title for one in found if isinstance(one, Conversation)}


def _said(task: Task) -> str:
    return "\n".join(text for text in (task.description, task.summary, task.error) if text)


def _excerpt(text: str, words: list[str]) -> dict[str, Any]:
    piece = excerpt(text, words)
    return {"excerpt": piece.text, "ranges": [list(span) for span in piece.ranges]}


def _message(event: dict[str, Any], titles: dict[str, str], words: list[str]) -> dict[str, Any]:
    where = str(event["conversationId"])
    hit = {
        "kind": "message", "conversationId": where, "taskId": event.get("taskId"),
        "messageId": event["payload"]["messageId"], "sequence": event["sequence"], "title": titles.get(where, ""),
        **_excerpt(event["payload"]["content"], words), "at": event["receivedAt"], "author": event["actor"],
    }  # fmt: skip
    return {name: value for name, value in hit.items() if value is not None}
