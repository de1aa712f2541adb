"""Times on the wire: ISO 8601 UTC with milliseconds and `Z`, so that they compare as strings."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated

from pydantic import BeforeValidator, WithJsonSchema


def iso(moment: datetime) -> str:
    """`2026-07-24T12:00:00.000Z` of an aware time."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def parse(text: str) -> datetime:
    """The aware UTC time of an ISO 8601 text with an offset; ValueError otherwise."""
    moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    if moment.tzinfo is None:
        raise ValueError("a time needs an offset or Z")
    return moment.astimezone(UTC)


def plus(text: str, seconds: float) -> str:
    """`text` moved by `seconds`."""
    return iso(parse(text) + timedelta(seconds=seconds))


def _normal(value: object) -> str:
    if not isinstance(value, str) or len(value) > 40:
        raise ValueError("a time is an ISO 8601 text in UTC, such as 2026-07-24T12:00:00Z")
    try:
        return iso(parse(value))
    except (ValueError, OverflowError):
        raise ValueError("a time is an ISO 8601 text in UTC, such as 2026-07-24T12:00:00Z") from None


Timestamp = Annotated[str, BeforeValidator(_normal), WithJsonSchema({"type": "string", "format": "date-time"})]
