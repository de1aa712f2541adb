"""The connection as a machine without socket, clock or thread (sans-I/O).

    input    Connection.opened, received, closed, tick, enqueue, write_stream, snapshot_taken, ...; time is an argument
    output   Connection.drain(): actions for the host to perform, in this order
    time     Connection.wake_at: when `tick` is wanted next

feed        which deliveries are new, and when one is missing
outgoing    the outbox: one frame in flight, resends, pacing
streams     streamed text
beats       heartbeats, a silent peer, the planned reconnect
backoff     when to try again
clock       the server's time
resync      when to take the snapshot
reading     frames of the server, read tolerantly
"""

from .actions import (
    Acked,
    Action,
    CaughtUp,
    Connect,
    Delivered,
    Disconnect,
    Redelivered,
    Rejected,
    Send,
    Stop,
    TakeSnapshot,
    Trouble,
    Waiting,
    Welcomed,
)  # fmt: skip
from .connection import Connection
from .feed import Cursor
from .options import Hello, Options

__all__ = [
    "Acked", "Action", "CaughtUp", "Connect", "Connection", "Cursor", "Delivered", "Disconnect", "Hello", "Options",
    "Redelivered", "Rejected", "Send", "Stop", "TakeSnapshot", "Trouble", "Waiting", "Welcomed",
]  # fmt: skip
