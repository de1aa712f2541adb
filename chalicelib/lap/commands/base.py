"""What several commands share."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from .. import limits
from ..envelope import Envelope
from ..ids import Id
from ..text import Line
from ..wire import Wire


class Command(Envelope):
    """Base of all commands."""


class AgentFacts(Wire):
    """What an adapter says of itself when it connects (§10.2)."""

    agent_version: Line | None = None
    runtime: Line | None = None
    capabilities: Annotated[list[Line], Field(max_length=limits.CAPABILITIES)] = []


class Nothing(Wire):
    pass


class InteractionOnly(Wire):
    interaction_id: Id
