"""Typed failures of the services: a code of `lap.errors`."""

from __future__ import annotations

from chalicelib.lap.errors import Refused


def refuse(code: str, message: str = "", **details: object) -> Refused:
    """A refusal to raise."""
    return Refused(code, message, details or None)


__all__ = ["Refused", "refuse"]
