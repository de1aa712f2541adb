"""Arbitrary JSON, and envelopes with arbitrary pieces: never an exception, always an answer, the log intact."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chalicelib.lap import commands, ephemeral
from tests.support.scene import Scene, build_scene
from tests.support.world import Socket, World

texts = st.text(st.characters(codec=None), max_size=20)
leaves = st.none() | st.booleans() | st.integers() | st.floats() | texts | st.just(10**400)
anything = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4), max_leaves=12
)
KINDS = sorted({*commands.CLIENT, *commands.AGENT, *commands.INTERNAL, *ephemeral.FROM_AGENT, *ephemeral.FROM_CLIENT})
FIELDS = (
    "content", "title", "agentIds", "targetAgentId", "interactionId", "digest", "response", "interaction", "status",
    "progress", "parentTaskId", "name", "url", "messageId", "offset", "text", "cursor", "lastSequence", "epoch",
    "ticket", "blocks", "attachments", "force", "agentId", "capabilities",
)  # fmt: skip
values = anything | st.sampled_from(["conv-1", "task-1", "card-1", 0, 1, [], {}, "running", "succeeded", "cancelled"])
cards = st.fixed_dictionaries(
    {"id": st.just("card-2") | values, "type": st.sampled_from(["approval", "choice", "input", "review"]) | values},
    optional={
        "title": values, "options": values, "input": values, "content": values, "details": values, "expiresAt": values
    },
)  # fmt: skip
payloads = (
    st.dictionaries(st.sampled_from(FIELDS), values, max_size=5)
    | st.fixed_dictionaries({"interaction": cards})
    | values
)
envelopes = st.fixed_dictionaries(
    {
        "id": st.uuids().map(str) | values,
        "type": st.sampled_from(KINDS) | values,
        "occurredAt": st.just("2026-07-24T12:00:00Z") | values,
        "payload": payloads,
    },
    optional={
        "version": st.just("0.1") | values,
        "conversationId": st.just("conv-1") | values,
        "taskId": st.just("task-1") | values,
        "workspaceId": values,
        "extra": values,
    },
)
frames = (
    st.one_of(anything, envelopes, st.lists(envelopes, min_size=1, max_size=4)).map(json.dumps) | texts
)  # fmt: skip


@pytest.fixture(scope="module")
def shared() -> Iterator[Scene]:
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder))
        scene = build_scene(world)
        scene.task()
        scene.ask()
        yield scene
        world.table.close()


def relined(scene: Scene) -> None:
    """Lines that were closed for a good reason (a withdrawn agent, a flood) are opened again."""
    if scene.page.id in scene.world.wires.closed:
        scene.page = scene.world.browser(scene.user, scene.workspace)
    if scene.adapter.id in scene.world.wires.closed:
        scene.credential = scene.world.agent(scene.user, scene.workspace)
        scene.adapter = scene.world.adapter(scene.credential)


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=frames, end=st.sampled_from(["page", "adapter", "stranger"]))
def test_every_frame_is_answered(shared: Scene, text: str, end: str) -> None:
    relined(shared)
    socket: Any = Socket(shared.world, shared.world.name("page"), "client") if end == "stranger" else None
    socket = socket or getattr(shared, end)
    shared.world.clock.forward(1)
    seen = len(socket.frames)
    socket.raw(text)
    shared.world.pump()
    assert socket.frames[seen:]
    assert shared.world.wires.closed.get(socket.id) in ((None, 4400, 4410) if end == "stranger" else (None,))
    assert [event.sequence for event in shared.log()] == list(range(1, shared.head + 1))
    assert shared.snapshot()["head"] == shared.head
