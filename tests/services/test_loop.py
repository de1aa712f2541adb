"""The main job: a message and a task go from a page to an agent and back."""

from tests.support.scene import Scene


def test_a_message_reaches_the_agent_and_its_answer_the_page(scene: Scene) -> None:
    scene.page.send("message.create", {"content": "hello", "targetAgentId": scene.agent_id}, conversationId="conv-1")
    scene.world.pump()
    delivered = scene.adapter.events("message.delivered")
    assert [d["payload"]["content"] for d in delivered] == ["hello"]
    scene.adapter.send("message.create", {"content": "hi"}, conversationId="conv-1")
    scene.world.pump()
    said = [(e["actor"]["kind"], e["payload"]["content"]) for e in scene.page.events("message.created")]
    assert said == [("user", "hello"), ("agent", "hi")]


def test_an_approval_goes_round(scene: Scene) -> None:
    scene.task()
    scene.ask()
    assert [e["payload"]["interaction"]["title"] for e in scene.page.events("interaction.requested")] == ["Migrate?"]
    scene.answer(scene.page)
    resolved = scene.adapter.events("interaction.resolved")
    assert [r["payload"]["response"]["decision"] for r in resolved] == ["approve"]
    scene.adapter.send("interaction.acknowledged", {"interactionId": "card-1"})
    scene.adapter.send("task.status_changed", {"status": "succeeded", "summary": "done"}, taskId="task-1")
    scene.world.pump()
    snapshot = scene.world.services.queries.snapshot(scene.workspace, None)
    assert [(t["status"], t["progress"]) for t in snapshot["tasks"]] == [("succeeded", 100)]
    assert [i["status"] for i in snapshot["interactions"]] == ["acknowledged"]


def test_events_have_no_gap_and_no_double(scene: Scene) -> None:
    scene.task()
    scene.ask()
    scene.answer(scene.page)
    head = scene.world.services.log.head(scene.workspace)
    log = [e.sequence for e in scene.world.services.log.range(scene.workspace, 0, head.sequence)]
    assert log == list(range(1, head.sequence + 1))


def test_one_message_is_one_post_to_each_open_connection_and_one_answer(scene: Scene) -> None:
    other = scene.world.browser(scene.user, scene.workspace)
    before = scene.world.wires.posts
    scene.page.send("message.create", {"content": "hello", "targetAgentId": scene.agent_id}, conversationId="conv-1")
    scene.world.pump()
    assert other.events("message.created")
    assert scene.world.wires.posts - before == 3 + 1
