"""Access tokens (JWT, HS256, 15 minutes) and refresh tokens (rotating, one family per sign-in; design.md §5)."""

from __future__ import annotations

import hmac
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from chalicelib.lap.times import parse, plus

from . import items
from .failures import refuse
from .ports import Clock, ConditionFailed, Contention, Delete, Expect, Item, Key, Put, Table, Version
from .secrets import Keys, new_id
from .times import seconds, stamp

ACCESS_SECONDS = 15 * 60
REFRESH_SECONDS = 60 * 24 * 3600
_GRACE_SECONDS = 30
"""A refresh token that was just rotated may come again, from a second tab or since the answer was lost."""


@dataclass(frozen=True, slots=True)
class Signed:
    """What a sign-in or a refresh gives."""

    user_id: str
    access: str
    refresh: str


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
        user_id, turn = str(item.data["userId"]), int(item.data["turn"])
        if _same(token, self._token(family, turn)):
            return self._rotate(user_id, family, item)
        if _same(token, self._token(family, turn - 1)) and self._in_grace(item):
            return Signed(user_id, self.access(user_id), self._token(family, turn))
        self._table.transact([Delete(key)])
        raise refuse("unauthenticated")

    def _in_grace(self, item: Item) -> bool:
        return stamp(self._clock.now()) < plus(item.data["rotatedAt"], _GRACE_SECONDS)

    def _family(self, family: str) -> Key:
        return items.single("session", self._keys.hash("family", family))

    def _token(self, family: str, turn: int) -> str:
        """The family's token of one turn. It follows from the installation's key, so that nothing of it is stored and
        whoever lost the answer to a rotation is given the same one again."""
        return f"{family}.{self._keys.hash('refresh', f'{family}/{turn}')}"

    def _rotate(self, user_id: str, family: str, before: Item | None) -> Signed:
        now = self._clock.now()
        turn = int(before.data["turn"]) + 1 if before else 1
        item = Item(
            self._family(family),
            {"userId": user_id, "turn": turn, "rotatedAt": stamp(now)},
            expires_at=seconds(now) + REFRESH_SECONDS,
        )
        with suppress(ConditionFailed, Contention):  # a second tab rotated it at this moment, to the same token
            self._table.transact([Put(item, Version(before.version) if before else Expect.ABSENT)])
        return Signed(user_id, self.access(user_id), self._token(family, turn))

    def end(self, token: str) -> None:
        """Sign out: the family is gone."""
        self._table.transact([Delete(self._family(token.partition(".")[0]))])

    def access(self, user_id: str) -> str:
        """A short bearer token."""
        import jwt  # on use: it brings all of `cryptography`, and sockets never need it

        now = self._clock.now()
        claims = {"sub": user_id, "iat": now, "exp": now + timedelta(seconds=ACCESS_SECONDS), "aud": "lineup"}
        return jwt.encode(claims, self._keys.derive("access"), algorithm="HS256")

    def user_of(self, access: str) -> str:
        """The user of a valid access token; `unauthenticated` otherwise. Time is the injected clock's."""
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
        return str(claims["sub"])


def _same(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), expected.encode())


__all__ = ["ACCESS_SECONDS", "REFRESH_SECONDS", "Signed", "Tokens", "parse"]
