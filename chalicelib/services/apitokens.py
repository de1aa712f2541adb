"""Developer tokens: a program acts as a person in one workspace over HTTP, until the token is revoked or expires.

Only a keyed hash is stored. A token never answers high-risk cards, opens no socket and reaches no account.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from chalicelib.lap.times import parse

from . import items
from .failures import refuse
from .ports import Clock, ConditionFailed, Contention, Delete, Expect, Item, Key, Put, Table, Version
from .secrets import Keys, new_id, new_token
from .times import seconds, stamp

PREFIX = "lud_"
MOST = 20
_NOTED_SECONDS = 3600
_SHOWN = ("id", "name", "createdAt", "lastUsedAt", "expiresAt")


@dataclass(frozen=True, slots=True)
class TokenUse:
    """A token that was shown: whose it is, where it is good, what it is called."""

    user_id: str
    workspace_id: str
    name: str


class ApiTokens:
    """Makes, lists, checks and revokes them."""

    def __init__(self, table: Table, keys: Keys, clock: Clock) -> None:
        self._table = table
        self._keys = keys
        self._clock = clock

    def create(self, workspace_id: str, user_id: str, name: str, days: int | None) -> dict[str, Any]:
        """`{token, id}`; the token is shown this once. `limit_reached` beyond `MOST` a person."""
        if len(self._of(workspace_id, user_id)) >= MOST:
            raise refuse("limit_reached", f"At most {MOST} developer tokens: revoke one that is not used.")
        token, id, now = new_token(PREFIX), new_id(), self._clock.now()
        data: dict[str, Any] = {
            "id": id, "userId": user_id, "workspaceId": workspace_id, "name": name, "createdAt": stamp(now),
            "hash": self._keys.hash("token", token),
        }  # fmt: skip
        expires = None
        if days is not None:
            until = now + timedelta(days=days)
            expires, data["expiresAt"] = seconds(until), stamp(until)
        self._table.transact(
            [
                Put(Item(items.single("token", data["hash"]), data, expires_at=expires), Expect.ABSENT),
                Put(Item(Key(items.tokens(workspace_id), id), data, expires_at=expires), Expect.ABSENT),
            ]
        )
        return {"token": token, "id": id}

    def _of(self, workspace_id: str, user_id: str) -> list[Item]:
        found = self._table.query(items.tokens(workspace_id), limit=1_000)
        return [item for item in found if item.data["userId"] == user_id]

    def list(self, workspace_id: str, user_id: str) -> list[dict[str, Any]]:
        """The person's own, the newest first: `{id, name, createdAt, lastUsedAt?, expiresAt?}`."""
        own = (item.data for item in self._of(workspace_id, user_id))
        found = [{name: data[name] for name in _SHOWN if name in data} for data in own]
        return sorted(found, key=lambda one: str(one["createdAt"]), reverse=True)

    def revoke(self, workspace_id: str, user_id: str, token_id: str) -> None:
        """End one of the person's own; `not_found` for any other."""
        key = Key(items.tokens(workspace_id), token_id)
        item = self._table.get([key]).get(key)
        if item is None or item.data["userId"] != user_id:
            raise refuse("not_found")
        self._table.transact([Delete(items.single("token", item.data["hash"])), Delete(key)])

    def use(self, token: str) -> TokenUse:
        """Whose token this is; `unauthenticated` for one that is unknown, expired or revoked. Notes the use, now and
        then."""
        key = items.single("token", self._keys.hash("token", token))
        item = self._table.get([key]).get(key)
        if item is None:
            raise refuse("unauthenticated")
        self._note(item)
        return TokenUse(item.data["userId"], item.data["workspaceId"], item.data["name"])

    def _note(self, item: Item) -> None:
        now = self._clock.now()
        last = item.data.get("lastUsedAt")
        if last is not None and (now - parse(last)).total_seconds() < _NOTED_SECONDS:
            return
        data = {**item.data, "lastUsedAt": stamp(now)}
        shown = Key(items.tokens(item.data["workspaceId"]), item.data["id"])
        row = self._table.get([shown]).get(shown)
        if row is None:
            return
        try:
            self._table.transact(
                [
                    Put(Item(item.key, data, expires_at=item.expires_at), Version(item.version)),
                    Put(Item(shown, data, expires_at=item.expires_at), Version(row.version)),
                ]
            )
        except (ConditionFailed, Contention):
            return  # revoked, or noted by another request at this moment
