from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.world import Socket, World


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    world = World(tmp_path)
    yield world
    world.table.close()


@dataclass
class Scene:
    """A workspace with one agent online, one page open, and one conversation."""

    world: World
    user: str
    workspace: str
    credential: str
    agent_id: str
    adapter: Socket
    page: Socket
    conversation: str

    def task(self, id: str = "task-1", title: str = "Tidy up") -> str:
        """A task that the agent accepted."""
        self.page.send(
            "task.create", {"title": title, "targetAgentId": self.agent_id}, conversationId=self.conversation, taskId=id
        )
        self.world.pump()
        self.adapter.send("task.accepted", {}, taskId=id)
        self.world.pump()
        return id

    def ask(self, id: str = "card-1", task: str | None = "task-1", **card: object) -> str:
        """An approval raised by the agent."""
        content = {"id": id, "type": "approval", "title": "Migrate?", "risk": "high", **card}
        self.adapter.send(
            "interaction.requested", {"interaction": content}, taskId=task, conversationId=self.conversation
        )
        self.world.pump()
        return id

    def answer(self, socket: Socket, id: str = "card-1", option: str = "approve", digest: str | None = None) -> str:
        """Answer an approval as it was shown."""
        shown = [e["payload"] for e in self.page.events() if e["type"].startswith("interaction.")]
        current = [p["digest"] for p in shown if p.get("interaction", {}).get("id") == id][-1]
        payload = {
            "interactionId": id,
            "digest": digest or current,
            "response": {"type": "approval", "optionId": option},
        }
        sent = socket.send("interaction.respond", payload)
        self.world.pump()
        return sent


@pytest.fixture
def scene(world: World) -> Scene:
    user = world.user()
    workspace = world.workspace(user)
    credential = world.agent(user, workspace)
    agent_id = world.services.pairing.identify(credential).agent_id
    world.pump()
    page = world.browser(user, workspace)
    adapter = world.adapter(credential)
    page.send("conversation.create", {"title": "Site", "agentIds": [agent_id]}, conversationId="conv-1")
    world.pump()
    return Scene(world, user, workspace, credential, agent_id, adapter, page, "conv-1")
