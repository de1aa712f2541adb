"""decide(state, command, actor, now) -> Decision: every rule of the product, pure.

base            the context of one decision: emit, refuse, who may
conversations   conversations and messages
tasks           creation, reports, children, artifacts
trees           a task and the open steps below it
cancelling      requests, force, timeouts, grace, late reports
interactions    cards and answers
agents          workspace, members, agents
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ..commands import Command
from ..effects import Effect
from ..envelope import Actor
from ..errors import Refused
from ..events import Event
from ..state import State
from . import agents, cancelling, conversations, interactions, tasks
from .base import RULES, Deciding

__all__ = ["Decision", "agents", "cancelling", "conversations", "decide", "interactions", "tasks"]


@dataclass(frozen=True, slots=True)
class Decision:
    """What follows from a command: events (numbered after the state's head), effects, the state after them.

    With `refusal`, the command was refused; `events` then holds at most an audit entry. No events and no refusal: the
    command changes nothing (it was done already).
    """

    events: tuple[Event, ...]
    effects: tuple[Effect, ...]
    state: State
    refusal: Refused | None = None


def decide(state: State, command: Command, actor: Actor, now: datetime) -> Decision:
    """Apply the rules. Raises `Unloaded` if a partial state lacks what the rules look at."""
    deciding = Deciding(state, command, actor, now)
    refusal = None
    try:
        deciding.check_sender()
        RULES[type(command)](deciding, command)
    except Refused as error:
        refusal = error
        deciding = deciding.audit_of(error)
    return Decision(tuple(deciding.events), tuple(deciding.effects), deciding.state, refusal)
