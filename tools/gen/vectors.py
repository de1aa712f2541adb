"""Golden frames and vectors: examples that Python and TypeScript both run."""

from __future__ import annotations

from typing import Any

from chalicelib.lap import ephemeral
from chalicelib.lap.deliveries import DELIVERIES, deliver
from chalicelib.lap.describe import describe
from chalicelib.lap.effects import Effect
from chalicelib.lap.envelope import Envelope
from chalicelib.lap.evolve import evolve
from chalicelib.lap.state import Ref, State
from chalicelib.lap.wire import dump

from .story import CODER, Step, story

Json = dict[str, Any]
_NOW = "2026-07-24T12:00:00.000Z"


def build() -> dict[str, Any]:
    """Path below adapter/spec -> JSON."""
    steps = list(story())
    files: dict[str, Any] = {
        "vectors/decide.json": [_decide(step) for step in steps],
        "vectors/evolve.json": _evolve(steps),
        "vectors/describe.json": [
            {"event": dump(e), "zh": describe(e, "zh"), "en": describe(e, "en")}
            for s in steps
            for e in s.decision.events
        ],
        "vectors/connection.json": CONNECTION,
    }
    for kind, frame in _frames(steps).items():
        files[f"frames/{kind}.json"] = frame
    return files


def key(ref: Ref) -> str:
    """A projection's name in JSON."""
    return f"{ref.kind}/{ref.id}"


def _decide(step: Step) -> Json:
    found = step.decision
    vector: Json = {
        "name": step.name,
        "now": step.now,
        "actor": dump(step.actor),
        "command": dump(step.command),
        "events": [dump(event) for event in found.events],
        "effects": [_effect(effect) for effect in found.effects],
    }
    if found.refusal is not None:
        vector["refusal"] = {"code": found.refusal.code, "details": found.refusal.details or {}}
    return vector


def _effect(effect: Effect) -> Json:
    fields = {name: getattr(effect, name) for name in effect.__slots__ if name != "text"}
    return {"effect": type(effect).__name__, **fields}


def _evolve(steps: list[Step]) -> Json:
    """Every event of the story and what it changed; folding it twice changes nothing."""
    state = State("ws-studio")
    folded = []
    for event in (event for step in steps for event in step.decision.events):
        after = evolve(state, event)
        changed = {key(r): dump(e) for r, e in after.entities().items() if e is not state.entities().get(r)}
        folded.append({"event": dump(event), "changed": changed})
        state = after
    return {"workspaceId": state.workspace_id, "steps": folded}


def _frames(steps: list[Step]) -> dict[str, Json]:
    """One example of every frame kind, named by direction and type."""
    frames: dict[str, Json] = {}
    for step in steps:
        frames.setdefault(f"command.{step.command.type}", dump(step.command))
        for event in step.decision.events:
            frames.setdefault(f"event.{event.type}", dump(event))
            delivery = deliver(event, CODER.id)
            if delivery is not None:
                frames.setdefault(f"delivery.{delivery.model_dump()['type']}", dump(delivery))
    frames |= {f"ephemeral.{kind}": frame for kind, frame in _ephemeral(frames).items()}
    missing = [kind for kind in DELIVERIES if f"delivery.{kind}" not in frames]
    assert not missing, missing
    return frames


def _ephemeral(frames: dict[str, Json]) -> dict[str, Json]:
    payloads: dict[str, Json] = {
        "client.hello": {"ticket": "one-time", "epoch": "epoch-1", "cursor": 12},
        "agent.hello": {
            "agentVersion": "0.1.0", "runtime": "python", "capabilities": ["migrations"], "epoch": "epoch-1",
            "lastSequence": 12,
        },
        "client.heartbeat": {"epoch": "epoch-1", "cursor": 12},
        "agent.heartbeat": {"epoch": "epoch-1", "cursor": 12},
        "message.delta": {"messageId": "msg-1", "offset": 0, "text": "正在"},
        "system.welcome": {
            "epoch": "epoch-1", "head": 14, "floor": 1, "heartbeatSeconds": 25,
            "limits": dump(ephemeral.Limits()), "now": _NOW,
            "agent": {"id": "agent-coder", "name": "代码助手", "status": "online", "workspaceName": "北岸工作室"},
        },
        "system.heartbeat": {"epoch": "epoch-1", "head": 14, "now": _NOW},
        "system.ack": {"id": "cmd-001", "sequence": 14, "duplicate": False},
        "system.error": {
            "id": "cmd-002", "code": "already_resolved", "message": "Somebody has decided already.", "retryable": False,
            "details": {"by": {"kind": "user", "id": "user-ann", "name": "陈安"}, "at": _NOW},
        },
        "system.warning": {"id": "cmd-003", "code": "unknown_field", "fields": ["payload.futureField"]},
        "system.events": {
            "epoch": "epoch-1", "from": 12, "to": 14, "head": 14, "events": [frames["event.message.created"]],
            "more": False,
        },
        "system.mine": {"entries": [{"kind": "read", "id": "conv-site", "value": {"sequence": 12}, "at": _NOW}]},
        "system.resync_required": {"reason": "epoch", "epoch": "epoch-1", "head": 14},
    }  # fmt: skip
    models = {**ephemeral.FROM_CLIENT, **ephemeral.FROM_AGENT, **ephemeral.FROM_SERVER}
    assert set(models) == set(payloads)
    made = {}
    for number, (kind, payload) in enumerate(payloads.items()):
        envelope = Envelope(id=f"frame-{number:02d}", type=kind, occurred_at=_NOW, workspace_id="ws-studio")
        made[kind] = {**dump(envelope), "payload": payload}
    return made


def _case(name: str, cursor: int, frames: list[tuple[str, int, int]], outcomes: list[str], after: int) -> Json:
    return {
        "name": name, "epoch": "e1", "cursor": cursor,
        "frames": [{"epoch": epoch, "from": start, "to": to} for epoch, start, to in frames],
        "outcomes": outcomes, "after": after,
    }  # fmt: skip


CONNECTION = [
    _case("in order", 0, [("e1", 0, 2), ("e1", 2, 3)], ["apply", "apply"], 3),
    _case("empty frame moves the cursor", 4, [("e1", 4, 9)], ["apply"], 9),
    _case("known frame is ignored", 5, [("e1", 2, 5)], ["ignore"], 5),
    _case("overlap applies what is new", 5, [("e1", 3, 8)], ["apply"], 8),
    _case("a gap asks", 5, [("e1", 6, 8)], ["gap"], 5),
    _case("a gap, then the replay", 5, [("e1", 6, 8), ("e1", 5, 8)], ["gap", "apply"], 8),
    _case("the replay, then the late push", 5, [("e1", 5, 8), ("e1", 6, 8)], ["apply", "ignore"], 8),
    _case("twice", 0, [("e1", 0, 2), ("e1", 0, 2)], ["apply", "ignore"], 2),
    _case("another epoch resyncs", 5, [("e2", 0, 3)], ["resync"], 5),
]
"""What a receiver does with `system.events` frames: the cursor is always (epoch, sequence)."""
