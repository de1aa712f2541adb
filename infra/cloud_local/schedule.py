"""Invokes the deployed schedule function every second with the event that EventBridge sends.

EventBridge does so once a minute at most; whoever tries the product here would wait that long for every expiry.
"""

from __future__ import annotations

import json
import threading
from datetime import UTC, datetime

from infra.deploy.account import Account


class Schedule(threading.Thread):
    """Runs until `stop()`."""

    def __init__(self, account: Account, function: str, seconds: float = 1.0) -> None:
        super().__init__(name="schedule", daemon=True)
        self._lambda = account.client("lambda")
        self._function = function
        self._seconds = seconds
        self._stopping = threading.Event()

    def run(self) -> None:
        while not self._stopping.wait(self._seconds):
            self._lambda.invoke(FunctionName=self._function, Payload=json.dumps(event()).encode())

    def stop(self) -> None:
        """Ask it to end."""
        self._stopping.set()


def event() -> dict[str, object]:
    """A scheduled event, as EventBridge sends it."""
    return {
        "version": "0", "id": "53dc4d37-cffa-4f76-80c9-8b7d4a4d2eaa", "detail-type": "Scheduled Event",
        "source": "aws.events", "account": "000000000000", "time": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "region": "us-east-1", "resources": ["arn:aws:events:us-east-1:000000000000:rule/lineup-OnSchedule"],
        "detail": {},
    }  # fmt: skip
