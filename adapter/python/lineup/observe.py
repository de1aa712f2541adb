"""What can be watched of a running agent: for terminals and tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .link import LinkState


@dataclass(frozen=True, slots=True)
class TaskView:
    """A task as the handler sees it now. `progress` is 0-100 or None; `line` the last short status."""

    id: str
    title: str
    status: Literal["running", "waiting", "succeeded", "failed", "cancelled", "stopped"]
    progress: float | None = None
    line: str = ""
    resumed: bool = False


class Observer:
    """Hears what happens; this one ignores it. Called in the handlers' event loop."""

    def link(self, state: LinkState) -> None:
        """The connection changed."""

    def task(self, view: TaskView) -> None:
        """A task changed."""

    def note(self, text: str) -> None:
        """Something worth a line: never a person's words, never a secret."""
