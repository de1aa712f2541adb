"""No page is larger than a Lambda may answer, whatever people write; and nothing is left out between pages."""

import json
from typing import Any

from chalicelib.lap.wire import compact
from tests.support.scene import Scene

LAMBDA = 6_291_556
"""Bytes of a Lambda's whole answer, as AWS counts them."""
EMOJI = "🐙" * 5_000


def as_lambda_answers(body: Any) -> int:
    """Chalice writes the body as ASCII JSON, and the runtime writes that text into JSON once more."""
    return len(json.dumps({"body": json.dumps(body)}))


def say(scene: Scene, kind: str, payload: dict[str, Any], **subject: Any) -> None:
    """As browsers write JSON, without escapes, or 20 KB would not be one frame."""
    scene.page.raw(compact(scene.page.envelope(kind, payload, conversationId="conv-1", **subject)))
    scene.world.clock.forward(1)


def write(scene: Scene, count: int) -> None:
    for number in range(count):
        say(scene, "message.create", {"content": EMOJI}, id=f"long-{number}")
    assert len([e for e in scene.logged("message.created") if e.payload.content == EMOJI]) == count


def test_pages_of_history_fit_and_follow_each_other(scene: Scene) -> None:
    write(scene, 120)
    queries = scene.world.services.queries
    seen: list[int] = []
    before: int | None = None
    while True:
        page = queries.conversation_events(scene.workspace, "conv-1", before, 200)
        assert as_lambda_answers(page) < LAMBDA
        seen += [event["sequence"] for event in page["events"]]
        if not page["more"]:
            break
        before = seen[-1]
    of_conversation = [e.sequence for e in scene.log() if e.conversation_id == "conv-1"]
    assert seen == of_conversation[::-1]


def test_the_log_after_a_sequence_fits(scene: Scene) -> None:
    write(scene, 120)
    queries = scene.world.services.queries
    seen: list[int] = []
    while not seen or seen[-1] < scene.head:
        page = queries.events(scene.workspace, seen[-1] if seen else 0, 200)
        assert as_lambda_answers(page) < LAMBDA
        seen += [event["sequence"] for event in page["events"]]
    assert seen == list(range(1, scene.head + 1))


def test_an_adapters_open_work_comes_in_pages_that_fit(scene: Scene) -> None:
    for number in range(110):
        payload = {"title": f"Task {number}", "description": EMOJI, "targetAgentId": scene.agent_id}
        say(scene, "task.create", payload, id=f"open-{number}", taskId=f"open-{number}")
    queries = scene.world.services.queries
    tasks: list[str] = []
    after, pages = "", 0
    while True:
        page = queries.agent_snapshot(scene.workspace, scene.agent_id, after)
        assert as_lambda_answers(page) < LAMBDA
        tasks += [task["id"] for task in page["tasks"]]
        pages += 1
        if "next" not in page:
            break
        after = page["next"]
    assert pages > 1
    assert sorted(t for t in tasks if t.startswith("open-")) == sorted(f"open-{number}" for number in range(110))
    assert len(tasks) == len(set(tasks))
