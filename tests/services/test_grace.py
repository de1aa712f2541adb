"""A task fails for want of its agent only while it waits for the agent, and a late outcome is kept."""

from chalicelib.lap import limits
from chalicelib.lap.times import plus
from tests.support.scene import Scene, code_of

GRACE = limits.GRACE_SECONDS


def test_a_running_task_fails_when_its_agent_stays_away(scene: Scene) -> None:
    scene.task()
    scene.leave()
    scene.world.later(GRACE - 1)
    assert scene.find_task().status == "running"
    scene.world.later(1)
    task = scene.find_task()
    assert (task.status, task.reason) == ("failed", "agent_unreachable")


def test_silence_counts_from_when_it_was_noticed(scene: Scene) -> None:
    scene.task()
    scene.world.later(50)
    assert scene.agent().status == "offline"
    scene.world.later(GRACE - 1)
    assert scene.find_task().status == "running"
    scene.world.later(1)
    assert scene.find_task().reason == "agent_unreachable"


def test_an_agent_that_returns_in_time_keeps_its_task(scene: Scene) -> None:
    scene.task()
    scene.leave()
    scene.world.later(GRACE - 10)
    scene.come_back()
    scene.world.clock.forward(20)
    scene.adapter.send("agent.heartbeat", {})
    scene.world.later(0)
    assert scene.find_task().status == "running"
    scene.leave()
    scene.world.later(GRACE - 1)
    assert scene.find_task().status == "running"
    scene.world.later(1)
    assert scene.find_task().status == "failed"


def test_a_task_that_nobody_began_waits_for_ever(scene: Scene) -> None:
    scene.leave()
    scene.assign()
    scene.world.later(10 * GRACE)
    assert scene.find_task().status == "queued"
    scene.come_back()
    assert [e["payload"]["taskId"] for e in scene.adapter.events("task.assigned")] == ["task-1"]


def test_grace_pauses_while_a_human_is_asked(scene: Scene) -> None:
    scene.task()
    scene.ask()
    scene.leave()
    scene.world.later(3 * GRACE)
    assert (scene.find_task().status, scene.card().status) == ("waiting_for_human", "pending")


def test_grace_starts_anew_with_an_answer_given_while_the_agent_is_away(scene: Scene) -> None:
    scene.task()
    scene.ask()
    scene.leave()
    scene.world.later(3 * GRACE)
    scene.answer(scene.page)
    scene.world.later(GRACE - 1)
    assert scene.find_task().status == "running"
    scene.world.later(1)
    assert scene.find_task().reason == "agent_unreachable"


def test_grace_starts_anew_when_the_question_expires(scene: Scene) -> None:
    scene.task()
    scene.ask(expiresAt=plus(scene.world.now, 2 * GRACE))
    scene.leave()
    scene.world.later(2 * GRACE)
    assert scene.find_task().status == "running"
    scene.world.later(GRACE)
    assert scene.find_task().reason == "agent_unreachable"


def test_grace_pauses_while_a_step_of_the_task_asks_a_human(scene: Scene) -> None:
    scene.task()
    step = {"parentTaskId": "task-1", "title": "step", "status": "running"}
    scene.adapter.send("task.child_created", step, taskId="step-1")
    scene.ask(task="step-1")
    scene.leave()
    scene.world.later(3 * GRACE)
    assert (scene.find_task().status, scene.card().status) == ("running", "pending")
    scene.answer(scene.page)
    scene.world.later(GRACE - 1)
    assert scene.find_task().status == "running"
    scene.world.later(1)
    assert scene.find_task().reason == "agent_unreachable"
    assert scene.find_task("step-1").reason == "parent_ended"


def test_a_late_outcome_is_kept_and_a_person_may_accept_it(scene: Scene) -> None:
    scene.task()
    finished_at = plus(scene.world.now, 60)
    scene.leave()
    scene.world.later(GRACE)
    scene.come_back()
    payload = {"status": "succeeded", "summary": "done all the same"}
    late = scene.adapter.envelope("task.status_changed", payload, taskId="task-1")
    scene.adapter.send_together({**late, "occurredAt": finished_at})
    scene.world.pump()
    task = scene.find_task()
    assert (task.status, task.reason) == ("failed", "agent_unreachable")
    assert task.late_report is not None
    assert (task.late_report.status, task.late_report.at) == ("succeeded", finished_at)
    scene.page.send("task.accept_late", {}, taskId="task-1")
    task = scene.find_task()
    assert (task.status, task.ended_at, task.reason, task.summary) == (
        "succeeded", finished_at, None, "done all the same"
    )  # fmt: skip


def test_without_a_late_report_there_is_nothing_to_accept(scene: Scene) -> None:
    scene.task()
    scene.leave()
    scene.world.later(GRACE)
    sent = scene.page.send("task.accept_late", {}, taskId="task-1")
    assert code_of(scene.page, sent) == "illegal_transition"
    assert scene.find_task().status == "failed"


def test_a_viewer_may_not_accept_a_late_report(scene: Scene) -> None:
    scene.task()
    scene.leave()
    scene.world.later(GRACE)
    scene.come_back()
    scene.report("succeeded")
    eve_id = scene.world.member(scene.user, scene.workspace, "viewer", "eve@example.com")
    eve = scene.world.browser(eve_id, scene.workspace)
    assert code_of(eve, eve.send("task.accept_late", {}, taskId="task-1")) == "not_allowed"
    assert scene.find_task().status == "failed"


def test_a_report_that_waited_on_disk_keeps_its_own_time(scene: Scene) -> None:
    scene.task()
    scene.world.clock.forward(30)
    finished = scene.adapter.envelope("task.status_changed", {"status": "succeeded"}, taskId="task-1")
    scene.leave()
    scene.world.later(600)
    scene.come_back().send_together(finished)
    task = scene.find_task()
    assert (task.status, task.ended_at) == ("succeeded", finished["occurredAt"])


def test_a_wrong_clock_of_the_agent_does_not_count(scene: Scene) -> None:
    scene.task()
    for when in ("2025-07-24T12:00:00Z", "2027-07-24T12:00:00Z"):
        report = scene.adapter.envelope("task.status_changed", {"progress": 5}, taskId="task-1")
        scene.adapter.send_together({**report, "occurredAt": when})
        assert scene.log()[-1].payload.at == scene.world.now
