"""Questions and answers (cases.md, Decisions)."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import lineup
import pytest
from sdk_relay import Relay, until
from sdk_running import quick_agent, running


def asking(card: lineup.Card[Any], outcome: list[Any], **how: Any) -> lineup.Agent:
    """An agent whose task asks one question and notes what came of it."""
    agent = quick_agent()

    @agent.task
    async def handle(task: lineup.Task) -> None:
        try:
            outcome.append(await task.ask(card, **how))
        except lineup.LineupError as error:
            outcome.append(error)
            raise

    return agent


@pytest.mark.parametrize(
    ("card", "response", "expected"),
    [
        (lineup.Approval("Go?", risk="high"), {"type": "approval", "optionId": "approve"}, {"approved": True}),
        (
            lineup.Approval("Go?"),
            {"type": "approval", "optionId": "reject", "note": "no"},
            {"approved": False, "note": "no"},
        ),
        (lineup.Choice("Where?", options=["eu", "us"]), {"type": "choice", "optionIds": ["us"]}, {"option": "us"}),
        (
            lineup.Choice("Which?", options=["a", "b", "c"], max_selected=3),
            {"type": "choice", "optionIds": ["c", "a"]},
            {"selected": ("a", "c")},
        ),
        (
            lineup.Input("URL?", format="url"),
            {"type": "input", "text": " https://x.example "},
            {"text": "https://x.example"},
        ),
        (
            lineup.Input("Token?", secret=True),
            {"type": "input", "text": "hunter2"},
            {"text": "hunter2", "secret": True},
        ),
        (lineup.Review("Look", content="x"), {"type": "review", "decision": "approve"}, {"approved": True}),
        (
            lineup.Review("Look", content="x"),
            {"type": "review", "decision": "request_changes", "comment": "smaller"},
            {"approved": False, "comment": "smaller"},
        ),
    ],
)  # fmt: skip
async def test_each_kind_of_answer_arrives_typed(
    relay: Relay, tmp_path: Path, card: lineup.Card[Any], response: dict[str, Any], expected: dict[str, Any]
) -> None:
    relay.pair(tmp_path)
    got: list[Any] = []
    async with running(asking(card, got), tmp_path):
        relay.assign("t1")
        relay.answer((await until(lambda: relay.cards("pending")))[0], response)
        await until(lambda: relay.cards("acknowledged") and relay.task("t1").terminal)
    assert {name: getattr(got[0], name) for name in expected} == expected
    assert got[0].by == "Ann"


async def test_a_lapsed_question_is_expired_and_never_an_approval(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    got: list[Any] = []
    async with running(asking(lineup.Approval("Go?", expires_in=20), got), tmp_path):
        relay.assign("t1")
        card = (await until(lambda: relay.cards("pending")))[0]
        now = relay.now
        relay.now = lambda: now() + timedelta(seconds=21)
        relay.submit(_system(), "interaction.expire", {"interactionId": card.id})
        await until(lambda: relay.task("t1").terminal)
    assert isinstance(got[0], lineup.AnswerExpired)
    assert relay.task("t1").status == "failed"
    assert relay.kinds().count("interaction.expired") == 1


def _system() -> Any:
    from chalicelib.lap.envelope import SYSTEM

    return SYSTEM


async def test_five_cards_at_once_are_answerable_in_any_order(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent = quick_agent()

    @agent.task
    async def handle(task: lineup.Task) -> str:
        asked = [task.ask(lineup.Approval(f"Step {n}?")) for n in range(5)]
        answers = await asyncio.gather(*asked)
        return ",".join("y" if answer.approved else "n" for answer in answers)

    async with running(agent, tmp_path):
        relay.assign("t1")
        await until(lambda: len(relay.cards("pending")) == 5)
        assert relay.task("t1").status == "waiting_for_human"
        for card in sorted(relay.cards("pending"), key=lambda card: card.card.title, reverse=True):
            assert relay.task("t1").status == "waiting_for_human"
            relay.approve(card, "reject" if "3" in card.card.title else "approve")
        await until(lambda: relay.task("t1").terminal)
    assert relay.task("t1").summary == "y,y,y,n,y"


async def test_the_same_title_twice_is_two_questions(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent = quick_agent()

    @agent.task
    async def handle(task: lineup.Task) -> str:
        first = await task.ask(lineup.Input("Name?"))
        second = await task.ask(lineup.Input("Name?"))
        return f"{first.text} {second.text}"

    async with running(agent, tmp_path):
        relay.assign("t1")
        for text in ("Ada", "Grace"):
            card = (await until(lambda: relay.cards("pending")))[0]
            relay.answer(card, {"type": "input", "text": text})
        await until(lambda: relay.task("t1").terminal)
    assert relay.task("t1").summary == "Ada Grace"


async def test_the_frame_that_carries_the_answer_is_lost_and_it_arrives_once_all_the_same(
    relay: Relay, tmp_path: Path
) -> None:
    relay.pair(tmp_path)
    got: list[Any] = []
    async with running(asking(lineup.Approval("Go?"), got), tmp_path):
        relay.assign("t1")
        card = (await until(lambda: relay.cards("pending")))[0]
        relay.drop = lambda frame: frame["type"] == "system.events"
        relay.approve(card)
        relay.drop = lambda frame: False
        relay.say("something else moves the log")
        await until(lambda: relay.task("t1").terminal)
    assert [a.approved for a in got] == [True]
    assert relay.kinds().count("interaction.acknowledged") == 1


async def test_an_answer_to_another_text_is_no_answer_to_this_question(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    got: list[Any] = []

    def forge(frame: dict[str, Any]) -> bool:
        for event in frame["payload"].get("events", []):
            if event["type"] == "interaction.resolved":
                event["payload"]["digest"] = "0" * 64
        return False

    relay.drop = forge
    async with running(asking(lineup.Approval("Go?"), got), tmp_path):
        relay.assign("t1")
        relay.approve((await until(lambda: relay.cards("pending")))[0])
        await until(lambda: relay.task("t1").terminal)
    assert isinstance(got[0], lineup.AnswerMismatch)


async def test_the_task_ends_while_its_question_is_open(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent, ran_on = quick_agent(), []

    @agent.task
    async def handle(task: lineup.Task) -> None:
        await task.ask(lineup.Approval("Go?"))
        ran_on.append(True)

    async with running(agent, tmp_path):
        relay.assign("t1")
        card = (await until(lambda: relay.cards("pending")))[0]
        relay.person("task.cancel_requested", {}, taskId="t1")
        await until(lambda: relay.task("t1").status == "cancelled")
    assert relay.state.interaction(card.id).status == "cancelled"  # type: ignore[union-attr]
    assert ran_on == []


async def test_a_question_given_up_by_a_handler_that_goes_on_is_withdrawn(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent = quick_agent()

    @agent.task
    async def handle(task: lineup.Task) -> str:
        asking = asyncio.ensure_future(task.ask(lineup.Approval("Still?")))
        await task.next_message()
        asking.cancel()
        await asyncio.wait([asking])
        return "went on without"

    async with running(agent, tmp_path):
        relay.assign("t1")
        await until(lambda: relay.cards("pending"))
        relay.say("never mind", taskId="t1")
        await until(lambda: relay.task("t1").terminal)
    assert [card.status for card in relay.cards()] == ["withdrawn"]
    assert relay.task("t1").status == "succeeded"


async def test_a_refused_question_is_raised(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent, caught = quick_agent(), []

    @agent.task
    async def handle(task: lineup.Task) -> None:
        asked = [asyncio.ensure_future(task.ask(lineup.Approval(f"{n}?"))) for n in range(21)]
        try:
            await asked[-1]
        except lineup.Refused as error:
            caught.append(error.code)

    async with running(agent, tmp_path):
        relay.assign("t1")
        await until(lambda: relay.task("t1").terminal)
    assert caught == ["limit_reached"]
