"""The change feed: what a DynamoDB stream and its event source mapping are on AWS.

One thread reads the table's change log in order and hands it to the handler, one batch at a time. A failing batch is
tried again a few times, then dropped: the doorbell is never the data, and a client heals within a heartbeat.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from chalicelib.services.ports import Clock, Item
from infra.local.logs import failure

log = logging.getLogger("lineup.feed")

BATCH = 100
#: Seconds before each further try.
BACKOFF = (0.05, 0.2, 1.0)
#: How long it waits for a change before it looks whether it shall stop.
IDLE_SECONDS = 0.25


class Change(Protocol):
    """One changed item; `old` is None when it is new, `new` is None when it was deleted."""

    @property
    def seq(self) -> int: ...
    @property
    def old(self) -> Item | None: ...
    @property
    def new(self) -> Item | None: ...


class ChangeSource(Protocol):
    """The table's change log."""

    def changes(self, limit: int) -> Sequence[Change]:
        """The oldest changes that are not acknowledged, in order of commit."""
        ...

    def acknowledge(self, seq: int) -> None:
        """Forget the changes up to and including `seq`."""
        ...

    def wait_for_change(self, timeout: float) -> bool:
        """Wait until there may be a change, at most `timeout` seconds; False when there was none."""
        ...


class Feed:
    """Feeds `handler` with DynamoDB stream events, from one thread of its own."""

    def __init__(
        self,
        source: ChangeSource,
        handler: Callable[[dict[str, Any]], object],
        clock: Clock,
        backoff: Sequence[float] = BACKOFF,
    ) -> None:
        self._source = source
        self._handler = handler
        self._clock = clock
        self._backoff = backoff
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="feed", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def request_stop(self) -> None:
        """What was not handled stays in the table and comes again at the next start."""
        self._stop.set()

    def join(self, timeout: float) -> bool:
        """Wait for a batch under way; whether it ended within `timeout` seconds."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while not self._stop.is_set():
            batch = self._source.changes(BATCH)
            if not batch:
                self._source.wait_for_change(IDLE_SECONDS)
            elif self._deliver(batch):
                self._source.acknowledge(batch[-1].seq)

    def _deliver(self, batch: Sequence[Change]) -> bool:
        """Whether the batch is done with: handled, or given up. False when stopped between two tries."""
        event = stream_event(batch, self._clock)
        for delay in (*self._backoff, None):
            try:
                if not _partly_failed(self._handler(event)):
                    return True
                log.warning("changes %d to %d failed in part", batch[0].seq, batch[-1].seq)
            except Exception as error:
                log.warning("changes %d to %d failed: %s", batch[0].seq, batch[-1].seq, failure(error))
            if delay is not None and self._stop.wait(delay):
                return False
        log.error("changes %d to %d are dropped; clients catch up at a heartbeat", batch[0].seq, batch[-1].seq)
        return True


def _partly_failed(answer: object) -> bool:
    """Whether the handler reports records to try again (`ReportBatchItemFailures`). All of the batch is tried again:
    the handler does nothing twice."""
    return isinstance(answer, dict) and bool(answer.get("batchItemFailures"))


def stream_event(batch: Sequence[Change], clock: Clock) -> dict[str, Any]:
    """The event of a DynamoDB stream with new and old images."""
    return {"Records": [_record(change, clock.now().timestamp()) for change in batch]}


def _record(change: Change, created: float) -> dict[str, Any]:
    images = {"OldImage": change.old, "NewImage": change.new}
    item = change.new or change.old
    assert item is not None
    return {
        "eventID": str(change.seq),
        "eventName": "REMOVE" if change.new is None else "MODIFY" if change.old else "INSERT",
        "eventVersion": "1.1",
        "eventSource": "aws:dynamodb",
        "eventSourceARN": "arn:aws:dynamodb:local:000000000000:table/lineup/stream/local",
        "awsRegion": "local",
        "dynamodb": {
            "ApproximateCreationDateTime": created,
            "SequenceNumber": str(change.seq),
            "SizeBytes": 0,
            "StreamViewType": "NEW_AND_OLD_IMAGES",
            "Keys": {"pk": {"S": item.key.pk}, "sk": {"S": item.key.sk}},
            **{name: _image(image) for name, image in images.items() if image is not None},
        },
    }


def _image(item: Item) -> dict[str, Any]:
    return {
        "pk": {"S": item.key.pk},
        "sk": {"S": item.key.sk},
        "version": {"N": str(item.version)},
        "data": {"S": json.dumps(item.data)},
    }
