"""The server's time: a machine whose clock is wrong by a year still reports right times."""

from __future__ import annotations

from ..wire import iso, unix


class ServerClock:
    """Unix seconds of the server from any steady clock. `offset` is (server - steady), as last known."""

    def __init__(self, offset: float) -> None:
        self.offset = offset

    def heard(self, text: object, now: float) -> None:
        """A frame carried the server's time."""
        if not isinstance(text, str):
            return
        try:
            self.offset = unix(text) - now
        except (ValueError, OverflowError):
            return  # not a time: keep what we know

    def seconds(self, now: float) -> float:
        """Unix seconds at `now`."""
        return now + self.offset

    def iso(self, now: float) -> str:
        """The time at `now` for an envelope."""
        return iso(self.seconds(now))
