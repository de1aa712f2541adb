"""Times of the services: the wire's stamp and Unix seconds."""

from __future__ import annotations

from datetime import datetime

from chalicelib.lap.times import iso as stamp


def seconds(moment: datetime) -> int:
    """Unix seconds, rounded down."""
    return int(moment.timestamp())


__all__ = ["seconds", "stamp"]
