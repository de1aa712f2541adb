"""What one message costs: one frame, one read, one transaction, one post per open connection (design.md §3)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.support.scene import Scene


@pytest.fixture
def calls(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts calls to the real table while they happen."""
    counted: Counter[str] = Counter()
    for name in ("get", "query", "transact"):
        real = getattr(scene.world.table, name)

        def call(*args: Any, _name: str = name, _real: Any = real, **kwargs: Any) -> Any:
            counted[_name] += 1
            return _real(*args, **kwargs)

        monkeypatch.setattr(scene.world.table, name, call)
    return counted


def test_a_message_of_a_page_is_one_read_and_one_transaction(scene: Scene, calls: Counter[str]) -> None:
    payload = {"content": "hello", "targetAgentId": scene.agent_id}
    scene.page.send("message.create", payload, conversationId=scene.conversation)
    assert calls == {"get": 1, "transact": 1}


def test_a_message_of_an_agent_is_one_read_and_one_transaction(scene: Scene, calls: Counter[str]) -> None:
    scene.adapter.send("message.create", {"content": "hi"}, conversationId=scene.conversation)
    assert calls == {"get": 1, "transact": 1}


def test_ten_messages_in_one_frame_are_one_read_and_one_transaction(scene: Scene, calls: Counter[str]) -> None:
    payload = {"content": "hello", "targetAgentId": scene.agent_id}
    envelopes = [scene.page.envelope("message.create", payload, conversationId=scene.conversation) for _ in range(10)]
    scene.page.send_together(*envelopes)
    assert calls == {"get": 1, "transact": 1}
    assert len(scene.page.all("system.ack")) == 11


def test_fan_out_reads_connections_head_and_range_once_however_many_are_open(scene: Scene, calls: Counter[str]) -> None:
    pages = [scene.world.browser(scene.user, scene.workspace) for _ in range(5)]
    scene.world.pump()
    payload = {"content": "hello", "targetAgentId": scene.agent_id}
    scene.page.send("message.create", payload, conversationId=scene.conversation)
    calls.clear()
    posts = scene.world.wires.posts
    scene.world.pump()
    assert calls == {"get": 1, "query": 2}
    assert scene.world.wires.posts - posts == len(pages) + 2
