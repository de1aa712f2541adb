"""Commands over a socket."""

from __future__ import annotations

from tests.support.scene import Scene

from .base import Act, again, answer, command, say


@command("message.create by a person")
def _(scene: Scene) -> Act:
    return lambda: say(scene)


@command("message.create by a person again")
def _(scene: Scene) -> Act:
    return again(scene, lambda: say(scene))


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


@command("interaction.respond")
def _(scene: Scene) -> Act:
    scene.task()
    scene.ask()
    return lambda: answer(scene)


@command("interaction.acknowledged")
def _(scene: Scene) -> Act:
    scene.task()
    scene.ask()
    scene.answer(scene.page)
    return lambda: scene.adapter.send("interaction.acknowledged", {"interactionId": "card-1"})
