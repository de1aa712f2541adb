"""Access tokens (JWT, HS256, 15 minutes) and refresh tokens (rotating, one family per sign-in; design.md §5)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

import jwt

from chalicelib.lap.times import parse, plus

from . import items
from .failures import refuse
from .ports import Clock, ConditionFailed, Contention, Delete, Expect, Item, Key, Put, Table, Version
from .secrets import Keys, new_id, new_token
from .times import seconds, stamp

ACCESS_SECONDS = 15 * 60
REFRESH_SECONDS = 60 * 24 * 3600
_GRACE_SECONDS = 30
"""A refresh token that was just rotated may come again from a second tab or a lost answer."""


@dataclass(frozen=True, slots=True)
class Signed:
    """What a sign-in or a refresh gives."""

    user_id: str
    access: str
    refresh: str | None


class Tokens:
    """Makes and checks tokens."""

    def __init__(self, table: Table, keys: Keys, clock: Clock) -> None:
        self._table = table
        self._keys = keys
        self._clock = clock

    def start(self, user_id: str) -> Signed:
        """A new family."""
        return self._rotate(user_id, new_id(), None)

    def refresh(self, token: str) -> Signed:
        """The next of the family. A token used long after its rotation was stolen: the whole family ends."""
        family, _, _ = token.partition(".")
        key = self._family(family)
        item = self._table.get([key]).get(key)
        if item is None:
            raise refuse("unauthenticated")
        name = self._keys.hash("refresh", token)
        if name == item.data["current"]:
            return self._rotate(item.data["userId"], family, item)
        if name == item.data.get("previous") and self._in_grace(item):
            return Signed(item.data["userId"], self.access(item.data["userId"]), None)
        self._table.transact([Delete(key)])
        raise refuse("unauthenticated")

    def _in_grace(self, item: Item) -> bool:
        return stamp(self._clock.now()) < plus(item.data["rotatedAt"], _GRACE_SECONDS)

    def _family(self, family: str) -> Key:
        return items.single("session", self._keys.hash("family", family))

    def _rotate(self, user_id: str, family: str, before: Item | None) -> Signed:
        now = self._clock.now()
        token = f"{family}.{new_token()}"
        data = {
            "userId": user_id,
            "current": self._keys.hash("refresh", token),
            "previous": before.data["current"] if before else "",
            "rotatedAt": stamp(now),
        }
        item = Item(self._family(family), data, expires_at=seconds(now) + REFRESH_SECONDS)
        try:
            self._table.transact([Put(item, Version(before.version) if before else Expect.ABSENT)])
        except (ConditionFailed, Contention):
            return Signed(user_id, self.access(user_id), None)  # a second tab rotated it at this moment
        return Signed(user_id, self.access(user_id), token)

    def end(self, token: str) -> None:
        """Sign out: the family is gone."""
        self._table.transact([Delete(self._family(token.partition(".")[0]))])

    def access(self, user_id: str) -> str:
        """A short bearer token."""
        now = self._clock.now()
        claims = {"sub": user_id, "iat": now, "exp": now + timedelta(seconds=ACCESS_SECONDS), "aud": "lineup"}
        return jwt.encode(claims, self._keys.derive("access"), algorithm="HS256")

    def user_of(self, access: str) -> str:
        """The user of a valid access token; `unauthenticated` otherwise. Time is the injected clock's."""
        try:
            claims = jwt.decode(
                access, self._keys.derive("access"), algorithms=["HS256"], audience="lineup",
                options={"verify_exp": False, "verify_iat": False, "require": ["exp", "sub", "aud"]},
            )  # fmt: skip
        except jwt.PyJWTError:
            raise refuse("unauthenticated") from None
        if int(claims["exp"]) <= seconds(self._clock.now()):
            raise refuse("unauthenticated")
        return str(claims["sub"])


__all__ = ["ACCESS_SECONDS", "REFRESH_SECONDS", "Signed", "Tokens", "parse"]
