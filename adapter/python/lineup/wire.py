"""JSON as the protocol writes it, ids, times."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any
from uuid import UUID, uuid5

from . import limits
from .errors import InvalidValue, TooLarge

_SPACE = UUID("b1a7f6a2-0a3e-5d0c-8a43-7d6f2f6f9b10")


def compact(data: Any) -> str:
    """JSON text as it is sent. `InvalidValue` for what JSON cannot say."""
    try:
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except (ValueError, TypeError, RecursionError) as error:
        raise InvalidValue(f"this cannot be written as JSON: {error}") from None


def canonical(data: Any) -> str:
    """One text for equal JSON data: sorted keys, no blanks. Digests are made of it."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest(data: Any) -> str:
    """SHA-256 (hex) of the canonical JSON."""
    return sha256(canonical(data).encode("utf-8", "surrogatepass")).hexdigest()


def size(text: str) -> int:
    """UTF-8 bytes. `InvalidValue` for a lone surrogate."""
    try:
        return len(text.encode())
    except UnicodeEncodeError:
        raise InvalidValue("a text is not valid Unicode (a lone surrogate)") from None


def present(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Without the fields that are None: absent instead of null."""
    return {name: value for name, value in fields.items() if value is not None}


def envelope(
    kind: str, occurred_at: str, payload: Mapping[str, Any] | None = None, *,
    id: str | None = None, workspace_id: str | None = None, conversation_id: str | None = None,
    task_id: str | None = None, correlation_id: str | None = None,
) -> dict[str, Any]:  # fmt: skip
    """An envelope of `kind`; a fresh UUIDv7 unless `id` is given."""
    made = {
        "id": id or uuid7(),
        "type": kind,
        "version": limits.VERSION,
        "occurredAt": occurred_at,
        "workspaceId": workspace_id,
        "conversationId": conversation_id,
        "taskId": task_id,
        "correlationId": correlation_id,
        "payload": present(payload or {}),
    }
    return present(made)


def written(command: Mapping[str, Any]) -> str:
    """The JSON text of a command, or `TooLarge` if the server could not keep it as one event."""
    body = compact(command)
    limit = limits.EVENT_BYTES - limits.EVENT_MARGIN
    if (actual := size(body)) > limit:
        raise TooLarge(str(command.get("type", "envelope")), actual, limit, "bytes")
    return body


def uuid7() -> str:
    """A UUID that sorts by time (RFC 9562, version 7)."""
    stamp = (time.time_ns() // 1_000_000) & ((1 << 48) - 1)
    bits = (stamp << 80) | (0x7 << 76) | (secrets.randbits(12) << 64) | (0b10 << 62) | secrets.randbits(62)
    return str(UUID(int=bits))


def derived_id(*parts: str | int) -> str:
    """A UUID that follows from `parts`: the same step of the same task has the same id after a crash."""
    return str(uuid5(_SPACE, "\x1f".join(str(part) for part in parts)))


def iso(seconds: float) -> str:
    """`2026-07-24T12:00:00.000Z` of Unix seconds."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def unix(text: str) -> float:
    """Unix seconds of an ISO 8601 text with an offset or Z; ValueError otherwise."""
    moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    if moment.tzinfo is None:
        raise ValueError("a time needs an offset or Z")
    return moment.timestamp()
