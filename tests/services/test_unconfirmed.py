"""Before a person has confirmed it, an agent can connect and be seen, and nothing else."""

import pytest

from chalicelib.lap.commands import AGENT
from tests.support.scene import Scene, code_of
from tests.support.world import Socket

PAYLOADS = {
    "conversation.create": {"title": "Hi"},
    "conversation.rename": {"title": "Hi"},
    "message.create": {"content": "hi"},
    "message.acknowledged": {"messageId": "m-1"},
    "task.create": {"title": "mine"},
    "task.accepted": {},
    "task.status_changed": {"progress": 1},
    "task.child_created": {"parentTaskId": "task-1", "title": "step"},
    "interaction.requested": {"interaction": {"id": "c", "type": "approval", "title": "Let me in?"}},
    "interaction.withdrawn": {"interactionId": "card-1"},
    "interaction.acknowledged": {"interactionId": "card-1"},
    "artifact.created": {"name": "a", "url": "https://a.example"},
}


@pytest.fixture
def stranger(scene: Scene) -> Socket:
    scene.task()
    scene.ask()
    return scene.world.adapter(scene.world.agent(scene.user, scene.workspace, confirmed=False))


def test_it_is_welcome_and_shown_as_pending(scene: Scene, stranger: Socket) -> None:
    assert stranger.last("system.welcome")["payload"]["agent"]["status"] == "pending"
    assert [a["status"] for a in scene.snapshot()["agents"]] == ["online", "pending"]


def test_the_payloads_here_are_all_that_an_agent_may_send() -> None:
    assert set(PAYLOADS) == set(AGENT)


@pytest.mark.parametrize("kind", sorted(AGENT))
def test_it_may_not(scene: Scene, stranger: Socket, kind: str) -> None:
    before = scene.head
    sent = stranger.send(kind, PAYLOADS[kind], conversationId="conv-1", taskId="task-1")
    error = stranger.answer_to(sent)["payload"]
    assert (error["code"], error["retryable"]) == ("agent_not_confirmed", True)
    assert scene.head == before


def test_it_may_not_stream_text(scene: Scene, stranger: Socket) -> None:
    delta = {"messageId": "m", "offset": 0, "text": "psst"}
    sent = stranger.send("message.delta", delta, conversationId="conv-1")
    assert code_of(stranger, sent) == "not_allowed"
    assert scene.page.all("message.delta") == []
    assert scene.snapshot()["drafts"] == []


def test_it_gets_no_work(scene: Scene, stranger: Socket) -> None:
    agent_id = scene.world.services.connections.find(stranger.id).actor_id  # type: ignore[union-attr]
    scene.page.send("conversation.create", {"title": "New", "agentIds": [agent_id]}, conversationId="conv-2")
    for kind, payload in (("task.create", {"title": "Go"}), ("message.create", {"content": "hello"})):
        sent = scene.page.send(kind, payload, conversationId="conv-2")
        assert code_of(scene.page, sent) == "agent_not_confirmed"
    scene.world.pump()
    assert stranger.events() == []
