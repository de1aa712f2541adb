"""evolve(state, event) -> state: the fold of the log. Twin of `web/src/lap/evolve.ts`; vectors pin both.

Each rule returns the projections that it changes. An event at or before a projection's `sequence` changes nothing, so
that a snapshot may be read while the log grows and events may come twice.
"""

from __future__ import annotations

from .. import events as ev
from ..state import State
from . import cards, places, tasks
from .base import RULES


def evolve(state: State, event: ev.Event) -> State:
    """`state` with `event` folded in. An event of another workspace is a programming error (ValueError)."""
    if event.workspace_id != state.workspace_id:
        raise ValueError("an event of another workspace")
    rule = RULES.get(type(event))
    changes = rule(state, event) if rule else {}
    return state.at(max(state.head, event.sequence), changes)


__all__ = ["cards", "evolve", "places", "tasks"]
