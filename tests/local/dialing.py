"""Clients for the socket tests: a proper one, and one that does nothing by itself."""

from __future__ import annotations

import json
import socket
from typing import Any

from websockets.sync.client import ClientConnection, connect

from chalicelib.services.ports import GatewayBusy
from tests.local.running import Running
from tests.local.sample import Sample


def dial(server: Running, **settings: Any) -> ClientConnection:
    given = {"open_timeout": 10, "close_timeout": 5, "proxy": None, "max_size": None, **settings}
    connection: ClientConnection = connect(server.ws, **given)
    return connection


def code_of(text: str | bytes) -> str:
    return str(json.loads(text)["payload"]["code"])


def dial_raw(server: Running) -> socket.socket:
    """A connection whose client does nothing by itself: it reads only the handshake."""
    raw = socket.create_connection(("127.0.0.1", int(server.url.rsplit(":", 1)[1])), 10)
    raw.sendall(
        b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += raw.recv(1)
    assert head.startswith(b"HTTP/1.1 101")
    return raw


def fill(sample: Sample, target: str) -> int:
    """Post until the connection is busy; how much it took, in bytes."""
    frame = "x" * (32 * 1024)
    for number in range(100_000):
        try:
            sample.parts.gateway.post(target, frame)
        except GatewayBusy:
            return number * len(frame)
    raise AssertionError("it was never busy")
