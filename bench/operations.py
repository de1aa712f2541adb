"""How many calls of AWS each command makes, and what they read and write: `python -m bench.operations`.

Writes `bench/operations.json` and the table of `docs/operations.md`. The numbers are exact, and a test holds them
(`tests/aws/test_calls_per_command.py`); bytes are typical, of short texts. Runs the emulator (`infra/ministack.py`).
"""

from __future__ import annotations

import json
import math
import re
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from bench.cloud import Cloud, emulator, scene
from bench.commands import COMMANDS
from bench.sizes import Call, Stored
from chalicelib import wiring

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "bench" / "operations.json"
PAGE = ROOT / "docs" / "operations.md"
_TABLE = re.compile(r"(<!-- calls -->\n).*?(<!-- /calls -->)", re.DOTALL)


def measure(name: str, endpoint: str) -> list[Call]:
    """The calls of one act, in order."""
    ready = scene(endpoint)
    cloud = ready.world
    assert isinstance(cloud, Cloud)
    act = COMMANDS[name](ready)
    cloud.rebuilt()
    wiring.install(cloud.services)
    cloud.calls.clear()
    try:
        act()
    finally:
        wiring.install(None)
        cloud.close()
    return list(cloud.calls)


def described(calls: list[Call]) -> dict[str, Any]:
    """`{calls: {operation: count}, units: {write, read}, posted, items: [...]}` of an act. `OnHeadChange` counts the
    stream's invocations."""
    return {
        "calls": dict(sorted(Counter(call.operation for call in calls).items())),
        "units": {"write": sum(map(write_units, calls)), "read": sum(map(read_units, calls))},
        "posted": sum(call.posted for call in calls),
        "items": [
            {"operation": call.operation, "writes": _items(call.writes), "reads": _items(call.reads)}
            for call in calls
            if call.writes or call.reads
        ],
    }


def _items(stored: list[Stored]) -> list[dict[str, Any]]:
    return [
        {"what": item.what, "bytes": item.bytes, "indexes": item.indexes}
        for item in sorted(stored, key=lambda item: (item.what, item.bytes))
    ]


def write_units(call: Call) -> int:
    """Write units: one for each KB that is begun, for the item and for each of its index entries, twice since it is a
    transaction. An index entry that moves costs one more; that is not seen here."""
    return sum(2 * math.ceil(item.bytes / 1024) * (1 + item.indexes) for item in call.writes)


def read_units(call: Call) -> float:
    """Read units: one for each 4 KB that is begun (consistent); twice in a transaction; a query's items together."""
    if call.operation == "Query":
        return max(1, math.ceil(sum(item.bytes for item in call.reads) / 4096))
    each = sum(math.ceil(item.bytes / 4096) for item in call.reads)
    return 2 * each if call.operation == "TransactGetItems" else each


def table(told: dict[str, Any]) -> str:
    """The Markdown table of all acts."""
    lines = ["| what | calls | writes (items) | WCU | RCU | posted bytes |", "|---|---|---|---|---|---|"]
    for name, act in told.items():
        calls = ", ".join(f"{count} {operation}" for operation, count in act["calls"].items())
        writes = sum(len(call["writes"]) for call in act["items"])
        units = act["units"]
        lines.append(f"| {name} | {calls} | {writes} | {units['write']} | {units['read']} | {act['posted']} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure everything and write it down."""
    with tempfile.TemporaryDirectory() as folder, emulator(Path(folder)) as endpoint:
        told = {name: described(measure(name, endpoint)) for name in COMMANDS}
    FILE.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    if PAGE.exists():
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(_TABLE.sub(lambda found: found[1] + table(told) + found[2], page), encoding="utf-8")
    print(table(told))


if __name__ == "__main__":
    main()
