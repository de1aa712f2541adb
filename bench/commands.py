"""Everything that costs calls of AWS, each as a scene that is made ready and one act that is counted.

Every act starts in a process that remembers nothing (a Lambda that was just started): the most that it can cost.
"again" is the same act once more in the same process. Fan-out is counted by itself: the stream's function runs it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chalice.test import Client

from app import app
from chalicelib import wiring
from chalicelib.services.connections import Connection
from tests.support.scene import Scene

Act = Callable[[], object]
COMMANDS: dict[str, Callable[[Scene], Act]] = {}


def command(name: str) -> Callable[[Callable[[Scene], Act]], Callable[[Scene], Act]]:
    """Register a scene under the name of its act."""

    def register(ready: Callable[[Scene], Act]) -> Callable[[Scene], Act]:
        COMMANDS[name] = ready
        return ready

    return register


# --- sockets: opening, hello, heartbeat, closing ---


def _open(scene: Scene, kind: Any) -> Connection:
    name = scene.world.name("new")
    scene.world.wires.open(name)
    if kind == "client":
        return Connection(name, kind)
    return Connection(name, kind, scene.workspace, scene.agent_id, "Coder")


@command("$connect of a browser")
def _(scene: Scene) -> Act:
    connection = _open(scene, "client")
    return lambda: scene.world.services.sessions.opened(connection)


@command("$connect of an agent")
def _(scene: Scene) -> Act:
    from chalicelib.edges import sockets

    wiring.install(scene.world.services)
    scene.world.wires.open("new-agent")
    event = {
        "requestContext": {"connectionId": "new-agent"}, "headers": {"Authorization": f"Bearer {scene.credential}"}
    }  # fmt: skip

    def act() -> None:
        wiring.install(scene.world.services)
        sockets.connect(event)

    return act


@command("client.hello with a cursor at the head")
def _(scene: Scene) -> Act:
    connection = _open(scene, "client")
    scene.world.services.sessions.opened(connection)
    ticket = scene.world.services.accounts.create_ticket(scene.user, scene.workspace)
    hello = {"ticket": ticket, "epoch": scene.epoch, "cursor": scene.head}
    return lambda: _frame(scene, connection.id, "client.hello", hello)


@command("agent.hello with a cursor at the head, after a clean close")
def _(scene: Scene) -> Act:
    scene.leave()
    connection = _open(scene, "agent")
    scene.world.services.sessions.opened(connection)
    hello = {
        "agentVersion": "1", "runtime": "test", "capabilities": [], "epoch": scene.epoch, "lastSequence": scene.head
    }  # fmt: skip
    return lambda: _frame(scene, connection.id, "agent.hello", hello)


def _frame(scene: Scene, connection_id: str, kind: str, payload: dict[str, Any]) -> None:
    from chalicelib.lap.wire import compact

    scene.world.services.sessions.received(connection_id, compact(scene.page.envelope(kind, payload)))


@command("client.heartbeat")
def _(scene: Scene) -> Act:
    payload = {"cursor": scene.head, "epoch": scene.epoch}
    return lambda: scene.page.send("client.heartbeat", payload)


@command("client.heartbeat again")
def _(scene: Scene) -> Act:
    return _again(scene, lambda: scene.page.send("client.heartbeat", {"cursor": 1, "epoch": "e"}))


@command("agent.heartbeat")
def _(scene: Scene) -> Act:
    payload = {"cursor": scene.head, "epoch": scene.epoch}
    return lambda: scene.adapter.send("agent.heartbeat", payload)


@command("agent.heartbeat again, 25 s later, nothing new")
def _(scene: Scene) -> Act:
    payload = {"cursor": scene.head, "epoch": scene.epoch}

    def act() -> None:
        scene.world.clock.forward(25)
        scene.adapter.send("agent.heartbeat", payload)

    return _again(scene, act)


def _again(scene: Scene, act: Act) -> Act:
    """The act, done once in the process that will do it again."""

    def twice() -> None:
        act()
        scene.world.calls.clear()  # type: ignore[attr-defined]
        act()

    return twice


@command("$disconnect of a browser")
def _(scene: Scene) -> Act:
    return lambda: scene.page.drop()


@command("$disconnect of an agent")
def _(scene: Scene) -> Act:
    return lambda: scene.adapter.drop()


# --- commands ---


def _say(scene: Scene) -> None:
    payload = {"content": "hello", "targetAgentId": scene.agent_id}
    scene.page.send("message.create", payload, conversationId=scene.conversation)


@command("message.create by a person")
def _(scene: Scene) -> Act:
    return lambda: _say(scene)


@command("message.create by a person again")
def _(scene: Scene) -> Act:
    return _again(scene, lambda: _say(scene))


@command("message.create by an agent")
def _(scene: Scene) -> Act:
    return lambda: scene.adapter.send("message.create", {"content": "hi"}, conversationId=scene.conversation)


@command("message.delta by an agent, second piece, to two browsers")
def _(scene: Scene) -> Act:
    def piece(offset: int) -> None:
        delta = {"messageId": "m", "offset": offset, "text": "x" * 200}
        scene.adapter.send("message.delta", delta, conversationId=scene.conversation)

    piece(0)
    return lambda: piece(200)


@command("ten messages in one frame")
def _(scene: Scene) -> Act:
    payload = {"content": "hello", "targetAgentId": scene.agent_id}
    envelopes = [scene.page.envelope("message.create", payload, conversationId=scene.conversation) for _ in range(10)]
    return lambda: scene.page.send_together(*envelopes)


@command("task.create")
def _(scene: Scene) -> Act:
    return lambda: scene.assign()


@command("task.accepted")
def _(scene: Scene) -> Act:
    scene.assign()
    scene.world.pump()
    return lambda: scene.adapter.send("task.accepted", {}, taskId="task-1")


@command("task.status_changed, progress")
def _(scene: Scene) -> Act:
    scene.task()
    return lambda: scene.adapter.send("task.status_changed", {"progress": 40, "summary": "Half"}, taskId="task-1")


@command("task.status_changed, succeeded")
def _(scene: Scene) -> Act:
    scene.task()
    payload = {"status": "succeeded", "summary": "Done"}
    return lambda: scene.adapter.send("task.status_changed", payload, taskId="task-1")


def _ask(scene: Scene) -> None:
    card = {"id": "card-1", "type": "approval", "title": "Migrate?", "risk": "high"}
    subject = {"taskId": "task-1", "conversationId": scene.conversation}
    scene.adapter.send("interaction.requested", {"interaction": card}, **subject)


@command("interaction.requested in a task")
def _(scene: Scene) -> Act:
    scene.task()
    return lambda: _ask(scene)


def _answer(scene: Scene) -> None:
    response = {"type": "approval", "optionId": "approve"}
    payload = {"interactionId": "card-1", "digest": scene.card().digest, "response": response}
    scene.world.calls.clear()  # type: ignore[attr-defined]
    scene.page.send("interaction.respond", payload)


@command("interaction.respond")
def _(scene: Scene) -> Act:
    scene.task()
    scene.ask()
    return lambda: _answer(scene)


@command("interaction.acknowledged")
def _(scene: Scene) -> Act:
    scene.task()
    scene.ask()
    scene.answer(scene.page)
    return lambda: scene.adapter.send("interaction.acknowledged", {"interactionId": "card-1"})


# --- the stream and the schedule: one agent and two browsers are open ---


@command("fan-out of a message")
def _(scene: Scene) -> Act:
    _say(scene)
    return scene.world.pump


@command("fan-out of a task, and of its delivery")
def _(scene: Scene) -> Act:
    scene.assign()
    return scene.world.pump


@command("fan-out of an answer, and of its delivery")
def _(scene: Scene) -> Act:
    scene.task()
    scene.ask()
    _answer(scene)
    return scene.world.pump


@command("fan-out of ten messages at once")
def _(scene: Scene) -> Act:
    for _ in range(10):
        _say(scene)
    return scene.world.pump


@command("fan-out with nobody connected")
def _(scene: Scene) -> Act:
    for socket in [c.id for c in scene.world.services.connections.of_workspace(scene.workspace)]:
        scene.world.services.sessions.closed(socket)
    scene.world.drop_changes()
    command = {"agentId": scene.agent_id, "name": "Painter"}
    scene.world.command(scene.user, scene.workspace, "agent.rename", command)
    return scene.world.pump


@command("schedule with nothing due")
def _(scene: Scene) -> Act:
    return scene.world.services.sweeps.run


@command("schedule with one silent agent to look at, which beats")
def _(scene: Scene) -> Act:
    scene.world.clock.forward(30)
    scene.world.services.sweeps.run()  # the handshakes' own timers, which may share a partition with the agent's
    scene.adapter.send("agent.heartbeat", {})
    scene.world.clock.forward(25)
    return lambda: scene.world.services.sweeps.run()


# --- HTTP ---


def _http(scene: Scene, method: str, path: str, body: Any = None, token: str = "") -> Any:
    import json

    wiring.install(scene.world.services)
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    data = json.dumps(body).encode() if body is not None else b""
    answer = Client(app).http.request(method, path, headers=headers, body=data)
    if answer.status_code >= 400:
        raise AssertionError(f"{method} {path}: {answer.body!r}")
    return answer.json_body


def _token(scene: Scene) -> str:
    return str(scene.world.services.accounts.tokens.access(scene.user))


@command("POST /auth/code")
def _(scene: Scene) -> Act:
    return lambda: _http(scene, "POST", "/auth/code", {"email": "ann@example.com"})


@command("POST /auth/link of a known person")
def _(scene: Scene) -> Act:
    link = scene.world.services.accounts.create_sign_in_link("ann@example.com")
    return lambda: _http(scene, "POST", "/auth/link", {"token": link})


@command("GET /me")
def _(scene: Scene) -> Act:
    token = _token(scene)
    return lambda: _http(scene, "GET", "/me", token=token)


@command("GET /workspaces/W/snapshot")
def _(scene: Scene) -> Act:
    token = _token(scene)
    return lambda: _http(scene, "GET", f"/workspaces/{scene.workspace}/snapshot", token=token)


@command("POST /workspaces/W/tickets")
def _(scene: Scene) -> Act:
    token = _token(scene)
    return lambda: _http(scene, "POST", f"/workspaces/{scene.workspace}/tickets", token=token)


@command("GET /workspaces/W/conversations/C/events, a page of 50")
def _(scene: Scene) -> Act:
    for _ in range(60):
        _say(scene)
    scene.world.drop_changes()
    token = _token(scene)
    path = f"/workspaces/{scene.workspace}/conversations/{scene.conversation}/events"
    return lambda: _http(scene, "GET", path, token=token)


@command("GET /agent/snapshot")
def _(scene: Scene) -> Act:
    return lambda: _http(scene, "GET", "/agent/snapshot", token=scene.credential)


@command("POST /pair")
def _(scene: Scene) -> Act:
    code = scene.world.services.pairing.create(scene.workspace, scene.user, "generic", None)["code"]
    return lambda: _http(scene, "POST", "/pair", {"code": code, "name": "Coder"})
