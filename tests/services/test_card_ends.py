"""How a card ends without an answer: it expires, or its task ends. Never as a refusal, never as an approval."""

from chalicelib.lap.describe import describe
from chalicelib.lap.times import plus
from tests.support.scene import Scene, code_of


def test_a_card_that_lapses_is_expired_and_says_so(scene: Scene) -> None:
    scene.task()
    scene.ask(expiresAt=plus(scene.world.now, 20))
    scene.world.later(19)
    assert scene.card().status == "pending"
    scene.world.later(1)
    assert scene.card().status == "expired"
    [told] = scene.adapter.events("interaction.resolved")
    assert told["payload"]["outcome"] == "expired"
    assert "response" not in told["payload"]
    [event] = scene.logged("interaction.expired")
    assert "nobody answered" in describe(event, "en")
    assert "无人答复" in describe(event, "zh")
    assert scene.find_task().status == "running"


def test_an_expired_card_takes_no_answer_even_before_the_sweep(scene: Scene) -> None:
    scene.task()
    scene.ask(expiresAt=plus(scene.world.now, 20))
    scene.world.clock.forward(20)
    assert code_of(scene.page, scene.answer(scene.page)) == "expired"
    assert scene.card().status == "pending"
    scene.world.later(0)
    assert code_of(scene.page, scene.answer(scene.page)) == "expired"
    assert scene.logged("interaction.answered") == []


def test_an_answer_just_in_time_counts_and_nothing_expires(scene: Scene) -> None:
    scene.task()
    scene.ask(expiresAt=plus(scene.world.now, 20))
    scene.world.clock.forward(19.999)
    scene.answer(scene.page)
    scene.world.later(60)
    assert scene.logged("interaction.expired") == []
    assert scene.card().status == "delivered"


def test_an_adapter_that_was_away_learns_of_the_expiry_when_it_returns(scene: Scene) -> None:
    scene.task()
    scene.ask(expiresAt=plus(scene.world.now, 20))
    scene.leave()
    scene.world.later(30)
    scene.come_back()
    assert [r["payload"]["outcome"] for r in scene.adapter.events("interaction.resolved")] == ["expired"]


def test_a_card_moved_to_a_later_time_expires_then(scene: Scene) -> None:
    scene.task()
    scene.ask(expiresAt=plus(scene.world.now, 20))
    scene.ask(expiresAt=plus(scene.world.now, 90))
    scene.world.later(30)
    assert scene.card().status == "pending"
    scene.world.later(60)
    assert scene.card().status == "expired"


def test_a_card_cannot_be_raised_with_its_time_over(scene: Scene) -> None:
    scene.task()
    card = {"id": "card-1", "type": "approval", "title": "Late", "expiresAt": scene.world.now}
    assert code_of(scene.adapter, scene.raise_card(card)) == "invalid_request"


def test_a_stale_tab_cannot_answer_after_the_task_ended(scene: Scene) -> None:
    scene.task()
    scene.ask()
    shown = scene.card().digest
    scene.report("failed", error="disk full")
    refused = scene.answer(scene.page, digest=shown)
    assert code_of(scene.page, refused) == "cancelled"
    assert scene.card().status == "cancelled"
    assert [r["payload"]["outcome"] for r in scene.adapter.events("interaction.resolved")] == ["cancelled"]
    assert [i["status"] for i in scene.snapshot()["interactions"]] == ["cancelled"]
    assert scene.find_task().open_interactions == []


def test_the_recorded_outcome_of_an_expired_card_is_told_again(scene: Scene) -> None:
    scene.task()
    card = {"id": "card-1", "type": "approval", "title": "Go?", "expiresAt": plus(scene.world.now, 20)}
    scene.raise_card(card)
    scene.world.later(30)
    scene.raise_card(card)
    assert scene.adapter.last("interaction.resolved")["payload"]["outcome"] == "expired"
    assert len(scene.logged("interaction.requested")) == 1


def test_a_card_without_a_task_waits_in_its_conversation(scene: Scene) -> None:
    scene.ask(task=None, expiresAt=plus(scene.world.now, 20))
    assert scene.card().conversation_id == "conv-1"
    scene.answer(scene.page)
    assert scene.adapter.events("interaction.resolved")[0]["payload"]["response"]["decision"] == "approve"


def test_a_lapsed_card_is_not_brought_back_by_an_update(scene: Scene) -> None:
    scene.task()
    scene.ask(expiresAt=plus(scene.world.now, 20))
    scene.world.clock.forward(20)
    scene.ask(expiresAt=plus(scene.world.now, 600))
    assert scene.card().status == "expired"
    assert len(scene.logged("interaction.expired")) == 1
    assert not scene.logged("interaction.updated")


def test_an_update_may_not_set_a_time_that_is_over(scene: Scene) -> None:
    scene.task()
    scene.ask()
    card = {"id": "card-1", "type": "approval", "title": "Other?", "expiresAt": plus(scene.world.now, -1)}
    sent = scene.adapter.send("interaction.requested", {"interaction": card}, taskId="task-1")
    assert code_of(scene.adapter, sent) == "invalid_request"
    assert scene.card().card.title == "Migrate?"
