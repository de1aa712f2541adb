"""The clock, and the thread that stands for the EventBridge schedule (there once a minute, here each second)."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from chalicelib.services.ports import Clock
from infra.local.logs import failure

log = logging.getLogger("lineup.clock")


class SystemClock:
    """`ports.Clock` of this machine."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class AdvancedClock:
    """For tests: ahead of this machine's by the seconds that a file holds at the moment, or not where there is none."""

    def __init__(self, seconds: Path) -> None:
        self._seconds = seconds

    def now(self) -> datetime:
        try:
            ahead = float(self._seconds.read_text(encoding="ascii"))
        except FileNotFoundError:
            ahead = 0.0
        return datetime.now(UTC) + timedelta(seconds=ahead)


class Schedule:
    """Calls `tick` with a CloudWatch event every `every` seconds, on one thread: two ticks never overlap."""

    def __init__(self, tick: Callable[[dict[str, Any]], object], clock: Clock, every: float = 1.0) -> None:
        self._tick = tick
        self._clock = clock
        self._every = every
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="schedule", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def request_stop(self) -> None:
        self._stop.set()

    def join(self, timeout: float) -> bool:
        """Wait for a tick under way; whether it ended within `timeout` seconds."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while not self._stop.wait(self._every):
            try:
                self._tick(schedule_event(self._clock.now()))
            except Exception as error:
                log.error("schedule failed, the next one comes: %s", failure(error))


def schedule_event(now: datetime) -> dict[str, Any]:
    """The event that an EventBridge rule hands to a function."""
    return {
        "version": "0",
        "id": f"local-{now.timestamp()}",
        "detail-type": "Scheduled Event",
        "source": "aws.events",
        "account": "local",
        "time": now.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "region": "local",
        "resources": [],
        "detail": {},
    }
