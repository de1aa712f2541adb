"""One append at a time per workspace within this process.

Threads of the embedded runtime would only lose races for HEAD to each other, decide again, and be refused as `busy`
on a loaded machine. Other processes are met by HEAD's version, as ever.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakValueDictionary


class _Lane:
    """A lock that lives as long as somebody holds it or waits for it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()


class Lanes:
    """Locks by name."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._lanes: WeakValueDictionary[str, _Lane] = WeakValueDictionary()

    @contextmanager
    def take(self, name: str, timeout: float) -> Iterator[bool]:
        """Wait at most `timeout` seconds for the lane; whether it is ours until the block ends."""
        with self._guard:
            lane = self._lanes.setdefault(name, _Lane())
        taken = lane.lock.acquire(timeout=timeout)
        try:
            yield taken
        finally:
            if taken:
                lane.lock.release()
