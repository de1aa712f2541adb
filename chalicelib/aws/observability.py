"""What a function tells CloudWatch: logs as JSON lines, metrics in the embedded format (docs/operations.md).

Both carry the ids of the invocation (`services/correlation.py`). An invocation that counted nothing, such as a
heartbeat, writes no line of its own.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping
from typing import Any

from aws_lambda_powertools.logging.formatter import LambdaPowertoolsFormatter

from chalicelib.aws.redaction import redact
from chalicelib.services.correlation import current
from chalicelib.services.metrics import Count, Time

NAMESPACE = "LineUp"


def service(environment: Mapping[str, str]) -> str:
    """The `service` of log lines and metrics: `lineup-dev`."""
    return f"lineup-{environment.get('LINEUP_STAGE', 'dev')}"


class JsonLines(LambdaPowertoolsFormatter):
    """One JSON object a line, with the invocation's ids, redacted. Exceptions' own texts are left out: they may quote
    what a person typed (`services/traces.py` says what the code logs of one)."""

    def format(self, record: logging.LogRecord) -> str:
        """Powertools' line; of an exception only the type, and where the library that logged it was."""
        if record.exc_info:
            record.exception_type = record.exc_info[0].__name__ if record.exc_info[0] else None
            record.exc_info = None
            record.exc_text = None
        return str(super().format(record))

    def serialize(self, log: Any) -> str:
        """Add the ids and take out what must not be there."""
        return str(super().serialize(redact({**log, **current()})))


def configure(environment: Mapping[str, str]) -> None:
    """Write the logs of this process so: ours from `LINEUP_LOG_LEVEL` (INFO), those of libraries from WARNING."""
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(JsonLines(service=service(environment), utc=True, use_rfc3339=True))
    root, ours = logging.getLogger(), logging.getLogger("lineup")
    root.handlers = [handler]  # Lambda's own, and Chalice's below, would write every line again
    root.setLevel(logging.WARNING)
    ours.handlers = []
    ours.propagate = True
    ours.setLevel(environment.get("LINEUP_LOG_LEVEL", "INFO"))


class EmfMetrics:
    """`ports.Metrics`, published with the log as one line at the end of an invocation."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._service = service(environment)
        self._counts: dict[Count, int] = {}
        self._times: dict[Time, list[float]] = {}

    def count(self, name: Count, value: int = 1) -> None:
        """Add to a sum."""
        if value:
            self._counts[name] = self._counts.get(name, 0) + value

    def time(self, name: Time, milliseconds: float) -> None:
        """Keep one value, for percentiles."""
        self._times.setdefault(name, []).append(milliseconds)

    def flush(self) -> None:
        """Print what there is."""
        if not self._counts and not self._times:
            return
        from aws_lambda_powertools.metrics import EphemeralMetrics, MetricUnit

        metrics = EphemeralMetrics(namespace=NAMESPACE, service=self._service)
        for name, told in redact(dict(current())).items():
            metrics.add_metadata(name, told)
        for count, total in self._counts.items():
            metrics.add_metric(count, MetricUnit.Count, total)
        for time, values in self._times.items():
            for value in values:
                metrics.add_metric(time, MetricUnit.Milliseconds, round(value, 1))
        self._counts, self._times = {}, {}
        metrics.flush_metrics()
