"""The ids of what is going on, for the log: of the request, the connection, the workspace, the envelopes.

Ids only: never a text, a name, a secret, or anything else that a person or an agent wrote. Outside an invocation
nothing is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_MOST = 20
"""Values kept of one name: a sweep may touch very many."""
_IDS: ContextVar[dict[str, Any] | None] = ContextVar("lineup-ids", default=None)


@contextmanager
def invocation(**ids: str) -> Iterator[None]:
    """All that is noted while the block runs belongs to one invocation; it starts with `ids` that are not empty."""
    token = _IDS.set({name: value for name, value in ids.items() if value})
    try:
        yield
    finally:
        _IDS.reset(token)


def note(**ids: str | int) -> None:
    """Set ids that there is one of; empty ones are left out."""
    if (known := _IDS.get()) is not None:
        known.update((name, value) for name, value in ids.items() if value != "")


def also(name: str, values: Iterable[str]) -> None:
    """Add to ids that there are several of; the first 20 different ones are kept."""
    if (known := _IDS.get()) is None:
        return
    listed = known.setdefault(name, [])
    for value in values:
        if len(listed) < _MOST and value not in listed:
            listed.append(value)


def current() -> Mapping[str, Any]:
    """The ids of this invocation so far."""
    return _IDS.get() or {}
