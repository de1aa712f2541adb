"""Changes of HEAD items, as DynamoDB Streams sends them.

A record is a doorbell, so that any order and any repetition is right. Lambda delivers again from the lowest sequence
number that is reported, all of it; hence everybody is served before anybody's trouble is reported, and a record that
can never be served is noted and not reported: it would only hold up the others until Lambda gives up.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from typing import Any

from chalicelib.services import items
from chalicelib.services.fanout import Change
from chalicelib.services.metrics import Count
from chalicelib.services.traces import trace
from chalicelib.wiring import services

_LOG = logging.getLogger("lineup.streams")


@dataclass(frozen=True, slots=True)
class _Ring:
    """A change, and the name under which its record is reported."""

    change: Change
    identifier: str


def on_head_change(event: dict[str, Any]) -> dict[str, Any]:
    """Ring the doorbell, one workspace at a time: one that fails is reported alone and holds up nobody else."""
    by_workspace: dict[str, list[_Ring]] = {}
    for ring in _read(event.get("Records", [])):
        by_workspace.setdefault(ring.change[0], []).append(ring)
    failed: list[str] = []
    for workspace_id, rings in by_workspace.items():
        try:
            services().fanout.ring([ring.change for ring in rings])
        except Exception as error:
            _LOG.error("fan-out failed for workspace %s: %s", workspace_id, trace(error))
            services().metrics.count(Count.FAN_OUT_FAILED)
            failed += [ring.identifier for ring in rings]
    return {"batchItemFailures": [{"itemIdentifier": identifier} for identifier in failed]}


def _read(records: list[Any]) -> list[_Ring]:
    """What rings, of a batch. A record that makes no sense is counted and left: its workspace's heartbeats find what
    it would have told."""
    found: list[_Ring] = []
    for record in records:
        try:
            ring = _ring(record)
        except Exception as error:
            name = record.get("eventID", "?") if isinstance(record, dict) else "?"
            _LOG.error("record %s of the stream makes no sense: %s", name, trace(error))
            services().metrics.count(Count.POISON_RECORDS)
            continue
        if ring is not None:
            found.append(ring)
    return found


def _ring(record: dict[str, Any]) -> _Ring | None:
    """None for what is no change of a HEAD. Raises whatever a malformed record makes it raise."""
    data = record.get("dynamodb", {})
    new = data.get("NewImage")
    if new is None or new["sk"]["S"] != "HEAD":
        return None
    change = items.workspace_of(new["pk"]["S"]), _sequence(data.get("OldImage")), _sequence(new)
    return _Ring(change, str(data.get("SequenceNumber") or record["eventID"]))


def _sequence(image: dict[str, Any] | None) -> int:
    sequence = json.loads(image["data"]["S"])["sequence"] if image else 0
    if type(sequence) is not int or sequence < 0:
        raise ValueError("a sequence is a whole number from 0")
    return sequence
