"""What the rules share: registering, creating and changing a projection once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from .. import events as ev
from ..state import Entity, Ref, State

E = TypeVar("E", bound=Entity)
Changes = dict[Ref, Entity]
RULES: dict[type, Callable[[State, Any], Changes]] = {}


def on(kind: type) -> Callable[[Callable[[State, Any], Changes]], Callable[[State, Any], Changes]]:
    def register(rule: Callable[[State, Any], Changes]) -> Callable[[State, Any], Changes]:
        RULES[kind] = rule
        return rule

    return register


def create(state: State, ref: Ref, entity: Entity) -> Changes:
    return {} if state.get(ref) is not None else {ref: entity}


def change(state: State, ref: Ref, event: ev.Event, rule: Callable[[E], dict[str, Any]]) -> Changes:
    entity = state.get(ref)
    if entity is None or entity.sequence >= event.sequence:
        return {}
    update = rule(cast("E", entity))
    return {ref: entity.model_copy(update={**update, "sequence": event.sequence})}
