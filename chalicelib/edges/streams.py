"""Changes of HEAD items, as DynamoDB Streams sends them."""

from __future__ import annotations

import json
import logging
from typing import Any

from chalicelib.services import items
from chalicelib.services.fanout import Change
from chalicelib.services.traces import trace
from chalicelib.wiring import services

_LOG = logging.getLogger("lineup.streams")


def on_head_change(event: dict[str, Any]) -> dict[str, Any]:
    """Ring the doorbell, one workspace at a time: one that fails is reported alone and holds up nobody else."""
    by_workspace: dict[str, list[tuple[Change, str]]] = {}
    for record in event.get("Records", []):
        if (change := _change(record)) is not None:
            by_workspace.setdefault(change[0], []).append((change, _identifier(record)))
    failed: list[str] = []
    for workspace_id, records in by_workspace.items():
        try:
            services().fanout.ring([change for change, _ in records])
        except Exception as error:
            _LOG.error("fan-out failed for workspace %s: %s", workspace_id, trace(error))
            failed += [identifier for _, identifier in records]
    return {"batchItemFailures": [{"itemIdentifier": identifier} for identifier in failed]}


def _identifier(record: dict[str, Any]) -> str:
    return str(record["dynamodb"].get("SequenceNumber") or record.get("eventID", ""))


def _change(record: dict[str, Any]) -> Change | None:
    data = record.get("dynamodb", {})
    new = data.get("NewImage")
    if new is None or new["sk"]["S"] != "HEAD":
        return None
    return items.workspace_of(new["pk"]["S"]), _sequence(data.get("OldImage")), _sequence(new)


def _sequence(image: dict[str, Any] | None) -> int:
    return int(json.loads(image["data"]["S"])["sequence"]) if image else 0
