"""Identifiers: UUIDs and prefixed ids of others are accepted; ours are UUIDv7, made outside this package."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID, uuid5

from pydantic import StringConstraints

ID_PATTERN = r"^[A-Za-z0-9_-]{1,64}$"
Id = Annotated[str, StringConstraints(pattern=ID_PATTERN)]

_SPACE = UUID("6c1f2d0e-7d0b-5f0a-9d5c-1a9f3c0b7e11")


def derived_id(*parts: str | int) -> str:
    """A UUID that follows from `parts`: the same command decided twice makes the same event ids."""
    return str(uuid5(_SPACE, "/".join(str(part) for part in parts)))
