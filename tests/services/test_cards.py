"""Cards: many at once, seen from everywhere, answered once, through restarts."""

from tests.support.scene import Scene, code_of


def test_five_cards_at_once_are_five_rows_and_the_task_resumes_after_the_last(scene: Scene) -> None:
    scene.task()
    cards = [f"card-{n}" for n in range(5)]
    scene.adapter.send_together(
        *(
            scene.adapter.envelope(
                "interaction.requested", {"interaction": {"id": id, "type": "approval", "title": id}}, taskId="task-1"
            )
            for id in cards
        )
    )
    scene.world.pump()
    assert [e["payload"]["interaction"]["id"] for e in scene.page.events("interaction.requested")] == cards
    assert scene.find_task().open_interactions == cards
    for id in ("card-3", "card-0", "card-4", "card-2"):
        scene.answer(scene.page, id)
        assert scene.find_task().status == "waiting_for_human"
    scene.answer(scene.page, "card-1", "reject")
    assert (scene.find_task().status, scene.find_task().open_interactions) == ("running", [])
    answered = [r["payload"]["interactionId"] for r in scene.adapter.events("interaction.resolved")]
    assert answered == ["card-3", "card-0", "card-4", "card-2", "card-1"]


def test_a_browser_that_never_saw_the_card_finds_it_and_answers(scene: Scene) -> None:
    scene.task()
    scene.ask()
    fresh = scene.world.browser(scene.user, scene.workspace)
    [shown] = scene.snapshot()["interactions"]
    assert (shown["status"], shown["card"]["title"]) == ("pending", "Migrate?")
    sent = scene.answer(fresh, digest=shown["digest"])
    assert fresh.answer_to(sent)["type"] == "system.ack"
    assert scene.card().status == "delivered"


def test_cards_survive_a_restart_of_the_server(scene: Scene) -> None:
    scene.task()
    for id in ("card-1", "card-2", "card-3"):
        scene.ask(id)
    before = scene.snapshot()
    scene.world.rebuilt()
    assert scene.snapshot() == before
    for id in ("card-1", "card-2", "card-3"):
        scene.answer(scene.page, id)
    assert len(scene.adapter.events("interaction.resolved")) == 3
    assert scene.find_task().status == "running"


def test_the_same_card_sent_again_is_one_card(scene: Scene) -> None:
    scene.task()
    scene.ask()
    for _ in range(2):
        scene.leave()
        scene.come_back()
        scene.ask()
    assert len(scene.logged("interaction.requested")) == 1
    assert scene.logged("interaction.updated") == []
    scene.answer(scene.page)
    assert len(scene.adapter.events("interaction.resolved")) == 1


def test_the_same_card_sent_after_the_answer_gets_the_recorded_answer(scene: Scene) -> None:
    scene.task()
    scene.ask()
    scene.answer(scene.page, option="reject")
    recorded = scene.adapter.events("interaction.resolved")[0]["payload"]
    scene.leave()
    again = scene.come_back()
    sent = scene.raise_card({"id": "card-1", "type": "approval", "title": "Migrate?", "risk": "high"})
    assert again.answer_to(sent)["type"] == "system.ack"
    told = again.last("interaction.resolved")["payload"]
    assert told == recorded
    assert len(scene.logged("interaction.requested")) == 1
    assert scene.find_task().status == "running"


def test_a_changed_card_is_updated_and_the_old_digest_is_refused(scene: Scene) -> None:
    scene.task()
    scene.ask()
    stale = scene.card().digest
    scene.ask(title="Migrate production?")
    assert [e["payload"]["interaction"]["title"] for e in scene.page.events("interaction.updated")] == [
        "Migrate production?"
    ]
    refused = scene.answer(scene.page, digest=stale)
    error = scene.page.answer_to(refused)["payload"]
    assert (error["code"], error["details"]["digest"]) == ("digest_mismatch", scene.card().digest)
    assert scene.card().status == "pending"
    scene.answer(scene.page)
    assert scene.adapter.events("interaction.resolved")[0]["payload"]["digest"] == scene.card().digest


def test_a_withdrawn_card_is_void(scene: Scene) -> None:
    scene.task()
    scene.ask()
    scene.adapter.send("interaction.withdrawn", {"interactionId": "card-1", "reason": "found it"})
    scene.world.pump()
    assert scene.find_task().status == "running"
    assert code_of(scene.page, scene.answer(scene.page)) == "withdrawn"


def test_a_withdrawal_after_the_answer_learns_of_the_answer(scene: Scene) -> None:
    scene.task()
    scene.ask()
    scene.answer(scene.page)
    sent = scene.adapter.send("interaction.withdrawn", {"interactionId": "card-1"})
    assert code_of(scene.adapter, sent) == "already_resolved"
    assert scene.card().status == "delivered"


def test_another_agents_card_cannot_be_taken_over(scene: Scene) -> None:
    scene.task()
    scene.ask()
    other = scene.world.adapter(scene.world.agent(scene.user, scene.workspace))
    card = {"id": "card-1", "type": "approval", "title": "Mine now"}
    sent = other.send("interaction.requested", {"interaction": card}, conversationId="conv-1")
    assert code_of(other, sent) in ("id_conflict", "not_found")
    withdrawn = other.send("interaction.withdrawn", {"interactionId": "card-1"})
    assert code_of(other, withdrawn) == "not_found"
    assert (scene.card().status, scene.card().card.title) == ("pending", "Migrate?")
