"""The acts by name, and what several of them do."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.scene import Scene

Act = Callable[[], object]
Ready = Callable[[Scene], Act]
COMMANDS: dict[str, Ready] = {}


def command(name: str) -> Callable[[Ready], Ready]:
    """Register a scene under the name of its act."""

    def register(ready: Ready) -> Ready:
        COMMANDS[name] = ready
        return ready

    return register


def again(scene: Scene, act: Act) -> Act:
    """The act, done once in the process that will do it again."""

    def twice() -> None:
        act()
        scene.world.calls.clear()  # type: ignore[attr-defined]
        act()

    return twice


def say(scene: Scene) -> None:
    """A message of a person to the agent."""
    payload = {"content": "hello", "targetAgentId": scene.agent_id}
    scene.page.send("message.create", payload, conversationId=scene.conversation)


def answer(scene: Scene) -> None:
    """A person approves the card; only the answer is counted."""
    response = {"type": "approval", "optionId": "approve"}
    payload = {"interactionId": "card-1", "digest": scene.card().digest, "response": response}
    scene.world.calls.clear()  # type: ignore[attr-defined]
    scene.page.send("interaction.respond", payload)
