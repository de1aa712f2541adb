"""The stream and the schedule, with one agent and two browsers open."""

from __future__ import annotations

from tests.support.scene import Scene

from .base import Act, answer, command, say


@command("fan-out of a message")
def _(scene: Scene) -> Act:
    say(scene)
    return scene.world.pump


@command("fan-out of a task, and of its delivery")
def _(scene: Scene) -> Act:
    scene.assign()
    return scene.world.pump


@command("fan-out of an answer, and of its delivery")
def _(scene: Scene) -> Act:
    scene.task()
    scene.ask()
    answer(scene)
    return scene.world.pump


@command("fan-out of ten messages at once")
def _(scene: Scene) -> Act:
    for _ in range(10):
        say(scene)
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
