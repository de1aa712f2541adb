"""What people answered, typed by the kind of card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Answered:
    """Who answered and when (ISO 8601, the server's time)."""

    by: str
    at: str


@dataclass(frozen=True, slots=True)
class ApprovalAnswer(Answered):
    """`approved` is True only for an option that means approve."""

    approved: bool
    option_id: str
    note: str | None = None


@dataclass(frozen=True, slots=True)
class ChoiceAnswer(Answered):
    """The ids of the chosen options, in the card's order."""

    selected: tuple[str, ...]
    note: str | None = None

    @property
    def option(self) -> str:
        """The (first) chosen option's id."""
        return self.selected[0]


@dataclass(frozen=True, slots=True)
class InputAnswer(Answered):
    """The text. A secret one is kept out of `repr`, so that it is not logged by accident."""

    text: str
    secret: bool = False

    def __repr__(self) -> str:
        return f"InputAnswer(by={self.by!r}, at={self.at!r}, text={'***' if self.secret else self.text!r})"


@dataclass(frozen=True, slots=True)
class ReviewAnswer(Answered):
    """Approved, or changes were requested: `comment` says which."""

    approved: bool
    comment: str | None = None


Answer = ApprovalAnswer | ChoiceAnswer | InputAnswer | ReviewAnswer


def read_answer(card: Mapping[str, Any], outcome: Mapping[str, Any]) -> Answer:
    """The answer in an `answered` outcome to `card`. KeyError or ValueError if it does not fit the card.

    An approval must be one twice: by the server's word and by the card that we sent.
    """
    response = outcome["response"]
    if response["type"] != card["type"]:
        raise ValueError("an answer to another kind of card")
    by, at = str((outcome.get("answeredBy") or {}).get("name", "")), str(outcome.get("resolvedAt", ""))
    match card["type"]:
        case "approval":
            meaning = {option["id"]: option["decision"] for option in card["options"]}[response["optionId"]]
            approved = meaning == "approve" and response.get("decision") == "approve"
            return ApprovalAnswer(by, at, approved, str(response["optionId"]), response.get("note"))
        case "choice":
            known = {option["id"] for option in card["options"]}
            if not response["optionIds"] or not known.issuperset(response["optionIds"]):
                raise ValueError("an option that is not on the card")
            return ChoiceAnswer(by, at, tuple(response["optionIds"]), response.get("note"))
        case "input":
            return InputAnswer(by, at, str(response["text"]), bool(response.get("secret")))
        case "review":
            return ReviewAnswer(by, at, response["decision"] == "approve", response.get("comment"))
    raise ValueError("unknown kind of card")
