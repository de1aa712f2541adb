"""A cancel is a request until the agent confirms it, or time and a person decide."""

from chalicelib.lap import limits
from tests.support.scene import Scene, code_of


def test_a_task_that_never_reached_its_agent_ends_at_once(scene: Scene) -> None:
    scene.leave()
    scene.assign()
    scene.world.pump()
    scene.cancel()
    task = scene.find_task()
    assert (task.status, task.reason) == ("cancelled", "cancelled_before_start")
    scene.come_back()
    sent = scene.adapter.send("task.accepted", {}, taskId="task-1")
    assert code_of(scene.adapter, sent) == "illegal_transition"
    assert [e["payload"]["reason"] for e in scene.adapter.events("task.ended")] == ["cancelled_before_start"]


def test_a_delivered_task_shows_the_request_until_the_agent_confirms(scene: Scene) -> None:
    scene.assign()
    scene.world.pump()
    asked_at = scene.world.now
    scene.cancel(reason="changed my mind")
    task = scene.find_task()
    assert (task.status, task.cancel_requested_at, task.cancel_reason) == ("queued", asked_at, "changed my mind")
    assert [e["payload"]["reason"] for e in scene.adapter.events("task.cancel_requested")] == ["changed my mind"]
    scene.report("cancelled", summary="stopped")
    assert (scene.find_task().status, scene.find_task().reason) == ("cancelled", None)
    assert scene.adapter.events("task.ended") == []


def test_asking_twice_is_one_request(scene: Scene) -> None:
    scene.task()
    scene.cancel()
    scene.world.clock.forward(10)
    second = scene.cancel(reason="really")
    assert scene.page.answer_to(second)["type"] == "system.ack"
    assert len(scene.logged("task.cancel_requested")) == 1


def test_force_waits_a_minute(scene: Scene) -> None:
    scene.task()
    assert code_of(scene.page, scene.cancel(force=True)) == "too_early"
    scene.cancel()
    scene.world.clock.forward(59)
    refused = scene.page.answer_to(scene.cancel(force=True))["payload"]
    assert (refused["code"], refused["retryable"]) == ("too_early", True)
    assert refused["details"]["allowedAt"] == "2026-07-24T12:01:00.000Z"
    scene.world.clock.forward(1)
    scene.cancel(force=True)
    task = scene.find_task()
    assert (task.status, task.reason) == ("cancelled", "cancel_forced")
    assert [e["payload"]["reason"] for e in scene.adapter.events("task.ended")] == ["cancel_forced"]


def test_two_minutes_without_a_word_cancel_it(scene: Scene) -> None:
    scene.task()
    scene.cancel()
    scene.wait(119)
    assert scene.find_task().status == "running"
    scene.wait(1)
    assert (scene.find_task().status, scene.find_task().reason) == ("cancelled", "cancel_timeout")


def test_the_agent_may_finish_instead_of_stopping(scene: Scene) -> None:
    scene.task()
    scene.cancel()
    scene.report("succeeded", summary="was done already")
    scene.wait(300)
    assert scene.find_task().status == "succeeded"


def test_a_cancel_takes_the_open_cards_and_steps_with_it(scene: Scene) -> None:
    scene.task()
    step = {"parentTaskId": "task-1", "title": "step", "status": "running"}
    scene.adapter.send("task.child_created", step, taskId="step-1")
    scene.ask()
    scene.ask("card-2", task="step-1")
    scene.cancel()
    assert scene.card().status == "pending"
    scene.wait(120)
    assert [scene.card(id).status for id in ("card-1", "card-2")] == ["cancelled", "cancelled"]
    assert scene.find_task("step-1").reason == "parent_ended"
    assert [r["payload"]["outcome"] for r in scene.adapter.events("interaction.resolved")] == ["cancelled"] * 2


def test_what_has_ended_cannot_be_cancelled_and_a_cancelled_task_can_again(scene: Scene) -> None:
    scene.task()
    scene.report("succeeded")
    assert code_of(scene.page, scene.cancel()) == "illegal_transition"
    scene.task("task-2")
    scene.cancel("task-2")
    scene.report("cancelled", "task-2")
    assert scene.page.answer_to(scene.cancel("task-2"))["type"] == "system.ack"


def test_reports_on_a_cancelled_task_are_refused_with_its_state(scene: Scene) -> None:
    scene.task()
    scene.cancel()
    scene.wait(120)
    error = scene.adapter.answer_to(scene.report("succeeded"))["payload"]
    assert (error["code"], error["details"]) == (
        "illegal_transition", {"status": "cancelled", "reason": "cancel_timeout"}
    )  # fmt: skip


def test_a_deep_tree_with_open_cards_ends_as_one(scene: Scene) -> None:
    scene.task()
    parent = "task-1"
    for level in range(5):
        child = f"step-{level}"
        payload = {"parentTaskId": parent, "title": child, "status": "running"}
        sent = scene.adapter.send("task.child_created", payload, taskId=child)
        assert scene.adapter.answer_to(sent)["type"] == "system.ack"
        scene.ask(f"card-{level}", task=child)
        parent = child
    sent = scene.report("failed", error="gave up")
    assert scene.adapter.answer_to(sent)["type"] == "system.ack"
    assert [scene.find_task(f"step-{n}").status for n in range(5)] == ["cancelled"] * 5
    assert [scene.card(f"card-{n}").status for n in range(5)] == ["cancelled"] * 5


def test_a_task_with_as_much_open_below_it_as_allowed_can_still_end(scene: Scene) -> None:
    scene.task()
    steps: list[str] = []
    parent, codes = "task-1", set()
    for n in range(45):
        payload = {"parentTaskId": parent, "title": f"{n}", "status": "running"}
        sent = scene.adapter.send("task.child_created", payload, taskId=f"step-{n}")
        scene.world.clock.forward(1)
        if scene.adapter.answer_to(sent)["type"] == "system.ack":
            steps.append(f"step-{n}")
            parent = f"step-{n}" if n in (9, 19) else parent
        else:
            codes.add(code_of(scene.adapter, sent))
    assert (len(steps), codes) == (limits.OPEN_IN_TREE, {"limit_reached"})
    card = {"id": "card-1", "type": "approval", "title": "One more?"}
    assert code_of(scene.adapter, scene.raise_card(card, steps[-1])) == "limit_reached"
    sent = scene.report("succeeded")
    assert scene.adapter.answer_to(sent)["type"] == "system.ack"
    assert {scene.find_task(step).status for step in steps} == {"cancelled"}


def test_a_task_may_have_more_steps_than_are_open_at_once(scene: Scene) -> None:
    scene.task()
    for n in range(limits.CHILDREN):
        payload = {"parentTaskId": "task-1", "title": f"{n}", "status": "succeeded"}
        sent = scene.adapter.send("task.child_created", payload, taskId=f"step-{n}")
        scene.world.clock.forward(1)
        assert scene.adapter.answer_to(sent)["type"] == "system.ack"
    assert (scene.find_task().child_count, scene.find_task().open_children) == (limits.CHILDREN, [])
