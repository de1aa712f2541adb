"""The change feed and the schedule."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from chalicelib.services.ports import Expect, Item, Key, Put, Version
from infra.local.clock import Schedule, SystemClock
from infra.local.feed import Feed
from infra.local.table import SqliteTable
from tests.local.conftest import Serve
from tests.local.sample import Sample


def _put(table: SqliteTable, sk: str, sequence: int, version: int) -> None:
    expect = Version(version) if version else Expect.ABSENT
    table.transact([Put(Item(Key("ws#1", sk), {"sequence": sequence}), expect)])


def test_a_commit_reaches_the_handler_as_a_stream_record(serve: Serve, tmp_path: Path) -> None:
    table = SqliteTable(tmp_path / "t.sqlite3")
    sample = Sample(table=table)
    serve(sample)
    _put(table, "HEAD", 3, 0)
    _put(table, "other", 1, 0)
    _put(table, "HEAD", 5, 1)
    records: list[dict[str, Any]] = []
    while len(records) < 2:
        events = sample.wait_for("feed", len(sample.of("feed")) + (not sample.of("feed")))
        records = [record for event in events for record in event["Records"]]
    first, second = records
    assert (first["eventName"], second["eventName"]) == ("INSERT", "MODIFY")
    assert "OldImage" not in first["dynamodb"]
    assert second["dynamodb"]["Keys"] == {"pk": {"S": "ws#1"}, "sk": {"S": "HEAD"}}
    old, new = second["dynamodb"]["OldImage"], second["dynamodb"]["NewImage"]
    assert (json.loads(old["data"]["S"]), json.loads(new["data"]["S"])) == ({"sequence": 3}, {"sequence": 5})
    assert (old["version"], new["version"]) == ({"N": "1"}, {"N": "2"})


class _Failing:
    """Fails the first `times` calls, and records what it was called with."""

    def __init__(self, times: int) -> None:
        self.times = times
        self.calls: list[list[str]] = []

    def __call__(self, event: dict[str, Any]) -> None:
        self.calls.append([record["eventID"] for record in event["Records"]])
        if len(self.calls) <= self.times:
            raise RuntimeError("no, secret")


def _run(sample: Sample, handler: _Failing) -> None:
    feed = Feed(sample.table, handler, SystemClock(), backoff=(0, 0))
    feed.start()
    assert sample.table.wait_until_empty()
    feed.request_stop()
    assert feed.join(10)


def test_a_failed_batch_is_tried_again(sample: Sample) -> None:
    sample.table.add(1)
    handler = _Failing(2)
    _run(sample, handler)
    assert handler.calls == [["1"], ["1"], ["1"]]


def test_a_batch_that_keeps_failing_is_dropped_with_a_log_line(
    sample: Sample, caplog: pytest.LogCaptureFixture
) -> None:
    sample.table.add(1)
    handler = _Failing(3)
    _run(sample, handler)
    assert handler.calls == [["1"]] * 3
    assert "are dropped" in caplog.text and "secret" not in caplog.text
    sample.table.add(2)
    _run(sample, handler)
    assert handler.calls[3:] == [["2"]]


def test_a_stop_between_two_tries_keeps_the_batch_for_the_next_start(sample: Sample) -> None:
    sample.table.add(1)
    tried = threading.Event()

    def fail(event: dict[str, Any]) -> None:
        tried.set()
        raise RuntimeError

    feed = Feed(sample.table, fail, SystemClock(), backoff=(60,))
    feed.start()
    assert tried.wait(10)
    feed.request_stop()
    assert feed.join(10)
    assert [change.seq for change in sample.table.changes(10)] == [1]


def test_the_schedule_ticks_on_after_a_failure_and_stops() -> None:
    ticks = threading.Semaphore(0)
    events: list[dict[str, Any]] = []

    def tick(event: dict[str, Any]) -> None:
        events.append(event)
        ticks.release()
        raise RuntimeError

    schedule = Schedule(tick, SystemClock(), every=0.01)
    schedule.start()
    assert all(ticks.acquire(timeout=10) for _ in range(3))
    schedule.request_stop()
    assert schedule.join(10)
    assert events[0]["source"] == "aws.events"


def test_the_app_gets_schedule_events(serve: Serve, sample: Sample) -> None:
    serve()
    assert sample.wait_for("schedule", 2)[1]["detail-type"] == "Scheduled Event"
