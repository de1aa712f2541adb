"""Conversations that are put away, tasks that are tried again, messages that are taken up."""

import pytest

from chalicelib.lap.state import Ref
from tests.support.scene import Scene
from tests.support.world import Socket


def archived(scene: Scene) -> bool:
    conversation = scene.world.services.queries.entity(scene.workspace, Ref("conversation", "conv-1"))
    return getattr(conversation, "archived_at", None) is not None


def archive(scene: Scene, wanted: bool = True) -> None:
    scene.page.send("conversation.archive", {"archived": wanted}, conversationId="conv-1")
    scene.world.pump()


def code(socket: Socket, sent: str) -> str:
    return str(socket.answer_to(sent)["payload"].get("code"))


def test_a_conversation_is_put_away_once_and_taken_out_again(scene: Scene) -> None:
    for wanted in (True, True, False, False):
        archive(scene, wanted)
        assert archived(scene) is wanted
    assert [e.payload.archived for e in scene.logged("conversation.archived")] == [True, False]


@pytest.mark.parametrize("who", ["page", "adapter"])
def test_a_new_message_takes_it_out_by_itself(scene: Scene, who: str) -> None:
    archive(scene)
    getattr(scene, who).send("message.create", {"content": "one more thing"}, conversationId="conv-1")
    assert not archived(scene)


def test_a_new_task_takes_it_out_too(scene: Scene) -> None:
    archive(scene)
    scene.assign()
    assert not archived(scene)


def test_agents_do_not_put_conversations_away(scene: Scene) -> None:
    scene.adapter.send("conversation.archive", {"archived": True}, conversationId="conv-1")
    scene.world.pump()
    assert not archived(scene)


def test_a_task_is_tried_again_when_it_has_ended(scene: Scene) -> None:
    scene.task()
    again = {"title": "Tidy up", "targetAgentId": scene.agent_id, "retryOf": "task-1"}
    sent = scene.page.send("task.create", again, conversationId="conv-1", taskId="task-2")
    assert code(scene.page, sent) == "illegal_transition"
    scene.report("failed", error="no space")
    sent = scene.page.send("task.create", again, conversationId="conv-1", taskId="task-2")
    assert scene.page.answer_to(sent)["type"] == "system.ack"
    assert scene.find_task("task-2").retry_of == "task-1"
    assert scene.find_task("task-1").status == "failed"


def test_only_a_task_of_the_same_conversation_is_tried_again(scene: Scene) -> None:
    scene.task()
    scene.report("failed")
    scene.page.send("conversation.create", {"title": "Other", "agentIds": [scene.agent_id]}, conversationId="conv-2")
    again = {"title": "x", "targetAgentId": scene.agent_id, "retryOf": "task-1"}
    sent = scene.page.send("task.create", again, conversationId="conv-2")
    assert code(scene.page, sent) == "not_found"
    sent = scene.page.send("task.create", {**again, "retryOf": "nothing"}, conversationId="conv-1")
    assert code(scene.page, sent) == "not_found"


def test_that_a_message_was_taken_up_is_told_to_people(scene: Scene) -> None:
    sent = scene.page.send("message.create", {"content": "hello", "messageId": "m-1"}, conversationId="conv-1")
    assert scene.page.answer_to(sent)["type"] == "system.ack"
    scene.adapter.send("message.acknowledged", {"messageId": "m-1"}, conversationId="conv-1")
    scene.world.pump()
    told = [event["payload"] for event in scene.page.events("message.acknowledged")]
    assert told == [{"messageId": "m-1", "agentId": scene.agent_id}]


def test_an_agent_takes_up_messages_of_its_own_conversations_only(scene: Scene) -> None:
    scene.page.send("conversation.create", {"title": "Without it", "agentIds": []}, conversationId="conv-2")
    sent = scene.adapter.send("message.acknowledged", {"messageId": "m-1"}, conversationId="conv-2")
    assert code(scene.adapter, sent) == "not_found"
