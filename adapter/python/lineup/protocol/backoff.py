"""When to try again: full jitter, growing to a ceiling."""

from __future__ import annotations

from collections.abc import Callable


class Backoff:
    """Delays drawn from [0, ceiling], the ceiling doubling up to `most` seconds. `random` gives [0, 1)."""

    def __init__(self, first: float, most: float, random: Callable[[], float]) -> None:
        self._first = first
        self._most = most
        self._random = random
        self._tries = 0

    def next(self) -> float:
        """Seconds to wait."""
        self._tries = min(self._tries + 1, 32)
        return self._random() * float(min(self._most, self._first * 2**self._tries))

    def reset(self) -> None:
        """It went well."""
        self._tries = 0
