"""Rules that a table or a vector does not show well."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from chalicelib.lap.answers import BadAnswer, InputResponse, fit
from chalicelib.lap.cards import Card, InputCard, digest
from chalicelib.lap.commands import AGENT
from chalicelib.lap.describe import SENTENCES
from chalicelib.lap.errors import CODES
from chalicelib.lap.lifecycle import INTERACTION_MOVES, TASK_MOVES, TERMINAL
from chalicelib.lap.parse import FrameError, Read, read_frame
from chalicelib.lap.text import web_link
from chalicelib.lap.times import iso, parse

CARD: TypeAdapter[Card] = TypeAdapter(Card)


def test_only_the_machines_of_the_specification_have_edges() -> None:
    assert frozenset({"succeeded", "failed", "cancelled"}) == TERMINAL
    assert all(to in TASK_MOVES for moves in TASK_MOVES.values() for to in moves)
    assert all(to in INTERACTION_MOVES for moves in INTERACTION_MOVES.values() for to in moves)


@pytest.mark.parametrize(
    "card",
    [
        {"type": "choice", "options": [{"id": "a", "label": "A"}]},
        {"type": "choice", "options": [{"id": "a", "label": "A"}, {"id": "a", "label": "B"}]},
        {"type": "choice", "options": [{"id": "a", "label": "A"}, {"id": "b", "label": "B"}], "maxSelected": 3},
        {"type": "approval", "options": [{"id": "x", "label": "X"}, {"id": "y", "label": "Y"}]},
        {
            "type": "approval",
            "options": [{"id": "approve", "label": "A"}, {"id": "b", "label": "B", "decision": "approve"}],
        },
        {
            "type": "approval",
            "options": [{"id": "approve", "label": "A", "decision": "reject"}, {"id": "reject", "label": "B"}][:1],
        },
        {"type": "approval", "options": [{"id": "approve", "label": "Reject"}, {"id": "reject", "label": "No"}]},
        {"type": "approval", "options": [{"id": "approve", "label": "好"}, {"id": "reject", "label": " 批准 "}]},
        {"type": "input", "input": {"format": "regex", "pattern": "x)|(y"}},
        {"type": "input", "input": {"format": "regex"}},
        {"type": "input", "input": {"format": "regex", "pattern": "("}},
        {"type": "input", "input": {"format": "text", "pattern": "a"}},
        {"type": "review"},
        {"type": "review", "attachment": {"name": "x", "url": "javascript:alert(1)"}},
        {"type": "dance"},
    ],
)
def test_a_card_that_cannot_be_answered_safely_is_refused(card: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        CARD.validate_python({"id": "c", "title": "t", **card})


def test_an_option_named_reject_can_never_approve() -> None:
    card = CARD.validate_python(
        {"id": "c", "title": "t", "type": "approval", "options": [
            {"id": "reject", "label": "No", "decision": "approve"}, {"id": "approve", "label": "Yes"}]}
    )  # fmt: skip
    assert [option.decision for option in card.options] == ["reject", "approve"]  # type: ignore[union-attr]


def test_the_digest_changes_with_anything_that_is_shown() -> None:
    base = {"id": "c", "title": "t", "type": "approval", "impact": "none", "details": {"n": 1}}
    shown = digest(CARD.validate_python(base))
    for change in ({"title": "T"}, {"impact": "all"}, {"details": {"n": 2}}, {"risk": "high"}, {"unknownField": 1}):
        assert digest(CARD.validate_python({**base, **change})) != shown
    assert digest(CARD.validate_python({**base, "risk": "medium"})) == shown


@pytest.mark.parametrize(
    ("spec", "good", "bad"),
    [
        ({"format": "url"}, "https://a.example/x", "javascript:alert(1)"),
        ({"format": "email"}, "a@b.example", "a@b@c"),
        ({"format": "number"}, "-1.5", "1e9"),
        ({"format": "regex", "pattern": "v[0-9]+"}, "v12", "v12 3"),
        ({"format": "regex", "pattern": "(a+)+"}, "aaa", "a" * 200 + "b"),
        ({"format": "text", "maxLength": 3}, "abc", "abcd"),
        ({"format": "text"}, "x", "   "),
    ],
)
def test_input_is_checked_by_its_format(spec: dict[str, object], good: str, bad: str) -> None:
    card = CARD.validate_python({"id": "c", "title": "t", "type": "input", "input": spec})
    assert isinstance(card, InputCard)
    assert fit(card, InputResponse(type="input", text=good))
    with pytest.raises(BadAnswer):
        fit(card, InputResponse(type="input", text=bad))


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)", "ftp://a", "https://", "https://a b", "https://a\n", "//a", "data:x"]
)
def test_only_web_addresses_are_links(link: str) -> None:
    with pytest.raises(ValueError):
        web_link(link)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(), lambda c: st.lists(c) | st.dictionaries(st.text(), c)
    )
)
def test_no_input_raises_out_of_the_reader(data: object) -> None:
    import json

    for text in (json.dumps(data), str(data), json.dumps({"id": "x", "type": "message.create", "payload": data})):
        assert read_frame(text, AGENT)


@pytest.mark.parametrize("number", ["9007199254740992", "-9007199254740992", "12345678901234567890"])
def test_a_number_that_a_page_would_show_as_another_is_refused(number: str) -> None:
    payload = f'{{"interaction":{{"id":"c","title":"t","type":"approval","details":{{"rows":[{number}]}}}}}}'
    frame = f'{{"id":"e","type":"interaction.requested","occurredAt":"2026-07-24T12:00:00Z","payload":{payload}}}'
    [reading] = read_frame(frame, AGENT)
    assert isinstance(reading, FrameError)
    assert reading.code == "bad_envelope"
    assert isinstance(read_frame(frame.replace(number, "9007199254740991"), AGENT)[0], Read)


@given(st.datetimes())
def test_times_compare_as_texts(moment: object) -> None:
    from datetime import UTC, datetime

    assert isinstance(moment, datetime)
    text = iso(moment.replace(tzinfo=UTC))
    assert len(text) == 24
    assert iso(parse(text)) == text


def test_every_code_and_sentence_says_something_in_both_languages() -> None:
    for code in CODES.values():
        assert code.zh.strip() and code.en.strip()
    for sentence in SENTENCES.values():
        assert sentence.zh.strip() and sentence.en.strip()
