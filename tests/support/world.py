"""The product on a real SQLite table, with a clock that the test moves and sockets that the test reads."""

from __future__ import annotations

import itertools
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from chalicelib.lap.envelope import Actor
from chalicelib.services import items
from chalicelib.services.connections import Connection
from chalicelib.services.ports import Delete, GatewayBusy, GatewayGone, Key, Mail
from chalicelib.services.times import stamp
from chalicelib.settings import Settings
from chalicelib.wiring import Services, build
from infra.local.files import DiskFiles
from infra.local.table import SqliteTable
from tests.support.counts import Counted

START = datetime(2026, 7, 24, 12, 0, tzinfo=UTC)


class HandClock:
    """Time that moves when the test says so."""

    def __init__(self) -> None:
        self.time = START

    def now(self) -> datetime:
        return self.time

    def forward(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)


class Wires:
    """Sockets in memory: what was posted to each, in order. A wire can be cut, stuffed, broken, or closed."""

    def __init__(self) -> None:
        self.sent: dict[str, list[dict[str, Any]]] = {}
        self.closed: dict[str, int] = {}
        self.stuffed: set[str] = set()
        self.broken: set[str] = set()
        self.posts = 0

    def open(self, id: str) -> None:
        self.sent[id] = []

    def post(self, connection_id: str, data: str) -> None:
        if connection_id in self.broken:
            raise OSError("the network is away")
        if connection_id in self.stuffed:
            raise GatewayBusy(connection_id)
        if connection_id not in self.sent or connection_id in self.closed:
            raise GatewayGone(connection_id)
        assert len(data.encode()) <= 32 * 1024
        self.posts += 1
        frames = json.loads(data)
        self.sent[connection_id] += frames if isinstance(frames, list) else [frames]

    def close(self, connection_id: str, code: int, reason: str) -> None:
        self.closed.setdefault(connection_id, code)


class Outbox:
    """Mail that was sent."""

    delivers = True

    def __init__(self) -> None:
        self.mails: list[Mail] = []

    def send(self, mail: Mail) -> None:
        self.mails.append(mail)


class World:
    """One installation, and shorthands of what people and adapters do with it."""

    def __init__(self, folder: Path) -> None:
        self.clock = HandClock()
        self.wires = Wires()
        self.outbox = Outbox()
        self.metrics = Counted()
        self.table = SqliteTable(folder / "lineup.db", now=lambda: self.clock.time.timestamp())
        self.files = DiskFiles(folder / "files", b"k" * 32, self.clock)
        self._names = itertools.count(1)
        self.services: Services = self.rebuilt()

    def rebuilt(self) -> Services:
        """The services of a new process on the same table."""
        settings = Settings(root_key=b"k" * 32)
        self.services = build(settings, self.table, self.wires, self.outbox, self.files, self.clock, self.metrics)
        return self.services

    def name(self, prefix: str) -> str:
        return f"{prefix}-{next(self._names)}"

    @property
    def now(self) -> str:
        return stamp(self.clock.now())

    # --- people ---

    def user(self, email: str = "ann@example.com") -> str:
        accounts = self.services.accounts
        return accounts.take_link(accounts.create_sign_in_link(email), "en").user_id

    def workspace(self, user_id: str, name: str = "Studio") -> str:
        return str(self.services.accounts.create_workspace(user_id, name)["id"])

    def member(self, owner_id: str, workspace_id: str, role: Any = "member", email: str = "bob@example.com") -> str:
        """Another person in the workspace."""
        owner = Actor(kind="user", id=owner_id, name="Ann")
        return str(self.services.accounts.add_member(owner, workspace_id, "Studio", email, role)["userId"])

    def browser(self, user_id: str, workspace_id: str, **cursor: Any) -> Socket:
        """A page that said hello."""
        socket = Socket(self, self.name("page"), "client")
        ticket = self.services.accounts.create_ticket(user_id, workspace_id)
        socket.send("client.hello", {"ticket": ticket, **cursor})
        return socket

    # --- adapters ---

    def agent(self, user_id: str, workspace_id: str, *, confirmed: bool = True) -> str:
        """A paired agent's credential."""
        code = self.services.pairing.create(workspace_id, user_id, "generic", None)["code"]
        given = self.services.pairing.redeem(code, "test", {"name": "Coder"})
        if confirmed:
            self.command(user_id, workspace_id, "agent.confirm", {"agentId": given["agentId"], "name": "Coder"})
        return str(given["credential"])

    def adapter(self, credential: str, **cursor: Any) -> Socket:
        """An adapter that said hello."""
        identity = self.services.pairing.identify(credential)
        socket = Socket(self, self.name("adapter"), "agent", identity.workspace_id, identity.agent_id)
        socket.send("agent.hello", {"agentVersion": "1", "runtime": "test", "capabilities": ["a"], **cursor})
        return socket

    # --- the rest of the cloud ---

    def command(self, user_id: str, workspace_id: str, kind: str, payload: dict[str, Any], **subject: Any) -> Any:
        """A person's command over HTTP; the outcome."""
        from chalicelib.lap.commands import CLIENT

        data = {"id": self.name("cmd"), "type": kind, "occurredAt": self.now, "payload": payload, **subject}
        actor = Actor(kind="user", id=user_id, name="Ann")
        return self.services.relay.submit(workspace_id, actor, [CLIENT[kind].model_validate(data)])[0]

    def lose_event(self, workspace_id: str, sequence: int) -> None:
        """Damage a log: one event is not where the head says that it is."""
        self.table.transact([Delete(Key(items.log(workspace_id), items.position(sequence)))])

    def pump(self) -> None:
        """Run the change feed until it is empty."""
        while changes := self.table.changes(100):
            self.services.fanout.ring(
                (change.new.key.pk.removeprefix("ws#"), change.old.data["sequence"] if change.old else 0,
                 change.new.data["sequence"])
                for change in changes
                if change.new is not None
            )  # fmt: skip
            self.table.acknowledge(changes[-1].seq)

    def drop_changes(self) -> None:
        """Lose everything that the stream would have told."""
        while changes := self.table.changes(100):
            self.table.acknowledge(changes[-1].seq)

    def later(self, seconds: float) -> None:
        """Time passes, the schedule runs, the feed is emptied."""
        self.clock.forward(seconds)
        self.services.sweeps.run()
        self.pump()


class Socket:
    """One end of a connection, as its owner sees it."""

    def __init__(self, world: World, id: str, kind: Any, workspace_id: str = "", actor_id: str = "") -> None:
        self.world, self.id = world, id
        world.wires.open(id)
        world.services.sessions.opened(Connection(id, kind, workspace_id, actor_id, "Coder" if actor_id else ""))

    @property
    def frames(self) -> list[dict[str, Any]]:
        return self.world.wires.sent[self.id]

    def envelope(self, kind: str, payload: Any, *, id: str | None = None, **subject: Any) -> dict[str, Any]:
        """An envelope as this end would send it; absent instead of None."""
        id = id or self.world.name("env")
        frame = {"id": id, "type": kind, "version": "0.1", "occurredAt": self.world.now, "payload": payload, **subject}
        return {k: v for k, v in frame.items() if v is not None}

    def send(self, kind: str, payload: dict[str, Any], *, id: str | None = None, **subject: Any) -> str:
        """Send one envelope; its id."""
        envelope = self.envelope(kind, payload, id=id, **subject)
        self.raw(json.dumps(envelope))
        return str(envelope["id"])

    def send_together(self, *envelopes: dict[str, Any]) -> None:
        """Several envelopes in one frame."""
        self.raw(json.dumps(envelopes))

    def raw(self, text: str) -> None:
        self.world.services.sessions.received(self.id, text)

    def drop(self) -> None:
        """The connection breaks."""
        self.world.wires.closed.setdefault(self.id, 1006)
        self.world.services.sessions.closed(self.id)

    def all(self, kind: str) -> list[dict[str, Any]]:
        return [frame for frame in self.frames if frame["type"] == kind]

    def last(self, kind: str) -> dict[str, Any]:
        return self.all(kind)[-1]

    def events(self, kind: str | None = None) -> list[dict[str, Any]]:
        """All that came in event frames, in order of arrival."""
        found = [event for frame in self.all("system.events") for event in frame["payload"]["events"]]
        return [event for event in found if kind is None or event["type"] == kind]

    def answer_to(self, id: str) -> dict[str, Any]:
        """The ack or error of an envelope."""
        return next(
            f for f in self.frames if f["type"] in ("system.ack", "system.error") and f["payload"].get("id") == id
        )
