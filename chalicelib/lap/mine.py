"""What is one person's alone in a workspace: not in the log, seen by nobody else."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from . import limits
from .ids import Id
from .text import Label, Link, Text
from .times import Timestamp
from .wire import Wire

Kind = Literal["pin", "read", "seen", "dismissed", "snooze", "draft"]


class Nothing(Wire):
    """That it is there says it all."""


class ReadUpTo(Wire):
    """How far a conversation was read."""

    sequence: Annotated[int, Field(ge=0)]


class SnoozedUntil(Wire):
    until: Timestamp


class SnoozedWhileAway(Wire):
    """Until this agent is online."""

    when_online: Id


class KeptDraft(Wire):
    """A message that is being written; `device` is the browser that wrote last."""

    text: Annotated[Text, Field(max_length=limits.CONTENT)]
    links: Annotated[list[Link], Field(max_length=limits.ATTACHMENTS)] = []
    device: Label


class _Mark(Wire):
    """A pinned conversation, a card or task that was seen, a failed task that was dismissed."""

    kind: Literal["pin", "seen", "dismissed"]
    id: Id
    value: Nothing | None


class _Read(Wire):
    kind: Literal["read"]
    id: Id
    value: ReadUpTo | None


class _Snooze(Wire):
    kind: Literal["snooze"]
    id: Id
    value: SnoozedUntil | SnoozedWhileAway | None


class _Draft(Wire):
    kind: Literal["draft"]
    id: Id
    value: KeptDraft | None


Change = Annotated[_Mark | _Read | _Snooze | _Draft, Field(discriminator="kind")]
"""`id`: a conversation (pin, read, draft), a card (seen, snooze) or a task (seen, dismissed). null takes it away."""


class Entry(Wire):
    """One thing, as it is kept; `at` is when it was kept (server time). A value of null: it is gone."""

    kind: Kind
    id: Id
    value: dict[str, Any] | None
    at: Timestamp
