"""Whatever the network drops, doubles, reorders or cuts: every delivery is taken in once and in order, every command is
committed once and in order."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from lineup import protocol as p
from lineup.protocol.clock import ServerClock

NOW = "2026-07-24T12:00:00.000Z"


class Server:
    """A log of numbers and of the agent's commands; every third entry is a delivery to the agent."""

    def __init__(self) -> None:
        self.log: list[dict[str, Any]] = []
        self.receipts: dict[str, tuple[str, int]] = {}
        self.to_agent: list[str] = []

    def append(self, entry: dict[str, Any]) -> int:
        self.log.append({**entry, "sequence": len(self.log) + 1})
        return len(self.log)

    def deliveries(self, after: int, upto: int) -> list[dict[str, Any]]:
        return [entry for entry in self.log[after:upto] if entry["type"] == "message.delivered"]

    def push(self, after: int, upto: int) -> None:
        events = self.deliveries(after, upto)
        self.send("system.events", **{"from": after, "to": upto, "events": events, "head": len(self.log)})

    def send(self, kind: str, **payload: Any) -> None:
        self.to_agent.append(json.dumps({"id": "s", "type": kind, "payload": {"epoch": "e", **payload}}))

    def read(self, text: str) -> None:
        data = json.loads(text)
        for envelope in data if isinstance(data, list) else [data]:
            self.answer(envelope)

    def answer(self, envelope: dict[str, Any]) -> None:
        payload = envelope["payload"]
        match envelope["type"]:
            case "agent.hello":
                self.send("system.welcome", head=len(self.log), now=NOW, limits={}, agent={"status": "online"})
                self.push(payload["lastSequence"], len(self.log))
            case "agent.heartbeat":
                self.send("system.heartbeat", head=len(self.log), now=NOW)
            case "message.create":
                content, id = json.dumps(envelope), envelope["id"]
                if id not in self.receipts:
                    self.receipts[id] = content, self.append({"id": id, "type": "done"})
                    self.push(len(self.log) - 1, len(self.log))
                assert self.receipts[id][0] == content
                self.send("system.ack", id=id, sequence=self.receipts[id][1])


class World:
    """One adapter, one server and a bad network between them."""

    def __init__(self) -> None:
        self.server = Server()
        self.core = p.Connection(p.Hello(), p.Cursor("e", 0), ServerClock(0.0), lambda: 0.5)
        self.now = 0.0
        self.up = False
        self.to_server: list[str] = []
        self.taken: list[int] = []
        self.acked: list[str] = []
        self.queued: list[str] = []

    def pump(self) -> None:
        for action in self.core.drain(self.now):
            match action:
                case p.Connect():
                    self.cut(tell=False)
                    self.up = True
                    self.core.opened(self.now)
                    self.pump()
                case p.Send() if self.up:
                    self.to_server.append(action.text)
                case p.Disconnect():
                    self.cut(tell=False)
                case p.Delivered():
                    self.taken += [d["sequence"] for d in action.deliveries]
                case p.Acked():
                    self.acked.append(action.id)

    def cut(self, *, tell: bool) -> None:
        self.up = False
        self.to_server.clear()
        self.server.to_agent.clear()
        if tell:
            self.core.closed(1006, "", self.now)

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            at = self.core.wake_at(self.now)
            self.now = min(end, max(self.now + 0.001, at if at is not None else end))
            self.core.tick(self.now)
            self.pump()

    def step(self, what: str, pick: int) -> None:
        queue = self.server.to_agent if what.startswith("down") else self.to_server
        match what.split("-")[-1]:
            case "say":
                self.server.append({"id": f"d{len(self.server.log)}", "type": "message.delivered"})
                self.server.push(len(self.server.log) - 1, len(self.server.log))
            case "do":
                id = f"m{len(self.queued)}"
                self.queued.append(id)
                self.core.enqueue(id, json.dumps({"id": id, "type": "message.create", "payload": {"n": pick}}))
            case "cut" if self.up:
                self.cut(tell=True)
            case "wait":
                self.wait(pick)
            case kind if queue and kind in ("deliver", "lose", "double", "swap"):
                self.network(queue, what, kind, pick % len(queue))
        self.pump()

    def network(self, queue: list[str], what: str, kind: str, at: int) -> None:
        if kind == "swap":
            queue.append(queue.pop(at))
            return
        text = queue[at] if kind == "double" else queue.pop(at)
        if kind != "lose":
            self.server.read(text) if what.startswith("up") else self.core.received(text, self.now)

    def settle(self) -> None:
        """The network works from now on."""
        for _ in range(400):
            self.pump()
            while self.to_server or self.server.to_agent:
                if self.to_server:
                    self.server.read(self.to_server.pop(0))
                if self.server.to_agent:
                    self.core.received(self.server.to_agent.pop(0), self.now)
                self.pump()
            if (
                self.core.phase == "live"
                and not self.core.waiting
                and self.core.cursor == p.Cursor("e", len(self.server.log))
            ):
                return
            self.wait(1.0)
        raise AssertionError(f"no end: {self.core.phase}, {self.core.waiting} waiting, {self.core.cursor}")


STEPS = st.sampled_from(
    ["say", "do", "cut", "wait", "down-deliver", "down-lose", "down-double", "down-swap", "up-deliver", "up-lose",
     "up-double", "up-swap", "down-deliver", "up-deliver"]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(STEPS, st.integers(0, 30)), max_size=60))
def test_a_bad_network_neither_loses_nor_doubles_nor_reorders(steps: list[tuple[str, int]]) -> None:
    world = World()
    for what, pick in steps:
        world.step(what, pick)
    world.settle()
    assert world.taken == [entry["sequence"] for entry in world.server.deliveries(0, len(world.server.log))]
    assert [entry["id"] for entry in world.server.log if entry["type"] == "done"] == world.queued
    assert sorted(world.acked) == sorted(world.queued)
