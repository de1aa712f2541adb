"""A connection core with its time in the test's hand."""

from __future__ import annotations

import json
from typing import Any

from lineup import protocol as p
from lineup.protocol.clock import ServerClock


class Core:
    """`now` moves by hand; `random` is constant."""

    def __init__(self, cursor: p.Cursor | None = None, random: float = 0.5, **options: float) -> None:
        self.now = 0.0
        self.clock = ServerClock(1_000_000.0)
        self.core = p.Connection(p.Hello(), cursor, self.clock, lambda: random, p.Options(**options))

    def drain(self) -> list[p.Action]:
        return self.core.drain(self.now)

    def wait(self, seconds: float) -> list[p.Action]:
        """Let time pass, waking the core whenever it wants."""
        end, actions = self.now + seconds, []
        while True:
            at = self.core.wake_at(self.now)
            if at is None or at > end:
                break
            assert at >= self.now - 1e-9 or self.drain(), "the core wants to be woken in the past"
            self.now = max(self.now, at)
            self.core.tick(self.now)
            actions += self.drain()
        self.now = end
        self.core.tick(end)
        return actions + self.drain()

    def receive(self, kind: str, **payload: Any) -> list[p.Action]:
        """A frame comes in."""
        frame = {"id": "s", "type": kind, "version": "0.1", "occurredAt": "", "payload": payload}
        self.core.received(json.dumps(frame), self.now)
        return self.drain()

    def online(self, head: int = 0, status: str = "online") -> list[p.Action]:
        """Connect and be greeted."""
        self.core.tick(self.now)
        assert any(isinstance(a, p.Connect) for a in self.drain())
        self.core.opened(self.now)
        sent = frames(self.drain())
        assert [f["type"] for f in sent] == ["agent.hello"]
        agent = {"id": "a1", "name": "Bot", "status": status, "workspaceName": "W"}
        return self.receive("system.welcome", epoch="e", head=head, floor=1, limits={}, now=NOW, agent=agent)

    def events(self, start: int, to: int, *sequences: int, head: int | None = None) -> list[p.Action]:
        """A range of the feed with deliveries at these positions."""
        events = [{"id": f"e{n}", "type": "message.delivered", "sequence": n, "payload": {}} for n in sequences]
        return self.receive(
            "system.events", **{"epoch": "e", "from": start, "to": to, "head": head or to, "events": events}
        )  # fmt: skip


AT_5 = p.Cursor("e", 5)
NOW = "2026-07-24T12:00:00.000Z"


def frames(actions: list[p.Action]) -> list[dict[str, Any]]:
    """The envelopes that were sent."""
    sent: list[dict[str, Any]] = []
    for action in actions:
        if isinstance(action, p.Send):
            data = json.loads(action.text)
            sent += data if isinstance(data, list) else [data]
    return sent


def of(actions: list[p.Action], kind: type[Any]) -> list[Any]:
    """The actions of a kind."""
    return [action for action in actions if isinstance(action, kind)]


def command(id: str, kind: str = "message.create", **payload: Any) -> tuple[str, str]:
    """A command for the outbox."""
    return id, json.dumps({"id": id, "type": kind, "payload": payload})
