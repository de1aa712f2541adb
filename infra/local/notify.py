"""Tells systemd how it goes (sd_notify(3), `Type=notify`); elsewhere it does nothing."""

from __future__ import annotations

import socket
from collections.abc import Mapping


def tell(environment: Mapping[str, str], state: str) -> None:
    """`state` is READY=1 or STOPPING=1."""
    address = environment.get("NOTIFY_SOCKET", "")
    if address:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.connect("\0" + address[1:] if address.startswith("@") else address)
            manager.sendall(state.encode())
