"""Constrained texts and links that several models share. Everything an agent sends is hostile (design.md §5)."""

from __future__ import annotations

from typing import Annotated, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from . import limits
from .ids import Id
from .wire import Wire


def _not_blank(value: str) -> str:
    if not value.strip():
        raise ValueError("must not be blank")
    return value


def _whole(value: str) -> str:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError("is not valid Unicode (a lone surrogate)") from None
    return value


Text = Annotated[str, AfterValidator(_whole)]
Title = Annotated[Text, StringConstraints(min_length=1, max_length=limits.TITLE), AfterValidator(_not_blank)]
Label = Annotated[Text, StringConstraints(min_length=1, max_length=limits.LABEL), AfterValidator(_not_blank)]
Line = Annotated[Text, StringConstraints(max_length=limits.LINE)]
Paragraph = Annotated[Text, StringConstraints(max_length=limits.PARAGRAPH)]
Content = Annotated[Text, StringConstraints(min_length=1, max_length=limits.CONTENT), AfterValidator(_not_blank)]


def web_link(value: str) -> str:
    """`value` if it is an absolute http or https address without blanks or control characters."""
    if any(ord(c) <= 0x20 or ord(c) == 0x7F for c in value):
        raise ValueError("a link must not contain blanks or control characters")
    parts = urlsplit(value)
    if parts.scheme.lower() not in ("http", "https") or not parts.hostname:
        raise ValueError("a link must be an http or https address")
    return value


Url = Annotated[Text, StringConstraints(max_length=2_048), AfterValidator(web_link)]


class Link(Wire):
    """An attachment of a message, a task or a review: a named address, or a file that was uploaded here (`fileId`)."""

    name: Title
    url: Url | None = None
    file_id: Id | None = None
    mime_type: Line | None = None
    size: Annotated[int, Field(ge=0)] | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.url is None) == (self.file_id is None):
            raise ValueError("either url or fileId is needed, and not both")
        return self
