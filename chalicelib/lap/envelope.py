"""The envelope of every frame (§10)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from .ids import Id
from .text import Line
from .times import Timestamp
from .wire import Wire

ActorKind = Literal["user", "agent", "system"]


class Actor(Wire):
    """Who did it. `name` is the display name at that time; `token` names the developer token, if a program did it for
    its owner."""

    kind: ActorKind
    id: Id
    name: Line = ""
    token: Line | None = None


SYSTEM = Actor(kind="system", id="system", name="LineUp")


class Envelope(Wire):
    """What all frames share. `id` is the idempotency key, `occurred_at` the sender's clock (shown, not trusted)."""

    id: Id
    type: str
    version: Literal["0.1"] = "0.1"
    occurred_at: Timestamp
    workspace_id: Id | None = None
    conversation_id: Id | None = None
    task_id: Id | None = None
    correlation_id: Id | None = None


class Logged(Envelope):
    """An event of the log: immutable, numbered per workspace without gaps from 1."""

    workspace_id: Id
    sequence: int = Field(ge=1)
    received_at: Timestamp
    actor: Actor
    extra: dict[str, object] | None = None
    """Payload fields of the command that this version does not know, kept as they came."""
