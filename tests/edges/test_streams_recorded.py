"""The stream's function with events as AWS sends them (`tests/recorded`): poison, repetition, timeouts, broken sockets.

What an emulator cannot show is shown here: partial batches, and the filter of the event source mapping.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from chalicelib.edges import streams
from chalicelib.services.metrics import Count, Time
from tests.recorded import head_record, poison_records, stream_batch
from tests.support.api import Api
from tests.support.scene import Scene, build_scene

ROOT = Path(__file__).parents[2]


def deliver(*records: Any) -> list[str]:
    """Give the function a batch; the sequence numbers that it reports."""
    answer = streams.on_head_change({"Records": list(records)})
    return [failure["itemIdentifier"] for failure in answer["batchItemFailures"]]


def number(record: dict[str, Any]) -> str:
    return str(record["dynamodb"]["SequenceNumber"])


def say(scene: Scene, text: str = "hello") -> dict[str, Any]:
    """A message of the page; the record of its append."""
    before = scene.head
    scene.page.send("message.create", {"content": text}, conversationId="conv-1")
    return head_record(scene.workspace, before, scene.head)


def told(scene: Scene) -> list[str]:
    return [event["payload"]["content"] for event in scene.page.events("message.created")]


# --- what was recorded ---


def test_a_recorded_batch_rings_once_for_its_workspace(api: Api, scene: Scene) -> None:
    batch = stream_batch("ws-nobody")
    assert {record["eventName"] for record in batch} == {"INSERT", "MODIFY", "REMOVE"}
    assert deliver(*batch) == []
    assert scene.world.metrics.counts[Count.POISON_RECORDS] == 0


def test_the_mapping_s_filter_lets_through_heads_and_nothing_else() -> None:
    """By the documented rules of filter patterns: every key of the pattern is there, one of the listed values fits."""
    template = yaml.safe_load(_without_tags((ROOT / "infra/template/functions.yaml").read_text(encoding="utf-8")))
    [rule] = template["Resources"]["HeadChanges"]["Properties"]["FilterCriteria"]["Filters"]
    pattern = json.loads(rule["Pattern"])
    passed = [record for record in stream_batch() if matches(pattern, record)]
    assert [record["dynamodb"]["Keys"]["sk"]["S"] for record in passed] == ["HEAD", "HEAD"]
    assert matches(pattern, head_record("ws-1", 0, 2))
    deleted = head_record("ws-1", 1, 2)
    del deleted["dynamodb"]["NewImage"]
    assert not matches(pattern, deleted)


def matches(pattern: dict[str, Any], data: Any) -> bool:
    if not isinstance(data, dict):
        return False
    return all(
        data.get(key) in wanted if isinstance(wanted, list) else matches(wanted, data.get(key))
        for key, wanted in pattern.items()
    )


def _without_tags(text: str) -> str:
    return text.replace("!GetAtt", "").replace("!Ref", "").replace("!Sub", "").replace("!If", "")


# --- poison ---


@pytest.mark.parametrize("wrong", poison_records())
def test_a_record_that_makes_no_sense_is_counted_and_holds_up_nobody(
    api: Api, scene: Scene, wrong: str, caplog: pytest.LogCaptureFixture
) -> None:
    first, last = say(scene, "first"), say(scene, "last")
    assert deliver(first, poison_records()[wrong], last) == []
    assert told(scene) == ["first", "last"]
    assert scene.world.metrics.counts[Count.POISON_RECORDS] == 1
    assert caplog.text.count("makes no sense") == 1


def test_a_workspace_that_fails_is_reported_alone_and_those_behind_it_are_served(api: Api, scene: Scene) -> None:
    """100 records of 10 workspaces; the log of one lacks what its HEAD promises, and one record is poison."""
    scenes = [scene, *(build_scene(scene.world, f"p{n}@example.com") for n in range(9))]
    scene.world.pump()
    broken = scenes[4]
    records: list[Any] = []
    for round_ in range(10):
        records += [say(s, f"line {round_}") for s in scenes]
    scene.world.lose_event(broken.workspace, broken.head)
    records[55] = poison_records()["data is no JSON"]
    random.Random(3).shuffle(records)
    failed = deliver(*records)
    assert sorted(failed) == sorted(number(r) for r in records if broken.workspace in number(r))
    for other in scenes:
        assert len(told(other)) == (0 if other is broken else 10)
    assert scene.world.metrics.counts[Count.FAN_OUT_FAILED] == 1
    assert scene.world.metrics.counts[Count.POISON_RECORDS] == 1


def test_a_record_of_a_head_that_a_restored_backup_took_back_holds_up_nobody(api: Api, scene: Scene) -> None:
    other = build_scene(scene.world, "bob@example.com")
    scene.world.pump()
    taken_back = [head_record(other.workspace, other.head + 3, other.head + 4), head_record(other.workspace, 0, 900)]
    assert deliver(taken_back[0], say(scene, "line"), say(other, "line"), taken_back[1]) == []
    assert told(scene) == told(other) == ["line"]
    last = other.page.all("system.events")[-1]["payload"]
    assert last["to"] == last["head"] == other.head


def test_records_delivered_again_in_another_order_leave_every_receiver_with_the_same_log(
    api: Api, scene: Scene
) -> None:
    records = [say(scene, f"line {n}") for n in range(6)]
    shuffled = random.Random(5).choices(records, k=20)
    for record in [*records, *shuffled]:
        deliver(record)
    deliver(*reversed(records), *shuffled)
    assert applied(scene) == [f"line {n}" for n in range(6)]


def applied(scene: Scene) -> list[str]:
    """What a page has that follows the rule of the cursor: what it has is skipped, a gap is not entered."""
    frames = [frame["payload"] for frame in scene.page.all("system.events")]
    cursor = min(frame["from"] for frame in frames)
    lines = []
    for frame in frames:
        assert frame["from"] <= cursor, "a gap"
        fresh = [event for event in frame["events"] if event["sequence"] > cursor]
        lines += [event["payload"]["content"] for event in fresh if event["type"] == "message.created"]
        cursor = max(cursor, frame["to"])
    return lines


# --- sockets in trouble ---


@pytest.fixture
def pages(scene: Scene) -> Iterator[list[Any]]:
    """Five pages, beside the scene's own."""
    made = [scene.world.browser(scene.user, scene.workspace) for _ in range(5)]
    scene.world.pump()
    yield made


def test_gone_stuffed_and_failing_sockets_stop_no_other(
    api: Api, scene: Scene, pages: list[Any], caplog: pytest.LogCaptureFixture
) -> None:
    gone, stuffed, failing, *well = pages
    wires = scene.world.wires
    wires.closed[gone.id] = 1006
    wires.stuffed.add(stuffed.id)
    wires.broken.add(failing.id)
    before = [len(page.frames) for page in well]
    assert deliver(say(scene)) == []
    assert [len(page.frames) - n for page, n in zip(well, before, strict=True)] == [1, 1]
    assert told(scene) == ["hello"]
    counts = scene.world.metrics.counts
    assert (counts[Count.GONE], counts[Count.LAGGING], counts[Count.POSTS_FAILED]) == (1, 1, 1)
    assert f"a post to connection {failing.id} failed: OSError" in caplog.text
    open_now = {c.id for c in scene.world.services.connections.of_workspace(scene.workspace)}
    assert open_now == {scene.page.id, scene.adapter.id, *(page.id for page in (stuffed, failing, *well))}


def test_a_socket_that_failed_finds_the_gap_by_its_heartbeat(api: Api, scene: Scene, pages: list[Any]) -> None:
    failing = pages[0]
    scene.world.wires.broken.add(failing.id)
    deliver(say(scene))
    scene.world.wires.broken.clear()
    failing.send("client.heartbeat", {"cursor": scene.head - 1, "epoch": scene.epoch})
    assert failing.last("system.heartbeat")["payload"]["head"] == scene.head


def test_an_agent_that_cannot_be_marked_is_reported_after_all_pages_were_served(
    api: Api, scene: Scene, pages: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table refuses the mark of the task's delivery; the next delivery of the record makes it."""
    before = scene.head
    scene.assign()
    record = head_record(scene.workspace, before, scene.head)
    transact = scene.world.table.transact
    monkeypatch.setattr(scene.world.table, "transact", _raise)
    assert deliver(record) == [number(record)]
    assert all(page.events("task.created") for page in pages)
    assert scene.find_task().status == "queued"
    monkeypatch.setattr(scene.world.table, "transact", transact)
    assert deliver(record) == []
    assert scene.logged("task.delivered")


def _raise(writes: Any) -> None:
    raise OSError("the table is away")


class Timeout(BaseException):
    """Lambda stops the function."""


def test_a_function_that_was_stopped_in_the_middle_goes_on_with_the_next_delivery(
    api: Api, scene: Scene, pages: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = build_scene(scene.world, "mallory@example.com")
    scene.world.pump()
    batch = [say(scene, "first"), say(other, "second")]
    post, posts = scene.world.wires.post, iter(range(100))

    def stop(connection_id: str, data: str) -> None:
        if next(posts) == 3:
            raise Timeout
        post(connection_id, data)

    with monkeypatch.context() as stopping, pytest.raises(Timeout):
        stopping.setattr(scene.world.wires, "post", stop)
        deliver(*batch)
    assert told(other) == []
    assert deliver(*batch) == []
    assert told(other) == ["second"]
    for page in pages:
        assert {event["payload"]["content"] for event in page.events("message.created")} == {"first"}


# --- what is measured ---


def test_posts_and_the_age_of_the_oldest_event_are_measured(api: Api, scene: Scene) -> None:
    records = [say(scene)]
    scene.world.clock.forward(1.5)
    records.append(say(scene))
    scene.world.clock.forward(0.25)
    scene.world.metrics.counts.clear()
    deliver(*records)
    assert scene.world.metrics.counts == {Count.POSTS: 2}
    assert scene.world.metrics.times[-1] == (Time.FAN_OUT_LAG, 1750.0)
