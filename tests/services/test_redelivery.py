"""An answer belongs to the card, not to a connection: it arrives, once, over whatever line there is."""

from tests.support.scene import Scene, position_of
from tests.support.world import Socket


def resolved(socket: Socket) -> list[str]:
    return [event["id"] for event in socket.events("interaction.resolved")]


def test_an_answer_given_while_the_adapter_is_away_arrives_on_reconnect(scene: Scene) -> None:
    scene.task()
    scene.ask()
    scene.leave()
    scene.answer(scene.page)
    assert scene.card().status == "answered"
    back = scene.come_back()
    assert len(resolved(back)) == 1
    assert scene.card().status == "delivered"
    back.send("interaction.acknowledged", {"interactionId": "card-1"})
    scene.world.pump()
    assert [scene.card().status, *(e["type"] for e in scene.page.events()[-3:])] == [
        "acknowledged", "agent.connected", "interaction.delivered", "interaction.acknowledged"
    ]  # fmt: skip


def test_a_stuffed_line_gets_the_answer_once_it_reads_again(scene: Scene) -> None:
    scene.task()
    scene.ask()
    cursor = position_of(scene.adapter)
    scene.world.wires.stuffed.add(scene.adapter.id)
    scene.answer(scene.page)
    assert scene.card().status == "answered"
    scene.world.clock.forward(20)
    scene.world.wires.stuffed.clear()
    beat_and_catch_up(scene, scene.adapter, cursor)
    assert len(resolved(scene.adapter)) == 1
    assert scene.card().status == "delivered"


def beat_and_catch_up(scene: Scene, socket: Socket, cursor: int) -> None:
    """What the SDK does: a head beyond the cursor means that something was lost."""
    socket.send("agent.heartbeat", {"epoch": scene.epoch, "cursor": cursor})
    beat = socket.last("system.heartbeat")["payload"]
    assert (beat["head"] > cursor, beat["now"]) == (True, scene.world.now)
    socket.send("agent.hello", {"epoch": scene.epoch, "lastSequence": cursor, "capabilities": ["a"]})
    scene.world.pump()


def test_a_lost_frame_is_delivered_again_with_the_same_id_on_the_same_line(scene: Scene) -> None:
    scene.task()
    scene.ask()
    cursor = position_of(scene.adapter)
    scene.answer(scene.page)
    [lost] = resolved(scene.adapter)
    scene.adapter.frames.clear()
    beat_and_catch_up(scene, scene.adapter, cursor)
    assert resolved(scene.adapter) == [lost]
    assert len(scene.logged("interaction.delivered")) == 1


def test_an_unacknowledged_answer_comes_again_with_the_same_id_after_a_crash(scene: Scene) -> None:
    scene.task()
    scene.ask()
    cursor = position_of(scene.adapter)
    scene.answer(scene.page)
    first = resolved(scene.adapter)
    scene.leave()
    again = scene.come_back(epoch=scene.epoch, lastSequence=cursor)
    assert resolved(again) == first
    assert scene.card().status == "delivered"


def test_an_adapter_that_lost_everything_finds_its_work_in_the_snapshot(scene: Scene) -> None:
    scene.task()
    scene.ask()
    scene.ask("card-2")
    scene.answer(scene.page)
    scene.leave()
    work = scene.world.services.queries.agent_snapshot(scene.workspace, scene.agent_id)
    assert [t["id"] for t in work["tasks"]] == ["task-1"]
    assert [(i["id"], i["status"]) for i in work["interactions"]] == [("card-1", "delivered"), ("card-2", "pending")]
    scene.come_back().send("interaction.acknowledged", {"interactionId": "card-1"})
    scene.world.pump()
    work = scene.world.services.queries.agent_snapshot(scene.workspace, scene.agent_id)
    assert [i["id"] for i in work["interactions"]] == ["card-2"]


def test_acknowledging_twice_is_once(scene: Scene) -> None:
    scene.task()
    scene.ask()
    scene.answer(scene.page)
    for _ in range(2):
        sent = scene.adapter.send("interaction.acknowledged", {"interactionId": "card-1"})
        assert scene.adapter.answer_to(sent)["type"] == "system.ack"
    assert len(scene.logged("interaction.acknowledged")) == 1


def test_an_acknowledgement_of_another_answer_than_the_one_recorded_does_not_count(scene: Scene) -> None:
    scene.task()
    scene.ask()
    scene.answer(scene.page)
    before = {"interactionId": "card-1", "resolvedAt": "2026-07-24T11:00:00.000Z"}
    sent = scene.adapter.send("interaction.acknowledged", before)
    assert scene.adapter.answer_to(sent)["payload"]["code"] == "illegal_transition"
    assert scene.card().status == "delivered"
    sent = scene.adapter.send("interaction.acknowledged", {**before, "resolvedAt": scene.card().answered_at})
    assert scene.adapter.answer_to(sent)["type"] == "system.ack"
    assert scene.card().status == "acknowledged"


def test_the_answers_of_a_line_that_died_unnoticed_reach_the_next(scene: Scene) -> None:
    scene.task()
    scene.ask()
    cursor = position_of(scene.adapter)
    scene.world.wires.closed[scene.adapter.id] = 1006
    scene.answer(scene.page)
    assert scene.card().status == "answered"
    back = scene.come_back(epoch=scene.epoch, lastSequence=cursor)
    assert len(resolved(back)) == 1
