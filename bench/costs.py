"""What a month on AWS costs, from counted operations: `python -m bench.costs` writes the table of docs/deploy.md.

Operations and their capacity units are those of `bench/operations.json`, counted on the emulator. Prices are AWS's list
prices of us-east-1 as of 2026, without any free tier; a day's work is the assumption below. Durations are assumptions
too, since an emulator's are worth nothing: 60 ms a frame, 80 ms a fan-out, 100 ms a request, 50 ms a run of the
schedule, with the memory of `infra/template/functions.yaml`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chalicelib.services.metrics import Count, Time

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "bench" / "operations.json"
PAGE = ROOT / "docs" / "deploy.md"
_TABLE = re.compile(r"(<!-- costs -->\n).*?(<!-- /costs -->)", re.DOTALL)

DAYS, WORKDAYS, MINUTES = 30, 22, 30 * 24 * 60
#: An active user: so many agents connected day and night, a page open so many minutes of a working day.
AGENTS, PAGE_MINUTES = 2, 180
#: On a working day, per user.
DAY = {
    "message.create by a person": 30,
    "message.create by an agent": 30,
    "message.delta by an agent, second piece, to two browsers": 300,
    "task.create": 8,
    "task.accepted": 8,
    "task.status_changed, progress": 80,
    "task.status_changed, succeeded": 8,
    "interaction.requested in a task": 8,
    "interaction.respond": 8,
    "interaction.acknowledged": 8,
    "$connect of a browser": 6,
    "client.hello with a cursor at the head": 6,
    "$disconnect of a browser": 6,
    "GET /workspaces/W/snapshot": 6,
    "POST /workspaces/W/tickets": 6,
    "GET /workspaces/W/conversations/C/events, a page of 50": 20,
    "GET /me": 6,
}
#: Events that ring the doorbell, and how each is brought to the sockets.
FANNED = {
    "fan-out of a message": 30 + 30 + 8 + 80 + 8 + 8 + 8,
    "fan-out of a task, and of its delivery": 8,
    "fan-out of an answer, and of its delivery": 8,
}
#: USD. Reads and writes, messages, requests and mails a million; the rest each.
WRITE, READ, STORED_GB, PITR_GB = 0.625, 0.125, 0.25, 0.20
FRAME, CONNECTED, REQUEST = 1.00, 0.25, 3.50
INVOKED, GB_SECOND = 0.20, 0.0000133334
MAIL, LOG_GB, SECRET, ALARM, METRIC = 100.0, 0.50, 0.40, 0.10, 0.30
SECRETS, ALARMS, METRICS = 3, 13, len(Count) + len(Time)
#: Bytes of one log line and of one event with its receipt and its share of projections and indexes.
LINE, EVENT = 450, 3_000
MEMORY = 1.0


@dataclass
class Month:
    """What is used in a month."""

    writes: float = 0
    reads: float = 0
    frames: float = 0
    connected: float = 0
    requests: float = 0
    invoked: float = 0
    gb_seconds: float = 0
    mails: float = 0
    lines: float = 0
    events: float = 0
    parts: dict[str, float] = field(default_factory=dict)

    def add(self, told: Mapping[str, Any], times: float, *, seconds: float, frame: bool, request: bool = False) -> None:
        """An operation, so often."""
        self.writes += told["units"]["write"] * times
        self.reads += told["units"]["read"] * times
        self.frames += (told["calls"].get("PostToConnection", 0) + frame) * times
        self.requests += request * times
        runs = max(1, told["calls"].get("OnHeadChange", 0)) * times
        self.invoked += runs
        self.gb_seconds += runs * seconds * MEMORY
        self.lines += runs

    def cost(self) -> dict[str, float]:
        """USD by service."""
        million = 1_000_000
        gigabytes = self.events * EVENT / 1e9
        return {
            "DynamoDB": (self.writes * WRITE + self.reads * READ) / million + gigabytes * (STORED_GB + PITR_GB),
            "API Gateway": (self.frames * FRAME + self.connected * CONNECTED + self.requests * REQUEST) / million,
            "Lambda": self.invoked * INVOKED / million + self.gb_seconds * GB_SECOND,
            "SES": self.mails * MAIL / million,
            "logs": self.lines * LINE / 1e9 * LOG_GB,
            "fixed": SECRETS * SECRET + ALARMS * ALARM + METRICS * METRIC,
        }


def month(users: int, counted: Mapping[str, Any]) -> Month:
    """A month of so many active users."""
    used = Month()
    for name, times in DAY.items():
        http = name.startswith(("GET ", "POST "))
        used.add(
            counted[name], times * WORKDAYS * users,
            seconds=0.1 if http else 0.06, frame=not http, request=http,
        )  # fmt: skip
    for name, times in FANNED.items():
        used.add(counted[name], times * WORKDAYS * users, seconds=0.08, frame=False)
    agents, pages = AGENTS * users * MINUTES, users * WORKDAYS * PAGE_MINUTES
    used.add(
        counted["agent.heartbeat again, 25 s later, nothing new"], agents * 60 / 25, seconds=0.06, frame=True
    )  # fmt: skip
    used.add(counted["client.heartbeat again"], pages * 60 / 25, seconds=0.06, frame=True)
    used.connected = agents + pages
    # The silence timer of a connected agent: looked at once a minute, one written, one removed, two reads.
    used.writes += 4 * agents
    used.reads += 2 * agents
    # A socket lives two hours at most.
    for name in ("$connect of an agent", "agent.hello with a cursor at the head, after a clean close"):
        used.add(counted[name], AGENTS * users * DAYS * 13, seconds=0.06, frame=True)
    used.add(counted["schedule with nothing due"], MINUTES, seconds=0.05, frame=False)
    used.add(counted["POST /auth/code"], 2 * users, seconds=0.1, frame=False, request=True)
    used.mails = 2 * users
    used.events = sum(FANNED.values()) * WORKDAYS * users
    return used


def operations() -> dict[str, Any]:
    """The counted operations, by name."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def table() -> str:
    """The table, as Markdown."""
    counts = (1, 10, 100, 1000)
    counted = operations()
    costs = [month(users, counted).cost() for users in counts]
    heads = " | ".join(f"{users:,} user{'s' * (users > 1)}" for users in counts)
    lines = [f"| USD a month | {heads} |", "|---|" + "--:|" * len(counts)]
    for service in costs[0]:
        lines.append(f"| {service} | " + " | ".join(_money(cost[service]) for cost in costs) + " |")
    lines.append("| **together** | " + " | ".join(f"**{_money(sum(cost.values()))}**" for cost in costs) + " |")
    each = [sum(cost.values()) / users for cost, users in zip(costs, counts, strict=True)]
    lines.append("| per user | " + " | ".join(_money(one) for one in each) + " |")
    return "\n".join(lines) + "\n"


def _money(value: float) -> str:
    return f"{value:,.2f}" if value < 100 else f"{value:,.0f}"


def main() -> None:
    """Write the table."""
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(_TABLE.sub(lambda found: found[1] + table() + found[2], text), encoding="utf-8")
    print(table())


if __name__ == "__main__":
    main()
