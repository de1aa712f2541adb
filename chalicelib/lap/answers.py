"""Answers to cards, and whether an answer fits its card."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from .cards import ApprovalCard, Card, ChoiceCard, InputCard, InputSpec, ReviewCard, whole_match
from .ids import Id
from .text import Paragraph, Text, web_link
from .wire import Wire


class ApprovalResponse(Wire):
    """The chosen option of an approval. `decision` is filled in by the server from the card."""

    type: Literal["approval"]
    option_id: Id
    decision: Literal["approve", "reject"] | None = None
    note: Paragraph | None = None


class ChoiceResponse(Wire):
    """The chosen options, in the card's order."""

    type: Literal["choice"]
    option_ids: Annotated[list[Id], Field(min_length=1, max_length=5)]
    note: Paragraph | None = None


class InputResponse(Wire):
    """The text given. Of a secret input only `secret: true` is ever stored; the text travels beside the log."""

    type: Literal["input"]
    text: Annotated[Text, Field(max_length=4_000)] | None = None
    secret: bool | None = None


class ReviewResponse(Wire):
    """The verdict on a review; a request for changes says which."""

    type: Literal["review"]
    decision: Literal["approve", "request_changes"]
    comment: Paragraph | None = None


Response = Annotated[ApprovalResponse | ChoiceResponse | InputResponse | ReviewResponse, Field(discriminator="type")]


class BadAnswer(ValueError):
    """The answer does not fit its card; the text says what would."""


def fit(card: Card, response: Response) -> Response:
    """`response` in its normal form (decision filled in, options in the card's order), or `BadAnswer`."""
    if card.type != response.type:
        raise BadAnswer(f"this card wants an answer of type {card.type}")
    match card, response:
        case ApprovalCard(), ApprovalResponse():
            return _approval(card, response)
        case ChoiceCard(), ChoiceResponse():
            return _choice(card, response)
        case InputCard(), InputResponse():
            return InputResponse(type="input", text=_input(card.input, response.text))
        case ReviewCard(), ReviewResponse():
            return _review(response)
    raise BadAnswer("unknown kind of card")


def _approval(card: ApprovalCard, response: ApprovalResponse) -> ApprovalResponse:
    for option in card.options:
        if option.id == response.option_id:
            if response.decision not in (None, option.decision):
                raise BadAnswer("the decision does not match the option")
            return ApprovalResponse(
                type="approval", option_id=option.id, decision=option.decision, note=response.note or None
            )
    raise BadAnswer("there is no such option on this card")


def _choice(card: ChoiceCard, response: ChoiceResponse) -> ChoiceResponse:
    chosen = [option.id for option in card.options if option.id in response.option_ids]
    if len(chosen) != len(response.option_ids):
        raise BadAnswer("an option is unknown or named twice")
    if not card.min_selected <= len(chosen) <= card.max_selected:
        raise BadAnswer(f"choose {card.min_selected} to {card.max_selected} options")
    return ChoiceResponse(type="choice", option_ids=chosen, note=response.note or None)


def _review(response: ReviewResponse) -> ReviewResponse:
    comment = (response.comment or "").strip() or None
    if response.decision == "request_changes" and comment is None:
        raise BadAnswer("say in the comment what should change")
    return ReviewResponse(type="review", decision=response.decision, comment=comment)


def _input(spec: InputSpec, text: str | None) -> str:
    if text is None or not text.strip():
        raise BadAnswer("the text is empty")
    if not spec.secret and spec.format != "text":
        text = text.strip()
    if not spec.min_length <= len(text) <= spec.max_length:
        raise BadAnswer(f"the text must have {spec.min_length} to {spec.max_length} characters")
    if not _format_holds(spec, text):
        raise BadAnswer(f"the text is not a valid {spec.format}" if spec.pattern is None else "the text does not match")
    return text


_EMAIL = re.compile(r"[^@\s<>\"]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+")
_NUMBER = re.compile(r"[+-]?[0-9]{1,30}(\.[0-9]{1,30})?")


def _format_holds(spec: InputSpec, text: str) -> bool:
    if spec.format == "url":
        return _is_web_link(text)
    if spec.format == "email":
        return bool(_EMAIL.fullmatch(text))
    if spec.format == "number":
        return bool(_NUMBER.fullmatch(text))
    if spec.pattern is not None:
        try:
            whole_match(spec.pattern).validate_python(text)
        except ValidationError:
            return False
    return True


def _is_web_link(text: str) -> bool:
    try:
        web_link(text)
    except ValueError:
        return False
    return True


def masked(card: Card, response: Response) -> Response:
    """What may be stored and shown of `response`: of a secret input, only that there was one."""
    if isinstance(card, InputCard) and card.input.secret:
        return InputResponse(type="input", secret=True)
    return response
