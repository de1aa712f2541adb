"""Opening, hello, heartbeat, closing."""

from __future__ import annotations

from typing import Any

from chalicelib import wiring
from chalicelib.edges import sockets
from chalicelib.lap.wire import compact
from chalicelib.services.connections import Connection
from tests.support.scene import Scene

from .base import Act, again, command


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
    scene.world.services.sessions.received(connection_id, compact(scene.page.envelope(kind, payload)))


@command("client.heartbeat")
def _(scene: Scene) -> Act:
    payload = {"cursor": scene.head, "epoch": scene.epoch}
    return lambda: scene.page.send("client.heartbeat", payload)


@command("client.heartbeat again")
def _(scene: Scene) -> Act:
    return again(scene, lambda: scene.page.send("client.heartbeat", {"cursor": 1, "epoch": "e"}))


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

    return again(scene, act)


@command("$disconnect of a browser")
def _(scene: Scene) -> Act:
    return lambda: scene.page.drop()


@command("$disconnect of an agent")
def _(scene: Scene) -> Act:
    return lambda: scene.adapter.drop()
