"""Side effects as data: made by `decide`, performed by the relay (the first three in the same transaction)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

TimerKind = Literal["interaction", "grace", "cancel", "away", "revoked", "silent", "hello"]
"""interaction: its expiry. grace, cancel: of one task. away, revoked, silent: of an agent.
hello: of a connection."""


@dataclass(frozen=True, slots=True)
class SetTimer:
    """At `due` (ISO time) look again at the interaction, task or agent `subject_id`. A timer that comes late or
    twice, or finds nothing to do, is harmless."""

    due: str
    kind: TimerKind
    subject_id: str


@dataclass(frozen=True, slots=True)
class KeepSecret:
    """Keep the secret answer sealed beside the log until the agent acknowledges it."""

    interaction_id: str
    text: str


@dataclass(frozen=True, slots=True)
class DropSecret:
    """The agent has the secret, or nobody will fetch it any more."""

    interaction_id: str


@dataclass(frozen=True, slots=True)
class DropDraft:
    """The final message is here: forget the streamed text."""

    message_id: str


@dataclass(frozen=True, slots=True)
class Redeliver:
    """The agent asked again about a resolved interaction: send it the recorded outcome."""

    agent_id: str
    interaction_id: str


@dataclass(frozen=True, slots=True)
class CloseConnections:
    """Close the agent's live connections with this code."""

    agent_id: str
    code: int


Effect = SetTimer | KeepSecret | DropSecret | DropDraft | Redeliver | CloseConnections
