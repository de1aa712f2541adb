"""A browser's view of a workspace, as the protocol prescribes it: snapshot, guarded events, gaps asked for."""

from __future__ import annotations

from collections.abc import Sequence

from chalicelib.lap.events import Event
from chalicelib.lap.evolve import evolve
from chalicelib.lap.state import Entity, Ref, State


class Replica:
    """State and cursor; `receive` is what every client does with a `system.events` frame."""

    def __init__(self, workspace_id: str) -> None:
        self.state = State(workspace_id)
        self.cursor = 0
        self.gaps = 0

    def snapshot(self, head: int, entities: dict[Ref, Entity]) -> None:
        """Start anew from a snapshot whose position was read first."""
        self.state = State(self.state.workspace_id, head, entities)
        self.cursor = head

    def receive(self, start: int, to: int, events: Sequence[Event]) -> None:
        """One range: ignored if known, applied if it continues, a gap otherwise."""
        if to <= self.cursor:
            return
        if start > self.cursor:
            self.gaps += 1
            return
        for event in events:
            if event.sequence > self.cursor:
                self.state = evolve(self.state, event)
        self.cursor = to
