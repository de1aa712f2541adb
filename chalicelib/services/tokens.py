"""Access tokens (JWT, HS256, 15 minutes) and refresh tokens (rotating, one family per sign-in; design.md §5)."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from chalicelib.lap.times import plus

from . import items
from .failures import refuse
from .ports import Clock, ConditionFailed, Contention, Delete, Expect, Item, Put, Table, Version
from .secrets import Keys, new_id
from .times import seconds, stamp

ACCESS_SECONDS = 15 * 60
REFRESH_SECONDS = 60 * 24 * 3600
_GRACE_SECONDS = 30
_PAGE = 200
_TRIES = 5
"""A refresh token that was just rotated may come again, from a second tab or since the answer was lost."""


@dataclass(frozen=True, slots=True)
class Signed:
    """What a sign-in or a refresh gives."""

    user_id: str
    access: str
    refresh: str


@dataclass(frozen=True, slots=True)
class Bearer:
    """Who shows an access token, and of which sign-in it is (None: one of before sign-ins were told apart)."""

    user_id: str
    session_id: str | None


class Tokens:
    """Makes and checks tokens. A sign-in is a family of refresh tokens; its id is the family's keyed hash."""

    def __init__(self, table: Table, keys: Keys, clock: Clock) -> None:
        self._table = table
        self._keys = keys
        self._clock = clock

    def start(self, user_id: str, device: str = "") -> Signed:
        """A new family. `device`: what the browser says that it is, for the user's list."""
        family = new_id()
        return _retried(lambda: self._rotate(user_id, family, None, device))

    def refresh(self, token: str, device: str = "") -> Signed:
        """The next of the family. A token used long after its rotation was stolen: the whole family ends."""
        return _retried(lambda: self._refresh(token, device))

    def _refresh(self, token: str, device: str) -> Signed:
        family, _, _ = token.partition(".")
        item = self._item(family)
        if item is None:
            raise refuse("unauthenticated")
        user_id, turn = str(item.data["userId"]), int(item.data["turn"])
        if _same(token, self._token(family, turn)):
            return self._rotate(user_id, family, item, device)
        if _same(token, self._token(family, turn - 1)) and self._in_grace(item):
            return Signed(user_id, self.access(user_id, self._id(family)), self._token(family, turn))
        self._forget(user_id, self._id(family))
        raise refuse("unauthenticated")

    def _in_grace(self, item: Item) -> bool:
        return stamp(self._clock.now()) < plus(item.data["rotatedAt"], _GRACE_SECONDS)

    def _id(self, family: str) -> str:
        return self._keys.hash("family", family)

    def _item(self, family: str) -> Item | None:
        key = items.single("session", self._id(family))
        return self._table.get([key]).get(key)

    def _token(self, family: str, turn: int) -> str:
        """The family's token of one turn. It follows from the installation's key, so that nothing of it is stored and
        whoever lost the answer to a rotation is given the same one again."""
        return f"{family}.{self._keys.hash('refresh', f'{family}/{turn}')}"

    def _rotate(self, user_id: str, family: str, before: Item | None, device: str) -> Signed:
        now = self._clock.now()
        id, expires = self._id(family), seconds(now) + REFRESH_SECONDS
        known: Mapping[str, Any] = before.data if before else {}
        data = {
            "userId": user_id, "turn": int(known.get("turn", 0)) + 1, "rotatedAt": stamp(now),
            "createdAt": known.get("createdAt", stamp(now)), "device": device or known.get("device", ""),
        }  # fmt: skip
        shown = {"id": id, "device": data["device"], "createdAt": data["createdAt"], "lastUsedAt": stamp(now)}
        expect = Version(before.version) if before else Expect.ABSENT
        with suppress(ConditionFailed):  # a second tab rotated it at this moment, to the same token
            self._table.transact(
                [
                    Put(Item(items.single("session", id), data, expires_at=expires), expect),
                    Put(Item(items.sign_in(user_id, id), shown, expires_at=expires), Expect.ANY),
                ]
            )
        return Signed(user_id, self.access(user_id, id), self._token(family, data["turn"]))

    # --- the user's sign-ins ---

    def sign_ins(self, user_id: str) -> list[dict[str, Any]]:
        """`[{id, device, createdAt, lastUsedAt}]`, the last used first."""
        found: list[dict[str, Any]] = []
        after: str | None = None
        while page := self._table.query(items.user(user_id).pk, prefix=items.SIGN_INS, after=after, limit=_PAGE):
            found += [dict(item.data) for item in page]
            after = page[-1].key.sk
            if len(page) < _PAGE:
                break
        return sorted(found, key=lambda one: str(one["lastUsedAt"]), reverse=True)

    def end(self, token: str) -> None:
        """Sign out: the family is gone."""
        family = token.partition(".")[0]
        item = self._item(family)
        if item is not None:
            self._forget(str(item.data["userId"]), self._id(family))

    def end_sign_in(self, user_id: str, session_id: str) -> None:
        """End one of the user's own sign-ins; one that is gone is fine. Its access token lives on for at most
        `ACCESS_SECONDS`, for reading only (`is_alive`)."""
        key = items.sign_in(user_id, session_id)
        if self._table.get([key]).get(key) is not None:
            self._forget(user_id, session_id)

    def _forget(self, user_id: str, session_id: str) -> None:
        self._table.transact([Delete(items.single("session", session_id)), Delete(items.sign_in(user_id, session_id))])

    def is_alive(self, bearer: Bearer) -> bool:
        """Whether the sign-in of this token has not ended."""
        if bearer.session_id is None:
            return True
        key = items.single("session", bearer.session_id)
        return self._table.get([key]).get(key) is not None

    # --- access ---

    def access(self, user_id: str, session_id: str | None = None) -> str:
        """A short bearer token."""
        import jwt  # on use: it brings all of `cryptography`, and sockets never need it

        now = self._clock.now()
        claims = {"sub": user_id, "iat": now, "exp": now + timedelta(seconds=ACCESS_SECONDS), "aud": "lineup"}
        if session_id is not None:
            claims["sid"] = session_id
        return jwt.encode(claims, self._keys.derive("access"), algorithm="HS256")

    def bearer_of(self, access: str) -> Bearer:
        """Whose valid access token this is; `unauthenticated` otherwise. Time is the injected clock's."""
        import jwt

        try:
            claims = jwt.decode(
                access, self._keys.derive("access"), algorithms=["HS256"], audience="lineup",
                options={"verify_exp": False, "verify_iat": False, "require": ["exp", "sub", "aud"]},
            )  # fmt: skip
        except jwt.PyJWTError:
            raise refuse("unauthenticated") from None
        if int(claims["exp"]) <= seconds(self._clock.now()):
            raise refuse("unauthenticated")
        return Bearer(str(claims["sub"]), claims.get("sid"))


def _retried(rotate: Callable[[], Signed]) -> Signed:
    """A token that was not stored must not be given out: the next refresh would take it for a stolen one."""
    for _ in range(_TRIES):
        with suppress(Contention):
            return rotate()
    raise refuse("busy")


def _same(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), expected.encode())


__all__ = ["ACCESS_SECONDS", "REFRESH_SECONDS", "Bearer", "Signed", "Tokens"]
