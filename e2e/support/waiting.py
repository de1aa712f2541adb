"""Waiting on states outside the browser: ask again until it holds, fail with a sentence if it never does."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Literal, TypeVar

T = TypeVar("T")
PATIENCE_SECONDS = 30.0
_BETWEEN = 0.05


def until(holds: Callable[[], T | Literal[False] | None], what: str, patience: float = PATIENCE_SECONDS) -> T:
    """The first truthy value of `holds`."""
    deadline = time.monotonic() + patience
    while not (value := holds()):
        if time.monotonic() > deadline:
            raise AssertionError(f"never came true: {what}")
        time.sleep(_BETWEEN)
    return value
