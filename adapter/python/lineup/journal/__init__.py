"""What must survive a crash, in one SQLite file per agent identity (WAL, `synchronous=FULL`).

database   the file, its lock, transactions
outbox     commands that are not answered yet, in order
tasks      tasks: accepting -> running -> done (we reported) or over (the server ended or refused it)
asks       questions by stable key, and what became of them
messages   what people said, until it was handled
intake     deliveries and snapshots: written together with the cursor
notices    what the runner has to hear of a change
"""

from .journal import Journal
from .notices import (
    Answered,
    CommandRefused,
    MessageArrived,
    Notice,
    Renamed,
    TaskCancelRequested,
    TaskReady,
    TaskStopped,
)  # fmt: skip

__all__ = [
    "Answered", "CommandRefused", "Journal", "MessageArrived", "Notice", "Renamed", "TaskCancelRequested", "TaskReady",
    "TaskStopped",
]  # fmt: skip
