"""The committed vectors, which the web app and the SDK run too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from chalicelib.lap.commands import AGENT, CLIENT, INTERNAL
from chalicelib.lap.decide import decide
from chalicelib.lap.describe import describe
from chalicelib.lap.envelope import Actor
from chalicelib.lap.events import EVENTS, load_event
from chalicelib.lap.evolve import evolve
from chalicelib.lap.state import State
from chalicelib.lap.times import parse
from chalicelib.lap.wire import dump
from tests.support.replica import Replica

SPEC = Path(__file__).parents[2] / "adapter" / "spec"
COMMANDS = {**CLIENT, **AGENT, **INTERNAL}


def load(name: str) -> Any:
    return json.loads((SPEC / "vectors" / f"{name}.json").read_text(encoding="utf-8"))


def test_decide_gives_the_same_events_refusals_and_effects() -> None:
    state = State("ws-studio")
    for vector in load("decide"):
        command = COMMANDS[vector["command"]["type"]].model_validate(vector["command"])
        actor = Actor.model_validate(vector["actor"])
        decision = decide(state, command, actor, parse(vector["now"]))
        assert [dump(event) for event in decision.events] == vector["events"], vector["name"]
        refusal = decision.refusal
        assert (refusal.code if refusal else None) == vector.get("refusal", {}).get("code"), vector["name"]
        assert [type(effect).__name__ for effect in decision.effects] == [e["effect"] for e in vector["effects"]]
        state = decision.state


def test_evolve_changes_the_same_projections_and_twice_nothing() -> None:
    vector = load("evolve")
    state = State(vector["workspaceId"])
    for step in vector["steps"]:
        event = load_event(step["event"])
        before = state
        state = evolve(state, event)
        known = before.entities()
        changed = {f"{r.kind}/{r.id}": dump(e) for r, e in state.entities().items() if e is not known.get(r)}
        assert changed == step["changed"]
        assert evolve(state, event) == state


def test_every_event_has_its_sentence_in_both_languages() -> None:
    seen = set()
    for vector in load("describe"):
        event = load_event(vector["event"])
        seen.add(event.type)
        assert describe(event, "zh") == vector["zh"] != ""
        assert describe(event, "en") == vector["en"] != ""
    assert seen == set(EVENTS)


@pytest.mark.parametrize("vector", load("connection"), ids=lambda v: v["name"])
def test_a_receiver_moves_its_cursor_as_the_vectors_say(vector: dict[str, Any]) -> None:
    replica = Replica("w")
    replica.cursor = vector["cursor"]
    for frame, outcome in zip(vector["frames"], vector["outcomes"], strict=True):
        if frame["epoch"] != vector["epoch"]:
            assert outcome == "resync"
            continue
        cursor, gaps = replica.cursor, replica.gaps
        replica.receive(frame["from"], frame["to"], [])
        moved = "gap" if replica.gaps > gaps else "apply" if replica.cursor > cursor else "ignore"
        assert moved == outcome
    assert replica.cursor == vector["after"]
