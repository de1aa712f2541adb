"""People: sign-in by e-mail code or one-time link, workspaces, members, socket tickets (design.md §5)."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from chalicelib.lap.commands import AddMember, CreateWorkspace
from chalicelib.lap.envelope import SYSTEM, Actor
from chalicelib.lap.events import Role

from . import items
from .connections import Connections
from .failures import refuse
from .mails import code_mail
from .metrics import UNMETERED, Count
from .ports import (
    Clock,
    ConditionFailed,
    Contention,
    Delete,
    Expect,
    Item,
    Key,
    Mail,
    Mailer,
    Metrics,
    Put,
    Table,
    Version,
)  # fmt: skip
from .rates import Rates
from .relay import Rejected, Relay
from .returned import ReturnedMail
from .secrets import Keys, new_code, new_id, new_token
from .times import seconds, stamp
from .tokens import Signed, Tokens
from .traces import trace

_LOG = logging.getLogger("lineup.mail")

CODE_SECONDS = 600
CODE_TRIES = 5
TICKET_SECONDS = 30
LINK_SECONDS = 24 * 3600
_COME_BACK = 1012
_EMAIL = re.compile(r"[^@\s<>\"(),:;\[\]\\]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*")


@dataclass(frozen=True, slots=True)
class Ticket:
    """Whom a socket belongs to."""

    user_id: str
    workspace_id: str
    name: str


class Accounts:
    """Users and what they may enter."""

    def __init__(
        self, table: Table, relay: Relay, tokens: Tokens, keys: Keys, mailer: Mailer, returned: ReturnedMail,
        rates: Rates, connections: Connections, clock: Clock, metrics: Metrics = UNMETERED,
    ) -> None:  # fmt: skip
        self._table = table
        self._connections = connections
        self._relay = relay
        self.tokens = tokens
        self._keys = keys
        self._mailer = mailer
        self._returned = returned
        self._rates = rates
        self._clock = clock
        self._metrics = metrics

    # --- signing in ---

    def send_code(self, email: str, locale: str, address: str) -> bool:
        """Mail a 6-digit code; whether mail reaches people here at all. The answer never tells whether the address is
        known."""
        email = _normal(email)
        name = self._keys.hash("email", email)
        self._rates.take("code", name, 5, 3600)
        self._rates.take("code-from", self._keys.hash("address", address), 30, 3600)
        if self._returned.reason(email):
            raise refuse("mail_returned")
        code = new_code(6, "0123456789")
        data = {"hash": self._keys.hash("code", f"{email}/{code}"), "tries": 0}
        item = Item(items.single("code", name), data, expires_at=seconds(self._clock.now()) + CODE_SECONDS)
        self._table.transact([Put(item, Expect.ANY)])
        self._mail(code_mail(email, code, locale))
        return self._mailer.delivers

    def _mail(self, mail: Mail) -> None:
        """Hand a mail over; `busy` if it was not taken: whoever asks again gets a new code."""
        try:
            self._mailer.send(mail)
        except Exception as error:
            self._metrics.count(Count.MAIL_FAILED)
            _LOG.error("a mail was not sent: %s", trace(error))
            raise refuse("busy", "The mail was not sent: ask for a code again shortly.") from None
        self._metrics.count(Count.MAIL_SENT)

    def verify_code(self, email: str, code: str, locale: str, device: str = "") -> Signed:
        """Sign in, or sign up. Five wrong tries end the code."""
        email = _normal(email)
        key = items.single("code", self._keys.hash("email", email))
        item = self._table.get([key]).get(key)
        if item is None or item.data["tries"] >= CODE_TRIES:
            raise refuse("code_expired")
        right = item.data["hash"] == self._keys.hash("code", f"{email}/{re.sub(r'[^0-9]', '', code)}")
        spent = Item(key, {**item.data, "tries": item.data["tries"] + 1}, expires_at=item.expires_at)
        try:
            self._table.transact([Delete(key, Version(item.version)) if right else Put(spent, Version(item.version))])
        except (ConditionFailed, Contention):
            raise refuse("busy") from None
        if not right:
            raise refuse("code_wrong", triesLeft=CODE_TRIES - item.data["tries"] - 1)
        return self.tokens.start(self._user_for(email, locale), device)

    def create_sign_in_link(self, email: str) -> str:
        """A one-time token that signs `email` in: the embedded runtime prints it at start."""
        token = new_token()
        key = items.single("link", self._keys.hash("link", token))
        expires = seconds(self._clock.now()) + LINK_SECONDS
        self._table.transact([Put(Item(key, {"email": _normal(email)}, expires_at=expires), Expect.ABSENT)])
        return token

    def take_link(self, token: str, locale: str, device: str = "") -> Signed:
        """Use a sign-in link, once."""
        item = self._consume(items.single("link", self._keys.hash("link", token)))
        if item is None:
            raise refuse("link_invalid")
        return self.tokens.start(self._user_for(item.data["email"], locale), device)

    def _consume(self, key: Key) -> Item | None:
        """Take an item exactly once."""
        item = self._table.get([key]).get(key)
        if item is None:
            return None
        try:
            self._table.transact([Delete(key, Version(item.version))])
        except (ConditionFailed, Contention):
            return None
        return item

    def _user_for(self, email: str, locale: str) -> str:
        """The user of an address; made on the first sign-in."""
        key = items.single("email", self._keys.hash("email", email))
        known = self._table.get([key]).get(key)
        if known is not None:
            return str(known.data["userId"])
        user_id = new_id()
        profile = {
            "id": user_id,
            "email": email,
            "displayName": email.partition("@")[0][:80],
            "locale": locale,
            "createdAt": stamp(self._clock.now()),
        }
        try:
            self._table.transact(
                [
                    Put(Item(key, {"userId": user_id}), Expect.ABSENT),
                    Put(Item(items.user(user_id), profile), Expect.ABSENT),
                ]
            )
        except ConditionFailed:
            return self._user_for(email, locale)
        return user_id

    def end_sign_ins(self, user_id: str, session_ids: Iterable[str]) -> None:
        """End sign-ins of one's own. All of the person's sockets are closed to come back: those of an ended sign-in are
        given no ticket."""
        for id in session_ids:
            self.tokens.end_sign_in(user_id, id)
        for workspace in self.workspaces(user_id):
            for connection in self._connections.of_workspace(workspace["id"]):
                if connection.kind == "client" and connection.actor_id == user_id:
                    self._connections.close(connection, _COME_BACK, "a sign-in ended")

    # --- profile and workspaces ---

    def profile(self, user_id: str) -> dict[str, Any]:
        """`{id, email, displayName, locale}`."""
        key = items.user(user_id)
        item = self._table.get([key]).get(key)
        if item is None:
            raise refuse("unauthenticated")
        return {name: item.data[name] for name in ("id", "email", "displayName", "locale")}

    def change_profile(self, user_id: str, changes: dict[str, str]) -> dict[str, Any]:
        """Change display name or locale."""
        key = items.user(user_id)
        item = self._table.get([key])[key]
        try:
            self._table.transact([Put(Item(key, {**item.data, **changes}), Version(item.version))])
        except (ConditionFailed, Contention):
            raise refuse("busy") from None
        if "displayName" in changes and changes["displayName"] != item.data["displayName"]:
            for entry in self.workspaces(user_id):
                self._set_member(SYSTEM, entry["id"], user_id, changes["displayName"], entry["role"])
        return self.profile(user_id)

    def workspaces(self, user_id: str) -> list[dict[str, Any]]:
        """`[{id, name, role}]`, oldest first."""
        found = self._table.query(items.user(user_id).pk, prefix="ws#", limit=200)
        return [dict(item.data) for item in found]

    def create_workspace(self, user_id: str, name: str) -> dict[str, Any]:
        """A new log with this user as its owner."""
        workspace_id = new_id()
        me = self.profile(user_id)
        command = CreateWorkspace.model_validate(
            {
                "id": new_id(),
                "occurredAt": stamp(self._clock.now()),
                "payload": {"name": name, "ownerId": user_id, "ownerName": me["displayName"]},
            }
        )
        actor = Actor(kind="system", id="system", name=me["displayName"])
        outcome = self._relay.submit(workspace_id, actor, [command])[0]
        if isinstance(outcome, Rejected):
            raise outcome.error
        return self._enter(user_id, workspace_id, name, "owner")

    def _enter(self, user_id: str, workspace_id: str, name: str, role: Role) -> dict[str, Any]:
        entry = {"id": workspace_id, "name": name, "role": role}
        self._table.transact([Put(Item(items.membership(user_id, workspace_id), entry), Expect.ANY)])
        return entry

    def add_member(self, by: Actor, workspace_id: str, workspace_name: str, email: str, role: Role) -> dict[str, Any]:
        """Let the user of an address in; who has never signed in gets an account that the first sign-in finds."""
        user_id = self._user_for(_normal(email), "en")
        name = self.profile(user_id)["displayName"]
        self._set_member(by, workspace_id, user_id, name, role)
        self._enter(user_id, workspace_id, workspace_name, role)
        return {"userId": user_id, "name": name, "role": role}

    def _set_member(self, by: Actor, workspace_id: str, user_id: str, name: str, role: Role) -> None:
        command = AddMember.model_validate(
            {
                "id": new_id(),
                "occurredAt": stamp(self._clock.now()),
                "payload": {"userId": user_id, "name": name, "role": role},
            }
        )
        outcome = self._relay.submit(workspace_id, by, [command])[0]
        if isinstance(outcome, Rejected):
            raise outcome.error

    # --- sockets ---

    def create_ticket(self, user_id: str, workspace_id: str) -> str:
        """A one-time ticket for a browser's socket, 30 seconds."""
        token = new_token()
        data = {"userId": user_id, "workspaceId": workspace_id, "name": self.profile(user_id)["displayName"]}
        key = items.single("ticket", self._keys.hash("ticket", token))
        expires = seconds(self._clock.now()) + TICKET_SECONDS
        self._table.transact([Put(Item(key, data, expires_at=expires), Expect.ABSENT)])
        return token

    def take_ticket(self, token: str) -> Ticket | None:
        """Use a ticket, once."""
        item = self._consume(items.single("ticket", self._keys.hash("ticket", token)))
        return Ticket(item.data["userId"], item.data["workspaceId"], item.data["name"]) if item else None


def _normal(email: str) -> str:
    email = email.strip().lower()
    if len(email) > 254 or not _EMAIL.fullmatch(email):
        raise refuse("invalid_request", "That is not an e-mail address.")
    return email
