"""What is measured: names that dashboards and alarms rely on (docs/operations.md has a line for each).

Where nothing is measured (the embedded runtime) the default `Unmetered` takes it all.
"""

from __future__ import annotations

from enum import StrEnum


class Count(StrEnum):
    """How often; each is a sum."""

    APPENDS = "Appends"
    EVENTS = "Events"
    REFUSED = "Refused"
    DUPLICATES = "Duplicates"
    CONFLICTS = "Conflicts"
    BUSY = "Busy"
    POSTS = "Posts"
    GONE = "Gone"
    LAGGING = "Lagging"
    POSTS_FAILED = "PostsFailed"
    FAN_OUT_FAILED = "FanOutFailed"
    POISON_RECORDS = "PoisonRecords"
    MAIL_SENT = "MailSent"
    MAIL_FAILED = "MailFailed"
    BOUNCES = "Bounces"
    TIMERS_DONE = "TimersDone"
    TIMERS_FAILED = "TimersFailed"
    FAILURES = "Failures"


class Time(StrEnum):
    """How long, in milliseconds."""

    FAN_OUT_LAG = "FanOutLag"


class Unmetered:
    """`ports.Metrics` that keeps nothing."""

    def count(self, name: Count, value: int = 1) -> None: ...

    def time(self, name: Time, milliseconds: float) -> None: ...

    def flush(self) -> None: ...


UNMETERED = Unmetered()
