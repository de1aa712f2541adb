"""What changed in the journal, for the runner."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import Refused


@dataclass(frozen=True, slots=True)
class TaskReady:
    """Its acceptance is in the log: the handler may start."""

    task_id: str


@dataclass(frozen=True, slots=True)
class TaskCancelRequested:
    """A person asks that it stops."""

    task_id: str


@dataclass(frozen=True, slots=True)
class TaskStopped:
    """The server ended it, or did not let us start."""

    task_id: str
    reason: str


@dataclass(frozen=True, slots=True)
class Answered:
    """There is an outcome of this question."""

    interaction_id: str


@dataclass(frozen=True, slots=True)
class MessageArrived:
    """A person said something."""

    message_id: str


@dataclass(frozen=True, slots=True)
class Renamed:
    """A person confirmed or renamed the agent."""

    name: str


@dataclass(frozen=True, slots=True)
class CommandRefused:
    """A command left the outbox without effect."""

    id: str
    task_id: str | None
    error: Refused


Notice = TaskReady | TaskCancelRequested | TaskStopped | Answered | MessageArrived | Renamed | CommandRefused
