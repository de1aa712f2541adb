"""The four cards by which an agent asks a person (§7.3), and the digest that an answer must carry."""

from __future__ import annotations

import unicodedata
from hashlib import sha256
from typing import Annotated, Any, Literal, Self

from pydantic import Field, StringConstraints, TypeAdapter, model_validator

from . import limits
from .ids import Id
from .text import Content, Label, Line, Link, Paragraph, Title
from .times import Timestamp
from .wire import Wire, canonical, dump

Risk = Literal["low", "medium", "high"]


class Option(Wire):
    """One possible answer. `decision` says what an approval's option means; other cards leave it out."""

    id: Id
    label: Label
    description: Line | None = None
    style: Literal["primary", "danger", "default"] | None = None
    recommended: bool | None = None
    decision: Literal["approve", "reject"] | None = None


class CardBase(Wire):
    """What every card says: why (`description`), what it affects (`impact`), how risky, until when."""

    id: Id
    title: Title
    description: Paragraph | None = None
    impact: Paragraph | None = None
    risk: Risk = "medium"
    details: dict[str, Any] | None = None
    expires_at: Timestamp | None = None


def _distinct(options: list[Option]) -> None:
    if len({option.id for option in options}) != len(options):
        raise ValueError("options need distinct ids")


def _default_options() -> list[Option]:
    return [
        Option(id="approve", label="Approve", style="primary", decision="approve"),
        Option(id="reject", label="Reject", style="danger", decision="reject"),
    ]


_YES = frozenset(
    {"approve", "approved", "allow", "yes", "accept", "confirm", "ok", "批准", "允许", "同意", "接受", "确认", "是"}
)
_NO = frozenset(
    {"reject", "rejected", "deny", "decline", "refuse", "no", "cancel", "拒绝", "不允许", "不同意", "取消", "否"}
)


def _says_otherwise(option: Option) -> bool:
    word = unicodedata.normalize("NFKC", option.label).strip().casefold()
    return word in (_NO if option.decision == "approve" else _YES)


class ApprovalCard(CardBase):
    """Approve or reject. Options named `approve` and `reject` need no `decision`; both meanings must be there."""

    type: Literal["approval"]
    options: Annotated[list[Option], Field(min_length=2, max_length=limits.OPTIONS)] = Field(
        default_factory=_default_options
    )

    @model_validator(mode="before")
    @classmethod
    def _decisions_by_name(cls, data: Any) -> Any:
        options = data.get("options") if isinstance(data, dict) else None
        if not isinstance(options, list):
            return data
        named = [
            {**o, "decision": o["id"]} if isinstance(o, dict) and o.get("id") in ("approve", "reject") else o
            for o in options
        ]
        return {**data, "options": named}

    @model_validator(mode="after")
    def _both_ways(self) -> Self:
        _distinct(self.options)
        if {option.decision for option in self.options} != {"approve", "reject"}:
            raise ValueError("an approval's options each need decision approve or reject, and both must be offered")
        if any(_says_otherwise(option) for option in self.options):
            raise ValueError("an option's label says the opposite of its decision")
        return self


class ChoiceCard(CardBase):
    """Pick between `min_selected` and `max_selected` of 2 to 5 options."""

    type: Literal["choice"]
    options: Annotated[list[Option], Field(min_length=2, max_length=limits.OPTIONS)]
    min_selected: Annotated[int, Field(ge=1)] = 1
    max_selected: Annotated[int, Field(ge=1)] = 1

    @model_validator(mode="after")
    def _bounds(self) -> Self:
        _distinct(self.options)
        if not self.min_selected <= self.max_selected <= len(self.options):
            raise ValueError("minSelected <= maxSelected <= number of options")
        return self


class InputSpec(Wire):
    """What text is wanted. `pattern` must match the whole text (format `regex`, RE2-like syntax, linear time)."""

    format: Literal["text", "url", "email", "number", "regex"] = "text"
    pattern: Annotated[str, StringConstraints(min_length=1, max_length=200)] | None = None
    min_length: Annotated[int, Field(ge=0, le=limits.ANSWER)] = 0
    max_length: Annotated[int, Field(ge=1, le=limits.ANSWER)] = limits.ANSWER
    placeholder: Line | None = None
    multiline: bool | None = None
    secret: bool | None = None

    @model_validator(mode="after")
    def _pattern_fits(self) -> Self:
        if (self.format == "regex") != (self.pattern is not None):
            raise ValueError("format regex needs a pattern, and only it has one")
        if self.min_length > self.max_length:
            raise ValueError("minLength must not exceed maxLength")
        if self.pattern is not None:
            _ = whole_match(self.pattern)
        return self


def whole_match(pattern: str) -> TypeAdapter[str]:
    """A validator of texts that match `pattern` from end to end, in linear time (pydantic-core's Rust engine: an
    agent's pattern must not be able to hang the server). Raises ValueError for a pattern that does not compile."""
    try:
        TypeAdapter(Annotated[str, StringConstraints(pattern=pattern)])  # by itself: "x)|(y" must not get out of ours
        return TypeAdapter(Annotated[str, StringConstraints(pattern=rf"^(?:{pattern})$")])
    except Exception as error:
        raise ValueError("the pattern does not compile (RE2-like syntax, no look-around)") from error


class InputCard(CardBase):
    """Ask for a text."""

    type: Literal["input"]
    input: InputSpec = Field(default_factory=InputSpec)


class ReviewContent(Wire):
    """Inline matter to review."""

    format: Literal["markdown", "diff", "text"] = "markdown"
    text: Content


class ReviewCard(CardBase):
    """Show content or an attachment; approve it or request changes."""

    type: Literal["review"]
    content: ReviewContent | None = None
    attachment: Link | None = None

    @model_validator(mode="after")
    def _something_to_see(self) -> Self:
        if self.content is None and self.attachment is None:
            raise ValueError("a review needs content or an attachment")
        return self


Card = Annotated[ApprovalCard | ChoiceCard | InputCard | ReviewCard, Field(discriminator="type")]


def digest(card: CardBase) -> str:
    """SHA-256 (hex) of the card as shown. An answer to another digest is an answer to another card."""
    return sha256(canonical(dump(card)).encode()).hexdigest()
