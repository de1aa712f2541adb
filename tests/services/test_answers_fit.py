"""Answers to every kind of card: what fits is recorded in its normal form, the rest is refused with why."""

from typing import Any

import pytest

from tests.support.scene import Scene

OPTIONS = [{"id": id, "label": id.upper()} for id in ("a", "b", "c")]
PICK_TWO = {"type": "choice", "options": OPTIONS, "minSelected": 1, "maxSelected": 2}


def text_card(**spec: Any) -> dict[str, Any]:
    return {"type": "input", "input": spec}


def text(value: Any) -> dict[str, Any]:
    return {"type": "input", "text": value}


REVIEW = {"type": "review", "content": {"format": "diff", "text": "- a\n+ b"}}

FITTING: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    ({"type": "approval"}, {"type": "approval", "optionId": "reject", "note": "no"},
     {"type": "approval", "optionId": "reject", "decision": "reject", "note": "no"}),
    (PICK_TWO, {"type": "choice", "optionIds": ["c", "a"]}, {"type": "choice", "optionIds": ["a", "c"]}),
    (text_card(format="url"), text(" https://a.example/b "), text("https://a.example/b")),
    (text_card(format="email"), text("ann@example.com"), text("ann@example.com")),
    (text_card(format="number"), text("-1.50"), text("-1.50")),
    (text_card(format="regex", pattern="[a-z]+"), text("abc"), text("abc")),
    (text_card(minLength=2, maxLength=2), text("语😀"), text("语😀")),
    (REVIEW, {"type": "review", "decision": "request_changes", "comment": " rename b "},
     {"type": "review", "decision": "request_changes", "comment": "rename b"}),
    (REVIEW, {"type": "review", "decision": "approve"}, {"type": "review", "decision": "approve"}),
]  # fmt: skip

UNFITTING: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"type": "approval"}, {"type": "approval", "optionId": "maybe"}),
    ({"type": "approval"}, {"type": "approval", "optionId": "reject", "decision": "approve"}),
    ({"type": "approval"}, {"type": "input", "text": "yes"}),
    (PICK_TWO, {"type": "choice", "optionIds": ["a", "b", "c"]}),
    (PICK_TWO, {"type": "choice", "optionIds": ["a", "a"]}),
    (PICK_TWO, {"type": "choice", "optionIds": ["z"]}),
    (text_card(), text("  ")),
    (text_card(), {"type": "input"}),
    (text_card(minLength=3), text("ab")),
    (text_card(maxLength=3), text("abcd")),
    (text_card(format="url"), text("javascript:alert(1)")),
    (text_card(format="url"), text("https://[")),
    (text_card(format="url"), text("https://a.example\u2100/")),
    (text_card(format="url"), text("ftp://a.example")),
    (text_card(format="email"), text("ann")),
    (text_card(format="number"), text("1e5")),
    (text_card(format="regex", pattern="[a-z]+"), text("abc1")),
    (text_card(format="regex", pattern="(a+)+"), text("a" * 3_000 + "b")),
    (REVIEW, {"type": "review", "decision": "request_changes", "comment": "  "}),
]


def respond(scene: Scene, card: dict[str, Any], response: dict[str, Any]) -> dict[str, Any]:
    scene.task()
    raised = scene.raise_card({"id": "card-1", "title": "?", **card})
    assert scene.adapter.answer_to(raised)["type"] == "system.ack"
    return scene.page.answer_to(scene.respond(scene.page, "card-1", response))


@pytest.mark.parametrize(("card", "response", "recorded"), FITTING)
def test_a_fitting_answer_is_recorded(
    scene: Scene, card: dict[str, Any], response: dict[str, Any], recorded: dict[str, Any]
) -> None:
    assert respond(scene, card, response)["type"] == "system.ack"
    [told] = scene.adapter.events("interaction.resolved")
    assert told["payload"]["response"] == recorded
    assert told["payload"]["answeredBy"]["id"] == scene.user


@pytest.mark.parametrize(("card", "response"), UNFITTING)
def test_an_answer_that_does_not_fit_is_refused_and_the_card_stays(
    scene: Scene, card: dict[str, Any], response: dict[str, Any]
) -> None:
    error = respond(scene, card, response)["payload"]
    assert error["code"] == "invalid_answer"
    assert error["message"][0].isupper()
    assert error["message"].endswith(".")
    assert scene.card().status == "pending"


@pytest.mark.parametrize(
    "card",
    [
        {"type": "approval", "options": [{"id": "yes", "label": "Yes"}, {"id": "no", "label": "No"}]},
        {"type": "approval", "options": [{"id": "approve", "label": "Yes"}]},
        {"type": "choice", "options": OPTIONS[:1]},
        {"type": "choice", "options": [*OPTIONS, *OPTIONS]},
        {"type": "choice", "options": [OPTIONS[0], OPTIONS[0]]},
        {"type": "choice", "options": OPTIONS, "minSelected": 3},
        text_card(format="regex"),
        text_card(format="regex", pattern="(?=a)"),
        text_card(format="regex", pattern="(a{1000}){1000}"),
        text_card(format="text", pattern="a"),
        text_card(minLength=5, maxLength=4),
        {"type": "review"},
        {"type": "review", "attachment": {"name": "a", "url": "file:///etc/passwd"}},
        {"type": "review", "attachment": {"name": "a", "url": "https://["}},
        {"type": "dance"},
        {"type": "approval", "title": "x" * 201},
    ],
)
def test_a_card_that_cannot_be_answered_is_refused(scene: Scene, card: dict[str, Any]) -> None:
    scene.task()
    sent = scene.raise_card({"id": "card-1", "title": "?", **card})
    assert scene.adapter.answer_to(sent)["payload"]["code"] == "bad_envelope"
    assert scene.find_task().status == "running"
