"""The four questions an agent can put to a person (§7.3).

Each says, in this order: `title` (what), `why` (why you), `impact` (what follows), the possible answers, `details`
(folded away). `expires_in` is in seconds; an expired question is `AnswerExpired`, never an approval.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Literal, TypeVar

from . import limits
from .answers import ApprovalAnswer, ChoiceAnswer, InputAnswer, ReviewAnswer
from .errors import InvalidValue, TooLarge
from .wire import compact, present

A = TypeVar("A", ApprovalAnswer, ChoiceAnswer, InputAnswer, ReviewAnswer)
Risk = Literal["low", "medium", "high"]
Style = Literal["primary", "danger", "default"]


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer. `decision` says what an approval's option means; other cards leave it out."""

    id: str
    label: str
    description: str | None = None
    style: Style | None = None
    recommended: bool | None = None
    decision: Literal["approve", "reject"] | None = None

    def wire(self) -> dict[str, Any]:
        """As it is sent."""
        limits.filled("an option's id", self.id, 64)
        limits.filled("an option's label", self.label, limits.LABEL)
        limits.text("an option's description", self.description or "", limits.LINE)
        fields = ("id", "label", "description", "style", "recommended", "decision")
        return present({name: getattr(self, name) for name in fields})


@dataclass(frozen=True, kw_only=True)
class _More:
    why: str | None = None
    impact: str | None = None
    risk: Risk = "medium"
    details: Mapping[str, Any] | None = None
    expires_in: float | None = None


@dataclass(frozen=True)
class _Titled:
    title: str


@dataclass(frozen=True)
class Card(_More, _Titled, Generic[A]):
    """What all questions share."""

    kind: ClassVar[str]

    def wire(self) -> dict[str, Any]:
        """The card in its normal form, without `id` and `expiresAt`: what the server digests. Raises InvalidValue."""
        limits.filled("the title", self.title, limits.TITLE)
        limits.text("why", self.why or "", limits.PARAGRAPH)
        limits.text("impact", self.impact or "", limits.PARAGRAPH)
        if self.risk not in ("low", "medium", "high"):
            raise InvalidValue("risk is low, medium or high")
        if self.expires_in is not None and self.expires_in <= 0:
            raise InvalidValue("expires_in is a positive number of seconds")
        compact(self.details)
        details = dict(self.details) if self.details is not None else None
        base = {
            "type": self.kind, "title": self.title, "description": self.why, "impact": self.impact, "risk": self.risk,
            "details": details,
        }  # fmt: skip
        return present({**base, **self._own()})

    def _own(self) -> dict[str, Any]:
        raise NotImplementedError


def _options(options: Sequence[Option | str]) -> list[Option]:
    made = [Option(o, o) if isinstance(o, str) else o for o in options]
    if not 2 <= len(made) <= limits.OPTIONS:
        raise InvalidValue(f"a card has 2 to {limits.OPTIONS} options")
    if len({option.id for option in made}) < len(made):
        raise InvalidValue("options need distinct ids")
    return made


_APPROVE = Option("approve", "Approve", style="primary", decision="approve")
_REJECT = Option("reject", "Reject", style="danger", decision="reject")


@dataclass(frozen=True)
class Approval(Card[ApprovalAnswer]):
    """Approve or reject. Give `options` to word them, each with its `decision`."""

    kind: ClassVar[str] = "approval"
    options: Sequence[Option] = (_APPROVE, _REJECT)

    def _own(self) -> dict[str, Any]:
        options = [option.wire() for option in _options(self.options)]
        for option in options:
            if option["id"] in ("approve", "reject"):
                option["decision"] = option["id"]
        if {option.get("decision") for option in options} != {"approve", "reject"}:
            raise InvalidValue("each option of an approval needs decision approve or reject, and both must be offered")
        return {"options": options}


@dataclass(frozen=True)
class Choice(Card[ChoiceAnswer]):
    """Pick between `min_selected` and `max_selected` of 2 to 5 options. A text is an option with itself as label."""

    kind: ClassVar[str] = "choice"
    options: Sequence[Option | str] = ()
    min_selected: int = 1
    max_selected: int = 1

    def _own(self) -> dict[str, Any]:
        options = [option.wire() for option in _options(self.options)]
        if not 1 <= self.min_selected <= self.max_selected <= len(options):
            raise InvalidValue("1 <= min_selected <= max_selected <= number of options")
        return {"options": options, "minSelected": self.min_selected, "maxSelected": self.max_selected}


@dataclass(frozen=True)
class Input(Card[InputAnswer]):
    """Ask for a text. With `pattern` (RE2-like) the whole text must match. A `secret` is stored nowhere in clear."""

    kind: ClassVar[str] = "input"
    format: Literal["text", "url", "email", "number"] = "text"
    pattern: str | None = None
    min_length: int = 0
    max_length: int = limits.ANSWER
    placeholder: str | None = None
    multiline: bool | None = None
    secret: bool | None = None

    def _own(self) -> dict[str, Any]:
        if not 0 <= self.min_length <= self.max_length <= limits.ANSWER or self.max_length < 1:
            raise InvalidValue(f"0 <= min_length <= max_length <= {limits.ANSWER}")
        limits.text("placeholder", self.placeholder or "", limits.LINE)
        limits.text("pattern", self.pattern or "", 200)
        if self.pattern is not None and (self.format != "text" or not self.pattern):
            raise InvalidValue("a pattern goes with format text, and is not empty")
        spec = {
            "format": "regex" if self.pattern is not None else self.format, "pattern": self.pattern,
            "minLength": self.min_length, "maxLength": self.max_length, "placeholder": self.placeholder,
            "multiline": self.multiline, "secret": self.secret,
        }  # fmt: skip
        return {"input": present(spec)}


@dataclass(frozen=True)
class Link:
    """An attachment: a named address, or a file that was uploaded (`file_id`; `task.upload` makes one)."""

    name: str
    url: str = ""
    mime_type: str | None = None
    size: int | None = None
    file_id: str | None = None

    def wire(self) -> dict[str, Any]:
        """As it is sent."""
        limits.filled("a link's name", self.name, limits.TITLE)
        if self.file_id is None:
            limits.web_link("a link's address", self.url)
        elif self.url:
            raise InvalidValue("a link is an address or a file, not both")
        url = self.url or None
        fields = {"name": self.name, "url": url, "mimeType": self.mime_type, "size": self.size, "fileId": self.file_id}
        return present(fields)


@dataclass(frozen=True)
class Review(Card[ReviewAnswer]):
    """Show `content` (markdown, diff or text) or an attachment; it is approved, or changes are requested."""

    kind: ClassVar[str] = "review"
    content: str | None = None
    format: Literal["markdown", "diff", "text"] = "markdown"
    attachment: Link | None = field(default=None)

    def _own(self) -> dict[str, Any]:
        if self.content is None and self.attachment is None:
            raise InvalidValue("a review needs content or an attachment")
        made: dict[str, Any] = {}
        if self.content is not None:
            limits.filled("the content", self.content, limits.CONTENT)
            made["content"] = {"format": self.format, "text": self.content}
        if self.attachment is not None:
            made["attachment"] = self.attachment.wire()
        return made


__all__ = ["Approval", "Card", "Choice", "Input", "Link", "Option", "Review", "TooLarge"]
