"""Invokes the deployed schedule function every second with the event that EventBridge sends.

EventBridge does so once a minute at most; whoever tries the product here would wait that long for every expiry.
"""

from __future__ import annotations

import json
import logging
import threading
from datetime import UTC, datetime

from botocore.exceptions import BotoCoreError, ClientError

from infra.deploy.account import Account

_LOG = logging.getLogger("lineup.schedule")


class Schedule(threading.Thread):
    """Runs until `stop()`. A run that fails is told, and the next one comes all the same, as EventBridge's does."""

    def __init__(self, account: Account, function: str, seconds: float = 1.0) -> None:
        super().__init__(name="schedule", daemon=True)
        self._lambda = account.client("lambda")
        self._function = function
        self._seconds = seconds
        self._stopping = threading.Event()

    def run(self) -> None:
        while not self._stopping.wait(self._seconds):
            if (problem := self._invoke()) and not self._stopping.is_set():
                _LOG.error("the schedule failed: %s", problem)

    def _invoke(self) -> str | None:
        """What kind of failure it was, if it was one. Its message may hold data of people."""
        try:
            answer = self._lambda.invoke(FunctionName=self._function, Payload=json.dumps(event()).encode())
            told = json.loads(answer["Payload"].read() or b"null")
        except (BotoCoreError, ClientError, ValueError) as error:
            return type(error).__name__
        if "FunctionError" not in answer:
            return None
        return str(told.get("errorType", "unknown")) if isinstance(told, dict) else "unknown"

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
