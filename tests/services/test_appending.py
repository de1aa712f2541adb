"""Appends: gapless, once per envelope, whoever writes at the same time and whatever answer gets lost."""

import json
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from chalicelib.lap.commands import CLIENT, Command
from chalicelib.lap.envelope import Actor
from chalicelib.services.ports import Table, Write
from chalicelib.services.relay import Accepted, Rejected
from tests.support.scene import Scene
from tests.support.world import World


def message(scene: Scene, id: str, content: str = "hello") -> Command:
    data = {
        "id": id, "type": "message.create", "occurredAt": scene.world.now, "conversationId": "conv-1",
        "payload": {"content": content},
    }  # fmt: skip
    return CLIENT["message.create"].model_validate(data)


def ann(scene: Scene) -> Actor:
    return Actor(kind="user", id=scene.user, name="Ann")


def test_sixteen_parallel_appenders_all_succeed_without_hole_or_double(scene: Scene) -> None:
    before, each = scene.head, 10
    start = threading.Barrier(16)

    def append(worker: int) -> list[object]:
        start.wait()
        return [
            scene.world.services.relay.submit(scene.workspace, ann(scene), [message(scene, f"m-{worker}-{n}")])[0]
            for n in range(each)
        ]

    with ThreadPoolExecutor(16) as pool:
        outcomes = [outcome for part in pool.map(append, range(16)) for outcome in part]
    assert [o for o in outcomes if not isinstance(o, Accepted)] == []
    assert sorted(o.sequence for o in outcomes if isinstance(o, Accepted)) == list(
        range(before + 1, before + 16 * each + 1)
    )
    assert [e.sequence for e in scene.log()] == list(range(1, scene.head + 1))


def test_what_was_committed_and_not_acknowledged_gets_the_original_answer(scene: Scene) -> None:
    sent = scene.page.send("message.create", {"content": "hello"}, conversationId="conv-1")
    first = scene.page.answer_to(sent)["payload"]
    scene.page.frames.clear()
    scene.world.rebuilt()
    scene.world.clock.forward(3600)
    page = scene.world.browser(scene.user, scene.workspace)
    again = dict(scene.page.envelope("message.create", {"content": "hello"}, id=sent, conversationId="conv-1"))
    again["occurredAt"] = "2026-07-24T12:00:00.000Z"
    page.raw(json.dumps(again))
    assert page.answer_to(sent)["payload"] == {**first, "duplicate": True}
    assert len(scene.logged("message.created")) == 1


class LosesAnswers:
    """A table whose writes succeed but whose answers are lost now and then, as over a network."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lose = 0

    def __getattr__(self, name: str) -> object:
        return getattr(self.table, name)

    def transact(self, writes: Sequence[Write]) -> None:
        self.table.transact(writes)
        if self.lose:
            self.lose -= 1
            raise ConnectionError("the answer was lost")


def test_a_retry_after_a_lost_answer_of_the_table_is_not_appended_twice(scene: Scene) -> None:
    real = scene.world.table
    flaky = LosesAnswers(real)
    scene.world.table = flaky  # type: ignore[assignment]
    relay = scene.world.rebuilt().relay
    flaky.lose = 1
    try:
        relay.submit(scene.workspace, ann(scene), [message(scene, "m-1")])
    except ConnectionError:
        head = scene.head
        [outcome] = relay.submit(scene.workspace, ann(scene), [message(scene, "m-1")])
        assert outcome == Accepted("m-1", head, duplicate=True)
        assert scene.head == head
    finally:
        scene.world.table = real
    assert len(scene.logged("message.created")) == 1


def test_the_same_id_with_other_content_is_refused(scene: Scene) -> None:
    relay = scene.world.services.relay
    relay.submit(scene.workspace, ann(scene), [message(scene, "m-1")])
    [other] = relay.submit(scene.workspace, ann(scene), [message(scene, "m-1", "goodbye")])
    assert isinstance(other, Rejected)
    assert (other.error.code, len(scene.logged("message.created"))) == ("id_conflict", 1)


def test_the_same_id_from_another_person_is_refused(scene: Scene) -> None:
    bob = Actor(kind="user", id=scene.world.member(scene.user, scene.workspace), name="Bob")
    relay = scene.world.services.relay
    relay.submit(scene.workspace, ann(scene), [message(scene, "m-1")])
    [other] = relay.submit(scene.workspace, bob, [message(scene, "m-1")])
    assert isinstance(other, Rejected)
    assert other.error.code == "id_conflict"


def test_one_frame_is_one_transaction_and_each_envelope_has_its_answer(scene: Scene) -> None:
    good = scene.page.envelope("message.create", {"content": "a"}, conversationId="conv-1")
    bad = scene.page.envelope("message.create", {"content": "b"}, conversationId="nowhere")
    last = scene.page.envelope("message.create", {"content": "c"}, conversationId="conv-1")
    before = scene.head
    scene.page.send_together(good, bad, last, good)
    answers = [f["payload"] for f in scene.page.frames[-4:]]
    assert [a.get("sequence") or a["code"] for a in answers] == [before + 1, "not_found", before + 2, before + 1]
    assert [e.payload.content for e in scene.log(before)] == ["a", "c"]


def test_messages_written_offline_arrive_in_order_and_once(scene: Scene) -> None:
    waiting = [
        scene.page.envelope("message.create", {"content": f"{n}", "messageId": f"msg-{n}"}, conversationId="conv-1")
        for n in range(5)
    ]
    scene.page.drop()
    scene.world.clock.forward(30)
    page = scene.world.browser(scene.user, scene.workspace)
    for _ in range(2):
        page.send_together(*waiting)
    assert [e.payload.content for e in scene.logged("message.created")] == list("01234")


def test_a_task_sent_again_after_its_receipt_is_the_same_task(world: World, scene: Scene) -> None:
    first = scene.page.envelope("task.create", {"title": "Once"}, conversationId="conv-1", taskId="task-9")
    scene.page.send_together(first, first)
    scene.page.send_together(first)
    world.pump()
    assert len(scene.logged("task.created")) == 1
    assert [e["payload"]["taskId"] for e in scene.adapter.events("task.assigned")] == ["task-9"]
