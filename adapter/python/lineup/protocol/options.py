"""What a connection is told at its start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Hello:
    """What an adapter says of itself (§10.2)."""

    agent_version: str = "0"
    runtime: str = "python"
    capabilities: tuple[str, ...] = ()

    def payload(self) -> dict[str, Any]:
        """The payload of `agent.hello`, without the cursor."""
        return {
            "agentVersion": self.agent_version,
            "runtime": self.runtime,
            "capabilities": list(self.capabilities),
        }


@dataclass(frozen=True, slots=True)
class Options:
    """Times in seconds. The defaults are the protocol's (design.md §3); tests shorten them."""

    heartbeat: float = 25.0
    dead_after: float = 50.0
    """Silence after which the peer counts as dead."""
    handshake: float = 20.0
    """From `Connect` to the welcome."""
    reconnect_at: float = 110 * 60.0
    """A planned reconnect, before the gateway's two hours are over."""
    backoff_first: float = 0.5
    backoff_most: float = 20.0
    steady_after: float = 10.0
    """A connection that lived so long makes the next attempt a first one again."""
    answer_within: float = 20.0
    """A frame that was not answered in this time is sent again."""
    recheck: float = 2.0
    """How long a known gap may last before we ask for what is missing."""
    confirm_retry: float = 15.0
    stream_every: float = 0.15
    frames_per_second: float = 1.8
    frames_burst: float = 50.0
