"""Pairing (§7.1): a one-time code, redeemed once for a credential that is stored as a hash and shown once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chalicelib.lap.commands import PairAgent
from chalicelib.lap.envelope import SYSTEM
from chalicelib.lap.state import Agent

from . import items
from .agentlog import AgentLog
from .failures import Refused, refuse
from .ports import Clock, ConditionFailed, Contention, Delete, Expect, Item, Key, Put, Table, Version
from .rates import Rates
from .relay import Rejected, Relay
from .secrets import CROCKFORD, Keys, new_code, new_id, new_token
from .times import seconds, stamp

CODE_SECONDS = 600
_REMEMBERED_SECONDS = 24 * 3600
"""A used or expired code is still told from an unknown one for a day."""
_ALIKE = str.maketrans({"O": "0", "I": "1", "L": "1"})


@dataclass(frozen=True, slots=True)
class Identity:
    """Whom an agent credential names."""

    workspace_id: str
    agent_id: str


def normal_code(code: str) -> str:
    """A typed code: case, dashes and blanks do not matter, O is 0, I and L are 1."""
    return "".join(c for c in code.upper() if c.isalnum()).translate(_ALIKE)


class Pairing:
    """Codes and credentials."""

    def __init__(
        self, table: Table, relay: Relay, keys: Keys, rates: Rates, agent_log: AgentLog, clock: Clock
    ) -> None:  # fmt: skip
        self._table = table
        self._relay = relay
        self._keys = keys
        self._rates = rates
        self._agent_log = agent_log
        self._clock = clock

    def create(self, workspace_id: str, user_id: str, kind: str, name: str | None) -> dict[str, Any]:
        """`{pairingId, code, expiresAt}`; the code is shown once."""
        self._rates.take("pairing", user_id, 30, 3600)
        now = self._clock.now()
        pairing_id, code = new_id(), new_code(8, CROCKFORD)
        until = seconds(now) + CODE_SECONDS
        shared = {"workspaceId": workspace_id, "pairingId": pairing_id, "kind": kind, "name": name, "until": until}
        data = {k: v for k, v in shared.items() if v is not None}
        expires = until + _REMEMBERED_SECONDS
        self._table.transact(
            [
                Put(Item(items.single("pair", self._keys.hash("pair", code)), data, expires_at=expires), Expect.ABSENT),
                Put(Item(items.pairing(workspace_id, pairing_id), data, expires_at=expires), Expect.ABSENT),
            ]
        )
        expires_at = stamp(now.fromtimestamp(until, now.tzinfo))
        return {"pairingId": pairing_id, "code": f"{code[:4]}-{code[4:]}", "expiresAt": expires_at}

    def status(self, workspace_id: str, pairing_id: str, agent: Agent | None) -> str:
        """waiting, expired, redeemed, connected or confirmed."""
        item = self.find(workspace_id, pairing_id)
        if "agentId" not in item.data:
            return "waiting" if seconds(self._clock.now()) < item.data["until"] else "expired"
        if agent is None or (not agent.connected and not agent.confirmed):
            return "redeemed"
        return "confirmed" if agent.confirmed else "connected"

    def find(self, workspace_id: str, pairing_id: str) -> Item:
        """The pairing as its workspace follows it."""
        key = items.pairing(workspace_id, pairing_id)
        item = self._table.get([key]).get(key)
        if item is None:
            raise refuse("not_found", "There is no such pairing.")
        return item

    def redeem(self, code: str, address: str, facts: dict[str, str]) -> dict[str, Any]:
        """Exchange a code for a credential, once. Attempts are limited per address and in all."""
        self._rates.take("redeem", self._keys.hash("address", address), 10, 600)
        self._rates.take("redeem", "all", 1000, 600)
        key = items.single("pair", self._keys.hash("pair", normal_code(code)))
        item = self._table.get([key]).get(key)
        if item is None:
            raise refuse("pairing_unknown")
        if "agentId" in item.data:
            raise refuse("pairing_used")
        if seconds(self._clock.now()) >= item.data["until"]:
            raise refuse("pairing_expired")
        return self._issue(item, facts)

    def _issue(self, pairing: Item, facts: dict[str, str]) -> dict[str, Any]:
        agent_id, credential = new_id(), new_token("lua_")
        workspace_id = pairing.data["workspaceId"]
        used = {**pairing.data, "agentId": agent_id}
        followed = self.find(workspace_id, pairing.data["pairingId"])
        identity = {"workspaceId": workspace_id, "agentId": agent_id, "createdAt": stamp(self._clock.now())}
        hashed = items.single("cred", self._keys.hash("credential", credential))
        try:
            self._table.transact(
                [
                    Put(Item(pairing.key, used, expires_at=pairing.expires_at), Version(pairing.version)),
                    Put(Item(followed.key, used, expires_at=followed.expires_at), Version(followed.version)),
                    Put(Item(hashed, identity), Expect.ABSENT),
                ]
            )
        except ConditionFailed:
            raise refuse("pairing_used") from None
        except Contention:
            raise refuse("busy") from None
        try:
            self._announce(workspace_id, agent_id, pairing, facts)
        except Refused:
            self._give_back(pairing, followed, hashed)
            raise
        return {"credential": credential, "agentId": agent_id, "workspaceId": workspace_id}

    def _give_back(self, pairing: Item, followed: Item, credential: Key) -> None:
        """The agent could not be made: the code is good again."""
        self._table.transact(
            [
                Put(pairing, Version(pairing.version + 1)),
                Put(followed, Version(followed.version + 1)),
                Delete(credential),
            ]
        )

    def _announce(self, workspace_id: str, agent_id: str, pairing: Item, facts: dict[str, str]) -> None:
        name = facts.get("name") or pairing.data.get("name") or "Agent"
        payload = {
            "agentId": agent_id,
            "name": name,
            "kind": facts.get("kind") or pairing.data["kind"],
            "runtime": facts.get("runtime"),
            "agentVersion": facts.get("agentVersion"),
        }
        command = PairAgent.model_validate({"id": new_id(), "occurredAt": stamp(self._clock.now()), "payload": payload})
        outcome = self._relay.submit(workspace_id, SYSTEM, [command])[0]
        if isinstance(outcome, Rejected):
            raise outcome.error
        self._agent_log.note(workspace_id, agent_id, "paired")

    def identify(self, credential: str) -> Identity:
        """Whom a credential names; `credential_invalid` otherwise. Revoked or not is the agent's state."""
        key = items.single("cred", self._keys.hash("credential", credential))
        item = self._table.get([key]).get(key)
        if item is None:
            raise refuse("credential_invalid")
        return Identity(item.data["workspaceId"], item.data["agentId"])
