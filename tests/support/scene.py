"""A workspace with one agent online, one page open and one conversation: where most tests begin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chalicelib.lap.state import Agent, Interaction, Ref, Task
from tests.support.world import Socket, World


@dataclass
class Scene:
    """Its people and programs, and shorthands of what they do."""

    world: World
    user: str
    workspace: str
    credential: str
    agent_id: str
    adapter: Socket
    page: Socket
    conversation: str

    # --- what they do ---

    def assign(self, id: str = "task-1", title: str = "Tidy up") -> str:
        """A task that nobody has accepted yet; the change feed is not run."""
        self.page.send(
            "task.create", {"title": title, "targetAgentId": self.agent_id}, conversationId=self.conversation, taskId=id
        )
        return id

    def task(self, id: str = "task-1", title: str = "Tidy up") -> str:
        """A task that the agent accepted."""
        self.assign(id, title)
        self.world.pump()
        self.adapter.send("task.accepted", {}, taskId=id)
        self.world.pump()
        return id

    def ask(self, id: str = "card-1", task: str | None = "task-1", **card: object) -> str:
        """An approval raised by the agent."""
        self.raise_card({"id": id, "type": "approval", "title": "Migrate?", "risk": "high", **card}, task)
        return id

    def raise_card(self, content: dict[str, Any], task: str | None = "task-1") -> str:
        """Any card raised by the agent; the envelope's id."""
        sent = self.adapter.send(
            "interaction.requested", {"interaction": content}, taskId=task, conversationId=self.conversation
        )
        self.world.pump()
        return sent

    def answer(self, socket: Socket, id: str = "card-1", option: str = "approve", digest: str | None = None) -> str:
        """Answer an approval as it was shown."""
        return self.respond(socket, id, {"type": "approval", "optionId": option}, digest)

    def respond(self, socket: Socket, id: str, response: dict[str, Any], digest: str | None = None) -> str:
        """Answer any card; the envelope's id."""
        payload = {"interactionId": id, "digest": digest or self.card(id).digest, "response": response}
        sent = socket.send("interaction.respond", payload)
        self.world.pump()
        return sent

    def report(self, status: str | None = None, task: str = "task-1", **fields: Any) -> str:
        """The agent reports on a task; the envelope's id."""
        payload = {k: v for k, v in {"status": status, **fields}.items() if v is not None}
        sent = self.adapter.send("task.status_changed", payload, taskId=task)
        self.world.pump()
        return sent

    def cancel(self, task: str = "task-1", **payload: Any) -> str:
        """A person asks that a task stops; the envelope's id."""
        sent = self.page.send("task.cancel_requested", payload, taskId=task)
        self.world.pump()
        return sent

    def wait(self, seconds: int) -> None:
        """Time passes while the adapter beats."""
        while seconds > 0:
            self.world.later(min(25, seconds))
            self.adapter.send("agent.heartbeat", {})
            seconds -= 25

    def leave(self) -> None:
        """The adapter's connection breaks."""
        self.adapter.drop()
        self.world.pump()

    def come_back(self, **cursor: Any) -> Socket:
        """The adapter connects again; by default it continues at the position it had."""
        position = cursor or {"epoch": self.epoch, "lastSequence": position_of(self.adapter)}
        self.adapter = self.world.adapter(self.credential, **position)
        self.world.pump()
        return self.adapter

    # --- what is there ---

    @property
    def epoch(self) -> str:
        head = self.world.services.log.head(self.workspace)
        assert head is not None
        return head.epoch

    @property
    def head(self) -> int:
        head = self.world.services.log.head(self.workspace)
        return head.sequence if head else 0

    def log(self, after: int = 0) -> list[Any]:
        """The whole log, or what is after a position."""
        return list(self.world.services.log.range(self.workspace, after, self.head))

    def logged(self, kind: str) -> list[Any]:
        """Events of one type."""
        return [event for event in self.log() if event.type == kind]

    def find_task(self, id: str = "task-1") -> Task:
        found = self.world.services.queries.entity(self.workspace, Ref("task", id))
        assert isinstance(found, Task)
        return found

    def card(self, id: str = "card-1") -> Interaction:
        found = self.world.services.queries.entity(self.workspace, Ref("interaction", id))
        assert isinstance(found, Interaction)
        return found

    def agent(self) -> Agent:
        found = self.world.services.queries.agent(self.workspace, self.agent_id)
        assert found is not None
        return found

    def snapshot(self) -> dict[str, Any]:
        return self.world.services.queries.snapshot(self.workspace, None)


def position_of(socket: Socket) -> int:
    """The cursor of a consumer that took every frame which continued what it had."""
    cursor = 0
    for frame in socket.frames:
        if frame["type"] == "system.welcome" and cursor == 0:
            cursor = frame["payload"]["head"]
        if frame["type"] == "system.events" and frame["payload"]["from"] <= cursor:
            cursor = max(cursor, frame["payload"]["to"])
    return cursor


def code_of(socket: Socket, envelope_id: str) -> str:
    """The error code that an envelope got."""
    return str(socket.answer_to(envelope_id)["payload"]["code"])


def build_scene(world: World, email: str = "ann@example.com") -> Scene:
    """A scene in a workspace of its own."""
    user = world.user(email)
    workspace = world.workspace(user)
    credential = world.agent(user, workspace)
    agent_id = world.services.pairing.identify(credential).agent_id
    world.pump()
    page = world.browser(user, workspace)
    adapter = world.adapter(credential)
    page.send("conversation.create", {"title": "Site", "agentIds": [agent_id]}, conversationId="conv-1")
    world.pump()
    return Scene(world, user, workspace, credential, agent_id, adapter, page, "conv-1")
