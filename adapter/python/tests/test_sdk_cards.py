"""Cards and limits: what the SDK sends is what the protocol's models take, byte for byte where a digest is made."""

from __future__ import annotations

from typing import Any

import lineup
import pytest
from lineup import wire
from lineup.answers import read_answer
from pydantic import TypeAdapter

from chalicelib.lap.cards import Card, digest

CARDS = [
    lineup.Approval("Run it?"),
    lineup.Approval(
        "Run it?", why="because", impact="much", risk="high", details={"a": None, "b": [1.5, {"c": "é"}]},
        options=[lineup.Option("yes", "Do", decision="approve"), lineup.Option("no", "Stop", decision="reject")],
    ),
    lineup.Choice("Where?", options=["eu", lineup.Option("us", "US", recommended=True)]),
    lineup.Choice("Which?", options=["a", "b", "c"], min_selected=2, max_selected=3),
    lineup.Input("Name?"),
    lineup.Input("Ticket?", pattern=r"[A-Z]+-\d+", placeholder="AB-1", min_length=3, max_length=20),
    lineup.Input("Token?", secret=True, multiline=False, format="text"),
    lineup.Review("Look", content="# Plan"),
    lineup.Review("Look", content="-a\n+b", format="diff", attachment=lineup.Link("x", "https://a.example/x", size=3)),
]  # fmt: skip


@pytest.mark.parametrize("card", CARDS, ids=lambda card: f"{card.kind}-{card.title}")
@pytest.mark.parametrize("expires", [{}, {"expiresAt": "2026-07-24T12:00:00.000Z"}], ids=["forever", "expires"])
def test_the_servers_digest_of_a_card_is_ours(card: lineup.Card[Any], expires: dict[str, str]) -> None:
    sent = {**card.wire(), "id": "i1", **expires}
    model = TypeAdapter(Card).validate_python(sent)
    assert not model.model_extra
    assert digest(model) == wire.digest(sent)


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: lineup.Approval("x" * 201), lineup.TooLarge),
        (lambda: lineup.Approval("  "), lineup.InvalidValue),
        (lambda: lineup.Approval("t", why="x" * 2_001), lineup.TooLarge),
        (lambda: lineup.Approval("t", risk="extreme"), lineup.InvalidValue),
        (lambda: lineup.Approval("t", expires_in=0), lineup.InvalidValue),
        (lambda: lineup.Approval("t", details={"x": object()}), lineup.InvalidValue),
        (lambda: lineup.Approval("t", options=[lineup.Option("a", "A", decision="approve")] * 2), lineup.InvalidValue),
        (lambda: lineup.Approval("t", options=[lineup.Option("a", "A"), lineup.Option("b", "B")]), lineup.InvalidValue),
        (lambda: lineup.Choice("t", options=["only"]), lineup.InvalidValue),
        (lambda: lineup.Choice("t", options=list("abcdef")), lineup.InvalidValue),
        (lambda: lineup.Choice("t", options=["a", "b"], max_selected=3), lineup.InvalidValue),
        (lambda: lineup.Input("t", min_length=5, max_length=4), lineup.InvalidValue),
        (lambda: lineup.Input("t", format="url", pattern="x"), lineup.InvalidValue),
        (lambda: lineup.Review("t"), lineup.InvalidValue),
        (lambda: lineup.Review("t", content="x" * 16_001), lineup.TooLarge),
        (lambda: lineup.Review("t", attachment=lineup.Link("x", "javascript:alert(1)")), lineup.InvalidValue),
        (lambda: lineup.Review("t", content="\ud800"), lineup.InvalidValue),
    ],
)  # fmt: skip
def test_what_the_protocol_has_no_place_for_is_refused_before_it_is_sent(make: Any, problem: type[Exception]) -> None:
    with pytest.raises(problem):
        make().wire()


def test_an_envelope_that_the_server_could_not_keep_is_too_large() -> None:
    with pytest.raises(lineup.TooLarge) as caught:
        wire.written(wire.envelope("message.create", "2026-07-24T12:00:00.000Z", {"content": "好" * 8_000}))
    assert (caught.value.limit, caught.value.unit) == (24 * 1024 - 1536, "bytes")


APPROVAL = {**lineup.Approval("Run it?").wire(), "id": "i1"}


@pytest.mark.parametrize(
    ("response", "approved"),
    [
        ({"type": "approval", "optionId": "approve", "decision": "approve"}, True),
        ({"type": "approval", "optionId": "reject", "decision": "reject"}, False),
        ({"type": "approval", "optionId": "reject", "decision": "approve"}, False),
        ({"type": "approval", "optionId": "approve", "decision": "reject"}, False),
        ({"type": "approval", "optionId": "approve"}, False),
    ],
)
def test_an_approval_must_be_one_by_the_card_and_by_the_server(response: dict[str, Any], approved: bool) -> None:
    answer = read_answer(APPROVAL, {"response": response})
    assert isinstance(answer, lineup.ApprovalAnswer)
    assert answer.approved is approved


@pytest.mark.parametrize(
    "response",
    [{"type": "approval", "optionId": "other"}, {"type": "choice", "optionIds": ["approve"]}, {"type": "approval"}],
)
def test_an_answer_that_does_not_fit_the_card_is_none(response: dict[str, Any]) -> None:
    with pytest.raises((KeyError, ValueError)):
        read_answer(APPROVAL, {"response": response})


def test_a_secret_answer_is_not_in_its_repr() -> None:
    card = {**lineup.Input("Token?", secret=True).wire(), "id": "i1"}
    answer = read_answer(card, {"response": {"type": "input", "secret": True, "text": "hunter2"}})
    assert "hunter2" not in repr(answer)
    assert isinstance(answer, lineup.InputAnswer)
    assert answer.text == "hunter2"


def test_ids_of_the_same_step_are_the_same_and_ours_sort_by_time() -> None:
    assert wire.derived_id("t1", "accept") == wire.derived_id("t1", "accept") != wire.derived_id("t2", "accept")
    made = wire.uuid7()
    assert made[14] == "7" and made[19] in "89ab"
