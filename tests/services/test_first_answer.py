"""The first answer wins, whoever gives it and however many come."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from chalicelib.lap.commands import CLIENT
from chalicelib.lap.envelope import Actor
from chalicelib.services.relay import Accepted, Rejected
from tests.support.scene import Scene, code_of


def test_a_double_click_is_one_answer(scene: Scene) -> None:
    scene.task()
    scene.ask()
    first, second = scene.answer(scene.page), scene.answer(scene.page)
    assert scene.page.answer_to(first)["type"] == scene.page.answer_to(second)["type"] == "system.ack"
    assert len(scene.logged("interaction.answered")) == 1
    assert len(scene.adapter.events("interaction.resolved")) == 1


def test_the_second_device_learns_who_decided_and_when(scene: Scene) -> None:
    scene.task()
    scene.ask()
    bob = scene.world.browser(scene.world.member(scene.user, scene.workspace), scene.workspace)
    scene.answer(scene.page, option="reject")
    decided_at = scene.world.now
    scene.world.clock.forward(60)
    error = bob.answer_to(scene.answer(bob, option="approve"))["payload"]
    assert (error["code"], error["retryable"]) == ("already_resolved", False)
    assert (error["details"]["by"]["id"], error["details"]["at"]) == (scene.user, decided_at)
    assert error["details"]["response"]["decision"] == "reject"
    again = bob.answer_to(scene.answer(bob, option="approve"))["payload"]
    assert again["details"] == error["details"]


def test_a_viewers_answer_is_refused_and_recorded(scene: Scene) -> None:
    scene.task()
    scene.ask()
    eve_id = scene.world.member(scene.user, scene.workspace, "viewer", "eve@example.com")
    eve = scene.world.browser(eve_id, scene.workspace)
    before = scene.card()
    sent = scene.answer(eve)
    assert code_of(eve, sent) == "not_allowed"
    assert scene.card() == before
    [denied] = scene.logged("access.denied")
    assert (denied.actor.id, denied.payload.action, denied.payload.subject_id) == (
        eve_id, "interaction.respond", "card-1"
    )  # fmt: skip
    assert scene.adapter.events("interaction.resolved") == []


def test_of_two_hundred_concurrent_pairs_one_wins_each(scene: Scene) -> None:
    cards = [f"card-{n}" for n in range(200)]
    for id in cards:
        scene.ask(id, task=None)
        scene.world.clock.forward(1)
    commands = [_answer(scene, card, option, f"{card}-{option}") for card in cards for option in ("approve", "reject")]
    start = threading.Barrier(8)

    def push(part: int) -> list[tuple[Any, Any]]:
        start.wait()
        return [(command, _submit(scene, command)) for command in commands[part::8]]

    with ThreadPoolExecutor(8) as pool:
        outcomes = [pair for part in pool.map(push, range(8)) for pair in part]
    scene.world.pump()
    assert len(scene.logged("interaction.answered")) == len(cards)
    resolved = [r["payload"]["interactionId"] for r in scene.adapter.events("interaction.resolved")]
    assert sorted(resolved) == sorted(cards)
    for command, outcome in outcomes:
        stored = scene.card(command.payload.interaction_id).response
        won = stored is not None and stored.option_id == command.payload.response.option_id
        assert isinstance(outcome, Accepted if won else Rejected)
        assert won or outcome.error.code == "already_resolved"


def _answer(scene: Scene, card: str, option: str, id: str) -> Any:
    payload = {
        "interactionId": card,
        "digest": scene.card(card).digest,
        "response": {"type": "approval", "optionId": option},
    }
    data = {"id": id, "type": "interaction.respond", "occurredAt": scene.world.now, "payload": payload}
    return CLIENT["interaction.respond"].model_validate(data)


def _submit(scene: Scene, command: Any) -> Any:
    """As a client does: what met a busy log is sent again with the same id."""
    ann = Actor(kind="user", id=scene.user, name="Ann")
    while True:
        [outcome] = scene.world.services.relay.submit(scene.workspace, ann, [command])
        if isinstance(outcome, Accepted) or not outcome.error.retryable:
            return outcome
