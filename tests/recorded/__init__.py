"""Events as AWS sends them, kept as files: `stream_batch.json` was written by the relay, read from the stream, and has
the envelope that Lambda puts around it; `poison_records.json` holds records that make no sense, by what is wrong."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def stream_batch(workspace_id: str = "ws-1") -> list[dict[str, Any]]:
    """The records of two appends and of an item that expired, in a workspace."""
    text = (FOLDER / "stream_batch.json").read_text(encoding="utf-8").replace("WORKSPACE", workspace_id)
    records: list[dict[str, Any]] = json.loads(text)["Records"]
    return records


def head_record(workspace_id: str, old: int, new: int) -> dict[str, Any]:
    """The recorded change of a HEAD, from `old` (0: there was none) to `new`."""
    record = copy.deepcopy(next(r for r in stream_batch(workspace_id) if r["dynamodb"]["Keys"]["sk"]["S"] == "HEAD"))
    change = record["dynamodb"]
    record["eventID"] = f"{workspace_id}-{new}"
    change["SequenceNumber"] = f"{4421584500000000000000000 + new}-{workspace_id}"
    for image, sequence in (("OldImage", old), ("NewImage", new)):
        data = {**json.loads(change[image]["data"]["S"]), "sequence": sequence}
        change[image]["data"]["S"] = json.dumps(data)
    if old == 0:
        del change["OldImage"]
        record["eventName"] = "INSERT"
    return record


def poison_records() -> dict[str, Any]:
    """Records that can never be served, by what is wrong with them."""
    found: dict[str, Any] = json.loads((FOLDER / "poison_records.json").read_text(encoding="utf-8"))
    nested = "[" * 100_000 + "]" * 100_000  # too deep for any parser
    found["nested without end"]["dynamodb"]["NewImage"]["data"]["S"] = nested
    return found
