"""A small relay in the test's process: real sockets in front, the real rules (`chalicelib.lap`) behind, no disk.

Tests steer it: drop frames, close with a code, refuse handshakes, go away and come back, answer cards.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from aiohttp import WSMsgType, web
from lineup import config
from lineup.journal import Journal
from lineup.protocol import Cursor
from sdk_files import Files

from chalicelib.lap import commands as cm
from chalicelib.lap import ephemeral
from chalicelib.lap.decide import decide
from chalicelib.lap.deliveries import deliver
from chalicelib.lap.effects import KeepSecret, Redeliver
from chalicelib.lap.envelope import SYSTEM, Actor
from chalicelib.lap.events import Event
from chalicelib.lap.parse import Read, read_frame
from chalicelib.lap.state import Interaction, State, Task
from chalicelib.lap.wire import dump

_AGENT = {**cm.AGENT, **ephemeral.FROM_AGENT}
Frame = dict[str, Any]


async def until(check: Callable[[], Any], what: str = "", seconds: float = 20.0) -> Any:
    """Wait for a state; what `check` gave."""
    async with asyncio.timeout(seconds):
        while not (found := check()):
            await asyncio.sleep(0.005)
    return found


@dataclass
class Relay:
    """One workspace `ws`, one person `u1`, one agent `a1` in the conversation `c1`."""

    confirmed: bool = True
    state: State = field(default_factory=lambda: State("ws"))
    events: list[Event] = field(default_factory=list)
    received: list[Frame] = field(default_factory=list)
    receipts: dict[str, Frame] = field(default_factory=dict)
    secrets: dict[str, str] = field(default_factory=dict)
    hellos: list[Frame] = field(default_factory=list)
    deltas: list[Frame] = field(default_factory=list)
    drop: Callable[[Frame], bool] = lambda frame: False
    """Frames to the agent for which this is true are lost."""
    deaf: Callable[[Frame], bool] = lambda frame: False
    """Frames from the agent for which this is true are lost."""
    refuse: int | None = None
    forbid: bool = False
    """Refused handshakes are told as 403, as some gateways do."""
    epoch: str = "epoch-1"
    snapshots: int = 0
    pair_answer: tuple[int, Frame] | None = None
    paired_as: list[Frame] = field(default_factory=list)
    """What was sent with each pairing code."""
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    files: Files = field(default_factory=Files)
    _numbers: int = 0
    _sockets: list[web.WebSocketResponse] = field(default_factory=list)

    # --- life ---

    async def __aenter__(self) -> Self:
        self.submit(SYSTEM, "workspace.create", {"name": "W", "ownerId": "u1", "ownerName": "Ann"})
        self.submit(SYSTEM, "agent.pair", {"agentId": "a1", "name": "Bot"})
        if self.confirmed:
            self.confirm()
        self.port = 0
        await self.up()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.down()

    async def up(self) -> None:
        """Listen (again, on the same port)."""
        app = web.Application()
        app.router.add_get("/ws", self._socket)
        app.router.add_get("/api/agent/snapshot", self._snapshot)
        app.router.add_get("/api/health", self._health)
        app.router.add_post("/api/pair", self._pair)
        self.files.routes(app)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port, reuse_address=True)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def down(self) -> None:
        """Go away without a word."""
        for socket in self._sockets:
            if socket._req is not None and socket._req.transport is not None:
                socket._req.transport.abort()
        await self._runner.cleanup()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def pair(self, home: Path) -> config.Credential:
        """Give a machine the credential, and the position of its pairing (as `lineup pair` does)."""
        credential = config.Credential(self.url, "lua_test", "a1", "ws", "W")
        config.store(home, credential)
        journal = Journal(config.journal_path(home, "a1"), "ws", lambda: "")
        journal.begin(Cursor(self.epoch, len(self.events)))
        journal.close()
        return credential

    # --- the log ---

    def submit(self, actor: Actor, kind: str, payload: Frame, **subject: Any) -> list[Event]:
        """A command of the test; it has to be allowed."""
        self._numbers += 1
        models = {**cm.INTERNAL, **cm.CLIENT, **cm.AGENT}
        sent = {"id": f"t-{self._numbers}", "type": kind, "occurredAt": self.now().isoformat(), "payload": payload}
        data = {**sent, **subject}
        decision = decide(self.state, models[kind].model_validate(data), actor, self.now())
        assert decision.refusal is None, decision.refusal
        self._commit(decision)
        return list(decision.events)

    def _commit(self, decision: Any) -> None:
        self.state = decision.state
        start = len(self.events)
        self.events += decision.events
        for effect in decision.effects:
            if isinstance(effect, KeepSecret):
                self.secrets[effect.interaction_id] = effect.text
            if isinstance(effect, Redeliver):
                self._redeliver(effect.interaction_id)
        if decision.events:
            self.push(start, len(self.events))

    def person(self, kind: str, payload: Frame, **subject: Any) -> list[Event]:
        """The person does something."""
        return self.submit(Actor(kind="user", id="u1", name="Ann"), kind, payload, **subject)

    def confirm(self) -> None:
        self.person("agent.confirm", {"agentId": "a1", "name": "Bot"})
        self.person("conversation.create", {"title": "C", "agentIds": ["a1"]}, conversationId="c1")

    def assign(self, id: str, title: str = "Do it", **payload: Any) -> None:
        self.person("task.create", {"title": title, **payload}, taskId=id, conversationId="c1")

    def say(self, text: str, **subject: Any) -> None:
        self.person("message.create", {"content": text}, conversationId="c1", **subject)

    def answer(self, interaction: Interaction, response: Frame) -> None:
        payload = {"interactionId": interaction.id, "digest": interaction.digest, "response": response}
        self.person("interaction.respond", payload)

    def approve(self, interaction: Interaction, option: str = "approve") -> None:
        self.answer(interaction, {"type": "approval", "optionId": option})

    def task(self, id: str) -> Task:
        found = self.state.task(id)
        assert found is not None
        return found

    def cards(self, status: str | None = None) -> list[Interaction]:
        found = [e for e in self.state.entities().values() if isinstance(e, Interaction)]
        return [card for card in found if status is None or card.status == status]

    def messages(self) -> list[str]:
        """What the agent said, in the log's order."""
        return [
            str(e.payload.content) for e in self.events if e.type == "message.created" and e.actor.kind == "agent"
        ]  # fmt: skip

    def kinds(self) -> list[str]:
        return [event.type for event in self.events]

    # --- frames to the agent ---

    def push(self, after: int, upto: int) -> None:
        """Send a range of the log to whoever is connected."""
        events = [d for e in self.events[after:upto] if (d := deliver(e, "a1")) is not None]
        listed = [self._revealed(dump(d)) for d in events]
        payload = {
            "epoch": self.epoch, "from": after, "to": upto, "head": len(self.events), "events": listed, "more": False
        }  # fmt: skip
        self.send("system.events", payload)
        for delivery in events:
            subject = {"taskId": delivery.task_id, "conversationId": delivery.conversation_id}
            if delivery.type == "task.assigned" and self._sockets:
                self.submit(SYSTEM, "system.mark_delivered", {}, **subject)
            elif delivery.type == "interaction.resolved" and self._sockets:
                id = delivery.payload.interaction_id  # type: ignore[attr-defined]
                self.submit(SYSTEM, "system.mark_delivered", {"interactionId": id}, **subject)

    def _revealed(self, delivery: Frame) -> Frame:
        response = delivery["payload"].get("response") or {}
        if response.get("secret"):
            response["text"] = self.secrets[delivery["payload"]["interactionId"]]
        return delivery

    def _redeliver(self, interaction_id: str) -> None:
        for event in self.events:
            delivery = deliver(event, "a1")
            if delivery is not None and delivery.type == "interaction.resolved":
                data = self._revealed(dump(delivery))
                if data["payload"]["interactionId"] == interaction_id:
                    self._post(data)

    def send(self, kind: str, payload: Frame) -> None:
        self._numbers += 1
        frame = {"id": f"s-{self._numbers}", "type": kind, "version": "0.1", "occurredAt": self.now().isoformat()}
        self._post({**frame, "payload": {k: v for k, v in payload.items() if v is not None}})

    def _post(self, frame: Frame) -> None:
        if self.drop(frame):
            return
        for socket in self._sockets:
            self._later(socket.send_str(json.dumps(frame)))

    def _later(self, call: Any) -> None:
        async def quietly() -> None:
            with contextlib.suppress(ConnectionError, RuntimeError):  # the peer is gone
                await call

        self._tasks = {t for t in getattr(self, "_tasks", set()) if not t.done()}
        self._tasks.add(asyncio.ensure_future(quietly()))

    async def close(self, code: int) -> None:
        """Close the agent's sockets with a code."""
        for socket in tuple(self._sockets):
            await socket.close(code=code)

    @property
    def connected(self) -> bool:
        return bool(self._sockets)

    # --- frames from the agent ---

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if self.refuse is not None:
            return web.Response(status=403 if self.forbid else self.refuse)
        assert request.headers["Authorization"] == "Bearer lua_test"
        socket = web.WebSocketResponse(timeout=0.1)
        await socket.prepare(request)
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._read(socket, message.data)
        finally:
            if socket in self._sockets:
                self._sockets.remove(socket)
        return socket

    def _read(self, socket: web.WebSocketResponse, text: str) -> None:
        for reading in read_frame(text, _AGENT):
            assert isinstance(reading, Read), reading
            assert not reading.unknown, reading
            envelope = dump(reading.envelope)
            if self.deaf(envelope):
                continue
            self.received.append(envelope)
            self._answer(socket, reading.envelope, envelope)

    def _answer(self, socket: web.WebSocketResponse, command: Any, envelope: Frame) -> None:
        match envelope["type"]:
            case "agent.hello":
                self._hello(socket, envelope["payload"])
            case "agent.heartbeat":
                now = self.now().isoformat()
                self.send("system.heartbeat", {"epoch": self.epoch, "head": len(self.events), "now": now})
            case "message.delta":
                self.deltas.append(envelope)
            case _:
                self._command(command, envelope)

    def _hello(self, socket: web.WebSocketResponse, payload: Frame) -> None:
        self.hellos.append(payload)
        if socket not in self._sockets:
            self._sockets.append(socket)
        agent = self.state.agent("a1")
        assert agent is not None
        head = len(self.events)
        facts = {"id": "a1", "name": agent.name, "status": "online" if agent.confirmed else "pending"}
        now = self.now().isoformat()
        self.send(
            "system.welcome",
            {"epoch": self.epoch, "head": head, "floor": 1, "heartbeatSeconds": 25, "limits": {}, "now": now,
             "agent": {**facts, "workspaceName": "W"}},
        )  # fmt: skip
        cursor = payload.get("lastSequence")
        if payload.get("epoch") != self.epoch or cursor is None or cursor > head:
            self.send("system.resync_required", {"reason": "epoch", "epoch": self.epoch, "head": head})
        else:
            self.push(cursor, head)

    def _command(self, command: Any, envelope: Frame) -> None:
        known = self.receipts.get(command.id)
        if known is not None:
            assert known["content"] == envelope, "the same id with other content"
            self.send("system.ack", {"id": command.id, "sequence": known["sequence"], "duplicate": True})
            return
        decision = decide(self.state, command, Actor(kind="agent", id="a1", name="Bot"), self.now())
        if (refusal := decision.refusal) is not None:
            payload = {"id": command.id, "code": refusal.code, "message": refusal.text, "retryable": refusal.retryable}
            self.send("system.error", payload)
            return
        if decision.events:
            self.receipts[command.id] = {"content": envelope, "sequence": decision.state.head}
        self._commit(decision)
        self.send("system.ack", {"id": command.id, "sequence": decision.state.head, "duplicate": False})

    # --- HTTP ---

    async def _health(self, request: web.Request) -> web.Response:
        return web.json_response({"status": "ok"})

    async def _snapshot(self, request: web.Request) -> web.Response:
        if request.headers.get("Authorization") != "Bearer lua_test" or self.refuse == 401:
            return web.json_response({"error": {"code": "credential_invalid", "message": ""}}, status=401)
        self.snapshots += 1
        entities = self.state.entities().values()
        tasks = [dump(t) for t in entities if isinstance(t, Task) and not t.terminal and t.parent_task_id is None]
        open_cards = [card for card in self.cards() if card.status in ("pending", "answered", "delivered")]
        cards = [dump(card) for card in open_cards]
        page = {"epoch": self.epoch, "head": len(self.events), "tasks": tasks, "interactions": cards}
        return web.json_response(page)

    async def _pair(self, request: web.Request) -> web.Response:
        self.paired_as.append(await request.json())
        status, body = self.pair_answer or (201, {"credential": "lua_test", "agentId": "a1", "workspaceId": "ws"})
        return web.json_response(body, status=status)
