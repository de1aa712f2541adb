"""Nothing crosses a workspace, even where all ids are the same."""

import json

import pytest

from tests.support.scene import Scene, build_scene, code_of


@pytest.fixture
def other(scene: Scene) -> Scene:
    """Another workspace whose conversation, task and card have the same ids."""
    other = build_scene(scene.world, "mallory@example.com")
    for each in (scene, other):
        each.task()
        each.ask(title=f"Of {each.workspace}?")
    return other


def test_the_same_ids_are_different_things(scene: Scene, other: Scene) -> None:
    scene.answer(scene.page, option="reject")
    assert (scene.card().status, other.card().status) == ("delivered", "pending")
    assert other.adapter.events("interaction.resolved") == []
    assert other.find_task().status == "waiting_for_human"


def test_frames_never_name_the_other_workspace(scene: Scene, other: Scene) -> None:
    scene.answer(scene.page)
    scene.world.later(20)
    for mine, theirs in ((scene, other), (other, scene)):
        for socket in (mine.page, mine.adapter):
            text = json.dumps(socket.frames)
            assert theirs.workspace not in text
            assert theirs.agent_id not in text


def test_a_body_that_names_another_workspace_is_refused(scene: Scene, other: Scene) -> None:
    before = other.head
    for socket in (scene.page, scene.adapter):
        sent = socket.send(
            "message.create", {"content": "boo"}, conversationId="conv-1", workspaceId=other.workspace
        )  # fmt: skip
        assert code_of(socket, sent) == "wrong_workspace"
    assert other.head == before


def test_agents_of_another_workspace_cannot_be_addressed(scene: Scene, other: Scene) -> None:
    payload = {"title": "Go", "targetAgentId": other.agent_id}
    assert code_of(scene.page, scene.page.send("task.create", payload, conversationId="conv-1")) == "not_found"
    sent = scene.page.send("conversation.create", {"title": "Both", "agentIds": [other.agent_id]})
    assert code_of(scene.page, sent) == "not_found"
    for kind in ("agent.revoke", "agent.rename", "agent.confirm"):
        sent = scene.page.send(kind, {"agentId": other.agent_id, "name": "Mine"})
        assert code_of(scene.page, sent) == "not_found"
    assert other.agent().status == "online"


def test_a_person_of_another_workspace_gets_nothing_by_id(scene: Scene, other: Scene) -> None:
    outcome = scene.world.command(
        other.user, scene.workspace, "interaction.respond",
        {"interactionId": "card-1", "digest": scene.card().digest,
         "response": {"type": "approval", "optionId": "approve"}},
    )  # fmt: skip
    assert outcome.error.code == "not_found"
    assert scene.card().status == "pending"
    assert scene.logged("access.denied") == []


def test_the_same_envelope_id_counts_once_per_workspace(scene: Scene, other: Scene) -> None:
    for each in (scene, other):
        each.page.send("message.create", {"content": "hello"}, id="same", conversationId="conv-1")
        assert each.page.answer_to("same")["payload"]["duplicate"] is False
        assert len(each.logged("message.created")) == 2


def test_streamed_text_and_presence_stay_inside(scene: Scene, other: Scene) -> None:
    delta = {"messageId": "m", "offset": 0, "text": "psst"}
    scene.adapter.send("message.delta", delta, conversationId="conv-1")
    assert len(scene.page.all("message.delta")) == 1
    assert other.page.all("message.delta") == []
    assert other.snapshot()["drafts"] == []
    scene.leave()
    assert other.page.events("agent.disconnected") == []


def test_a_ticket_opens_its_own_workspace_only(scene: Scene, other: Scene) -> None:
    page = scene.world.browser(other.user, other.workspace, epoch=scene.epoch, cursor=0)
    assert [f["payload"]["reason"] for f in page.all("system.resync_required")] == ["epoch"]
    assert page.events() == []
