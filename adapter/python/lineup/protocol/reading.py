"""Frames of the server, read tolerantly: what makes no sense is noted and left out."""

from __future__ import annotations

import json
from typing import Any

from .actions import Trouble


def parse(text: str | bytes) -> tuple[list[dict[str, Any]], list[Trouble]]:
    """The envelopes of a frame (one, or an array of them), each with an object as payload; and what was wrong."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return [], [Trouble("bad_json", "the server sent a frame that is not JSON")]
    listed = data if isinstance(data, list) else [data]
    frames = [frame for frame in listed if isinstance(frame, dict) and isinstance(frame.get("payload"), dict)]
    if len(frames) < len(listed):
        return frames, [Trouble("bad_envelope", "the server sent something that is not an envelope")]
    return frames, []


def table(payload: dict[str, Any], name: str) -> dict[str, Any]:
    """The object in a field, empty if there is none."""
    value = payload.get(name)
    return value if isinstance(value, dict) else {}


def at_most(limits: dict[str, Any], name: str, ours: int) -> int:
    """The server's limit where it is stricter than ours."""
    said = limits.get(name)
    return min(ours, said) if isinstance(said, int) and said >= 1 else ours
