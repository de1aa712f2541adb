"""Timers: late, twice, many, or broken, they do what is due and no more."""

import pytest

from chalicelib.lap.effects import SetTimer
from chalicelib.lap.state import Ref
from chalicelib.lap.times import plus
from chalicelib.services import items
from chalicelib.services.ports import Expect, Item, Put
from tests.support.scene import Scene


def set_timer(scene: Scene, kind: str, subject: str) -> None:
    timer = SetTimer(scene.world.now, kind, subject)  # type: ignore[arg-type]
    scene.world.table.transact([Put(items.timer_item(scene.workspace, timer), Expect.ANY)])


def test_timers_that_find_nothing_to_do_are_harmless(scene: Scene) -> None:
    scene.task()
    scene.ask()
    before = scene.head
    for kind in ("interaction", "grace", "cancel", "away", "revoked", "silent"):
        for subject in ("nothing", "task-1", "card-1", scene.agent_id):
            set_timer(scene, kind, subject)
    scene.world.services.sweeps.run()
    assert scene.head == before
    assert (scene.find_task().status, scene.card().status) == ("waiting_for_human", "pending")


def test_a_sweep_that_runs_twice_or_late_does_everything_once(scene: Scene) -> None:
    scene.task()
    scene.ask(expiresAt=plus(scene.world.now, 20))
    scene.world.clock.forward(40)
    scene.world.services.sweeps.run()
    scene.world.rebuilt().sweeps.run()
    assert len(scene.logged("interaction.expired")) == 1


def test_more_than_a_page_of_timers_is_handled_in_one_run(scene: Scene) -> None:
    for n in range(120):
        card = {"id": f"card-{n}", "type": "approval", "title": "?", "expiresAt": plus(scene.world.now, 300)}
        scene.raise_card(card, task=None)
        scene.world.clock.forward(1)
    scene.world.later(300)
    assert len(scene.logged("interaction.expired")) == 120


def test_a_broken_timer_holds_up_no_other_and_its_words_stay_out_of_the_log(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    scene.task()
    scene.task("task-2")
    scene.ask(expiresAt=plus(scene.world.now, 20))
    broken = items.projection(scene.workspace, Ref("task", "task-2"))
    scene.world.table.transact([Put(Item(broken, {"title": "private-words"}), Expect.ANY)])
    set_timer(scene, "grace", "task-2")
    scene.world.clock.forward(20)
    for _ in range(2):
        scene.world.services.sweeps.run()
    assert scene.card().status == "expired"
    assert "timer grace" in caplog.text
    assert "private-words" not in caplog.text
